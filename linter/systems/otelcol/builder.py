"""Manifests of the Collector builder: which releases a Collector of one's own is built from.

Source: open-telemetry/opentelemetry-collector cmd/builder/internal/builder/config.go. ``dist.version`` is the own
version of what is built and says nothing about upstream.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.entity import Entity
from linter.facts.read import maps, string
from linter.facts.tree import Map, Text, Tree, at, tree_of
from linter.facts.value import Evidence, Items, Unknown, Value
from linter.pattern import pattern
from linter.record import replace
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Node, Scalar, follow
from linter.syntax.node import Sequence as SequenceNode
from linter.system import Fragment
from linter.systems.otelcol.names import SECTIONS, SYSTEM
from linter.systems.otelcol.releases import release
from linter.systems.otelcol.requirements import CONTRIB, CORE, LISTS, deciding
from linter.versions.version import Version, parse

_KEPT = frozenset((*LISTS, "dist", "replaces"))
_GOMOD = pattern(r"(\S+)[ \t]+v(0\.\d+\.\d+\S*)")


def is_manifest(root: MappingNode) -> bool:
    """Whether the top level is a manifest's: ``dist``, and lists of components that name Go modules."""
    if not isinstance(_followed(root.get("dist")), MappingNode):
        return False
    return any(_lists_modules(_followed(root.get(section))) for section in SECTIONS)


def _lists_modules(node: Node | None) -> bool:
    items = (follow(item) for item in node.items) if isinstance(node, SequenceNode) else ()
    return any(isinstance(item, MappingNode) and isinstance(_followed(item.get("gomod")), Scalar) for item in items)


def _followed(node: Node | None) -> Node | None:
    return None if node is None else follow(node)


def manifest(document: Document[Node]) -> Iterator[Fragment]:
    """One fragment ``manifest`` with the component lists as its ``tree``."""
    root = follow(document.root)
    if not isinstance(root, MappingNode):
        return
    tree = tree_of(document, root)
    if isinstance(tree, Map):
        kept = replace(tree, entries=tuple(entry for entry in tree.entries if entry.key in _KEPT))
        yield Fragment(SYSTEM, "manifest", tree.key_place("dist") or tree.place, {"tree": kept})


class Manifests:
    """The releases that manifests name, by folder."""

    __slots__ = ("_folders",)

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        self._folders: dict[str, list[Fragment]] = {}
        for fragment in fragments:
            if fragment.kind == "manifest":
                self._folders.setdefault(fragment.place.path.rpartition("/")[0], []).append(fragment)

    def beside(self, doc: DocRef) -> Value | None:
        """The release that the only manifest in a configuration's folder builds; ``None`` where there is none."""
        found = self._folders.get(doc.path.rpartition("/")[0], ())
        if doc.host is not None or len(found) != 1:
            return None
        return _release(found[0], "beside the file")

    def named(self, image: Entity) -> Value | None:
        """The release that the only manifest builds which the build of ``image`` names; ``None`` where none does."""
        files = image.fields.get("files")
        paths = {item.data for item in files.data.values} if files is not None and isinstance(files.data, Items) else ()
        found = [one for folder in self._folders.values() for one in folder if one.place.path in paths]
        return _release(found[0], "that its Dockerfile names") if len(found) == 1 else None


def _release(manifest: Fragment, which: str) -> Value | None:
    """Core's release, else contrib's; unknown where the modules are of several minor releases."""
    tree = manifest.data["tree"]
    if not isinstance(tree, Map):
        return None
    named = dict(_modules(tree))
    if not named:
        return None
    minors = {version.text.split(".")[1] for version in named}
    best = min(named, key=lambda version: (not named[version][0], version))
    gomod = named[best][1]
    evidence = (Evidence(f"built from {gomod.text}, by the manifest {which}", gomod.place),)
    if any(release(version.text) is None for version in named):
        return Value(Unknown("its builder manifest names a module without a release"), "written", None, evidence)
    if len(minors) > 1:
        return Value(Unknown("its builder manifest mixes modules of several releases"), "written", None, evidence)
    return Value(best, "written", deciding(tree, gomod), evidence)


def _modules(tree: Map) -> Iterator[tuple[Version, tuple[bool, Text]]]:
    """Every release of core and contrib that is named, with whether it is core's and the first place."""
    seen: Mapping[str, Tree] = {entry.key: entry.value for entry in tree.entries if entry.key in SECTIONS}
    found: dict[tuple[str, bool], Text] = {}
    for section in seen.values():
        for _, item in maps(section):
            gomod = at(item, "gomod")
            match = _GOMOD.fullmatch((string(gomod) or "").strip())
            if match is None or not isinstance(gomod, Text) or not match[1].startswith((CORE, CONTRIB)):
                continue
            found.setdefault((match[2], match[1].startswith(CORE)), gomod)
    for (text, core), gomod in sorted(found.items(), key=lambda entry: entry[0][1]):
        version = parse("semver", text)
        if version is not None:
            yield version, (core, gomod)

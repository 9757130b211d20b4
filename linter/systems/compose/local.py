"""What one compose file says, without the rest."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Text, Tree, tree_of
from linter.record import replace
from linter.syntax.document import Document
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.system import Fragment, Inner
from linter.systems.compose.claim import NAME

SYSTEM = "compose"

_ROOT = frozenset(("version", "name", "services", "networks", "volumes", "configs", "secrets", "include", "models"))
_RUNS = ("image", "build", "extends")
_SERVICE = frozenset(
    (
        *_RUNS,
        *("command", "entrypoint", "environment", "env_file", "volumes", "configs", "networks", "network_mode"),
        *("container_name", "hostname", "links", "deploy", "scale", "ports", "depends_on", "restart", "profiles"),
    )
)
_WHOLE = _SERVICE - {"build", "env_file", "deploy", "depends_on", "restart", "profiles"}
_BUILD = ("context", "dockerfile", "dockerfile_inline", "target", "args")


def local(document: Document[Node]) -> Iterator[Fragment]:
    """One fragment ``project`` with the pruned ``project``; nothing for a file that only has ``services`` in common.

    For a ``.env`` one fragment ``env`` with its variables. Raises ``TooMuchAliasing``.
    """
    if document.ref.syntax == "text":
        yield from _env(document)
        return
    if not is_compose(document):
        return
    root = tree_of(document)
    services = root.entry("services") if isinstance(root, Map) else None
    if not isinstance(root, Map) or services is None:
        return
    place = root.key_place("services") or root.place
    yield Fragment(SYSTEM, "project", place, {"project": replace(root, entries=tuple(_kept(root)))})


def _env(document: Document[Node]) -> Iterator[Fragment]:
    from linter.systems.compose.env import variables

    found = variables(document)
    if found.entries:
        yield Fragment(SYSTEM, "env", found.place, {"env": found})


def is_compose(document: Document[Node]) -> bool:
    """Whether the shape is that of a compose file: services that run something, and no key that compose lacks."""
    root = follow(document.root)
    if not isinstance(root, Mapping):
        return False
    services = _mapping(root.get("services"))
    if services is None:
        return False
    keys = [name.text for name, _ in root.entries if isinstance(name, Scalar)]
    if not all(key in _ROOT or key.startswith("x-") or key == "<<" for key in keys):
        return False
    named = document.ref.host is None and NAME.fullmatch(document.ref.path.rsplit("/", 1)[-1]) is not None
    wanted = _SERVICE | {"<<"} if named else frozenset(_RUNS)
    return any(_has(service, wanted) for _, service in services.entries)


def _has(service: Node, wanted: frozenset[str]) -> bool:
    mapping = _mapping(service)
    return mapping is not None and any(isinstance(key, Scalar) and key.text in wanted for key, _ in mapping.entries)


def _mapping(node: Node | None) -> Mapping | None:
    node = None if node is None else follow(node)
    return node if isinstance(node, Mapping) else None


def inside(document: Document[Node]) -> Iterator[Inner]:
    """The texts of ``configs`` with inline ``content``; ``name`` is the config's."""
    if not is_compose(document):
        return
    root = follow(document.root)
    configs = _mapping(root.get("configs")) if isinstance(root, Mapping) else None
    for key, value in configs.entries if configs is not None else ():
        config = _mapping(value)
        content = config.get("content") if config is not None else None
        content = None if content is None else follow(content)
        if isinstance(key, Scalar) and isinstance(content, Scalar) and content.text:
            yield Inner(content, ("configs", key.text, "content"), key.text)


def _kept(root: Map) -> Iterator[Key]:
    """The root's entries that matter."""
    for entry in root.entries:
        keep = {"services": _service, "configs": _config}.get(entry.key)
        if keep is not None and isinstance(entry.value, Map):
            inner = entry.value.entries
            kept = tuple(replace(item, value=keep(item.value)) for item in inner if isinstance(item.value, Map))
            yield replace(entry, value=replace(entry.value, entries=kept))


def _service(tree: Tree) -> Tree:
    """A service with what is read of it; of the long sections only that they are there."""
    if not isinstance(tree, Map):
        return tree
    kept = []
    for entry in tree.entries:
        if entry.key in _WHOLE:
            kept.append(entry)
        elif entry.key == "build":
            kept.append(replace(entry, value=_build(entry.value)))
        elif entry.key == "env_file":
            kept.append(replace(entry, value=_emptied(entry.value)))
        elif entry.key == "deploy" and isinstance(entry.value, Map):
            inner = tuple(item for item in entry.value.entries if item.key == "replicas")
            kept.append(replace(entry, value=replace(entry.value, entries=inner)))
    return replace(tree, entries=tuple(kept))


def _build(tree: Tree) -> Tree:
    if not isinstance(tree, Map):
        return tree if isinstance(tree, Text) else _emptied(tree)
    return replace(tree, entries=tuple(item for item in tree.entries if item.key in _BUILD))


def _config(tree: Tree) -> Tree:
    """A config without its text, which is a document of its own."""
    if not isinstance(tree, Map):
        return tree
    kept = (entry for entry in tree.entries if entry.key in ("file", "content"))
    return replace(
        tree,
        entries=tuple(entry if entry.key == "file" else replace(entry, value=_emptied(entry.value)) for entry in kept),
    )


def _emptied(tree: Tree) -> Text:
    return Text(tree.doc, tree.start, tree.end, "")

"""One package that a list names."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import DocRef, Place
from linter.system import Fragment

SYSTEM = "inventory"

_NAMED = pattern(r"/*([^/@?#]+)/([^/@?#]+)/?(?:@([^?#]*))?(?:\?([^#]*))?")
_NO_CODE = frozenset(("pom", "sources", "java-source", "javadoc", "tests", "test-jar", "test-sources"))
"""Types and classifiers of what lies beside the jar with a package's classes."""


class Item(NamedTuple):
    """A package with its place; ``via`` is the direct dependency that brings it, ``""`` where that isn't said."""

    group: str
    artifact: str
    version: str
    start: int
    end: int
    scope: str = "compile"
    via: str = ""


class Module(NamedTuple):
    """What the packages belong to; ``group`` and ``artifact`` are ``""`` where they aren't said."""

    group: str
    artifact: str
    version: str
    start: int
    end: int
    items: tuple[Item, ...]


def purl(text: str) -> tuple[str, str, str] | None:
    """Group, artifact and version of a package URL of type ``maven``, ``""`` for a version that it does not state.

    ``None`` for others, and for what has no classes in it. Source: github.com/package-url/purl-spec.
    """
    scheme, _, rest = text.strip().partition(":")
    kind, _, rest = rest.lstrip("/").partition("/")
    found = _NAMED.match(rest) if f"{scheme}:{kind}".lower() == "pkg:maven" else None
    if found is None:
        return None
    group, artifact, version, qualifiers = (unquote(one or "") for one in found.groups())
    said = dict(one.partition("=")[::2] for one in qualifiers.lower().split("&"))
    if said.get("type") in _NO_CODE or said.get("classifier") in _NO_CODE:
        return None
    return group, artifact, version


def fragment(ref: DocRef, what: str, modules: Iterable[Module]) -> Fragment:
    """``modules`` as a fragment; ``what`` calls the list in evidence."""
    each = tuple(_module(ref, one) for one in modules)
    place = each[0].place if each else Place(ref, 0, 0)
    return Fragment(SYSTEM, what, place, {"modules": Seq(ref, place.start, place.end, each)})


def _module(ref: DocRef, module: Module) -> Tree:
    said = _texts(ref, module, ("group", "artifact", "version"))
    items = tuple(
        Map(ref, one.start, one.end, _texts(ref, one, ("group", "artifact", "version", "scope", "via")))
        for one in module.items
    )
    key = Key("items", module.start, module.end, Seq(ref, module.start, module.end, items))
    return Map(ref, module.start, module.end, (*said, key))


def _texts(ref: DocRef, thing: Item | Module, names: tuple[str, ...]) -> tuple[Key, ...]:
    at = (thing.start, thing.end)
    return tuple(Key(name, *at, Text(ref, *at, str(getattr(thing, name)))) for name in names)

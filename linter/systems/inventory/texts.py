"""Lists in plain text: trees and lists of Maven and Gradle, package URLs, names of jars."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.systems.inventory.item import Item, Module, purl
from linter.versions.published import Published

_MAVEN = pattern(
    r"(?m)^(?P<lead>(?:\[INFO\] )?)(?P<marks>(?:[|+\\ ]|-(?= ))*)"
    r"(?P<id>[\w.-]+:[\w.-]+:[\w.-]+(?::[\w.-]+)?:[\w.+-]+(?::(?:compile|runtime|provided|test|system))?)"
    r"(?=[ \t]*(?:\(.*\)|-- .*|\[.*\])?[ \t]*\r?$)"
)
_HEAD = pattern(
    r"(?m)^\[INFO\] --- \S*dependency\S*:(?:list|tree|resolve) .*@ (?P<module>[\w.-]+) ---"
    r"|^(?:\[INFO\] )?The following files have been resolved:"
)
_NAME = r"[\w.-]+(?::[\w.+-]+){3,5}"
_DOT = pattern(rf'digraph "(?P<root>{_NAME})"|"(?P<by>{_NAME})" -> "(?P<to>{_NAME})"')
_SCOPES = ("compile", "runtime", "provided", "test", "system")
_GRADLE = pattern(
    r"(?m)^(?P<marks>(?:[|+\\] *|    *)*(?:\+|\\)--- )(?P<id>[\w.-]+:[\w.-]+)(?::(?P<asked>[^\s:>{}]+|\{[^}]*\}))?"
    r"(?: -> (?P<got>[\w.:+-]+))?(?P<flags>(?: \([*cn]\)| FAILED)*)[ \t]*\r?$"
)
_CONFIGURATION = pattern(r"(?m)^(?P<name>[A-Za-z]\w*)(?: - .*| \(n\))?\r?$")
_PROJECT = pattern(r"(?m)^(?:Root project|Project) ?'?(?P<name>[\w.:-]*)'?.*$")
_PATHS = {"runtimeClasspath": "compile", "compileClasspath": "provided", "testRuntimeClasspath": "test"}
_JAR = pattern(
    r"(?P<artifact>[A-Za-z][\w.]*(?:-[A-Za-z][\w.]*)*)-(?P<version>\d[\w.+-]*?)(?P<rest>-(?:sources|javadoc|tests))?\.jar\b"
)
_REFERENCE = pattern(r"(?m)^(?:ExternalRef:.*?|[ \t]*[\"']?)(?P<purl>pkg:maven/[^\s\"',]+)[\"',]*[ \t]*\r?$")


def maven(text: str) -> Iterator[Module]:
    """The modules of a ``dependency:tree`` or ``dependency:list``, as a file or as printed by Maven."""
    current = Module("", "", "", 0, 0, ())
    items: list[Item] = []
    way: list[tuple[int, str]] = []
    heads = {found.start(): found["module"] for found in _HEAD.finditer(text)}
    events = sorted([(at, None) for at in heads] + [(found.start(), found) for found in _MAVEN.finditer(text)], key=_at)
    for at, found in events:
        if found is None:
            if items:
                yield current._replace(items=tuple(items))
                current, items = Module("", "", "", at, at, ()), []
            if heads[at]:
                current = Module("", heads[at], "", at, at, ())
            continue
        pieces = found["id"].split(":")
        start, end = found.span("id")
        if pieces[-1] not in _SCOPES:
            if items:
                yield current._replace(items=tuple(items))
            current, items = Module(pieces[0], pieces[1], pieces[-1], start, end, ()), []
            continue
        depth = len(found["marks"])
        way = [(width, name) for width, name in way if width < depth]
        via = way[0][1] if way and any(mark in found["marks"] for mark in "+\\") else ""
        way.append((depth, f"{pieces[0]}:{pieces[1]}"))
        items.append(Item(pieces[0], pieces[1], pieces[-2], start, end, pieces[-1], via))
    if items or current.artifact:
        yield current._replace(items=tuple(items))


def dot(text: str) -> Iterator[Module]:
    """The modules of a ``dependency:tree -DoutputType=dot``."""
    current = Module("", "", "", 0, 0, ())
    items: list[Item] = []
    tops: dict[str, str] = {}
    for found in _DOT.finditer(text):
        if found["root"]:
            if items:
                yield current._replace(items=tuple(items))
            pieces = found["root"].split(":")
            current, items, tops = Module(pieces[0], pieces[1], pieces[-1], *found.span("root"), ()), [], {}
            continue
        pieces = found["to"].split(":")
        if pieces[-1] in _SCOPES and len(pieces) > 4:
            name = f"{pieces[0]}:{pieces[1]}"
            via = tops.get(found["by"], "")
            tops[found["to"]] = via or name
            items.append(Item(pieces[0], pieces[1], pieces[-2], *found.span("to"), pieces[-1], via))
    if items:
        yield current._replace(items=tuple(items))


def _at(event: tuple[int, object]) -> int:
    return event[0]


def gradle(text: str) -> Iterator[Module]:
    """The projects of a ``gradle dependencies``: of their class paths, at run time before others."""
    marks = sorted(
        [(found.start(), "project", found) for found in _PROJECT.finditer(text)]
        + [(found.start(), "configuration", found) for found in _CONFIGURATION.finditer(text)]
        + [(found.start(), "item", found) for found in _GRADLE.finditer(text)],
        key=lambda mark: mark[0],
    )
    current = Module("", "", "", 0, 0, ())
    items: dict[str, Item] = {}
    way: list[tuple[int, str]] = []
    scope = ""
    for _, kind, found in marks:
        if kind == "project":
            if items:
                yield current._replace(items=tuple(items.values()))
            items = {}
            current = Module("", found["name"].rpartition(":")[2], "", *found.span(), ())
        elif kind == "configuration":
            scope, way = _PATHS.get(found["name"], ""), []
        elif scope:
            _gradle_line(found, scope, way, items)
    if items:
        yield current._replace(items=tuple(items.values()))


def _gradle_line(found: re.Match[str], scope: str, way: list[tuple[int, str]], items: dict[str, Item]) -> None:
    depth = len(found["marks"])
    way[:] = [(width, name) for width, name in way if width < depth]
    via = way[0][1] if way else ""
    name, version = found["id"], found["got"] or found["asked"] or ""
    if ":" in version:  # replaced by another package
        name, _, version = version.rpartition(":")
    way.append((depth, found["id"]))
    if "FAILED" in found["flags"] or "(c)" in found["flags"] or "(n)" in found["flags"] or version[:1] in ("", "{"):
        return
    group, _, artifact = name.partition(":")
    known = items.get(name)
    order = ("compile", "provided", "test")
    if known is None or order.index(scope) < order.index(known.scope):
        items[name] = Item(group, artifact, version, *found.span("id"), scope, via)


def jars(text: str, published: Published, pattern: re.Pattern[str] | None = None) -> Iterator[Item]:
    """The jars that a text names, of which the group is known; sources and tests are none."""
    for found in (pattern or _JAR).finditer(text):
        item = jar(found[0].rpartition("/")[2], published)
        if item is not None:
            yield item._replace(start=found.start(), end=found.end())


def jar(name: str, published: Published) -> Item | None:
    """The package that a jar of this name is, if its group is known."""
    found = _JAR.fullmatch(name)
    if found is None or found["rest"]:
        return None
    group = published.group_of(found["artifact"], found["version"])
    return None if group is None else Item(group, found["artifact"], found["version"], 0, 0)


def references(text: str) -> Iterator[Item]:
    """The package URLs of an SPDX document in its tag-value form, and those that stand alone on a line."""
    for found in _REFERENCE.finditer(text):
        said = purl(found["purl"])
        if said is not None:
            yield Item(*said, *found.span("purl"))

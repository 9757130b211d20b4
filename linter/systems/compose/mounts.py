"""Which files and inline configs a service sees, and where."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import items, string
from linter.facts.tree import Map, Text, Tree, at
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.record import NamedTuple, replace
from linter.syntax.document import DocRef
from linter.systems.compose.interpolate import Filled
from linter.systems.compose.service import Service, inside_tree, missing

_FILES = (
    *(".yaml", ".yml", ".json", ".xml", ".properties", ".toml", ".conf", ".cfg", ".ini", ".env", ".txt", ".sh"),
    *(".sql", ".lua", ".js", ".py", ".jar", ".pem", ".crt", ".key", ".sock"),
)
"""Endings that no one gives to a folder."""


class Bind(NamedTuple):
    """A path of the host and where the container sees it, both with their variables filled in."""

    source: Filled
    target: Filled


def mounts(service: Service) -> Iterator[Entity]:
    """The ``deploy.mount`` entities of a service: bind mounts and configs; named volumes hold nothing of ours."""
    if service.doc.host is None:
        for index, item in items(service.tree.get("volumes")):
            bind = _short(service, item) if isinstance(item, Text) else _long(service, item)
            if bind is not None:
                yield from _bind(service, ("volumes", index), item, bind)
    for index, item in items(service.tree.get("configs")):
        yield from _config(service, ("configs", index), item)


def _short(service: Service, item: Text) -> Bind | None:
    """``SOURCE:TARGET[:MODE]``; ``None`` for a named or anonymous volume."""
    filled = service.fill(item.text)
    covered = {index for start, end in filled.holes for index in range(start, end)}
    cuts = [index for index, char in enumerate(filled.text) if char == ":" and index not in covered]
    if not cuts:
        return None
    second = cuts[1] if len(cuts) > 1 else len(filled.text)
    source, target = _part(filled, 0, cuts[0]), _part(filled, cuts[0] + 1, second)
    if not source.text.startswith((".", "/", "~")) and not any(start == 0 for start, _ in source.holes):
        return None
    return Bind(source, target)


def _part(filled: Filled, start: int, end: int) -> Filled:
    holes = tuple((max(one, start) - start, min(other, end) - start) for one, other in filled.holes)
    return filled._replace(text=filled.text[start:end], holes=tuple(hole for hole in holes if hole[0] < hole[1]))


def _long(service: Service, item: Tree) -> Bind | None:
    source, target = string(at(item, "source")), string(at(item, "target"))
    if source is None or target is None or string(at(item, "type")) != "bind":
        return None
    return Bind(service.fill(source), service.fill(target))


def _bind(service: Service, route: tuple[str, int], item: Tree, bind: Bind) -> Iterator[Entity]:
    for source, final in _sources(service.owners.get("volumes", service).folder, bind.source):
        target: str | Unknown
        if bind.target.holes:
            target = missing(bind.target)
        elif bind.target.text.startswith("/"):
            target = posixpath.normpath(bind.target.text).rstrip("/") + final
        else:
            continue
        evidence = service.assumed(bind.source, item.place)
        yield _entity(service, route, item, Value(source, "written", None, evidence), target, final)


def _sources(folder: str, source: Filled) -> Iterator[tuple[str | Unknown, str]]:
    """What the path may be, with the ending of its target.

    Nothing here tells a file from a folder, so a path that could be either is stated as both: only one can exist.
    """
    text = source.text
    if source.holes:
        start, end = source.holes[0]
        if start or len(source.holes) > 1 or text[:end] not in ("$PWD", "${PWD}"):
            yield missing(source), ""
            return
        # What is found through the working directory is found only from the compose file's own folder.
        text = "." + text[end:]
    path = inside_tree(folder, text)
    if path is None:
        return
    if path == ".":
        yield "./", "/"
        return
    if not text.endswith("/"):
        yield path, ""
    if not path.lower().endswith(_FILES):
        yield path + "/", "/"


def _config(service: Service, route: tuple[str, int], item: Tree) -> Iterator[Entity]:
    """A config of the service: ``NAME``, or ``source`` and ``target``; it is mounted at ``/NAME`` by default."""
    name = string(item) or string(at(item, "source"))
    if name is None:
        return
    filled = service.fill(string(at(item, "target")) or "/" + name)
    target = missing(filled) if filled.holes else posixpath.normpath("/" + filled.text.lstrip("/"))
    source = _config_source(service, name)
    if source is not None:
        yield _entity(service, route, item, source, target, "")


def _config_source(service: Service, name: str) -> Value | None:
    config = at(service.root, "configs", name)
    if not isinstance(config, Map):
        return None
    evidence = (Evidence(f"config {name}", config.place),)
    if config.entry("content") is not None:
        inner = DocRef(service.doc.path, "yaml", 0, service.doc, ("configs", name, "content"))
        return Value(inner.id, "written", None, evidence)
    text = string(config.get("file"))
    if text is None or service.doc.host is not None:
        return None
    found = next(_sources(service.folder, service.fill(text)), None)
    return None if found is None else Value(found[0], "written", None, evidence)


def _entity(
    service: Service, route: tuple[str, int], item: Tree, source: Value, target: str | Unknown, final: str
) -> Entity:
    evidence = (Evidence(f"mounted into {service.title}", item.place), *source.evidence)
    shown = target if isinstance(target, str) else "a file"
    return Entity(
        Ref("deploy.mount", f"{service.id}/{route[0]}/{route[1]}{final}"),
        item.place,
        f"{shown} in {service.title}",
        f"{service.path}/{route[0]}/{shown}",
        {
            "workload": Value(service.ref()),
            "container": Value(service.name, "written"),
            "source": replace(source, evidence=evidence),
            "target": Value(target, "written", service.slot(*route)),
        },
    )

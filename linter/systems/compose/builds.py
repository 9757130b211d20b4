"""How the image of a service is built. Source: github.com/compose-spec/compose-spec, build.md."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.read import items, string
from linter.facts.tree import Map, Text, Tree, at
from linter.facts.value import Items, Ref, Unknown, Value
from linter.record import replace
from linter.systems.compose.service import Service, inside_tree, pairs

_FILE = "Dockerfile"
_PLACES = ("context", "dockerfile", "dockerfile_inline", "target")
_UNSURE = Unknown("the override file sets it anew")


def build(service: Service, override: Service | None = None) -> Iterator[Entity]:
    """The ``deploy.build`` of a service, if its Dockerfile is one in the tree.

    A section is put together from the service's own and those that it extends. Whether an ``override`` file is used is
    for whoever starts the project to say, so the arguments that it sets are not known.
    """
    parts = [one for one in (service, *service.bases) if "build" not in one.owners and one.tree.entry("build")]
    over = None if override is None else override.tree.get("build")
    moved = isinstance(over, Text) or any(at(over, key) is not None for key in _PLACES)
    if not parts or moved or any(at(one.tree, "build", "dockerfile_inline") is not None for one in parts):
        return
    found = _dockerfile(parts)
    if found is None:
        return
    folder, path = found
    given = {name: value for one in reversed(parts) for name, value in _given(one, at(one.tree, "build", "args"))}
    if override is not None:
        given |= {name: replace(value, data=_UNSURE) for name, value in _given(override, at(over, "args"))}
    place = parts[0].slot("build").place
    yield Entity(
        Ref("deploy.build", service.id),
        place,
        f"build of {service.title}",
        f"{service.path}/build",
        {
            "workload": Value(service.ref()),
            "container": Value(service.name, "written"),
            "file": Value(path, "written", parts[0].slot("build")),
            "context": Value(posixpath.normpath(folder)),
            "target": _target(parts),
            "args": Value(Items(tuple(value for value in given.values() if isinstance(value.data, str)))),
            "open": Value(
                Items(tuple(Value(name) for name, value in given.items() if isinstance(value.data, Unknown)))
            ),
        },
    )


def _dockerfile(parts: Sequence[Service]) -> tuple[str, str] | None:
    """The context and the Dockerfile in it; ``None`` if either is outside of the tree or not known."""
    short = next((one for one in parts if _context(one) is not None), parts[0])
    written = _context(short)
    context = "." if written is None else _filled(short, written)
    named = next(((one, text) for one in parts if (text := string(at(one.tree, "build", "dockerfile")))), None)
    file = _FILE if named is None else _filled(*named)
    if context is None or file is None or "://" in context:
        return None
    folder = inside_tree(short.folder, context)
    path = None if folder is None else inside_tree(folder, file)
    return None if folder is None or path is None else (folder, path)


def _context(service: Service) -> str | None:
    tree = service.tree.get("build")
    return string(tree) if isinstance(tree, Text) else string(at(tree, "context"))


def _filled(service: Service, written: str) -> str | None:
    """A path that the section says; ``None`` where only the environment knows it."""
    filled = service.fill(written)
    return None if filled.holes else filled.text


def _target(parts: Sequence[Service]) -> Value:
    for one in parts:
        text = string(at(one.tree, "build", "target"))
        if text is not None:
            return one.value(text, "build", "target")
    return Value(None)


def _given(service: Service, tree: Tree | None) -> Iterator[tuple[str, Value]]:
    """Each build argument with its ``NAME=value``; unknown where the environment decides."""
    for entry in pairs(tree):
        text = string(entry.value) if isinstance(entry.value, Text) else None
        value = Value(Unknown(f"{entry.key} comes from the environment"))
        if text is not None:
            value = service.value(text, "build", "args", entry.key)
        yield entry.key, replace(value, data=f"{entry.key}={value.data}") if isinstance(value.data, str) else value
    for index, item in items(None if isinstance(tree, Map) else tree):
        text = string(item) or ""
        name, said, _ = text.partition("=")
        value = service.value(text, "build", "args", index) if said else Value(Unknown("it comes from the environment"))
        yield name, value

"""How the image of a service is built. Source: github.com/compose-spec/compose-spec, build.md."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import items, string
from linter.facts.tree import Map, Text, Tree, at
from linter.facts.value import Items, Ref, Unknown, Value
from linter.record import replace
from linter.systems.compose.service import Service, inside_tree, pairs

_FILE = "Dockerfile"


def build(service: Service) -> Iterator[Entity]:
    """The ``deploy.build`` of a service, if its Dockerfile is one in the tree.

    Nothing where the section is put together from those of several services.
    """
    tree = service.tree.get("build")
    if tree is None or "build" in service.mixed or at(tree, "dockerfile_inline") is not None:
        return
    context = _path(service, tree, () if isinstance(tree, Text) else ("context",), ".")
    file = _path(service, tree, ("dockerfile",), _FILE)
    if context is None or file is None or "://" in context:
        return
    folder = inside_tree(service.owners.get("build", service).folder, context)
    path = None if folder is None else inside_tree(folder, file)
    if folder is None or path is None:
        return
    given = list(_given(service, at(tree, "args")))
    target = string(at(tree, "target"))
    place = service.slot("build").place
    yield Entity(
        Ref("deploy.build", service.id),
        place,
        f"build of {service.title}",
        f"{service.path}/build",
        {
            "workload": Value(service.ref()),
            "container": Value(service.name, "written"),
            "file": Value(path, "written", service.slot("build")),
            "context": Value(posixpath.normpath(folder)),
            "target": Value(target) if target is None else service.value(target, "build", "target"),
            "args": Value(Items(tuple(value for _, value in given if isinstance(value.data, str)))),
            "open": Value(Items(tuple(Value(name) for name, value in given if isinstance(value.data, Unknown)))),
        },
    )


def _path(service: Service, tree: Tree | None, route: tuple[str, ...], default: str) -> str | None:
    """A path that the section says; ``None`` where only the environment knows it."""
    written = string(at(tree, *route))
    if written is None:
        return default
    filled = service.fill(written)
    return None if filled.holes else filled.text


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

"""Dockerfiles as images that run what they hold."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.read import maps
from linter.facts.tree import Seq, Text
from linter.facts.value import Evidence, Items, Ref, Slot, Value
from linter.system import Fragment
from linter.systems.dockerfile.base import LOCKED, base_fields, word
from linter.systems.dockerfile.stages import context_path


def join(fragments: Sequence[Fragment], facts: FactBase) -> Iterator[Entity]:
    """The ``deploy.image`` and ``deploy.mount`` entities of each build of each file.

    A file that nothing in the input builds also is a ``deploy.workload`` and a ``deploy.container`` of its own.
    """
    builds: dict[str, list[Entity]] = {}
    for build in facts.of("deploy.build"):
        builds.setdefault(text(build, "file") or "", []).append(build)
    made = {one.place.doc.id for one in fragments for build in builds.get(one.place.path, ()) if _is_built(one, build)}
    for fragment in fragments:
        base = fragment.data["base"]
        if not isinstance(base, Text):
            continue
        doc = fragment.place.doc
        found = [one for one in builds.get(doc.path, ()) if doc.host is None and _is_built(fragment, one)]
        alone = not found and fragment.data["last"] and doc.id not in made
        if alone:
            yield _workload(fragment)
            yield _container(fragment)
        for built in (None,) if alone else found:
            yield _image(fragment, base, built)
            yield from _mounts(fragment, built)


def _is_built(fragment: Fragment, build: Entity) -> bool:
    """Whether a build makes this stage: by its name, its number, or as the last one."""
    target = build.fields["target"].data
    if target is None:
        return bool(fragment.data["last"])
    return isinstance(target, str) and target.lower() in (fragment.data["stage"], fragment.data["index"])


def _ref(fragment: Fragment, kind: str = "deploy.workload") -> Ref:
    return Ref(kind, fragment.place.doc.id)


def _runs(fragment: Fragment, build: Entity | None) -> dict[str, Value]:
    """Which container runs the image."""
    if build is None:
        return {"workload": Value(_ref(fragment)), "container": Value("")}
    return {name: build.fields[name] for name in ("workload", "container")}


def _named(fragment: Fragment, build: Entity | None, kind: str, part: str = "") -> Ref:
    return Ref(kind, fragment.place.doc.id + part + ("" if build is None else f"@{build.ref.id}"))


def _title(fragment: Fragment) -> str:
    return f"the image of {fragment.place.path}"


def _workload(fragment: Fragment) -> Entity:
    folder = posixpath.dirname(fragment.place.path) or "."
    fields = {
        "name": Value(folder),
        "namespace": Value(None),
        "platform": Value(None),
        "scope": Value(folder),
        "kind": Value("image"),
        "replicas": Value(None),
    }
    return Entity(_ref(fragment), fragment.place, _title(fragment), "image", fields)


def _image(fragment: Fragment, base: Text, build: Entity | None) -> Entity:
    fields = {
        **_runs(fragment, build),
        **base_fields(fragment, base, build, _title(fragment)),
        "files": _files(fragment, build),
        "args": _args(fragment),
    }
    return Entity(_named(fragment, build, "deploy.image"), base.place, _title(fragment), "image/FROM", fields)


def _copied(fragment: Fragment, build: Entity | None, source: str) -> str | None:
    """The file that is copied: the build says from where, else it is told by the Dockerfile's own folder."""
    context = None if build is None else text(build, "context")
    if context is None:
        return context_path(posixpath.dirname(fragment.place.path), source)
    path = posixpath.normpath(posixpath.join(context, source.lstrip("/")))
    return None if path.startswith("..") else path


def _files(fragment: Fragment, build: Entity | None) -> Value:
    """What the build may name by its words: below the folder the build runs in, or in the Dockerfile's own."""
    found: dict[str, None] = {}
    for name in filter(None, str(fragment.data["files"]).split("\n")):
        for path in (_copied(fragment, build, name), _copied(fragment, build, posixpath.basename(name))):
            if path is not None:
                found[path] = None
    return Value(Items(tuple(map(Value, found))))


def _args(fragment: Fragment) -> Value:
    words = tuple(Value(word, "written") for word in str(fragment.data["args"]).split("\n") if word)
    return Value(Items(words), "written" if words else "default")


def _container(fragment: Fragment) -> Entity:
    fields = {
        "workload": Value(_ref(fragment)),
        "name": Value(""),
        "image": Value(_ref(fragment, "deploy.image")),
        "args": _args(fragment),
        "environment": Value(Items((), complete=False)),
    }
    return Entity(_ref(fragment, "deploy.container"), fragment.place, _title(fragment), "image/container", fields)


def _mounts(fragment: Fragment, build: Entity | None) -> Iterator[Entity]:
    copies = fragment.data["copies"]
    for index, one in maps(copies if isinstance(copies, Seq) else None):
        source, target = word(one, "source", build), word(one, "target", build)
        path = None if source is None else _copied(fragment, build, source[0])
        if path is None or source is None or target is None:
            continue
        fields = {
            **_runs(fragment, build),
            "source": Value(path, "written", None, (Evidence("copied into the image", one.place), *source[1])),
            "target": Value(target[0], "written", Slot(one.place, ("COPY", index), 2, locked=LOCKED)),
        }
        ref = _named(fragment, build, "deploy.mount", f"!{index}")
        yield Entity(ref, one.place, f"{target[0]} in {_title(fragment)}", f"image/COPY/{index}", fields)

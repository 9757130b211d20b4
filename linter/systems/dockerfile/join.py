"""Dockerfiles as images that run what they hold."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.image import Written, image_fields
from linter.facts.read import maps, string
from linter.facts.tree import Seq, Text
from linter.facts.value import Evidence, Items, Origin, Ref, Slot, Value
from linter.record import replace
from linter.system import Fragment
from linter.systems.dockerfile.stages import context_path

_LOCKED = "a Dockerfile has to be changed by hand"


def join(fragments: Sequence[Fragment]) -> Iterator[Entity]:
    """The ``deploy.workload``, ``deploy.image``, ``deploy.container`` and ``deploy.mount`` entities of each file."""
    for fragment in fragments:
        base = fragment.data["base"]
        if isinstance(base, Text):
            yield _workload(fragment)
            yield _image(fragment, base)
            yield _container(fragment)
            yield from _mounts(fragment)


def _ref(fragment: Fragment, kind: str = "deploy.workload") -> Ref:
    return Ref(kind, fragment.place.doc.id)


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


def _image(fragment: Fragment, base: Text) -> Entity:
    slot = Slot(base.place, ("FROM",), 1, locked=_LOCKED)
    holes = fragment.data["holes"]
    spans = [(hole.start, hole.end) for hole in holes.items] if isinstance(holes, Seq) else []
    unset = [name for name in str(fragment.data["unset"]).split("\n") if name]
    evidence = tuple(Evidence(f"if the build does not set {name}", base.place) for name in unset)
    evidence += (Evidence(f"FROM of {_title(fragment)}", base.place),)
    origin: Origin = "substituted" if unset else "written"
    token = None if unset or spans else (base.start, base.end)
    written = Written(base.text, slot, spans, token, origin, evidence)
    known = image_fields(written)
    tag = replace(known["tag"], slot=_tag_slot(fragment, base))
    fields = {"workload": Value(_ref(fragment)), "container": Value(""), **known, "tag": tag, "files": _files(fragment)}
    return Entity(_ref(fragment, "deploy.image"), base.place, _title(fragment), "image/FROM", fields)


def _files(fragment: Fragment) -> Value:
    """What the build may name by its words: below the folder the build runs in, or in the Dockerfile's own."""
    folder = posixpath.dirname(fragment.place.path)
    found: dict[str, None] = {}
    for word in filter(None, str(fragment.data["files"]).split("\n")):
        for path in (context_path(folder, word), context_path(folder, posixpath.basename(word))):
            if path is not None:
                found[path] = None
    return Value(Items(tuple(map(Value, found))))


def _tag_slot(fragment: Fragment, base: Text) -> Slot:
    """Where the tag is written: in the instruction, or in the default of a build argument."""
    tag = fragment.data["tag"]
    if isinstance(tag, Text):
        return Slot(tag.place, (tag.start, tag.end), 2)
    return Slot(base.place, ("FROM",), 1, locked=str(tag))


def _container(fragment: Fragment) -> Entity:
    words = tuple(Value(word, "written") for word in str(fragment.data["args"]).split("\n") if word)
    fields = {
        "workload": Value(_ref(fragment)),
        "name": Value(""),
        "image": Value(_ref(fragment, "deploy.image")),
        "args": Value(Items(words), "written" if words else "default"),
        "environment": Value(Items((), complete=False)),
    }
    return Entity(_ref(fragment, "deploy.container"), fragment.place, _title(fragment), "image/container", fields)


def _mounts(fragment: Fragment) -> Iterator[Entity]:
    copies = fragment.data["copies"]
    folder = posixpath.dirname(fragment.place.path)
    for index, one in maps(copies if isinstance(copies, Seq) else None):
        source, target = string(one.get("source")) or "", string(one.get("target")) or ""
        path = context_path(folder, source)
        if path is None:
            continue
        fields = {
            "workload": Value(_ref(fragment)),
            "container": Value(""),
            "source": Value(path, "written", None, (Evidence("copied into the image", one.place),)),
            "target": Value(target, "written", Slot(one.place, ("COPY", index), 2, locked=_LOCKED)),
        }
        ref = Ref("deploy.mount", f"{fragment.place.doc.id}!{index}")
        yield Entity(ref, one.place, f"{target} in {_title(fragment)}", f"image/COPY/{index}", fields)

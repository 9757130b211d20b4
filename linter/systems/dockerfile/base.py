"""The image that a Dockerfile starts from, in one build of it."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.base import data
from linter.facts.entity import Entity
from linter.facts.image import Written, image_fields, split
from linter.facts.read import string
from linter.facts.tree import Map, Text, Tree
from linter.facts.value import Evidence, Items, Origin, Slot, Value
from linter.record import replace
from linter.syntax.document import Place
from linter.system import Fragment
from linter.systems.dockerfile.stages import Argument, Base, filled

LOCKED = "a Dockerfile has to be changed by hand"
_OPEN = Argument("$", None)
"""An argument of which only the build knows the value."""


def base_fields(fragment: Fragment, written: Text, build: Entity | None, title: str) -> Mapping[str, Value]:
    """The fields of a ``deploy.image`` that the reference ``written`` in ``FROM`` decides.

    Without a ``build`` every argument has its default.
    """
    given = given_by(build)
    base = filled(written.start, written.text, _arguments(fragment, given, build))
    used = dict.fromkeys(piece.name for piece in base.pieces if piece.name in given)
    evidence = [Evidence(f"if the build does not set {name}", written.place) for name in base.unset]
    evidence += [Evidence(f"build argument {name} of {_builder(build)}", given[name].place) for name in used]
    evidence.append(Evidence(f"FROM of {title}", written.place))
    origin: Origin = "substituted" if base.unset or used else "written"
    token = None if base.unset or used or base.holes else (written.start, written.end)
    slot = Slot(written.place, ("FROM",), 1, locked=LOCKED)
    known = image_fields(Written(base.text, slot, base.holes, token, origin, tuple(evidence)))
    return {**known, "tag": replace(known["tag"], slot=_tag_slot(base, written, given))}


def _builder(build: Entity | None) -> str:
    return "the build" if build is None else build.name.removeprefix("build of ")


def given_by(build: Entity | None) -> dict[str, Value]:
    """The arguments that a build gives, each with the place of its text."""
    found = data(build, "args") if build is not None else None
    given: dict[str, Value] = {}
    for value in found.values if isinstance(found, Items) else ():
        name, _, text = str(value.data).partition("=")
        given[name] = replace(value, data=text)
    return given


def _arguments(fragment: Fragment, given: Mapping[str, Value], build: Entity | None) -> Mapping[str, Argument | None]:
    """What each declared argument is in this build; one that is not declared can't be given."""
    bare = filter(None, str(fragment.data["bare"]).split("\n"))
    return in_build({**dict.fromkeys(bare), **_defaults(fragment.data["arguments"])}, given, build)


def in_build(
    declared: Mapping[str, Argument | None], given: Mapping[str, Value], build: Entity | None
) -> Mapping[str, Argument | None]:
    """What arguments with these defaults are in ``build``, which gives some of them."""
    unknown = data(build, "open") if build is not None else None
    opened = {str(value.data) for value in unknown.values} if isinstance(unknown, Items) else set()
    found = {name: _OPEN if name in opened else value for name, value in declared.items()}
    return {name: Argument(str(given[name].data), None) if name in given else value for name, value in found.items()}


def _defaults(tree: Tree | str | None) -> dict[str, Argument | None]:
    entries = tree.entries if isinstance(tree, Map) else ()
    return {
        entry.key: Argument(entry.value.text, entry.value.start) for entry in entries if isinstance(entry.value, Text)
    }


def word(item: Map, name: str, build: Entity | None) -> tuple[str, tuple[Evidence, ...]] | None:
    """A word of ``COPY`` in this build with the defaults it takes for granted; ``None`` where only a build knows it."""
    written = item.get(name)
    if not isinstance(written, Text):
        return None
    names = (string(item.get("names")) or "").split("\n")
    declared = {**dict.fromkeys(names), **_defaults(item.get("defaults"))}
    fixed = {key: Argument(one.text, None) for key, one in _defaults(item.get("set")).items() if one is not None}
    found = filled(written.start, written.text, {**in_build(declared, given_by(build), build), **fixed})
    if found.holes or "$" in found.text:
        return None
    unset = dict.fromkeys(found.unset)
    return found.text, tuple(Evidence(f"if the build does not set {key}", written.place) for key in unset)


def _tag_slot(base: Base, written: Text, given: Mapping[str, Value]) -> Slot:
    """Where the tag is written: in the instruction, in the default of an argument, or in what the build gives."""
    parts = None if base.holes else split(base.text)
    whole = Slot(written.place, ("FROM",), 1)
    if parts is None or parts.tag is None:
        why = "the image reference holds a placeholder" if base.holes else "the image has no tag to be changed"
        return replace(whole, locked=why)
    if parts.digest is not None:
        return replace(whole, locked="the image is pinned by its digest, which a new tag would not change")
    piece = base.piece(parts.tag_start, parts.tag_start + len(parts.tag))
    if piece is None:
        return replace(whole, locked="the image reference is put together from several places")
    if piece.at is None:
        slot = given[piece.name].slot
        only = piece.size == len(parts.tag) and slot is not None
        return slot if only and slot is not None else replace(whole, locked=f"the build gives {piece.name}")
    start = piece.at + parts.tag_start - piece.first
    span = (start, start + len(parts.tag))
    return Slot(Place(written.doc, *span), span, 2)

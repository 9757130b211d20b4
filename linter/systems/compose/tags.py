"""Where the tag of an image is decided that a variable fills in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from linter.facts.image import split
from linter.facts.value import Slot
from linter.pattern import pattern
from linter.record import replace
from linter.syntax.document import Place

if TYPE_CHECKING:
    from linter.systems.compose.interpolate import Filled
    from linter.systems.compose.service import Service

_ONE = pattern(r"([^$]*)\$(?:(?P<bare>[A-Za-z_]\w*)|\{(?P<name>[A-Za-z_]\w*)(?::?-[^${}]*)?\})", re.ASCII)


def decided(service: Service, written: str, filled: Filled, tag: Slot) -> Slot:
    """The slot of the tag in ``written``: in the ``.env`` file where that sets it, else the variable's default.

    As it was (and locked) where the text is put together otherwise.
    """
    found = _ONE.fullmatch(written)
    parts = split(filled.text)
    if found is None or filled.holes or parts is None or parts.tag is None or parts.digest is not None:
        return tag
    start = parts.tag_start - len(found[1])
    name = found["bare"] or found["name"]
    if start < 0:
        return tag
    if name not in filled.read:
        return replace(tag, locked=service.slot("image").locked) if filled.unset == (name,) else tag
    place = service.places[name]
    first = place.start + start
    if place.end - place.start != len(service.given[name]):
        return tag
    span = (first, first + len(parts.tag))
    return Slot(Place(place.doc, *span), span, 2)

"""URLs that govern: ``override://``, ``condition://`` and ``route://``, taken apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote, unquote_plus

from linter.facts.holes import unfilled
from linter.facts.tree import Text
from linter.facts.value import Data, Slot, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Place

_URL = pattern(r"(?:override|condition|route)://([^/?]*)/?([^?]*)(?:\?(.*))?$", re.IGNORECASE | re.DOTALL)


class Url(NamedTuple):
    """A URL taken apart; the places of its parameters are those of ``name=value`` where they can be told."""

    text: str
    host: str
    port: int | None
    interface: str
    params: Mapping[str, str]
    places: Mapping[str, Place]


def parse(tree: Text) -> Url | None:
    """The URL that a text writes, percent-encoded or not; ``None`` if it is none."""
    exact = tree.end - tree.start == len(tree.text)
    encoded = "://" not in tree.text
    found = _URL.match(unquote_plus(tree.text) if encoded else tree.text)
    if found is None:
        return None
    address, interface, query = found[1], found[2], found[3] or ""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        host, port = address, ""
    params: dict[str, str] = {}
    places: dict[str, Place] = {}
    at = tree.start + (found.start(3) if found[3] is not None else 0)
    for piece in query.split("&"):
        name, _, value = piece.partition("=")
        if name:
            # a rule is decoded once more where it is used (``getParameterAndDecoded``)
            params[name] = unquote_plus(value) if name == "rule" else unquote(value)
            if exact and not encoded:
                places[name] = Place(tree.doc, at, at + len(piece))
        at += len(piece) + 1
    return Url(tree.text, host, int(port) if port else None, unquote(interface), params, places)


def slot_of(url: Url, tree: Text, name: str) -> Slot:
    """Where a parameter is written, else the URL."""
    return Slot(url.places.get(name, tree.place), (), 0, locked="it is a part of a URL")


def param(url: Url, tree: Text, name: str) -> Value:
    """A parameter's text; null where it is not written or empty."""
    text = url.params.get(name)
    if text is None:
        return Value(None)
    return Value(unfilled(text) or text or None, "written", slot_of(url, tree, name))


def flag(url: Url, tree: Text, name: str, default: bool) -> Value:
    """A parameter that is true or anything else."""
    value = param(url, tree, name)
    data: Data | Unknown = value.data.lower() == "true" if isinstance(value.data, str) else value.data
    return Value(default if data is None else data, value.origin, value.slot)

"""A settings file's values with their places, whichever format it has."""

from __future__ import annotations

from typing import TypeAlias

from linter.record import NamedTuple

At: TypeAlias = "tuple[int, int]"
"""Line and column from 1."""


class Item(NamedTuple):
    """A value and where it stands: a ``dict`` of ``Entry``, a ``list`` of ``Item``, or a scalar."""

    value: object
    at: At


class Entry(NamedTuple):
    """One key of a table: where the key stands, and its value."""

    at: At
    item: Item


class Spot(NamedTuple):
    """A place in a settings file."""

    file: str
    at: At


class PairPlaces(NamedTuple):
    """Where a pair is stated: the settings file and the places of both ends in it."""

    file: str
    client: At
    server: At

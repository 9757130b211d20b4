"""A part of a configuration, read as the Collector reads it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from linter.facts.duration import Duration, parse_go
from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.facts.value import Data, Evidence, Origin, Slot, Unknown, Value
from linter.syntax.document import Place, Route
from linter.syntax.yaml.resolve import resolve
from linter.systems.otelcol.holes import hole_in

Read = TypeVar("Read", bound=Data)


class Block:
    """A mapping at a route, written or not, and how to read settings below it.

    ``tree`` is ``None`` where nothing is written (or only an empty value); ``why`` says why the content can't be known;
    ``missing`` is what a setting is that is not written: ``None`` (left out), or ``Unknown`` in a configuration that
    is one of several parts, and directly in a mapping of which not all is known. ``place`` is the slot of the block
    itself, or the block around it with the entry that it is, or with the key that is not there.

    Blocks below and slots are kept: several steps ask for the same ones.
    """

    __slots__ = ("_blocks", "_elsewhere", "_place", "_slots", "missing", "tree", "why")

    def __init__(
        self,
        tree: Map | None,
        place: Slot | tuple[Block, Key | str],
        missing: Unknown | None,
        why: Unknown | None = None,
    ) -> None:
        self.tree = tree
        self._place = place
        self._blocks: dict[tuple[str, ...], Block] | None = None
        self._slots: dict[str, Slot] | None = None
        self._elsewhere = missing
        self.missing = missing or (Unknown(tree.open) if tree is not None and tree.open else None)
        self.why = why

    @classmethod
    def root(cls, tree: Map, missing: Unknown | None, place: Place | None = None) -> Block:
        """A whole configuration; ``place`` is what is shown for all that is not in it."""
        return cls(tree, Slot(place or tree.place, (), 0, locked=tree.locked), missing)

    @property
    def slot(self) -> Slot:
        """The slot of the block itself; most are never asked for."""
        place = self._place
        if isinstance(place, tuple):
            around, entry = place
            own = around.slot
            if isinstance(entry, str):
                self._place = place = Slot(own.place, (*own.route, entry), own.written, locked=own.locked)
                return place
            value = entry.value
            route = (*own.route, entry.key)
            if entry.given:
                place = Slot(own.place, route, own.written, locked=own.locked)
            else:
                place = Slot(Place(value.doc, entry.start, entry.end), route, own.written + 1, locked=value.locked)
            self._place = place
        return place

    @property
    def written(self) -> bool:
        """Whether the block's own key stands in the file."""
        place = self._place
        return self.slot.exists if isinstance(place, Slot) or not isinstance(place[1], str) else False

    @property
    def route(self) -> Route:
        return self.slot.route

    def below(self, *steps: str) -> Block:
        """The block that ``steps`` lead to."""
        if self._blocks is None:
            self._blocks = {}
        found = self._blocks.get(steps)
        if found is not None:
            return found
        block = self
        for step in steps:
            entry = block.key(step)
            block = Block(None, (block, step), self.missing, block.why) if entry is None else block.enter(entry)
        self._blocks[steps] = block
        return block

    def enter(self, entry: Key) -> Block:
        """The block that one of the own entries holds."""
        value = entry.value
        if isinstance(value, Map):
            return Block(value, (self, entry), self._elsewhere)
        why: Unknown | None = None
        if isinstance(value, Seq):
            why = Unknown(f"`{entry.key}` is a list, not settings")
        elif typed(value) is not None:
            why = hole_in(value) or Unknown(f"`{entry.key}` is no block of settings")
        return Block(None, (self, entry), self._elsewhere, why)

    @property
    def holds(self) -> bool | Unknown:
        """Whether settings are written here, an empty mapping included."""
        if self.why is not None:
            return self.why
        if self.tree is not None:
            return True
        if self.missing is not None and not self.written:
            return self.missing
        return False

    def entry(self, key: str) -> Tree | None:
        """What is written for ``key``."""
        found = self.key(key)
        return None if found is None else found.value

    def key(self, key: str) -> Key | None:
        return None if self.tree is None else self.tree.entry(key)

    def slot_of(self, key: str) -> Slot:
        """Where the value of ``key`` is written, or would be."""
        return self._slot(key, self.key(key))

    def _slot(self, key: str, entry: Key | None) -> Slot:
        if self._slots is None:
            self._slots = {}
        found = self._slots.get(key)
        if found is None:
            found = self._slots[key] = self._made_slot(key, entry)
        return found

    def _made_slot(self, key: str, entry: Key | None) -> Slot:
        own = self.slot
        route = (*own.route, key)
        if entry is None or self.tree is None or entry.given:
            return Slot(own.place, route, own.written, locked=own.locked)
        value = entry.value
        if isinstance(value, Text) and value.end > value.start:
            place = Place(value.doc, value.start, value.end)
        else:
            place = Place(value.doc, entry.start, entry.end)
        return Slot(place, route, own.written + 1, locked=value.locked)

    def duration(self, key: str) -> Value:
        """A Go duration; null where it is not written."""
        return self._value(key, as_duration)

    def is_number(self, key: str) -> bool:
        """Whether a number is written for ``key``."""
        entry = self.entry(key)
        value = typed(entry) if isinstance(entry, Text) else None
        return isinstance(value, (int, float)) and not isinstance(value, bool)

    def boolean(self, key: str) -> Value:
        return self._value(key, as_bool)

    def string(self, key: str) -> Value:
        return self._value(key, as_string)

    def _value(self, key: str, convert: Callable[[Text], Read | Unknown | None]) -> Value:
        entry = self.key(key)
        slot = self._slot(key, entry)
        if entry is None:
            return Value(self.why or self.missing, "default", slot)
        value = entry.value
        if not isinstance(value, Text):
            return Value(Unknown(f"`{key}` holds more than one value"), "written", slot)
        if entry.given:
            return Value(convert(value), "default", slot, (Evidence(entry.given),))
        return Value(convert(value), origin_of(value), slot, evidence_of(value))


def origin_of(text: Text) -> Origin:
    """How a written value came to be what it is."""
    if text.filled:
        return "substituted"
    return "merged" if text.locked else "written"


def evidence_of(text: Text) -> tuple[Evidence, ...]:
    """Why a value that is filled in is what it is."""
    return (Evidence(text.filled, text.place),) if text.filled else ()


def typed(text: Text) -> bool | int | float | str | None:
    """What the Collector's YAML reader makes of a scalar."""
    return _typed(text.text, text.style, text.tag)


@lru_cache(maxsize=4096)
def _typed(text: str, style: str, tag: str | None) -> bool | int | float | str | None:
    try:
        return resolve(text, style, tag, "collector")
    except ValueError:  # a number of thousands of digits
        return text


_parse = lru_cache(maxsize=1024)(parse_go)


def as_duration(text: Text) -> Duration | Unknown | None:
    """A duration as mapstructure decodes it: a number counts nanoseconds, fractions cut off; null is null.

    Source: StringToTimeDurationHookFunc, go.dev/src/time/format.go; open-telemetry/opentelemetry-collector
    confmap/internal/decoder.go.
    """
    value = typed(text)
    if value is None:
        return None
    if isinstance(value, bool):
        return Unknown(f"`{text.text}` is no duration")
    if isinstance(value, (int, float)):
        return _nanoseconds(value, text.text)
    return _parse(value) or hole_in(text) or Unknown(f"`{value}` is no duration")


def _nanoseconds(value: float, text: str) -> Duration | Unknown:
    try:
        return Duration(int(value))
    except (OverflowError, ValueError):
        return Unknown(f"`{text}` is no duration")


def as_bool(text: Text) -> bool | Unknown | None:
    """True or false; other texts are refused from 0.105.0 on, so they are unknown."""
    value = typed(text)
    if value is None or isinstance(value, bool):
        return value
    return hole_in(text) or Unknown(f"`{text.text}` is neither true nor false")


def as_string(text: Text) -> str | Unknown | None:
    """The text as written, whatever YAML takes it for."""
    if not text.style and typed(text) is None:
        return None
    return hole_in(text) or text.text

"""The keys of blocks whose keys are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.duration import Duration
from linter.facts.entity import Entity
from linter.facts.tree import Key, Map
from linter.facts.value import Items, Ref, Unknown, Value
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.horizon import new_keys
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.tables import KeySpec, Steps, blocks, grpc_blocks
from linter.versions.version import Version

_HOME: Mapping[str, Mapping[str, Steps]] = {
    "client": {"time": ("time",), "timeout": ("timeout",), "permit_without_stream": ("permit_without_stream",)},
    "server": {
        "server_parameters": ("server_parameters",),
        "enforcement_policy": ("enforcement_policy",),
        "min_time": ("enforcement_policy", "min_time"),
        "permit_without_stream": ("enforcement_policy", "permit_without_stream"),
        "max_connection_idle": ("server_parameters", "max_connection_idle"),
        "max_connection_age": ("server_parameters", "max_connection_age"),
        "max_connection_age_grace": ("server_parameters", "max_connection_age_grace"),
    },
}
"""Where a keepalive key of each side belongs, below ``keepalive``."""

_FOREIGN = {
    "client": (
        "enforcement_policy",
        "server_parameters",
        "min_time",
        *(key for key in _HOME["server"] if key[0] == "m"),
    ),
    "server": ("time", "timeout"),
}
"""Keys that only the other side has."""

_WRAPPERS = {"client": ("client_parameters",), "server": ()}
"""Blocks that public guides put around a side's keys, and that no version has."""


class _Where(NamedTuple):
    """A block with known keys."""

    config: Config
    component: Component
    block: Block
    name: str
    role: str
    keepalive: Block | None


def key_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.key`` for each written key of keepalive, resolver and load_balancing blocks, and what to move."""
    for component in config.defined():
        for where in grpc_blocks().get((component.section, component.type), ()):
            keepalive = component.block.below(*where.block, "keepalive")
            if keepalive.tree is not None:
                name = f"{where.role}_keepalive"
                yield from _block(_Where(config, component, keepalive, name, where.role, keepalive))
        if component.type in blocks() and component.block.tree is not None:
            yield from _block(_Where(config, component, component.block, component.type, "", None))


def _block(where: _Where) -> Iterator[Entity]:
    if where.block.tree is None:
        return
    known = blocks()[where.name]
    route = where.block.route[len(where.component.block.route) :]
    shared = {
        "config": Value(where.config.ref),
        "component": Value(where.component.ref),
        "block": Value(".".join(map(str, route)) or None),
        "role": Value(where.role or None),
        **_AS_IT_SHOULD_BE,
    }
    base = "".join(f"/{step}" for step in route)
    for entry in where.block.tree.entries:
        spec = known.get(entry.key)
        setting = f"{base}/{entry.key}"
        fields = {**shared, "key": Value(entry.key)}
        moves: list[Entity] = []
        right, note = _known(spec, where.config.version.data)
        if not right:
            moves = list(_moves(where, entry, where.component.ref.id + setting)) if spec is None else []
            fields.update(_wrong(where, entry, note, moves, listed=spec is not None))
            if spec is None and fields["belongs"].data is None:
                fields["known"] = Value(new_keys(where.name, where.config.version.data) or False)
        yield Entity(
            Ref("otelcol.key", where.component.ref.id + setting, where.component.ref.instance),
            Place(entry.value.doc, entry.start, entry.end),
            f"key {entry.key} of {where.component.name}",
            where.component.path + setting,
            fields,
        )
        yield from moves
        if spec is not None and spec.type in blocks():
            yield from _block(where._replace(block=where.block.enter(entry), name=spec.type))


_AS_IT_SHOULD_BE: Mapping[str, Value] = {
    "known": Value(True),
    "note": Value(None),
    "suggestion": Value(None),
    "belongs": Value(None),
    "movable": Value(False),
    "entry": Value(None),
    "leaves": Value(Items(())),
}
"""The fields of a key that the Collector's version knows where it stands."""


def _wrong(where: _Where, entry: Key, note: str | None, moves: list[Entity], *, listed: bool) -> dict[str, Value]:
    """The fields of a key that it does not; ``listed`` is whether another version does."""
    belongs = None if listed else _belongs(where, entry)
    return {
        "known": Value(False),
        "note": Value(note),
        "suggestion": Value(None if listed or belongs else _suggestion(where, entry.key)),
        "belongs": Value(belongs),
        "movable": Value(bool(moves) and len(moves) == _settings(entry)),
        "entry": Value(entry.key, "written", where.block.slot_of(entry.key)),
        "leaves": Value(Items(tuple(Value(move.ref) for move in moves))),
    }


def _known(spec: KeySpec | None, version: object) -> tuple[bool, str | None]:
    """Whether the version has the key; where the version is not known, whether any has it."""
    if spec is None:
        return False, None
    if isinstance(version, Version):
        if spec.since is not None and version < spec.since:
            return False, f"it exists from {spec.since} on"
        if spec.until is not None and version >= spec.until:
            return False, f"it existed before {spec.until} only"
    return True, None


def _suggestion(where: _Where, key: str) -> str | None:
    from difflib import get_close_matches

    known = [name for name, spec in blocks()[where.name].items() if spec.until is None]
    folded = key.replace("-", "_").lower()
    exact = next((name for name in known if name.replace("_", "") == folded.replace("_", "")), None)
    close = get_close_matches(folded, known, 1, 0.75)
    suggestion = exact or (close[0] if close else None)
    return None if where.block.key(suggestion or "") is not None else suggestion


def _belongs(where: _Where, entry: Key) -> str | None:
    """Where such a key belongs, if it is a known one at a wrong place."""
    if where.keepalive is None:
        return None
    home = _HOME[where.role].get(entry.key)
    if home is not None:
        return ".".join(("keepalive", *home))
    if entry.key in _FOREIGN[where.role]:
        if where.role == "client":
            return "the `keepalive` of the receiver that it connects to"
        return "`keepalive.server_parameters`, or the `keepalive` of the clients"
    if entry.key in _WRAPPERS[where.role] and isinstance(entry.value, Map):
        return "keepalive" if where.role == "client" else "keepalive.enforcement_policy"
    return None


def _moves(where: _Where, entry: Key, base: str) -> Iterator[Entity]:
    """The settings of a misplaced key that have a place: the key itself, or those in its block."""
    if where.keepalive is None or _belongs(where, entry) is None:
        return
    if not isinstance(entry.value, Map):
        yield from _move(where, where.block, entry, base)
        return
    inner = where.block.enter(entry)
    for below in entry.value.entries:
        yield from _move(where, inner, below, f"{base}/{below.key}")


def _settings(entry: Key) -> int:
    """How many settings a key stands for."""
    return len(entry.value.entries) if isinstance(entry.value, Map) else 1


def _move(where: _Where, block: Block, entry: Key, ref: str) -> Iterator[Entity]:
    home = _HOME[where.role].get(entry.key)
    if home is None or where.keepalive is None or isinstance(entry.value, Map):
        return
    target = where.keepalive.below(*home[:-1])
    if target.key(home[-1]) is not None or target.why is not None:
        return
    value = block.boolean(entry.key) if entry.key == "permit_without_stream" else block.duration(entry.key)
    if isinstance(value.data, Unknown) or value.data is None:
        return
    slot = target.slot_of(home[-1])
    yield Entity(
        Ref("otelcol.move", ref, where.component.ref.instance),
        Place(entry.value.doc, entry.start, entry.end),
        entry.key,
        ref,
        {
            "to_duration": Value(None, slot=slot),
            "to_bool": Value(None, slot=slot),
            "duration": Value(value.data if isinstance(value.data, Duration) else None),
            "bool": Value(value.data if isinstance(value.data, bool) else None),
        },
    )

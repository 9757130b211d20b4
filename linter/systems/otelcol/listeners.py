"""Addresses that the components of one configuration listen on, and which of them are taken twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from linter.facts.entity import Entity
from linter.facts.fields import Fields
from linter.facts.tree import Text
from linter.facts.value import Ref, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.resources import rows
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.servers import default_local, exists, loopback
from linter.systems.otelcol.tables import Steps, grpc_blocks

_ADDRESS = pattern(r"(?P<host>.*):(?P<port>[0-9]{1,5})", re.DOTALL)
_ANY = ("0.0.0.0", "", "::")  # noqa: S104 - compared only
_UNSURE = ("unix", "npipe")


class _Where(NamedTuple):
    """``default`` is the host where none is written: a word of ``grpc.tsv``."""

    block: Steps
    exists: str
    port: int | None
    default: str


class _Listener(NamedTuple):
    """``host`` is ``None`` for the default one."""

    component: Component
    block: Block
    where: _Where
    host: str | None
    port: int


def listener_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.listener`` for each address with a plain port."""
    taken: dict[int, list[_Listener]] = {}
    for found in _listeners(config):
        used = config.in_use(found.component)
        earlier = taken.setdefault(found.port, [])
        clash = next((other for other in earlier if _same(found.host, other.host)), None) if used is True else None
        if used is True:
            earlier.append(found)
        steps, component = found.where.block, found.component
        slot = found.block.slot_of("endpoint")
        yield Entity(
            Ref("otelcol.listener", "/".join((component.ref.id, *steps)), component.ref.instance),
            slot.place if slot.exists else component.place,
            f"{'.'.join(steps) or 'endpoint'} of {component.name}",
            "/".join((component.path, *steps)),
            Fields(
                {
                    "version": config.version,
                    "in_use": flag(used),
                    "other": Value(clash.component.ref if clash is not None else None),
                },
                partial(_more, config, found),
            ),
        )


def _more(config: Config, found: _Listener) -> Mapping[str, Value]:
    """What is asked only of those whose address is taken."""
    return {
        "config": Value(config.ref),
        "component": Value(found.component.ref),
        "endpoint": found.block.string("endpoint"),
        "port": Value(found.port),
        "local_only": Value(_local(config, found)),
    }


def _listeners(config: Config) -> Iterator[_Listener]:
    for component in config.defined():
        for where in _blocks(component.section, component.type):
            block = component.block.below(*where.block)
            if block.why is not None or not exists(component.block, where.block, where.exists, block):
                continue
            if block.entry("transport") is not None:  # it may be no TCP at all
                continue
            yield from _listener(component, where, block)


def _listener(component: Component, where: _Where, block: Block) -> Iterator[_Listener]:
    text = block.entry("endpoint")
    if text is None:
        if where.port is not None and block.missing is None:
            yield _Listener(component, block, where, None, where.port)
        return
    found = _ADDRESS.fullmatch(text.text.strip()) if isinstance(text, Text) else None
    if found is not None and not found["host"].startswith(_UNSURE) and int(found["port"]):
        host = found["host"].strip("[]")
        yield _Listener(component, block, where, host, int(found["port"]))


def _local(config: Config, found: _Listener) -> bool | Unknown:
    if found.host is None:
        return default_local(config, found.where.default)
    text = found.block.entry("endpoint")
    return loopback(text, found.host) if isinstance(text, Text) else False


def _same(one: str | None, other: str | None) -> bool:
    """Whether two listeners on one port exclude each other: the same host, or all of them and any."""
    one, other = one and one.lower(), other and other.lower()
    return one == other or (one in _ANY and other is not None) or (other in _ANY and one is not None)


@lru_cache(maxsize=1)
def _listed() -> Mapping[tuple[str, str], tuple[_Where, ...]]:
    found: dict[tuple[str, str], tuple[_Where, ...]] = {}
    for row in rows("schemas", "otelcol", "listeners.tsv"):
        section, kind, block, when, port, host = (*row, "", "")[:6]
        steps = tuple(block.split(".")) if block else ()
        where = _Where(steps, when, int(port) if port else None, host)
        found[section, kind] = (*found.get((section, kind), ()), where)
    return found


@lru_cache(maxsize=512)
def _blocks(section: str, kind: str) -> Sequence[_Where]:
    grpc = grpc_blocks().get((section, kind), ())
    servers = (_Where(one.block, one.exists, one.port, one.host) for one in grpc if one.role == "server")
    return (*servers, *_listed().get((section, kind), ()))

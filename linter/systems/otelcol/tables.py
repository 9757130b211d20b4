"""Which settings mean what: gRPC blocks, blocks with known keys, durations, defaults."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from linter.facts.duration import Duration, parse_go
from linter.record import NamedTuple
from linter.resources import rows
from linter.versions.version import Version, parse

_FOLDER = ("schemas", "otelcol")

Steps = tuple[str, ...]


class GrpcBlock(NamedTuple):
    """Where a component keeps gRPC settings of one role (``client`` or ``server``); see ``grpc.tsv``."""

    role: str
    block: Steps
    exists: str
    port: int | None
    host: str
    timeout: Steps
    timeout_default: Duration | None
    streams: bool


class KeySpec(NamedTuple):
    """A known key of a block: its type, or the block below it, and the releases that have it."""

    type: str
    since: Version | None
    until: Version | None


@lru_cache(maxsize=1)
def grpc_blocks() -> Mapping[tuple[str, str], tuple[GrpcBlock, ...]]:
    """Blocks with gRPC settings by section and newest type."""
    found: dict[tuple[str, str], list[GrpcBlock]] = {}
    for row in rows(*_FOLDER, "grpc.tsv"):
        role, section, kind, block, exists, port, host, timeout, default, streams = (*row, "", "", "", "", "")[:10]
        found.setdefault((section, kind), []).append(
            GrpcBlock(
                role,
                _steps(block),
                exists,
                int(port) if port else None,
                host,
                _steps(timeout),
                parse_go(default) if default else None,
                streams == "yes",
            )
        )
    return {key: tuple(blocks) for key, blocks in found.items()}


@lru_cache(maxsize=1)
def blocks() -> Mapping[str, Mapping[str, KeySpec]]:
    """Known keys by block."""
    found: dict[str, dict[str, KeySpec]] = {}
    for row in rows(*_FOLDER, "blocks.tsv"):
        block, key, kind, since, until = (*row, "", "")[:5]
        found.setdefault(block, {})[key] = KeySpec(kind, parse("semver", since), parse("semver", until))
    return found


@lru_cache(maxsize=1)
def durations() -> Mapping[tuple[str, str], tuple[Steps, ...]]:
    """Settings that are durations, by section and newest type; type ``*`` is for every component of the section."""
    found: dict[tuple[str, str], list[Steps]] = {}
    for section, kind, setting in rows(*_FOLDER, "durations.tsv"):
        found.setdefault((section, kind), []).append(_steps(setting))
    return {key: tuple(settings) for key, settings in found.items()}


@lru_cache(maxsize=1)
def routing_keys() -> Mapping[str, Mapping[str, Version | None]]:
    """What ``routing_key`` may be, by signal, and since when."""
    found: dict[str, dict[str, Version | None]] = {}
    for row in rows(*_FOLDER, "routing-keys.tsv"):
        signal, key, since = (*row, "")[:3]
        found.setdefault(signal, {})[key] = parse("semver", since)
    return found


@lru_cache(maxsize=1)
def constants() -> Mapping[str, Duration]:
    """What is used where a keepalive setting is left out, and the bounds."""
    found = {row[0]: parse_go(row[1]) for row in rows(*_FOLDER, "keepalive.tsv")}
    return {name: value for name, value in found.items() if value is not None}


def _steps(dotted: str) -> Steps:
    return tuple(dotted.split(".")) if dotted else ()

"""Extensions that authenticate the clients of servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.entity import Entity
from linter.facts.value import Ref, Value
from linter.systems.otelcol.components import package
from linter.systems.otelcol.model import Config


def authenticator_entities(config: Config, servers: Iterable[Entity]) -> Iterator[Entity]:
    """An ``otelcol.authenticator`` for each extension that some of ``servers`` name."""
    named: dict[Ref, Entity] = {}
    for server in servers:
        ref = server.fields["authenticator"].data
        if isinstance(ref, Ref) and (ref not in named or (not _used(named[ref]) and _used(server))):
            named[ref] = server
    for extension in config.defined():
        found = named.get(extension.ref)
        if found is None:
            continue
        yield Entity(
            Ref("otelcol.authenticator", extension.ref.id, extension.ref.instance),
            extension.place,
            extension.name,
            extension.path,
            {
                "config": Value(config.ref),
                "component": Value(extension.ref),
                "package": package(extension),
                "version": config.version,
                "type": Value(extension.type),
                "server": Value(found.ref),
                "in_use": found.fields["in_use"],
            },
        )


def _used(server: Entity) -> bool:
    return server.fields["in_use"].data is True

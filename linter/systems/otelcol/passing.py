"""What data passes through in the configurations: servers, processors, queues, clients, the process itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from linter.facts.base import FactBase, Later
from linter.facts.entity import Entity
from linter.syntax.document import Place
from linter.systems.otelcol.authenticators import authenticator_entities
from linter.systems.otelcol.model import Config
from linter.systems.otelcol.pipelines import processor_entities
from linter.systems.otelcol.process import service_entity
from linter.systems.otelcol.queues import queue_entities
from linter.systems.otelcol.serving import Neighbours, server_entities
from linter.systems.otelcol.settings import sender_entities, setting_entities


def each(kinds: tuple[str, ...], entities: Callable[[Config], Iterable[Entity]], configs: Sequence[Config]) -> Later:
    """What ``entities`` gives for each of the ``configs``."""
    return Later(kinds, lambda: chain.from_iterable(map(entities, configs)))


def passing(found: Sequence[tuple[Place, Config]], facts: FactBase) -> Iterator[Later]:
    """What the configurations ``found`` state of the kinds of ``kinds_pipelines`` and ``kinds_settings``."""
    configs = [config for _, config in found]
    yield Later(("otelcol.service",), lambda: (service_entity(config, place) for place, config in found))
    yield Later(("otelcol.server", "otelcol.authenticator"), lambda: _served(configs, facts))
    yield each(("otelcol.sender",), sender_entities, configs)
    yield each(("otelcol.setting",), setting_entities, configs)
    yield each(("otelcol.processor",), processor_entities, configs)
    yield each(("otelcol.queue", "otelcol.retry"), queue_entities, configs)


def _served(configs: Sequence[Config], facts: FactBase) -> Iterator[Entity]:
    neighbours = Neighbours(facts)
    for config in configs:
        servers = list(server_entities(config, neighbours))
        yield from servers
        yield from authenticator_entities(config, servers)

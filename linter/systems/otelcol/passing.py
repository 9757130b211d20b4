"""What data passes through in one configuration: servers, processors, queues, clients, the process itself."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.syntax.document import Place
from linter.systems.otelcol.authenticators import authenticator_entities
from linter.systems.otelcol.model import Config
from linter.systems.otelcol.pipelines import processor_entities
from linter.systems.otelcol.process import service_entity
from linter.systems.otelcol.queues import queue_entities
from linter.systems.otelcol.serving import Neighbours, server_entities
from linter.systems.otelcol.settings import sender_entities, setting_entities


class Passing:
    """Gives these entities for one configuration after the other."""

    __slots__ = ("_neighbours",)

    def __init__(self, facts: FactBase) -> None:
        self._neighbours = Neighbours(facts)

    def entities(self, config: Config, place: Place) -> Iterator[Entity]:
        """What ``config`` states of the kinds of ``kinds_pipelines`` and ``kinds_settings``."""
        yield service_entity(config, place)
        servers = list(server_entities(config, self._neighbours))
        yield from servers
        yield from authenticator_entities(config, servers)
        yield from sender_entities(config)
        yield from setting_entities(config)
        yield from processor_entities(config)
        yield from queue_entities(config)

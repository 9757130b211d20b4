"""The Collector's own words for the parts of a configuration."""

from __future__ import annotations

from typing import NamedTuple

SYSTEM = "otelcol"

SECTIONS = {
    "receivers": "receiver",
    "processors": "processor",
    "exporters": "exporter",
    "connectors": "connector",
    "extensions": "extension",
}
"""The sections that define components, and what one of each is called."""

PLURAL = {one: many for many, one in SECTIONS.items()}


class ComponentId(NamedTuple):
    """``type/name`` taken apart; ``name`` is empty where there is none.

    Blanks around both parts don't count. Source: open-telemetry/opentelemetry-collector component/identifiable.go.
    """

    type: str
    name: str

    @property
    def text(self) -> str:
        return f"{self.type}/{self.name}" if self.name else self.type


def component_id(text: str) -> ComponentId:
    """The id that ``text`` writes."""
    kind, _, name = text.partition("/")
    return ComponentId(kind.strip(), name.strip())

"""The Collector's own words for the parts of a configuration."""

from __future__ import annotations

from functools import lru_cache

from linter.record import NamedTuple

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

TEMPLATES = ("*.y*ml.j*2", "*.y*ml.erb", "*.y*ml.*tmpl", "*.y*ml.tpl")
"""Names of templates: the name that a configuration has when it is rendered, and an ending for Jinja, ERB or Go."""


class ComponentId(NamedTuple):
    """An id, its type, and its name, which is empty where there is none."""

    text: str
    type: str
    name: str


@lru_cache(maxsize=1024)
def component_id(written: str) -> ComponentId:
    """The id ``type/name`` that is written; blanks around both parts don't count.

    Source: open-telemetry/opentelemetry-collector component/identifiable.go.
    """
    kind, _, name = written.partition("/")
    kind, name = kind.strip(), name.strip()
    return ComponentId(f"{kind}/{name}" if name else kind, kind, name)

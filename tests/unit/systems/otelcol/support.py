"""Small trees of files read by the systems that Collector configurations meet, and joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Data, Items, Unknown
from linter.run.joining import join_all
from linter.run.reading import Reader
from linter.system import Setup
from linter.systems.compose import SYSTEM as COMPOSE
from linter.systems.kubernetes import SYSTEM as KUBERNETES
from linter.systems.otelcol import SYSTEM as OTELCOL

SYSTEMS = (KUBERNETES, COMPOSE, OTELCOL)
CONTRIB = "otel/opentelemetry-collector-contrib"


def facts_of(
    files: Mapping[str, str],
    versions: Sequence[tuple[str, str, str]] = (),
    pairs: Sequence[tuple[str, str]] = (),
) -> FactBase:
    """The facts that ``files`` state together."""
    reader = Reader(SYSTEMS)
    readings = [reading for path, text in files.items() if (reading := reader.read(path, text.encode())) is not None]
    directives = tuple(directive for reading in readings for directive in reading.directives)
    return join_all(SYSTEMS, readings, Setup(tuple(versions), tuple(pairs), directives))


def only(facts: FactBase, kind: str, **wanted: Data) -> Entity:
    """The only entity of ``kind`` with these fields."""
    found = [entity for entity in facts.of(kind) if all(shown(entity, name) == data for name, data in wanted.items())]
    assert len(found) == 1, [entity.ref for entity in facts.of(kind)]
    return found[0]


def shown(entity: Entity, name: str) -> object:
    """A field as a short text: durations as Go writes them, ``?`` for what is not known, lists as tuples."""
    data = entity.fields[name].data
    if isinstance(data, Unknown):
        return "?"
    if isinstance(data, Items):
        return tuple(value.data for value in data.values)
    return data if data is None or isinstance(data, (bool, int)) else str(data)


def fields(entity: Entity, *names: str) -> tuple[object, ...]:
    return tuple(shown(entity, name) for name in names)


def why(entity: Entity, name: str) -> str:
    """The reason why a field is not known."""
    data = entity.fields[name].data
    assert isinstance(data, Unknown), data
    return data.why


def collector(exporters: str = "debug: {}", receivers: str = "", rest: str = "", signal: str = "traces") -> str:
    """A configuration whose one pipeline uses the first receiver and the first exporter."""
    receivers = receivers or "otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317"
    used = [text.lstrip().partition(":\n")[0].partition(": ")[0].rstrip(":") for text in (receivers, exporters)]
    return (
        f"receivers:\n{indented(receivers)}exporters:\n{indented(exporters)}{rest}service:\n  pipelines:\n"
        f"    {signal}:\n      receivers: [{used[0]}]\n      exporters: [{used[1]}]\n"
    )


def indented(text: str, width: int = 2) -> str:
    return "".join(f"{' ' * width}{line}\n" for line in text.split("\n"))


def composed(**images: str) -> str:
    """A compose file: each service runs the configuration that has its name."""
    return "services:\n" + "".join(
        f"  {name}:\n    image: {image}\n    volumes: ['./{name}.yaml:/etc/otelcol-contrib/config.yaml']\n"
        for name, image in images.items()
    )

"""gRPC clients outside the Collector: programs whose environment tells an OpenTelemetry SDK where to export to.

Nothing in such an environment says how the SDK keeps its connections alive, so their keepalive is unknown. Sources:
opentelemetry.io/docs/specs/otel/protocol/exporter and /docs/specs/otel/configuration/sdk-environment-variables. The
default protocol differs from language to language, so without one port 4317 is only a hint.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.fields import Fields
from linter.facts.value import Items, Ref, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.deployed import image_path
from linter.systems.otelcol.holes import placeholder
from linter.systems.otelcol.names import ComponentId
from linter.systems.otelcol.targets import Target, parse_endpoint

SECTION = "SDK"

_PREFIX = "OTEL_EXPORTER_OTLP_"
_SIGNALS = ("TRACES", "METRICS", "LOGS")
_GRPC_PORT = ":4317"
_PATH = pattern(r"(https?://[^/]*)/.*", re.DOTALL | re.IGNORECASE)
_VARIABLE = pattern(r"\$\([^()]+\)")  # Kubernetes puts the value of another variable in its place
_IN_CODE = Unknown("an SDK's keepalive is set in its program")
_UNTOLD = Unknown(
    f"`{_PREFIX}PROTOCOL` is not set, so the SDK decides whether it speaks gRPC; port 4317 is usual for that"
)
_HIDDEN = (
    *("keepalive", "enabled", "time", "timeout", "permit_without_stream", "configured_time", "configured_timeout"),
    *("time_without_unit", "rpc_timeout", "long_rpcs", "streaming", "detection", "idle_detection"),
)
_FIELDS = dict.fromkeys(_HIDDEN, Value(_IN_CODE))


class Program(NamedTuple):
    """What stands for a client's configuration: where the program runs."""

    workload: Ref
    path: str


class Variable(NamedTuple):
    """What stands for a client's component: the variable that names the address."""

    id: ComponentId
    place: Place
    name: str


class SdkClient(NamedTuple):
    """A client before it is linked, as ``Client`` is one."""

    ref: Ref
    config: Program
    component: Variable
    path: str
    fields: Fields
    targets: tuple[Target, ...] | Unknown


def sdk_clients(facts: FactBase, collectors: Container[tuple[Ref, str]]) -> Iterator[SdkClient]:
    """The clients in all containers but ``collectors``, given as workload and container."""
    for container in facts.of("deploy.container"):
        workload = data(container, "workload")
        given = data(container, "environment")
        if not isinstance(workload, Ref) or not isinstance(given, Items):
            continue
        told = _told(given)
        if not told or (workload, text(container, "name") or "") in collectors or _is_collector(container, facts):
            continue
        yield from _clients(container, workload, told)


def _told(given: Items) -> dict[str, Value]:
    """The variables for SDKs by name; the last of equal names counts."""
    found: dict[str, Value] = {}
    named = False
    for value in given.values:
        if isinstance(value.data, str) and value.data.startswith("OTEL_"):
            name = value.data.partition("=")[0]
            found[name] = value
            named = named or (name.startswith(_PREFIX) and name.endswith("ENDPOINT"))
    return found if named else {}


def _clients(container: Entity, workload: Ref, told: Mapping[str, Value]) -> Iterator[SdkClient]:
    """One client for each variable that names an address for some signal over gRPC."""
    if _word(told, "OTEL_SDK_DISABLED") == "true":
        return
    spoken: dict[str, bool] = {}
    for signal in _SIGNALS:
        names = (f"{_PREFIX}{signal}_ENDPOINT", f"{_PREFIX}ENDPOINT")
        name = next((name for name in names if _word(told, name)), "")
        exporters = _word(told, f"OTEL_{signal}_EXPORTER")
        if not name or (exporters and "otlp" not in exporters):
            continue
        protocol = _word(told, f"{_PREFIX}{signal}_PROTOCOL") or _word(told, f"{_PREFIX}PROTOCOL")
        if protocol == "grpc" or (not protocol and _maybe(_word(told, name))):
            spoken[name] = spoken.get(name, False) or protocol == "grpc"
    for name, stated in spoken.items():
        yield _client(container, workload, name, told[name], stated)


def _maybe(address: str) -> bool:
    """Whether the port is the one that is usual for gRPC; a path would mean HTTP."""
    return address.rstrip("/").endswith(_GRPC_PORT)


def _client(container: Entity, workload: Ref, name: str, value: Value, stated: bool) -> SdkClient:
    place = value.slot.place if value.slot is not None else container.place
    address = str(value.data).partition("=")[2].strip()
    of = "" if name == f"{_PREFIX}ENDPOINT" else f" ({name.split('_')[3].lower()})"
    shown = Variable(ComponentId(name, name, ""), place, f"SDK in {container.name}{of}")
    fields = Fields(
        {
            **_FIELDS,
            "id": Value(name),
            "section": Value(SECTION),
            "in_use": Value(stated or _UNTOLD),
            "load_balancing": Value(False),
            "endpoint": Value(address, value.origin, value.slot, value.evidence),
            "unix_socket": Value(False),
        }
    )
    ref = Ref("grpc.client", f"{container.ref.id}!{name}")
    return SdkClient(ref, Program(workload, place.path), shown, f"{container.path}/{name}", fields, _targets(address))


def _targets(address: str) -> tuple[Target, ...] | Unknown:
    hole = _VARIABLE.search(address)
    if hole is not None:
        return Unknown(f"`{hole.group()}` is known only where the program runs")
    found = placeholder(address) or parse_endpoint(_PATH.sub(r"\1", address))
    return found if isinstance(found, Unknown) else (found,)


def _word(told: Mapping[str, Value], name: str) -> str:
    """What a variable says in lower case; an empty one counts as not set."""
    return str(told[name].data).partition("=")[2].strip().lower() if name in told else ""


def _is_collector(container: Entity, facts: FactBase) -> bool:
    """Whether a container runs a Collector, which reads such a variable only where its configuration names it."""
    image, args = data(container, "image"), data(container, "args")
    entity = facts.get(image) if isinstance(image, Ref) else None
    repository = text(entity, "repository") if entity is not None else None
    if repository and image_path(repository) in catalog().images:
        return True
    return isinstance(args, Items) and any("otelcol" in str(value.data) for value in args.values[:2])

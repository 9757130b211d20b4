"""Tiers of Collectors: tail samplers and who sends to them, load balancers that share backends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.value import Data, Items, Ref, Unknown, Value
from linter.systems.otelcol.components import flag
from linter.versions.version import Version

_QUEUES = ("kafka", "pulsar", "rabbitmq", "googlecloudpubsub", "solace")
_BY_TRACE = (None, "traceID")


def tiers(facts: FactBase) -> Iterator[Entity]:
    """An ``otelcol.tail_sampler`` for each such processor, and the ``otelcol.rings``."""
    samplers = [one for one in facts.of("otelcol.component") if _is_sampler(one)]
    balancers = facts.of("otelcol.load_balancer")
    if samplers:
        yield from _Samplers(facts).entities(samplers)
    if len(balancers) > 1:
        yield from _rings(facts, balancers)


def _is_sampler(component: Entity) -> bool:
    return data(component, "section") == "processor" and data(component, "canonical") == "tail_sampling"


class _Samplers:
    """What the input says about senders and replicas, looked up once."""

    def __init__(self, facts: FactBase) -> None:
        self._facts = facts
        self._scaled = {data(one, "workload"): one.ref for one in facts.of("deploy.autoscaler")}
        self._queued = {
            data(one, "config")
            for one in facts.of("otelcol.component")
            if data(one, "section") == "receiver" and text(one, "canonical") in _QUEUES
        }
        self._fed: set[Data] = set()
        self._stray: Entity | None = None
        for balancer in facts.of("otelcol.load_balancer"):
            self._note(balancer)

    def _note(self, balancer: Entity) -> None:
        """Notes where the traces of a load balancer go, or that this is not known."""
        client = _get(self._facts, data(balancer, "client"))
        key = balancer.fields["routing_key"].data
        if (
            client is None
            or data(balancer, "traces") is False
            or (key not in _BY_TRACE and not isinstance(key, Unknown))
        ):
            return
        for server in _servers(self._facts, client):
            self._fed.add(data(server, "config"))
        if data(client, "targets_known") is not True:
            self._stray = balancer

    def entities(self, samplers: Iterable[Entity]) -> Iterator[Entity]:
        for one in samplers:
            config = _get(self._facts, data(one, "config"))
            workload = _get(self._facts, data(config, "workload") if config is not None else None)
            yield Entity(
                Ref("otelcol.tail_sampler", one.ref.id, one.ref.instance),
                one.place,
                one.name,
                one.path,
                {
                    "config": one.fields["config"],
                    "component": Value(one.ref),
                    "in_pipelines": one.fields["in_pipelines"],
                    "workload": Value(workload.ref if workload is not None else None),
                    **self._count(workload),
                    "queued": flag(data(one, "config") in self._queued),
                    "balanced": self._balanced(data(one, "config")),
                },
            )

    def _count(self, workload: Entity | None) -> dict[str, Value]:
        replicas = workload.fields["replicas"] if workload is not None else Value(None)
        scaler = self._facts.get(self._scaled[workload.ref]) if workload and workload.ref in self._scaled else None
        several: Data | Unknown = replicas.data
        if isinstance(several, int):
            several = several > 1
        if scaler is not None:
            most = scaler.fields["most"].data
            several = True if several is True or most is None else most > 1 if isinstance(most, int) else most
        return {
            "replicas": replicas,
            "autoscaler": Value(scaler.ref if scaler is not None else None),
            "several": Value(several, replicas.origin, replicas.slot),
        }

    def _balanced(self, config: Data) -> Value:
        if config in self._fed:
            return flag(True)
        if self._stray is not None:
            return Value(Unknown(f"where {self._stray.name} ({self._stray.place.path}) sends is not in the input"))
        return flag(False)


def _rings(facts: FactBase, balancers: Iterable[Entity]) -> Iterator[Entity]:
    """One pair for each set of load balancers with a backend in common; each backend is looked at once."""
    ends: dict[Ref, tuple[Entity, Entity]] = {}
    for balancer in balancers:
        version, client = data(balancer, "version"), _get(facts, data(balancer, "client"))
        if client is None or not isinstance(version, Version) or data(balancer, "in_pipelines") is not True:
            continue
        for server in _servers(facts, client):
            oldest, newest = ends.get(server.ref, (balancer, balancer))
            if version < _version(oldest):
                oldest = balancer
            if version > _version(newest):
                newest = balancer
            ends[server.ref] = (oldest, newest)
    seen: set[tuple[Ref, Ref]] = set()
    for backend, (older, newer) in ends.items():
        pair = (older.ref, newer.ref)
        if older is newer or pair in seen:
            continue
        seen.add(pair)
        yield Entity(
            Ref("otelcol.rings", f"{older.ref.id}~{newer.ref.id}", f"{older.ref.instance}{newer.ref.instance}"),
            older.place,
            f"{older.name} beside {newer.name}",
            f"{older.path}~{newer.path}",
            {"older": Value(older.ref), "newer": Value(newer.ref), "backend": Value(backend)},
        )


def _version(balancer: Entity) -> Version:
    found = data(balancer, "version")
    if not isinstance(found, Version):
        raise TypeError("a load balancer was chosen by a version that it has not")
    return found


def _servers(facts: FactBase, client: Entity) -> Iterator[Entity]:
    """The servers that a client is linked to."""
    links = data(client, "links")
    for value in links.values if isinstance(links, Items) else ():
        link = _get(facts, value.data)
        server = _get(facts, data(link, "server")) if link is not None else None
        if server is not None:
            yield server


def _get(facts: FactBase, ref: Data | Unknown) -> Entity | None:
    return facts.get(ref) if isinstance(ref, Ref) else None

"""References and services, and what of them calls what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.facts.duration import Duration, seconds
from linter.facts.entity import Entity
from linter.facts.value import Data, Evidence, Items, Ref, Unknown, Value
from linter.globs import covers
from linter.record import NamedTuple
from linter.system import Setup
from linter.systems.dubbo.calls import writes
from linter.systems.dubbo.effective import DEFAULT, Effective, Served, unshortened
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.heartbeats import beats, offered
from linter.systems.dubbo.protocols import PORTS, Address, addresses, pool, served
from linter.systems.dubbo.services import Key, Services, agreed, key_of, meant
from linter.systems.dubbo.settings import integer, string

_MOST = 20
_PAIRED = "`pairs` in the settings"


class Found(NamedTuple):
    """A reference with the services that it calls, how they were found, and why there are none."""

    group: Group
    reference: Element
    services: Sequence[Served]
    how: str
    why: str | None

    @property
    def direct(self) -> bool:
        return string(self.reference.get("url")).data is not None


class Finder:
    """Finds the services of references: by what the settings pair, by the key, and by the port of an address."""

    def __init__(self, groups: Mapping[str, Group], setup: Setup) -> None:
        self.services = Services(groups)
        self._pairs = [
            (client, [one for one in self.services.all() if _named(server, one.service)])
            for client, server in setup.pairs
        ]

    def find(self, folder: str, group: Group, reference: Element) -> Found:
        """The services of one reference in the module of ``folder``."""
        paired = [
            one
            for pattern, some in self._pairs
            if _named(pattern, reference)
            for one in some
            if one.service.interface == reference.interface
        ]
        if paired:
            return _bounded(Found(group, reference, paired, _PAIRED, None))
        unknown = meant(reference)
        key = key_of(self.services.effective[folder], reference)
        unknown = unknown or key.doubt
        if unknown is not None:
            return Found(group, reference, (), "", unknown.why)
        direct = addresses(reference)
        if isinstance(direct, Unknown):
            return Found(group, reference, (), "", direct.why)
        return self._direct(group, reference, key, direct) if direct else self._listed(folder, group, reference, key)

    def _listed(self, folder: str, group: Group, reference: Element, key: Key) -> Found:
        """Through the registry."""
        fitting = self.services.of(reference, key)
        wanted = self.services.effective[folder].side("protocol", reference).data
        if isinstance(wanted, str):
            reached = [
                one for one in fitting if wanted in _names(one) or any(isinstance(n, Unknown) for n in _names(one))
            ]
            if fitting and not reached:
                return Found(
                    group, reference, (), "", f"it asks for the protocol `{wanted}`, which no such service has"
                )
            fitting = reached
        if not fitting:
            return Found(group, reference, (), "", self.services.why_none(reference, key))
        more = [name for name, said in zip(("group", "version"), key, strict=True) if said is not None]
        return _bounded(Found(group, reference, fitting, " and ".join(["interface", *more]), None))

    def _direct(self, group: Group, reference: Element, key: Key, direct: Sequence[Address]) -> Found:
        fitting = self.services.of(reference, key) if "*" not in key else ()
        reached = [one for one in fitting if any(_listens(one, address) for address in direct)]
        said = ", ".join(one.text for one in direct)
        if not reached:
            own = _ports(fitting)
            why = f"it calls {said} directly, and no service that was read is known to listen on that port"
            if own:
                why = f"it calls {said} directly, and the services that were read listen on {own}"
            return Found(group, reference, (), "", why)
        return _bounded(Found(group, reference, reached, f"interface, and the port of {said}", None))


def _bounded(found: Found) -> Found:
    """``found`` with as many services as anybody looks at."""
    more = len(found.services) - _MOST
    if more <= 0:
        return found
    return found._replace(services=found.services[:_MOST], why=f"{more} more services are equally near")


def _names(one: Served) -> Sequence[str | Unknown]:
    return [each.name for each in served(one.by.group, one.service)]


def _ports(services: Sequence[Served]) -> str:
    """The ports on which services are known to listen, as addresses have them; ``""`` for none."""
    found: dict[str, None] = {}
    for one in services:
        for protocol in served(one.by.group, one.service):
            port = protocol.port.data
            if port is None and isinstance(protocol.name, str):
                port = PORTS.get(protocol.name)
            if isinstance(port, int) and port > 0 and isinstance(protocol.name, str):
                found[f"{protocol.name}://…:{port}"] = None
    return ", ".join(list(found)[:3])


def _listens(one: Served, address: Address) -> bool:
    """Whether a service is served where an address leads, as far as the port says."""
    for protocol in served(one.by.group, one.service):
        if protocol.name == address.protocol:
            port = protocol.port.data if protocol.port.data is not None else PORTS.get(address.protocol)
            if port == address.port and port is not None:
                return True
    return False


def _named(pattern: str, element: Element) -> bool:
    """Whether ``path glob`` or ``path glob#interface`` names a reference or a service."""
    path, _, name = pattern.partition("#")
    return (not name or name == element.interface) and covers(path, element.doc.path)


def protocol_of(found: Found, one: Served, effective: Effective) -> str | Unknown:
    """The protocol between a reference and one of its services."""
    direct = addresses(found.reference)
    if not isinstance(direct, Unknown) and direct:
        return agreed(address.protocol for address in direct) or "dubbo"
    wanted = effective.side("protocol", found.reference).data
    if isinstance(wanted, (str, Unknown)):
        return wanted
    names = _names(one)
    return agreed(names) or "dubbo"


def reference(found: Found, effective: Effective, blocked: Value, links: bool) -> Entity:
    """The entity of a reference."""
    group, element, services = found.group, found.reference, found.services

    def of(name: str) -> Value:
        return effective.of(name, element, services)

    module = group.module.folder or "."
    protocols = [protocol_of(found, one, effective) for one in services]
    beat, silence = beats_of(found, protocols, effective)
    threads = _own(group, element, "threads")
    fields = {
        "version": group.module.version,
        "id": Value(element.interface or None),
        "interface": Value(element.interface or None),
        "group": effective.side("group", element),
        "service_version": effective.side("version", element),
        "protocol": string(element.get("protocol")),
        "url": string(element.get("url")),
        "timeout": of("timeout"),
        "retries": of("retries"),
        "cluster": of("cluster"),
        "loadbalance": of("loadbalance"),
        "async": of("async"),
        "actives": of("actives"),
        "connections": of("connections"),
        "reconnect": of("reconnect"),
        "lazy": of("lazy"),
        "check": of("check"),
        "heartbeat": beat,
        "heartbeat_timeout": silence,
        "threadpool": _default(_own(group, element, "threadpool"), "cached"),
        "threads": threads if threads.data is not None else Value(None, evidence=(DEFAULT,)),
        "blocked": blocked,
        "consumer": Value(Ref("dubbo.consumer", module)),
        **_about(group, element, "consumer"),
    }
    if links:
        fields["alone"] = Value(found.why)
    return Entity(Ref("dubbo.reference", element.id), element.place, element.name, element.path, fields)


def beats_of(found: Found, protocols: Sequence[str | Unknown], effective: Effective) -> tuple[Value, Value]:
    """The heartbeat of a reference's connections and the silence after which the peer is dead."""
    offers = [offer(one, protocol) for one, protocol in zip(found.services, protocols, strict=True)]
    heartbeat = effective.handed("heartbeat", found.reference, [one["heartbeat"] for one in offers])
    silence = effective.handed("heartbeat.timeout", found.reference, [one["heartbeat.timeout"] for one in offers])
    return heartbeat, silence if silence.data is not None else thrice(heartbeat)


def _offer(one: Served, protocol: str | Unknown) -> Mapping[str, Value]:
    if isinstance(protocol, Unknown):
        return dict.fromkeys(("heartbeat", "heartbeat.timeout", "close.timeout"), Value(protocol))
    return offered(one.by.group, protocol, one.service)


def offer(one: Served, protocol: str | Unknown) -> Mapping[str, Value]:
    """What consumers get of a service's heartbeats: nothing where the registry has short URLs."""
    kept = one.by.group.once(unshortened)
    return {key: value if kept is None or key in kept else Value(None) for key, value in _offer(one, protocol).items()}


def thrice(heartbeat: Value) -> Value:
    """The silence that is borne where nothing else is said."""
    if not isinstance(heartbeat.data, Duration):
        return Value(heartbeat.data)
    return Value(heartbeat.data * 3, evidence=(Evidence("three heartbeats, the default"),))


def service(one: Served, callers: int, links: Sequence[Ref]) -> Entity:
    """The entity of a service."""
    group, element = one.by.group, one.service
    runs = group.once(pool)
    protocols = served(group, element)
    name = agreed(each.name for each in protocols) or "dubbo"
    port = protocols[0].port if len(protocols) == 1 else Value(Unknown("it is served over several protocols"))
    own = _offer(one, name)
    beat = _default(own["heartbeat"], seconds(60))
    silence = own["heartbeat.timeout"]
    fields = {
        "version": group.module.version,
        "id": Value(element.interface or None),
        "interface": Value(element.interface or None),
        "group": one.by.side("group", element),
        "service_version": one.by.side("version", element),
        "protocol": Value(name),
        "port": port,
        "timeout": one.by.side("timeout", element),
        "retries": one.by.side("retries", element),
        "threadpool": runs.name,
        "threads": runs.threads,
        "queues": runs.queues,
        "executes": _default(one.by.side("executes", element), 0),
        "heartbeat": beat,
        "heartbeat_timeout": silence if silence.data is not None else thrice(beat),
        "callers": Value(callers),
        "provider": Value(Ref("dubbo.provider", group.module.folder or ".")),
        "links": Value(Items(tuple(map(Value, links)), complete=False)),
        **_about(group, element, "provider"),
    }
    return Entity(Ref("dubbo.service", element.id), element.place, element.name, element.path, fields)


def _default(value: Value, data: Data) -> Value:
    return value if value.data is not None else Value(data, evidence=(DEFAULT,))


def _own(group: Group, element: Element, name: str) -> Value:
    """What a reference, or its module for all references, says of the pool for answers."""
    read = integer if name == "threads" else string
    for one in (element, *group.of("consumer")):
        value = read(one.get(name))
        if value.data is not None:
            return value if not one.profile else Value(Unknown(f"the profile `{one.profile}` decides it"))
    return Value(None)


def _about(group: Group, element: Element, shared: str) -> Mapping[str, Value]:
    """The module, and what is written for a reference or a service, in it and for all."""
    around = [element, *([] if element.parent is None else [element.parent]), *group.of(shared)]
    around += group.of("protocol") if shared == "provider" else []
    written = [Value(Ref("dubbo.calls", one.id)) for one in around if one.kind != "protocol" and writes(one)]
    beating = [Value(Ref("dubbo.heartbeat", one.id)) for one in around if one.kind == "protocol" or beats(one)]
    return {
        "module": Value(Ref("dubbo.module", group.module.folder or ".")),
        "calls": Value(Items(tuple(written))),
        "heartbeats": Value(Items(tuple(beating))),
    }

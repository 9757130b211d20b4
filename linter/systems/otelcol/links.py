"""Which client talks to which server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from linter.facts.base import FactBase, text
from linter.facts.value import Ref, Unknown, Value
from linter.globs import covers
from linter.record import NamedTuple
from linter.system import Setup
from linter.systems.otelcol.beside import Beside
from linter.systems.otelcol.clients import Client
from linter.systems.otelcol.model import Component, Config
from linter.systems.otelcol.network import Network, Viewpoint, open_to
from linter.systems.otelcol.proxies import Proxies
from linter.systems.otelcol.sdk import Program, SdkClient, Variable
from linter.systems.otelcol.servers import Server
from linter.systems.otelcol.targets import Target, own_host

_NOT_PROXIED = Value(False)


class Link(NamedTuple):
    """A client and the server it reaches; ``server`` is unknown where several may be meant."""

    client: Client | SdkClient
    server: Server | Unknown
    direct: Value
    matched_by: str
    target: str


class Found(NamedTuple):
    """The links of one client; ``complete`` is whether every server it may reach is among them."""

    links: tuple[Link, ...]
    complete: bool


class Linker:
    """Finds servers by address and by the pairs that the settings name."""

    def __init__(self, facts: FactBase, setup: Setup, servers: Iterable[Server]) -> None:
        self._facts = facts
        self.network = Network(facts)
        self.proxies = Proxies(facts)
        self._beside = Beside(facts)
        self._by_workload: dict[Ref, list[Server]] = {}
        everything = tuple(servers)
        for server in everything:
            if server.config.workload is not None:
                self._by_workload.setdefault(server.config.workload, []).append(server)
        self._pairs = tuple(
            (client, [server for server in everything if _matches(pattern, server.component)])
            for client, pattern in setup.pairs
        )
        self._views: dict[Ref, tuple[str, str, str]] = {}

    def proxied(self, config: Config | Program) -> Value:
        """Whether what leaves the workload of ``config`` ends at a proxy beside it."""
        entity = self._facts.get(config.workload) if config.workload is not None else None
        meshed = entity.fields.get("meshed") if entity is not None else None
        if meshed is None or meshed.data is None:
            return _NOT_PROXIED
        return Value(meshed.data, evidence=meshed.evidence)

    def find(self, client: Client | SdkClient) -> Found:
        """The links of ``client``; a pair in the settings is taken for all that there is."""
        paired = [
            Link(client, server, Value(True), "`pairs` in the settings", "")
            for pattern, servers in self._pairs
            if _matches(pattern, client.component)
            for server in servers
        ]
        if paired:
            return Found(_distinct(paired), True)
        if isinstance(client.targets, Unknown):
            return Found((), False)
        links: list[Link] = []
        complete = bool(client.targets)
        for target in client.targets:
            found = tuple(self.reach(client, target))
            links += (link for link in found if link is not None)
            complete = complete and bool(found) and None not in found
        certain = not any(isinstance(link.server, Unknown) for link in links)
        return Found(_distinct(links), complete and certain)

    def view(self, config: Config | Program) -> Viewpoint:
        """From where ``config`` looks names up."""
        workload = config.workload
        if workload is None:
            return Viewpoint(config.path, "", "")
        if workload not in self._views:
            entity = self._facts.get(workload)
            platform = text(entity, "platform") if entity is not None else None
            scope = text(entity, "scope") if entity is not None else None
            build = text(entity, "build") if entity is not None else None
            self._views[workload] = (platform or "", scope or "", build or "")
        return Viewpoint(config.path, *self._views[workload])

    def reach(self, client: Client | SdkClient, target: Target) -> Iterator[Link | None]:
        """The links through one address; ``None`` for a way out of what the input shows."""
        if target.socket:
            yield self._through(client, target)
            return
        if own_host(target.host):
            yield self._locally(client, target)
            return
        route = self.network.to(target, self.view(client.config))
        if route is None:
            return
        if route.rivals:
            why = Unknown(f"`{target.host}` may be any of {', '.join(route.rivals)}")
            yield Link(client, why, Value(True), "host name", target.text)
            return
        proxied = self.proxied(client.config)
        unsure = proxied if isinstance(proxied.data, Unknown) else None
        meshed = Value(False, evidence=proxied.evidence) if proxied.data is True else None
        how = "host name and port" + (f"; {route.note}" if route.note else "")
        for row, port in open_to(route.rows, target):
            workload, direct = row.fields["workload"].data, meshed or row.fields["direct"]
            if unsure is not None and direct.data is not False:
                direct = unsure
            if isinstance(workload, Unknown):
                yield Link(client, workload, direct, how, target.text)
            else:
                behind = workload if isinstance(workload, Ref) else None
                yield self._link(client, behind, target, port, direct, how)

    def _through(self, client: Client | SdkClient, target: Target) -> Link | None:
        """The link through a unix socket to what holds it in the same workload."""
        workload = client.config.workload
        for server in self._by_workload.get(workload, ()) if workload is not None else ():
            if server.fields["socket"].data == target.socket and server.fields["in_use"].data is not False:
                return Link(client, server, Value(True), "the same workload", target.text)
        return None

    def _locally(self, client: Client | SdkClient, target: Target) -> Link | None:
        """The link within the workload, or within what shares its network."""
        own = client.config.workload
        beside = self._beside.of(own) if own is not None else ()
        for workload in (own, *beside):
            how = "the same workload" if workload == own else "the same network"
            found = self._link(client, workload, target, target.port, Value(True), how)
            if found is not None:
                return found
        return None

    def _link(
        self,
        client: Client | SdkClient,
        workload: Ref | None,
        target: Target,
        port: int,
        direct: Value,
        how: str,
    ) -> Link | None:
        """The link to what listens on ``port`` in ``workload``; ``None`` where nothing of ours does."""
        candidates = self._by_workload.get(workload, ()) if workload is not None else ()
        found = [one for one in candidates if one.fields["port"].data == port and _reachable(one, target)]
        if not found:
            return None
        if len(found) > 1:
            names = ", ".join(sorted(f"{server.component.name} in {server.component.place.path}" for server in found))
            return Link(client, Unknown(f"port {port} may be any of {names}"), direct, how, target.text)
        if found[0].maybe_local is not None and not own_host(target.host):
            return Link(client, found[0].maybe_local, direct, how, target.text)
        return Link(client, found[0], direct, how, target.text)


def _reachable(server: Server, target: Target) -> bool:
    """Whether a running server can be reached by this address: one on localhost only from the same host."""
    if server.fields["in_use"].data is False:
        return False
    return own_host(target.host) or server.fields["local_only"].data is not True


def _distinct(links: Iterable[Link]) -> tuple[Link, ...]:
    """One link for each server, the first way to it, and one for each thing not known."""
    found: dict[object, Link] = {}
    for link in links:
        found.setdefault(link.server if isinstance(link.server, Unknown) else link.server.ref, link)
    return tuple(found.values())


def _matches(pattern: str, component: Component | Variable) -> bool:
    """Whether ``path glob`` or ``path glob#component id`` names the component."""
    path, _, name = pattern.partition("#")
    return (not name or name == component.id.text) and covers(path, component.place.path)


def by_server(links: Iterable[Link]) -> Mapping[Ref, list[Link]]:
    """Links by the server they lead to."""
    found: dict[Ref, list[Link]] = {}
    for link in links:
        if not isinstance(link.server, Unknown):
            found.setdefault(link.server.ref, []).append(link)
    return found

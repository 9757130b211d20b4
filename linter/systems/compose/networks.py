"""Which names a service has, and which others can use them.

Source: docs.docker.com/compose/how-tos/networking, docs.docker.com/reference/compose-file/services. ``hostname`` is a
name for others from Docker Engine 20.10 on (moby/moby#39204).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.entity import Entity
from linter.facts.kinds import COMPOSE, DOCKER_HOST
from linter.facts.read import items, string
from linter.facts.tree import Map, at
from linter.facts.value import Evidence, Ref, Value
from linter.record import NamedTuple
from linter.systems.compose.ports import ports
from linter.systems.compose.service import Service, pairs

_DEFAULT = frozenset(("default",))
_SHARED = "service:"


class Client(NamedTuple):
    """How services look names up: the networks they share, and the aliases that their ``links`` give to others."""

    scope: str
    networks: frozenset[str]
    links: tuple[tuple[str, str], ...] = ()


def client(service: Service, project: Mapping[str, Service]) -> Client:
    """The networks of ``service``; services of one project with the same networks have the same scope.

    ``project`` holds the services of the folder by name.
    """
    found = _networks(service, project)
    links = tuple(_links(service))
    scope = service.folder if found == _DEFAULT else f"{service.folder}!{'+'.join(sorted(found))}"
    return Client(f"{scope}!{service.name}" if links else scope, found, links)


def _networks(service: Service, project: Mapping[str, Service]) -> frozenset[str]:
    """The networks on which it has a name; none for those of the host and of another service."""
    mode = string(service.tree.get("network_mode"))
    seen = {service.name}
    while mode is not None and mode.startswith(_SHARED):
        other = project.get(mode[len(_SHARED) :])
        if other is None or other.name in seen:
            return frozenset()
        seen.add(other.name)
        service, mode = other, string(other.tree.get("network_mode"))
    if mode is not None:
        return frozenset()
    tree = service.tree.get("networks")
    named = {entry.key for entry in pairs(tree)} | {string(item) or "" for _, item in items(tree)}
    return frozenset(named - {""}) or _DEFAULT


def shares(service: Service, project: Mapping[str, Service]) -> str | None:
    """The id of the service whose network ``service`` uses, or one for the host's; ``None`` for its own."""
    seen = {service.name}
    mode = string(service.tree.get("network_mode"))
    found = None
    while mode is not None and mode.startswith(_SHARED):
        other = project.get(mode[len(_SHARED) :])
        if other is None or other.name in seen:
            return None
        seen.add(other.name)
        found, mode = other.id, string(other.tree.get("network_mode"))
    return f"{service.folder}!host" if mode == "host" else found


def _links(service: Service) -> Iterator[tuple[str, str]]:
    """(alias, service) for each link that renames a service."""
    for _, item in items(service.tree.get("links")):
        name, _, alias = (string(item) or "").partition(":")
        if name and alias and "$" not in alias:
            yield alias.lower(), name


def endpoints(service: Service, clients: Sequence[Client], project: Mapping[str, Service]) -> Iterator[Entity]:
    """The ``net.endpoint`` entities of ``service``: each of its names for each group of services that can use it."""
    if string(service.tree.get("network_mode")) is not None:
        return
    for row, (host, scope) in enumerate(dict.fromkeys(_reached(service, clients, project))):
        evidence = (Evidence(f"a name of {service.title}", service.place),)
        yield Entity(
            Ref("net.endpoint", f"{service.id}!{row}"),
            service.place,
            f"{service.title} as {host}",
            f"{service.path}/{host}/{row}",
            {
                "host": Value(host, "written", None, evidence),
                "scope": Value(scope),
                "port": Value(None),
                "target_port": Value(None),
                **_straight(service),
            },
        )


def published(service: Service) -> Iterator[Entity]:
    """The ``net.endpoint`` entities of the ports of the host that lead to ``service``."""
    if string(service.tree.get("network_mode")) not in (None, "bridge"):
        return
    for row, (port, target) in enumerate(ports(service)):
        evidence = (Evidence(f"a port of the host of {service.title}", service.place),)
        yield Entity(
            Ref("net.endpoint", f"{service.id}!host/{row}"),
            service.place,
            f"{service.title} at its host",
            f"{service.path}/{DOCKER_HOST}/{row}",
            {
                "host": Value(DOCKER_HOST, "written", None, evidence),
                "scope": Value(None),
                "port": Value(port),
                "target_port": Value(target),
                **_straight(service),
            },
        )


def _straight(service: Service) -> dict[str, Value]:
    """Where all endpoints of ``service`` lead: to itself, with nothing in between."""
    return {
        "platform": Value(COMPOSE),
        "workload": Value(service.ref()),
        "service": Value(None),
        "headless": Value(True),
        "direct": Value(True),
    }


def _reached(service: Service, clients: Sequence[Client], project: Mapping[str, Service]) -> Iterator[tuple[str, str]]:
    """(host, scope) for every name and every group of clients on one of its networks."""
    networks = _networks(service, project)
    names = tuple(_names(service))
    aliases = tuple(_aliases(service))
    for group in clients:
        shared = group.networks & networks
        if not shared:
            continue
        for name in names:
            yield name, group.scope
        for network, alias in aliases:
            if network in shared:
                yield alias, group.scope
        for alias, target in group.links:
            if target == service.name:
                yield alias, group.scope


def _names(service: Service) -> Iterator[str]:
    """The names that hold on all of its networks; one from the environment is none."""
    yield service.name.lower()
    for key in ("container_name", "hostname"):
        text = string(service.tree.get(key))
        if text is not None:
            filled = service.fill(text)
            if not filled.holes:
                yield filled.text.lower()


def _aliases(service: Service) -> Iterator[tuple[str, str]]:
    """(network, alias) for the names that hold on one network only."""
    for entry in pairs(service.tree.get("networks")):
        aliases = at(entry.value, "aliases") if isinstance(entry.value, Map) else None
        for _, item in items(aliases):
            text = string(item)
            if text is not None and not service.fill(text).holes:
                yield entry.key, service.fill(text).text.lower()

"""All configurations together: what is deployed where, what talks to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from linter.facts.base import FactBase, Later
from linter.facts.entity import Entity
from linter.facts.tree import Map
from linter.facts.value import Items, Ref, Unknown, Value
from linter.system import Fragment, Setup
from linter.systems.otelcol.alone import why_alone, why_apart
from linter.systems.otelcol.clients import Client, clients
from linter.systems.otelcol.components import Components, References, config_entity, flag
from linter.systems.otelcol.configs import configs
from linter.systems.otelcol.detection import linked
from linter.systems.otelcol.durations import Shapes, duration_entities
from linter.systems.otelcol.keys import key_entities
from linter.systems.otelcol.links import Found, Link, Linker, by_server
from linter.systems.otelcol.listeners import listener_entities
from linter.systems.otelcol.model import Config
from linter.systems.otelcol.names import SECTIONS, component_id
from linter.systems.otelcol.passing import each, passing
from linter.systems.otelcol.sdk import SdkClient, sdk_clients
from linter.systems.otelcol.servers import Server, servers
from linter.systems.otelcol.variables import variable_entities


def join(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterator[Entity | Later]:
    """Every entity that the configurations state, in their order, then clients, servers and links."""
    stated = list(configs(fragments, facts, setup))
    found = [config for _, config in stated]
    for place, config in stated:
        yield config_entity(config, place)
    parts = _parts(fragments)
    shapes = Shapes()
    by_kind: Mapping[tuple[str, ...], Callable[[Config], Iterable[Entity]]] = {
        ("otelcol.component",): lambda config: Components(config).entities(),
        ("otelcol.reference",): lambda config: References(config, parts if config.workload is None else {}).entities(),
        ("otelcol.duration",): lambda config: duration_entities(config, shapes),
        ("otelcol.key", "otelcol.move"): key_entities,
        ("otelcol.variable",): variable_entities,
        ("otelcol.listener",): listener_entities,
    }
    for kinds, entities in by_kind.items():
        yield each(kinds, entities, found)
    yield from passing(stated, facts)
    yield Later(
        ("grpc.client", "grpc.server", "grpc.link", "otelcol.load_balancer"), lambda: _grpc(found, facts, setup)
    )


def _parts(fragments: Sequence[Fragment]) -> Mapping[tuple[str, str, str], str]:
    """The files that are parts of something, by folder, section and component that they define."""
    found: dict[tuple[str, str, str], str] = {}
    for fragment in fragments:
        tree = fragment.data.get("tree")
        if not fragment.data.get("whole") or not isinstance(tree, Map):
            continue
        folder = tree.doc.path.rpartition("/")[0]
        for plural, section in SECTIONS.items():
            defined = tree.get(plural)
            for entry in defined.entries if isinstance(defined, Map) else ():
                found.setdefault((folder, section, component_id(entry.key).text), tree.doc.path)
    return found


def _grpc(found: Sequence[Config], facts: FactBase, setup: Setup) -> Iterator[Entity]:
    listening = [server for config in found for server in servers(config)]
    linker = Linker(facts, setup, listening)
    links: list[Link] = []
    talking: list[Client | SdkClient] = [client for config in found for client in clients(config)]
    if listening:
        talking += _outside(found, facts)
    for client in talking:
        reached = linker.find(client)
        links += reached.links
        alone = None if reached.complete else why_alone(client, linker)
        yield _client(client, reached, linker.proxied(client.config), alone)
        if isinstance(client, Client) and client.fields["load_balancing"].data is True:
            from linter.systems.otelcol.balancer_facts import balancer_entity

            yield balancer_entity(client, linker.network, linker.view(client.config))
    at_server = by_server(links)
    for server in listening:
        yield _server(server, at_server.get(server.ref, ()))
    yield from map(_link, links)


def _outside(found: Sequence[Config], facts: FactBase) -> Iterable[SdkClient]:
    """The clients in programs that are no Collectors; without a server in the input there is nothing to say of them."""
    deployed = (config.deployment for config in found)
    return sdk_clients(facts, {(one.workload, one.container) for one in deployed if one is not None})


def _client(client: Client | SdkClient, reached: Found, proxied: Value, alone: str | None) -> Entity:
    known = [link for link in reached.links if not isinstance(link.server, Unknown)]
    servers = (link.server for link in known)
    names = dict.fromkeys(
        f"{server.component.name} in {server.component.place.path}"
        for server in servers
        if not isinstance(server, Unknown)
    )
    found = {
        "proxied": proxied,
        "links": _refs(known),
        "targets_known": Value(reached.complete),
        "servers": Value(", ".join(names) or None),
        "alone": Value(alone),
    }
    fields = client.fields.plus(found)
    return Entity(client.ref, client.component.place, client.component.name, client.path, fields)


def _server(server: Server, links: Sequence[Link]) -> Entity:
    fields = server.fields.plus({"links": _refs(links)})
    return Entity(server.ref, server.component.place, server.component.name, server.path, fields)


def _refs(links: Sequence[Link]) -> Value:
    return Value(Items(tuple(Value(_link_ref(link)) for link in links), complete=False))


def _link_ref(link: Link) -> Ref:
    """The link's name; one to a server that is not known is told apart by its address."""
    client = link.client.ref
    if isinstance(link.server, Unknown):
        return Ref("grpc.link", f"{client.id}->{link.target}", client.instance)
    server = link.server.ref
    instance = f"{client.instance}->{server.instance}" if client.instance or server.instance else ""
    return Ref("grpc.link", f"{client.id}->{server.id}", instance)


def _link(link: Link) -> Entity:
    client = link.client
    server = link.server
    name = link.target if isinstance(server, Unknown) else server.component.name
    path = link.target if isinstance(server, Unknown) else server.path
    return Entity(
        _link_ref(link),
        client.component.place,
        f"{client.component.name} to {name}",
        f"{client.path}->{path}",
        {
            "client": Value(client.ref),
            "server": Value(server if isinstance(server, Unknown) else server.ref),
            "direct": link.direct,
            "matched_by": Value(link.matched_by),
            "target": Value(link.target or None),
            **linked(client.fields, None if isinstance(server, Unknown) else server.fields, link.direct),
            **({"drain": client.fields["drain"]} if "drain" in client.fields else {}),
            "apart": Value(why_apart(link)),
            "assumed": flag(not isinstance(server, Unknown) and bool(server.component.given)),
        },
    )

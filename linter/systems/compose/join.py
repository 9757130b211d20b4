"""All compose files together: projects are folders."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from linter.facts.entity import Entity
from linter.facts.tree import Map
from linter.facts.value import Evidence
from linter.pattern import pattern
from linter.system import Fragment
from linter.systems.compose.builds import build
from linter.systems.compose.extends import completed
from linter.systems.compose.mounts import mounts
from linter.systems.compose.networks import Client, client, endpoints, published, shares
from linter.systems.compose.service import Service, services
from linter.systems.compose.workloads import container_entities, workload

_OVERRIDE = pattern(r"(.*/)?((?:docker-)?compose)\.override\.ya?ml")
_REPLACED = ("image", "entrypoint", "command", "environment")


def join(fragments: Sequence[Fragment]) -> Iterator[Entity]:
    """Every entity that the compose files state, in their order."""
    projects: dict[str, list[Service]] = {}
    variables = {
        fragment.place.path.rpartition("/")[0]: fragment.data["env"] for fragment in fragments if fragment.kind == "env"
    }
    for fragment in fragments:
        doc = fragment.place.doc
        env = variables.get(doc.path.rpartition("/")[0]) if doc.host is None else None
        for service in services(fragment, env if isinstance(env, Map) else None) if fragment.kind == "project" else ():
            projects.setdefault(service.folder, []).append(service)
    for found in completed(projects):
        yield from _project(found)


def _project(found: Sequence[Service]) -> Iterator[Entity]:
    by_name: dict[str, Service] = {}
    for service in found:
        # A file that only adds to a service says nothing about what the name leads to.
        if service.name not in by_name or service.runs:
            by_name[service.name] = service
    clients = {service: client(service, by_name) for service in found}
    groups = _groups(clients)
    overrides = _overrides(found)
    stems = {(_stem(service), service.name) for service in found}
    for service in found:
        yield workload(service, clients[service].scope, shares(service, by_name))
        yield from container_entities(service, _replaced(service, overrides))
        if not _laid_over(service, stems):
            yield from build(service, overrides.get((_stem(service), service.name)))
        yield from mounts(service)
        if service.runs or by_name[service.name] is service:
            yield from endpoints(service, groups, by_name)
            yield from published(service)


def _groups(clients: Mapping[Service, Client]) -> tuple[Client, ...]:
    """The distinct groups of services that look names up alike."""
    return tuple(dict.fromkeys(clients.values()))


def _overrides(found: Sequence[Service]) -> Mapping[tuple[str, str], Service]:
    """The services of ``compose.override.yaml`` files, by the name of the file they are laid over and their own."""
    overrides: dict[tuple[str, str], Service] = {}
    for service in found:
        override = _OVERRIDE.fullmatch(service.doc.path)
        if override is not None:
            overrides[(override[1] or "") + override[2], service.name] = service
    return overrides


def _stem(service: Service) -> str:
    return service.doc.path.rpartition(".")[0]


def _laid_over(service: Service, stems: Container[tuple[str, str]]) -> bool:
    """Whether the service only changes one of the file that its own is laid over."""
    override = _OVERRIDE.fullmatch(service.doc.path)
    return override is not None and ((override[1] or "") + override[2], service.name) in stems


def _replaced(service: Service, overrides: Mapping[tuple[str, str], Service]) -> dict[str, Evidence]:
    """The keys of ``service`` that the override file beside its own file sets anew."""
    override = overrides.get((_stem(service), service.name))
    if override is None:
        return {}
    evidence: dict[str, Evidence] = {}
    for key in _REPLACED:
        place = override.tree.key_place(key)
        if place is not None:
            evidence[key] = Evidence(f"{override.doc.path} sets `{key}` of the service anew", place)
    return evidence

"""Services that take what they don't say themselves from another one (``extends``).

Source: docs.docker.com/reference/compose-file/services (extends) and /merge. Scalars and commands are replaced;
mappings and lists that both have would be merged, of these only the own part is read, ``build`` apart (builds.py).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from linter.facts.read import string
from linter.facts.tree import Key, Map, at
from linter.record import replace
from linter.systems.compose.service import Service

_OWN = frozenset(("extends", "links", "depends_on"))
"""What is never taken over."""

_MERGED = frozenset(("environment", "env_file", "volumes", "configs", "networks"))


class Families:
    """The services of a run by file and name, to be found as ``extends`` names them."""

    def __init__(self, services: Iterable[Service]) -> None:
        self._services = {(service.doc.id, service.name): service for service in services}

    def whole(self, service: Service) -> Service:
        """``service`` with what it takes over; as it is where the input doesn't show from whom, or not from itself."""
        found = last = service
        for base in self._bases(service):
            last = base
            own = {entry.key for entry in found.tree.entries}
            taken = [entry for entry in base.tree.entries if entry.key not in own and entry.key not in _OWN]
            both = {entry.key for entry in base.tree.entries if entry.key in own} & _MERGED
            found = replace(
                found,
                tree=replace(found.tree, entries=(*found.tree.entries, *taken)),
                owners={**found.owners, **dict.fromkeys((entry.key for entry in taken), base)},
                mixed=found.mixed | both,
                bases=(*found.bases, base),
            )
        if self._named(last) is not None:  # there is more, but not in the files checked
            return found
        return replace(found, tree=replace(found.tree, entries=tuple(_without(found.tree))))

    def _bases(self, service: Service) -> Iterator[Service]:
        """Those that ``service`` extends, the nearest first; none twice."""
        seen = {(service.doc.id, service.name)}
        named = self._named(service)
        while named is not None and named not in seen and named in self._services:
            seen.add(named)
            base = self._services[named]
            yield base
            named = self._named(base)

    def _named(self, service: Service) -> tuple[str, str] | None:
        """The file and the name of what ``service`` extends."""
        tree = service.tree.get("extends")
        name = string(tree) or string(at(tree, "service"))
        if name is None:
            return None
        file = string(at(tree, "file"))
        if file is None:
            return service.doc.id, name
        folder = posixpath.dirname(service.doc.path)
        return posixpath.normpath(posixpath.join(folder, file)), name


def _without(tree: Map) -> Iterator[Key]:
    return (entry for entry in tree.entries if entry.key != "extends")


def completed(projects: Mapping[str, list[Service]]) -> Iterator[list[Service]]:
    """The services of each project with what they take over."""
    families = Families(service for found in projects.values() for service in found)
    for found in projects.values():
        yield [families.whole(service) if service.extends else service for service in found]

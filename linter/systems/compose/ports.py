"""Ports of the host that lead to a service. Source: docs.docker.com/reference/compose-file/services (ports)."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.read import items, string
from linter.facts.tree import Map, at
from linter.pattern import pattern
from linter.systems.compose.service import Service

_SHORT = pattern(r"([0-9]{1,5})(?:-([0-9]{1,5}))?:([0-9]{1,5})(?:-([0-9]{1,5}))?(?:/tcp)?")
_MOST = 64
"""Longer ranges name no single port."""


def ports(service: Service) -> Iterator[tuple[int, int]]:
    """(port of the host, port of the container) over TCP; those of one address of the host are left out."""
    for _, item in items(service.owners.get("ports", service).tree.get("ports")):
        if isinstance(item, Map):
            outer, inner = (service.fill(string(at(item, key)) or "").text for key in ("published", "target"))
            if at(item, "host_ip") is not None or string(at(item, "protocol")) not in (None, "tcp"):
                continue
            text = f"{outer}:{inner}"
        else:
            text = service.fill(string(item) or "").text
        found = _SHORT.fullmatch(text)
        if found is not None:
            first, last, start, end = (int(part) if part else 0 for part in found.groups())
            size = max(last, first) - first
            if size < _MOST and size == max(end, start) - start:
                yield from ((first + step, start + step) for step in range(size + 1))

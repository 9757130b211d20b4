"""Workloads that run a proxy which terminates HTTP/2, told by their images."""

from __future__ import annotations

from linter.facts.base import FactBase, data, text
from linter.facts.value import Ref

_NAMES = frozenset(("nginx", "nginx-unprivileged", "nginx-plus", "openresty", "envoy", "haproxy", "traefik", "caddy"))


class Proxies:
    """The workloads with a proxy, found at the first question."""

    __slots__ = ("_facts", "_found")

    def __init__(self, facts: FactBase) -> None:
        self._facts = facts
        self._found: dict[Ref, str] | None = None

    def of(self, workload: Ref) -> str | None:
        """The image of the proxy that ``workload`` runs."""
        if self._found is None:
            self._found = {}
            for image in self._facts.of("deploy.image"):
                runs, repository = data(image, "workload"), text(image, "repository") or ""
                if isinstance(runs, Ref) and repository.rpartition("/")[2].lower() in _NAMES:
                    self._found[runs] = repository
        return self._found.get(workload)

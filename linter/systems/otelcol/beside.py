"""Workloads that share one network, so that what one calls localhost is the others' too."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.base import FactBase, text
from linter.facts.value import Ref


class Beside:
    """What shares a network with a workload, found at the first question."""

    __slots__ = ("_facts", "_groups")

    def __init__(self, facts: FactBase) -> None:
        self._facts = facts
        self._groups: dict[str, list[Ref]] | None = None

    def of(self, workload: Ref) -> Sequence[Ref]:
        """The others; the first is the one whose network it is."""
        if self._groups is None:
            self._groups = {}
            for entity in self._facts.of("deploy.workload"):
                shared = text(entity, "shares")
                if shared is not None:
                    self._groups.setdefault(shared, [Ref("deploy.workload", shared)]).append(entity.ref)
        own = self._facts.get(workload)
        shared = text(own, "shares") if own is not None else None
        return [other for other in self._groups.get(shared or workload.id, ()) if other != workload]

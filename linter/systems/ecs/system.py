"""The ECS system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup

_WORD = b"ontainerDefinitions"
_LISTED = pattern(rb"[cC]ontainerDefinitions[\"']?[ \t]*:")


def _tasks(fragments: Sequence[Fragment], _facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.ecs.join import join

    return join(fragments)


class Ecs:
    """Emits neutral kinds only: each container of a task as a workload of its own."""

    name = "ecs"
    title = "Amazon ECS"
    kinds: Mapping[str, Kind] = {}
    names = ("*.yaml", "*.yml", "*.json")
    needles = (_WORD,)
    joins: tuple[Join, ...] = (
        Join("ecs/tasks", (), ("deploy.workload", "deploy.container", "deploy.image", "deploy.mount"), _tasks),
    )

    def claim(self, _name: str, data: bytes) -> Claim | None:
        """A claim for texts that list the containers of a task; never a sure one."""
        return Claim("yaml") if _WORD in data and _LISTED.search(data) else None

    def inside(self, document: Document[Any]) -> Iterable[Inner]:  # noqa: ARG002 - what carries texts hands them on
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        from linter.systems.ecs.local import local

        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        from linter.facts.render import render

        return render(data, slot)

"""The systemd system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Slot
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup
from linter.systems.systemd.claim import NAMES, VARIABLES, claim


def _run(fragments: Sequence[Fragment], _facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not any(fragment.kind != "environment" for fragment in fragments):
        return ()
    from linter.systems.systemd.join import join

    return join(fragments)


class Systemd:
    """Emits neutral kinds only: a unit as a workload whose commands are its containers."""

    name = "systemd"
    title = "systemd"
    kinds: Mapping[str, Kind] = {}
    names = NAMES
    unmarked = ()
    variables = VARIABLES
    needles = (b"ExecStart", b"[Service]", b"--config", b"ENDPOINT=", b"_OPTIONS=", b"_OPTS=", b"_ARGS=")
    joins: tuple[Join, ...] = (Join("systemd/run", (), ("deploy.workload", "deploy.container", "deploy.mount"), _run),)

    def claim(self, name: str, data: bytes) -> Claim | None:
        return claim(name, data)

    def inside(self, document: Document[Any]) -> Iterable[Inner]:  # noqa: ARG002 - a command holds no document
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        from linter.systems.systemd.local import local

        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        from linter.facts.render import render

        return render(data, slot)

"""What judging needs beside facts, set up once for a run and for all its repetitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linter import resources
from linter.facts.base import FactBase
from linter.facts.value import Data, Slot
from linter.policy.bundle import all_kinds, bundled
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from linter.policy.releases import Releases
from linter.system import System

if TYPE_CHECKING:
    from linter.options import Options


class Judging:
    """The policies of a run and the options they are judged with."""

    def __init__(self, systems: Sequence[System], options: Options, folders: Sequence[str] = ()) -> None:
        kinds = all_kinds(systems)
        owners = {kind: system for system in systems for kind in system.kinds}
        own = bundled(kinds)
        for folder in folders:
            from linter.policy.load import load

            own += load(folder, kinds)
        self.policies = Programs(own, kinds)
        self._plurals = {name: kind.many for name, kind in kinds.items() if kind.many}

        def render(kind: str, data: Data, slot: Slot) -> str:
            return owners[kind].render(data, slot)

        self.options = JudgeOptions(
            profile=options.profile,
            select=options.select,
            ignore=options.ignore,
            severity=options.severity,
            params=options.params,
            preview=options.preview,
            releases=Releases(resources.folder("schemas")),
            render=render,
        )

    def counts(self, facts: FactBase) -> Mapping[str, int]:
        """How many things of each countable kind the run looked at, without the kinds it saw none of."""
        seen = {plural: len({entity.ref.id for entity in facts.of(kind)}) for kind, plural in self._plurals.items()}
        return {plural: count for plural, count in sorted(seen.items()) if count}

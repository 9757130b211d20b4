"""What judging needs beside facts, set up once for a run and for all its repetitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from linter import resources
from linter.facts.base import FactBase
from linter.facts.value import Data, Slot
from linter.policy.bundle import Folder, all_kinds, bundled
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from linter.policy.releases import Releases
from linter.policy.support import Support
from linter.system import System

if TYPE_CHECKING:
    from linter.options import Options


class Judging:
    """The policies of a run and the options they are judged with."""

    def __init__(
        self,
        systems: Sequence[System],
        options: Options,
        folders: Sequence[str] = (),
        bundles: Sequence[Folder] = ("policies",),
    ) -> None:
        kinds = all_kinds(systems)
        owners = {kind: system for system in systems for kind in system.kinds}
        loaded = {bundle: bundled(kinds, bundle) for bundle in bundles}
        self._ids = {bundle: frozenset(policy.id for policy in found) for bundle, found in loaded.items()}
        own = tuple(policy for found in loaded.values() for policy in found)
        for folder in folders:
            from linter.policy.load import load

            own += load(folder, kinds)
        for folder in options.advisories:
            from linter.policy.extra import load_advisories

            own += load_advisories(folder, kinds, {policy.id for policy in own})
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
            support=Support(resources.folder("schemas")),
            render=render,
        )

    def ids(self, bundle: Folder) -> frozenset[str]:
        """The ids of the bundled policies of one folder."""
        return self._ids.get(bundle, frozenset())

    def counts(self, facts: FactBase) -> Mapping[str, int]:
        """How many things of each countable kind the run looked at, without the kinds it saw none of."""
        seen = {plural: len({entity.ref.id for entity in facts.of(kind)}) for kind, plural in self._plurals.items()}
        return {plural: count for plural, count in sorted(seen.items()) if count}

"""What judging needs beside facts, set up once for a run and for all its repetitions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from linter import resources
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import Data, Ref, Slot
from linter.policy.bundle import Folder, all_kinds, bundled
from linter.policy.model import Policy
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from linter.policy.releases import Releases, SystemReleases
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
        own += self._extra(options, kinds, own)
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
            held=self._later(loaded, options.ruleset),
            overrides=options.overrides,
            named=options.named,
            releases=Releases(resources.folder("schemas")),
            known=SystemReleases(resources.folder("schemas")),
            support=Support(resources.folder("schemas")),
            render=render,
        )

    @staticmethod
    def _extra(options: Options, kinds: Mapping[str, Kind], known: tuple[Policy, ...]) -> tuple[Policy, ...]:
        """The policies of folders that the user names; raises ``Faults``."""
        if not options.policies and not options.advisories:
            return ()
        from linter.policy.extra import load_advisories, load_policies

        ids = {policy.id for policy in known}
        found: list[Policy] = []
        for load, folders in ((load_policies, options.policies), (load_advisories, options.advisories)):
            for folder in folders:
                more = load(folder, kinds, ids)
                found += more
                ids.update(policy.id for policy in more)
        return tuple(found)

    @staticmethod
    def _later(loaded: Mapping[Folder, tuple[Policy, ...]], ruleset: str | None) -> frozenset[str]:
        """The bundled policies that are newer than ``ruleset``."""
        if ruleset is None:
            return frozenset()
        from linter.settings.rulesets import later, rulesets

        release = rulesets()[ruleset]
        return frozenset(policy.id for policy in loaded.get("policies", ()) if later(policy.since, release))

    def ids(self, bundle: Folder) -> frozenset[str]:
        """The ids of the bundled policies of one folder."""
        return self._ids.get(bundle, frozenset())

    def counts(self, facts: FactBase, concerns: Callable[[Sequence[str]], bool]) -> Mapping[str, int]:
        """How many things of each countable kind the run was about, without the kinds it saw none of.

        A link is counted if one of its ends is, wherever the other may be.
        """
        seen = {
            plural: len({one.ref.id for one in facts.of(kind) if self._touched(one, facts, concerns)})
            for kind, plural in self._plurals.items()
        }
        return {plural: count for plural, count in sorted(seen.items()) if count}

    def _touched(self, entity: Entity, facts: FactBase, concerns: Callable[[Sequence[str]], bool]) -> bool:
        if concerns((entity.place.path,)):
            return True
        refs = (value.data for value in entity.fields.values() if isinstance(value.data, Ref))
        # what is not counted is not made for the sake of a count
        ends = (facts.get(ref) for ref in refs if ref.kind in self._plurals)
        return any(end is not None and concerns((end.place.path,)) for end in ends)

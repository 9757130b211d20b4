"""The fixes of a finding: changes to slots, not yet text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import NEUTRAL
from linter.facts.value import Data, Items, Ref, Slot, Unknown, Value
from linter.finding import Change, Fix, Safety
from linter.policy.model import EditSpec, FixSpec, Text
from linter.policy.sharing import Sharing
from linter.policy.trial import Trial, truth
from linter.record import replace

Render: TypeAlias = Callable[[str, Data, Slot], str]
Names: TypeAlias = Mapping[str, "Entity | Data | Unknown"]
Instance: TypeAlias = tuple[Entity, Names]
"""An entity, and what its fixes may name beyond it."""


class _DroppedError(Exception):
    """Something a fix needs is unknown, so there is no fix."""


class Fixer:
    """Builds fixes; ``render`` writes data as the text that belongs at a slot of an entity of a kind."""

    def __init__(self, facts: FactBase, render: Render) -> None:
        self._facts = facts
        self._render = render
        self._sharing = Sharing(facts)

    def fixes(self, trial: Trial, instances: Sequence[Instance]) -> tuple[Fix, ...]:
        """The fixes of ``trial``'s policy, without those that lack something or change nothing.

        ``instances`` are those of one thing; the first has to need a fix for it to be made, and it changes what any of
        them needs.
        """
        found = (self._fix(trial, instances, spec) for spec in trial.policy.fixes)
        return tuple(fix for fix in found if fix is not None)

    def _fix(self, trial: Trial, instances: Sequence[Instance], spec: FixSpec) -> Fix | None:
        ours = [each for each in instances if _wanted(trial, each, spec)]
        if not ours or ours[0] is not instances[0]:
            return None
        changes: dict[Change, None] = {}
        needed = False
        try:
            for edit in spec.edits:  # of all instances before the next: the edits' order is that of the roll-out
                for index, (entity, names) in enumerate(ours):
                    made = dict.fromkeys(self._changes(trial, entity, names, edit))
                    needed = needed or (index == 0 and bool(made))
                    changes.update(made)
        except _DroppedError:
            return None
        if not needed:
            return None
        template = trial.compiled.title(spec.title)
        title = " and ".join(dict.fromkeys(template.render(trial.scope(*each)) for each in ours))
        if trial.policy.advisory is not None:
            title += self._shared(changes, ours)
        reason = _obstacle(changes)
        safety: Safety = "show" if reason else spec.safety
        return Fix(f"{title} ({reason})" if reason else title, safety, tuple(changes))

    def _shared(self, changes: Iterable[Change], instances: Sequence[Instance]) -> str:
        """What else the places of versions decide, in brackets."""
        own = [str(entity.fields["package"].data) for entity, _ in instances if "package" in entity.fields]
        said = dict.fromkeys(self._sharing.said(change.slot, own) for change in changes)
        named = "; ".join(filter(None, said))
        return f" ({named})" if named else ""

    def _changes(self, trial: Trial, entity: Entity, names: Names, edit: EditSpec) -> Iterator[Change]:
        for each in self._repeated(trial, entity, names, edit):
            yield from self._change(trial, entity, each, edit)

    def _repeated(self, trial: Trial, entity: Entity, names: Names, edit: EditSpec) -> Iterator[Names]:
        """The names of each repetition: one, or one for each item of ``for``."""
        if edit.for_ is None:
            yield names
            return
        items = trial.compiled.edit(edit.for_).evaluate(trial.scope(entity, names))
        if not isinstance(items, Items):
            raise _DroppedError
        for value in items.values:
            item: Entity | Data | Unknown = value.data
            if isinstance(value.data, Ref):
                item = self._facts.get(value.data) or Unknown("one end was not found")
            if isinstance(item, Unknown):
                raise _DroppedError
            yield {**names, edit.as_: item}

    def _change(self, trial: Trial, entity: Entity, names: Names, edit: EditSpec) -> Iterator[Change]:
        """The change with those that go with it; none where ``when`` is false or the file says so already."""
        scope = trial.scope(entity, names)
        when = True if edit.when is None else truth(trial.compiled.edit(edit.when, edit), scope)
        if when is False:
            return
        target = trial.compiled.edit(edit.target, edit).locate(scope)
        if isinstance(when, Unknown) or not isinstance(target, Value) or target.slot is None:
            raise _DroppedError
        slot = target.slot
        if edit.verb != "set" and not slot.exists:
            return
        if edit.to is None:
            yield Change(edit.verb, slot)
            return
        to = trial.compiled.edit(edit.to, edit).evaluate(scope)
        if to is None or isinstance(to, (Unknown, Entity, Items, Ref)):
            raise _DroppedError
        if edit.verb == "rename":
            yield Change("rename", slot, str(to))
        elif not (slot.exists and target.data == to and type(target.data) is type(to)):
            word = None if slot.by is None else slot.by.word(str(to))
            if slot.by is not None and word is not None:
                yield Change("set", slot.by.slot, word)
            else:
                yield Change("set", slot, self._render(_owner(trial, edit), _around(to, slot), slot))
            yield from _together(slot, str(to))


def _wanted(trial: Trial, instance: Instance, spec: FixSpec) -> bool:
    return spec.when is None or truth(trial.compiled.edit(spec.when), trial.scope(*instance)) is True


def _around(to: Data, slot: Slot) -> Data:
    """``to`` with what stands about the old value."""
    before, after = slot.around
    return f"{before}{to}{after}" if before or after else to


def _together(slot: Slot, to: str) -> Iterator[Change]:
    """What has to be changed with ``slot``."""
    for spelling in slot.also:
        word = spelling.word(to)
        if word is None:
            yield Change("set", replace(spelling.slot, locked=_unspelt(spelling.slot, to)), to)
        else:
            yield Change("set", spelling.slot, word)


def _unspelt(slot: Slot, to: str) -> str:
    return f"what {'.'.join(map(str, slot.route))} has to be with {to} is not known"


def _owner(trial: Trial, edit: EditSpec) -> str:
    """The kind of the entity whose field is edited; a neutral one has no system, so then the matched kind."""
    path = edit.target.text.strip().rpartition(".")[0]
    kind = trial.compiled.edit(Text(path), edit).type.of
    return trial.policy.match if kind in NEUTRAL else kind


def _obstacle(changes: Iterable[Change]) -> str:
    """Why a fix can only be shown: a slot that may not be edited, or two texts for one slot."""
    seen: dict[tuple[object, ...], Change] = {}
    for change in changes:
        slot = change.slot
        if slot.locked:
            return f"not applied: {slot.locked}"
        key = (slot.place.doc, slot.route, slot.part)
        if key in seen:
            return f"not applied: it would have to be both `{seen[key].to}` and `{change.to}`"
        seen[key] = change
    return ""

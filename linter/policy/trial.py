"""One policy tried on the facts of one run: what each of its expressions says about an entity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linter.expr.program import Program
from linter.expr.scope import Result, Scope
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Data, Ref, Unknown, Value
from linter.finding import Severity
from linter.policy.model import PROFILES, Policy, Text, When
from linter.policy.names import PARAMS
from linter.policy.programs import Compiled
from linter.syntax.document import DocRef, Place
from linter.versions.version import Version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from linter.policy.arguments import Argument


def truth(program: Program, scope: Scope) -> bool | Unknown:
    """What a condition says; null is unknown, as everywhere where true or false is wanted."""
    return verdict(program.evaluate(scope))


def verdict(found: Result) -> bool | Unknown:
    """What a condition says whose value is ``found``."""
    if found is True or found is False or isinstance(found, Unknown):
        return found
    return Unknown("a setting that decides it is not set")


class Trial:
    """A compiled policy with the facts and the arguments of its parameters; ``known`` is for ``unlisted``.

    Verdicts are three-valued: ``True``, ``False`` or the first ``Unknown`` that stands in the way.
    """

    __slots__ = ("_arguments", "_facts", "_known", "_last", "_requirement", "_where", "compiled", "policy")

    def __init__(
        self,
        compiled: Compiled,
        facts: FactBase,
        arguments: Mapping[str, Argument],
        known: Callable[[], Sequence[Version]] = tuple,
    ) -> None:
        self._known = known
        self.compiled = compiled
        self.policy: Policy = compiled.policy
        self._facts = facts
        place = Place(DocRef(self.policy.path, "yaml"), 0, 0)
        fields = {name: Value(value) for name, value in arguments.items()}
        self._arguments = Entity(Ref(PARAMS, self.policy.id), place, PARAMS, PARAMS, fields)
        self._where = self._about(self.policy.where)
        self._requirement = self._about(self.policy.require)
        self._last: tuple[Entity, Scope] | None = None

    def _about(self, text: Text | None) -> Callable[[Entity], Result] | None:
        if text is None:
            return None
        return self.compiled.program(text).about("it", Scope({PARAMS: self._arguments}, self._facts))

    def scope(self, entity: Entity, names: Mapping[str, Entity | Data | Unknown] | None = None) -> Scope:
        """What expressions about ``entity`` see, ``names`` beyond the usual ones."""
        if names:
            return Scope({"it": entity, PARAMS: self._arguments, **names}, self._facts)
        if self._last is None or self._last[0] is not entity:
            self._last = (entity, Scope({"it": entity, PARAMS: self._arguments}, self._facts))
        return self._last[1]

    def holds(self, text: Text | None, scope: Scope) -> bool | Unknown:
        """What a condition of the policy says; true where it is absent."""
        return True if text is None else truth(self.compiled.program(text), scope)

    def concerns(self, entity: Entity) -> bool | Unknown:
        """Whether an advisory is about the package of ``entity``; always true for other policies."""
        if self.policy.advisory is None:
            return True
        package = entity.fields.get("package", ABSENT).data
        return package if isinstance(package, Unknown) else package == self.policy.advisory.package

    def where(self, entity: Entity) -> bool | Unknown:
        """Whether the policy looks at ``entity``."""
        concerned = self.policy.advisory is None or self.concerns(entity)
        if concerned is False:
            return False
        condition = True if self._where is None else verdict(self._where(entity))
        return condition if concerned is True or condition is False else concerned

    def broken(self, entity: Entity) -> bool | Unknown:
        """Whether what the policy requires is not so: ``require`` is false, or the version affected."""
        if self.policy.advisory is None:
            kept = self._requirement is not None and verdict(self._requirement(entity))
            return kept if isinstance(kept, Unknown) else not kept
        version = entity.fields.get("version", ABSENT).data
        if isinstance(version, Unknown):
            return version
        if not isinstance(version, Version):
            return Unknown("its version is not stated")
        from linter.policy.unlisted import named  # a run without a known version reads no lists of releases

        return named(self.compiled, version, self._known())

    def affected(self, version: Version) -> bool:
        """Whether the advisory names ``version``, a release."""
        return self.compiled.affected(version)

    def severity(self, entity: Entity) -> Severity:
        """The severity for ``entity``: where a condition is unknown, the lowest still possible."""
        return min(Severity[word.upper()] for word in self._possible(self.policy.severity, entity))

    def profile(self, entity: Entity) -> str:
        """The profile for ``entity``: where a condition is unknown, the most demanding one still possible."""
        order: tuple[str, ...] = PROFILES
        return max(self._possible(self.policy.profile, entity), key=order.index)

    def _possible(self, lines: tuple[When, ...], entity: Entity) -> Iterator[str]:
        """The outcomes of an ordered list up to the first condition that is true."""
        for line in lines:
            holds = True if line.when is None else self.holds(line.when, self.scope(entity))
            if holds is not False:
                yield line.is_
            if holds is True:
                return

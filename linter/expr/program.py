"""A compiled expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from linter.expr.context import Code
from linter.expr.frame import BUDGET, BudgetError, Frame, Run, resolve
from linter.expr.scope import Result, Scope
from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import ABSENT, Unknown, Value
from linter.faults import Bug


class Program:
    """An expression that was checked; immutable, usable any number of times.

    ``names`` are those it needs from a scope. ``type`` is its static type; any result may also be null or unknown.
    """

    __slots__ = ("_path", "_run", "_size", "_slots", "names", "text", "type")

    def __init__(self, text: str, code: Code, slots: Mapping[str, int], size: int) -> None:
        self.text = text
        self.type = code.type
        self.names = tuple(slots)
        self._run: Run = code.run
        self._path = code.path
        self._slots = tuple(slots.items())
        self._size = size

    @property
    def locatable(self) -> bool:
        """Whether it is a path (``it.client.time``), the only thing that ``locate`` finds."""
        return self._path is not None

    def evaluate(self, scope: Scope) -> Result:
        """The result: data, an entity where the type is one, or ``Unknown`` with its first cause.

        Total and deterministic; null where a setting is absent. More than ``BUDGET`` steps are unknown too. Raises
        ``Bug`` if the scope lacks one of ``names``.
        """
        values: list[Any] = [None] * self._size
        for name, slot in self._slots:
            values[slot] = _given(scope, name)
        try:
            found: Result = self._run(Frame(scope.facts, values))
        except BudgetError:
            return _too_expensive()
        return found

    def about(self, subject: str, scope: Scope) -> Callable[[Entity], Result]:
        """What ``evaluate`` gives for one entity after another as ``subject``; the other names stay as in ``scope``.

        One frame serves for all, so the expression may not be evaluated while it is being evaluated.
        """
        frame = Frame(scope.facts, [None] * self._size)
        values, run = frame.values, self._run
        # where the expression doesn't name its subject, that goes to a place of its own
        at = next((slot for name, slot in self._slots if name == subject), self._size)
        values.append(None)
        for name, slot in self._slots:
            if name != subject:
                values[slot] = _given(scope, name)

        def evaluate(entity: Entity) -> Result:
            values[at] = entity
            frame.left = BUDGET
            try:
                found: Result = run(frame)
            except BudgetError:
                return _too_expensive()
            return found

        return evaluate

    def locate(self, scope: Scope) -> Value | Entity | None:
        """For a path: the entity it leads to, else the field's ``Value`` with its slot.

        A reference that leads nowhere is a ``Value``. ``None`` where the entity that should have the field isn't
        there, or where the name holds plain data.
        """
        if self._path is None:
            return None
        name, fields = self._path
        found: Any = scope.names.get(name)
        found = _entity_or(found, scope.facts) if isinstance(found, Value) else resolve(found, scope.facts, name)
        for field in fields:
            if not isinstance(found, Entity):
                return None
            found = _entity_or(found.fields.get(field, ABSENT), scope.facts)
        return found if isinstance(found, Entity | Value) else None


def _too_expensive() -> Unknown:
    return Unknown("the expression is too expensive")


def _given(scope: Scope, name: str) -> Any:
    try:
        found = scope.names[name]
    except KeyError:
        raise Bug(f"no value for the name `{name}`") from None
    return resolve(found.data if isinstance(found, Value) else found, scope.facts, name)


def _entity_or(value: Value, facts: FactBase) -> Value | Entity:
    found = resolve(value.data, facts, "")
    return found if isinstance(found, Entity) else value

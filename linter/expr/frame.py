"""What the compiled parts of an expression share while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from linter.facts.base import FactBase
from linter.facts.value import Ref, Unknown

BUDGET = 100_000
"""Steps one evaluation may take: parts of a macro's body times its rounds, and long texts."""
LONGEST_TEXT = 65_536
"""Code points a text may reach by ``+``."""


class BudgetError(Exception):
    """The budget is used up."""


class Frame:
    """One evaluation: the values of names and of macro variables by slot, and the steps that are left."""

    __slots__ = ("facts", "left", "values")

    def __init__(self, facts: FactBase, values: list[Any]) -> None:
        self.facts = facts
        self.values = values
        self.left = BUDGET

    def spend(self, steps: int) -> None:
        """Takes ``steps`` off the budget; raises ``BudgetError``."""
        self.left -= steps
        if self.left < 0:
            raise BudgetError


Run: TypeAlias = Callable[[Frame], Any]
"""A compiled part; gives data, an ``Entity``, or ``Unknown``, and raises nothing but ``BudgetError``."""


def resolve(data: Any, facts: FactBase, text: str) -> Any:
    """The entity behind ``data`` if it is a ``Ref``; ``text`` is the expression that holds it."""
    if type(data) is not Ref:
        return data
    found = facts.get(data)
    return Unknown(f"what `{text}` leads to was not read") if found is None else found


def refusal(text: str, data: Any) -> Unknown:
    """Why ``data``, the value of ``text``, can't be worked with."""
    if isinstance(data, Unknown):
        return data
    if data is None:
        return Unknown(f"`{text}` is not set")
    return Unknown(f"`{text}` is stated as {type(data).__name__}, not as declared")


def incomplete(text: str) -> Unknown:
    """Why a question about all items of ``text`` can't be answered."""
    return Unknown(f"`{text}` may have more items than the input shows")

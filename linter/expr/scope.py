"""What an expression is evaluated over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Data, Unknown, Value
from linter.record import dataclass

Result: TypeAlias = "Data | Entity | Unknown"


@dataclass(frozen=True, slots=True)
class Scope:
    """Values for the names of an expression.

    A name of an entity's type may be given as ``Entity`` or ``Ref``. A ``Value`` counts as its data, and ``locate``
    gives it back.
    """

    names: Mapping[str, Entity | Value | Data | Unknown]
    facts: FactBase

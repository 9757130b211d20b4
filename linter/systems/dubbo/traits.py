"""What else the elements of a module show of its calls and its services."""

from __future__ import annotations

from linter.facts.value import Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group, any_of
from linter.systems.dubbo.settings import integer, string

_LIMITED = ("fixed", "limited", "eager")


def generic(group: Group) -> Value:
    """Whether a reference is generic; ``false`` and nothing are not."""
    return any_of(_other_than(one, "generic", ("false",)) for one in group.of("reference", "consumer"))


def delayed(group: Group) -> Value:
    """Whether services are registered with a delay; 0 and -1 are none."""
    return any_of(_positive(one, "delay") for one in group.of("service", "provider"))


def bounded_pool(group: Group) -> Value:
    """Whether the pool that takes a consumer's answers is limited; by default it is ``cached`` without a limit.

    Source: ``AbstractClient`` sets ``threadpool`` to ``cached`` only where nothing is set.
    """
    return any_of(_bounded(one) for one in group.of("consumer", "reference"))


def _bounded(element: Element) -> bool | Unknown:
    pool = string(element.get("threadpool")).data
    if pool in _LIMITED or isinstance(pool, Unknown):
        return pool if isinstance(pool, Unknown) else True
    return _positive(element, "threads")


def _positive(element: Element, name: str) -> bool | Unknown:
    number = integer(element.get(name)).data
    if isinstance(number, Unknown) or not number or element.profile == "":
        return number if isinstance(number, Unknown) else isinstance(number, int) and number > 0
    return Unknown(f"the profile `{element.profile}` decides it")


def _other_than(element: Element, name: str, none: tuple[str, ...]) -> bool | Unknown:
    said = string(element.get(name)).data
    return said if isinstance(said, Unknown) else said is not None and said not in none

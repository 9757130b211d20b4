"""The group and version under which services are called and served here.

A rule for a service is for one group and one version of it. Sources: ``UrlUtils.isMatch`` of 2.6.12 to 3.2.16,
``DynamicConfiguration.getRuleKey``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from linter.facts.value import Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.settings import string

Named: TypeAlias = "tuple[str | Unknown | None, str | Unknown | None]"
_NAMES = ("group", "version")
_ELSEWHERE = Unknown("something else may set the service's group or version")


def other(groups: Iterable[Group], interface: str, wanted: tuple[str | None, str | None]) -> Value:
    """What the service has here instead of the group and version ``wanted``; null where one is met, or none is here.

    Unknown where a group or version is not known that may be met.
    """
    found = [named for group in groups for named in _named(group, interface)]
    if not found or any(_met(one, wanted) is True for one in found):
        return Value(None)
    doubt = next((met for one in found if isinstance(met := _met(one, wanted), Unknown)), None)
    if doubt is not None:
        return Value(doubt)
    return Value(" or ".join(sorted({_words(one) for one in found})))


def _named(group: Group, interface: str) -> Iterator[Named]:
    elements = [one for one in group.of("reference", "service") if one.interface == interface]
    around = [*group.of("consumer", "provider"), *elements]
    for element in elements:
        first, second = (_of(element, name, around) for name in _NAMES)
        yield first, second


def _of(element: Element, name: str, around: Iterable[Element]) -> str | Unknown | None:
    """What an element says, or may get from others of its module."""
    data = string(element.get(name)).data
    if isinstance(data, (str, Unknown)):
        return _ELSEWHERE if element.profile else data
    others = (one for one in around if one is not element and one.get(name) is not None)
    return _ELSEWHERE if element.profile or any(True for _ in others) else None


def _met(named: Named, wanted: tuple[str | None, str | None]) -> bool | Unknown:
    met: bool | Unknown = True
    for one, want in zip(named, wanted, strict=True):
        if isinstance(one, Unknown):
            met = one
        elif one not in (want, "*") and (want is None or want not in (one or "").split(",")):
            return False
    return met


def _words(named: Named) -> str:
    said = [f"{name} `{one}`" for name, one in zip(_NAMES, named, strict=True) if isinstance(one, str)]
    return " and ".join(said) or "neither a group nor a version"

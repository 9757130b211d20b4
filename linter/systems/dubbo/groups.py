"""The elements of each module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from linter.facts.value import Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.modules import Module, Modules
from linter.systems.dubbo.settings import string

T = TypeVar("T")


class Group:
    """A module with the elements of its files, tests left out; all are there before the first is asked for."""

    __slots__ = ("_kinds", "_made", "elements", "module")

    def __init__(self, module: Module, elements: list[Element]) -> None:
        self.module = module
        self.elements = elements
        self._kinds: dict[tuple[str, ...], list[Element]] = {}
        self._made: dict[object, Any] = {}

    def of(self, *kinds: str) -> list[Element]:
        """The elements of some kinds, in the order in which they were read."""
        known = self._kinds.get(kinds)
        if known is None:
            known = self._kinds[kinds] = [element for element in self.elements if element.kind in kinds]
        return known

    def once(self, make: Callable[[Group], T]) -> T:
        """What ``make`` makes of the module, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    def calling(self) -> list[Element]:
        """What shows that it calls services: references first."""
        methods = [one for one in self.of("method") if one.parent is None and one.side == "consumer"]
        sure = [one for one in self.of("call") if one.form != "future"]
        return [*self.of("reference"), *self.of("consumer"), *methods, *sure]

    def shared(self, kind: str) -> list[Element]:
        """The elements of properties and YAML that set something for all elements of ``kind``."""
        return [
            one for one in self.elements if one.kind == kind and one.form != "xml" and one.written == f"dubbo.{kind}"
        ]

    def registries(self) -> list[str | Unknown]:
        """The kinds of registries it names: ``zookeeper``, ``nacos`` …"""
        found: list[str | Unknown] = []
        for element in self.of("registry"):
            protocol, address = string(element.get("protocol")).data, string(element.get("address")).data
            if isinstance(protocol, str):
                found.append(protocol)
            elif isinstance(address, str) and "://" in address:
                found.append(address.partition("://")[0].strip())
            elif isinstance(address, Unknown):
                found.append(_scheme(element, address))
        return found

    def register_mode(self) -> str | Unknown | None:
        """What is registered: ``interface``, ``instance`` or ``all``; null where no file says so."""
        said = [string(one.get("registermode")) for one in self.of("application", "registry")]
        modes = dict.fromkeys(value.data for value in said if value.data is not None)
        if not modes:
            return None
        first = next(iter(modes))
        if len(modes) > 1 or not isinstance(first, str):
            return Unknown("its files say different things about what is registered")
        return first.strip().lower()

    def applications(self) -> list[tuple[str, str]]:
        """The names of the application that it is, with the files that say so."""
        names = ((one.doc.path, string(one.get("name")).data) for one in self.of("application"))
        return [(path, name) for path, name in names if isinstance(name, str)]


def _scheme(element: Element, unknown: Unknown) -> str | Unknown:
    """The scheme of an address whose rest is not known."""
    setting = element.get("address")
    scheme, found, _ = ("", "", "") if setting is None else setting.text.partition("://")
    return scheme if found and scheme.isalnum() else unknown


def grouped(elements: Iterable[Element], modules: Modules) -> Mapping[str, Group]:
    """The modules of all elements by folder."""
    groups: dict[str, Group] = {}
    for element in elements:
        if not element.test:
            path = element.doc.path
            folder = modules.folder(path)
            if folder not in groups:
                groups[folder] = Group(modules.at(folder, path), [])
            groups[folder].elements.append(element)
    return groups


def any_of(found: Iterable[bool | Unknown]) -> Value:
    """True if one is, unknown if one may be."""
    doubt: Unknown | None = None
    for each in found:
        if each is True:
            return Value(True)
        if isinstance(each, Unknown):
            doubt = doubt or each
    return Value(doubt if doubt is not None else False)

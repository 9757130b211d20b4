"""What counts for the calls of a reference, over all files that have a say.

The consumer's settings are laid over those that come with the provider's URL. Sources: ``ClusterUtils.mergeUrl`` and
``ReferenceConfig.appendParameters`` of 2.6.12 to 3.2.16, ``RegistryDirectory`` and ``RegistryProtocol``; settings of
single methods come before all of this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from linter.facts.duration import seconds
from linter.facts.value import Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.precedence import Precedence
from linter.systems.dubbo.releases import GLOBALS_WIN, PLURAL_KEYS, RETRIES_AGAIN, RETRIES_GONE, RETRIES_IGNORED
from linter.systems.dubbo.settings import Setting, integer, millis, string
from linter.versions.version import Version


class _Read(NamedTuple):
    """How a setting is read, and its default."""

    read: Callable[[Setting | None], Value]
    default: Value


_SETTINGS: Mapping[str, _Read] = {
    "timeout": _Read(millis, Value(seconds(1))),
    "retries": _Read(integer, Value(2)),
}
_ELSEWHERE = Unknown("the provider may set it, and none is in the files checked")
_HANDED = Unknown("whether the registry hands over the provider's settings is not known")
_RELEASES = Unknown("which side's settings count depends on the release")


class Effective:
    """The settings of one module's references."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._order = Precedence(group.elements, group.module.version)

    def of(self, name: str, reference: Element, providers: Sequence[Group]) -> Value:
        """A setting as it counts, with its place; unknown where something that has a say is not known."""
        read = _SETTINGS[name]
        own = self._own(name, reference, read)
        if own.data is not None:
            return own
        everywhere = _agreed([*self._order.first("consumer", "", name)], name, read)
        release = self._group.module.version.data
        if everywhere.data is not None and isinstance(release, Version) and release >= GLOBALS_WIN:
            return everywhere
        served = self._served(name, reference, providers, read)
        if everywhere.data is None:
            return served if served.data is not None else read.default
        if isinstance(release, Version):
            return served if served.data is not None else everywhere
        return everywhere if served.data in (None, everywhere.data) else Value(_RELEASES)

    def _own(self, name: str, reference: Element, read: _Read) -> Value:
        """What is set for the reference itself, or for its interface by keys."""
        own = self._order.counting(reference, name, _in_profile(reference, read.read(reference.get(name))))
        if own.data is not None:
            return own
        enclosing = reference.parent
        keys = [
            one for one in self._order.first("reference", reference.interface, name) if one.written != reference.written
        ]
        keyed = _agreed([one for one in keys if one.written.startswith("dubbo.")], name, read)
        if keyed.data is not None or enclosing is None:
            return keyed
        return _in_profile(enclosing, read.read(enclosing.get(name)))

    def _served(self, name: str, reference: Element, providers: Sequence[Group], read: _Read) -> Value:
        """What comes with the provider's URL; null where it is not taken over."""
        release = self._group.module.version.data
        if name == "retries" and isinstance(release, Version) and _ignores(release):
            return Value(None)
        address = string(reference.get("url")).data
        if address is not None:  # then no provider's URL is read
            return Value(address if isinstance(address, Unknown) else None)
        if not providers:
            return Value(_ELSEWHERE)
        found = []
        for group in providers:
            order = Precedence(group.elements, group.module.version)
            service = _agreed(order.first("service", reference.interface, name), name, read)
            found.append(
                service if service.data is not None else _agreed(order.first("provider", "", name), name, read)
            )
        if any(one.data != found[0].data for one in found):
            return Value(Unknown("its providers set it differently"))
        if found[0].data is not None and (not isinstance(release, Version) or release >= PLURAL_KEYS):
            return Value(release if isinstance(release, Unknown) else _HANDED)
        return found[0]


def _ignores(release: Version) -> bool:
    """Whether a provider's ``retries`` are not taken over; 3.0.0 to 3.0.4 do with a mock."""
    return release >= RETRIES_GONE or RETRIES_IGNORED <= release < RETRIES_AGAIN


def _agreed(elements: Sequence[Element], name: str, read: _Read) -> Value:
    """What some elements of equal weight set; null for none."""
    values = [_in_profile(one, read.read(one.get(name))) for one in elements]
    if any(value.data != values[0].data for value in values):
        return Value(Unknown("several files set it differently"))
    return values[0] if values else Value(None)


def _in_profile(element: Element, value: Value) -> Value:
    if not element.profile or value.data is None:
        return value
    return Value(Unknown(f"the profile `{element.profile}` decides it"), value.origin, value.slot)

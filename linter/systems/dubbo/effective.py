"""What counts for the calls of a reference, over all files that have a say.

The consumer's settings are laid over those that come with the provider's URL. Sources: ``ClusterUtils.mergeUrl`` and
``ReferenceConfig.appendParameters`` of 2.6.12 to 3.2.16, ``RegistryDirectory`` and ``RegistryProtocol``; settings of
single methods come before all of this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linter.facts.duration import seconds
from linter.facts.value import Data, Evidence, Unknown, Value
from linter.record import NamedTuple, replace
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.precedence import Precedence
from linter.systems.dubbo.releases import (
    CLUSTER_IGNORED,
    GLOBALS_WIN,
    PLURAL_KEYS,
    RETRIES_AGAIN,
    RETRIES_GONE,
    RETRIES_IGNORED,
)
from linter.systems.dubbo.settings import Setting, boolean, integer, millis, positive_millis, string
from linter.versions.version import Version


class _Read(NamedTuple):
    """How a setting is read, and its default."""

    read: Callable[[Setting | None], Value]
    default: Value


class Served(NamedTuple):
    """A service with the settings of the module that serves it."""

    by: Effective
    service: Element


def _default(data: Data) -> Value:
    return Value(data, evidence=(DEFAULT,))


DEFAULT = Evidence("the default")
_SETTINGS: Mapping[str, _Read] = {
    "timeout": _Read(positive_millis, _default(seconds(1))),
    "retries": _Read(integer, _default(2)),
    "cluster": _Read(string, _default("failover")),
    "loadbalance": _Read(string, _default("random")),
    "async": _Read(boolean, _default(False)),
    "actives": _Read(integer, _default(0)),
    "executes": _Read(integer, _default(0)),
    "connections": _Read(integer, _default(0)),
    "reconnect": _Read(boolean, _default(True)),
    "lazy": _Read(boolean, _default(False)),
    "check": _Read(boolean, _default(True)),
    "heartbeat": _Read(millis, _default(seconds(60))),
    "heartbeat.timeout": _Read(millis, Value(None)),
    "close.timeout": _Read(millis, Value(None)),
    "group": _Read(string, Value(None)),
    "version": _Read(string, Value(None)),
    "protocol": _Read(string, Value(None)),
    "scope": _Read(string, Value(None)),
    "injvm": _Read(boolean, Value(None)),
}
_OWN_ONLY = frozenset(("check", "group", "version", "protocol", "scope", "injvm"))
"""Settings that no provider gives to its consumers."""
_ELSEWHERE = Unknown("the provider may set it, and none is in the files checked")
_HANDED = Unknown("whether the registry hands over the provider's settings is not known")
_RELEASES = Unknown("which side's settings count depends on the release")


class Effective:
    """The settings of one module's references and services."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self._order = Precedence(group.elements, group.module.version)
        self._here: dict[tuple[str, int], Value] = {}
        self._shared: dict[tuple[str, str], Value] = {}

    def of(self, name: str, reference: Element, providers: Sequence[Served]) -> Value:
        """A reference's setting as it counts, with its place; unknown where something with a say is not known."""
        return self.handed(name, reference, [self.served(name, one) for one in providers])

    def served(self, name: str, one: Served) -> Value:
        """What a service sets for its consumers; null for nothing, and for what a short URL leaves out."""
        kept = one.by.group.once(unshortened)
        if kept is not None and name not in kept:
            return Value(None)
        return one.by.side(name, one.service)

    def handed(self, name: str, reference: Element, offered: Sequence[Value]) -> Value:
        """A reference's setting as it counts, where its providers offer these."""
        read = _SETTINGS[name]
        own = self.here(name, reference)
        if own.data is not None:
            return own
        everywhere = self._everywhere(name, "consumer")
        if name in _OWN_ONLY:
            return everywhere if everywhere.data is not None else read.default
        release = self.group.module.version.data
        if everywhere.data is not None and isinstance(release, Version) and release >= GLOBALS_WIN:
            return everywhere
        served = self._served(name, reference, offered)
        if everywhere.data is None:
            return served if served.data is not None else read.default
        if isinstance(release, Version):
            return served if served.data is not None else everywhere
        return everywhere if served.data in (None, everywhere.data) else Value(_RELEASES)

    def shared(self, name: str, reference: Element, value: Value) -> bool:
        """Whether ``value`` is what the module sets for all its references at once."""
        everywhere = self._everywhere(name, "consumer")
        return value.slot is not None and self.here(name, reference).data is None and value.slot == everywhere.slot

    def side(self, name: str, element: Element) -> Value:
        """What the files of its own module set for a reference or a service; null for nothing."""
        own = self.here(name, element)
        if own.data is not None:
            return own
        return self._everywhere(name, "consumer" if element.side == "consumer" else "provider")

    def here(self, name: str, element: Element) -> Value:
        """What is set for a reference or a service itself, for its interface by keys, or by what it stands in."""
        known = self._here.get((name, id(element)))
        if known is None:
            known = self._here[name, id(element)] = self._asked(name, element)
        return known

    def _asked(self, name: str, element: Element) -> Value:
        read = _SETTINGS[name]
        own = self._order.counting(element, name, _said(element, name, read))
        if own.data is not None:
            return own
        enclosing = element.parent
        keys = [
            one for one in self._order.first(element.kind, element.interface, name) if one.written != element.written
        ]
        keyed = _agreed([one for one in keys if one.written.startswith("dubbo.")], name, read)
        if keyed.data is not None or enclosing is None:
            return keyed
        return _said(enclosing, name, read)

    def _everywhere(self, name: str, kind: str) -> Value:
        known = self._shared.get((name, kind))
        if known is None:
            known = self._shared[name, kind] = _agreed([*self._order.first(kind, "", name)], name, _SETTINGS[name])
        return known

    def _served(self, name: str, reference: Element, offered: Sequence[Value]) -> Value:
        """What comes with the provider's URL; null where it is not taken over."""
        release = self.group.module.version.data
        if isinstance(release, Version) and _ignores(name, release):
            return Value(None)
        address = string(reference.get("url")).data
        if address is not None:  # then no provider's URL is read
            return Value(address if isinstance(address, Unknown) else None)
        if not offered:
            return Value(_ELSEWHERE)
        if any(one.data != offered[0].data for one in offered):
            return Value(Unknown("its providers set it differently"))
        if offered[0].data is not None and (not isinstance(release, Version) or release >= PLURAL_KEYS):
            return Value(release if isinstance(release, Unknown) else _HANDED)
        return offered[0]


def _ignores(name: str, release: Version) -> bool:
    """Whether this setting of a provider's is not taken over; 3.0.0 to 3.0.4 take ``retries`` with a mock."""
    if name == "cluster":
        return release >= CLUSTER_IGNORED
    return name == "retries" and (release >= RETRIES_GONE or RETRIES_IGNORED <= release < RETRIES_AGAIN)


SHORT = frozenset(
    ("cluster", "connections", "deprecated", "group", "loadbalance", "mock", "timeout", "version", "weight", "protocol")
)
"""Settings that short URLs of providers still have (``DEFAULT_REGISTER_PROVIDER_KEYS``)."""


def unshortened(group: Group) -> frozenset[str] | None:
    """The settings that its registries' short URLs hold, with those of ``extra-keys``; ``None`` where URLs are whole.

    Source: ``RegistryProtocol.getUrlToRegistry`` and ``DEFAULT_REGISTER_PROVIDER_KEYS``.
    """
    registries = group.of("registry")
    if not registries or not all(boolean(one.get("simplified")).data is True for one in registries):
        return None
    extra = [string(one.get("extrakeys")).data for one in registries]
    if any(isinstance(one, Unknown) for one in extra):
        return None
    return SHORT.union(*({each.strip() for each in one.split(",")} for one in extra if isinstance(one, str)))


def _agreed(elements: Sequence[Element], name: str, read: _Read) -> Value:
    """What some elements of equal weight set; null for none."""
    values = [_said(one, name, read) for one in elements]
    if all(value.data == values[0].data for value in values):
        return values[0] if values else Value(None)
    # what is not known by itself says why, such as a profile
    doubtful = next((value for value in values if isinstance(value.data, Unknown)), None)
    if doubtful is not None:
        return doubtful
    paths = list(dict.fromkeys(one.doc.path for one in elements))
    where = f"{', '.join(paths[:2])}{' and others' if len(paths) > 2 else ''}"
    return Value(Unknown(f"it is set to different values in {where}"))


def _said(element: Element, name: str, read: _Read) -> Value:
    """What one element sets; null for the defaults of old schemas, which Dubbo takes for not written.

    Sources: ``DubboBeanDefinitionParser`` 2.5.10 to 3.3.1; of annotations, what equals the default is not read.
    """
    value = _in_profile(element, read.read(element.get(name)))
    written = element.settings.get(name)
    if written is not None and not written.evidence and (element.form, name, value.data) in _AS_IF_NOT_WRITTEN:
        return Value(None)
    return value


_AS_IF_NOT_WRITTEN = (("xml", "async", False), ("annotation", "async", False), ("xml", "version", "0.0.0"))


def _in_profile(element: Element, value: Value) -> Value:
    if not element.profile or value.data is None:
        return value
    return replace(value, data=Unknown(f"the profile `{element.profile}` decides it"))

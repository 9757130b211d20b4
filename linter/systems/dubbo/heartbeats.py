"""Heartbeat settings with their defaults.

Both ends send a heartbeat after ``heartbeat`` of silence and give a peer up after ``heartbeat.timeout``; sources:
``UrlUtils`` of dubbo-remoting (2.7.12, 3.2.16), ``DubboProtocol.createServer``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from linter.facts.duration import Duration, seconds
from linter.facts.entity import Entity
from linter.facts.value import Data, Ref, Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.settings import Setting, millis, string

_DEFAULT = seconds(60)
_KEYS = ("heartbeat", "heartbeat.timeout", "close.timeout")
_EXCHANGING = ("dubbo", "tri", None)
"""Protocols that know heartbeats; without a name it is dubbo."""
_SERVING = ("provider", "service", "application")
_CALLING = ("consumer", "reference")

Setters: TypeAlias = "Mapping[str, list[tuple[Element, Setting]]]"


def heartbeats(group: Group) -> Iterator[Entity]:
    """The protocols of a module, and other elements that have heartbeat parameters."""
    setters = group.once(_setters)
    for element in group.of("protocol"):
        if string(element.get("name")).data in _EXCHANGING or isinstance(string(element.get("name")).data, Unknown):
            yield _entity(group, setters, element, _own(setters, element))
    for element in group.of(*_SERVING, *_CALLING):
        if beats(element):
            yield _entity(group, setters, element, _given(group, setters, element))


def beats(element: Element) -> bool:
    """Whether an element sets heartbeats by parameters."""
    return any(key in element.params for key in _KEYS)


def offered(group: Group, protocol: str, service: Element) -> Mapping[str, Value]:
    """What a service over ``protocol`` gives to its consumers of each key; null for what nothing sets."""
    setters = group.once(_setters)
    served = [one for one in group.of("protocol") if _may_be(one, protocol)]
    return {key: _offered(setters, key, served, service) for key in _KEYS}


def _offered(setters: Setters, key: str, served: list[Element], service: Element) -> Value:
    own = millis(service.params.get(key))
    if own.data is not None:
        return own
    found = [_read(setters, one, key) for one in served]
    if not served:
        found = [_alone(other, setting) for other, setting in setters[key] if other.kind in ("provider", "application")]
    if any(one.data != found[0].data for one in found):
        return Value(Unknown(f"several places set `{key}`"))
    return found[0] if found else Value(None)


def _alone(element: Element, setting: Setting) -> Value:
    profile = element.profile
    return Value(Unknown(f"the profile `{profile}` decides it")) if profile else millis(setting)


def _may_be(element: Element, protocol: str) -> bool:
    name = string(element.get("name")).data
    return name == protocol or isinstance(name, Unknown) or (name is None and protocol == "dubbo")


def _setters(group: Group) -> Setters:
    """The elements that set each key for what a module serves."""
    serving = group.of("protocol", *_SERVING)
    return {key: [(one, found) for one in serving if (found := _setting(one, key)) is not None] for key in _KEYS}


def _setting(element: Element, key: str) -> Setting | None:
    """A setting of the element itself; only the heartbeat has a field of its own, others are parameters."""
    found = element.params.get(key)
    return found or element.settings.get(key) if key == "heartbeat" and element.kind == "protocol" else found


def _read(setters: Setters, element: Element, key: str) -> Value:
    """A setting of the element, else what the module's other files and elements give it; null where none does.

    What stands with equal weight elsewhere is taken if there is one answer; another kind of element, several answers
    and profiles leave it open.
    """
    own = millis(_setting(element, key))
    if own.data is not None or element.kind in _CALLING:
        return own
    given: list[Value] = []
    for other, setting in setters[key]:
        if other is element or not _concerns(other, element):
            continue
        if other.profile or not _same(other, element):
            where = f"the profile `{other.profile}`" if other.profile else other.name
            return Value(Unknown(f"{where} in {other.doc.path} may set `{key}`"))
        given.append(millis(setting))
    if any(one.data != given[0].data for one in given):
        return Value(Unknown(f"several files set `{key}`"))
    return given[0] if given else own


def _concerns(other: Element, element: Element) -> bool:
    """Whether what ``other`` sets may reach ``element``: not from one named protocol to another."""
    if element.kind != "protocol" or other.kind != "protocol":
        return element.kind != "service" or other.kind != "service" or other.interface == element.interface
    names = {string(one.get("name")).data for one in (other, element)}
    return len(names) == 1 or None in names or any(isinstance(name, Unknown) for name in names)


def _same(other: Element, element: Element) -> bool:
    """Whether ``other`` is the same thing in another file, or the keys that fill in what an element leaves out."""
    if element.kind != other.kind:
        return False
    return other.form != "xml" and other.written in (f"dubbo.{other.kind}", element.written)


def _own(setters: Setters, element: Element) -> Value:
    written = _read(setters, element, "heartbeat")
    return written if written.data is not None else Value(_DEFAULT)


def _given(group: Group, setters: Setters, element: Element) -> Value:
    """The heartbeat that goes with another element's parameters."""
    written = millis(element.params.get("heartbeat"))
    if written.data is not None:
        return written
    if element.kind in _CALLING:
        return Value(Unknown("the provider's protocol may set the heartbeat"))
    beats = [_own(setters, protocol) for protocol in group.of("protocol")]
    if not beats:
        beats = [_read(setters, element, "heartbeat")]
        return beats[0] if beats[0].data is not None else Value(_DEFAULT)
    if any(beat.data != beats[0].data for beat in beats):
        return Value(Unknown("its protocols have different heartbeats"))
    return beats[0]


def _entity(group: Group, setters: Setters, element: Element, heartbeat: Value) -> Entity:
    timeout = _read(setters, element, "heartbeat.timeout")
    if timeout.data is None:
        timeout = Value(_times(heartbeat.data, 3))
    close = _read(setters, element, "close.timeout")
    return Entity(
        Ref("dubbo.heartbeat", element.id),
        element.place,
        element.name,
        f"{element.path}/heartbeat",
        {
            "package": group.module.package,
            "version": group.module.version,
            "element": Value(element.kind),
            "protocol": string(element.get("name")) if element.kind == "protocol" else Value(None),
            "heartbeat": heartbeat,
            "timeout": timeout,
            "close_timeout": close if close.data is not None else Value(timeout.data),
        },
    )


def _times(data: Data | Unknown, factor: int) -> Data | Unknown:
    return data * factor if isinstance(data, Duration) else data

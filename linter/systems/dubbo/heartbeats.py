"""Heartbeat settings with their defaults.

Both ends send a heartbeat after ``heartbeat`` of silence and give a peer up after ``heartbeat.timeout``; sources:
``UrlUtils`` of dubbo-remoting (2.7.12, 3.2.16), ``DubboProtocol.createServer``.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def heartbeats(group: Group) -> Iterator[Entity]:
    """The protocols of a module, and other elements that have heartbeat parameters."""
    for element in group.of("protocol"):
        if string(element.get("name")).data in _EXCHANGING or isinstance(string(element.get("name")).data, Unknown):
            yield _entity(group, element, _own(group, element))
    for element in group.of(*_SERVING, *_CALLING):
        if any(key in element.params for key in _KEYS):
            yield _entity(group, element, _given(group, element))


def _setting(group: Group, element: Element, key: str) -> Setting | None:
    """A setting of the element, else, for XML, that of the properties beside it."""
    own = element.params.get(key) or element.settings.get(key)
    if own is not None or element.form != "xml" or element.kind != "protocol":
        return own
    return next((found for shared in group.shared("protocol") if (found := shared.get(key))), None)


def _own(group: Group, element: Element) -> Value:
    written = millis(_setting(group, element, "heartbeat"))
    return written if written.data is not None else Value(_DEFAULT)


def _given(group: Group, element: Element) -> Value:
    """The heartbeat that goes with another element's parameters."""
    written = millis(element.params.get("heartbeat"))
    if written.data is not None:
        return written
    if element.kind in _CALLING:
        return Value(Unknown("the provider's protocol may set the heartbeat"))
    beats = [_own(group, protocol) for protocol in group.of("protocol")]
    if not beats:
        return Value(_DEFAULT)
    if any(beat.data != beats[0].data for beat in beats):
        return Value(Unknown("its protocols have different heartbeats"))
    return beats[0]


def _entity(group: Group, element: Element, heartbeat: Value) -> Entity:
    timeout = millis(_setting(group, element, "heartbeat.timeout"))
    if timeout.data is None:
        timeout = Value(_times(heartbeat.data, 3))
    close = millis(_setting(group, element, "close.timeout"))
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

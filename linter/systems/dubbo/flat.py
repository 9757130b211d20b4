"""What a dotted name such as ``dubbo.reference.com.example.Shop.async`` sets."""

from __future__ import annotations

from linter.record import NamedTuple

_PLURALS = {
    "applications": "application",
    "registries": "registry",
    "protocols": "protocol",
    "providers": "provider",
    "consumers": "consumer",
    "services": "service",
    "references": "reference",
    "config-centers": "config-center",
}
_CENTER = frozenset(("configcenter", "configcenters"))
"""Spellings of the configuration centre, without hyphens and in lower case."""
_BY_INTERFACE = ("service", "reference")
_BY_ID = frozenset(("name", "port", "heartbeat", "parameters", "host", "threads", "address", "protocol"))
"""Settings for which ``dubbo.protocol.<id>.<setting>`` is taken for what 2.x reads, and not for a nested setting."""
_METHODS = frozenset(("async", "retries", "timeout", "loadbalance", "actives", "sent", "return"))
_NOT_SERVICES = frozenset(("shutdown",))
_SHUTDOWN = ("dubbo", "service", "shutdown")


class Named(NamedTuple):
    """``prefix`` is all of the name but its last part; the setting is ``attribute`` or the parameter ``param``.

    ``extra`` is what stands between an interface and the setting: a bean's id in 2.7, a method in 3.
    """

    kind: str
    prefix: str
    attribute: str
    ident: str = ""
    interface: str = ""
    method: str = ""
    param: str = ""


def named(segments: tuple[str, ...]) -> Named | None:
    """What the name sets, ``None`` if it is no setting of an element."""
    if len(segments) < 3 or segments[0] != "dubbo":
        return None
    if segments[:3] == _SHUTDOWN:
        # how long the whole application waits for calls when it stops
        return Named("application", ".".join(_SHUTDOWN), ".".join(segments[1:])) if len(segments) > 3 else None
    kind = segments[1]
    if kind.replace("-", "").lower() in _CENTER:
        kind = "config-centers" if kind.endswith("s") else "config-center"
    single = _PLURALS.get(kind, kind)
    rest = segments[2:]
    if single in _BY_INTERFACE and kind == single:
        return _by_interface(single, rest, segments[:2])
    if kind in _PLURALS:
        return _setting(single, rest[1:], segments[:3], rest[0]) if len(rest) > 1 else None
    if single in _PLURALS.values():
        nested = len(rest) == 2 and rest[1] in _BY_ID and rest[0] != "parameters"
        return _setting(single, rest[1:], segments[:3], rest[0]) if nested else _setting(single, rest, segments[:2])
    at = _class_name(segments[1:])
    rest = segments[1:][at + 1 :]
    if at >= 0 and len(rest) in (2, 3) and rest[-1] in _METHODS:
        # 2.7 reads a method's settings without the word `reference`
        interface = ".".join(segments[1 : at + 2])
        return Named("method", ".".join(segments[:-1]), rest[-1], "legacy", interface, rest[-2])
    return None


def _by_interface(kind: str, rest: tuple[str, ...], head: tuple[str, ...]) -> Named | None:
    if rest[0] in _NOT_SERVICES:
        return None
    at = _class_name(rest)
    if at < 0:
        if len(rest) == 1 or rest[0] == "parameters":
            return _setting(kind, rest, head)
        return Named(kind, ".".join((*head, *rest[:-1])), rest[-1], ".".join(rest[:-1]))
    interface = ".".join(rest[: at + 1])
    below = rest[at + 1 :]
    prefix = (*head, *rest[: at + 1])
    if len(below) == 2 and below[0] != "parameters":
        return Named("method", ".".join((*prefix, below[0])), below[1], "", interface, below[0])
    found = _setting(kind, below, prefix)
    return None if found is None else found._replace(interface=interface)


def _setting(kind: str, rest: tuple[str, ...], prefix: tuple[str, ...], ident: str = "") -> Named | None:
    if not rest:
        return None
    if rest[0] == "parameters":
        param = ".".join(rest[1:])
        return Named(kind, ".".join(prefix), "parameters", ident, param=param) if param else None
    return Named(kind, ".".join(prefix), ".".join(rest), ident)


def _class_name(segments: tuple[str, ...]) -> int:
    """The index of the segment that looks like a class's simple name, -1 if none does."""
    return next((index for index, segment in enumerate(segments) if segment[:1].isupper()), -1)

"""Modules as wholes: what their calls and their services have in common."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.duration import Duration
from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown, Value
from linter.syntax.document import Place
from linter.systems.dubbo.groups import Group, any_of
from linter.systems.dubbo.settings import Setting, boolean, millis, string

_LOCAL = frozenset(("n/a", "multicast", "simple", "direct", "injvm"))
"""Registries that are no server of their own."""
_WEAK = ("kryo", "fst")
_SERIALIZING = ("protocol", "provider", "service", "consumer", "reference")
_TIMED = ("service", "provider", "reference", "consumer", "method")
_WAITS = ("shutwait", "service.shutdown.wait")


def ref(group: Group) -> Ref:
    """The ref of the module's entity."""
    return Ref("dubbo.module", group.module.folder or ".")


def whole(
    group: Group, place: Place, calls: Value, protocols: Sequence[str | Unknown], boot: Value, weak: Value
) -> Entity:
    """The ``dubbo.module`` of ``group``; ``protocols`` are those of its calls and its services.

    ``boot`` and ``weak`` say what its build has: the Spring Boot starter, and modules for kryo or fst.
    """
    registries = group.registries()
    serializations = [string(one.get("serialization")).data for one in group.of(*_SERIALIZING)]
    named = any_of(_is(one, name) for one in serializations if one is not None for name in _WEAK)
    return Entity(
        ref(group),
        place,
        group.module.name,
        "module",
        {
            "package": group.module.package,
            "artifact": group.module.artifact,
            "version": group.module.version,
            "folder": Value(group.module.folder or "."),
            "calls": calls,
            "serves": Value(bool(group.of("service"))),
            "over_dubbo": any_of(_is(one, "dubbo") for one in protocols),
            "over_triple": any_of(_is(one, "tri") for one in protocols),
            "registry": any_of(_central(one) for one in registries),
            "nacos": any_of(_is(one, "nacos") for one in registries),
            "config_center": Value(bool(group.of("config-center"))),
            "ssl": _ssl(group),
            "boot": boot,
            "xml": Value(any(one.form == "xml" for one in group.of("reference"))),
            "spring": Value(any(one.form in ("xml", "annotation") for one in group.of("reference"))),
            "weak_serialization": named if named.data is True else any_of((_known(weak), _known(named))),
            "longest_call": _longest(group, "consumer"),
            "longest_service": _longest(group, "provider"),
            "shutdown_wait": _shutdown_wait(group),
        },
    )


def _is(said: object, wanted: str) -> bool | Unknown:
    return said if isinstance(said, Unknown) else said == wanted


def _central(registry: str | Unknown) -> bool | Unknown:
    return registry if isinstance(registry, Unknown) else registry.lower() not in _LOCAL


def _known(value: Value) -> bool | Unknown:
    return value.data if isinstance(value.data, Unknown) else value.data is True


def _ssl(group: Group) -> Value:
    said = [boolean(one.get("sslenabled")).data for one in group.of("protocol")]
    return any_of(one if isinstance(one, Unknown) else one is True for one in said)


def _longest(group: Group, side: str) -> Value:
    """The longest timeout written for one side; null where there is none, unknown where one is not known."""
    longest: Value | None = None
    for element in (one for one in group.of(*_TIMED) if one.side == side):
        said = millis(element.get("timeout"))
        if isinstance(said.data, Unknown) or (said.data is not None and element.profile):
            why = said.data if isinstance(said.data, Unknown) else f"the profile `{element.profile}` decides it"
            return Value(why if isinstance(why, Unknown) else Unknown(why))
        if isinstance(said.data, Duration) and (longest is None or _longer(said, longest)):
            longest = said
    return longest or Value(None)


def _longer(one: Value, other: Value) -> bool:
    return isinstance(one.data, Duration) and isinstance(other.data, Duration) and one.data > other.data


def _shutdown_wait(group: Group) -> Value:
    """How long a stop waits for calls, as its files write it; null where they do not.

    Sources: ``ApplicationConfig.setShutwait``, ``ConfigurationUtils.getServerShutdownTimeout``.
    """
    said = (one.get(name) for one in group.of("application") for name in _WAITS)
    found: list[Setting] = [setting for setting in said if setting is not None]
    values = [millis(setting) for setting in found]
    if any(value.data != values[0].data for value in values):
        return Value(Unknown("several files say how long a stop waits"))
    return values[0] if values else Value(None)

"""Settings of calls where they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group, any_of
from linter.systems.dubbo.settings import integer, string

_KINDS = ("reference", "consumer", "service", "provider", "method")
_WRITTEN = ("retries", "cluster", "loadbalance")
_GLOBAL = ("consumer", "provider")


def calls(group: Group, groups: Mapping[str, Group]) -> Iterator[Entity]:
    """A ``dubbo.calls`` for each element of ``group`` that writes such a setting."""
    for element in group.of(*_KINDS):
        if any(name in element.settings for name in _WRITTEN):
            yield _entity(element, group, groups)


def _entity(element: Element, group: Group, groups: Mapping[str, Group]) -> Entity:
    mock = next((one.settings["mock"] for one in _around(element) if "mock" in one.settings), None)
    return Entity(
        Ref("dubbo.calls", element.id),
        element.place,
        element.name,
        f"{element.path}/calls",
        {
            "package": group.module.package,
            "version": group.module.version,
            "side": Value(element.side),
            "element": Value(element.kind),
            "interface": Value(element.interface or None),
            "method": Value(element.method or None),
            "retries": integer(element.settings.get("retries")),
            "cluster": string(element.settings.get("cluster")),
            "loadbalance": string(element.settings.get("loadbalance")),
            "mock": string(mock),
            "counted": _counted(element, group, groups),
        },
    )


def _around(element: Element) -> Iterator[Element]:
    """The element and those it stands in."""
    found: Element | None = element
    while found is not None:
        yield found
        found = found.parent


def _counted(element: Element, group: Group, groups: Mapping[str, Group]) -> Value:
    """Whether something makes ``RpcStatus`` count: only the filters of ``actives`` do."""
    own = list(_around(element))
    concerned = [*own, *group.of("consumer" if element.side == "consumer" else "provider")]
    for other in groups.values():
        # both sides' settings end up in the consumer's URL
        concerned += [
            one
            for one in other.of("service", "reference", "method")
            if element.interface and one.interface == element.interface and one.method in ("", element.method)
        ]
    found = any_of(_counts(one) for one in concerned)
    if found.data is not False or element.kind not in _GLOBAL:
        return found
    below = [one for one in group.of("reference", "service", "method") if _counts(one) is not False]
    return Value(Unknown("`actives` is set for some of its services only")) if below else found


def _counts(element: Element) -> bool | Unknown:
    filters = string(element.settings.get("filter")).data
    if isinstance(filters, str) and "activelimit" in filters:
        return True
    actives = integer(element.get("actives")).data
    if isinstance(actives, Unknown):
        return actives
    if isinstance(actives, int) and not isinstance(actives, bool):
        return actives > 0
    return filters if isinstance(filters, Unknown) else False

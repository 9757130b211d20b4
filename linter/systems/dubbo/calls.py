"""Settings of calls where they are written."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from linter.facts.entity import Entity
from linter.facts.value import Data, Ref, Unknown, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group, any_of
from linter.systems.dubbo.precedence import Precedence
from linter.systems.dubbo.settings import integer, millis, string

_KINDS = ("reference", "consumer", "service", "provider", "method")
_WRITTEN = ("timeout", "retries", "cluster", "loadbalance", "reconnect")
_GLOBAL = ("consumer", "provider")


def calls(group: Group, counting: Counting) -> Iterator[Entity]:
    """A ``dubbo.calls`` for each element of ``group`` that writes such a setting."""
    order = Precedence(group.elements, group.module.version)
    for element in group.of(*_KINDS):
        if writes(element):
            yield _entity(element, group, counting, order)


def writes(element: Element) -> bool:
    """Whether an element writes one of these settings."""
    return any(name in element.settings for name in _WRITTEN) or "reconnect" in element.params


def _entity(element: Element, group: Group, counting: Counting, order: Precedence) -> Entity:
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
            "form": Value(element.form),
            "timeout": order.counting(element, "timeout", millis(element.settings.get("timeout"))),
            "retries": order.counting(element, "retries", integer(element.settings.get("retries"))),
            "cluster": order.counting(element, "cluster", string(element.settings.get("cluster"))),
            "loadbalance": order.counting(element, "loadbalance", string(element.settings.get("loadbalance"))),
            "reconnect": string(element.get("reconnect")),
            "mock": string(mock),
            "counted": counting.of(element, group),
            "repeated": Value(counting.repeated(element)),
        },
    )


def _around(element: Element) -> Iterator[Element]:
    """The element and those it stands in."""
    found: Element | None = element
    while found is not None:
        yield found
        found = found.parent


class Counting:
    """Where calls are counted, over all modules."""

    def __init__(self, groups: Collection[Group]) -> None:
        self._by_interface: dict[str, bool | Unknown] = {}
        for group in groups:
            for one in group.of("service", "reference", "method"):
                if one.interface:
                    counts = any_of((self._by_interface.get(one.interface, False), counts_calls(one))).data
                    self._by_interface[one.interface] = counts if isinstance(counts, Unknown) else counts is True
        self._repeats: dict[str, bool] = {}
        for group in groups:
            shared = any("retries" in one.settings for one in group.of("consumer"))
            for one in group.of("reference"):
                said = shared or "retries" in one.settings
                self._repeats[one.interface] = said and self._repeats.get(one.interface, True)
        self._methods: dict[int, list[Element]] = {}
        for group in groups:
            for method in group.of("method"):
                if method.parent is not None:
                    self._methods.setdefault(id(method.parent), []).append(method)

    def repeated(self, element: Element) -> bool:
        """Whether there are references to a service, and all of them set ``retries`` themselves."""
        return bool(element.interface) and self._repeats.get(element.interface, False)

    def of(self, element: Element, group: Group) -> Value:
        """Whether something makes ``RpcStatus`` count for the calls of ``element``: only the filters of ``actives`` do.

        A key ``<method>.actives`` makes the filter active for the whole URL (``ExtensionLoader.isActive``), and both
        sides' settings end up in the consumer's URL.
        """
        concerned = list(_around(element))
        for owner in tuple(concerned):
            concerned += self._methods.get(id(owner), ())
        concerned += group.of("consumer" if element.side == "consumer" else "provider")
        elsewhere = self._by_interface.get(element.interface, False)
        found = any_of((elsewhere, *(counts_calls(one) for one in concerned)))
        if found.data is not False or element.kind not in _GLOBAL:
            return found
        below = any(counts_calls(one) is not False for one in group.of("reference", "service", "method"))
        return Value(Unknown("`actives` is set for some of its services only")) if below else found


def counts_calls(element: Element) -> bool | Unknown:
    """Whether the settings of one element make Dubbo count calls."""
    filters = string(element.settings.get("filter")).data
    if isinstance(filters, str) and "activelimit" in filters:
        return True
    written = [element.get("actives"), *(one for name, one in element.params.items() if name.endswith(".actives"))]
    limits = any_of(_positive(integer(setting).data) for setting in written).data
    if limits is True or isinstance(limits, Unknown):
        return limits
    return filters if isinstance(filters, Unknown) else False


def _positive(limit: Data | Unknown) -> bool | Unknown:
    if isinstance(limit, Unknown):
        return limit
    return isinstance(limit, int) and not isinstance(limit, bool) and limit > 0

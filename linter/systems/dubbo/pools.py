"""Threads, queues and the port for operators, as a module's files set them."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.value import Ref, Value
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.settings import Setting, boolean, integer, string

_ENABLE = ("qosenable", "qos.enable")
_FOREIGN = ("qosacceptforeignip", "qos.accept.foreign.ip")
_LEVEL = ("qosanonymousaccesspermissionlevel", "qos.anonymous.access.permission.level")


def pools(group: Group) -> Iterator[Entity]:
    """A ``dubbo.pool`` for each element that sets a queue, a ``dubbo.qos`` for each that opens that port."""
    for element in group.of("protocol", "provider", "consumer"):
        if element.get("queues") is not None and not element.profile:
            yield _pool(element, group)
    for element in group.of("application"):
        if _first(element, _FOREIGN) is not None and not element.profile:
            yield _qos(element, group)


def _pool(element: Element, group: Group) -> Entity:
    return Entity(
        Ref("dubbo.pool", element.id),
        element.place,
        element.name,
        f"{element.path}/pool",
        {
            "version": group.module.version,
            "side": Value("consumer" if element.kind == "consumer" else "provider"),
            "threadpool": string(element.get("threadpool")),
            "threads": integer(element.get("threads")),
            "queues": integer(element.get("queues")),
        },
    )


def _qos(element: Element, group: Group) -> Entity:
    enabled = boolean(_first(element, _ENABLE))
    return Entity(
        Ref("dubbo.qos", element.id),
        element.place,
        element.name,
        f"{element.path}/qos",
        {
            "version": group.module.version,
            "enabled": Value(True, "default") if enabled.data is None else enabled,
            "foreign": boolean(_first(element, _FOREIGN)),
            "anonymous": string(_first(element, _LEVEL)),
        },
    )


def _first(element: Element, names: tuple[str, ...]) -> Setting | None:
    """The setting under the first of its names; properties of 2.7 write them with dots."""
    return next((found for name in names if (found := element.get(name)) is not None), None)

"""Applications by name."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.value import Ref, Value
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.settings import string


def applications(group: Group) -> Iterator[Entity]:
    """A ``dubbo.application`` for each place that names the application of a module."""
    module = Ref("dubbo.module", group.module.folder or ".")
    for element in group.of("application"):
        name = string(element.get("name"))
        if isinstance(name.data, str):
            fields = {"version": group.module.version, "name": name, "module": Value(module)}
            yield Entity(Ref("dubbo.application", element.id), element.place, name.data, element.path, fields)

"""Who in the input a rule is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.value import Evidence

_MANY = 8


class Reach:
    """The services and applications that the files checked name."""

    def __init__(self, facts: FactBase) -> None:
        self._callers = _by(facts.of("dubbo.reference"), "interface")
        self._servers = _by(facts.of("dubbo.service"), "interface")
        self._applications = _by(facts.of("dubbo.application"), "name")
        self._services = _others({**self._callers, **self._servers})
        self._named = _others(self._applications)

    def of(self, scope: str, target: str, applications: Sequence[str] = ()) -> tuple[Evidence, ...]:
        """Who calls and serves the service ``target``, or is the application; then ``applications`` one by one."""
        found = [*(self._application(target) if scope == "application" else self._service(target))]
        for name in applications:
            found += self._application(name)
        return tuple(found)

    def _service(self, interface: str) -> Iterator[Evidence]:
        if interface in ("", "*", "…") or "${" in interface:
            return
        callers, servers = self._callers.get(interface, ()), self._servers.get(interface, ())
        yield from _some(f"`{interface}` is called here", callers)
        yield from _some(f"`{interface}` is served here", servers)
        if not callers and not servers:
            yield Evidence(
                f"no file checked calls or serves `{interface}`{_others({**self._callers, **self._servers})}"
            )

    def _application(self, name: str) -> Iterator[Evidence]:
        if name in ("", "*", "…") or "${" in name:
            return
        found = self._applications.get(name, ())
        yield from _some(f"the application `{name}` is here", found)
        if not found:
            yield Evidence(f"no file checked calls its application `{name}`{self._named}")


def _by(entities: Sequence[Entity], field: str) -> dict[str, list[Entity]]:
    found: dict[str, list[Entity]] = {}
    for entity in entities:
        name = text(entity, field)
        if name:
            found.setdefault(name, []).append(entity)
    return found


def _some(said: str, entities: Sequence[Entity]) -> Iterator[Evidence]:
    for entity in entities[:_MANY]:
        yield Evidence(said, entity.place)
    if len(entities) > _MANY:
        yield Evidence(f"and in {len(entities) - _MANY} more places")


def _others(known: dict[str, list[Entity]]) -> str:
    """The names that there are instead."""
    if not known:
        return ""
    names = sorted(known)
    more = f" and {len(names) - _MANY} more" if len(names) > _MANY else ""
    return f": they have {', '.join(f'`{name}`' for name in names[:_MANY])}{more}"

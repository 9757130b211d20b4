"""Who calls whom, and what a dead provider means for the caller."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.duration import FOREVER, Duration
from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown, Value
from linter.system import Setup
from linter.systems.dubbo.blocking import Call, blocked
from linter.systems.dubbo.detection import Beats, detection
from linter.systems.dubbo.effective import Effective, Served
from linter.systems.dubbo.ends import Finder, Found, beats_of, offer, protocol_of, reference, service
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.methods import Calling
from linter.systems.dubbo.protocols import noted, pool
from linter.systems.dubbo.services import objects
from linter.systems.dubbo.settings import millis

_LOCAL = "both are in one module, where Dubbo calls within the process unless told otherwise (`scope`, `injvm`)"
_LEAST = ("leastreconnectduration", "least-reconnect-duration")


class Links:
    """References, services and the links between them, over all modules."""

    def __init__(self, groups: Mapping[str, Group], setup: Setup) -> None:
        self._groups = groups
        self._finder = Finder(groups, setup)
        self._calling = Calling(groups)
        self._inner: dict[str, list[tuple[Ref, Value]]] = {}

    def entities(self) -> Iterator[Entity]:
        """References first, then links and services."""
        found: list[tuple[str, Found]] = []
        for folder, group in self._groups.items():
            made = {id(one) for one in objects(group, "reference")}
            for element in group.of("reference"):
                one = self._finder.find(folder, group, element)
                entity = self._reference(folder, one, id(element) in made)
                yield entity
                if id(element) in made:
                    found.append((folder, one))
                    self._inner.setdefault(folder, []).extend(self._outward(folder, one, entity))
        yield from self._linked(found)

    def _outward(self, folder: str, found: Found, entity: Entity) -> Iterator[tuple[Ref, Value]]:
        """A reference that calls another process, with how long that may take; not what lasts for ever by a defect."""
        effective, whole = self._finder.services.effective[folder], entity.fields["blocked"]
        local = any(self._folder(one) == folder for one in found.services)
        if whole.data != FOREVER and not (local and self._within(effective, found)):
            yield entity.ref, whole

    def _linked(self, found: Sequence[tuple[str, Found]]) -> Iterator[Entity]:
        callers: dict[int, dict[str, list[Ref]]] = {}
        for folder, one in found:
            for each in one.services:
                link = self._link(folder, one, each)
                callers.setdefault(id(each.service), {}).setdefault(folder, []).append(link.ref)
                yield link
        for folder, group in self._groups.items():
            by = self._finder.services.effective[folder]
            for element in group.of("service"):
                calling = callers.get(id(element), {})
                yield service(Served(by, element), len(calling), [ref for refs in calling.values() for ref in refs])

    def _reference(self, folder: str, found: Found, listed: bool) -> Entity:
        effective = self._finder.services.effective[folder]
        names = {protocol_of(found, one, effective) for one in found.services}
        name = next(iter(names)) if len(names) == 1 else Unknown("its services have different protocols")
        whole = self._blocked(effective, found, found.services, name if found.services else "")
        return reference(found, effective, whole, listed)

    def _blocked(self, effective: Effective, found: Found, services: Sequence[Served], name: str | Unknown) -> Value:
        element = found.reference
        base = Call("", effective.of("timeout", element, services), effective.of("retries", element, services))
        calls = self._calling.calls(found.group, element, services, base)
        at_once, cluster = (effective.of(key, element, services) for key in ("async", "cluster"))
        return blocked(found.group.module.version, name, at_once, cluster, calls)

    def _link(self, folder: str, found: Found, each: Served) -> Entity:
        effective = self._finder.services.effective[folder]
        element, version = found.reference, found.group.module.version
        name = protocol_of(found, each, effective)
        whole = self._blocked(effective, found, (each,), name)
        served = self._folder(each)
        local = served == folder and self._within(effective, found)
        timeout = effective.of("timeout", element, (each,))
        fields = {
            "client": Value(Ref("dubbo.reference", element.id)),
            "server": Value(Ref("dubbo.service", each.service.id)),
            "matched_by": Value(found.how),
            "protocol": Value(name),
            "timeout": timeout,
            "served_timeout": each.by.here("timeout", each.service),
            "shared_timeout": Value(effective.shared("timeout", element, timeout)),
            "retries": effective.of("retries", element, (each,)),
            "cluster": effective.of("cluster", element, (each,)),
            "async": effective.of("async", element, (each,)),
            "detection": Value(Unknown(_LOCAL)) if local else self._detection(effective, found, each, name, version),
            "blocked": whole,
            **self._held(effective, found, each, whole, local),
            **self._inside(served, timeout, folder),
            "apart": Value(_LOCAL if local else None),
        }
        ref = Ref("dubbo.link", f"{element.id}>{each.service.id}")
        return Entity(ref, element.place, f"{element.name} -> {each.service.name}", f"{element.path}/link", fields)

    def _folder(self, one: Served) -> str:
        return one.by.group.module.folder

    def _within(self, effective: Effective, found: Found) -> bool:
        """Whether a reference calls what its own module serves within the process."""
        remote = effective.side("scope", found.reference).data == "remote"
        return not found.direct and not remote and effective.side("injvm", found.reference).data is not False

    def _detection(
        self, effective: Effective, found: Found, each: Served, name: str | Unknown, version: Value
    ) -> Value:
        alone = found._replace(services=(each,))
        heartbeat, silence = beats_of(alone, [name], effective)
        close = effective.handed("close.timeout", found.reference, [offer(each, name)["close.timeout"]])
        reconnect = effective.of("reconnect", found.reference, (each,))
        beats = Beats(heartbeat, silence, close if close.data is not None else silence, reconnect, _least(found.group))
        return detection(version, name, beats, found.direct)

    def _held(self, effective: Effective, found: Found, each: Served, whole: Value, local: bool) -> Mapping[str, Value]:
        """The threads of the calling module's own services that may all wait; nothing where they are not Dubbo's."""
        group = found.group
        if not group.of("service") or local or whole.data == Duration(0):
            return {}
        runs = group.once(pool)
        actives = effective.of("actives", found.reference, (each,)).data
        for part in (runs.threads.data, runs.name.data, actives):
            if isinstance(part, Unknown):
                return {"held": Value(part)}
        threads = runs.threads.data
        if not isinstance(threads, int):
            return {}
        if isinstance(actives, int) and actives > 0:
            why = f"`actives` lets {actives} calls of each method wait, and how many methods it calls is not known"
            return {"held": Value(Unknown(why))}
        evidence = noted(threads, runs.name.data, group.module.name, runs.threads)
        return {"held": Value(threads, runs.threads.origin, runs.threads.slot, evidence)}

    def _inside(self, served: str, timeout: Value, folder: str) -> Mapping[str, Value]:
        """The slowest call that the service's module makes itself, if it is known to last longer than ``timeout``.

        Else it is unknown if one of the calls is.
        """
        calls = self._inner.get(served, ()) if served != folder else ()
        if not calls:
            return {}
        known = [(ref, value) for ref, value in calls if isinstance(value.data, Duration)]
        doubt = next((value.data for _, value in calls if isinstance(value.data, Unknown)), None)
        slowest = max(known, key=lambda one: _length(one[1]), default=None)
        if slowest is None or (doubt is not None and _length(slowest[1]) <= _length(timeout)):
            return {"inner": Value(doubt), "inner_blocked": Value(doubt)}
        ref, value = slowest
        return {"inner": Value(ref), "inner_blocked": value}


def _length(value: Value) -> Duration:
    return value.data if isinstance(value.data, Duration) else Duration(0)


def _least(group: Group) -> Value:
    """``least-reconnect-duration`` as the application sets it; null where it does not."""
    for one in group.of("application"):
        for name in _LEAST:
            if one.get(name) is not None:
                return millis(one.get(name))
    return Value(None)

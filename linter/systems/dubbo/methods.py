"""Settings of single methods, on both sides of a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.facts.value import Unknown, Value
from linter.record import replace
from linter.systems.dubbo.asyncs import applies
from linter.systems.dubbo.blocking import Call
from linter.systems.dubbo.effective import Served
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.releases import PLURAL_KEYS
from linter.systems.dubbo.settings import integer, positive_millis
from linter.versions.version import Version

_READ = {"timeout": positive_millis, "retries": integer}
_HANDED = Unknown("whether the registry hands over a method's settings of the provider is not known")


class Methods:
    """The methods that one module sets something for."""

    def __init__(self, group: Group) -> None:
        self._version = group.module.version
        self._of: dict[object, list[Element]] = {}
        for one in group.of("method"):
            owner = (one.side, one.interface) if one.parent is None else id(one.parent)
            self._of.setdefault(owner, []).append(one)

    def of(self, owner: Element) -> Mapping[str, Sequence[Element]]:
        """Those of a reference or a service, by name: in it, or by keys for its interface."""
        found: dict[str, list[Element]] = {}
        for one in (*self._of.get(id(owner), ()), *self._of.get((owner.side, owner.interface), ())):
            if one.method:
                found.setdefault(one.method, []).append(one)
        return found

    def value(self, elements: Sequence[Element], name: str) -> Value:
        """What the first of them sets; null where none does."""
        for one in elements:
            value = _READ[name](one.get(name))
            if value.data is None:
                continue
            read = applies(one, self._version)
            if isinstance(read, Unknown) or one.profile:
                why = read if isinstance(read, Unknown) else Unknown(f"the profile `{one.profile}` decides it")
                return replace(value, data=why)
            if read:
                return value
        return Value(None)


class Calling:
    """The calls through the references of all modules."""

    def __init__(self, groups: Mapping[str, Group]) -> None:
        self._methods = {id(group): Methods(group) for group in groups.values()}

    def calls(self, group: Group, reference: Element, served: Sequence[Served], base: Call) -> Sequence[Call]:
        """``base``, and one for each method that either side sets something for."""
        own = self._methods[id(group)]
        mine = own.of(reference)
        found = {
            name: Call(name, own.value(some, "timeout"), own.value(some, "retries")) for name, some in mine.items()
        }
        if reference.get("url") is None:
            for one in served:
                self._offered(group, one, found)
        return (base, *(_filled(call, base) for call in found.values()))

    def _offered(self, group: Group, served: Served, found: dict[str, Call]) -> None:
        """Adds the timeouts that a service's module sets for its methods; its repetitions count for nothing sure."""
        release = group.module.version.data
        theirs = self._methods[id(served.by.group)]
        for name, some in theirs.of(served.service).items():
            timeout = theirs.value(some, "timeout")
            if timeout.data is None:
                continue
            if not isinstance(release, Version) or release >= PLURAL_KEYS:
                timeout = replace(timeout, data=release if isinstance(release, Unknown) else _HANDED)
            call = found.get(name) or Call(name, Value(None), Value(None))
            found[name] = call if call.timeout.data is not None else call._replace(timeout=timeout)


def _filled(call: Call, base: Call) -> Call:
    timeout = call.timeout if call.timeout.data is not None else base.timeout
    return Call(call.method, timeout, call.retries if call.retries.data is not None else base.retries)

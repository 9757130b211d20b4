"""Which service a reference means: Dubbo brings the two together by interface, group and version.

Source: ``UrlUtils.isMatch`` of 2.7.12 and 3.2.16. The consumer's group may be ``*`` or a list with commas, its version
``*``; what is not written matches only what is not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.facts.holes import unfilled
from linter.facts.nearest import Nearest
from linter.facts.value import Unknown
from linter.record import NamedTuple
from linter.systems.dubbo.effective import Effective, Served
from linter.systems.dubbo.elements import COMPILED, Element
from linter.systems.dubbo.groups import Group

ANY = "*"


class Key(NamedTuple):
    """Group and version, ``None`` where none is set."""

    group: str | Unknown | None
    version: str | Unknown | None

    @property
    def doubt(self) -> Unknown | None:
        return next((one for one in self if isinstance(one, Unknown)), None)


def key_of(effective: Effective, element: Element) -> Key:
    """The key of a reference or a service."""
    group, version = (effective.side(name, element).data for name in ("group", "version"))
    return Key(_text(group), _text(version))


def _text(data: object) -> str | Unknown | None:
    return data if isinstance(data, (str, Unknown)) else None


def matches(wanted: Key, offered: Key) -> bool:
    """Whether a reference with the key ``wanted`` gets a service with ``offered``; neither is in doubt."""
    group = wanted.group in (ANY, offered.group)
    if not group and isinstance(wanted.group, str) and isinstance(offered.group, str):
        group = offered.group in (one.strip() for one in wanted.group.split(","))
    return group and wanted.version in (ANY, offered.version)


def objects(group: Group, kind: str) -> Iterator[Element]:
    """The references or services of a module, each once: keys alone count where no file makes the object."""
    found = group.of(kind)
    made = {one.interface for one in found if one.form in COMPILED}
    for one in found:
        if one.form in COMPILED:
            yield one
        elif one.interface and one.interface not in made:
            made.add(one.interface)
            yield one


def meant(element: Element) -> Unknown | None:
    """Why the interface of a reference or a service is not known; ``None`` if it is."""
    name = element.interface
    if not name:
        return Unknown("its interface is not written")
    left = unfilled(name)
    if left is not None:
        said = f"`{name}`, which is not set here" if name.startswith("$") else f"not known: {left.why}"
        return Unknown(f"its interface is {said}")
    if "." not in name and element.form in ("annotation", "java", "kotlin"):
        return Unknown(f"which `{name}` its interface is can't be told: no source that was read declares it")
    return None


class Services:
    """All services, to be asked for those of a reference: of several equal ones, those nearest to it."""

    def __init__(self, groups: Mapping[str, Group]) -> None:
        self.effective = {folder: Effective(group) for folder, group in groups.items()}
        self._known: dict[str, dict[Key, list[Served]]] = {}
        self._doubtful: dict[str, list[Served]] = {}
        self._near: dict[tuple[str, tuple[Key, ...]], Nearest[Served]] = {}
        for folder, group in groups.items():
            effective = self.effective[folder]
            for service in objects(group, "service"):
                if meant(service) is None:
                    key, one = key_of(effective, service), Served(effective, service)
                    if key.doubt is None:
                        self._known.setdefault(service.interface, {}).setdefault(key, []).append(one)
                    else:
                        self._doubtful.setdefault(service.interface, []).append(one)

    def all(self) -> Iterator[Served]:
        """Every service whose interface is known."""
        for known in (*(many for keys in self._known.values() for many in keys.values()), *self._doubtful.values()):
            yield from known

    def of(self, reference: Element, key: Key) -> Sequence[Served]:
        """The services that a reference with ``key`` gets."""
        offered = self._known.get(reference.interface, {})
        fitting = tuple(offered) if ANY in key or "," in str(key.group) else (key,)
        fitting = tuple(one for one in fitting if one in offered and matches(key, one))
        if not fitting:
            return ()
        name = (reference.interface, fitting)
        if name not in self._near:
            many = (one for each in fitting for one in offered[each])
            self._near[name] = Nearest((one.service.doc.path, one) for one in many)
        return self._near[name].to(reference.doc.path)

    def why_none(self, reference: Element, key: Key) -> str:
        """Why a reference gets no service, for lists."""
        name = reference.interface
        unsure = next(iter(self._doubtful.get(name, ())), None)
        if unsure is not None:
            doubt = key_of(unsure.by, unsure.service).doubt
            return f"{unsure.service.doc.path} may serve it: {doubt.why if doubt is not None else ''}"
        others = self._known.get(name)
        if not others:
            return f"no service in the files checked has the interface `{name}`"
        listed = ", ".join(sorted(_said(other) for other in others))
        return f"`{name}` is served as {listed}, and it asks for {_said(key)}"


def _said(key: Key) -> str:
    return f"group {key.group or 'none'} and version {key.version or 'none'}"


def agreed(values: Iterable[str | Unknown]) -> str | Unknown | None:
    """The one value of several, ``None`` for none; unknown where they differ."""
    found = list(dict.fromkeys(values))
    if len(found) > 1:
        return Unknown(f"it may be any of {', '.join(str(getattr(one, 'why', one)) for one in found)}")
    return found[0] if found else None

"""Settings in the environment of containers, for the module whose build is nearest above the file that runs them.

Dubbo asks the environment for each key, as it is and in capitals with underscores, before all but system properties.
Sources: ``EnvironmentConfiguration`` and ``StringUtils.toOSStyleKey`` of 2.7 and 3; 2.6 does not read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.holes import hole
from linter.facts.tree import Text
from linter.facts.value import Items, Value
from linter.record import replace
from linter.systems.dubbo.elements import ENVIRONMENT, Element, canonical, steps
from linter.systems.dubbo.flat import named
from linter.systems.dubbo.modules import Modules
from linter.systems.dubbo.releases import APACHE
from linter.systems.dubbo.settings import Setting
from linter.versions.version import Version

_KINDS = ("consumer", "provider", "application", "registry", "protocol")
_BY_INTERFACE = ("reference", "service")
_LOCKED = "it is a variable of a container"
_MAYBE = "which Dubbo the container runs is not known, and old ones do not read its environment"


def variables(facts: FactBase, modules: Modules, interfaces: Iterable[str]) -> Iterator[Element]:
    """The elements that variables set, of modules that have Dubbo."""
    builds = set(modules.builds())
    capitals = {one.replace(".", "_").upper(): one for one in interfaces}
    for container in facts.of("deploy.container") if builds else ():
        path = container.place.path
        if modules.folder(path) not in builds:
            continue
        release = modules.of(path).version.data
        if not isinstance(release, Version) or release >= APACHE:
            yield from _elements(container, capitals, isinstance(release, Version))


def _elements(container: Entity, capitals: Mapping[str, str], known: bool) -> Iterator[Element]:
    environment = container.fields.get("environment")
    listed = environment.data.values if environment is not None and isinstance(environment.data, Items) else ()
    found: dict[str, Element] = {}
    for value in listed:
        name, equals, text = value.data.partition("=") if isinstance(value.data, str) else ("", "", "")
        said = named(_segments(name, capitals)) if equals and value.slot is not None else None
        if said is None or said.method or value.slot is None:
            continue
        place = value.slot.place
        element = found.get(said.prefix)
        if element is None:
            path = f"{container.path}/environment/{said.prefix}"
            head = (said.kind, ENVIRONMENT, place.doc, place, path)
            element = Element(*head, {}, {}, said.ident, said.interface, written=said.prefix)
            found[said.prefix] = element
        setting = _setting(value, text if known else hole(_MAYBE))
        if said.param:
            element.params[said.param] = setting
        else:
            element.settings[canonical(said.attribute)] = setting
    yield from found.values()


def _setting(value: Value, text: str) -> Setting:
    slot = value.slot
    assert slot is not None  # noqa: S101  the caller looked
    place = slot.place
    tree = Text(place.doc, place.start, place.end, text)
    return Setting(tree, replace(slot, locked=slot.locked or _LOCKED), value.evidence)


def _segments(name: str, capitals: Mapping[str, str]) -> tuple[str, ...]:
    """The dotted name that a variable stands for; nothing for those that set no setting."""
    if name.startswith("dubbo."):
        return tuple(steps(name))
    first, _, rest = name.partition("_")
    kind, _, rest = rest.partition("_")
    if first != "DUBBO" or not rest:
        return ()
    kind = kind.lower()
    if kind in _KINDS:
        return "dubbo", kind, rest.lower()
    if kind in _BY_INTERFACE:
        interface, _, attribute = rest.rpartition("_")
        while interface and interface not in capitals:
            interface, _, more = interface.rpartition("_")
            attribute = f"{more}_{attribute}"
        if interface:
            return "dubbo", kind, *capitals[interface].split("."), attribute.lower()
    return ()

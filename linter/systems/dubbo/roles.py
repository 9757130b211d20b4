"""Modules as consumers and providers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.entity import Entity
from linter.facts.nearest import Nearest
from linter.facts.value import Ref, Unknown, Value
from linter.syntax.document import Place
from linter.systems.dubbo.asyncs import Async, asyncs, evident, items
from linter.systems.dubbo.effective import simplified
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group, any_of
from linter.systems.dubbo.modules import Module, Modules
from linter.systems.dubbo.releases import PLURAL_KEYS
from linter.systems.dubbo.settings import string
from linter.systems.dubbo.sources.futures import Futures
from linter.systems.dubbo.traits import bounded_pool, delayed, generic
from linter.systems.dubbo.whole import ref, whole
from linter.versions.version import Version

_DEFAULT_PROTOCOL = "dubbo"
_SERVED = {"dubbo": "dubbo", "http": "http", "hessian": "hessian", "triple": "tri", "rest": "rest"}
"""Protocols by what the fields about them are called."""
_NEITHER = Unknown("the files checked show neither references nor services")
_SETTINGS = Unknown("the files checked show services, and only settings for references")


class Roles:
    """Who calls and who serves, over all modules."""

    def __init__(self, groups: Mapping[str, Group], modules: Modules, futures: Futures) -> None:
        self._groups = groups
        self._futures = futures
        self._modules = modules
        self._asyncs = {folder: list(asyncs(group.elements, group.module.version)) for folder, group in groups.items()}
        self._handed_over = {folder: _by_interface(found) for folder, found in self._asyncs.items()}
        self._serving: dict[str, Nearest[str]] = {}
        for folder, group in groups.items():
            for service in group.of("service"):
                if service.interface:
                    self._serving.setdefault(service.interface, Nearest()).add(service.doc.path, folder)

    def entities(self) -> Iterator[Entity]:
        """Consumers, providers, and the evidence of asynchronous calls."""
        decided: set[object] = set()
        for folder, group in self._groups.items():
            for found in (*self._asyncs[folder], *self._futures.of(group)):
                yield found.entity()
            if group.calling():
                decided.add(_decision(group.module))
                yield self._consumer(folder, group)
            if group.of("service"):
                yield _provider(group)
            if group.of("service") or group.calling():
                yield self._whole(folder, group)
        for folder in self._modules.builds():
            group = self._groups.get(folder) or Group(self._modules.at(folder), [])
            silent = not group.calling() and not group.of("service", "provider", "protocol")
            if silent and _decision(group.module) not in decided:
                decided.add(_decision(group.module))
                yield self._consumer(folder, group)

    def _consumer(self, folder: str, group: Group) -> Entity:
        module = group.module
        references = group.of("reference")
        calling = group.calling()
        evidence = [found for found in self._asyncs.get(folder, ()) if found.element.side == "consumer"]
        evidence += self._futures.of(group)
        evidence += self._taken_over(group)
        protocols = self._protocols(group)
        return Entity(
            Ref("dubbo.consumer", module.folder or "."),
            _place(group, calling),
            module.name,
            "consumer",
            {
                **_common(module),
                "refers": Value(_refers(group, calling)),
                "serialize_check": _serialize_check(group),
                "references": Value(len(references)),
                "async": Value(evident(evidence)),
                "async_evidence": items(evidence),
                "searched": Value(self._futures.searched(group)),
                "over_dubbo": any_of(_is(name, "dubbo") for name in protocols),
                "over_triple": any_of(_is(name, "tri") for name in protocols),
                "triple_by_address": any_of(_triple_by_address(one) for one in references),
                "zookeeper": _zookeeper(group),
                "generic": generic(group),
                "bounded_pool": bounded_pool(group),
                "module": Value(ref(group)),
            },
        )

    def _whole(self, folder: str, group: Group) -> Entity:
        protocols: list[str | Unknown] = _served(group) if group.of("service") else []
        refers = _refers(group, group.calling()) if group.calling() else False
        protocols += [refers] if isinstance(refers, Unknown) else self._protocols(group) if refers else []
        boot = self._modules.brings(folder, lambda name: name.endswith("dubbo-spring-boot-starter"))
        weak = self._modules.brings(folder, lambda name: name.endswith(("-serialization-kryo", "-serialization-fst")))
        place = _place(group, group.calling() or group.of("service"))
        return whole(group, place, Value(refers), protocols, boot, weak)

    def _taken_over(self, group: Group) -> Iterator[Async]:
        """What providers set for their consumers: all but a few settings of a service go into its consumers' URLs.

        Source: DefaultProviderURLMergeProcessor. With application-level discovery (3.x) this is not established.
        """
        release = group.module.version.data
        new = isinstance(release, Version) and release >= PLURAL_KEYS
        unsure = Unknown("whether the registry hands over the provider's settings is not known")
        taken: dict[Ref, Async] = {}
        for reference in group.of("reference"):
            for folder in self._providers(reference):
                handed = self._handed_over[folder] if not simplified(self._groups[folder]) else {}
                for each in (*handed.get("", ()), *handed.get(reference.interface, ())):
                    if not each.element.interface or _same_group(each.element, reference):
                        taken[each.ref] = each._replace(applies=unsure) if new else each
        yield from taken.values()

    def _providers(self, reference: Element) -> Sequence[str]:
        """The folders of the modules nearest to a reference that serve its interface, each once."""
        serving = self._serving.get(reference.interface)
        return () if serving is None else tuple(dict.fromkeys(serving.to(reference.doc.path)))

    def _protocols(self, group: Group) -> list[str | Unknown]:
        """The protocols of its calls."""
        found: list[str | Unknown] = []
        references: Sequence[Element | None] = group.of("reference") or [None]
        for reference in references:
            found += self._of_reference(reference, group)
        return found

    def _of_reference(self, reference: Element | None, group: Group) -> list[str | Unknown]:
        if reference is not None:
            for said in (string(reference.get("protocol")).data, _scheme(reference)):
                if isinstance(said, (str, Unknown)):
                    return [said]
        for consumer in group.of("consumer"):
            said = string(consumer.get("protocol")).data
            if isinstance(said, (str, Unknown)):
                return [said]
        served: list[str | Unknown] = []
        for folder in self._providers(reference) if reference is not None else ():
            served += _served(self._groups[folder])
        return served or [_DEFAULT_PROTOCOL]


def _refers(group: Group, calling: Sequence[Element]) -> bool | Unknown:
    """Whether it calls services; settings for all references are kept in providers too."""
    if not calling:
        return _NEITHER
    only_settings = all(one.kind == "consumer" for one in calling)
    return _SETTINGS if only_settings and group.of("service") else True


def _by_interface(found: Sequence[Async]) -> Mapping[str, Sequence[Async]]:
    """What providers set, by interface; ``""`` for all their services."""
    listed: dict[str, list[Async]] = {}
    for each in found:
        if each.element.side == "provider":
            listed.setdefault(each.element.interface, []).append(each)
    return listed


def _same_group(service: Element, reference: Element) -> bool:
    """Whether a reference may find a service: by the group, which ``*`` or a list makes one of several."""
    owner = service.parent if service.kind == "method" and service.parent is not None else service
    wanted, offered = string(reference.get("group")).data, string(owner.get("group")).data
    if isinstance(wanted, str) and ("*" in wanted or "," in wanted):
        return True
    return wanted == offered or isinstance(wanted, Unknown) or isinstance(offered, Unknown)


def _scheme(reference: Element) -> str | None:
    url = string(reference.get("url")).data
    return url.partition("://")[0] if isinstance(url, str) and "://" in url else None


def _triple_by_address(reference: Element) -> bool | Unknown:
    """Whether it calls an address over the protocol tri, past any registry."""
    url = string(reference.get("url")).data
    if isinstance(url, str):
        protocol = _scheme(reference) or string(reference.get("protocol")).data
        return protocol if isinstance(protocol, Unknown) else protocol == "tri"
    return url if isinstance(url, Unknown) else False


def _provider(group: Group) -> Entity:
    module = group.module
    return Entity(
        Ref("dubbo.provider", module.folder or "."),
        _place(group, group.of("service")),
        module.name,
        "provider",
        {
            **_common(module),
            "serialize_check": _serialize_check(group),
            "services": Value(len(group.of("service"))),
            **{f"over_{name}": any_of(_is(one, wanted) for one in _served(group)) for name, wanted in _SERVED.items()},
            "zookeeper": _zookeeper(group),
            "delayed": delayed(group),
            "module": Value(ref(group)),
        },
    )


def _served(group: Group) -> list[str | Unknown]:
    """The protocols that a provider opens: dubbo where none is written."""
    names = [string(one.get("name")).data for one in group.of("protocol")]
    return [name if isinstance(name, (str, Unknown)) else _DEFAULT_PROTOCOL for name in names] or [_DEFAULT_PROTOCOL]


def _is(name: str | Unknown, wanted: str) -> bool | Unknown:
    return name if isinstance(name, Unknown) else name == wanted


def _serialize_check(group: Group) -> Value:
    """What the application's settings say about classes that are not listed."""
    said = (one.settings.get("serializecheckstatus") for one in group.of("application"))
    return string(next(filter(None, said), None))


def _common(module: Module) -> dict[str, Value]:
    return {
        "package": module.package,
        "artifact": module.artifact,
        "version": module.version,
        "folder": Value(module.folder or "."),
    }


def _zookeeper(group: Group) -> Value:
    found = group.registries()
    return any_of(_is(name, "zookeeper") for name in found)


def _decision(module: Module) -> object:
    """What decides a module's version: modules that share it get one note."""
    slot = module.version.slot
    return module.folder if slot is None else (slot.place, slot.route)


def _place(group: Group, elements: Sequence[Element]) -> Place:
    """The first element that makes the module what it is, else what decides its version."""
    if elements:
        return elements[0].place
    slot = group.module.version.slot
    place = slot.place if slot is not None else group.module.place
    assert place is not None, group.module.folder  # noqa: S101  a module without a build has elements
    return place

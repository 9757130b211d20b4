"""Override URLs as entities.

Sources: ``RegistryDirectory``, ``UrlUtils``, ``ZookeeperRegistry`` and ``NacosRegistry`` of 2.6.12 to 3.2.16.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.tree import Text
from linter.facts.value import Items, Ref, Unknown, Value
from linter.system import Fragment
from linter.systems.dubbo.governed import Governed
from linter.systems.dubbo.urls import Url, flag, param, parse, slot_of

_Target: TypeAlias = "tuple[str, int | None, str]"
_READ = ("providers", "configurators", "routers", "dynamicconfigurators", "appdynamicconfigurators")
"""Categories whose entries consumers take in; `providers` where none is written."""
_ANY = ("0.0.0.0", "*")  # noqa: S104  a rule's wildcard
_ABOUT = (
    *("category", "check", "dynamic", "enabled", "group", "version", "application", "side", "configVersion"),
    *("compatible_config", "interface", "name", "providerAddresses", "timestamp"),
)
_KNOWN = (
    "disabled",
    "enabled",
    "dynamic",
    "category",
    "weight",
    "timeout",
    "retries",
    "loadbalance",
    "cluster",
    "application",
)


def overrides(fragments: Iterable[Fragment], governed: Governed, removals: Iterable[Fragment] = ()) -> Iterator[Entity]:
    """``dubbo.override`` and, where one disables providers, ``dubbo.isolation``; each place counts once.

    ``removals`` are the URLs that sources take away.
    """
    taken: dict[_Target, set[str]] = {}
    for fragment in removals:
        tree = fragment.data["tree"]
        gone = parse(tree) if isinstance(tree, Text) else None
        if gone is not None:
            taken.setdefault((gone.host, gone.port, gone.interface), set()).add(str(fragment.data.get("phase") or ""))
    seen: set[tuple[str, int, str]] = set()
    counts: dict[str, int] = {}
    for fragment in fragments:
        tree = fragment.data["tree"]
        place = fragment.place
        if not isinstance(tree, Text) or (place.path, place.start, tree.text) in seen:
            continue
        seen.add((place.path, place.start, tree.text))
        url = parse(tree)
        if url is not None:
            index = counts[place.doc.id] = counts.get(place.doc.id, -1) + 1
            phases = taken.get((url.host, url.port, url.interface), set())
            yield from _entities(url, tree, index, governed, _removed(phases))


def _removed(phases: set[str]) -> dict[str, Value]:
    """Whether and when something is taken away, by the phases of all that do so."""
    doubt = Unknown("when it is taken away can't be told")

    def in_(phase: str) -> Value:
        return Value(True if phase in phases else doubt if "" in phases else False)

    return {"removed": Value(bool(phases)), "removed_at_start": in_("start"), "removed_at_stop": in_("stop")}


def _entities(url: Url, tree: Text, index: int, governed: Governed, taken: dict[str, Value]) -> Iterator[Entity]:
    version = governed.version(tree.doc, "service", url.params.get("interface", url.interface))
    registries = governed.registries(tree.doc.path, url.params.get("interface", url.interface))
    category = param(url, tree, "category")
    disabled = flag(url, tree, "disabled", False)
    dynamic = flag(url, tree, "dynamic", True)
    enabled = flag(url, tree, "enabled", True)
    typo, meant = _typo(url)
    name = f"the override for {url.interface or url.host}"
    path = f"override/{url.host}/{url.interface}"
    host = Value(unfilled(url.host) or url.host)
    ref = Ref("dubbo.override", f"{tree.doc.id}!{index}")
    yield Entity(
        ref,
        tree.place,
        name,
        path,
        {
            "version": version,
            "host": host,
            "port": Value(url.port),
            "interface": Value(url.interface or None),
            "group": param(url, tree, "group"),
            "service_version": param(url, tree, "version"),
            "other": _other(url, tree, governed),
            "by_application": governed.by_application(tree.doc.path, url.params.get("interface", url.interface)),
            "application": param(url, tree, "application"),
            "settings": Value(Items(tuple(_settings(url, tree)))),
            "governs": governed.modules(tree.doc.path, "service", url.params.get("interface", url.interface)),
            "category": category,
            "category_read": Value(
                category.data if isinstance(category.data, Unknown) else (category.data or "providers") in _READ
            ),
            "dynamic": dynamic,
            "enabled": enabled,
            "disabled": disabled,
            "registries": registries,
            "only_nacos": Value(_only_nacos(registries)),
            "typo": Value(typo, "written", slot_of(url, tree, typo) if typo else None),
            "meant": Value(meant),
        },
    )
    if disabled.data is not False:
        yield Entity(
            Ref("dubbo.isolation", ref.id),
            tree.place,
            name,
            f"{path}/disabled",
            {
                "version": version,
                "form": Value("override URL"),
                "enabled": Value(disabled.data if isinstance(disabled.data, Unknown) else enabled.data),
                "persistent": Value(
                    dynamic.data if isinstance(dynamic.data, Unknown) else dynamic.data is False,
                    dynamic.origin,
                    dynamic.slot,
                ),
                "setting": Value("dynamic=false"),
                **taken,
                "instance": Value(
                    host.data if isinstance(host.data, Unknown) else host.data not in _ANY and url.port is not None
                ),
                "consumers": Value(
                    host.data if isinstance(host.data, Unknown) else host.data not in _ANY and url.port is None
                ),
                "everyone": Value(host.data if isinstance(host.data, Unknown) else host.data in _ANY),
                "addresses": Value(Items((Value(url.host if url.port is None else f"{url.host}:{url.port}"),))),
                "target": Value(url.interface or None),
            },
        )


def _other(url: Url, tree: Text, governed: Governed) -> Value:
    """Which group or version the service has instead."""
    group, version = param(url, tree, "group").data, param(url, tree, "version").data
    for one in (group, version):
        if isinstance(one, Unknown):
            return Value(one)
    interface = url.params.get("interface", url.interface)
    return governed.other(tree.doc.path, interface, _name(group), _name(version))


def _name(data: object) -> str | None:
    return data if isinstance(data, str) else None


def _settings(url: Url, tree: Text) -> Iterator[Value]:
    """What is set: the parameters that say nothing about the rule itself (``AbstractConfigurator``)."""
    for name, text in url.params.items():
        if name not in _ABOUT:
            yield Value(unfilled(text) or f"{name}={text}", "written", slot_of(url, tree, name))


def _only_nacos(registries: Value) -> bool | Unknown:
    kinds = [item.data for item in registries.data.values] if isinstance(registries.data, Items) else []
    doubt = next((kind for kind in kinds if isinstance(kind, Unknown)), None)
    if not kinds or doubt is not None:
        return doubt or Unknown("the files checked name no registry")
    return all(kind == "nacos" for kind in kinds)


def _typo(url: Url) -> tuple[str | None, str | None]:
    """A parameter that is almost ``disabled`` and so on; any other name is a setting that may exist."""
    from difflib import get_close_matches  # only unknown names need it

    for name in url.params:
        if name not in _KNOWN:
            found = get_close_matches(name, _KNOWN, 1, 0.85)
            if found and found[0] not in url.params:
                return name, found[0]
    return None, None

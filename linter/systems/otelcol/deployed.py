"""Which containers run a configuration: from mounts, arguments and images."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.value import Items, Ref
from linter.syntax.document import DocRef, Place
from linter.systems.otelcol.catalog import catalog

_NAMED = re.compile(r"otelcol|otel-?col|opentelemetry|otel|alloy|collector", re.IGNORECASE)
_DEFAULT = re.compile(r"/etc/otelcol[^/]*/config\.ya?ml")


class Deployment(NamedTuple):
    """A container that runs a configuration.

    ``merged`` says why the configuration is not all that the container reads, ``""`` if it is, and ``base`` which
    components the rest may hold, ``None`` for any. ``place`` is where the file is mounted.
    """

    workload: Ref
    container: str
    image: Entity | None
    args: tuple[str, ...]
    merged: str
    place: Place
    base: frozenset[str] | None = None

    @property
    def instance(self) -> str:
        return f"{self.workload.id}/{self.container}"


class _Mounted(NamedTuple):
    target: str
    doc: str
    place: Place
    partial: str = ""
    base: frozenset[str] | None = None


def deployments(facts: FactBase, docs: Iterable[DocRef]) -> Mapping[str, Sequence[Deployment]]:
    """The containers that run each of ``docs``, by ``DocRef.id``; a document that none runs is left out."""
    seen = _mounted(facts, docs)
    images = {
        (entity.fields["workload"].data, text(entity, "container")): entity for entity in facts.of("deploy.image")
    }
    sure: dict[str, list[Deployment]] = {}
    unsure: dict[str, list[Deployment]] = {}
    for container in facts.of("deploy.container"):
        workload, name = data(container, "workload"), text(container, "name") or ""
        mounted = seen.get((workload, name)) if isinstance(workload, Ref) else None
        if not mounted or not isinstance(workload, Ref):
            continue
        image = images.get((workload, name))
        args = _args(container)
        read, named, merged = _read(mounted, args)
        found = sure if named or _runs_collector(image, args) else unsure
        for one in read:
            base = None if merged else one.base
            deployment = Deployment(workload, name, image, args, merged or one.partial, one.place, base)
            found.setdefault(one.doc, []).append(deployment)
    return {**unsure, **sure}


def _mounted(facts: FactBase, docs: Iterable[DocRef]) -> Mapping[tuple[Ref, str], list[_Mounted]]:
    """The configurations that each container sees."""
    known: set[str] = set()
    folders: dict[str, list[DocRef]] = {}
    for doc in docs:
        known.add(doc.id)
        if doc.host is None and doc.index == 0:
            at = doc.path.rfind("/")
            while at >= 0:
                folders.setdefault(doc.path[: at + 1], []).append(doc)
                at = doc.path.rfind("/", 0, at)
            folders.setdefault("./", []).append(doc)
    seen: dict[tuple[Ref, str], list[_Mounted]] = {}
    for mount in facts.of("deploy.mount"):
        workload, source, target = data(mount, "workload"), text(mount, "source"), text(mount, "target")
        if not isinstance(workload, Ref) or not source or not target:
            continue
        here = seen.setdefault((workload, text(mount, "container") or ""), [])
        if source in known:
            here.append(_Mounted(target, source, mount.place, text(mount, "partial") or "", _base(mount)))
        elif source.endswith("/"):
            size = 0 if source == "./" else len(source)
            for doc in folders.get(source, ()):
                here.append(_Mounted(target + doc.path[size:], doc.path, mount.place))
    return seen


def _base(mount: Entity) -> frozenset[str] | None:
    """What else the file may define; ``None`` for anything."""
    items = data(mount, "base")
    if not isinstance(items, Items) or not items.complete:
        return None
    return frozenset(value.data for value in items.values if isinstance(value.data, str))


def _args(container: Entity) -> tuple[str, ...]:
    items = data(container, "args")
    values = items.values if isinstance(items, Items) else ()
    return tuple(word for value in values if isinstance(value.data, str) for word in value.data.split())


def _read(mounted: Sequence[_Mounted], args: Sequence[str]) -> tuple[Sequence[_Mounted], bool, str]:
    """What of ``mounted`` is read, whether the arguments say so, and why that is not all."""
    sources = list(_sources(args))
    named = [one for one in mounted if any(_names(source, one.target) for source in sources)]
    if not named:
        usual = [one for one in mounted if _DEFAULT.fullmatch(one.target)]
        return usual or mounted, False, ""
    if len(sources) > 1:
        return named, True, f"the Collector merges {len(sources)} `--config` sources"
    overridden = any(arg.startswith("--set") for arg in args)
    return named, True, "`--set` in the arguments changes the configuration" if overridden else ""


def _sources(args: Sequence[str]) -> Iterator[str]:
    """What ``--config`` names, in order."""
    for at, arg in enumerate(args):
        if arg in ("--config", "-config"):
            yield from args[at + 1 : at + 2]
        elif arg.startswith(("--config=", "-config=")):
            yield arg.partition("=")[2].strip("\"'")


def _names(source: str, target: str) -> bool:
    """Whether the ``--config`` source is the file ``target``; a relative path is told by its end."""
    path = source.removeprefix("file:")
    if path.startswith("/"):
        return path == target
    return bool(path) and target.endswith("/" + path.removeprefix("./"))


def _runs_collector(image: Entity | None, args: Sequence[str]) -> bool:
    """Whether a container is a Collector, told by its image's name or its command."""
    repository = text(image, "repository") if image is not None else None
    if repository and (image_path(repository) in catalog().images or _NAMED.search(repository)):
        return True
    return any("otelcol" in arg for arg in args[:2])


def image_path(repository: str) -> str:
    """The path of an image as the catalog lists it: without a registry, or a mirror's own folders.

    A copy of ``otel/opentelemetry-collector-contrib`` keeps these two parts in any registry.
    """
    parts = repository.split("/")
    return "/".join(parts[-3:]) if len(parts) > 2 and parts[-3] == "open-telemetry" else "/".join(parts[-2:])

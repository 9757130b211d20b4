"""Which containers run a configuration: from mounts, arguments and images."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.facts.base import FactBase, data, text
from linter.facts.entity import Entity
from linter.facts.nearest import Ends
from linter.facts.tree import Map
from linter.facts.value import ABSENT, Items, Ref, Value
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import DocRef, Place
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.holes import placeholder
from linter.systems.otelcol.layers import Argument, layer, sources, split

_NAMED = pattern(r"otelcol|otel-?col|opentelemetry|otel|alloy|collector", re.IGNORECASE)
_DEFAULT = pattern(r"/etc/otelcol[^/]*/config\.ya?ml")
_SHOWN = 60
_VARIABLE = "env:"
_INSTEAD = ("env:AOT_CONFIG_CONTENT",)
"""Variables that a distribution reads instead of all that its arguments name (ADOT: pkg/config/config_factory.go)."""

_MACHINE = "**"
_APPEND = "confmap.enableMergeAppendOption"
_HIDDEN = "what else its command line says is not known"
_BETWEEN = "settings in an argument stand before a file that may replace them"


class Deployment(NamedTuple):
    """A container that runs a configuration.

    ``docs`` are the ids of the configurations that it merges, in order, ``settings`` what its arguments lay over them.
    ``merged`` says why that is not all that the container reads, ``""`` if it is, and ``base`` which components the
    rest may hold, ``None`` for any. ``place`` is where the first file is mounted, and ``below`` what holds where it
    says nothing.
    """

    workload: Ref
    container: str
    image: Entity | None
    args: tuple[str, ...]
    docs: tuple[str, ...]
    settings: tuple[Map, ...]
    merged: str
    place: Place
    environment: Value
    base: frozenset[str] | None = None
    below: Value = ABSENT

    @property
    def instance(self) -> str:
        return f"{self.workload.id}/{self.container}"


class _Mounted(NamedTuple):
    target: str
    doc: str
    place: Place
    partial: str = ""
    base: frozenset[str] | None = None
    below: Value = ABSENT


class _Read(NamedTuple):
    """What a container reads: the files that become one configuration, and what is laid over them."""

    files: tuple[_Mounted, ...]
    settings: tuple[Map, ...] = ()
    missing: str = ""

    @property
    def rest(self) -> tuple[str, frozenset[str] | None]:
        """Why this is not all that the container reads, and what components the rest may hold; ``None`` for any."""
        base = self.files[0].base if len(self.files) == 1 and not self.missing else None
        return self.missing or next((file.partial for file in self.files if file.partial), ""), base


def deployments(facts: FactBase, docs: Iterable[DocRef]) -> Sequence[Deployment]:
    """The containers that run some of ``docs``; a document that none runs is left out.

    One that merely sees a document doesn't run it where another container certainly does.
    """
    seen = _mounted(facts, docs)
    images = {
        (entity.fields["workload"].data, text(entity, "container")): entity for entity in facts.of("deploy.image")
    }
    sure: list[Deployment] = []
    unsure: list[Deployment] = []
    for container in facts.of("deploy.container"):
        workload, name = data(container, "workload"), text(container, "name") or ""
        mounted = seen.get((workload, name)) if isinstance(workload, Ref) else None
        if not mounted or not isinstance(workload, Ref):
            continue
        image = images.get((workload, name))
        told = container if _said(container) or image is None else image
        args = tuple(split(tuple(_args(told))))
        words = tuple(arg.text for arg in args)
        read, named = _read(mounted, args, _whole(told))
        found = sure if named or _runs_collector(image, words) else unsure
        for one in read:
            # a file that is named twice counts as the later one: what it says wins over those in between
            ids = tuple(reversed(dict.fromkeys(file.doc for file in reversed(one.files))))
            place, env = one.files[0].place, container.fields["environment"]
            why, base = one.rest
            found.append(
                Deployment(workload, name, image, words, ids, one.settings, why, place, env, base, one.files[0].below)
            )
    known = {doc for deployment in sure for doc in deployment.docs}
    return [*sure, *(one for one in unsure if not known.intersection(one.docs))]


def _mounted(facts: FactBase, docs: Iterable[DocRef]) -> Mapping[tuple[Ref, str], list[_Mounted]]:
    """The configurations that each container sees."""
    known: set[str] = set()
    folders: dict[str, list[DocRef]] = {}
    files = Ends()
    for doc in docs:
        known.add(doc.id)
        if doc.host is None and doc.index == 0:
            files.add(doc.path)
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
            below = mount.fields.get("below", ABSENT)
            here.append(_Mounted(target, source, mount.place, text(mount, "partial") or "", _base(mount), below))
        elif source.startswith(_MACHINE):
            meant = files.find(source[len(_MACHINE) :], mount.place.path)
            if meant is not None:
                here.append(_Mounted(target, meant, mount.place))
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


def _said(container: Entity) -> bool:
    """Whether anything is known, or hidden, of what a container is told to run; else its image decides."""
    items = data(container, "args")
    return not isinstance(items, Items) or bool(items.values) or not items.complete


def _args(container: Entity) -> Iterator[Argument]:
    items = data(container, "args")
    for value in items.values if isinstance(items, Items) else ():
        if isinstance(value.data, str):
            yield Argument(value.data, value.slot.place if value.slot is not None else None)


def _whole(container: Entity) -> bool:
    """Whether every argument is known."""
    items = data(container, "args")
    return not isinstance(items, Items) or items.complete


def _read(mounted: Sequence[_Mounted], args: Sequence[Argument], whole: bool) -> tuple[Sequence[_Read], bool]:
    """What of ``mounted`` is read, each an own configuration, and whether the arguments, if ``whole``, say so.

    What the arguments don't name is not read, unless they name nothing, or something that is known at run time only.
    """
    instead = [one for one in mounted if one.target in _INSTEAD]
    if instead:
        return [_Read((instead[-1],))], True
    named: list[_Mounted] = []
    files_only = [one for one in mounted if not one.target.startswith(_VARIABLE)]
    settings: list[Map] = []
    missing = "" if whole else _HIDDEN
    absent: list[str] = []
    for source in sources(args):
        files = [one for one in mounted if _names(source.text, one.target)]
        tree = layer(source) if source.text.startswith("yaml:") else None
        if tree is not None:
            settings.append(tree)
        elif files:
            missing = missing or (_BETWEEN if settings else "")
            named.append(files[-1])
        else:
            absent.append(source.text)
            shown = source.text if len(source.text) <= _SHOWN else source.text[:_SHOWN] + "…"
            missing = missing or f"the Collector also reads `{shown}`, which is not in the files checked"
    if named:
        if len(named) > 1 and any(_APPEND in arg.text for arg in args):
            missing = missing or f"the feature gate {_APPEND} merges lists"
        return [_Read(tuple(named), tuple(settings), missing)], True
    if absent and not any(map(placeholder, absent)):
        return [], False
    usual = [one for one in files_only if _DEFAULT.fullmatch(one.target)]
    return [_Read((one,), tuple(settings)) for one in usual or files_only], False


def _names(source: str, target: str) -> bool:
    """Whether the ``--config`` source is the file or variable ``target``; a relative path is told by its end."""
    if _VARIABLE in (source[: len(_VARIABLE)], target[: len(_VARIABLE)]):
        return source == target
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

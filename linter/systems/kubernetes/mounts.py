"""Which ConfigMap and Secret keys a container sees as files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.holes import unfilled
from linter.facts.read import maps, string
from linter.facts.tree import Map, Tree, at
from linter.facts.value import Evidence, Ref, Unknown, Value
from linter.record import NamedTuple
from linter.syntax.document import Route
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.references import ByName
from linter.systems.kubernetes.sources import File, file_of
from linter.systems.kubernetes.variables import variables
from linter.systems.kubernetes.workloads import container_name, containers, pod_spec, workload_ref


class Mounted(NamedTuple):
    """A file, or with a final ``/`` a folder, as a container sees it."""

    target: str
    file: File


def mounts(found: Manifest, configs: ByName) -> Iterator[Entity]:
    """The ``deploy.mount`` entities of a workload: one for each key that the input holds, as file or variable."""
    volumes: dict[str, tuple[File, ...]] = {}
    for _, volume in maps(at(found.tree, *pod_spec(found), "volumes")):
        name = string(volume.get("name"))
        if name is not None:
            volumes[name] = tuple(_files(found, volume, configs))
    for route, container in containers(found):
        for where, target, file in variables(found, route, container, configs):
            yield _variable(found, where, target, file, container)
        if not any(volumes.values()):
            continue
        for index, mount in maps(container.get("volumeMounts")):
            where = (*route, "volumeMounts", index)
            for number, mounted in enumerate(_mounted(mount, volumes.get(string(mount.get("name")) or "", ()))):
                yield _entity(found, where, mount, mounted, number, container_name(container))


def _variable(found: Manifest, where: Route, target: str, file: File, container: Map) -> Entity:
    slot = found.slot(where)
    name = container_name(container)
    evidence = (Evidence(f"variable of container {name} of {found.title}", slot.place), *file.evidence)
    return Entity(
        Ref("deploy.mount", f"{found.id}!{'/'.join(map(str, where[-4:]))}/{target}"),
        slot.place,
        f"{target} in {found.title}",
        f"{found.path}/{where[-4]}/{name}/{target}",
        {
            "workload": Value(workload_ref(found)),
            "container": Value(name or None, "written"),
            "source": Value(file.source, "written", None, evidence),
            "target": Value(target, "written", slot),
        },
    )


def _entity(found: Manifest, where: Route, mount: Map, mounted: Mounted, number: int, container: str) -> Entity:
    slot = found.slot((*where, "mountPath"))
    unfilled_target = unfilled(mounted.target)
    evidence = (Evidence(f"mounted into container {container} of {found.title}", mount.place), *mounted.file.evidence)
    return Entity(
        Ref("deploy.mount", f"{found.id}!{'/'.join(map(str, where[-4:]))}/{number}"),
        slot.place,
        f"{mounted.target} in {found.title}",
        f"{found.path}/{where[-4]}/{container}{mounted.target}",
        {
            "workload": Value(workload_ref(found)),
            "container": found.text(*where[:-2], "name"),
            "source": Value(mounted.file.source, "written", None, evidence),
            "target": Value(unfilled_target or mounted.target, "written", slot),
        },
    )


def _mounted(mount: Map, files: tuple[File, ...]) -> Iterator[Mounted]:
    folder = string(mount.get("mountPath"))
    if folder is None:
        return
    if string(mount.get("subPathExpr")) is not None:
        unknown = Unknown("`subPathExpr` is filled in when the pod starts")
        yield from (Mounted(folder, File("", unknown)) for _ in files[:1])
        return
    part = _absolute(string(mount.get("subPath")) or "")[1:]
    for file in files:
        if not file.path:
            yield Mounted(_absolute(folder) if part else _absolute(folder).rstrip("/") + "/", file)
        elif not part:
            yield Mounted(_absolute(folder, file.path), file)
        elif file.path == part:
            yield Mounted(_absolute(folder), file)
        elif file.path.startswith(part + "/"):
            yield Mounted(_absolute(folder, file.path[len(part) :]), file)


def _absolute(*parts: str) -> str:
    """The parts as one absolute path without a final ``/``."""
    return posixpath.normpath("/" + "/".join(parts).lstrip("/"))


def _files(found: Manifest, volume: Map, configs: ByName) -> Iterator[File]:
    """The files of a volume; none for the kinds that don't hold configuration."""
    yield from _config_files(found, volume.get("configMap"), "ConfigMap", "name", configs)
    yield from _config_files(found, volume.get("secret"), "Secret", "secretName", configs)
    for _, source in maps(at(volume.get("projected"), "sources")):
        yield from _config_files(found, source.get("configMap"), "ConfigMap", "name", configs)
        yield from _config_files(found, source.get("secret"), "Secret", "name", configs)


def _config_files(found: Manifest, tree: Tree | None, kind: str, key: str, configs: ByName) -> Iterator[File]:
    name = string(at(tree, key))
    if name is None:
        return
    choice = configs.find(found, kind, name)
    chosen = [(string(item.get("key")) or "", string(item.get("path")) or "") for _, item in maps(at(tree, "items"))]
    if choice.why:
        unknown = Unknown(choice.why)
        yield from (File(_absolute(path)[1:], unknown) for _, path in chosen or [("", "")])
        return
    for config in choice.targets:
        written = {entry.key: entry.value.place for entry in config.keys}
        # Without a list of items every key is a file of its own name.
        for item, path in chosen or zip(written, written, strict=True):
            if item in written:
                yield file_of(config, item, _absolute(path or item)[1:], written[item], choice)

"""What the OpenTelemetry Operator makes of a custom resource: a workload, its container and its Services.

Sources: open-telemetry/opentelemetry-operator 0.158.0: internal/naming/main.go, internal/config/config.go,
internal/manifests/collector/{container,service}.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.environment import variables
from linter.facts.holes import hole, spans, unfilled
from linter.facts.image import Written, image_fields
from linter.facts.kinds import KUBERNETES
from linter.facts.mesh import Proxy, meshed
from linter.facts.namespaces import injected
from linter.facts.read import string, verbatim, whole
from linter.facts.tree import Map, Text, Tree, at, opened, slot
from linter.facts.value import Evidence, Items, Ref, Slot, Unknown, Value
from linter.record import dataclass, replace
from linter.syntax.document import Place, Route
from linter.system import Fragment
from linter.systems.otelcol.autoscaled import autoscaler
from linter.systems.otelcol.meshes import proxy
from linter.systems.otelcol.resource import CONFIG, steps
from linter.systems.otelcol.reworked import PATCHED, reworked
from linter.systems.otelcol.services import node_endpoints, services
from linter.systems.otelcol.sidecars import hosts

CONTAINER = "otc-container"

_FILE = "/conf/collector.yaml"
_IMAGE = "ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector"
_MODES = {"deployment": "Deployment", "statefulset": "StatefulSet", "daemonset": "DaemonSet", "sidecar": "Sidecar"}
_NO_TAG = "`spec.image` is empty, so the operator's own version decides which image runs"


@dataclass(frozen=True, slots=True, eq=False)
class Resource:
    """A custom resource read back. ``config`` is the id of its configuration, ``namespace`` may be ``""``.

    ``holds`` says how the configuration is written (``text``, ``settings``). ``layers`` are the ids of what is merged
    over the configuration, and ``unknown`` the parts of it that something sets (``exporters::otlp``). ``build`` is what
    rolls it out, else ``""``; ``mesh`` says why its pods have a proxy.
    """

    id: str
    route: Route
    name: str
    namespace: str
    mode: str
    config: str
    place: Place
    tree: Tree
    holds: str = ""
    layers: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    build: str = ""
    mesh: Proxy = None

    @property
    def title(self) -> str:
        return f"OpenTelemetryCollector {self.name}"

    @property
    def path(self) -> str:
        return f"OpenTelemetryCollector/{self.name}"

    @property
    def workload(self) -> Ref:
        return Ref("deploy.workload", self.id)

    def slot(self, *route: str | int) -> Slot:
        """The slot of a route within the resource."""
        found = slot(self.tree, route)
        if not self.route:
            return found
        written = len(self.route) + found.written
        return Slot(found.place, (*self.route, *found.route), written, locked=found.locked)

    def text(self, *route: str) -> Value:
        """The text at ``route``; null where none is written, unknown where something else fills it in."""
        data = string(at(self.tree, *route))
        if data is None:
            return Value(opened(self.tree, *route), "default", self.slot(*route))
        return Value(unfilled(data) or data, "written", self.slot(*route))


def operated(fragments: Sequence[Fragment], facts: FactBase) -> Iterator[Entity]:
    """Every entity that the custom resources lead to; a sidecar belongs to the workloads that ask for it."""
    around = injected(facts)
    written = [_resource(fragment) for fragment in fragments if fragment.kind == "resource"]
    found = [replace(one, mesh=proxy(one.tree, one.namespace, around)) for one in reworked(written, facts)]
    beside = hosts(found, facts)
    for one in found:
        for host in beside.get(one.id, ()):
            yield from _run(one, host.ref, f"!{host.ref.id}")
        if one.id not in beside:
            yield _workload(one)
            yield from _run(one, one.workload, "")
        yield from services(one)
        yield from node_endpoints(one)
        yield from autoscaler(one)


def _run(found: Resource, workload: Ref, suffix: str) -> Iterator[Entity]:
    """The Collector's container in ``workload``; ``suffix`` tells several of one resource apart."""
    image = _image(found, workload, suffix)
    yield image
    yield _container(found, image, workload, suffix)
    for index, config in enumerate((found.config, *found.layers)):
        yield _mount(found, workload, f"{suffix}/{index}" if index else suffix, config, _file(index))


def _file(index: int) -> str:
    """Where the container has its configuration, or what is merged over it."""
    return f"/conf/patch-{index}.yaml" if index else _FILE


def _resource(fragment: Fragment) -> Resource:
    tree, config = fragment.data["object"], str(fragment.data["config"])
    if isinstance(tree, str):
        raise TypeError("a custom resource without its object")
    mode = string(at(tree, "spec", "mode")) or "deployment"
    return Resource(
        config.removesuffix("/spec/config"),
        steps(str(fragment.data["route"]))[: -len(CONFIG)],
        string(at(tree, "metadata", "name")) or "",
        string(at(tree, "metadata", "namespace")) or "",
        mode,
        config,
        fragment.place,
        tree,
        str(fragment.data["holds"]),
    )


def _workload(found: Resource) -> Entity:
    name = found.text("metadata", "name")
    made = f"{name.data}-collector" if isinstance(name.data, str) and found.mode != "sidecar" else name.data
    return Entity(
        found.workload,
        found.place,
        found.title,
        found.path,
        {
            "name": Value(made, name.origin, name.slot, (Evidence(f"made by the operator from {found.title}"),)),
            "namespace": found.text("metadata", "namespace"),
            "platform": Value(KUBERNETES),
            "scope": Value(found.namespace),
            "kind": Value(_MODES.get(found.mode, Unknown(f"`{found.mode}` is no mode of the operator"))),
            "replicas": _replicas(found),
            "build": Value(found.build or None),
            "meshed": meshed(found.mesh),
        },
    )


def _replicas(found: Resource) -> Value:
    """How many run; 1 by default (the operator's webhook), not a fixed number with an autoscaler or one a node."""
    written = found.text("spec", "replicas")
    if found.mode in ("daemonset", "sidecar") or at(found.tree, "spec", "autoscaler") is not None:
        return Value(None, "default", written.slot)
    if isinstance(written.data, str):
        return Value(whole(written.data), "written", written.slot)
    return Value(1 if written.data is None else written.data, written.origin, written.slot)


def _image(found: Resource, workload: Ref, suffix: str) -> Entity:
    tree = at(found.tree, "spec", "image")
    text = string(tree)
    where = found.slot("spec", "image")
    if isinstance(tree, Text) and text is not None:
        evidence = (Evidence(f"`spec.image` of {found.title}", where.place),)
        fields = dict(image_fields(Written(text, where, spans(text), verbatim(tree), evidence=evidence)))
    elif tree is not None and not isinstance(tree, Text):
        filled = Value(Unknown("it is filled in by a template"), "written", where)
        fields = dict.fromkeys(("reference", "repository", "tag", "digest"), filled)
    elif (why := opened(found.tree, "spec", "image")) is not None:
        fields = dict.fromkeys(("reference", "repository", "tag", "digest"), Value(why, "default", where))
    else:
        default = (Evidence("the operator's default image, unless the operator is told another one", found.place),)
        unknown = Value(Unknown(_NO_TAG), "default", where, default)
        fields = {
            "reference": Value(None, "default", where, default),
            "repository": Value(_IMAGE, "default", where, default),
            "tag": unknown,
            "digest": unknown,
        }
    return Entity(
        Ref("deploy.image", found.id + suffix),
        where.place if where.exists else found.place,
        f"image of {found.title}",
        f"{found.path}/image",
        {"workload": Value(workload), "container": Value(CONTAINER), **fields},
    )


def _container(found: Resource, image: Entity, workload: Ref, suffix: str) -> Entity:
    return Entity(
        Ref("deploy.container", found.id + suffix),
        found.place,
        f"container {CONTAINER} of {found.title}",
        f"{found.path}/container",
        {
            "workload": Value(workload),
            "name": Value(CONTAINER),
            "image": Value(image.ref),
            "args": _arguments(found),
            "environment": _environment(found),
        },
    )


def _arguments(found: Resource) -> Value:
    """``--config`` as the operator writes it, then ``spec.args``: a mapping from names to values."""
    where = found.slot("spec", "args")
    values = [Value(f"--config={_file(index)}", "default", where) for index in range(len(found.layers) + 1)]
    # the comment keeps the last quote from being taken for one around the whole argument
    values += (Value(f'--config=yaml:{part}: "{hole(PATCHED)}" #', "default", where) for part in found.unknown)
    args = at(found.tree, "spec", "args")
    if found.unknown and isinstance(args, Text):
        return Value(Items(tuple(values), complete=False), "default", where)
    if isinstance(args, Text) and string(args) is not None:
        return Value(Unknown("`spec.args` is filled in by a template"), "written", found.slot("spec", "args"))
    for entry in sorted(args.entries, key=lambda entry: entry.key) if isinstance(args, Map) else ():
        where = found.slot("spec", "args", entry.key)
        text = string(entry.value) or ""
        values.append(Value(unfilled(text) or f"--{entry.key}={text}", "written", where))
    return Value(Items(tuple(values)), "written" if len(values) > 1 else "default", found.slot("spec", "args"))


def _environment(found: Resource) -> Value:
    """``NAME=value`` for what is written; incomplete as soon as anything comes from elsewhere."""
    values, whole = variables(at(found.tree, "spec", "env"), lambda steps: found.slot("spec", "env", *steps))
    complete = whole and at(found.tree, "spec", "envFrom") is None and opened(found.tree, "spec", "env") is None
    return Value(Items(values, complete), "written" if values else "default", found.slot("spec", "env"))


def _mount(found: Resource, workload: Ref, suffix: str, config: str, target: str) -> Entity:
    evidence = (Evidence(f"the operator mounts the configuration of {found.title}", found.place),)
    return Entity(
        Ref("deploy.mount", found.id + suffix),
        found.place,
        f"configuration of {found.title}",
        f"{found.path}/config",
        {
            "workload": Value(workload),
            "container": Value(CONTAINER),
            "source": Value(config, "written", found.slot("spec"), evidence),
            "target": Value(target),
        },
    )

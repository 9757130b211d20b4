"""What the OpenTelemetry Operator makes of a custom resource: a workload, its container and its Services.

Sources: open-telemetry/opentelemetry-operator 0.158.0: internal/naming/main.go, internal/config/config.go,
internal/manifests/collector/{container,service}.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.holes import spans, unfilled
from linter.facts.image import Written, image_fields
from linter.facts.kinds import KUBERNETES
from linter.facts.read import maps, string, verbatim, whole
from linter.facts.tree import Map, Text, Tree, at, slot
from linter.facts.value import Evidence, Items, Ref, Slot, Unknown, Value
from linter.record import dataclass
from linter.syntax.document import Place, Route
from linter.system import Fragment
from linter.systems.otelcol.autoscaled import autoscaler
from linter.systems.otelcol.meshes import namespaces, proxy
from linter.systems.otelcol.resource import CONFIG, steps
from linter.systems.otelcol.services import services

CONTAINER = "otc-container"

_FILE = "/conf/collector.yaml"
_IMAGE = "ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector"
_MODES = {"deployment": "Deployment", "statefulset": "StatefulSet", "daemonset": "DaemonSet", "sidecar": "Sidecar"}
_NO_TAG = "`spec.image` is empty, so the operator's own version decides which image runs"


@dataclass(frozen=True, slots=True, eq=False)
class Resource:
    """A custom resource read back.

    ``config`` is the id of its configuration, ``namespace`` may be ``""``; ``mesh`` says why its pods have a proxy.
    """

    id: str
    route: Route
    name: str
    namespace: str
    mode: str
    config: str
    place: Place
    tree: Tree
    mesh: Evidence | None = None

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
            return Value(None, "default", self.slot(*route))
        return Value(unfilled(data) or data, "written", self.slot(*route))


def operated(fragments: Sequence[Fragment], facts: FactBase) -> Iterator[Entity]:
    """Every entity that the custom resources lead to."""
    injected = namespaces(facts)
    for fragment in fragments:
        if fragment.kind == "resource":
            found = _resource(fragment, injected)
            image = _image(found)
            yield _workload(found)
            yield image
            yield _container(found, image)
            yield _mount(found)
            yield from services(found)
            yield from autoscaler(found)


def _resource(fragment: Fragment, injected: Mapping[str, Evidence]) -> Resource:
    tree, config = fragment.data["object"], str(fragment.data["config"])
    if isinstance(tree, str):
        raise TypeError("a custom resource without its object")
    mode = string(at(tree, "spec", "mode")) or "deployment"
    namespace = string(at(tree, "metadata", "namespace")) or ""
    return Resource(
        config.removesuffix("/spec/config"),
        steps(str(fragment.data["route"]))[: -len(CONFIG)],
        string(at(tree, "metadata", "name")) or "",
        namespace,
        mode,
        config,
        fragment.place,
        tree,
        proxy(tree, namespace, injected),
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
            "meshed": Value(True, evidence=(found.mesh,)) if found.mesh is not None else Value(None),
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


def _image(found: Resource) -> Entity:
    tree = at(found.tree, "spec", "image")
    text = string(tree)
    where = found.slot("spec", "image")
    if isinstance(tree, Text) and text is not None:
        evidence = (Evidence(f"`spec.image` of {found.title}", where.place),)
        fields = dict(image_fields(Written(text, where, spans(text), verbatim(tree), evidence=evidence)))
    elif tree is not None and not isinstance(tree, Text):
        filled = Value(Unknown("it is filled in by a template"), "written", where)
        fields = dict.fromkeys(("reference", "repository", "tag", "digest"), filled)
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
        Ref("deploy.image", found.id),
        where.place if where.exists else found.place,
        f"image of {found.title}",
        f"{found.path}/image",
        {"workload": Value(found.workload), "container": Value(CONTAINER), **fields},
    )


def _container(found: Resource, image: Entity) -> Entity:
    return Entity(
        Ref("deploy.container", found.id),
        found.place,
        f"container {CONTAINER} of {found.title}",
        f"{found.path}/container",
        {
            "workload": Value(found.workload),
            "name": Value(CONTAINER),
            "image": Value(image.ref),
            "args": _arguments(found),
            "environment": _environment(found),
        },
    )


def _arguments(found: Resource) -> Value:
    """``--config`` as the operator writes it, then ``spec.args``: a mapping from names to values."""
    values = [Value(f"--config={_FILE}", "default", found.slot("spec", "args"))]
    args = at(found.tree, "spec", "args")
    if isinstance(args, Text) and string(args) is not None:
        return Value(Unknown("`spec.args` is filled in by a template"), "written", found.slot("spec", "args"))
    for entry in sorted(args.entries, key=lambda entry: entry.key) if isinstance(args, Map) else ():
        where = found.slot("spec", "args", entry.key)
        text = string(entry.value) or ""
        values.append(Value(unfilled(text) or f"--{entry.key}={text}", "written", where))
    return Value(Items(tuple(values)), "written" if len(values) > 1 else "default", found.slot("spec", "args"))


def _environment(found: Resource) -> Value:
    """``NAME=value`` for what is written; incomplete as soon as anything comes from elsewhere."""
    values: list[Value] = []
    complete = at(found.tree, "spec", "envFrom") is None
    for index, entry in maps(at(found.tree, "spec", "env")):
        name, value = string(entry.get("name")), string(entry.get("value")) or ""
        route: Route = ("spec", "env", index, "value")
        if name is None or entry.get("valueFrom") is not None or "{{" in name or "{{" in value:
            complete = False
            continue
        values.append(Value(f"{name}={value}", "written", found.slot(*route)))
    return Value(Items(tuple(values), complete), "written" if values else "default", found.slot("spec", "env"))


def _mount(found: Resource) -> Entity:
    evidence = (Evidence(f"the operator mounts the configuration of {found.title}", found.place),)
    return Entity(
        Ref("deploy.mount", found.id),
        found.place,
        f"configuration of {found.title}",
        f"{found.path}/config",
        {
            "workload": Value(found.workload),
            "container": Value(CONTAINER),
            "source": Value(found.config, "written", found.slot("spec"), evidence),
            "target": Value(_FILE),
        },
    )

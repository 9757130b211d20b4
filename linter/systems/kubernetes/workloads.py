"""Workloads, their containers and images."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.entity import Entity
from linter.facts.environment import variables
from linter.facts.fields import Fields
from linter.facts.holes import spans
from linter.facts.image import Written, image_fields
from linter.facts.kinds import KUBERNETES
from linter.facts.mesh import Proxy, meshed
from linter.facts.read import maps, string, strings, verbatim
from linter.facts.tree import Map, Seq, Text, Tree, at
from linter.facts.value import Evidence, Items, Ref, Unknown, Value
from linter.record import replace
from linter.syntax.document import Place, Route
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.shapes import WORKLOADS

_CONTAINER_LISTS = ("containers", "initContainers")


def workload_ref(found: Manifest) -> Ref:
    return Ref("deploy.workload", found.id)


def pod_spec(found: Manifest) -> Route:
    """The route to the pod's ``spec`` in a workload."""
    return (*WORKLOADS[found.kind][1], "spec")


def containers(found: Manifest) -> Iterator[tuple[Route, Map]]:
    """The containers of a workload with their routes, init containers last."""
    for name in _CONTAINER_LISTS:
        route = (*pod_spec(found), name)
        for index, container in maps(at(found.tree, *route)):
            yield (*route, index), container


def container_name(container: Map) -> str:
    return string(container.get("name")) or ""


def workload(found: Manifest, proxy: Proxy) -> Entity:
    """The ``deploy.workload``; ``proxy`` says why a mesh's proxy stands beside it."""
    return Entity(
        workload_ref(found),
        found.place,
        found.title,
        found.path,
        Fields(
            {
                "platform": Value(KUBERNETES),
                "scope": Value(found.namespace),
                "kind": Value(found.kind),
                "own_network": _own_network(found),
                "build": Value(found.build or None),
                "meshed": meshed(proxy),
            },
            lambda: {
                "name": found.text("metadata", "name"),
                "namespace": found.text("metadata", "namespace"),
                "replicas": found.number("spec", "replicas"),
                "annotations": noted(at(found.template, "metadata", "annotations")),
            },
        ),
    )


def _own_network(found: Manifest) -> Value:
    written = found.text(*pod_spec(found), "hostNetwork")
    return (
        replace(written, data=written.data != "true")
        if written.data is None or isinstance(written.data, str)
        else written
    )


def noted(tree: Tree | None) -> Value:
    """``name=value`` for each of them."""
    return Value(Items(tuple(Value(f"{name}={value}") for name, value in strings(tree).items()), complete=False))


def container_entities(found: Manifest) -> Iterator[Entity]:
    """A ``deploy.container`` for each container, and its ``deploy.image`` where it names one."""
    for route, container in containers(found):
        name = container_name(container)
        steps = f"{route[-2]}/{route[-1]}"
        image = image_entity(found, route, container)
        place = _place(container, "name") or _place(container, "image") or container.place
        if image is not None:
            yield image
        yield Entity(
            Ref("deploy.container", f"{found.id}!{steps}"),
            place,
            f"container {name} of {found.title}",
            f"{found.path}/{route[-2]}/{name or route[-1]}",
            {
                "workload": Value(workload_ref(found)),
                "name": found.text(*route, "name"),
                "image": Value(None if image is None else image.ref),
                "args": _arguments(found, route, container),
                "environment": _environment(found, route, container),
            },
        )


def image_entity(found: Manifest, route: Route, container: Map) -> Entity | None:
    """The ``deploy.image`` of a container, as the manifest and the kustomizations over it have it."""
    tree = container.get("image")
    text = string(tree)
    if not isinstance(tree, Text) or text is None:
        return None
    slot = found.slot((*route, "image"))
    name = container_name(container)
    evidence = (Evidence(f"image of container {name} in {found.title}", slot.place),)
    fields = dict(image_fields(Written(text, slot, spans(text), verbatim(tree), evidence=evidence)))
    return Entity(
        Ref("deploy.image", f"{found.id}!{route[-2]}/{route[-1]}"),
        slot.place,
        f"image of {found.title}",
        f"{found.path}/{route[-2]}/{name or route[-1]}/image",
        {
            "workload": Value(workload_ref(found)),
            "container": found.text(*route, "name"),
            **_overlaid(found, (*route, "image"), fields),
        },
    )


def _overlaid(found: Manifest, route: Route, fields: dict[str, Value]) -> Mapping[str, Value]:
    """``fields`` with what a kustomization sets shown, and mended, where it says so."""
    for name, slot in found.images.get("/".join(map(str, route)), {}).items():
        evidence = (Evidence(f"set by {slot.place.path}", slot.place), *fields[name].evidence)
        fields[name] = replace(fields[name], slot=slot, evidence=evidence)
    return fields


def _place(tree: Map, key: str) -> Place | None:
    found = tree.get(key)
    return found.place if isinstance(found, Text) and found.end > found.start else None


def _arguments(found: Manifest, route: Route, container: Map) -> Value:
    """``command`` and ``args`` as one list, ``$(NAME)`` left as written."""
    values: list[Value] = []
    slot = None
    for key in ("command", "args"):
        tree = container.get(key)
        if isinstance(tree, Seq):
            slot = found.slot((*route, key))
            values += (_argument(found, (*route, key, index), item) for index, item in enumerate(tree.items))
        elif string(tree) is not None or isinstance(tree, Map):
            return Value(Unknown(f"`{key}` of the container is not a list"), "written", found.slot((*route, key)))
    if slot is None:
        return Value(Items((), not container.open), "default", found.slot((*route, "args")))
    return Value(Items(tuple(values), not container.open), "written", slot)


def _argument(found: Manifest, route: Route, item: object) -> Value:
    if not isinstance(item, Text):
        return Value(Unknown("it is filled in by a template"), "written", found.slot(route))
    if "{{" in item.text:
        return found.text(*route)
    return Value(item.text, "written", found.slot(route))


def _environment(found: Manifest, route: Route, container: Map) -> Value:
    """``NAME=value`` for what the manifest itself says; incomplete as soon as anything comes from elsewhere."""
    values, whole = variables(container.get("env"), lambda steps: found.slot((*route, "env", *steps)))
    complete = whole and container.get("envFrom") is None and not container.open
    return Value(Items(values, complete), "written" if values else "default", found.slot((*route, "env")))

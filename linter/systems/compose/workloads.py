"""Services as workloads with one container each."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from linter.facts.entity import Entity
from linter.facts.image import Written, image_fields
from linter.facts.kinds import COMPOSE
from linter.facts.read import items, string, verbatim, whole
from linter.facts.tree import Map, Seq, Text, Tree, at
from linter.facts.value import Evidence, Items, Origin, Ref, Unknown, Value
from linter.record import replace
from linter.systems.compose.service import Service, pairs
from linter.systems.compose.tags import decided


def workload(service: Service, scope: str, shares: str | None = None) -> Entity:
    """The ``deploy.workload``; ``scope`` is where its host names are looked up, ``shares`` whose network it uses."""
    return Entity(
        service.ref(),
        service.place,
        service.title,
        service.path,
        {
            "name": Value(service.name, "written"),
            "namespace": Value(None),
            "platform": Value(COMPOSE),
            "scope": Value(scope),
            "shares": Value(shares),
            "kind": Value("service"),
            "replicas": _replicas(service),
            "own_network": _own_network(service),
        },
    )


def container_entities(service: Service, overrides: Mapping[str, Evidence]) -> Iterator[Entity]:
    """The ``deploy.container`` and, where an image is named, its ``deploy.image``.

    ``overrides`` are the keys of the service that a file beside it replaces, with where.
    """
    image = _image(service, overrides.get("image"))
    if image is not None:
        yield image
    yield Entity(
        Ref("deploy.container", service.id),
        service.place,
        f"container of {service.title}",
        f"{service.path}/container",
        {
            "workload": Value(service.ref()),
            "name": Value(service.name, "written"),
            "image": _image_ref(service, image, overrides.get("image")),
            "args": _arguments(service, overrides),
            "environment": _environment(service, overrides),
        },
    )


def _replicas(service: Service) -> Value:
    for route in (("deploy", "replicas"), ("scale",)):
        text = string(at(service.tree, *route))
        if text is not None:
            value = service.value(text, *route)
            return replace(value, data=whole(value.data)) if isinstance(value.data, str) else value
    return Value(None, "default", service.slot("deploy", "replicas"))


def _own_network(service: Service) -> Value:
    text = string(service.tree.get("network_mode"))
    if service.extends:
        return Value(Unknown(f"{service.title} extends another one"), "written", service.slot("extends"))
    return Value(text in (None, "bridge"), slot=service.slot("network_mode"))


def _image_ref(service: Service, image: Entity | None, override: Evidence | None) -> Value:
    if image is not None:
        return Value(image.ref)
    if override is not None:
        return Value(_replaced(override), "written", None, (override,))
    if service.extends:
        return Value(Unknown(f"{service.title} extends another one"), "written", service.slot("extends"))
    return Value(None, "default", service.slot("image"))


def _image(service: Service, override: Evidence | None) -> Entity | None:
    tree = service.tree.get("image")
    text = string(tree)
    if not isinstance(tree, Text) or text is None:
        return None
    filled = service.fill(text)
    slot = service.slot("image")
    evidence = (*service.assumed(filled, slot.place), Evidence(f"image of {service.title}", slot.place))
    origin: Origin = "substituted" if filled.assumed else "written"
    token = verbatim(tree) if filled.text == text else None
    fields: Mapping[str, Value] = image_fields(Written(filled.text, slot, filled.holes, token, origin, evidence))
    tag = fields["tag"]
    if filled.assumed and tag.slot is not None:
        fields = {**fields, "tag": replace(tag, slot=decided(service, text, filled, tag.slot))}
    if override is not None:
        unknown = _replaced(override)
        fields = {name: replace(value, data=unknown, evidence=(override,)) for name, value in fields.items()}
    return Entity(
        Ref("deploy.image", service.id),
        slot.place,
        f"image of {service.title}",
        f"{service.path}/image",
        {"workload": Value(service.ref()), "container": Value(service.name, "written"), **fields},
    )


def _replaced(override: Evidence) -> Unknown:
    return Unknown(override.text)


def _arguments(service: Service, overrides: Mapping[str, Evidence]) -> Value:
    """``entrypoint`` and ``command`` as one list; variables without a default stay as they are written."""
    for key in ("entrypoint", "command"):
        if key in overrides:
            return Value(_replaced(overrides[key]), "written", None, (overrides[key],))
    values: list[Value] = []
    written = None
    for key in ("entrypoint", "command"):
        tree = service.tree.get(key)
        if isinstance(tree, Text) and string(tree) is not None:
            words = _words(service, key, tree.text)
            if words is None:
                return Value(Unknown(f"`{key}` has a quote that is not closed"), "written", service.slot(key))
            values += words
        elif isinstance(tree, Seq):
            values += (_word(service, (key, index), item) for index, item in items(tree))
        else:
            continue
        written = service.slot(key)
    if service.tree.entry("command") is None and service.extends:
        return Value(Unknown(f"{service.title} extends another one"), "written", service.slot("extends"))
    if written is None:
        return Value(Items(()), "default", service.slot("command"))
    return Value(Items(tuple(values)), "written", written)


def _words(service: Service, key: str, text: str) -> list[Value] | None:
    """A command line with its variables filled in, then cut as a shell does; ``None`` for a quote left open."""
    filled = service.fill(text)
    try:
        words = shlex.split(filled.text)
    except ValueError:
        return None
    slot = replace(service.slot(key), locked="a part of a command line")
    origin: Origin = "substituted" if filled.assumed else "written"
    return [Value(word, origin, slot, service.assumed(filled, slot.place)) for word in words]


def _word(service: Service, route: tuple[str, int], item: object) -> Value:
    if not isinstance(item, Text):
        return Value(Unknown("it is not a text"), "written", service.slot(*route))
    return _kept(service, item.text, route)


def _kept(service: Service, text: str, route: tuple[str | int, ...]) -> Value:
    """``text`` with its defaults; a variable that only the environment knows stays."""
    value = service.value(text, *route)
    return replace(value, data=service.fill(text).text) if isinstance(value.data, Unknown) else value


def _environment(service: Service, overrides: Mapping[str, Evidence]) -> Value:
    """``NAME=value`` for what the file itself says; incomplete as soon as anything comes from elsewhere."""
    tree = service.tree.get("environment")
    values: list[Value] = []
    complete = not service.extends and service.tree.entry("env_file") is None and "environment" not in overrides
    complete = complete and not service.mixed & {"environment", "env_file"}
    for text, route in _settings(tree):
        value = service.value(text, "environment", route)
        if isinstance(value.data, str) and "=" in text:
            values.append(value)
        else:
            complete = False
    origin: Origin = "written" if isinstance(tree, (Map, Seq)) else "default"
    return Value(Items(tuple(values), complete), origin, service.slot("environment"))


def _settings(tree: Tree | None) -> Iterator[tuple[str, str | int]]:
    """``NAME=value``, or ``NAME`` for a value taken from the environment, with the step that leads to it."""
    for entry in pairs(tree):
        if isinstance(entry.value, Text):
            text = string(entry.value)
            yield entry.key if text is None else f"{entry.key}={text}", entry.key
    for index, item in items(tree):
        text = string(item)
        if text is not None:
            yield text, index

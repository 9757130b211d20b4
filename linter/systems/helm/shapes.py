"""The values of charts inside a document, told by their shape."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Route
from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow

COLLECTOR, STACK, SPLUNK = "opentelemetry-collector", "opentelemetry-kube-stack", "splunk-otel-collector"
DEFAULT = "defaultCRConfig"
"""Where the values of a stack say what all its Collectors share."""

MODES = ("daemonset", "deployment", "statefulset")
SPLUNK_ROLES = ("agent", "gateway", "clusterReceiver")
SECTIONS = ("receivers", "processors", "exporters", "connectors", "extensions")

_DEPTH = 8
_IMAGE_DEPTH = 3
_SPLUNK_KEYS = ("splunkObservability", "splunkPlatform", "clusterName")
_TEXT = pattern(r"(?m)^(?:receivers|exporters|service)[ \t]*:")
_NAMED = pattern(r"opentelemetry-?collector|otel-?collector", re.IGNORECASE)


class Collector(NamedTuple):
    """One Collector of a chart: where its own settings and the configuration stand, from the document's root.

    ``chart`` is empty where nothing says whose values these are. ``shared`` leads to the settings that it takes where
    its own have none; ``base`` has the components, by path, that the values themselves add to the configuration,
    ``None`` for any. ``faint`` says that so little is configured that only another file tells whose values these are.
    """

    chart: str
    route: Route
    shared: Route
    config: Route
    node: Mapping | Scalar
    base: frozenset[str] | None = frozenset()
    faint: bool = False

    @property
    def chart_route(self) -> Route:
        """The route to the values of the whole chart, of which some charts set up several Collectors."""
        if self.chart == SPLUNK:
            return self.route[:-1]
        if self.chart == STACK:
            return self.route[:-1] if self.route[-1:] == (DEFAULT,) else self.route[:-2]
        return self.route


def collectors(root: Node, route: Route = ()) -> Iterator[Collector]:
    """The Collectors that the values at ``route`` configure, below any keys."""
    return (found for found in _walk(root, route, _DEPTH) if not found.faint)


def overlays(root: Node) -> Iterator[Collector]:
    """What may be laid over a Collector's values in another file, and is not told by itself."""
    return (found for found in _walk(root, (), _DEPTH) if found.faint)


def images(root: Node, route: Route = ()) -> Iterator[tuple[Route, Node]]:
    """Where mappings say an image's tag or digest, with what they say of it."""
    node = mapping(root)
    if node is None:
        return
    image = mapping(node.get("image"))
    parts = () if image is None else (image, *(mapping(value) for _, value in image.entries))
    if image is not None and any(part is not None and (part.get("tag") or part.get("digest")) for part in parts):
        yield route, image
    for key, value in node.entries if len(route) < _IMAGE_DEPTH else ():
        if isinstance(key, Scalar) and key.text != "image":
            yield from images(value, (*route, key.text))


def _walk(node: Node, route: Route, depth: int) -> Iterator[Collector]:
    if isinstance(node, Mapping):
        found = list(_chart(node, route))
        yield from found
        if depth and all(one.faint for one in found):
            for key, value in node.entries:
                if isinstance(key, Scalar):
                    yield from _walk(value, (*route, key.text), depth - 1)
    elif isinstance(node, Sequence) and depth:
        for index, item in enumerate(node.items):
            yield from _walk(item, (*route, index), depth - 1)


def _chart(node: Mapping, route: Route) -> Iterator[Collector]:
    """The Collectors of one chart, if ``node`` holds a chart's values."""
    if _splunk(node, route):
        for role in SPLUNK_ROLES:
            own = mapping(node.get(role))
            for key, config in _config(own, 1) if own is not None else ():
                yield Collector(SPLUNK, (*route, role), route, (*route, role, key), config)
        return
    stack = mapping(node.get("collectors"))
    if stack is not None and any(_config(mapping(value), 1) for _, value in stack.entries):
        yield from _stack(node, stack, route)
        return
    evident = _evident(node, route)
    for key, config in _config(node, 1):
        faint = not evident and isinstance(config, Mapping) and not is_config(config, 2)
        yield Collector(COLLECTOR if evident else "", route, route, (*route, key), config, faint=faint)


def _stack(node: Mapping, stack: Mapping, route: Route) -> Iterator[Collector]:
    default = mapping(node.get(DEFAULT))
    shared = mapping(default.get("config")) if default is not None else None
    base = frozenset(components(shared)) if shared is not None else frozenset()
    for key, value in stack.entries:
        for name, config in _config(mapping(value), 1):
            if isinstance(key, Scalar):
                own = (*route, "collectors", key.text)
                yield Collector(STACK, own, (*route, DEFAULT), (*own, name), config, base)
    if default is not None:
        for name, config in _config(default, 1):
            own = (*route, DEFAULT)
            yield Collector(STACK, own, own, (*own, name), config, None)


def _config(node: Mapping | None, sections: int) -> list[tuple[str, Mapping | Scalar]]:
    """The configuration that counts: ``alternateConfig`` where it is filled in, else ``config``."""
    for key in ("alternateConfig", "config"):
        value = None if node is None else node.get(key)
        found = None if value is None else follow(value)
        if isinstance(found, Mapping) and is_config(found, sections):
            return [(key, found)]
        if isinstance(found, Scalar) and _TEXT.search(found.text):
            return [(key, found)]
    return []


def is_config(node: Mapping, sections: int) -> bool:
    """Whether a mapping has at least so many of the Collector's sections and no key beside them."""
    count = 0
    for key, value in node.entries:
        name = key.text if isinstance(key, Scalar) else ""
        if name == "<<":
            continue
        target = follow(value)
        if name not in SECTIONS and name != "service":
            return False
        if not isinstance(target, Mapping) and not (isinstance(target, Scalar) and target.text in ("", "~", "null")):
            return False
        count += 1
    return count >= sections


def components(config: Mapping) -> Iterator[str]:
    """The paths of the components that a configuration defines: ``exporters/otlp``."""
    for key, value in config.entries:
        section = mapping(value)
        if isinstance(key, Scalar) and key.text in SECTIONS and section is not None:
            for name, _ in section.entries:
                if isinstance(name, Scalar):
                    yield f"{key.text}/{name.text}"


def _splunk(node: Mapping, route: Route) -> bool:
    if not any(mapping(node.get(role)) is not None for role in SPLUNK_ROLES):
        return False
    return (bool(route) and route[-1] == SPLUNK) or any(node.get(key) is not None for key in _SPLUNK_KEYS)


def _evident(node: Mapping, route: Route) -> bool:
    """Whether these are values of the Collector's chart and no other text with a configuration in it."""
    if text(node.get("mode")) in MODES or mapping(node.get("presets")) is not None:
        return True
    if node.get("alternateConfig") is not None:
        return True
    return bool(route) and isinstance(route[-1], str) and _NAMED.search(route[-1]) is not None


def has_null(node: Node) -> bool:
    """Whether a mapping has a null in it, however deep."""
    if isinstance(node, Mapping):
        return any(has_null(value) for _, value in node.entries)
    return isinstance(node, Scalar) and not node.style and node.text in ("", "~", "null", "Null", "NULL")


def mapping(node: Node | None) -> Mapping | None:
    node = None if node is None else follow(node)
    return node if isinstance(node, Mapping) else None


def text(node: Node | None) -> str:
    """A scalar's text, ``""`` for anything else."""
    node = None if node is None else follow(node)
    return node.text if isinstance(node, Scalar) else ""


def into(node: Node | None, *steps: str | int) -> Node | None:
    """What ``steps`` lead to, aliases followed; ``None`` where one is missing."""
    for step in steps:
        node = None if node is None else follow(node)
        if isinstance(node, Mapping) and isinstance(step, str):
            node = node.get(step)
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return None if node is None else follow(node)

"""Route URLs, the form that condition rules had up to 2.6 and that is read still.

Sources: ``ConditionRouter`` and ``RegistryDirectory.toRouters`` of 2.6.12 and 2.7.12: ``rule`` is the condition,
``router`` names another kind of router.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.entity import Entity
from linter.facts.tree import Text
from linter.facts.value import Ref, Unknown, Value
from linter.record import replace
from linter.system import Fragment
from linter.systems.dubbo.conditions import parts
from linter.systems.dubbo.governed import Governed
from linter.systems.dubbo.urls import Url, flag, param, parse, slot_of

_CUT = Unknown("the URL is not encoded, so that its end is not known")


def routes(fragments: Iterable[Fragment], governed: Governed) -> Iterator[Entity]:
    """``dubbo.rule`` and ``dubbo.condition`` for each; other kinds of routers are none."""
    counts: dict[str, int] = {}
    seen: set[tuple[str, int, str]] = set()
    for fragment in fragments:
        tree = fragment.data["tree"]
        if isinstance(tree, Text) and (tree.doc.path, tree.start, tree.text) in seen:
            continue
        url = parse(tree) if isinstance(tree, Text) else None
        if url is None or not isinstance(tree, Text) or "rule" not in url.params:
            continue
        seen.add((tree.doc.path, tree.start, tree.text))
        if url.params.get("router", "condition") == "condition" and url.params.get("type", "") != "script":
            index = counts[tree.doc.id] = counts.get(tree.doc.id, -1) + 1
            yield from _entities(url, tree, index, governed, fragment.data.get("cut") == "true")


def _entities(url: Url, tree: Text, index: int, governed: Governed, cut: bool) -> Iterator[Entity]:
    interface = url.params.get("interface", url.interface)
    version = governed.version(tree.doc, "service", interface)
    enabled = flag(url, tree, "enabled", True)
    rule = Entity(
        Ref("dubbo.rule", f"{tree.doc.id}!route/{index}"),
        tree.place,
        interface or "the route URL",
        f"route/{url.host}/{interface}",
        {
            "type": Value("condition"),
            "form": Value("URL"),
            "governs": governed.modules(tree.doc.path, "service", interface),
            "version": version,
            "config_version": Value(None),
            "config_version_number": Value(False),
            "config_version_text": Value(None),
            "scope": Value("service"),
            "key": Value(interface or None),
            "target": Value(interface or None),
            "other": Value(None),
            "names": Value("service"),
            "enabled": enabled,
            "force": flag(url, tree, "force", False),
            "dynamic": flag(url, tree, "dynamic", True),
            "entries": Value(1),
            "destinations": Value(False),
            "newest": Value(False),
            "too_new": Value(False),
        },
    )
    yield rule
    text = param(url, tree, "rule")
    if cut:
        text = replace(text, data=_CUT)
    said = text.data if isinstance(text.data, (str, Unknown)) else ""
    yield Entity(
        Ref("dubbo.condition", f"{rule.ref.id}!0"),
        slot_of(url, tree, "rule").place,
        f"the route for {rule.name}",
        f"{rule.path}/condition",
        {
            "rule": Value(rule.ref),
            "version": version,
            "enabled": enabled,
            "text": replace(text, data=said),
            **parts(said),
        },
    )

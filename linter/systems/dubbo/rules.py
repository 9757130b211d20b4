"""Governance rules as entities."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.read import items as items_of
from linter.facts.read import string
from linter.facts.tree import Map, Seq, Text, slot
from linter.facts.value import Data, Ref, Unknown, Value
from linter.syntax.document import Place, Route
from linter.syntax.yaml.resolve import resolve
from linter.system import Fragment
from linter.systems.dubbo.conditions import conditions
from linter.systems.dubbo.configurators import configurator
from linter.systems.dubbo.fields import mistyped
from linter.systems.dubbo.governed import Governed
from linter.systems.dubbo.tags import tags
from linter.systems.dubbo.written import template, written

_TYPES = {"configs": "configurator", "conditions": "condition", "tags": "tag"}
_NEWEST = "v3.1"
"""The newest ``configVersion`` of condition rules that any release reads."""
_SUFFIXES = {"configurators": "configurator", "condition-router": "condition", "tag-router": "tag"}


def rules(fragment: Fragment, governed: Governed) -> Iterator[Entity]:
    """The ``dubbo.rule`` of a document, and for a configurator its entries."""
    tree = fragment.data["tree"]
    if isinstance(tree, Map):
        rule = _rule(tree, fragment.place, governed)
        yield rule
        yield from mistyped(tree, rule)
        if rule.fields["type"].data == "configurator":
            yield from configurator(tree, rule)
        elif rule.fields["type"].data == "condition":
            yield from conditions(tree, rule)
        elif rule.fields["type"].data == "tag":
            yield from tags(tree, rule)


def said(tree: Map, root: Map, route: Route, default: Data = None) -> Value:
    """The text of an entry, or the default."""
    text = written(tree.get(str(route[-1])))
    where = slot(root, route)
    return Value(default, "default", where) if text is None else Value(text, "written", where)


def truth(tree: Map, root: Map, route: Route, default: bool) -> Value:
    """The truth value of an entry, or the default."""
    value = said(tree, root, route, default)
    if not isinstance(value.data, str):
        return value
    lowered = value.data.lower()
    data = lowered == "true" if lowered in ("true", "false") else Unknown(f"`{value.data}` is neither true nor false")
    return Value(data, value.origin, value.slot)


def _rule(tree: Map, place: Place, governed: Governed) -> Entity:
    scope = said(tree, tree, ("scope",), "service")
    key = said(tree, tree, ("key",))
    version = said(tree, tree, ("configVersion",))
    target = key.data if isinstance(key.data, str) else ""
    kind = _type(tree)
    about = "application" if kind == "tag" else str(scope.data)  # a tag rule's key is a provider's application
    if about == "service":
        target = interface(target)
    return Entity(
        Ref("dubbo.rule", tree.doc.id),
        place,
        target or (string(tree.get("key")) or "the rule"),
        kind or "rule",
        {
            "type": Value(kind),
            "form": Value("document"),
            "governs": governed.modules(tree.doc.path, about, target),
            "version": governed.version(tree.doc, "callers" if kind == "tag" else about, target),
            "config_version": version,
            "config_version_number": Value(_is_number(tree.get("configVersion"))),
            "config_version_text": Value(_as_text(version.data)),
            "scope": scope,
            "key": key,
            "target": Value(key.data if isinstance(key.data, Unknown) else target or None, key.origin, key.slot),
            "other": _other(tree, about, key, governed),
            "names": Value(governed.names(key.data) if isinstance(key.data, str) else key.data),
            "enabled": truth(tree, tree, ("enabled",), True),
            "force": truth(tree, tree, ("force",), False),
            "dynamic": Value(None),
            "entries": _entries(tree),
            "destinations": Value(any(isinstance(item, Map) for _, item in items_of(tree.get("conditions")))),
            "newest": Value(version.data if isinstance(version.data, Unknown) else newest(version.data)),
            "too_new": Value(version.data if isinstance(version.data, Unknown) else too_new(version.data)),
        },
    )


def _other(tree: Map, about: str, key: Value, governed: Governed) -> Value:
    """Which group or version the service has instead; a name such as ``a.B:1.0:.configurators`` counts more."""
    name = str(tree.doc.route[-1] if tree.doc.route else tree.doc.path).rpartition("/")[2]
    if about != "service" or not isinstance(key.data, str) or ":" in name:
        return Value(None)
    group, _, rest = key.data.rpartition("/")
    service, _, version = rest.partition(":")
    return governed.other(tree.doc.path, service, group or None, version.rstrip(":") or None)


def interface(key: str) -> str:
    """The interface in a service's key ``group/interface:version``."""
    return key.rpartition("/")[2].partition(":")[0]


def newest(version: object) -> bool:
    """Whether ``ConditionRuleParser`` of 3.3.1 takes a rule for one whose conditions are mappings."""
    return str(version or "").lower().startswith(_NEWEST)


def too_new(version: object) -> bool:
    """Whether ``ConditionRuleParser`` of 3.3.1 drops a rule: it compares texts, capitals aside."""
    return not newest(version) and str(version or "").lower() > _NEWEST


def _entries(tree: Map) -> Value:
    """How many entries its lists have; unknown where a template fills one in."""
    listed = [tree.get(name) for name in _TYPES]
    if any(template(one) for one in listed):
        return Value(Unknown("a template fills it in before this is used"))
    return Value(sum(len(one.items) for one in listed if isinstance(one, Seq)))


def _type(tree: Map) -> str | None:
    for name, kind in _TYPES.items():
        if isinstance(tree.get(name), Seq):
            return kind
    named = next((kind for name, kind in _TYPES.items() if tree.entry(name) is not None), None)
    return named or _SUFFIXES.get(tree.doc.path.rpartition(".")[2])


def _is_number(tree: object) -> bool:
    if not isinstance(tree, Text):
        return False
    value = resolve(tree.text, tree.style, tree.tag, "core")
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _as_text(data: Data | Unknown) -> Data | Unknown:
    return f"v{data}" if isinstance(data, str) and data[:1].isdigit() else data

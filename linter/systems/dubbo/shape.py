"""Whether the lists of a document without ``configVersion`` are those of Dubbo's rules.

``configs``, ``conditions`` and ``tags`` beside a ``key`` are common words: feature flags and alerts have them too.
"""

from __future__ import annotations

from linter.syntax.node import Mapping, Node, Scalar, Sequence, follow

_SIDES = ("provider", "consumer")
_ENTRY = frozenset(
    ("side", "addresses", "providerAddresses", "services", "applications", "parameters", "type", "enabled", "match")
)


def shaped_so(root: Mapping) -> bool:
    """Whether an item of a list is one that a rule has."""
    known = {"configs": _entry, "conditions": _condition, "tags": _tag}
    for name, of in known.items():
        listed = root.get(name)
        items = follow(listed) if listed is not None else None
        if isinstance(items, Sequence) and any(of(follow(item)) for item in items.items):
            return True
    return False


def _entry(item: Node) -> bool:
    if not isinstance(item, Mapping):
        return False
    names = {key.text for key, _ in item.entries if isinstance(key, Scalar)}
    side = item.get("side")
    sided = follow(side) if side is not None else None
    if "providerAddresses" in names or (isinstance(sided, Scalar) and sided.text in _SIDES):
        return True
    return names <= _ENTRY and bool(names & {"side", "addresses", "parameters"})


def _condition(item: Node) -> bool:
    return isinstance(item, Scalar) and "=>" in item.text


def _tag(item: Node) -> bool:
    if not isinstance(item, Mapping) or item.get("name") is None:
        return False
    return item.get("addresses") is not None or item.get("match") is not None

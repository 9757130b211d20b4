"""Trees changed as patches say; every value keeps the place that it comes from.

Sources: kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch, RFC 6902, RFC 6901;
kubernetes-sigs/kustomize kyaml/yaml/merge2.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from linter.facts.holes import hole
from linter.facts.read import is_null
from linter.facts.tree import Key, Map, Seq, Text, Tree
from linter.record import replace
from linter.syntax.document import Place

Keys: TypeAlias = "Mapping[str, Sequence[str]]"
"""By the name of a list: the keys that tell its items apart, of which an item has one; other lists are replaced."""

_MOVED = "a patch changes the list that it stands in"


def unknown(place: Place, why: str) -> Text:
    """What stands for a value that can't be known."""
    return Text(place.doc, place.start, place.end, hole(why), locked=why)


def locked(tree: Tree, why: str) -> Tree:
    """``tree`` with nothing in it that may be edited."""
    if isinstance(tree, Text):
        return tree if tree.locked else replace(tree, locked=why)
    if isinstance(tree, Seq):
        return replace(tree, items=tuple(locked(item, why) for item in tree.items), locked=tree.locked or why)
    entries = tuple(replace(entry, value=locked(entry.value, why)) for entry in tree.entries)
    return replace(tree, entries=entries, locked=tree.locked or why)


def merged(base: Tree | None, patch: Tree, keys: Keys, name: str = "") -> Tree | None:
    """``base`` with the strategic merge patch ``patch`` over it; ``None`` where it is deleted.

    Both are what stands for the key ``name``. Directives: ``$patch`` with ``delete`` and ``replace``; what has another
    one is unknown.
    """
    if isinstance(patch, Map):
        return _over(base if isinstance(base, Map) else None, patch, keys)
    if isinstance(patch, Seq) and name in keys and all(isinstance(item, Map) for item in patch.items):
        return _listed(base if isinstance(base, Seq) else None, patch, keys, keys[name])
    return patch


def _over(base: Map | None, patch: Map, keys: Keys) -> Tree | None:
    asked = {entry.key: entry.value for entry in patch.entries if entry.key.startswith("$")}
    if asked and set(asked) - {"$patch"}:
        return unknown(patch.place, "a patch has a directive that is not followed")
    word = asked.get("$patch")
    if isinstance(word, Text) and word.text == "delete":
        return None
    own = [entry for entry in patch.entries if not entry.key.startswith("$")]
    entries: dict[str, Key] = {}
    if base is not None and not (isinstance(word, Text) and word.text == "replace"):
        entries = {entry.key: entry for entry in base.entries}
    for entry in own:
        before = entries.get(entry.key)
        value = None
        if not is_null(entry.value):
            value = merged(None if before is None else before.value, entry.value, keys, entry.key)
        if value is None:
            entries.pop(entry.key, None)
        else:
            kept = before is not None and isinstance(value, (Map, Seq)) and value.place == before.value.place
            entries[entry.key] = replace(before if kept and before is not None else entry, value=value)
    return replace(patch if base is None else base, entries=tuple(entries.values()))


def _listed(base: Seq | None, patch: Seq, keys: Keys, by: Sequence[str]) -> Tree:
    """Two lists of mappings as one; what is new comes last, for the order of such lists says nothing."""
    items = list(base.items) if base is not None else []
    moved = False
    for item in patch.items:
        word = item.get("$patch") if isinstance(item, Map) else None
        if isinstance(word, Text) and word.text == "replace" and isinstance(item, Map) and len(item.entries) == 1:
            rest = tuple(one for one in patch.items if one is not item)
            return replace(patch, items=rest)
        at = next((index for index, one in enumerate(items) if _same_item(one, item, by)), None)
        value = merged(items[at] if at is not None else None, item, keys)
        if at is None:
            items += [value] if value is not None else []
        elif value is None:
            del items[at]
            moved = True
        else:
            items[at] = value
    found = replace(patch if base is None else base, items=tuple(items))
    return locked(found, _MOVED) if moved else found


def _same_item(one: Tree, other: Tree, by: Sequence[str]) -> bool:
    if not isinstance(one, Map) or not isinstance(other, Map):
        return False
    for key in by:
        wanted = other.get(key)
        if wanted is not None:
            found = one.get(key)
            return isinstance(found, Text) and isinstance(wanted, Text) and found.text == wanted.text
    return False


def pointed(pointer: str) -> tuple[str, ...]:
    """The steps of a JSON pointer."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def escaped(step: str) -> str:
    """A step as it stands in a JSON pointer."""
    return step.replace("~", "~0").replace("/", "~1")


def put(tree: Tree, steps: Sequence[str | int], value: Tree | None, insert: bool = False) -> Tree | None:
    """``tree`` with ``value`` at ``steps``, or without what stands there if it is ``None``.

    A new key has the place of its value. Nothing happens where the way there is missing, as in a tree
    that was cut down. ``insert`` moves the following items of a list; so does a removal, and then none can be edited.
    """
    if not steps:
        return value
    if isinstance(tree, Map):
        return _put_entry(tree, steps, value, insert)
    if isinstance(tree, Seq):
        return _put_item(tree, steps, value, insert)
    return tree


def _put_entry(tree: Map, steps: Sequence[str | int], value: Tree | None, insert: bool) -> Tree:
    step, rest = str(steps[0]), steps[1:]
    before = tree.entry(step)
    if before is None:
        if rest or value is None:
            return tree
        return replace(tree, entries=(*tree.entries, Key(step, value.start, value.end, value)))
    new = put(before.value, rest, value, insert)
    others = (entry for entry in tree.entries if entry.key != step)
    if new is None:
        return replace(tree, entries=tuple(others))
    if new is value:  # the key of what is put here stands for nothing in that document
        before = Key(step, new.start, new.end, new)
    return replace(tree, entries=(*others, replace(before, value=new)))


def _put_item(tree: Seq, steps: Sequence[str | int], value: Tree | None, insert: bool) -> Tree:
    step, rest = str(steps[0]), steps[1:]
    items = list(tree.items)
    at = len(items) if step == "-" else int(step) if step.isdigit() and len(step) < 6 else -1
    if not rest and value is not None and (at == len(items) or (insert and 0 <= at < len(items))):
        items.insert(at, value)
        found = replace(tree, items=tuple(items))
        return found if at == len(tree.items) else locked(found, _MOVED)
    if not 0 <= at < len(items):
        return tree
    new = put(items[at], rest, value, insert)
    if new is None:
        del items[at]
        return locked(replace(tree, items=tuple(items)), _MOVED)
    items[at] = new
    return replace(tree, items=tuple(items))

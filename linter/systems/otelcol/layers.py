"""What the arguments of a Collector make it read: files, and settings in the arguments themselves.

Source: open-telemetry/opentelemetry-collector otelcol/flags.go, confmap/provider/yamlprovider.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import TypeAlias

from linter.facts.tree import Key, Map, Seq, Text, TooMuchAliasing, Tree, tree_of
from linter.record import NamedTuple, replace
from linter.syntax.document import Document, Place
from linter.systems.otelcol.merge import ARGUMENT

STEP = "::"
"""What stands between the steps of a key that names a nested setting (confmap.KeyDelimiter)."""

_Part: TypeAlias = "tuple[list[str], Key, Tree]"
"""The steps that a key names, its entry, and the value."""

_FOLDED = "its key names several steps at once"
_CONFIG, _SET = ("--config", "-config"), ("--set", "-set")
_VERBATIM = ("yaml:", "--config=yaml:", "-config=yaml:", "--set=", "-set=")


class Argument(NamedTuple):
    """One word of a command; ``place`` is that of the argument it stands in."""

    text: str
    place: Place | None


def split(texts: Sequence[Argument]) -> Iterator[Argument]:
    """The words of ``texts``: an argument may hold a whole command, but settings stay in one piece."""
    before = ""
    for one in texts:
        if one.text.startswith(_VERBATIM) or before in _SET:
            yield one
        else:
            for word in one.text.split():
                yield Argument(word, one.place)
        before = one.text


def sources(args: Sequence[Argument]) -> tuple[Argument, ...]:
    """What ``--config`` names, in order, then the settings of ``--set`` as ``yaml:`` sources."""
    return (*_values(args, _CONFIG), *(_as_yaml(one) for one in _values(args, _SET) if "=" in one.text))


def _values(args: Sequence[Argument], flags: tuple[str, str]) -> Iterator[Argument]:
    for at, (text, place) in enumerate(args):
        if text in flags:
            yield from args[at + 1 : at + 2]
        elif text.startswith(tuple(f"{flag}=" for flag in flags)):
            yield Argument(_unquoted(text.partition("=")[2]), place)


def _unquoted(text: str) -> str:
    """``text`` without quotes around all of it; one that ends with a quote may be YAML of its own."""
    return text[1:-1] if text[:1] in ("'", '"') and len(text) > 1 and text[-1] == text[0] else text


def _as_yaml(one: Argument) -> Argument:
    name, _, value = one.text.partition("=")
    return one._replace(text=f"yaml:{name.replace('.', '::').strip()}: {value.strip()}")


def layer(source: Argument) -> Map | None:
    """The settings of a ``yaml:`` source, each at the argument's place; ``None`` where they can't be read."""
    if source.place is None:
        return None
    tree = read(source.text.removeprefix("yaml:"))
    tree = None if tree is None else unfolded(placed(tree, source.place, ARGUMENT))
    return tree if isinstance(tree, Map) else None


def read(text: str) -> Tree | None:
    """The first YAML document of ``text``, which stands in no file; ``None`` where it can't be read."""
    from linter.syntax.document import DocRef
    from linter.syntax.yaml.parse import parse
    from linter.text.source import Source
    from linter.text.view import View

    document = next(iter(parse(View.of(Source("argument", text)), DocRef("argument", "yaml"))), None)
    try:
        return tree_of(document) if isinstance(document, Document) else None
    except TooMuchAliasing:
        return None


def placed(tree: Tree, place: Place, locked: str, filled: str = "", given: str = "") -> Tree:
    """``tree`` as if all of it stood at ``place``, locked, each text filled in by ``filled``, each entry ``given``."""
    doc, start, end = place.doc, place.start, place.end
    if isinstance(tree, Text):
        return replace(tree, doc=doc, start=start, end=end, locked=locked, filled=filled)
    if isinstance(tree, Seq):
        items = tuple(placed(item, place, locked, filled, given) for item in tree.items)
        return Seq(doc, start, end, items, tree.flow, locked)
    entries = tuple(
        Key(one.key, start, end, placed(one.value, place, locked, filled, given), given) for one in tree.entries
    )
    return Map(doc, start, end, entries, True, locked)


def unfolded(tree: Tree) -> Tree:
    """``tree`` with keys like ``a::b`` as nested mappings, which may not be edited; without one it stays the same."""
    if isinstance(tree, Text):
        return tree
    if isinstance(tree, Seq):
        items = tuple(map(unfolded, tree.items))
        return tree if all(map(is_, items, tree.items)) else replace(tree, items=items)
    values = [unfolded(entry.value) for entry in tree.entries]
    same = all(value is entry.value for value, entry in zip(values, tree.entries, strict=True))
    if same and not any(STEP in entry.key for entry in tree.entries):
        return tree
    parts = [(entry.key.split(STEP), entry, value) for entry, value in zip(tree.entries, values, strict=True)]
    return replace(tree, entries=_grouped(parts))


def _grouped(parts: Sequence[_Part]) -> tuple[Key, ...]:
    groups: dict[str, list[_Part]] = {}
    for (first, *rest), entry, value in parts:
        groups.setdefault(first, []).append((rest, entry, value))
    return tuple(_key(name, group) for name, group in groups.items())


def _key(name: str, group: Sequence[_Part]) -> Key:
    """The entry ``name``, of which each part of ``group`` says something; what is no mapping ends what was before."""
    rest, entry, value = group[-1]
    if not rest and (len(group) == 1 or not isinstance(value, Map)):
        return replace(entry, key=name, value=value)
    below: list[_Part] = []
    around = Map(value.doc, entry.start, entry.end, (), True, value.locked or _FOLDED)
    for rest, entry, value in group:
        if rest:
            below.append((rest, entry, value))
        elif isinstance(value, Map):
            around = value
            below += (([one.key], one, one.value) for one in value.entries)
        else:
            below.clear()
    return Key(name, entry.start, entry.end, replace(around, entries=_grouped(below)))

"""Settings that nobody writes and that hold all the same, laid below a configuration.

Merged as Helm does: mappings deeply, everything else replaced, and what is null in the configuration is taken away.
Source: helm/helm pkg/chartutil/coalesce.go.
"""

from __future__ import annotations

from functools import lru_cache

from linter.facts.tree import Key, Map, Seq, Text, Tree, tree_of
from linter.facts.value import Value
from linter.record import replace
from linter.syntax.document import DocRef, Document, Place
from linter.systems.otelcol.shape import is_null


def laid_below(below: Value, top: Map, key: Place) -> Map:
    """``top`` over the settings in the text of ``below``, whose evidence says whose they are.

    All of them stand at ``key``, the one that holds the configuration.
    """
    tree = _parsed(str(below.data))
    if tree is None:
        return top
    given = "; ".join(note.text for note in below.evidence)
    base = _placed(tree, key, given)
    return _over(base, top) if isinstance(base, Map) else top


@lru_cache(maxsize=64)
def _parsed(text: str) -> Tree | None:
    from linter.syntax.yaml.parse import parse
    from linter.text.source import Source
    from linter.text.view import View

    for document in parse(View.of(Source("default", text)), DocRef("default", "yaml")):
        return tree_of(document) if isinstance(document, Document) else None
    return None


def _placed(tree: Tree, place: Place, given: str) -> Tree:
    doc, start, end = place.doc, place.start, place.end
    if isinstance(tree, Text):
        return replace(tree, doc=doc, start=start, end=end, locked=given)
    if isinstance(tree, Seq):
        return Seq(doc, start, end, tuple(_placed(item, place, given) for item in tree.items), tree.flow, given)
    entries = tuple(Key(entry.key, start, end, _placed(entry.value, place, given), given) for entry in tree.entries)
    return Map(doc, start, end, entries, tree.flow, given)


def _over(base: Map, top: Map) -> Map:
    entries: dict[str, Key] = {entry.key: entry for entry in base.entries}
    for entry in {entry.key: entry for entry in top.entries}.values():
        before = entries.get(entry.key)
        if before is None:
            entries[entry.key] = entry
        elif is_null(entry.value):
            del entries[entry.key]
        elif isinstance(before.value, Map) and isinstance(entry.value, Map):
            entries[entry.key] = replace(entry, value=_over(before.value, entry.value))
        else:
            entries[entry.key] = entry
    return replace(top, entries=tuple(entries.values()))

"""Settings that nobody writes and that hold all the same, laid below a configuration.

Merged as Helm does: mappings deeply, everything else replaced, and what is null in the configuration is taken away.
Source: helm/helm pkg/chartutil/coalesce.go.
"""

from __future__ import annotations

from functools import lru_cache

from linter.facts.read import is_null
from linter.facts.tree import Key, Map
from linter.facts.value import Value
from linter.record import replace
from linter.syntax.document import Place
from linter.systems.otelcol.layers import placed, read

_read = lru_cache(maxsize=64)(read)


def laid_below(below: Value, top: Map, key: Place) -> Map:
    """``top`` over the settings in the text of ``below``, whose evidence says whose they are.

    All of them stand at ``key``, the one that holds the configuration.
    """
    tree = _read(str(below.data))
    if tree is None:
        return top
    given = "; ".join(note.text for note in below.evidence)
    base = placed(tree, key, given, given=given)
    return _over(base, top) if isinstance(base, Map) else top


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

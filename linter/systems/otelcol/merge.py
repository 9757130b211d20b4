"""Several layers of configuration as one, merged as the Collector does.

Mappings are merged deeply; everything else, lists and null included, is replaced by the later layer. Source:
open-telemetry/opentelemetry-collector confmap/README.md, "Null Maps".
"""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.tree import Key, Map
from linter.record import replace

ARGUMENT = "it is set by an argument of the Collector"
"""Why what an argument says is not edited: the marker of a layer that is no file."""


def merged(layers: Sequence[Map]) -> Map:
    """``layers``, one at least, from the first to the last; each value keeps the place of the layer it comes from.

    A mapping of several files has the place of the last of them, for what is added there holds.
    """
    found = layers[0]
    for layer in layers[1:]:
        found = _over(found, layer)
    return found


def _over(base: Map, top: Map) -> Map:
    entries: dict[str, Key] = {entry.key: entry for entry in base.entries}
    for entry in {entry.key: entry for entry in top.entries}.values():
        before = entries.get(entry.key)
        if before is None or not isinstance(before.value, Map) or not isinstance(entry.value, Map):
            entries[entry.key] = entry
            continue
        both = _over(before.value, entry.value)
        entries[entry.key] = replace(before if entry.value.locked == ARGUMENT else entry, value=both)
    own = base if top.locked == ARGUMENT else top
    return replace(own, entries=tuple(entries.values()), open=base.open or top.open)

"""What a chart lays below the configuration in values, and how much of the whole the values are."""

from __future__ import annotations

from linter.facts.read import string
from linter.facts.tree import Map, Tree, at
from linter.facts.value import ABSENT, Evidence, Value
from linter.record import NamedTuple
from linter.syntax.yaml.resolve import resolve
from linter.systems.helm.collector import Collector
from linter.systems.helm.defaults import Defaults, additions, components, defaults, older, recorded
from linter.systems.helm.shapes import COLLECTOR, SPLUNK, STACK

_ALL = {COLLECTOR: "0.2.0", STACK: "0.0.7", SPLUNK: "0.38.0"}
_STACKED = ("daemon", "cluster")
"""The Collectors that the stack's chart configures by itself."""

_WITH_MODE, _MODE_ALONE, _WITH_PRESETS = "0.14.0", "0.19.0", "0.24.0"
"""The first releases of the Collector's chart with ``mode``, with nothing in its stead, and with ``presets``."""

_UNLESS = "unless another values file sets it"
_BELOW, _PRESETS = "the chart's defaults lie below it", "the chart's presets add to it"
_LAYERS = "another values file may add to it"


class Beneath(NamedTuple):
    """``partial`` says why the values are not all that the Collector reads, ``None`` if they are.

    ``base`` has the components that the rest may add to, ``None`` for any; ``below`` is what the chart itself sets,
    as the field of ``deploy.mount`` has it.
    """

    partial: str | None = None
    base: tuple[str, ...] | None = ()
    below: Value = ABSENT


def beneath(found: Collector) -> Beneath:
    """What lies below the configuration of ``found``."""
    if found.config.route[-1] == "alternateConfig" and not found.rivals:
        return Beneath(_PRESETS) if _presets(found.tree("presets")) else Beneath()
    own = str(found.fragment.data["base"])
    if found.rivals:
        return Beneath(f"{found.rivals[0]} may be laid over it", None)
    if own == "*":
        return Beneath(_BELOW, None)
    within = frozenset(filter(None, own.split("\n")))
    chart = _chart(found)
    known, whose = _known(found, chart) if chart else (None, "")
    if known is None:
        return _unknown(found, within)
    adds = chart != COLLECTOR or _presets(found.tree("presets"))
    base = {*known.unsure, *within, *found.touched}
    if adds:
        base |= additions(chart) - (known.sure if chart == SPLUNK else frozenset())
    below = Value(known.text, "default", None, (Evidence(f"{whose}, {_UNLESS}"),)) if known.text else ABSENT
    return Beneath(_PRESETS if adds else _LAYERS, tuple(sorted(base)), below)


def _unknown(found: Collector, within: frozenset[str]) -> Beneath:
    """Without defaults: what any release of the chart configures may have more settings."""
    if found.family == SPLUNK or (found.family == STACK and found.route[-1] in _STACKED):
        return Beneath(_BELOW, None)
    added = additions(COLLECTOR) if _presets(found.tree("presets")) else frozenset()
    return Beneath(_BELOW, tuple(sorted({*components(COLLECTOR), *added, *within})))


def _chart(found: Collector) -> str:
    """The chart, by its name or else by the shape of its values; empty for one whose defaults are not recorded.

    Empty also where the input says that more is laid below the values, or that their configuration is not used.
    """
    if not found.alone or (found.chart is not None and found.chart.layered):
        return ""
    if found.fragment.data["holds"] == "text":  # Helm merges no texts
        return ""
    if found.chart is not None and found.chart.keeps_nulls and found.fragment.data["nulls"]:
        return ""
    if string(found.tree("configMap", "existingName")) or string(found.tree("configMap", "create")) == "false":
        return ""
    name = found.family if found.chart is None else found.chart.kind
    return name if name in _ALL and found.family in ("", name) else ""


def _known(found: Collector, chart: str) -> tuple[Defaults | None, str]:
    """The defaults and whose they are."""
    part = "" if chart == COLLECTOR else str(found.route[-1])
    release = found.chart.exact if found.chart is not None else ""
    if release and not recorded(chart, release):
        release = ""
    since = _ALL[chart]
    if chart == COLLECTOR:
        mode = string(found.tree("mode"))
        if release and older(release, _MODE_ALONE) and (mode is None or older(release, _WITH_MODE)):
            return None, ""  # such a release makes two Collectors of the values
        if isinstance(found.tree("presets"), Map):
            since = _WITH_PRESETS
        elif mode is not None:
            since = _WITH_MODE
    if release:
        return defaults(chart, part, release, ""), f"the default of chart {chart} {release}"
    return defaults(chart, part, "", since), f"the default of every release of chart {chart} so far"


def _presets(tree: Tree | None) -> bool:
    """Whether the values switch a preset on, or a part of one; what a template decides counts."""
    if not isinstance(tree, Map):
        return False
    text = string(at(tree, "enabled"))
    if text is not None and resolve(text, "", None, "k8s") is not False:
        return True
    return any(_presets(entry.value) for entry in tree.entries)

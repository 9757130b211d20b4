"""All values and charts together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.namespaces import injected
from linter.system import Fragment
from linter.systems.helm.charts import Charts
from linter.systems.helm.collector import read, steps
from linter.systems.helm.endpoints import endpoints, node_endpoints
from linter.systems.helm.layers import Layers
from linter.systems.helm.workloads import entities


def join(fragments: Sequence[Fragment], facts: FactBase) -> Iterator[Entity]:
    """Every entity that the values state, in their order."""
    charts = Charts(fragments)
    around = injected(facts)
    stated = [fragment for fragment in fragments if fragment.kind == "collector"]
    overlays = [fragment for fragment in fragments if fragment.kind == "overlay"]
    images = [fragment for fragment in fragments if fragment.kind == "retag"]
    layers = Layers((*stated, *overlays), images, charts.near)
    for fragment in stated:
        doc, values = fragment.place.doc, steps(fragment, "chart_route")
        chart = charts.of(doc, values)
        alone = chart is not None or not charts.foreign(doc, values)
        found = read(fragment, chart, layers.rivals(fragment), around)
        if found is not None:
            # what is above the examples of one of our charts are its defaults themselves
            own = chart is not None and not values and charts.near(doc.path) is not None
            found = found._replace(alone=alone, touched=frozenset() if own else layers.touched(fragment))
            found = found._replace(retagged=layers.retagged(fragment))
            yield from entities(found)
            yield from endpoints(found)
            yield from node_endpoints(found)

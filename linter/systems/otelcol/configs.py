"""Which configurations there are: each as one container runs it, and alone where none does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from linter.facts.base import FactBase, text
from linter.facts.tree import Map, Tree
from linter.facts.value import Ref, Unknown
from linter.record import replace
from linter.syntax.document import Place
from linter.system import Fragment, Setup
from linter.systems.otelcol.builder import Manifests
from linter.systems.otelcol.deployed import Deployment, deployments
from linter.systems.otelcol.layers import unfolded
from linter.systems.otelcol.merge import merged
from linter.systems.otelcol.model import Config, Layout, feature_gates
from linter.systems.otelcol.shape import whole
from linter.systems.otelcol.vendors import vendors
from linter.systems.otelcol.versions import Releases


def configs(fragments: Sequence[Fragment], facts: FactBase, setup: Setup) -> Iterator[tuple[Place, Config]]:
    """The configurations in the order of their first documents, each with the place that stands for it."""
    known = {fragment.place.doc.id: fragment for fragment in fragments if fragment.kind in ("config", "part")}
    operated = {str(fragment.data["config"]) for fragment in fragments if fragment.kind == "resource"}
    hidden = (text(change, "value") for change in facts.of("deploy.change") if text(change, "does") == "hide")
    passed = operated.union(filter(None, hidden))
    running = deployments(facts, [fragment.place.doc for fragment in known.values()])
    runs = Counter(doc for deployment in running for doc in deployment.docs)
    by_first: dict[str, list[Deployment]] = {}
    for deployment in running:
        by_first.setdefault(deployment.docs[0], []).append(deployment)
    maker = _Maker(known, operated, runs, Releases(setup, Manifests(fragments)))
    for id_, fragment in known.items():
        for deployment in by_first.get(id_, ()):
            yield from maker.make(deployment.docs, deployment)
        # a custom resource is always run, unless a patch takes it away or is all that it is
        if not runs[id_] and fragment.kind == "config" and id_ not in passed:
            yield from maker.make((id_,), None)


def _tree(fragment: Fragment) -> Tree | str:
    tree = fragment.data["tree"]
    return unfolded(tree) if fragment.data.get("steps") and isinstance(tree, Map) else tree


class _Maker:
    """Makes configurations of fragments."""

    def __init__(
        self, known: Mapping[str, Fragment], operated: set[str], runs: Mapping[str, int], releases: Releases
    ) -> None:
        self._known = known
        self._operated = operated
        self._runs = runs
        self._releases = releases

    def make(self, docs: Sequence[str], deployment: Deployment | None) -> Iterator[tuple[Place, Config]]:
        """The configuration that ``docs`` are together; nothing where only a part of one is there."""
        found = [self._known[doc] for doc in docs]
        layers = [tree for fragment in found if isinstance(tree := _tree(fragment), Map)]
        settings = deployment.settings if deployment is not None else ()
        key = None
        if deployment is not None and deployment.below.data is not None:
            from linter.systems.otelcol.given import laid_below

            key = replace(deployment.place, doc=layers[0].doc)
            layers[0] = laid_below(deployment.below, layers[0], key)
        tree = merged([*layers, *settings])
        instance = ""
        if deployment is not None and any(self._runs[doc] > 1 for doc in docs):
            instance = deployment.instance
        release = self._releases.of([fragment.place.doc for fragment in found], deployment)
        written = None
        if settings or any(fragment.data.get("dollar") for fragment in found):
            from linter.systems.otelcol.substitute import filled, surroundings

            written = tree
            environment = deployment.environment if deployment is not None else None
            vendor = release.distribution.data if release.distribution.data in vendors() else ""
            around = surroundings(release.version.data, environment, feature_gates(deployment), str(vendor))
            filling = filled(tree, around)
            tree = filling if isinstance(filling, Map) else tree
        ref = Ref("otelcol.config", "+".join(docs), instance)
        place = next((one.place for one in reversed(found) if not one.data["whole"]), found[-1].place)
        layout = Layout(
            frozenset(docs),
            any(doc in self._operated for doc in docs),
            written,
            place.doc.path,
            key,
        )
        partial = (deployment.merged if deployment is not None else "") or whole(tree)
        yield place, Config(ref, tree, Unknown(partial) if partial else None, release, deployment, layout)

"""One Collector of a chart as a workload with a container, an image and its configuration.

Sources: charts/opentelemetry-collector/templates (_pod.tpl, _config.tpl), its values.yaml at each release, and
charts/opentelemetry-kube-stack/templates/collector.yaml in open-telemetry/opentelemetry-helm-charts;
helm-charts/splunk-otel-collector/templates in signalfx/splunk-otel-collector-chart.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.environment import variables
from linter.facts.holes import unfilled
from linter.facts.kinds import KUBERNETES
from linter.facts.mesh import Proxy, decided, meshed, of_pod
from linter.facts.read import items, string, whole
from linter.facts.value import ABSENT, Evidence, Items, Ref, Spelling, Unknown, Value
from linter.record import replace
from linter.systems.helm.charts import WAY_OUT, image_routes
from linter.systems.helm.collector import Collector
from linter.systems.helm.shapes import COLLECTOR, SPLUNK, STACK
from linter.versions.version import Version, parse

_CONTAINER = "opentelemetry-collector"
_CONTAINERS = {SPLUNK: "otel-collector", STACK: "otc-container"}
_FILE = "/conf/relay.yaml"
_KINDS = {"daemonset": "DaemonSet", "deployment": "Deployment", "statefulset": "StatefulSet"}
_REPOSITORY = "otel/opentelemetry-collector-contrib"
_SPLUNK_REPOSITORY = "quay.io/signalfx/splunk-otel-collector"
_REPOSITORY_CHANGED, _REPOSITORY_REQUIRED = "0.7.0", "0.89.0"
_OPERATED = "the values name no `{0}.tag`, so the chart's release and the operator decide which image runs"


def entities(found: Collector) -> Iterator[Entity]:
    """The ``deploy.workload``, ``.image``, ``.container`` and ``.mount`` of ``found``, and its ``.autoscaler``."""
    yield _workload(found)
    yield from _autoscaler(found)
    image = _image(found)
    yield image
    yield _container(found, image)
    yield _mount(found)


def namespace(found: Collector) -> str:
    """The namespace as far as the input names it."""
    written = string(found.around.get("namespaceOverride"))
    if written and unfilled(written) is None:
        return written
    return found.chart.namespace if found.chart is not None else ""


def kind(found: Collector) -> str | Unknown:
    """What the chart makes of the mode."""
    if found.family == SPLUNK:
        role = found.route[-1]
        return "DaemonSet" if role == "agent" else Unknown(f"the chart's settings decide what the {role} is")
    mode = found.value("mode").data
    if isinstance(mode, Unknown):
        return mode
    return _KINDS.get(str(mode)) or Unknown("`mode` is not written")


def _workload(found: Collector) -> Entity:
    scope, mesh = namespace(found), proxy(found)
    return Entity(
        found.ref(),
        found.place,
        found.title,
        found.path,
        {
            "name": Value(found.path),
            "namespace": Value(scope or None),
            "platform": Value(KUBERNETES),
            "scope": Value(scope),
            "kind": Value(kind(found)),
            "replicas": _replicas(found),
            "meshed": meshed(mesh),
        },
    )


def proxy(found: Collector) -> Proxy:
    """Why the pods have a mesh's proxy, by the values and the namespace; ``None`` where neither says so."""
    own = of_pod((found.tree("podLabels"),), (found.tree("podAnnotations"),))
    return decided(own, found.injected.get(namespace(found)))


def _scaled(found: Collector) -> bool:
    return string(found.tree("autoscaling", "enabled")) == "true"


def _autoscaler(found: Collector) -> Iterator[Entity]:
    """What ``autoscaling`` makes; how many there are at most is the chart's matter where it is not written."""
    if not _scaled(found):
        return
    most = found.value("autoscaling", "maxReplicas")
    number = whole(most.data) if isinstance(most.data, str) else most.data or Unknown("`maxReplicas` is not written")
    slot = found.slot("autoscaling", "enabled")
    fields = {"workload": Value(found.ref()), "most": replace(most, data=number)}
    ref = Ref("deploy.autoscaler", found.id)
    yield Entity(ref, slot.place, f"autoscaler of {found.title}", f"{found.path}/autoscaling", fields)


def _replicas(found: Collector) -> Value:
    if _scaled(found):
        return Value(Unknown("the number is scaled"), "written", found.slot("autoscaling", "enabled"))
    for name in ("replicaCount", "replicas"):
        value = found.value(name)
        if isinstance(value.data, str):
            return replace(value, data=whole(value.data))
    return found.value("replicaCount")


def _container(found: Collector, image: Entity) -> Entity:
    command = string(found.tree("command", "name"))
    values = [Value(f"/{command}", "written", found.slot("command", "name"))] if command else []
    values.append(Value(f"--config={_FILE}"))
    for path in (("command", "extraArgs"), ("extraArgs",)):
        for _, item in items(found.tree(*path)):
            text = string(item)
            if text is not None:
                values.append(Value(text, "written", replace(found.slot(*path), locked="a list of arguments")))
    given, _ = variables(
        found.tree("extraEnvs"), lambda _: replace(found.slot("extraEnvs"), locked="a list of variables")
    )
    return Entity(
        Ref("deploy.container", found.id),
        found.place,
        f"container of {found.title}",
        f"{found.path}/container",
        {
            "workload": Value(found.ref()),
            "name": Value(_CONTAINERS.get(found.family, _CONTAINER)),
            "image": Value(image.ref),
            "args": Value(Items(tuple(values)), "written" if len(values) > 1 else "default"),
            "environment": Value(Items(given, complete=False)),
        },
    )


def _image(found: Collector) -> Entity:
    section = image_routes().get(found.family, ("image",))
    repository = _repository(found, *section)
    digest = found.value(*section, "digest")
    tag = found.value(*section, "tag")
    if tag.data is None and digest.data is None:
        if found.family == STACK:
            # what the chart hands to the operator has no image then (from chart 0.2.1 on)
            why = Unknown(_OPERATED.format(".".join(section)))
            repository, tag = (replace(value, data=why, evidence=()) for value in (repository, tag))
        else:
            tag = _chart_tag(found, tag, named=found.value(*section, "repository").data is not None)
    return Entity(
        Ref("deploy.image", found.id),
        repository.slot.place if repository.slot is not None else found.place,
        f"image of {found.title}",
        f"{found.path}/image",
        {
            "workload": Value(found.ref()),
            "container": Value(_CONTAINERS.get(found.family, _CONTAINER)),
            "reference": _reference(repository, tag),
            "repository": repository,
            "tag": tag,
            "digest": digest,
        },
    )


def _reference(repository: Value, tag: Value) -> Value:
    for part in (repository, tag):
        if isinstance(part.data, Unknown):
            return replace(part, evidence=())
    return replace(repository, data=f"{repository.data}:{tag.data}" if tag.data else repository.data)


def _repository(found: Collector, *section: str) -> Value:
    """The image's name; the chart had one by itself from 0.7.0 (contrib) to 0.88.x, and that of Splunk always has."""
    written = found.value(*section, "repository")
    if written.data is not None:
        return written
    chart = found.chart
    release = parse("semver", chart.version) if chart is not None and chart.kind == COLLECTOR else None
    changed, required = parse("semver", _REPOSITORY_CHANGED), parse("semver", _REPOSITORY_REQUIRED)
    if chart is not None and chart.kind == SPLUNK and found.family == SPLUNK:
        return replace(written, data=_SPLUNK_REPOSITORY, evidence=chart.evidence)
    if chart is not None and release and changed and required and changed <= release < required:
        return replace(written, data=_REPOSITORY, evidence=chart.evidence)
    name = ".".join((*section, "repository"))
    return replace(written, data=Unknown(f"the values name no image: `{name}` is not written"))


def _chart_tag(found: Collector, tag: Value, *, named: bool) -> Value:
    """The tag that the chart puts where the values have none; ``named`` says whether they name the image."""
    if found.chart is None:
        return replace(tag, data=Unknown(f"the tag is left to the chart, whose release is not known; {WAY_OUT}"))
    data = found.chart.application
    why = Evidence("the chart's appVersion is the tag that is left out")
    decides, required = found.chart.decides, parse("semver", _REPOSITORY_REQUIRED)
    if decides is not None and not named:
        words = ((one, release) for one, release in decides.words if _older(release, required))
        decides = Spelling(decides.slot, tuple(words))
    where = tag.slot if tag.slot is None else replace(tag.slot, by=decides)
    return replace(tag, data=data, slot=where, evidence=(why, *found.chart.evidence))


def _older(release: str, other: Version | None) -> bool:
    version = parse("semver", release)
    return version is not None and other is not None and version < other


def _mount(found: Collector) -> Entity:
    from linter.systems.helm.beneath import beneath

    rest = beneath(found)
    return Entity(
        Ref("deploy.mount", found.id),
        found.place,
        f"{_FILE} in {found.title}",
        f"{found.path}/{_FILE}",
        {
            "workload": Value(found.ref()),
            "container": Value(_CONTAINERS.get(found.family, _CONTAINER)),
            "source": Value(found.config.id, "written", None, (Evidence("the values hold it", found.place),)),
            "target": Value(_FILE),
            "partial": Value(rest.partial),
            "base": ABSENT if rest.base is None else Value(Items(tuple(map(Value, rest.base)))),
            "below": rest.below,
        },
    )

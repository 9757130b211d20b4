"""A version is changed where it is decided, whatever form that has, and nothing else is."""

from __future__ import annotations

import json

import pytest
from ruamel.yaml import YAML

from linter.finding import Patch
from linter.fix.draft import patches
from linter.text.source import Source
from tests.harness import Run, run_files

IMAGE = "otel/opentelemetry-collector-contrib"
OLD, NEW = "0.90.0", "0.155.0"
DIGEST = f"sha256:{'a' * 64}"
CONFIG = """\
receivers: {otlp: {protocols: {grpc: }}}
exporters:
  loadbalancing:
    protocol: {otlp: {keepalive: {time: 10s, timeout: 3s}}}
    resolver: {dns: {hostname: gw.prod.svc}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [loadbalancing]}}}
"""
DUBBO = {"src/main/resources/application.properties": "dubbo.consumer.async=true\n"}


def indented(text: str, depth: int) -> str:
    return "".join(" " * depth + line for line in text.splitlines(keepends=True))


CONFIG_MAP = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: c}}\ndata:\n  config.yaml: |\n{indented(CONFIG, 4)}"


def deployment(image: str, name: str = "d") -> str:
    return f"""\
---
apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}}}
spec:
  selector: {{matchLabels: {{app: d}}}}
  template:
    metadata: {{labels: {{app: d}}}}
    spec:
      containers:
        - name: c
          image: {image} # ours
          args: [--config=/etc/o/config.yaml]
          volumeMounts: [{{name: v, mountPath: /etc/o}}]
      volumes: [{{name: v, configMap: {{name: c}}}}]
"""


def compose(image: str, *names: str) -> str:
    return "services:\n" + "".join(
        f"  {name}:\n    image: {image}\n    command: [--config=/etc/o.yaml]\n    volumes: [./o.yaml:/etc/o.yaml]\n"
        for name in names or ("gw",)
    )


CORE = "go.opentelemetry.io/collector"
CONTRIB = "github.com/open-telemetry/opentelemetry-collector-contrib"
MANIFEST = f"""\
dist: {{name: own, version: 7.0.0, otelcol_version: {OLD}}} # built by us
exporters:
  - gomod: {CONTRIB}/exporter/loadbalancingexporter v{OLD}
  - gomod: "{CORE}/exporter/otlpexporter v{OLD}"
extensions:
  - {{gomod: example.org/ours v1.2.3}}
receivers:
  - gomod: {CORE}/receiver/otlpreceiver v{OLD}
"""
PROVIDER = f"providers:\n  - gomod: {CORE}/confmap/provider/envprovider v"
VALUES = f"""\
opentelemetry-collector:
  mode: deployment
  image: {{repository: {IMAGE}}}
  config:
{indented(CONFIG, 4)}"""
CHART = """\
apiVersion: v2
name: ours
version: 0.90.0
dependencies:
  - name: opentelemetry-collector
    version: "0.75.0" # theirs
"""


def listed(image: str) -> str:
    """The same as ``kubectl get -o json`` gives it, the configuration in a text with escapes."""
    items = [YAML(typ="safe", pure=True).load(text) for text in (CONFIG_MAP, deployment(image).removeprefix("---\n"))]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items}, indent=4)


KUSTOMIZATION = f"""\
resources: [all.yaml]
images:
  - {{name: {IMAGE}, newTag: "{OLD}"}} # all of them
"""

COLLECTORS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "image of a workload": (
        {"all.yaml": CONFIG_MAP + deployment(f"{IMAGE}:{OLD}")},
        {"all.yaml": CONFIG_MAP + deployment(f"{IMAGE}:{NEW}")},
    ),
    "registry with a port, quoted": (
        {"all.yaml": CONFIG_MAP + deployment(f"'reg:5000/{IMAGE}:{OLD}'")},
        {"all.yaml": CONFIG_MAP + deployment(f"'reg:5000/{IMAGE}:{NEW}'")},
    ),
    "list in JSON": ({"all.json": listed(f"{IMAGE}:{OLD}")}, {"all.json": listed(f"{IMAGE}:{NEW}")}),
    "kustomization": (
        {"all.yaml": CONFIG_MAP + deployment(f"{IMAGE}:0.80.0"), "kustomization.yaml": KUSTOMIZATION},
        {"kustomization.yaml": KUSTOMIZATION.replace(OLD, NEW)},
    ),
    "kustomization with a digest": (
        {
            "all.yaml": CONFIG_MAP + deployment(f"{IMAGE}:{OLD}"),
            "kustomization.yaml": KUSTOMIZATION.replace("newTag", f"digest: {DIGEST}, newTag"),
        },
        {},
    ),
    "digest beside the tag": (
        {"all.yaml": CONFIG_MAP + deployment(f"{IMAGE}:{OLD}@{DIGEST}")},
        {},
    ),
    "compose": (
        {"o.yaml": CONFIG, "compose.yaml": compose(f"{IMAGE}:{OLD}")},
        {"compose.yaml": compose(f"{IMAGE}:{NEW}")},
    ),
    "image for one platform": (
        {"o.yaml": CONFIG, "compose.yaml": compose(f"{IMAGE}:{OLD}-arm64")},
        {"compose.yaml": compose(f"{IMAGE}:{NEW}-arm64")},
    ),
    "tag as the registry's owner writes it": (
        {"all.yaml": CONFIG_MAP + deployment(f'"reg/{IMAGE}:v{OLD}-windows-2022-amd64"')},
        {"all.yaml": CONFIG_MAP + deployment(f'"reg/{IMAGE}:v{NEW}-windows-2022-amd64"')},
    ),
    "kustomization for one platform": (
        {
            "all.yaml": CONFIG_MAP + deployment(f"{IMAGE}:0.80.0"),
            "kustomization.yaml": KUSTOMIZATION.replace(OLD, f"{OLD}-s390x"),
        },
        {"kustomization.yaml": KUSTOMIZATION.replace(OLD, f"{NEW}-s390x")},
    ),
    "platform in .env": (
        {"o.yaml": CONFIG, "compose.yaml": compose(IMAGE + ":$TAG"), ".env": f"TAG=v{OLD}-386"},
        {".env": f"TAG=v{NEW}-386"},
    ),
    "compose and .env": (
        {"o.yaml": CONFIG, "compose.yaml": compose(IMAGE + ":${TAG:-0.1.0}"), ".env": f"# x\r\nTAG={OLD}\r\n"},
        {".env": f"# x\r\nTAG={NEW}\r\n"},
    ),
    "a name in .env that nobody could expect": (
        {"o.yaml": CONFIG, "compose.yaml": compose(f"{IMAGE}:${{mine:-{NEW}}}"), ".env": f"mine={OLD}\n"},
        {".env": f"mine={NEW}\n"},
    ),
    "compose and .env with the whole image": (
        {"o.yaml": CONFIG, "compose.yaml": compose("$OTEL"), ".env": f"OTEL='{IMAGE}:{OLD}'"},
        {".env": f"OTEL='{IMAGE}:{NEW}'"},
    ),
    "a variable's default": (
        {"o.yaml": CONFIG, "compose.yaml": compose(f'"{IMAGE}:${{TAG:-{OLD}}}"')},
        {"compose.yaml": compose(f'"{IMAGE}:${{TAG:-{NEW}}}"')},
    ),
    "a variable's default with the whole image": (
        {"o.yaml": CONFIG, "compose.yaml": compose(f"${{OTEL:-{IMAGE}:{OLD}}}")},
        {"compose.yaml": compose(f"${{OTEL:-{IMAGE}:{NEW}}}")},
    ),
    "custom resource": (
        {
            "cr.yaml": "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: o}\n"
            f"spec:\n  image: {IMAGE}:{OLD}\n  config:\n{indented(CONFIG, 4)}"
        },
        {
            "cr.yaml": "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\nmetadata: {name: o}\n"
            f"spec:\n  image: {IMAGE}:{NEW}\n  config:\n{indented(CONFIG, 4)}"
        },
    ),
    "builder manifest": (
        {"config.yaml": CONFIG, "builder.yaml": MANIFEST},
        {"builder.yaml": MANIFEST.replace(OLD, NEW)},
    ),
    "builder manifest with stable modules": (
        {"config.yaml": CONFIG, "builder.yaml": f"{MANIFEST}{PROVIDER}1.0.0\n"},
        {"builder.yaml": f"{MANIFEST.replace(OLD, NEW)}{PROVIDER}1.61.0\n"},
    ),
    "builder manifest with a module that became stable since": (
        {"config.yaml": CONFIG, "builder.yaml": f"{MANIFEST}{PROVIDER}{OLD}\n"},
        {},
    ),
    "builder manifest with a replaced module": (
        {"config.yaml": CONFIG, "builder.yaml": f"{MANIFEST}replaces:\n  - {CORE}/receiver/otlpreceiver => ./ours\n"},
        {},
    ),
    "builder manifest with an alias": (
        {"config.yaml": CONFIG, "builder.yaml": MANIFEST.replace("- gomod: g", "- gomod: &x g", 1) + "x: *x\n"},
        {},
    ),
}
CHARTS: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "tag of the values": (
        {"values.yaml": VALUES.replace(f"repository: {IMAGE}", f"repository: {IMAGE}, tag: {OLD}")},
        {"values.yaml": VALUES.replace(f"repository: {IMAGE}", f"repository: {IMAGE}, tag: 0.157.0")},
    ),
    "tag and digest of the values": (
        {"values.yaml": VALUES.replace(f"y: {IMAGE}", f"y: {IMAGE}, tag: {OLD}, digest: '{DIGEST}'")},
        {},
    ),
    "release of the chart": (
        {"values.yaml": VALUES, "Chart.yaml": CHART},
        {"Chart.yaml": CHART.replace("0.75.0", "0.168.0")},
    ),
    "release of the chart, with a lock": (
        {
            "values.yaml": VALUES,
            "Chart.yaml": CHART,
            "Chart.lock": "dependencies:\n- name: opentelemetry-collector\n  version: 0.75.0\n",
        },
        {},
    ),
    "a release of the chart that would want the image's name": (
        {"values.yaml": VALUES.replace(f"  image: {{repository: {IMAGE}}}\n", ""), "Chart.yaml": CHART},
        {"values.yaml": VALUES.replace(f"  image: {{repository: {IMAGE}}}\n", "") + "  image:\n    tag: 0.157.0\n"},
    ),
}
FLUX = f"""\
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {{name: gw, namespace: obs}}
spec:
  interval: 5m
  chart:
    spec:
      chart: opentelemetry-collector
      version: 0.75.0 # pinned
      sourceRef: {{kind: HelmRepository, name: otel}}
  values:
{indented(VALUES.partition(chr(10))[2], 2)}"""
ARGO = f"""\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {{name: gw}}
spec:
  source:
    chart: opentelemetry-collector
    targetRevision: '0.75.0'
    helm:
      values: |
{indented(VALUES.partition(chr(10))[2], 6)}"""
ARGO_OBJECT = ARGO.replace("values: |", "valuesObject:")
ARGO_SOURCES = ARGO_OBJECT.replace("  source:\n    chart", "  sources:\n  - {ref: values, path: x}\n  - chart")
K3S = f"""\
apiVersion: helm.cattle.io/v1
kind: HelmChart
metadata: {{name: gw}}
spec:
  chart: open-telemetry/opentelemetry-collector
  version: "0.75.0"
  valuesContent: |-
{indented(VALUES.partition(chr(10))[2], 2)}"""
RELEASES: dict[str, tuple[str, str, str]] = {
    "HelmRelease": (FLUX, "0.75.0", "0.168.0"),
    "Application with a text": (ARGO, "0.75.0", "0.168.0"),
    "Application with an object": (ARGO_OBJECT, "0.75.0", "0.168.0"),
    "Application with several sources": (ARGO_SOURCES, "0.75.0", "0.168.0"),
    "HelmChart": (K3S, "0.75.0", "0.168.0"),
    "Flux, with a tag": (
        FLUX.replace(f"repository: {IMAGE}", f"repository: {IMAGE}, tag: 0.91.0"),
        "tag: 0.91.0",
        "tag: 0.157.0",
    ),
}
CHARTS |= {
    name: ({"gw.yaml": text}, {"gw.yaml": text.replace(old, new)}) for name, (text, old, new) in RELEASES.items()
}


@pytest.mark.parametrize("name", [*COLLECTORS, *CHARTS])
def test_a_collectors_version_is_changed_where_it_is_decided(name: str) -> None:
    files, changed = {**COLLECTORS, **CHARTS}[name]
    run = run_files(files)
    policy = "otelcol/loadbalancing-shutdown-blocks"
    assert [one for one in run.result.findings if one.policy == policy]
    after = run.fix("unsafe", policy)
    for path, text in files.items():
        assert after[path] == changed.get(path, text), path
    assert run.fix("safe", policy) == files, "another version is never safe"


def drafted(run: Run, policy: str) -> Patch:
    found = [one for one in run.result.findings if one.policy == policy]
    texts = {path: Source(path, text) for path, text in run.files.items()}
    return patches(found, texts.get)[0]


def test_the_module_whose_release_is_not_known_is_named() -> None:
    run = run_files({"config.yaml": CONFIG, "builder.yaml": f"{MANIFEST}{PROVIDER}{OLD}\n"})
    refusal = drafted(run, "otelcol/loadbalancing-shutdown-blocks").refusal
    assert refusal == "what providers.0.gomod has to be with 0.155.0 is not known"


def test_all_that_one_tag_decides_is_named() -> None:
    policy = "otelcol/loadbalancing-shutdown-blocks"
    text = compose(IMAGE + ":$TAG", "a", "b")
    run = run_files({"o.yaml": CONFIG, "compose.yaml": text, ".env": f"TAG={OLD}\n"})
    assert drafted(run, policy).fix.title == f"Run {NEW} (the same place decides service a and service b)"
    alone = run_files({"o.yaml": CONFIG, "compose.yaml": compose(f"{IMAGE}:{OLD}", "a", "b")})
    assert drafted(alone, policy).fix.title.startswith(f"Run {NEW}")
    assert "same place" not in drafted(alone, policy).fix.title


def pom(*parts: str) -> str:
    body = "".join(f"  {part}\n" for part in parts)
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0">\n  <modelVersion>4.0.0</modelVersion>\n'
        f"  <groupId>g</groupId>\n  <artifactId>a</artifactId>\n  <version>2.7.12</version>\n{body}</project>\n"
    )


def dependency(artifact: str, version: str = "", group: str = "org.apache.dubbo", more: str = "") -> str:
    said = f"<version>{version}</version>" if version else ""
    return f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>{said}{more}</dependency>"


def depends(*each: str) -> str:
    return f"<dependencies>{''.join(each)}</dependencies>"


def manages(*each: str) -> str:
    return f"<dependencyManagement>{depends(*each)}</dependencyManagement>"


PROPERTY = "<properties><dubbo.version>{}</dubbo.version></properties><!-- 2.7.12 -->"
IMPORT = "<type>pom</type><scope>import</scope>"
PARENT = "<parent><groupId>g</groupId><artifactId>p</artifactId><version>2.7.12</version></parent>"
USES = depends(dependency("dubbo"))
CHILD = f"<project><modelVersion>4.0.0</modelVersion>{PARENT}<artifactId>c</artifactId>{USES}</project>"
GRADLE = """dependencies { implementation "org.apache.dubbo:dubbo:$rpc" }\n"""
OLD_DUBBO, NEW_DUBBO = "2.7.12", "2.7.15"

BUILDS: dict[str, tuple[dict[str, str], str]] = {
    "literal": ({"pom.xml": pom(depends(dependency("dubbo", "{}")))}, "pom.xml"),
    "range of one version": ({"pom.xml": pom(depends(dependency("dubbo", "[{}]")))}, "pom.xml"),
    "range of one version in a property, with blanks": (
        {"pom.xml": pom(PROPERTY.format("[ {} ]"), depends(dependency("dubbo", "${dubbo.version}")))},
        "pom.xml",
    ),
    "a name in gradle.properties that nobody could expect": (
        {"build.gradle": GRADLE, "gradle.properties": "rpc={}\n"},
        "gradle.properties",
    ),
    "a name in a script that nobody could expect": (
        {"build.gradle": f"apply from: 'x.gradle'\n{GRADLE}", "x.gradle": "ext { rpc = '{}' }\n"},
        "x.gradle",
    ),
    "property": ({"pom.xml": pom(PROPERTY, depends(dependency("dubbo", "${dubbo.version}")))}, "pom.xml"),
    "managed": ({"pom.xml": pom(manages(dependency("dubbo", "{}")), depends(dependency("dubbo")))}, "pom.xml"),
    "bom": (
        {"pom.xml": pom(manages(dependency("dubbo-bom", "{}", more=IMPORT)), depends(dependency("dubbo")))},
        "pom.xml",
    ),
    "starter": ({"pom.xml": pom(depends(dependency("dubbo-spring-boot-starter", "{}")))}, "pom.xml"),
    "parent": ({"pom.xml": pom(manages(dependency("dubbo", "{}"))), "c/pom.xml": CHILD}, "pom.xml"),
}


@pytest.mark.parametrize("name", BUILDS)
def test_a_librarys_version_is_changed_where_it_is_decided(name: str) -> None:
    made, changed = BUILDS[name]
    if name == "parent":
        made = {path: text.replace("<artifactId>a<", "<artifactId>p<") for path, text in made.items()}
        where = "c/src/main/resources/application.properties"
    else:
        where = "src/main/resources/application.properties"
    files = {path: text.replace("{}", OLD_DUBBO) for path, text in made.items()}
    run = run_files({**files, where: "dubbo.consumer.async=true\n"})
    assert run.result.findings
    after = run.fix("unsafe")
    assert {path: after[path] for path in files} == {
        **files,
        changed: made[changed].replace("{}", NEW_DUBBO),
    }


def test_all_that_one_property_decides_is_named() -> None:
    uses = [dependency(name, "${dubbo.version}") for name in ("dubbo", "dubbo-registry-zookeeper", "dubbo-rpc-rest")]
    files = {"pom.xml": pom(PROPERTY.replace("{}", OLD_DUBBO), depends(*uses)), **DUBBO}
    run = run_files(files)
    titles = {fix.title for found in run.result.findings for fix in found.fixes if fix.safety != "safe"}
    assert titles
    for title in titles:
        assert (
            "(the same place decides org.apache.dubbo:dubbo-registry-zookeeper, org.apache.dubbo:dubbo-rpc-rest"
            in title
        )


def test_the_modules_that_share_a_place_are_counted() -> None:
    parent = pom(PROPERTY.replace("{}", OLD_DUBBO), manages(dependency("dubbo", "${dubbo.version}")))
    files = {"pom.xml": parent.replace("<artifactId>a<", "<artifactId>p<"), "c/pom.xml": CHILD}
    files["d/pom.xml"] = CHILD.replace("<artifactId>c<", "<artifactId>d<")
    settings = {f"{name}/src/main/resources/application.properties": "dubbo.consumer.async=true\n" for name in "cd"}
    run = run_files({**files, **settings})
    titles = {fix.title for found in run.result.findings for fix in found.fixes}
    assert titles
    assert all(title.endswith("(the same place decides it in 2 modules)") for title in titles), titles
    assert run.fix("unsafe") == {
        **files,
        **settings,
        "pom.xml": files["pom.xml"].replace("<dubbo.version>2.7.12", "<dubbo.version>2.7.15"),
    }

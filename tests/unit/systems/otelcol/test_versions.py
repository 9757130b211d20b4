from __future__ import annotations

import pytest

from tests.unit.systems.helm.support import facts_of as all_facts
from tests.unit.systems.otelcol.support import CONTRIB, collector, composed, facts_of, fields, only, shown, why

TEXT = collector()


@pytest.mark.parametrize(
    ("image", "version", "distribution"),
    [
        (f"{CONTRIB}:0.95.0", "0.95.0", "otelcol-contrib"),
        (f"docker.io/{CONTRIB}:v0.95.0", "0.95.0", "otelcol-contrib"),
        (f"{CONTRIB}:0.95.0-amd64", "0.95.0", "otelcol-contrib"),
        (f"{CONTRIB}:0.95.0@sha256:{'0' * 64}", "0.95.0", "otelcol-contrib"),
        (f"mirror.example.com:5000/{CONTRIB}:0.95.0", "0.95.0", "otelcol-contrib"),
        ("otel/opentelemetry-collector:0.95.0", "0.95.0", "otelcol"),
        ("otel/opentelemetry-collector-k8s:0.98.0", "0.98.0", "otelcol-k8s"),
        (
            "ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector-contrib:0.140.1",
            "0.140.1",
            "otelcol-contrib",
        ),
        (f"{CONTRIB}:latest", "?", "otelcol-contrib"),
        (CONTRIB, "?", "otelcol-contrib"),
        (f"{CONTRIB}@sha256:{'0' * 64}", "?", "otelcol-contrib"),
        (f"{CONTRIB}:0.95", "?", "otelcol-contrib"),
        (f"{CONTRIB}:${{TAG}}", "?", "otelcol-contrib"),
        (f"registry.local:5000/mirror/{CONTRIB}:0.95.0", "0.95.0", "otelcol-contrib"),
        ("quay.io/signalfx/splunk-otel-collector:0.95.0", "0.95.0", "splunk-otel-collector"),
        ("quay.io/signalfx/splunk-otel-collector:0.139.2", "0.139.0", "splunk-otel-collector"),
        ("quay.io/signalfx/splunk-otel-collector-fips:v0.140.0", "0.140.1", "splunk-otel-collector"),
        ("quay.io/signalfx/splunk-otel-collector:0.102.0", "?", "splunk-otel-collector"),
        ("quay.io/signalfx/splunk-otel-collector:latest", "?", "splunk-otel-collector"),
        ("public.ecr.aws/aws-observability/aws-otel-collector:v0.43.1", "0.117.0", "aws-otel-collector"),
        ("amazon/aws-otel-collector:v0.36.0", "?", "aws-otel-collector"),
        (
            "ghcr.io/dynatrace/dynatrace-otel-collector/dynatrace-otel-collector:0.40.0",
            "0.140.1",
            "dynatrace-otel-collector",
        ),
        ("docker.elastic.co/elastic-agent/elastic-agent:9.2.1", "0.137.0", "elastic-agent"),
        *(
            (
                f"ghcr.io/os-observability/redhat-opentelemetry-collector/redhat-opentelemetry-collector:{own}",
                upstream,
                "redhat-opentelemetry-collector",
            )
            for own, upstream in (("0.100.0", "0.99.0"), ("0.93.4", "0.92.0"), ("v0.107.0", "0.107.0"), ("0.93", "?"))
        ),
        ("registry.redhat.io/rhosdt/opentelemetry-collector-rhel8:0.100.0", "?", "?"),
        ("grafana/alloy:v1.10.0", "0.128.0", "alloy"),
        ("grafana/alloy:v1.1.0", "?", "alloy"),
        ("example.com/opentelemetry-collector-contrib:0.95.0", "?", "?"),
    ],
)
def test_an_image_says_release_and_distribution(image: str, version: str, distribution: str) -> None:
    config = only(facts_of({"a.yaml": TEXT, "compose.yaml": composed(a=image)}), "otelcol.config")
    assert fields(config, "version", "distribution") == (version, distribution)


def test_the_evidence_leads_from_the_tag_to_the_mount() -> None:
    compose = composed(a=f"{CONTRIB}:0.95.0")
    version = only(facts_of({"a.yaml": TEXT, "compose.yaml": compose}), "otelcol.config").fields["version"]
    places = [compose[step.place.start : step.place.end] for step in version.evidence if step.place is not None]
    assert places[0] == "0.95.0"
    assert "./a.yaml" in places[1]
    assert version.slot is not None
    assert version.slot.part == "tag"


CHART = "apiVersion: v2\nname: a\nversion: 1.0.0\ndependencies:\n- {name: opentelemetry-collector, version: 0.86.0}\n"
VALUES = f"opentelemetry-collector:\n  mode: deployment\n  image: {{repository: {CONTRIB}}}\n  config:\n"
KUSTOMIZED = (
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  template:\n    spec:\n      containers:\n"
    f"      - {{name: c, image: '{CONTRIB}:latest', args: [--config=/c/a.yaml],\n"
    "         volumeMounts: [{name: v, mountPath: /c}]}\n"
    "      volumes: [{name: v, configMap: {name: oc}}]\n"
)


@pytest.mark.parametrize(
    ("files", "version", "because"),
    [
        ({"compose.yaml": composed(a=f"{CONTRIB}:${{TAG:-0.95.0}}")}, "0.95.0", ["if TAG is unset"]),
        (
            {"compose.yaml": composed(a=f"{CONTRIB}:${{TAG}}"), ".env": "TAG=0.95.0\n"},
            "0.95.0",
            ["TAG is set in .env, if not in the environment"],
        ),
        (
            {"Dockerfile": f'ARG V=0.95.0\nFROM {CONTRIB}:$V\nCOPY a.yaml /a.yaml\nCMD ["--config=/a.yaml"]\n'},
            "0.95.0",
            ["if the build does not set V"],
        ),
        (
            {"Chart.yaml": CHART, "values.yaml": VALUES + "".join(f"    {line}\n" for line in TEXT.splitlines())},
            "0.97.0",
            ["the chart's appVersion is the tag that is left out", "dependency opentelemetry-collector 0.86.0"],
        ),
        (
            {
                "kustomization.yaml": "resources: [d.yaml]\nconfigMapGenerator: [{name: oc, files: [a.yaml]}]\n"
                f"images: [{{name: {CONTRIB}, newTag: 0.95.0}}]\n",
                "d.yaml": KUSTOMIZED,
            },
            "0.95.0",
            ["set by kustomization.yaml"],
        ),
        ({"compose.yaml": composed(a=f"{CONTRIB}:0.95.0")}, "0.95.0", []),
    ],
)
def test_the_evidence_says_what_chose_the_tag(files: dict[str, str], version: str, because: list[str]) -> None:
    configs = all_facts({"a.yaml": TEXT, **files} if "values.yaml" not in files else files).of("otelcol.config")
    (found,) = [config.fields["version"] for config in configs]
    assert str(found.data) == version
    assert [step.text for step in found.evidence[1:-1]] == because


def test_a_vendor_s_release_says_what_it_is_built_from_and_is_not_edited() -> None:
    compose = composed(a="amazon/aws-otel-collector:v0.40.0")
    version = only(facts_of({"a.yaml": TEXT, "compose.yaml": compose}), "otelcol.config").fields["version"]
    assert version.evidence[0].text == "aws-otel-collector v0.40.0 is built from upstream 0.102.1"
    assert version.slot is not None
    assert "not upstream releases" in version.slot.locked


@pytest.mark.parametrize("image", [f"{CONTRIB}:latest", "example.com/mine:1", None])
def test_an_unknown_version_says_how_to_tell(image: str | None) -> None:
    files = {"a.yaml": TEXT, **({"compose.yaml": composed(a=image)} if image else {})}
    assert "# deadpeer: otelcol=" in why(only(facts_of(files), "otelcol.config"), "version")


def test_an_empty_tag_is_none() -> None:
    chart = "apiVersion: v2\nname: own\nversion: 1.0.0\n"
    values = f'image: {{repository: {CONTRIB}, tag: ""}}\nmode: daemonset\nconfig:\n' + "".join(
        f"  {line}\n" for line in TEXT.splitlines()
    )
    (config,) = all_facts({"own/Chart.yaml": chart, "own/values.yaml": values}).of("otelcol.config")
    assert "``" not in why(config, "version")


def test_a_comment_wins_over_the_settings_and_these_over_the_image() -> None:
    compose = {"compose.yaml": composed(a=f"{CONTRIB}:0.95.0")}
    settings = (("*", "otelcol", "0.90.0"), ("a.*", "otelcol", "0.91.0"), ("a.*", "dubbo", "3.0.0"))
    said = {"a.yaml": f"# deadpeer: otelcol=v0.92.0\n{TEXT}", **compose}
    silent = {"a.yaml": TEXT, **compose}
    assert shown(only(facts_of(said, settings), "otelcol.config"), "version") == "0.92.0"
    assert shown(only(facts_of(silent, settings), "otelcol.config"), "version") == "0.91.0"
    assert shown(only(facts_of(silent), "otelcol.config"), "version") == "0.95.0"
    assert shown(only(facts_of(said), "otelcol.config"), "distribution") == "otelcol-contrib"


@pytest.mark.parametrize("placeholder", ["0.0.0", "0.0.0-dev", "v0.0.0-20240301000000-0123456789ab", "0.0.0+dirty"])
def test_what_builds_without_a_number_call_themselves_is_no_release(placeholder: str) -> None:
    tag = placeholder.replace("+", "-")
    image = {"a.yaml": TEXT, "compose.yaml": composed(a=f"{CONTRIB}:{tag}")}
    assert f"the tag `{tag}` names no release" in why(only(facts_of(image), "otelcol.config"), "version")
    comment = {"a.yaml": f"# deadpeer: otelcol={placeholder}\n{TEXT}"}
    assert f"`{placeholder}` is no version" in why(only(facts_of(comment), "otelcol.config"), "version")


def test_a_comment_that_is_no_version_is_not_passed_over() -> None:
    files = {"a.yaml": f"# deadpeer: otelcol=latest\n{TEXT}", "compose.yaml": composed(a=f"{CONTRIB}:0.95.0")}
    assert "`latest` is no version" in why(only(facts_of(files), "otelcol.config"), "version")


def test_a_comment_counts_for_the_texts_inside_the_file() -> None:
    inner = "".join(f"    {line}\n" for line in TEXT.splitlines())
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n"
    second = f"    # deadpeer: otelcol=0.93.0\n{inner}"
    outer = f"# deadpeer: otelcol=0.92.0\n{head}  one.yaml: |\n{inner}  two.yaml: |\n{second}"
    configs = facts_of({"a.yaml": outer}).of("otelcol.config")
    assert [shown(config, "version") for config in configs] == ["0.92.0", "0.93.0"]


def test_one_file_at_two_releases_is_two_configurations() -> None:
    compose = "services:\n" + "".join(
        f"  {name}:\n    image: {CONTRIB}:{tag}\n    volumes: ['./a.yaml:/etc/otelcol-contrib/config.yaml']\n"
        for name, tag in (("old", "0.95.0"), ("new", "0.155.0"))
    )
    configs = facts_of({"a.yaml": TEXT, "compose.yaml": compose}).of("otelcol.config")
    assert [(config.ref.id, shown(config, "version")) for config in configs] == [
        ("a.yaml", "0.95.0"),
        ("a.yaml", "0.155.0"),
    ]
    assert len({config.ref.instance for config in configs}) == 2


@pytest.mark.parametrize(
    ("version", "args", "strict"),
    [
        ("0.104.0", "", False),
        ("0.104.0", "command: ['--feature-gates=confmap.strictlyTypedInput']", True),
        ("0.105.0", "", True),
        ("0.107.0", "command: --feature-gates -confmap.strictlyTypedInput,other", False),
        ("0.108.0", "command: --feature-gates=-confmap.strictlyTypedInput", True),
        ("latest", "", "?"),
    ],
)
def test_when_types_are_strict(version: str, args: str, strict: object) -> None:
    compose = composed(a=f"{CONTRIB}:{version}") + (f"    {args}\n" if args else "")
    assert (
        shown(only(facts_of({"a.yaml": TEXT, "compose.yaml": compose}), "otelcol.config"), "strict_types") is strict
        or strict == "?"
    )

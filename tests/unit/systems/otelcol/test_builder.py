from __future__ import annotations

import pytest

from linter.facts.value import Unknown, Value
from tests.unit.systems.helm.support import facts_of

CORE = "go.opentelemetry.io/collector/receiver/otlpreceiver"
CONTRIB = "github.com/open-telemetry/opentelemetry-collector-contrib/exporter/loadbalancingexporter"
CONFIG = (
    "receivers: {otlp: }\nexporters: {otlp: }\nservice: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}\n"
)


def manifest(core: str, contrib: str) -> str:
    return (
        "dist:\n  name: own\n  version: 7.0.0\n  output_path: ./build\n"
        f"exporters:\n  - gomod: {CONTRIB} {contrib}\nreceivers:\n  - gomod: {CORE} {core}\n"
        "providers:\n  - gomod: go.opentelemetry.io/collector/confmap/provider/envprovider v1.20.0\n"
    )


def version(files: dict[str, str]) -> Value:
    (config,) = facts_of(files).of("otelcol.config")
    return config.fields["version"]


@pytest.mark.parametrize(
    ("core", "contrib", "expected"),
    [("v0.97.0", "v0.97.0", "0.97.0"), ("v0.140.0", "v0.140.1", "0.140.0")],
)
def test_the_modules_say_what_is_built(core: str, contrib: str, expected: str) -> None:
    text = manifest(core, contrib)
    found = version({"a/builder.yaml": text, "a/config.yaml": CONFIG})
    assert str(found.data) == expected
    place = found.evidence[0].place
    assert place is not None
    assert text[place.start : place.end] == f"{CORE} {core}"


def test_modules_of_two_releases_say_nothing() -> None:
    found = version({"builder.yaml": manifest("v0.97.0", "v0.98.0"), "config.yaml": CONFIG})
    assert isinstance(found.data, Unknown)
    assert "mixes modules" in found.data.why


@pytest.mark.parametrize("core", ["v0.0.0", "v0.0.0-20240301000000-0123456789ab", "v0.97.0"])
def test_a_module_without_a_release_leaves_it_open(core: str) -> None:
    found = version({"builder.yaml": manifest(core, "v0.0.0-00010101000000-000000000000"), "config.yaml": CONFIG})
    assert isinstance(found.data, Unknown)
    assert "names a module without a release" in found.data.why


@pytest.mark.parametrize(
    "files",
    [
        {"a/builder.yaml": manifest("v0.97.0", "v0.97.0"), "b/config.yaml": CONFIG},
        {"a.yaml": manifest("v0.97.0", "v0.97.0"), "b.yaml": manifest("v0.98.0", "v0.98.0"), "c.yaml": CONFIG},
    ],
)
def test_a_manifest_elsewhere_or_one_of_several_is_no_evidence(files: dict[str, str]) -> None:
    found = version(files).data
    assert isinstance(found, Unknown)
    assert "nothing in the files checked runs it" in found.why


DOCKERFILE = """\
FROM golang:1.24 AS build
COPY MANIFEST /src/
RUN cd /src && builder --config=/src/builder.yaml
FROM BASE
COPY --from=build /src/build/own /otelcol
COPY config.yaml /etc/otelcol/config.yaml
ENTRYPOINT ["/otelcol", "--config=/etc/otelcol/config.yaml"]
"""


@pytest.mark.parametrize(
    ("base", "named", "expected"),
    [
        ("gcr.io/distroless/base", "builder.yaml", "0.97.0"),
        ("alpine:3.20", ".", "0.97.0"),
        ("scratch", "builder.yaml", "0.97.0"),
        ("otel/opentelemetry-collector-contrib:0.90.0", "builder.yaml", "0.90.0"),
    ],
)
def test_a_dockerfile_builds_what_the_manifest_that_it_names_says(base: str, named: str, expected: str) -> None:
    dockerfile = DOCKERFILE.replace("BASE", base).replace("MANIFEST", named)
    other = manifest("v0.98.0", "v0.98.0")
    files = {
        "a/Dockerfile": dockerfile,
        "a/builder.yaml": manifest("v0.97.0", "v0.97.0"),
        "a/config.yaml": CONFIG,
        "b/builder.yaml": other,
    }
    assert str(version(files).data) == expected


def test_a_dockerfile_that_names_no_manifest_or_two_says_nothing() -> None:
    files = {
        "Dockerfile": DOCKERFILE.replace("BASE", "alpine:3.20").replace("MANIFEST", "other.yaml"),
        "builder.yaml": manifest("v0.97.0", "v0.97.0"),
        "other.yaml": manifest("v0.98.0", "v0.98.0"),
        "config.yaml": CONFIG,
    }
    assert isinstance(version(files).data, Unknown)
    files["Dockerfile"] = (
        "FROM alpine:3.20\nCOPY config.yaml /etc/otelcol/config.yaml\nCMD --config=/etc/otelcol/config.yaml\n"
    )
    assert isinstance(version(files).data, Unknown)


def test_what_runs_the_file_wins() -> None:
    compose = (
        "services:\n  a:\n    image: otel/opentelemetry-collector:0.90.0\n"
        "    volumes: ['./config.yaml:/etc/otelcol/config.yaml']\n"
    )
    files = {"builder.yaml": manifest("v0.97.0", "v0.97.0"), "config.yaml": CONFIG, "compose.yaml": compose}
    assert str(version(files).data) == "0.90.0"


def test_a_manifest_is_no_configuration() -> None:
    assert not facts_of({"builder.yaml": manifest("v0.97.0", "v0.97.0")}).of("otelcol.config")

from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Items, Unknown
from linter.systems.dockerfile.scan import instructions
from linter.systems.dockerfile.stages import context_path, stages
from tests.harness import run_files
from tests.unit.systems.helm.support import facts_of
from tests.unit.systems.support import rows

CONFIG = """\
receivers: {otlp: {protocols: {grpc: }}}
exporters: {otlp: {endpoint: a:4317}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""


def facts(dockerfile: str) -> FactBase:
    return facts_of({"Dockerfile": dockerfile, "config.yaml": CONFIG})


def test_instructions_have_their_places_through_continuations() -> None:
    text = "# c\nFROM a:1 \\\n  # between\n  AS b\n\ncopy  a.yaml \\\n  /b.yaml\nRUN <<EOF\nCOPY c.yaml /\nEOF\nCMD x"
    found = list(instructions(text))
    assert [one.name for one in found] == ["FROM", "COPY", "RUN", "CMD"]
    for one in found:
        assert len(one.text) >= len(one.text.strip())
    copy = found[1]
    at = copy.start + copy.text.index("/b.yaml")
    assert text[at : at + 7] == "/b.yaml"
    assert found[0].text.split() == ["a:1", "AS", "b"]


@pytest.mark.parametrize(
    ("lines", "copies"),
    [
        ("COPY a.yaml /etc/b.yaml", [("a.yaml", "/etc/b.yaml")]),
        ("COPY a.yaml b.yml /etc/", [("a.yaml", "/etc/a.yaml"), ("b.yml", "/etc/b.yml")]),
        ("COPY --chown=1:1 --link x/a.yaml /etc/", [("x/a.yaml", "/etc/a.yaml")]),
        ('COPY ["a.yaml", "/etc/b.yaml"]', [("a.yaml", "/etc/b.yaml")]),
        ("WORKDIR /srv\nWORKDIR app\nADD a.yaml .", [("a.yaml", "/srv/app/a.yaml")]),
        ('COPY --chown=1:1 ["a.yaml", "/etc/b.yaml"]', [("a.yaml", "/etc/b.yaml")]),
        ('COPY --link  [ "a b.yaml",\\\n "/etc/" ]', [("a b.yaml", "/etc/a b.yaml")]),
        ("COPY . /app", []),
        ("COPY --from=build /a.yaml /etc/", []),
        ("ADD https://x/a.yaml /etc/", []),
        ("COPY $A.yaml /etc/", []),
    ],
)
def test_files_of_the_build_context_end_up_in_the_image(lines: str, copies: list[tuple[str, str]]) -> None:
    (stage,) = stages(f"FROM x:1\n{lines}\n")
    assert [(one.source, one.target) for one in stage.copies] == copies


@pytest.mark.parametrize(
    ("text", "base", "count"),
    [
        ("FROM a:1 AS b\nCOPY a.yaml /\nFROM b\nCOPY b.yaml /\n", "a:1", 2),
        ("FROM a:1 AS b\nCOPY a.yaml /\nFROM c:1\nCOPY b.yaml /\n", "c:1", 1),
        ("FROM --platform=linux/amd64 a:1\nCOPY a.yaml /\n", "a:1", 1),
        ("ARG V=2\nFROM a:${V}\nCOPY a.yaml /\n", "a:2", 1),
        ("FROM a:${V:-3}\nCOPY a.yaml /\n", "a:3", 1),
        ("ARG V\nFROM a:$V\nCOPY a.yaml /\n", "a:$V", 1),
    ],
)
def test_the_last_stage_is_the_image(text: str, base: str, count: int) -> None:
    stage = stages(text)[-1]
    assert stage.base is not None
    assert (stage.base.text, len(stage.copies)) == (base, count)


@pytest.mark.parametrize(
    ("folder", "source", "path"),
    [
        ("", "a.yaml", "a.yaml"),
        ("x/y", "a.yaml", "x/y/a.yaml"),
        ("x/y", "./z/a.yaml", "x/y/z/a.yaml"),
        ("x/y", "x/y/a.yaml", "x/y/a.yaml"),
        ("x/y", "y/a.yaml", "x/y/a.yaml"),
        ("x/y", "../a.yaml", None),
    ],
)
def test_sources_are_relative_to_the_context(folder: str, source: str, path: str | None) -> None:
    assert context_path(folder, source) == path


def test_a_configuration_in_an_image_has_its_version_and_distribution() -> None:
    found = facts(
        "FROM otel/opentelemetry-collector-contrib:0.97.0\nCOPY config.yaml /etc/otelcol-contrib/config.yaml\n"
    )
    (config,) = found.of("otelcol.config")
    assert str(config.fields["version"].data) == "0.97.0"
    assert config.fields["distribution"].data == "otelcol-contrib"
    slot = config.fields["version"].slot
    assert slot is not None
    assert (slot.place.path, slot.place.end - slot.place.start) == ("Dockerfile", len("0.97.0"))


def test_an_argument_of_the_build_may_change_the_version() -> None:
    copy = "COPY config.yaml /etc/otelcol/config.yaml\n"
    found = facts(f"ARG V=0.97.0\nFROM otel/opentelemetry-collector:$V\n{copy}")
    (config,) = found.of("otelcol.config")
    version = config.fields["version"]
    assert (str(version.data), version.origin) == ("0.97.0", "substituted")
    (image,) = found.of("deploy.image")
    assert "if the build does not set V" in [one.text for one in image.fields["tag"].evidence]
    found = facts(f"ARG V\nFROM otel/opentelemetry-collector:$V\n{copy}")
    assert isinstance(rows(found, "otelcol.config", "version")[0][0], Unknown)


def test_the_command_names_the_configuration() -> None:
    found = facts(
        'FROM x/y:1\nCOPY config.yaml /conf/a.yaml\nENTRYPOINT ["/otelcol"]\nCMD ["--config", "/conf/a.yaml"]\n'
    )
    (container,) = found.of("deploy.container")
    items = container.fields["args"].data
    assert isinstance(items, Items)
    assert [item.data for item in items.values] == ["/otelcol", "--config", "/conf/a.yaml"]


def test_an_application_that_copies_its_project_runs_no_configuration() -> None:
    assert (
        facts("FROM node:20\nCOPY . /app\nCOPY package.json /app/\n").of("otelcol.config")[0].fields["workload"].data
        is None
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("FROM IMAGE:0.90.0", "FROM IMAGE:0.155.0"),
        ("from --platform=linux/amd64 \\\n  IMAGE:0.90.0 AS b", "from --platform=linux/amd64 \\\n  IMAGE:0.155.0 AS b"),
        ("ARG V=0.90.0\nFROM IMAGE:${V}", "ARG V=0.155.0\nFROM IMAGE:${V}"),
        ("ARG  V='0.90.0'\nFROM IMAGE:$V", "ARG  V='0.155.0'\nFROM IMAGE:$V"),
        ("ARG I=IMAGE:0.90.0\nFROM $I", "ARG I=IMAGE:0.155.0\nFROM $I"),
        ("FROM IMAGE:${V:-0.90.0}", "FROM IMAGE:${V:-0.155.0}"),
        ("ARG M=90\nFROM IMAGE:0.$M.0", ""),
        ("FROM IMAGE:0.90.0@sha256:" + "a" * 64, ""),
    ],
)
def test_the_tag_is_changed_where_it_is_written(before: str, after: str) -> None:
    config = CONFIG.replace(
        "exporters: {otlp:", "exporters: {loadbalancing: {protocol: {otlp: }, resolver: {dns: {hostname: b}}}, otlp:"
    )
    config = config.replace("exporters: [otlp]", "exporters: [loadbalancing, otlp]")
    copy = "\nCOPY config.yaml /etc/otelcol-contrib/config.yaml\n"
    docker = before.replace("IMAGE", "otel/opentelemetry-collector-contrib") + copy
    run = run_files({"Dockerfile": docker, "config.yaml": config})
    assert [one for one in run.result.findings if one.policy == "otelcol/loadbalancing-removed-backend-queue-lost"]
    assert run.fix("unsafe", "otelcol/loadbalancing-removed-backend-queue-lost")["Dockerfile"] == (
        after.replace("IMAGE", "otel/opentelemetry-collector-contrib") + copy if after else docker
    )


def test_a_command_nested_without_end_is_not_read() -> None:
    assert (
        len(
            facts("FROM otel/opentelemetry-collector:0.73.0\nCOPY config.yaml /\nCMD " + "[" * 100_000).of(
                "otelcol.config"
            )
        )
        == 1
    )

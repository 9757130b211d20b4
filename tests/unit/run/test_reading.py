"""What a file says, by its name and bytes."""

from __future__ import annotations

import pytest

from linter.run.reading import Reader
from linter.syntax.document import HELD
from linter.system import load_all
from tests.harness import run_files

BROKEN = b"""cat <<EOF
receivers:
  otlp:
exporters:
  debug:
service:
  pipelines:
    traces: {receivers: [otlp], exporters: [debug]}
EOF
\t- nothing
"""


@pytest.mark.parametrize("name", ["send.sh", "Jenkinsfile", "notes.txt", "Sender.go"])
def test_a_text_that_only_holds_a_configuration_is_not_broken_by_not_being_one(name: str) -> None:
    reading = Reader(load_all()).read(name, BROKEN)
    assert reading is not None
    assert reading.problems == ()
    assert reading.skip is not None and reading.skip.why == HELD


@pytest.mark.parametrize(
    "text",
    [
        "helm upgrade -i otel open-telemetry/opentelemetry-collector --set mode=daemonset \\\n  --set a={b}\n",
        "# bumps image tags\nfor chart in opentelemetry-collector; do\n  echo ${chart}: done\ndone\n",
        "if grep -q 'receivers:' config.yaml; then\n  yq '.receivers: {}'\nfi\n",
    ],
)
def test_a_script_that_mentions_a_configuration_is_none(text: str) -> None:
    reading = Reader(load_all()).read("run.sh", text.encode())
    assert reading is None or (reading.skip, reading.claimed) == (None, ())


def test_a_service_job_or_setting_of_another_program_is_none() -> None:
    for name in ("job.conf", "app.service", "app.default"):
        reading = Reader(load_all()).read(name, BROKEN)
        assert reading is not None and (reading.skip, reading.claimed) == (None, ())
    whole = b"receivers: {otlp: }\nexporters: {debug: }\nservice: {pipelines: {traces: {receivers: [otlp]}}}\n"
    reading = Reader(load_all()).read("otel.conf", whole)
    assert reading is not None and reading.claimed == ("otelcol",)


@pytest.mark.parametrize("name", ["Sender.java", "Sender.kt"])
def test_a_source_is_read_by_those_who_read_sources_only(name: str) -> None:
    """Tests in them hold configurations of all kinds, of which nothing would be said but that they can't be parsed."""
    assert Reader(load_all()).read(name, BROKEN) is None


def test_a_configuration_that_cannot_be_parsed_is_a_problem() -> None:
    reading = Reader(load_all()).read("config.yaml", BROKEN)
    assert reading is not None
    assert [problem.kind for problem in reading.problems] == ["syntax"]


def test_a_text_with_entities_is_skipped_and_not_called_broken() -> None:
    spring = (
        '<!DOCTYPE beans [<!ENTITY common SYSTEM "common.xml">]>\n'
        '<beans xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">&common;</beans>\n'
    )
    reading = Reader(load_all()).read("consumer.xml", spring.encode())
    assert reading is not None
    assert reading.problems == ()
    assert reading.skip is not None
    assert "the entity `common` (line 1)" in reading.skip.why


@pytest.mark.parametrize("name", [".env", "deploy.ENV", "gradle.properties", "maven.config", "otel.sysconfig"])
def test_variables_are_read_whatever_they_are_called(name: str) -> None:
    """None of the words that other files are told by is in them, and a default would be taken for their value."""
    reader = Reader(load_all())
    assert reader.relevant(b"MINE=1\n", name)
    assert reader.aside(f"a/{name}")
    assert not reader.relevant(b"MINE=1\n", "notes.txt")


@pytest.mark.parametrize("name", ["x.gradle", "x.gradle.kts", "libs.versions.toml"])
def test_a_script_is_read_whatever_its_names_are(name: str) -> None:
    reader = Reader(load_all())
    assert reader.relevant(b"ext { mine = '1' }\n", name)
    assert not reader.aside(name)


def test_variables_that_nobody_uses_are_nothing_checked() -> None:
    assert run_files({".env": "PORT=1\n", "a/gradle.properties": "version=1\n"}).result.opened == 0
    used = {".env": "PORT=1\n", "compose.yaml": "services: {a: {image: 'a:$PORT'}}\n"}
    assert run_files(used).result.opened == 2

"""Values from the file to the finding and back: places, fixes, links."""

from __future__ import annotations

from linter.facts.value import Unknown
from tests.harness import run_files
from tests.unit.systems.helm.support import VALUES, chart, facts_of


def test_a_finding_inside_values_has_its_place_and_its_fix() -> None:
    text = VALUES.replace("time: 30s", "time: 30s\n          timeout: 5")
    files = {"Chart.yaml": chart("0.170.0"), "values.yaml": text}
    run = run_files(files)
    (found,) = [one for one in run.result.findings if one.policy == "otelcol/duration-without-unit"]
    assert text[found.place.start : found.place.end] == "5"
    fixed = run.fix("unsafe", "otelcol/duration-without-unit")
    assert fixed == {**files, "values.yaml": text.replace("timeout: 5", "timeout: 5s")}


def test_a_key_that_is_missing_is_added_below_the_configuration() -> None:
    files = {"Chart.yaml": chart("0.170.0"), "values.yaml": VALUES}
    fixed = run_files(files).fix("safe", "otelcol/keepalive-timeout-too-long")
    assert fixed["values.yaml"] == VALUES.replace("time: 30s\n", "time: 30s\n          timeout: 3s\n")


def test_a_configuration_in_a_text_works_alike() -> None:
    head, _, body = VALUES.partition("  config:\n")
    text = f"{head}  config: |\n{body}".replace("time: 30s", "time: 30s\n          timeout: 5")
    fixed = run_files({"values.yaml": text}).fix("unsafe", "otelcol/duration-without-unit")
    assert fixed["values.yaml"] == text.replace("timeout: 5", "timeout: 5s")


def test_what_the_chart_defines_is_not_called_undefined() -> None:
    assert [one.policy for one in run_files({"values.yaml": VALUES}).result.findings if "undefined" in one.policy] == []
    whole = VALUES.replace("  config:", "  alternateConfig:")
    found = [one for one in run_files({"values.yaml": whole}).result.findings if "undefined" in one.policy]
    assert [whole[one.place.start : one.place.end] for one in found] == ["zipkin"]


def test_a_duplicate_key_inside_the_configuration_is_reported_once() -> None:
    text = VALUES.replace("          time: 30s\n", "          time: 30s\n          time: 40s\n")
    found = [one for one in run_files({"values.yaml": text}).result.findings if one.policy == "deadpeer/duplicate-key"]
    assert len(found) == 1
    assert text[found[0].place.start : found[0].place.end] == "time"


def test_a_comment_above_the_values_gives_the_version() -> None:
    text = "# deadpeer: otelcol=0.95.0\n" + VALUES
    run = run_files({"values.yaml": text})
    assert not [item for item in run.result.unjudged if "version is not known" in item.why]


def test_unknown_versions_say_the_way_out() -> None:
    (config,) = facts_of({"values.yaml": VALUES}).of("otelcol.config")
    version = config.fields["version"].data
    assert isinstance(version, Unknown)
    assert "keep Chart.yaml or Chart.lock beside the values" in version.why

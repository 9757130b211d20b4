"""The whole pipeline over real public files: no crash, true spans, no error that can't be defended.

The files lie outside the repository, beside the checkout; without them these tests are skipped.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from linter.finding import Finding, Severity
from linter.options import Options
from linter.run import Request, Run, check
from linter.text.source import Source

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not beside this checkout")

_SHOP = "dubbo/apache__dubbo-samples/10-task/dubbo-samples-shop/deploy/traffic-rules"
_BINDPLANE = "otelcol/observIQ__bindplane-otel-collector/receiver/azureblobpollingreceiver/example-config.yaml"
_NEWRELIC = "otelcol/bpschmitt__newrelic-opentelemetry-examples/other-examples/collector/docker/config.yaml"
_LAST9 = "otelcol/last9__opentelemetry-examples/datadog-k8s-operator/otel-collector/collector-config.yaml"

DEFENDED: dict[tuple[str, str], str] = {
    ("dubbo/configurator-never-applies", f"{_SHOP}/accesslog.yaml"): "its side is spelt `provier`",
    ("dubbo/configurator-unknown-key", f"{_SHOP}/retry.yaml"): "`match.application` is dropped, the field is `app`",
    ("deadpeer/syntax", _NEWRELIC): "a comma is missing in a flow list",
    ("deadpeer/syntax", _LAST9): "text follows a quoted value, as go-yaml says too",
    ("deadpeer/duplicate-key", _BINDPLANE): "`receivers` stands twice",
    ("otelcol/component-undefined", _BINDPLANE): "no exporter is defined: the second `receivers` was to be `exporters`",
}
"""(policy, path): why the error is true."""


@cache
def run() -> Run:
    return check(Request(str(CORPUS), jobs=1), Options(profile="pedantic"))


@cache
def source(path: str) -> Source:
    found = run().open_source(path)
    assert found is not None
    return found


def test_files_of_all_systems_are_recognised() -> None:
    result = run().result
    checked = result.checked or {}
    assert result.opened > 120
    assert checked["Collector configurations"] >= 19
    assert checked["Dubbo references"] >= 40


def test_every_span_lies_in_its_file() -> None:
    for finding in run().result.findings:
        for place in (finding.place, *(related.place for related in finding.related)):
            text = source(place.path).text
            assert 0 <= place.start <= place.end <= len(text), (finding.policy, place)
            assert place.start == place.end or text[place.start : place.end].strip() != "", (finding.policy, place)


def test_every_span_is_one_token() -> None:
    """A finding points at a key or a value, never at half of one nor at the white space around it."""
    for finding in run().result.findings:
        text = source(finding.place.path).text
        token = text[finding.place.start : finding.place.end]
        if not token or finding.policy.startswith("deadpeer/"):
            continue
        before = text[finding.place.start - 1 : finding.place.start]
        after = text[finding.place.end : finding.place.end + 1]
        assert token == token.strip(), (finding.policy, finding.place.path, token)
        assert not (before.isalnum() and token[0].isalnum()), (finding.policy, finding.place.path, token)
        assert not (after.isalnum() and token[-1].isalnum()), (finding.policy, finding.place.path, token)


def _key(finding: Finding) -> tuple[str, str]:
    return (finding.policy, finding.place.path)


def test_every_error_is_defended() -> None:
    errors = {_key(finding) for finding in run().result.findings if finding.severity is Severity.ERROR}
    assert sorted(errors - DEFENDED.keys()) == []


def test_no_defence_is_stale() -> None:
    errors = {_key(finding) for finding in run().result.findings if finding.severity is Severity.ERROR}
    assert sorted(DEFENDED.keys() - errors) == []


def test_two_runs_give_the_same_bytes() -> None:
    from linter.report.json import Tool, render

    once = check(Request(str(CORPUS), jobs=1), Options(profile="pedantic"))
    twice = check(Request(str(CORPUS), jobs=2), Options(profile="pedantic"))
    tool = Tool("deadpeer", "0", "0")
    assert render(once.result, once.open_source, tool) == render(twice.result, twice.open_source, tool)

from __future__ import annotations

import pytest

from tests.harness import run_files

CONFIG = "receivers: {otlp: {}}\nexporters: {debug: {}}\nservice:\n  pipelines: {traces: {receivers: [otlp]}}\n"
NOMAD = 'job "otel" {\n  template {\n    data = <<EOF\n' + CONFIG + "EOF\n  }\n}\n"
ENCODED = """\
locals {
  config = yamlencode({
    receivers = { otlp = {} }
    exporters = { debug = {} }
    service = {
      pipelines = {}
    }
  })
}
"""
ON_ONE_LINE = ENCODED.replace("{\n      pipelines = {}\n    }", "{ pipelines = {} }")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("job.nomad", NOMAD), ("job.nomad.hcl", NOMAD), ("main.tf", NOMAD), ("main.tf", ENCODED)),
        *(
            ("main.tf", ON_ONE_LINE),
            ("main.tf", NOMAD.replace("service:\n  pipelines: ", "service: {pipelines: ") + "}"),
        ),
    ],
)
def test_a_configuration_in_hcl_is_skipped_with_a_way_out(name: str, text: str) -> None:
    result = run_files({name: text}).result

    (skip,) = result.skipped
    assert skip.path == name
    assert "HCL is not read" in skip.why
    assert "YAML file of its own" in skip.why
    assert not result.findings


@pytest.mark.parametrize(
    ("name", "text"), [("main.tf", 'resource "x" "y" {\n  receivers = []\n}\n'), ("main.tf", ""), ("job.conf", NOMAD)]
)
def test_other_files_are_passed_over(name: str, text: str) -> None:
    assert not run_files({name: text}).result.skipped

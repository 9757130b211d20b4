"""Real configuration: no crash, every place inside its file and on what it names, and what is known to be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.finding import Severity
from linter.options import Flags, load
from linter.run import Request, check

CORPUS = Path(__file__).parents[5] / "shared" / "corpus" / "dubbo"
pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus at {CORPUS}")

_RULES = "apache__dubbo-samples/10-task/dubbo-samples-shop/deploy/traffic-rules"


def test_the_errors_are_those_that_are_known() -> None:
    result = check(Request(str(CORPUS), jobs=1), load(Flags(no_config=True), str(CORPUS))).result
    errors = [(one.policy, one.place.path) for one in result.findings if one.severity is Severity.ERROR]
    assert errors == [
        ("dubbo/configurator-never-applies", f"{_RULES}/accesslog.yaml"),
        ("dubbo/configurator-unknown-key", f"{_RULES}/retry.yaml"),
    ]
    shown = [(CORPUS / one.place.path).read_text("utf-8")[one.place.start : one.place.end] for one in result.findings]
    assert "provier" in shown
    assert "application" in shown
    assert all(shown)
    assert (result.checked or {})["Dubbo references"] > 40

"""Every example of every policy: what fires and where, what its fix makes, and what stays silent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from docs.generate import stale
from linter import resources
from linter.faults import Faults
from linter.harness.bench import Bench, whole
from linter.policy.bundle import all_kinds
from linter.policy.compiled import encode, load_compiled
from linter.policy.docs import pages
from linter.policy.load import load
from linter.policy.model import Example, Policy
from linter.record import replace
from linter.system import load_all
from tests.harness import TODAY


def _load() -> tuple[tuple[Policy, ...], str]:
    try:
        return load(resources.folder("policies"), all_kinds(load_all())), ""
    except Faults as faults:
        return (), str(faults)


POLICIES, FAULTS = _load()
BENCH = Bench(load_all(), today=TODAY)


def _cases(kind: str, wanted: Callable[[Example], bool] = bool) -> list[ParameterSet]:
    return [
        pytest.param(policy, example, id=f"{policy.id}: {example.name}")
        for policy in POLICIES
        for example in policy.examples
        if example.kind == kind and wanted(example)
    ]


EACH = [pytest.param(policy, id=policy.id) for policy in POLICIES]


def test_every_policy_loads() -> None:
    assert FAULTS == ""


@pytest.mark.parametrize("policy", EACH)
def test_a_policy_has_the_examples_that_show_what_it_does(policy: Policy) -> None:
    assert list(whole(policy)) == []


@pytest.mark.parametrize("policy", EACH)
def test_a_fix_that_is_not_safe_says_why_unless_it_is_another_version(policy: Policy) -> None:
    for fix in policy.fixes:
        others = any(edit.to is None or edit.to.text != "upgrade" for edit in fix.edits)
        assert bool(fix.because) == (fix.safety == "show" or (fix.safety == "unsafe" and others)), fix.title


@pytest.mark.parametrize(("policy", "example"), _cases("bad"))
def test_bad(policy: Policy, example: Example) -> None:
    assert list(BENCH.plain(policy, example)) == []


@pytest.mark.parametrize("line_end", ["LF", "CRLF"])
@pytest.mark.parametrize(("policy", "example"), _cases("bad", BENCH.embeddable))
def test_bad_inside_a_configmap(policy: Policy, example: Example, line_end: str) -> None:
    assert list(BENCH.embedded(policy, example, with_crlf=line_end == "CRLF")) == []


@pytest.mark.parametrize(("policy", "example"), _cases("bad"))
def test_bad_with_crlf(policy: Policy, example: Example) -> None:
    assert list(BENCH.with_crlf(policy, example)) == []


@pytest.mark.parametrize(
    ("policy", "example"), _cases("bad", lambda example: BENCH.embeddable(example) and bool(example.fixed))
)
def test_a_fix_inside_a_configmap(policy: Policy, example: Example) -> None:
    assert list(BENCH.fixed_embedded(policy, example)) == []


@pytest.mark.parametrize(("policy", "example"), _cases("good"))
def test_good(policy: Policy, example: Example) -> None:
    assert list(BENCH.plain(policy, example)) == []


@pytest.mark.parametrize(("policy", "example"), _cases("unknown"))
def test_unknown(policy: Policy, example: Example) -> None:
    assert list(BENCH.plain(policy, example)) == []


@pytest.mark.parametrize(("policy", "example"), _cases("outside"))
def test_outside(policy: Policy, example: Example) -> None:
    assert list(BENCH.plain(policy, example)) == []


def test_compiled_policies_are_the_loaded_ones() -> None:
    assert load_compiled(encode(POLICIES)) == tuple(replace(policy, examples=()) for policy in POLICIES)


def test_the_documentation_is_current() -> None:
    folder = Path(resources.folder("policies")).parent / "docs" / "policies"
    assert stale(folder, pages(POLICIES)) == [], "run `python docs/generate.py`"

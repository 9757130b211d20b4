"""Every example of every policy: what fires and where, what its fix makes, and what stays silent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from docs.generate import stale
from linter import resources
from linter.faults import Faults
from linter.finding import Finding, Result, Severity
from linter.options import Flags
from linter.policy.bundle import all_kinds
from linter.policy.compiled import encode, load_compiled
from linter.policy.docs import pages
from linter.policy.examples import Mark, unmark_all
from linter.policy.load import load
from linter.policy.model import PROFILES, Example, Policy
from linter.record import replace
from linter.system import load_all
from tests.harness import Run, run_files
from tests.layouts import composed, crlf, embedded, yaml_only


def _load() -> tuple[tuple[Policy, ...], str]:
    try:
        return load(resources.folder("policies"), all_kinds(load_all())), ""
    except Faults as faults:
        return (), str(faults)


POLICIES, FAULTS = _load()


def _cases(kind: str, wanted: Callable[[Example], bool] = bool) -> list[ParameterSet]:
    return [
        pytest.param(policy, example, id=f"{policy.id}: {example.name}")
        for policy in POLICIES
        for example in policy.examples
        if example.kind == kind and wanted(example)
    ]


EACH = [pytest.param(policy, id=policy.id) for policy in POLICIES]


def _run(policy: Policy, example: Example, files: Mapping[str, str]) -> Run:
    """A run in the smallest profile in which the policy may report, unless the example's settings say otherwise."""
    profile = max(
        (profile for profile in PROFILES if any(line.is_ == profile for line in policy.profile)), key=PROFILES.index
    )
    flags = Flags(
        profile=None if "profile:" in example.settings else profile,
        preview=policy.status == "preview",
        no_config=not example.settings,
    )
    return run_files(files, example.settings, flags)


def _fired(policy: Policy, result: Result) -> list[Mark]:
    own = (found for found in result.findings if found.policy == policy.id)
    return sorted(Mark(found.place.path, found.place.start, found.place.end) for found in own)


def _shown(marks: list[Mark], files: Mapping[str, str]) -> list[str]:
    return [f"{mark.path}:{mark.start} «{files[mark.path][mark.start : mark.end]}»" for mark in marks]


def _assert_fires_at_the_marks(policy: Policy, run: Run, marks: tuple[Mark, ...]) -> None:
    found, expected = _shown(_fired(policy, run.result), run.files), _shown(list(marks), run.files)
    unjudged = [item for item in run.result.unjudged if policy.id in item.policies]
    assert found == expected, f"unjudged: {unjudged}; skipped: {run.result.skipped}"


def _assert_no_other_error(policy: Policy, example: Example, result: Result) -> None:
    allowed = {policy.id, *example.also}
    assert [
        f"{found.policy}: {found.message}"
        for found in result.findings
        if found.severity is Severity.ERROR and found.policy not in allowed
    ] == []


def test_every_policy_loads() -> None:
    assert FAULTS == ""


@pytest.mark.parametrize("policy", EACH)
def test_a_policy_has_a_bad_and_a_good_example(policy: Policy) -> None:
    kinds = {example.kind for example in policy.examples}
    never = policy.require is not None and policy.require.text.strip() == "false"
    assert kinds >= {"bad", "outside" if never else "good"}


@pytest.mark.parametrize("policy", EACH)
def test_a_fix_that_can_be_made_is_shown_by_an_example(policy: Policy) -> None:
    if any(fix.safety != "show" for fix in policy.fixes):
        assert any(example.fixed is not None for example in policy.examples)


@pytest.mark.parametrize("policy", EACH)
def test_a_fix_that_is_not_safe_says_why_unless_it_is_another_version(policy: Policy) -> None:
    for fix in policy.fixes:
        others = any(edit.to is None or edit.to.text != "upgrade" for edit in fix.edits)
        assert bool(fix.because) == (fix.safety == "show" or (fix.safety == "unsafe" and others)), fix.title


@pytest.mark.parametrize(("policy", "example"), _cases("bad"))
def test_bad(policy: Policy, example: Example) -> None:
    files, marks = unmark_all(composed(example, policy.id.split("/")[0]))
    run = _run(policy, example, files)
    _assert_fires_at_the_marks(policy, run, marks)
    _assert_no_other_error(policy, example, run.result)
    if example.severity:
        assert {found.severity.word for found in run.result.findings if found.policy == policy.id} == {example.severity}
    if example.fixed is not None:
        _assert_fixed(policy, example, run, example.fixed)


def _assert_fixed(policy: Policy, example: Example, run: Run, expected: Mapping[str, str]) -> None:
    after = run.fix("unsafe", policy.id)
    _assert_same({path: after[path] for path in example.files}, {**unmark_all(example.files)[0], **expected})
    again = _run(policy, example, after)
    assert _fired(policy, again.result) == []
    known = {(found.policy, found.fingerprint) for found in run.result.findings}
    assert [
        f"{found.policy}: {found.message}"
        for found in _grave(again.result)
        if (found.policy, found.fingerprint) not in known
    ] == []
    _assert_same(again.fix("unsafe", policy.id), after)


def _assert_same(files: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """File by file, so that a difference is shown as one of lines."""
    assert list(files) == list(expected)
    for path, text in files.items():
        assert text == expected[path], path


def _grave(result: Result) -> list[Finding]:
    return [found for found in result.findings if found.severity >= Severity.WARNING]


@pytest.mark.parametrize("line_end", ["LF", "CRLF"])
@pytest.mark.parametrize(("policy", "example"), _cases("bad", yaml_only))
def test_bad_inside_a_configmap(policy: Policy, example: Example, line_end: str) -> None:
    system = policy.id.split("/")[0]
    marked = embedded(example.files, example, system)
    files, marks = unmark_all(crlf(marked) if line_end == "CRLF" else marked)
    _assert_fires_at_the_marks(policy, _run(policy, example, files), marks)


@pytest.mark.parametrize(("policy", "example"), _cases("bad"))
def test_bad_with_crlf(policy: Policy, example: Example) -> None:
    files, marks = unmark_all(crlf(composed(example, policy.id.split("/")[0])))
    _assert_fires_at_the_marks(policy, _run(policy, example, files), marks)


@pytest.mark.parametrize(
    ("policy", "example"), _cases("bad", lambda example: yaml_only(example) and bool(example.fixed))
)
def test_a_fix_inside_a_configmap(policy: Policy, example: Example) -> None:
    system = policy.id.split("/")[0]
    files = crlf(unmark_all(embedded(example.files, example, system))[0])
    fixed = crlf(embedded({**unmark_all(example.files)[0], **(example.fixed or {})}, example, system))
    _assert_same(_run(policy, example, files).fix("unsafe", policy.id), fixed)


@pytest.mark.parametrize(("policy", "example"), _cases("good"))
def test_good(policy: Policy, example: Example) -> None:
    result = _run(policy, example, composed(example, policy.id.split("/")[0])).result
    assert (result.matched or {}).get(policy.id, 0) > 0, f"nothing was looked at; unjudged: {result.unjudged}"
    assert [found.message for found in result.findings if found.policy == policy.id] == []
    _assert_no_other_error(policy, example, result)


@pytest.mark.parametrize(("policy", "example"), _cases("unknown"))
def test_unknown(policy: Policy, example: Example) -> None:
    result = _run(policy, example, composed(example, policy.id.split("/")[0])).result
    assert any(policy.id in item.policies for item in result.unjudged)
    assert [found.message for found in result.findings if found.policy == policy.id] == []
    _assert_no_other_error(policy, example, result)


@pytest.mark.parametrize(("policy", "example"), _cases("outside"))
def test_outside(policy: Policy, example: Example) -> None:
    result = _run(policy, example, composed(example, policy.id.split("/")[0])).result
    assert (result.matched or {}).get(policy.id, 0) == 0
    assert not any(policy.id in item.policies for item in result.unjudged)
    assert [found.message for found in result.findings if found.policy == policy.id] == []
    _assert_no_other_error(policy, example, result)


def test_compiled_policies_are_the_loaded_ones() -> None:
    assert load_compiled(encode(POLICIES)) == tuple(replace(policy, examples=()) for policy in POLICIES)


def test_the_documentation_is_current() -> None:
    folder = Path(resources.folder("policies")).parent / "docs" / "policies"
    assert stale(folder, pages(POLICIES)) == [], "run `python docs/generate.py`"

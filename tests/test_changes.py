"""Every example of what another release does otherwise: where it is said, and that the release before says nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from docs.generate import stale
from linter import resources
from linter.finding import Result
from linter.options import Flags
from linter.options import load as load_options
from linter.policy.bundle import all_kinds
from linter.policy.docs import pages
from linter.policy.examples import unmark_all
from linter.policy.load import load
from linter.policy.model import Example, Policy
from linter.run import Request, Run
from linter.system import load_all
from tests.layouts import composed

KINDS = all_kinds(load_all())
FOLDER = resources.folder("changes")
CHANGES = load(FOLDER, KINDS)
CASES = [
    pytest.param(policy, example, id=f"{policy.id}: {example.name}")
    for policy in CHANGES
    for example in policy.examples
]


def _judged(files: dict[str, str]) -> Result:
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        options = load_options(Flags(no_config=True), folder)
        return Run(Request(folder, jobs=1), options, load_all(), [FOLDER]).result


@pytest.mark.parametrize(("policy", "example"), CASES)
def test_an_example(policy: Policy, example: Example) -> None:
    files, marks = unmark_all(composed(example, policy.id.split("/")[0]))
    result = _judged(files)
    found = [one.place for one in result.findings if one.policy == policy.id]
    shown = [f"{place.path}:{place.start} «{files[place.path][place.start : place.end]}»" for place in found]
    expected = [f"{mark.path}:{mark.start} «{files[mark.path][mark.start : mark.end]}»" for mark in marks]
    assert shown == expected, [(item.why, item.policies) for item in result.unjudged]
    if example.kind == "good":
        assert (result.matched or {})[policy.id] > 0
    if example.kind == "outside":
        assert (result.matched or {}).get(policy.id, 0) == 0


@pytest.mark.parametrize("policy", [pytest.param(policy, id=policy.id) for policy in CHANGES])
def test_a_change_has_a_source_and_a_bad_and_a_good_example(policy: Policy) -> None:
    assert {example.kind for example in policy.examples} >= {"bad", "good"}
    assert policy.references
    assert policy.advisory is None


def test_the_documentation_is_current() -> None:
    folder = Path(FOLDER).parent / "docs" / "changes"
    assert stale(folder, pages(CHANGES, changes=True)) == [], "run `python docs/generate.py`"


def test_no_change_has_the_name_of_a_policy() -> None:
    names = {policy.id for policy in load(resources.folder("policies"), KINDS)}
    assert not names & {policy.id for policy in CHANGES}

"""Two judgements: what is new, what is gone, and what can be told of neither."""

from __future__ import annotations

import pytest

from linter.facts.value import Ref
from linter.finding import Finding, Severity, Unjudged
from linter.policy.compare import Differences, compare
from linter.policy.judge import Judgement
from linter.syntax.document import DocRef, Place

PLACE = Place(DocRef("a.yaml", "yaml"), 0, 1)
ABOUT = Ref("toy.part", "a")


def found(policy: str, severity: Severity) -> Finding:
    return Finding(policy, severity, "m", PLACE, f"{policy}-f", subject=ABOUT)


def judged(*findings: Finding, unjudged: tuple[str, ...] = ()) -> Judgement:
    open_ = (Unjudged("a", PLACE, "who knows", unjudged, (ABOUT,)),) if unjudged else ()
    return Judgement(findings, open_, {})


def told(differences: Differences) -> list[tuple[str, str, bool, str]]:
    return [(each.effect, each.finding.policy, each.over, each.note) for each in differences.found]


@pytest.mark.parametrize(
    ("severity", "new", "gone", "undone"),
    [
        (Severity.ERROR, "breaks", "fixed", "fixed"),
        (Severity.WARNING, "changes", "fixed", "changes"),
        (Severity.NOTE, "changes", "fixed", "changes"),
    ],
)
def test_what_only_one_release_reports(severity: Severity, new: str, gone: str, undone: str) -> None:
    one = found("p/a", severity)
    assert told(compare(judged(), judged(one), frozenset())) == [(new, "p/a", False, "")]
    assert told(compare(judged(one), judged(), frozenset())) == [(gone, "p/a", True, "")]
    assert told(compare(judged(one), judged(), frozenset({"p/a"}))) == [(undone, "p/a", True, "")]


def test_what_both_report_is_alike_unless_it_got_worse_or_better() -> None:
    error, warning = found("p/a", Severity.ERROR), found("p/a", Severity.WARNING)
    same = compare(judged(error), judged(error), frozenset())
    assert (told(same), same.alike) == ([], (error,))
    assert compare(judged(error), judged(error), frozenset({"p/a"})).alike == ()
    worse = compare(judged(warning), judged(error), frozenset())
    assert told(worse) == [("breaks", "p/a", False, "warning before, error now")]
    better = compare(judged(error), judged(warning), frozenset())
    assert told(better) == [("changes", "p/a", False, "error before, warning now")]


def test_what_one_side_could_not_judge_is_left_open() -> None:
    one = found("p/a", Severity.ERROR)
    for before, after in ((judged(unjudged=("p/a",)), judged(one)), (judged(one), judged(unjudged=("p/a",)))):
        differences = compare(before, after, frozenset())
        assert (told(differences), differences.open) == ([], (one,))
    assert told(compare(judged(unjudged=("p/b",)), judged(one), frozenset())) == [("breaks", "p/a", False, "")]


def test_what_breaks_comes_first_and_the_worst_of_each() -> None:
    before = judged(found("p/gone", Severity.NOTE))
    after = judged(found("p/c", Severity.NOTE), found("p/b", Severity.WARNING), found("p/a", Severity.ERROR))
    order = [each.finding.policy for each in compare(before, after, frozenset()).found]
    assert order == ["p/a", "p/b", "p/c", "p/gone"]

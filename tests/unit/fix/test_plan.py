from __future__ import annotations

from typing import cast

import pytest

from linter.facts.value import Slot
from linter.finding import Change, Finding, Fix, Patch, Safety, Severity
from linter.fix.draft import draft
from linter.fix.plan import ADVICE, LEFT, OTHER, OVERLAP, UNSAFE, Allow, choose, plan
from linter.syntax.document import DocRef, Place
from linter.text.source import Source

DOC = DocRef("a.yaml", "yaml")
SOURCE = Source("a.yaml", "a: 1\nb: 2\nc:\n  d: 3\n")


def fix(title: str, safety: Safety = "safe", /, **values: str) -> Fix:
    """A fix that sets top-level keys; ``c_x`` is the key ``x`` below ``c``."""
    place = Place(DOC, 0, 1)
    routes = {name: tuple(name.split("_")) for name in values}
    changes = [Change("set", Slot(place, routes[name], 1), to) for name, to in values.items()]
    return Fix(title, safety, tuple(changes))


def finding(name: str, *fixes: Fix) -> Finding:
    return Finding("p/q", Severity.ERROR, "m", Place(DOC, 0, 1), name, fixes=fixes)


def planned(allow: Allow, *findings: Finding) -> list[tuple[str, str]]:
    """Each fix with its reason, empty if it is made."""
    patches = plan(findings, allow, {"a.yaml": SOURCE}.get)
    assert all(bool(patch.edits) != bool(patch.refusal) for patch in patches)
    return [(patch.fix.title, patch.refusal) for patch in patches]


@pytest.mark.parametrize(("allow", "reason"), [("safe", UNSAFE), ("unsafe", "")])
def test_unsafe_fixes_are_made_only_if_they_were_asked_for(allow: Allow, reason: str) -> None:
    assert planned(allow, finding("1", fix("x", "unsafe", a="9"))) == [("x", reason)]


def test_advice_is_never_made() -> None:
    assert planned("unsafe", finding("1", fix("x", "show", a="9"))) == [("x", ADVICE)]


def test_of_a_findings_fixes_the_first_that_may_be_made_is() -> None:
    one = finding("1", fix("show", "show", a="9"), fix("unsafe", "unsafe", a="8"), fix("safe", a="7"))
    assert planned("safe", one) == [("show", ADVICE), ("unsafe", UNSAFE), ("safe", "")]
    assert planned("unsafe", one) == [("show", ADVICE), ("unsafe", ""), ("safe", OTHER)]


def test_a_fix_that_overlaps_an_earlier_one_waits_as_a_whole() -> None:
    first, second, third = (
        finding("1", fix("1", a="9")),
        finding("2", fix("2", b="9", a="8")),
        finding("3", fix("3", b="7")),
    )
    assert planned("safe", first, second, third) == [("1", ""), ("2", OVERLAP), ("3", "")]


def test_a_finding_whose_fix_waits_does_not_take_its_second_best() -> None:
    waiting = finding("2", fix("best", a="8"), fix("second best", b="7"))
    assert planned("safe", finding("1", fix("1", a="9")), waiting) == [
        ("1", ""),
        ("best", OVERLAP),
        ("second best", OTHER),
    ]


def test_equal_edits_of_two_fixes_are_no_overlap() -> None:
    assert planned("safe", finding("1", fix("1", a="9", b="8")), finding("2", fix("2", a="9"))) == [
        ("1", ""),
        ("2", ""),
    ]


def test_two_different_insertions_at_one_place_overlap() -> None:
    assert planned("safe", finding("1", fix("1", c_x="9")), finding("2", fix("2", c_y="9"))) == [
        ("1", ""),
        ("2", OVERLAP),
    ]


def test_a_fix_that_can_not_be_made_keeps_its_reason_and_lets_the_next_one_in() -> None:
    (impossible, reason), possible = planned("safe", finding("1", fix("x", a_b="9"), fix("y", b="7")))
    assert (impossible, possible) == ("x", ("y", ""))
    assert reason


def test_a_fix_that_nobody_asked_for_is_left_and_lets_the_next_one_in() -> None:
    one = finding("1", fix("first", a="9"), fix("second", "unsafe", a="8"))

    def wanted(policy: str, patch: Patch) -> bool:
        return (policy, patch.fix.title) == ("p/q", "second")

    for allow, reason in (("safe", UNSAFE), ("unsafe", "")):
        chosen = choose(draft([one], {"a.yaml": SOURCE}.get), cast("Allow", allow), wanted=wanted)
        assert [drafted.patch.refusal for drafted in chosen] == [LEFT, reason]

"""What fixes cost as there are more of them: counted in calls, so that no clock decides."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from linter.facts.value import Slot
from linter.finding import Change, Finding, Fix, Severity
from linter.fix.draft import Draft, draft
from linter.fix.order import rollout
from linter.fix.plan import choose
from linter.syntax.document import DocRef, Place, Route
from linter.text.source import Source


def calls(work: Callable[[], object]) -> int:
    """How many functions ``work`` calls, built-in ones too."""
    count = 0

    def counted(_frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def yaml(count: int) -> tuple[str, list[Route]]:
    text = "".join(f"  k{number}:\n    x: {number}  # why\n    y: 1\n" for number in range(count))
    return f"all:\n{text}", [("all", f"k{number}", "x") for number in range(count)]


def xml(count: int) -> tuple[str, list[Route]]:
    text = "".join(f'  <a b="{number}"><c>1</c></a>\n' for number in range(count))
    return f"<r>\n{text}</r>\n", [("r[0]", f"a[{number}]", "@b") for number in range(count)]


def embedded(count: int) -> tuple[str, list[Route]]:
    text, routes = yaml(count)
    return "data:\n  relay: |\n" + "".join(f"    {line}\n" for line in text.splitlines()), routes


def findings(ref: DocRef, routes: list[Route]) -> list[Finding]:
    slots = [Slot(Place(ref, 0, 0), route, len(route)) for route in routes]
    return [
        Finding(
            "p/q",
            Severity.ERROR,
            "m",
            Place(ref, 0, 1),
            f"f{number}",
            fixes=(Fix("t", "safe", (Change("set", where, "text"),)),),
        )
        for number, where in enumerate(slots)
    ]


HOST = DocRef("a.yaml", "yaml")
KINDS = {
    "yaml": (yaml, HOST),
    "xml": (xml, DocRef("a.xml", "xml")),
    "embedded": (embedded, DocRef("a.yaml", "yaml", 0, HOST, ("data", "relay"))),
}


@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_fixes_of_one_document_take_about_four_times_the_work(kind: str) -> None:
    made, ref = KINDS[kind]

    def effort(count: int) -> int:
        text, routes = made(count)
        found = findings(ref, routes)
        sources = {ref.path: Source(ref.path, text)}
        drafts: list[Draft] = []
        spent = calls(lambda: drafts.extend(choose(draft(found, sources.get), "safe")))
        assert [len(drafted.patch.edits) for drafted in drafts] == [1] * count
        return spent

    effort(1)  # imports
    assert effort(200) < 4.6 * effort(50)


class Counted(str):
    """A path that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_so_does_the_order_of_their_files() -> None:
    def effort(count: int) -> int:
        paths = [Counted(f"{number}.yaml") for number in range(count)]
        places = [Slot(Place(DocRef(path, "yaml"), 0, 0), ("a",), 0) for path in paths]
        fixes = [Fix("t", "safe", tuple(Change("set", at, "1") for at in (places[0], one))) for one in places]
        Counted.compared = 0
        order: list[str] = []
        spent = calls(lambda: order.extend(rollout(fixes, paths)))
        assert order == paths
        return spent + Counted.compared

    assert effort(400) < 5 * effort(100)

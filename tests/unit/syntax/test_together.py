from __future__ import annotations

from collections.abc import Sequence

import pytest

from linter.record import NamedTuple
from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef, Document
from linter.syntax.together import proven
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write import write, write_each
from linter.text.edit import Edit
from linter.text.source import Source
from linter.text.view import View


class Drawn(NamedTuple):
    name: str
    edits: tuple[Edit, ...]


def at(*starts: int) -> Drawn:
    return Drawn(f"{starts}", tuple(Edit("a", start, start + 2, "x") for start in starts))


class Judge:
    """Refuses what is ``bad``, alone and together with others."""

    def __init__(self, *bad: Drawn) -> None:
        self.bad = bad
        self.asked: list[int] = []

    def prove(self, drawn: Sequence[Drawn]) -> str:
        self.asked.append(len(drawn))
        return next((f"{one.name} is bad" for one in drawn if one in self.bad), "")


def test_what_lies_apart_is_proven_at_once() -> None:
    judge = Judge()
    drawn = [at(number) for number in range(0, 400, 4)]
    assert proven(drawn, judge.prove) == tuple(one.edits for one in drawn)
    assert judge.asked == [100]


def test_what_fails_is_found_by_halves_and_only_that_is_refused() -> None:
    drawn = [at(number) for number in range(0, 256, 4)]
    judge = Judge(drawn[5], drawn[60])
    found = proven(drawn, judge.prove)
    assert [one for one in found if isinstance(one, str)] == ["(20,) is bad", "(240,) is bad"]
    assert len(judge.asked) <= 1 + 2 * 2 * 6


def test_what_overlaps_or_touches_is_proven_apart_and_what_is_equal_at_once() -> None:
    judge = Judge()
    proven([at(0, 8), at(1), at(2), at(8), at(0)], judge.prove)
    assert judge.asked == [3, 1, 1]


def test_a_reason_stays_where_it_is() -> None:
    assert proven(["no", at(0), "never"], Judge().prove) == ("no", at(0).edits, "never")


def document(text: str) -> Document:  # type: ignore[type-arg]
    found = next(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")))
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("a: 1\nb: 2\n", [[TreeChange("rename", ("a",), "b")], [TreeChange("remove", ("b",))]]),
        ("a: 1\nb: 2\n", [[TreeChange("set", ("c",), "1")], [TreeChange("set", ("c",), "2")]]),
        ("a: 1\nb: |+\n  x", [[TreeChange("set", ("c",), "1")], [TreeChange("set", ("b",), "2")]]),
        ("a: 1\n", [[TreeChange("remove", ("a",))], [TreeChange("set", ("a",), "2")]]),
        ("a: {b: 1}\n", [[TreeChange("remove", ("a",))], [TreeChange("set", ("a", "b"), "2")]]),
    ],
)
def test_each_is_made_as_if_it_were_the_only_one(text: str, groups: list[list[TreeChange]]) -> None:
    assert write_each(document(text), groups) == tuple(write(document(text), group) for group in groups)

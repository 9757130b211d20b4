"""Lines that no screen holds are shown around the place, however wide the output may be."""

from __future__ import annotations

from linter.report.places import Places
from linter.report.snippet import snippet
from linter.syntax.document import DocRef, Place
from linter.text.source import Source

WORD = "x" * 9_000 + "HERE" + "y" * 9_000


def _marked(text: str, start: int, end: int, width: int) -> tuple[str, str]:
    places = Places(lambda path: Source(path, text))
    found = snippet(places, Place(DocRef("a.txt", "properties"), start, end), width)
    assert found is not None
    return found.text, found.text[found.pad : found.pad + found.size]


def test_a_long_line_is_cut_around_the_place_without_a_width() -> None:
    text, marked = _marked(WORD, 9_000, 9_004, 0)
    assert marked == "HERE"
    assert len(text) < 2_100
    assert (text[0], text[-1]) == ("…", "…")


def test_its_ends_are_shown_as_they_are() -> None:
    assert _marked("HERE" + WORD, 0, 4, 0)[1] == "HERE"
    text, marked = _marked(WORD + "HERE", len(WORD), len(WORD) + 4, 0)
    assert (marked, text[-4:]) == ("HERE", "HERE")


def test_a_width_cuts_it_further() -> None:
    text, marked = _marked(WORD, 9_000, 9_004, 80)
    assert marked == "HERE"
    assert len(text) <= 80


def test_other_lines_are_whole() -> None:
    assert _marked("x" * 500 + "HERE", 500, 504, 0) == ("x" * 500 + "HERE", "HERE")

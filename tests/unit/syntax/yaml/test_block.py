from __future__ import annotations

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from linter.syntax.document import Document
from linter.syntax.node import Mapping, Scalar
from linter.syntax.yaml import block
from linter.syntax.yaml.block import decode, detect, header
from tests.yamls import read

LINES = st.sampled_from(
    ["", " ", "  ", "   ", "     ", "  a", "  b c", "   d", "    e: f", "  # g", "  \th", " i", "j: 1"]
)


@pytest.mark.parametrize(
    ("line", "literal", "explicit", "chomp"),
    [
        ("|", True, False, ""),
        (">-", False, False, "-"),
        ("|+2 # c", True, True, "+"),
        ("|2+", True, True, "+"),
        (">9\t#", False, True, ""),
        ("|  ", True, False, ""),
    ],
)
def test_headers(line: str, literal: bool, explicit: bool, chomp: str) -> None:
    for eol in ("\n", "\r\n", "\r", "\x85"):
        head = header(f"k: {line}{eol}  x", 3)
        assert head is not None
        assert (head.literal, head.explicit, head.chomp) == (literal, explicit, chomp)
        assert head.end == len(f"k: {line}{eol}")


@pytest.mark.parametrize("line", ["|x", "a", "", "|0", "|--", "|2-3", "'|'"])
def test_what_is_no_header(line: str) -> None:
    assert header(line + "\n", 0) is None


def test_a_header_may_end_a_text() -> None:
    head = header("|-", 0)
    assert head is not None
    assert head.end == 2


@pytest.mark.parametrize(
    ("text", "indent"), [("  a", 2), ("\n   a", 3), ("    \n  a", 4), ("a", 1), ("", 1), ("  \n", 2)]
)
def test_the_indentation_shows_in_the_first_line_with_text(text: str, indent: int) -> None:
    assert detect(text, 0) == indent


@given(
    st.sampled_from(["|", ">", "|-", ">-", "|+", ">+", "|2", ">2-", "|1+", ">3"]),
    st.lists(LINES, max_size=6),
    st.sampled_from(["\n", ""]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_is_decoded_is_what_the_parser_reads(head: str, lines: list[str], last: str, eol: str) -> None:
    text = (f"k: {head}\n" + "\n".join(lines) + last).replace("\n", eol)
    found = read(text)
    assume(bool(found) and isinstance(found[0], Document))
    document = found[0]
    assert isinstance(document, Document)
    root = document.root
    assume(isinstance(root, Mapping) and isinstance(root.entries[0][1], Scalar))
    assert isinstance(root, Mapping)
    scalar = root.entries[0][1]
    assert isinstance(scalar, Scalar)
    opened = header(text, 3)
    assert opened is not None
    indent = int("".join(filter(str.isdigit, head))) if opened.explicit else detect(text, opened.end)
    decoded = decode(text, opened, indent)
    assert decoded is not None
    assert decoded.text == scalar.text
    assert scalar.end <= decoded.end
    assert text[decoded.end :].lstrip(" ")[:1] not in ("\n", "\r")
    for run in decoded.runs:
        if run.size == run.width:
            written = text[run.at : run.at + run.width].replace("\r", "\n")
            # the break of a folded line is as long as the space it becomes
            assert written.replace("\n", " ") == decoded.text[run.start : run.start + run.size].replace("\n", " ")


ROWS = ("  x\n", "    y z\n", "\n", "  \n", " \n", "   \n", "b: 1\n", "  ", "\t\n", "  \tx\n", "x", " x\n")


@given(st.sampled_from("|-+"), st.lists(st.sampled_from(ROWS), max_size=7).map("".join))
def test_lines_with_one_indentation_are_read_at_once_as_they_are_one_by_one(chomp: str, rows: str) -> None:
    text = f"a: |{chomp.strip('|')}\n{rows}"
    head = header(text, 3)
    assert head is not None
    even = block._even(text, head, 2)
    event(f"even: {even is not None}")
    assert even is None or even == block._literal(text, head, 2)

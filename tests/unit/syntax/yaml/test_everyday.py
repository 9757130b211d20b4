"""What the reader of everyday YAML accepts, it reads as the parser does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping
from linter.syntax.yaml.build import Unreadable
from linter.syntax.yaml.duplicates import duplicates
from linter.syntax.yaml.everyday import everyday
from linter.syntax.yaml.parse import _roots
from linter.text.source import Source
from linter.text.view import View
from tests.yamls import corpus, read, scalars, shape, texts


def agrees(text: str) -> bool:
    """Whether the text is everyday YAML; if so, it must be read as libyaml reads it."""
    found = everyday(text)
    if found is None:
        return False
    try:
        roots = list(_roots(text, pure=False))
    except Unreadable as why:
        raise AssertionError(f"{text!r} is refused: {why}") from why
    assert [_shape(root) for root, _ in found] == [_shape(root) for root in roots], text
    for root, unique in found:
        assert root is None or unique == _unique(text, root)
    return True


def _shape(root: Any) -> tuple[Any, ...] | None:
    return None if root is None else shape(root)


def _unique(text: str, root: Any) -> bool:
    return not list(duplicates(Document(DocRef("a.yaml", "yaml"), View.of(Source("a.yaml", text)), root)))


ACCEPTED = [
    "a: b\n",
    "a: b",
    "a:\n",
    "a: \n\n# c\nb:\n  # c\n c: 1\n",
    "a:\n- b\n- c: 1\n  d:\n  - e\n\nf: 1\n",
    "a:\n  - - 1\n    - 2\n  -   - b: 1\n        c: 2\n",
    "- a\n- b: 1\n- 'c'\n- []\n- {a: 1}\n",
    'a: \'it is\' # so\n"b c": "d # e"\n',
    "a: []\nb: { }\nc: [ a, 'b' ,c ]\nd: {e: f, 'g': \"h\"}\ne: {f: [g, {h: i}]}\n",
    "a: http://b:80/c#d,e[0]{f}\nb c d: e  f   # g\n",
    "a: |\n  b\n\n    c: [\n\nd: |-  # e\n    f\n\n\ng: 1\n",
    "- a: |\n    b\n  c: 1\n",
    "a: -1\nb: --c\nc: .5\nd: ${env:E}\ne: ~\nf: <<\n",
    "<<: {a: 1}\na: 1\na: 2\n'a': 3\n",
    "# only\n\n   # comments\n",
    "",
    "---\n---\na: 1\n--- \nb: 2\n---\n",
    "  a: 1\n  b: 2\n",
    "a: ä 中 🚀\n中: 1\n",
    "a: {b: 1, b: 2}\n",
    "a:: b\nc:d: e\n",
    "- a: 1\n  b: 2\n- a: 3\n  b: 4 # c\n- a: '5'\n  b: x y\n- a: 6\n  b: 7\n  c: 8\n",
    "- a: 1\n- a: 2\n- a: 3\n- b\n- a: 1\n- a: 2\n- a: 3\n  b:\n    c: 1\n",
    "a:\n- b: 1\n- b: 2\n- b: 3\n- b:\n- b: 4\n- b: [5]\n- b: 6\n- b: 7\nc: 1\n",
    "a:\n  - - b: 1\n    - b: 2\n    - b: 3\n  - - c: 1\n",
    "- a: 1\n  a: 2\n- a: 3\n  a: 4\n- a: 5\n  a: 6\n",
    "- {a: 1}\n- a: 2\n- a: 3\n- a: 4\n",
]
"""What the reader is there for."""

LEFT = [
    "a: b: c\n",
    "a:b\n",
    "a: b\n  c\n",
    "a: b\n  c: d\n",
    "a: b\n c: d\ne: f\n",
    "  a: 1\nb: 2\n",
    "a:\n  b: 1\n c: 2\n",
    "a:\n    b: 1\n  c: 2\n",
    "a:\n  - b\n - c\n",
    "a:\n  - b\n  c: 1\n",
    "a: 1\n- b\n",
    "- a\nb: 1\n",
    "- a\n  - b\n",
    "- a\n  b: 1\n",
    "a\n",
    "- \n",
    "-\n  a: 1\n",
    "a:\n  b\n",
    "a: &b c\n",
    "a: *b\n",
    "a: !c d\n",
    "a: >\n  b\n",
    "a: |2\n   b\n",
    "a: |+\n  b\n",
    "a: |\n",
    "a: |\nb: 1\n",
    "a: |\n  b",
    "a: |\n   b\n  # c\n",
    "a: |\n    b\n  c\n",
    "a: |\n\n  b\n",
    "a: |\n  b\n \n  c\n",
    "a: |\n  b\x85  c\n",
    "a: |\n  b\u2028  c\n",
    "a: |\n  b\x07\n",
    "- |\n a\n",
    "a: |b\n",
    "a: %b\n",
    "a: @b\n",
    "a: `b`\n",
    "a: , b\n",
    "a: ? b\n",
    "a: - b\n",
    "a: : b\n",
    "a: 'b' c\n",
    "a: 'b'# c\n",
    "a: 'b''c'\n",
    'a: "b\\n"\n',
    "a: 'b\n  c'\n",
    "a: [b\n  ]\n",
    "a: [b, ]\n",
    "a: {b}\n",
    "a: {b: }\n",
    "a: [b: c]\n",
    "a: [b c]\n",
    "[a]: b\n",
    "? a\n: b\n",
    "a:\t b\n",
    "a: b\r\n",
    "a: b\x85",
    "\ufeffa: b\n",
    "%YAML 1.2\n---\na: 1\n",
    "a: 1\n...\nb: 2\n",
    "... \n",
    "--- a\n",
    "--- # a\n",
    " ---\n",
    "---a: 1\n",
    f"{'a' * 1100}: 1\n",
    "- " * 300 + "a\n",
    "- a: 1\n- a: 2\n- a: &b 3\n- a: 4\n",
    "- a: 1\n- a: 2\n- a: 3\n   b: 1\n- a: 4\n",
    "- a: 1\n- a: 2\t\n- a: 3\n",
    "- a: 1\n- a: 2 # \x07\n- a: 3\n",
    "- a: 1\n- a: '2\n- a: 3'\n- a: 4\n",
    "- a: 1\n- a: 2\n - a: 3\n",
]
"""What only the parser can judge."""


@pytest.mark.parametrize("text", ACCEPTED)
def test_what_is_ordinary_is_read_as_the_parser_reads_it(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize("text", LEFT)
def test_what_is_not_is_left_to_the_parser(text: str) -> None:
    assert everyday(text) is None


PARTS = (
    *("a", "b c", "'d'", '"e"', "f:g", "-1", "$h", "é", "#i", "x#", "'", '"', "\\"),
    *(": ", ":", "- ", "-", "  ", " ", " # j", "#", "k: ", "l:\n", "\n", "\n", "\n  ", "\n    ", "\n  - ", "\n- "),
    *("[]", "{}", "[a, 'b']", "{a: b}", "[", "]", "{", "}", ",", ", "),
    *(
        "|\n",
        "|-\n",
        "|",
        ">\n",
        "---\n",
        "...\n",
        "&a ",
        "*a",
        "!t ",
        "?",
        "%",
        "@",
        "\t",
        "\r\n",
        "\x85",
        "\u2028",
        "\x07",
    ),
)


@given(st.lists(st.sampled_from(PARTS), max_size=14).map("".join))
def test_scraps_are_read_as_the_parser_reads_them_or_left(text: str) -> None:
    event(f"read: {agrees(text)}")


KEYS = st.sampled_from(("a", "b", "c/d", "'e'", '"f"', "g h", "<<"))
VALUES = st.sampled_from(
    ("", "", "1", "x y", "'z'", '""', "[]", "{}", "[a, b]", "{a: [b], c: {}}", "http://a:1", "|\n", "|-\n")
)


@st.composite
def lines(draw: st.DrawFn) -> str:
    """Lines of the usual kinds at indentations that often fit."""
    out: list[str] = []
    indent = 0
    for _ in range(draw(st.integers(1, 9))):
        indent = max(0, indent + 2 * draw(st.sampled_from((0, 0, 0, 1, 1, -1, -2)))) + draw(
            st.sampled_from((0,) * 15 + (1,))
        )
        dashes = draw(st.sampled_from(("", "", "", "- ", "-  ", "- - ")))
        keyed = not dashes or draw(st.booleans())
        value = draw(VALUES)
        comment = draw(st.sampled_from(("", "", "  # c", "\n# d", "\n\n")))
        row = f"{draw(KEYS)}: {value}" if keyed else value or "w"
        out.append(" " * indent + dashes + row.rstrip(" ") + ("" if row.endswith("\n") else comment + "\n"))
        indent += len(dashes) if keyed else 0
    return "".join(out)


@given(lines())
def test_lines_are_read_as_the_parser_reads_them_or_left(text: str) -> None:
    event(f"read: {agrees(text)}")


@st.composite
def lists(draw: st.DrawFn) -> str:
    """A list of items that mostly have the same keys, each with a value on its line."""
    keys = draw(st.lists(st.sampled_from(("a", "b", "c/d", "g h", "i.j+k")), min_size=1, max_size=3))
    margin = draw(st.sampled_from(("", "", "  ", "- ")))
    value = st.sampled_from(("1", "x y", "'z'", '""', "#e", "e #f", "h:1", "-1", "i # 'j"))
    out = [draw(st.sampled_from(("", "k:\n")))]
    for _ in range(draw(st.integers(2, 5))):
        rows = [f"{key}: {draw(value)}" for key in keys]
        if draw(st.integers(0, 5)) == 0:
            rows.append(draw(st.sampled_from(("m:", "a: 2", "n: {}", "# o", "", "p: |\n      q"))))
        out.append(f"{margin}- " + f"\n{' ' * len(margin)}  ".join(rows) + "\n")
        margin = " " * len(margin)
    return "".join(out)


@given(lists())
def test_lists_of_records_are_read_as_the_parser_reads_them_or_left(text: str) -> None:
    event(f"read: {agrees(text)}")


@given(lines() | lists() | texts(), st.data())
def test_a_change_of_one_character_is_read_as_the_parser_reads_it_or_left(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    new = data.draw(st.sampled_from((*" \n:#-'\"[]{},|&*!%@\\.x\t\x85\u2028\x07", "", ": ", "- ", "  ", "\n  ")))
    event(f"read: {agrees(text[:at] + new + text[at + data.draw(st.integers(0, 2)) :])}")


def test_public_files_are_read_as_the_parser_reads_them() -> None:
    texts = [path.read_bytes().decode("utf-8", "replace") for path in corpus()]
    inner = [
        scalar.text
        for text in texts
        for found in read(text)
        if isinstance(found, Document)
        for scalar in scalars(found.root)
        if "\n" in scalar.text
    ]
    assert sum(map(agrees, texts)) > len(texts) // 2
    assert any(map(agrees, inner))


def test_a_document_that_was_read_so_is_known_to_be_simple() -> None:
    simple, twice, aliased = (read(text)[0] for text in ("a: {b: 1}\n", "a: 1\na: 2\n", "a: &b 1\n"))
    assert isinstance(simple, Document)
    assert isinstance(simple.root, Mapping)
    assert [isinstance(one, Document) and one.simple for one in (simple, twice, aliased)] == [True, False, False]

from __future__ import annotations

import pytest

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Node, Scalar
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.text.edit import Edit, apply
from linter.text.view import View
from tests.yamls import corpus, document, read, scalars


def last(text: str) -> tuple[Document[Node], Scalar]:
    """A document and its last value that is not ``end``."""
    found = document(text)
    return found, [one for one in scalars(found.root) if one.text not in ("end", "z")][-1]


def opened(text: str) -> View:
    view = inside(*last(text))
    assert isinstance(view, View), view
    return view


def edited(text: str, old: str, new: str) -> str:
    """The file after replacing ``old`` within the inner text; checks that the inner text reads as it should."""
    view = opened(text)
    start = view.text.index(old)
    edit = view.edit(start, start + len(old), new)
    assert isinstance(edit, Edit), edit
    changed = apply(text, [edit])
    assert opened(changed).text == view.text[:start] + new + view.text[start + len(old) :]
    return changed


def refused(text: str, old: str, new: str) -> str:
    view = opened(text)
    start = view.text.index(old)
    edit = view.edit(start, start + len(old), new)
    assert isinstance(edit, str), edit
    return edit


STYLES = {
    "plain": "k: ab cd\nz: end\n",
    "plain over lines": "k: ab\n\n  cd \n  ef\nz: end\n",
    "single": "k: 'ab''cd'\n",
    "single over lines": "k: 'ab \n\n  cd  ''\n  ef'\n",
    "double": 'k: "ab\\tcd\\u00e9\\U0001F680\\x41\\"\\\\ ef"\n',
    "double over lines": 'k: "ab \n\n  cd \\\n   ef\\\n\n   g"\n',
    "literal": "k: |\n  ab\n\n    cd\n  ef\nz: end\n",
    "literal kept": "k: |+ # c\n  ab\n\n\nz: end\n",
    "literal stripped": "k: |-\n  ab\n  cd\n\n",
    "literal indented": "k: |2\n    ab\n  cd\n",
    "literal blank first": "k: |\n\n \n  ab\n",
    "literal of spaces": "k: |1\n   \n ab\n",
    "literal open": "k: |\n  ab",
    "literal with tabs": "k: |2\n  \tab\t\n  c\n",
    "folded": "k: >\n  ab\n  cd\n\n\n  ef\n    gh\n\n  ij\nz: end\n",
    "folded kept": "k: >+\n  ab\n  cd\n\nz: end\n",
    "not ASCII": "k: |\n  é🚀\n  中文: x\n",
    "anchored": "k: &x !!str |-\n  ab\n  cd\n",
    "nothing": "k: ''\n",
    "not written": "k:\n",
    "NEL": "k: 'a\x85  b'\n",
    "U+2028": 'k: "a \u2028 b"\n',
}


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("text", STYLES.values(), ids=STYLES.keys())
def test_all_styles_are_followed(text: str, eol: str) -> None:
    text = text.replace("\n", eol)
    found, scalar = last(text)
    view = inside(found, scalar)
    assert isinstance(view, View), view
    assert view.text == scalar.text
    for offset, char in enumerate(view.text):
        start, end = view.outer(offset, offset + 1)
        written = text[start:end]
        assert written == char or char in " \n\u2028" or written[0] in "\\'"
        assert scalar.start <= start


def test_the_offsets_of_an_escape_are_its_own() -> None:
    text = STYLES["double"]
    view = opened(text)
    spans = [view.span(offset, offset + 1).text for offset in range(len(view.text))]
    assert [one for one in spans if len(one) > 1] == ["\\t", "\\u00e9", "\\U0001F680", "\\x41", '\\"', "\\\\"]


def test_folded_breaks_stand_at_the_ends_of_lines() -> None:
    text = "k: >\n  ab\n  cd\n\n  ef\n"
    view = opened(text)
    assert view.text == "ab cd\nef\n"
    assert view.outer(2, 3) == (9, 10)
    assert view.outer(5, 6) == (15, 16)
    assert view.span(3, 8).text == "cd\n\n  ef"


def test_base64_is_no_text() -> None:
    assert inside(*last("k: !!binary aGk=\n")) == "the value is base64"


def test_every_scalar_of_the_corpus_can_be_followed() -> None:
    count = embedded = 0
    for path in corpus():
        for found in read(path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")):
            if not isinstance(found, Document):
                continue
            for scalar in scalars(found.root):
                count += 1
                view = _followed(found, scalar)
                if scalar.style == "|" and ":" in scalar.text:
                    for inner in parse(view, DocRef("a.yaml", "yaml", 0, found.ref, ("x",))):
                        if isinstance(inner, Document):
                            embedded += 1
                            for one in scalars(inner.root):
                                _followed(inner, one)
    assert count > 9_000
    assert embedded > 20


def _followed(found: Document[Node], scalar: Scalar) -> View:
    view = inside(found, scalar)
    assert isinstance(view, View)
    file = found.view.source.text
    start, end = found.view.outer(scalar.start, scalar.end)
    assert found.place(scalar.start, scalar.end).start == start
    if "\n" not in found.view.text[scalar.start : scalar.end]:
        assert file[start:end] == found.view.text[scalar.start : scalar.end]
    if scalar.text and not scalar.style and "\n" not in file[start:end]:
        assert file[start:end] == scalar.text
    return view


@pytest.mark.parametrize(
    ("text", "old", "new", "wanted"),
    [
        ("k: |\n  a: 1\n  b: 2\n", "1", "10s", "k: |\n  a: 10s\n  b: 2\n"),
        ("k: |\n  a: 1\n  b: 2\n", "b: 2\n", "", "k: |\n  a: 1\n"),
        ("k: |\n  a: 1\n  b: 2\n", "b", "x:\n  y: 1\nb", "k: |\n  a: 1\n  x:\n    y: 1\n  b: 2\n"),
        ("k: |\r\n  a: 1\r\n", "a", "x: 1\na", "k: |\r\n  x: 1\r\n  a: 1\r\n"),
        ("k: |-\n  a: 1\n", "1", "1\nb: 2", "k: |-\n  a: 1\n  b: 2\n"),
        ("k: |-\n  a: 1", "1", "1\nb: 2", "k: |-\n  a: 1\n  b: 2"),
        ("k: |\n  a: 1", "1", "1\n", "k: |\n  a: 1\n"),
        ("k: |+\n  a\n\n", "\n\n", "\n\n\n", "k: |+\n  a\n\n\n"),
        ("k: |\n  a\n\n  b\n", "a\n\n", "a\nx\n", "k: |\n  a\n  x\n  b\n"),
        ("k: |2\n    a\n", "  a", "a", "k: |2\n  a\n"),
        ("k: |\n  a\n\n  b\n", "\n\nb", "\n\n \nb", "k: |\n  a\n\n   \n  b\n"),
        ("k: |\n  a\n  b\n", "a\nb", "ab", "k: |\n  ab\n"),
        ("k: >\n  a b\n  c\n", "b", "x y", "k: >\n  a x y\n  c\n"),
        ('k: "a"\n', "a", 'b"\\\t\x07é\x85', 'k: "b\\"\\\\\\té\\x85"\n'.replace("té", "t\\x07é")),
        ('k: "a\\nb"\n', "b", "x\ny", 'k: "a\\nx\\ny"\n'),
        ('k: "a\\u00e9b"\n', "é", "e", 'k: "aeb"\n'),
        ("k: 'a'\n", "a", "it's", "k: 'it''s'\n"),
        ("k: 'a\n  b'\n", "b", "c", "k: 'a\n  c'\n"),
        ("k: a b\n", "b", "c d", "k: a c d\n"),
        ("[k, a b]\n", "b", "c", "[k, a c]\n"),
        ("k: a,b\n", "b", "c]", "k: a,c]\n"),
    ],
)
def test_edits_are_written_in_the_scalar_s_style(text: str, old: str, new: str, wanted: str) -> None:
    assert edited(text, old, new) == wanted


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        ("k: |\n  a\n", "a\n", "  a\n", "without another header"),
        ("k: |\n  a\n  b\n", "b\n", "b\n\n", "without another header"),
        ("k: |\n  a\nz: end\n", "a\n", "a", "without another header"),
        ("k: |\n  a\n", "a", "\ta", "without another header"),
        ("k: |-\n  a\n", "a", "a\n", "without another header"),
        ("k: |+\n\n", "\n", "a\n", "no indentation to follow"),
        ("k: |2\n\n", "", "a\n", "no indentation to follow"),
        ("k: >\n  a\n  b\n", "a b", "c", "within a line"),
        ("k: >\n  a\n", "a", "a\nb", "within a line"),
        ("k: >\n  a\n  b\n", "b", "  b", "without another header"),
        ("k: 'a\n  b'\n", "a b", "c", "within a line"),
        ("k: 'a'\n", "a", "b\nc", "can't express"),
        ("k: 'a'\n", "a", "\x07", "can't express"),
        ("k: 'a\n  b'\n", "b", " b", "could not hold"),
        ("k: a\n", "a", "b: c", "needs quotes"),
        ("k: a\n", "a", "b #c", "needs quotes"),
        ("k: a\n", "a", "- b", "needs quotes"),
        ("k: a\n", "a", "", "needs quotes"),
        ("k: a\n", "a", " b", "needs quotes"),
        ("[k, a]\n", "a", "b, c", "needs quotes"),
        ("{k: a}\n", "a", "b}", "needs quotes"),
        ("k: a\n", "a", "b\nc", "can't express"),
    ],
)
def test_edits_that_the_style_can_t_hold_are_refused_with_the_reason(
    text: str, old: str, new: str, reason: str
) -> None:
    assert reason in refused(text, old, new)


@pytest.mark.parametrize("blank", ["", " ", "  "])
def test_a_blank_line_gets_the_indentation_it_lacks(blank: str) -> None:
    text = f"k: |\n  a\n{blank}\n  b\n"
    view = opened(text)
    edit = view.edit(2, 2, "x")
    assert isinstance(edit, Edit)
    assert apply(text, [edit]) == "k: |\n  a\n  x\n  b\n"


def test_a_comment_below_a_block_never_becomes_text() -> None:
    text = "k: |\n    a\n    b\n  # note\nz: end\n"
    assert edited(text, "b\n", "") == "k: |\n    a\n  # note\nz: end\n"
    assert "without another header" in refused(text, "a\nb\n", "")


def test_nested_blocks_are_indented_at_every_depth() -> None:
    text = "a:\r\n  b: |\r\n    c: |2-  # x\r\n        d: |\r\n            e: 1\r\n        z: 2\r\n    y: 3\r\nx: 4\r\n"
    first = document(text)
    view: View | str = first.view
    doc: Document[Node] = first
    for _ in range(3):
        (scalar,) = [one for one in scalars(doc.root) if one.style == "|"]
        view = inside(doc, scalar)
        assert isinstance(view, View)
        (inner,) = parse(view, DocRef("a.yaml", "yaml"))
        assert isinstance(inner, Document)
        doc = inner
    assert isinstance(view, View)
    assert view.text == "e: 1\n"
    edit = view.edit(5, 5, "f:\n  - é🚀\n")
    assert isinstance(edit, Edit)
    pad = " " * 12
    assert apply(text, [edit]) == text.replace("e: 1\r\n", f"e: 1\r\n{pad}f:\r\n{pad}  - é🚀\r\n")
    inside_line = view.edit(3, 4, "2")
    assert isinstance(inside_line, Edit)
    assert apply(text, [inside_line]) == text.replace("e: 1", "e: 2")

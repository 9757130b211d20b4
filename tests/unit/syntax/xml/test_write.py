"""Setting texts and attributes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Document, Route
from linter.syntax.xml.element import WHITE, Attribute, Element, find, walk
from linter.syntax.xml.parse import parse
from linter.syntax.xml.write import write
from linter.text.edit import apply
from linter.text.source import Source
from linter.text.view import View
from tests.unit.syntax.xml.texts import CORPUS, PLAIN, documents, parsed, tree


def changed(text: str, *changes: tuple[Route, str]) -> str:
    edits = write(tree(text), [TreeChange("set", route, to) for route, to in changes])
    assert isinstance(edits, tuple), edits
    return apply(text, edits)


def refusal(text: str, route: Route, to: str = "1", verb: TreeVerb = "set") -> str:
    reason = write(tree(text), [TreeChange(verb, route, to)])
    assert isinstance(reason, str)
    return reason


def targets(document: Document[Element]) -> list[Route]:
    found: list[Route] = []
    for route, element in walk(document.root):
        if element.text_start >= 0 or element.closed:
            found.append(route)
        found += ((*route, f"@{one.qualified}") for one in element.attributes if "xmlns" not in one.qualified)
    return found


@given(documents(), st.data())
def test_a_value_that_was_set_reads_back_and_nothing_else_changes(text: str, data: st.DataObject) -> None:
    document = tree(text)
    routes = targets(document)
    if not routes:
        return
    route = data.draw(st.sampled_from(routes))
    to = data.draw(PLAIN)
    edits = write(document, [TreeChange("set", route, to)])
    if isinstance(edits, str):
        assert "CDATA" in edits
        return

    (edit,) = edits
    after = apply(text, edits)
    assert after[: edit.start] == text[: edit.start]
    assert after[edit.start + len(edit.new) :] == text[edit.end :]
    found = find(tree(after).root, route)
    assert found is not None
    if isinstance(found, Attribute):
        assert found.value == to
    else:
        assert found.text.strip(WHITE) == to.strip(WHITE)


@pytest.mark.parametrize(
    ("text", "step", "after"),
    [
        ("<p><v>1</v></p>", "v[0]", "<p><v>2 &amp; &lt;3></v></p>"),
        ("<p><v>\r\n  1\r\n</v></p>", "v[0]", "<p><v>\r\n  2 &amp; &lt;3>\r\n</v></p>"),
        ("<p><v></v></p>", "v[0]", "<p><v>2 &amp; &lt;3></v></p>"),
        ("<p><v/></p>", "v[0]", "<p><v>2 &amp; &lt;3></v></p>"),
        ("<p><d:v a='1' /></p>", "v[0]", "<p><d:v a='1'>2 &amp; &lt;3></d:v></p>"),
        ("<p><v> <![CDATA[1]]> </v></p>", "v[0]", "<p><v> <![CDATA[2 & <3>]]> </v></p>"),
        ("<p><v><!-- c -->1</v></p>", "v[0]", "<p><v><!-- c -->2 &amp; &lt;3></v></p>"),
        ("<p a='1'/>", "@a", "<p a='2 &amp; &lt;3>'/>"),
    ],
)
def test_only_the_value_is_replaced(text: str, step: str, after: str) -> None:
    assert changed(text, (("p[0]", step), "2 & <3>")) == after


@pytest.mark.parametrize(
    ("text", "to", "after"),
    [
        ("<p a='1'/>", 'it\'s "so"', "<p a='it&apos;s \"so\"'/>"),
        ('<p a="1"/>', 'it\'s "so"', '<p a="it\'s &quot;so&quot;"/>'),
        ('<p a="1"/>', "a\tb\nc", '<p a="a&#9;b&#10;c"/>'),
    ],
)
def test_an_attributes_own_quote_is_escaped(text: str, to: str, after: str) -> None:
    assert changed(text, (("p[0]", "@a"), to)) == after


def test_a_text_may_hold_what_ends_a_section() -> None:
    assert changed("<p>1</p>", (("p[0]",), "a]]>b")) == "<p>a]]&gt;b</p>"


def test_a_carriage_return_is_kept_by_a_reference() -> None:
    after = changed("<p>1</p>", (("p[0]",), "a\rb"))

    assert after == "<p>a&#13;b</p>"
    assert tree(after).root.text == "a\rb"


def test_several_changes_are_one_operation() -> None:
    text = "<p a='1'><v>1</v><v>2</v></p>"

    after = changed(text, (("p[0]", "@a"), "x"), (("p[0]", "v[1]"), "y"), (("p[0]", "v[0]"), "z"))

    assert after == "<p a='x'><v>z</v><v>y</v></p>"


def test_equal_changes_count_once() -> None:
    assert changed("<p>1</p>", (("p[0]",), "2"), (("p[0]",), "2")) == "<p>2</p>"


def test_characters_that_the_files_encoding_lacks_become_references() -> None:
    source = Source("a.xml", "<p a='1'>1</p>", "iso-8859-1")
    document = parse(View.of(source), DocRef("a.xml", "xml"))
    assert isinstance(document, Document)

    edits = write(document, [TreeChange("set", ("p[0]",), "é中"), TreeChange("set", ("p[0]", "@a"), "é中")])

    assert isinstance(edits, tuple)
    assert apply(source.text, edits) == "<p a='é&#20013;'>é&#20013;</p>"


@pytest.mark.parametrize(
    ("text", "route", "reason"),
    [
        ("<p><v/></p>", ("p[0]", "v[2]"), "there are 1"),
        ("<p><v/></p>", ("q[0]", "v[0]"), "nor anything that it could stand in"),
        ("<p><v/></p>", ("p[0]", "v[0]", "@d:a"), "without a prefix"),
        ("<p>text</p>", ("p[0]", "v[0]"), "holds a text"),
        ("<p a='1'/>", ("p[0]", "@a", "@b"), "not written"),
        ("<p><v/></p>", ("p[0]",), "interrupted"),
        ("<p>1<!-- c -->2</p>", ("p[0]",), "interrupted"),
        ("<p/>", (), "is not written"),
    ],
)
def test_what_is_not_there_in_one_piece_is_refused(text: str, route: Route, reason: str) -> None:
    assert reason in refusal(text, route)


@pytest.mark.parametrize(
    ("verb", "route", "reason"),
    [
        ("remove", ("p[0]",), "whole document"),
        ("rename", ("p[0]",), "whole document"),
        ("insert", ("p[0]",), "written already"),
        ("insert", ("p[0]", "@a"), "written already"),
        ("remove", ("p[0]", "w[0]"), "not written"),
        ("rename", ("p[0]", "@b"), "not written"),
        ("rename", ("p[0]", "@a"), "no name"),
        ("remove", ("p[0]", "v[0]"), "comments in `v` would be lost"),
    ],
)
def test_what_can_not_be_done_is_refused(verb: TreeVerb, route: Route, reason: str) -> None:
    assert reason in refusal("<p a='1'><v><!-- c --></v></p>", route, "2 3", verb)


def test_two_values_for_one_place_are_refused() -> None:
    document = tree("<p>1</p>")

    assert isinstance(write(document, [TreeChange("set", ("p[0]",), "2"), TreeChange("set", ("p[0]",), "3")]), str)


@pytest.mark.parametrize("to", ["\0", "\ud800", "\ufffe"])
def test_characters_that_xml_forbids_are_refused(to: str) -> None:
    assert "forbids" in refusal("<p>1</p>", ("p[0]",), to)


def test_a_section_cannot_hold_its_own_end() -> None:
    assert "CDATA" in refusal("<p><![CDATA[1]]></p>", ("p[0]",), "a]]>b")


def test_every_attribute_of_the_corpus_can_be_set() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    seen = 0
    for path in sorted(CORPUS.rglob("*.xml"))[:20]:
        text = path.read_text("utf-8")
        document = parsed(text)
        if isinstance(document, Document):
            routes = targets(document)[:10]
            after = changed(text, *((route, f"new {index}") for index, route in enumerate(routes)))
            root = tree(after).root
            for index, route in enumerate(routes):
                found = find(root, route)
                assert found is not None
                said = found.value if isinstance(found, Attribute) else found.text.strip(WHITE)
                assert said == f"new {index}"
                seen += 1
    assert seen > 50

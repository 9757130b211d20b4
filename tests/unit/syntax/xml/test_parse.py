"""Elements, their meaning and their places."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from lxml import etree

from linter.syntax.document import UNREAD, Document, Problem
from linter.syntax.xml.element import WHITE, Element, find, walk
from linter.syntax.xml.parse import DEPTH, unbound
from linter.text.read import decode
from linter.text.source import Source
from tests.unit.syntax.xml.texts import CORPUS, documents, parsed, problem, tree

BREAK = re.compile(r"\r\n?")


def meaning(raw: str) -> str:
    """Written character data as it is meant."""
    return unescape(BREAK.sub("\n", raw))


def check_places(text: str, document: Document[Element]) -> None:
    """Every place of every element, sliced out of ``text``, is what it is said to be."""
    for route, element in walk(document.root):
        assert find(document.root, route) is element
        assert text[element.name_start : element.name_end] == element.qualified
        assert text[element.start] == "<"
        assert text[element.end - 1] == ">"
        opening = text[element.start : element.open_end]
        assert opening.endswith("/>" if element.closed else ">")
        if not element.closed:
            assert text[element.close_start : element.end].rstrip(" \t\r\n>") == f"</{element.qualified}"
        for attribute in element.attributes:
            assert text[attribute.start : attribute.name_end] == attribute.qualified
            raw = text[attribute.value_start : attribute.value_end]
            assert text[attribute.value_start - 1] == text[attribute.value_end] == text[attribute.end - 1]
            assert text[attribute.value_end] in "\"'"
            assert unescape(re.sub(r"\r\n|[\r\n\t]", " ", raw)) == attribute.value
            assert find(document.root, (*route, f"@{attribute.qualified}")) is attribute
        if element.text_start >= 0:
            raw = text[element.text_start : element.text_end]
            said = raw if element.cdata else meaning(raw)
            assert element.text.strip(WHITE) == BREAK.sub("\n", said).strip(WHITE)


def same(ours: Element, theirs: etree._Element) -> None:
    """``ours`` says what lxml reads."""
    name = etree.QName(theirs.tag)
    assert (ours.name, ours.uri) == (name.localname, name.namespace or "")
    written = {(one.name, one.uri): one.value for one in ours.attributes if "xmlns" not in (one.name, one.prefix)}
    named = {etree.QName(key): value for key, value in theirs.attrib.items()}
    assert written == {(key.localname, key.namespace or ""): value for key, value in named.items()}
    children = [child for child in theirs if not isinstance(child, etree._Comment | etree._ProcessingInstruction)]
    assert ours.text == (theirs.text or "") + "".join(child.tail or "" for child in theirs)
    assert len(ours.children) == len(children)
    for own, other in zip(ours.children, children, strict=True):
        same(own, other)


@given(documents())
def test_generated_texts_have_exact_places_and_lxmls_meaning(text: str) -> None:
    document = tree(text)

    check_places(text, document)
    same(document.root, etree.fromstring(text.encode()))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "iso-8859-1", "utf-16"])
def test_places_are_characters_of_the_decoded_text_in_every_encoding(encoding: str) -> None:
    word = "é" if encoding == "iso-8859-1" else "中"
    declared = "UTF-8" if encoding.startswith("utf-8") else encoding
    text = f"<?xml version='1.0' encoding='{declared}'?><a x='{word}'>{word}<b>{word} c</b></a>"
    source = decode("a.xml", text.encode(encoding), None if "utf" in encoding else encoding)
    assert isinstance(source, Source)

    document = tree(source.text)

    check_places(source.text, document)
    assert document.root.children[0].text == f"{word} c"


def test_namespaces_are_bound_by_prefix_and_scope() -> None:
    document = tree(
        '<a xmlns="one" xmlns:p="two"><b xmlns=""><p:c p:x="1" x="2"/></b><d xmlns:p="three"><p:e/></d></a>'
    )

    found = {element.name: element.uri for _, element in walk(document.root)}

    assert found == {"a": "one", "b": "", "c": "two", "d": "one", "e": "three"}
    inner = document.root.children[0].children[0]
    assert (inner.get("x"), inner.get("x", "two")) == ("2", "1")
    assert unbound(document) == []


def test_prefixes_that_nothing_binds_are_told_apart() -> None:
    text = '<a><dubbo:reference y:id="1" id="2" xml:lang="en"/></a>'
    document = tree(text)

    found = unbound(document)

    assert document.root.children[0].uri == ""
    assert [text[one.place.start : one.place.end] for one in found] == ["dubbo:reference", "y:id"]


@pytest.mark.parametrize(
    ("written", "token"),
    [
        ("1.0", "1.0"),
        ("\n  1.0\n", "1.0"),
        ("<![CDATA[1.0]]>", "1.0"),
        (" <!-- c -->1.0 ", "1.0"),
        ("a&amp;b", "a&amp;b"),
        ("", ""),
        ("  ", "  "),
        ("<![CDATA[]]>", ""),
    ],
)
def test_a_text_in_one_piece_has_a_place(written: str, token: str) -> None:
    text = f"<a>{written}</a>"
    root = tree(text).root

    assert root.text_start >= 0
    assert text[root.text_start : root.text_end] == token


@pytest.mark.parametrize("written", ["1<!-- c -->.0", "1<![CDATA[.0]]>", "1<b/>", "<!-- c -->"])
def test_a_text_in_several_pieces_has_none(written: str) -> None:
    assert tree(f"<a>{written}</a>").root.text_start == -1


@pytest.mark.parametrize(
    ("text", "token", "message"),
    [
        ("<a><b>x</c></a>", "</c>", "`</c>` stands where `</b>` must"),
        ("<a>é<b></a>", "</a>", "`</a>` stands where `</b>` must"),
        ("<a>中<b>", "<b>", "`<b>` is never closed"),
        ("<a x=1/>", "1", "not well-formed"),
        ("<a>中 & b</a>", " ", "not well-formed"),
        ("<a/>中", "中", "junk after document element"),
        ("<a/><b/>", "<", "junk after document element"),
        ('<a x="1" x="2"/>', "x", "duplicate attribute"),
        ("<a>中&x;</a>", "&x;", "`&x;` is declared nowhere"),
        ("<a>中<b x='&amp;&x;'/></a>", "&x;", "`&x;` is declared nowhere"),
        ("<a>\ud800</a>", "\ud800", "not well-formed"),
        ("", "", "the text is empty"),
        ("<!-- 中 -->", "", "there is no element"),
        ("{{ if }}<a/>", "{", "not well-formed"),
    ],
)
def test_malformed_text_is_a_problem_at_its_place(text: str, token: str, message: str) -> None:
    found = problem(text)

    assert text[found.place.start : found.place.end] == token
    assert message in found.message


BOMB = "<!DOCTYPE a [" + "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9)) + "]><a>&e9;</a>"


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/x">%p;]><a/>',
        '<!DOCTYPE a [<!ENTITY harmless "中">]><a/>',
    ],
)
def test_entity_declarations_are_refused_where_they_stand(text: str) -> None:
    found = problem(text)

    assert text[found.place.start :].startswith("<!ENTITY")
    assert found.place.end > found.place.start
    assert found.kind == UNREAD
    assert "declares the entity" in found.message


def test_a_doctype_without_entities_is_fine_and_fetches_nothing() -> None:
    doctype = '<!DOCTYPE a PUBLIC "-//SPRING//DTD BEAN//EN" "http://127.0.0.1:9/none.dtd" [<!ATTLIST a d CDATA "x">]>'

    root = tree(f'{doctype}<a b="&lt;"/>').root

    assert [one.qualified for one in root.attributes] == ["b"]


@pytest.mark.parametrize("use", ["<a>中&nbsp;</a>", "<a b='&nbsp;'/>"])
def test_an_entity_that_only_an_outside_dtd_could_declare_is_a_problem(use: str) -> None:
    text = f'<!DOCTYPE a SYSTEM "none.dtd">{use}'
    found = problem(text)

    assert text[found.place.start : found.place.end] == "&nbsp;"


def test_nesting_is_bounded() -> None:
    deep = "<a>" * DEPTH + "</a>" * DEPTH

    assert isinstance(parsed(deep), Document)
    assert "nested" in problem(f"<a>{deep}</a>").message
    assert "nested" in problem("<a>" * 100_000).message


def test_routes_count_siblings_of_one_name() -> None:
    document = tree("<p><v/><d:v/><w/><v x='1'/></p>")

    assert [route for route, _ in walk(document.root)] == [
        ("p[0]",),
        ("p[0]", "v[0]"),
        ("p[0]", "v[1]"),
        ("p[0]", "w[0]"),
        ("p[0]", "v[2]"),
    ]
    assert find(document.root, ("p[0]", "v[3]")) is None
    assert find(document.root, ("p[0]", "v")) is None
    assert find(document.root, ("q[0]", "v[0]")) is None
    assert find(document.root, ("p[0]", "v[2]", "@y")) is None
    assert find(document.root, ()) is None


def test_every_corpus_file_parses_with_exact_places_or_is_a_problem() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    seen = 0
    for path in sorted(CORPUS.rglob("*.xml")):
        source = decode(path.name, path.read_bytes())
        assert isinstance(source, Source)
        found = parsed(source.text)
        if isinstance(found, Problem):
            assert 0 <= found.place.start <= found.place.end <= len(source.text)
            continue
        check_places(source.text, found)
        same(found.root, etree.fromstring(path.read_bytes()))
        seen += 1
    assert seen > 40

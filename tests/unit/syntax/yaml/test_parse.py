from __future__ import annotations

from typing import Any

import pytest

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence, follow
from linter.syntax.yaml.build import DEPTH
from linter.syntax.yaml.parse import parse
from linter.text.source import Source
from linter.text.view import View
from tests.yamls import at, document, outcome, problem, read, scalars


def written(text: str, *steps: int) -> str:
    node = at(document(text).root, *steps)
    return text[node.start : node.end]


def value(text: str, *steps: int) -> Scalar:
    node = at(document(text).root, *steps)
    assert isinstance(node, Scalar)
    return node


@pytest.mark.parametrize(
    ("text", "token"),
    [
        ("a: b  # c\n", "b"),
        ("a: 'b''c'\n", "'b''c'"),
        ('a: "b\\n"\n', '"b\\n"'),
        ("a: one\n  two\n\nb: 1\n", "one\n  two"),
        ("a: 'one\n\n  two'\n", "'one\n\n  two'"),
        ("a: &x b\n", "b"),
        ("a: !!str b\n", "b"),
        ("a: &x !t 'b'\n", "'b'"),
        ("a: !t &x\n  # no\n  b\n", "b"),
        ("a: !<tag:x,y:z> b\n", "b"),
        ("a: ! b\n", "b"),
        ("a: |\n  b\n\n\n# c\nd: 1\n", "|\n  b"),
        ("a: >-  # c\n  b\n  c\n\n", ">-  # c\n  b\n  c"),
        ("a: &x |2+ \n   b  \n  \nc: 1\n", "|2+ \n   b  "),
        ("a: !t |\n  b", "|\n  b"),
        ("a: |\n", "|"),
        ("a: |-2   # nothing\n\n\n", "|-2"),
        ("a: |2\n    \n", "|2"),
        ("a: |\r\n  b\r\n\r\nc: 1\r\n", "|\r\n  b"),
        ("a: {b: 1}\n", "{b: 1}"),
        ("a: &x [b,\n c ]  # d\n", "[b,\n c ]"),
        ("a: !t {}\n", "{}"),
        ("a: []", "[]"),
        ("a:\n  # c\n  b: 1\n  c:\n    d: 2   # e\n\n# f\n", "b: 1\n  c:\n    d: 2"),
        ("a: &x !t\n  b: 1\n", "b: 1"),
        ("a:\n  - b\n  - c: 1\n    d: 2\n# e\n", "- b\n  - c: 1\n    d: 2"),
        ("a:\n- b\n- c\nd: 1\n", "- b\n- c"),
        ("a: &x\n- b\n", "- b"),
        ("a: !t\n  - b\n", "- b"),
        ("a: \U0001f680é b\n", "\U0001f680é b"),
    ],
)
def test_a_value_spans_what_a_reader_takes_for_it(text: str, token: str) -> None:
    assert written(text, 0) == token


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("a:\n\n# c\nb: 1\n", 2),
        ("a:   # c\nb: 1\n", 2),
        ('"a" : \nb: 1\n', 5),
        ("a: &x\nb: 1\n", 5),
        ("a: !!str\nb: 1\n", 8),
        ("? a\n# c\n? b\n", 3),
        ("? a\n:\n? b\n", 5),
        ("{a: , b: 1}\n", 3),
        ("{a , b: 1}\n", 2),
        ("{a: # c\n }", 3),
        ("{'a':}", 5),
        ("a:", 2),
    ],
)
def test_a_value_that_is_not_written_lies_where_it_would_stand(text: str, offset: int) -> None:
    found = value(text, 0)
    assert (found.start, found.end, found.text, found.style) == (offset, offset, "", "")


def test_items_that_are_not_written_lie_behind_their_dash() -> None:
    assert [(item.start, item.end) for item in scalars(document("-\n- # c\n\n-").root)] == [(1, 1), (3, 3), (10, 10)]


def test_a_container_ends_with_its_last_child() -> None:
    text = "a:\n  b:\n    c: |+\n      x\n\n\n# end\n"
    assert written(text, 0) == written("x:\n  " + text[5:], 0) == "b:\n    c: |+\n      x"


def test_styles_tags_and_anchors_are_kept() -> None:
    text = "a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne: >\n  x\nf: &n !Ref x\ng: !!int '1'\nh: ! x\n"
    found = [value(text, index) for index in range(8)]
    assert [one.style for one in found] == ["", "'", '"', "|", ">", "", "'", ""]
    assert [one.tag for one in found[5:]] == ["!Ref", "tag:yaml.org,2002:int", "!"]
    assert [one.anchor for one in found] == [None] * 5 + ["n", None, None]


def test_collections_keep_their_style_tag_and_anchor() -> None:
    root = document("a: &m !t\n  b: 1\nc: &s [x]\nd: {e: f}\n").root
    one, two, three = at(root, 0), at(root, 1), at(root, 2)
    assert isinstance(one, Mapping)
    assert isinstance(two, Sequence)
    assert isinstance(three, Mapping)
    assert (one.anchor, one.tag, one.flow) == ("m", "!t", False)
    assert (two.anchor, two.tag, two.flow) == ("s", None, True)
    assert three.flow


def test_an_alias_keeps_its_place_and_leads_to_the_anchored_node() -> None:
    text = "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n"
    root = document(text).root
    alias = at(root, 1)
    assert isinstance(alias, Alias)
    assert text[alias.start : alias.end] == "*x"
    assert alias.target is at(root, 0)
    assert follow(at(root, 2, 0)) is alias.target


def test_an_anchor_may_be_given_again_and_hold_itself() -> None:
    root = document("- &x 1\n- *x\n- &x 2\n- *x\n- &y [*y]\n").root
    assert [follow(at(root, index)) is at(root, index - 1) for index in (1, 3)] == [True, True]
    assert follow(at(root, 4, 0)) is at(root, 4)


def test_an_unknown_alias_is_a_problem_at_the_alias() -> None:
    found = problem("a: *nope\n")
    assert (found.place.start, found.place.end) == (3, 8)
    assert found.message == "unknown anchor nope"


def test_duplicates_and_merge_keys_are_kept() -> None:
    root = document("a: 1\na: 2\n<<: {b: 1}\n").root
    assert isinstance(root, Mapping)
    assert [key.text for key, _ in root.entries if isinstance(key, Scalar)] == ["a", "a", "<<"]


def test_keys_may_be_collections() -> None:
    text = "? [a]\n: 1\n? b: c\n: 2\n{{ x }}: 3\n"
    root = document(text).root
    assert isinstance(root, Mapping)
    assert [text[key.start : key.end] for key, _ in root.entries] == ["[a]", "b: c", "{{ x }}"]


def test_a_pair_in_a_flow_sequence_is_a_mapping() -> None:
    text = "[a: b , ? c, ? d : e]"
    root = document(text).root
    assert isinstance(root, Sequence)
    assert [text[item.start : item.end] for item in root.items] == ["a: b", "c", "d : e"]
    assert all(isinstance(item, Mapping) and item.flow for item in root.items)


@pytest.mark.parametrize(
    ("text", "indices"),
    [
        ("", []),
        ("# only a comment\n", []),
        ("---\n", []),
        ("---\n# nothing\n...\n", []),
        ("a: 1\n", [0]),
        ("a: 1\n---\nb: 2\n", [0, 1]),
        ("---\na: 1\n--- # c\n---\nb: 2\n", [0, 2]),
        ("a: 1\n...\n---\nb: 2\n", [0, 1]),
        ("a: 1\n...\n# c\nb: 2\n...\nc: 3\n", [0, 1, 2]),
        ("%YAML 1.2\n---\na: 1\n", [0]),
        ("%YAML 1.1\n%TAG !e! tag:e,2000:\n---\na: !e!x 1\n", [0]),
        ("--- |\n a\n--- b\n", [0, 1]),
        ("--- !!str\n", [0]),
        ("--- &x\n", [0]),
        ("--- ''\n", [0]),
    ],
)
def test_documents_are_counted_from_0_and_empty_ones_left_out(text: str, indices: list[int]) -> None:
    assert [index for index, _ in outcome(text)[0]] == indices
    assert not outcome(text)[1]


def test_documents_after_an_end_marker_keep_their_places() -> None:
    text = "a: 1\n...\n# c\nb: [x, y]\n"
    second = read(text)[1]
    assert isinstance(second, Document)
    assert [text[one.start : one.end] for one in scalars(second.root)] == ["b", "x", "y"]


def test_a_problem_ends_the_stream_and_keeps_what_came_before() -> None:
    found = read("a: 1\n---\nb: [\n---\nc: 3\n")
    assert [type(one).__name__ for one in found] == ["Document", "Problem"]


def test_the_reference_is_given_on() -> None:
    host = DocRef("f", "yaml", 3)
    ref = DocRef("f", "yaml", 0, host, ("data", "x"))
    found = list(parse(View.of(Source("f", "a: 1\n---\nb: [")), ref))
    assert isinstance(found[0], Document)
    assert found[0].ref is ref
    assert not isinstance(found[1], Document)
    assert found[1].place.doc == DocRef("f", "yaml", 1, host, ("data", "x"))


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
def test_all_line_ends_give_the_same_tree(eol: str) -> None:
    text = "a: 1\nb:\n  - x y\n  - |\n    l1\n    l2\nc: 'd\n  e'\n"
    changed = text.replace("\n", eol)
    found = [(one.text, changed[one.start : one.end].replace(eol, "\n")) for one in scalars(document(changed).root)]
    assert found == [(one.text, text[one.start : one.end]) for one in scalars(document(text).root)]


def test_a_byte_order_mark_in_a_text_takes_a_place_but_is_no_text() -> None:
    text = "\ufeffa: 1\n"
    assert [(one.text, text[one.start : one.end]) for one in scalars(document(text).root)] == [("a", "a"), ("1", "1")]


@pytest.mark.parametrize("pure", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "a: " + "{a: " * 100_000,
        "- " * 100_000,
        "".join(" " * depth + "a:\n" for depth in range(DEPTH + 50)),
        "? " * 5_000,
    ],
    ids=["brackets", "braces", "dashes", "lines", "question marks"],
)
def test_deep_nesting_is_a_problem_and_no_crash(text: str, pure: bool) -> None:
    shapes, failed = outcome(text, pure=pure)
    assert failed
    assert shapes == []
    assert f"{DEPTH} levels" in problem(text).message


@pytest.mark.parametrize("pure", [False, True])
def test_nesting_up_to_the_limit_is_read(pure: bool) -> None:
    assert not outcome("[" * DEPTH + "]" * DEPTH, pure=pure)[1]
    assert outcome("[" * (DEPTH + 1) + "]" * (DEPTH + 1), pure=pure)[1]


def _rooted(node: Node) -> Any:
    return type(node).__name__


def test_a_root_may_be_anything() -> None:
    assert [_rooted(document(text).root) for text in ("x", "- x", "{}", "a: b", "|\n x\n")] == [
        "Scalar",
        "Sequence",
        "Mapping",
        "Mapping",
        "Scalar",
    ]

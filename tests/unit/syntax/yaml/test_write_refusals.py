"""What can't be changed safely is refused with its reason."""

from __future__ import annotations

import pytest

from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Document, Route
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write import write
from linter.text.edit import Edit
from linter.text.source import Source
from linter.text.view import View


def attempt(text: str, *changes: TreeChange) -> tuple[Edit, ...] | str:
    document = next(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")))
    assert isinstance(document, Document)
    return write(document, changes)


@pytest.mark.parametrize(
    ("text", "verb", "route", "to", "why"),
    [
        ("a: &x {b: 1}\nc: *x\n", "set", ("c", "b"), "2", "c is an alias of &x"),
        ("a: &x {b: 1}\nc: *x\n", "set", ("a", "b"), "2", "a is shared: &x is used elsewhere"),
        ("a: &x {b: {c: 1}}\nd: *x\n", "set", ("a", "b", "e"), "2", "a is shared: &x is used elsewhere"),
        ("a: &x 1\nc: *x\n", "set", ("a",), "2", "a holds &x, which is used elsewhere"),
        ("a: {b: &x 1}\nc: *x\n", "remove", ("a",), "", "a holds &x, which is used elsewhere"),
        ("&x a: 1\nc: *x\n", "rename", ("a",), "b", "the key a is shared: &x is used elsewhere"),
        ("a: &x {b: 1}\nc:\n  <<: *x\n", "set", ("a", "b"), "2", "a is shared: &x is used elsewhere"),
        ("a: &x {b: {c: 1, d: 2}}\ne:\n  <<: *x\n", "set", ("e", "b", "c"), "2", "e.b comes from a merge key"),
        ("a: &x {b: 1}\ne:\n  <<: [*x]\n", "remove", ("e", "b"), "", "e.b comes from a merge key"),
        (
            "a: &x {b: 1}\ne:\n  <<: *x\n  b: 2\n",
            "remove",
            ("e", "b"),
            "",
            "e.b has a merge key beside it that would take its place",
        ),
        (
            "a: &x {b: 1}\ne:\n  <<: *x\n  c: 2\n",
            "rename",
            ("e", "c"),
            "b",
            "e.c has a merge key beside it that would take its place",
        ),
        ("a: &x {b: 1}\ne:\n  <<: *x\n", "set", ("e", "<<"), "{}", "a merge key would be changed"),
        ("a: 1\n", "set", ("<<",), "{}", "a merge key would be written"),
        ("a: {b: 1}\na: {b: 2}\n", "set", ("a", "b"), "3", "the key a occurs more than once"),
        ("a: 1\n'a': 2\n", "remove", ("a",), "", "the key a occurs more than once"),
        ("x: &k a\n*k : 1\n", "set", ("a",), "2", "the key a is an alias"),
        ("? a\n: 1\n", "set", ("b",), "2", "a key beside it is written with ?"),
        ("? a\n: 1\n", "remove", ("a",), "", "a key beside it is written with ?"),
        ("{? a : 1}\n", "set", ("b",), "2", "a key beside it is written with ?"),
        ("? [a]\n: 1\nb: 2\n", "remove", ("b",), "", "a key beside it is written with ?"),
        ("[a: 1]\n", "set", (0, "b"), "2", "a pair stands in a sequence without braces"),
        ("&k a: 1\n", "set", ("b",), "2", "an entry beside it has an anchor, a tag or another thing before it"),
        ("a: !!str 1\n", "set", ("a",), "2", "a has the tag tag:yaml.org,2002:str"),
        ("a: !!null\n", "set", ("a", "b"), "2", "a is not a mapping"),
        ("a: 1\n", "set", ("a", "b"), "2", "a is not a mapping"),
        ("a: [1]\n", "set", ("a", "b"), "2", "a is not a mapping"),
        ("a: {b: 1}\n", "set", ("a", 0), "2", "a is not a sequence with that index"),
        ("a: [1]\n", "set", ("a", 1), "2", "a is not a sequence with that index"),
        ("a: [1]\n", "insert", ("a", 2), "2", "a has 1 items, so none can be put at 2"),
        ("a: 1\n", "insert", ("a", 0), "2", "a is not a sequence"),
        ("a: 1\n", "insert", ("a",), "2", "a exists already"),
        ("a: 1\n", "rename", ("b",), "c", "b does not exist"),
        ("a: [1]\n", "rename", ("a", 0), "c", "a.0 is an item and has no name"),
        ("a: 1\nb: 2\n", "rename", ("a",), "b", "the key b would occur twice"),
        ("a: 1\n", "set", (), "2", "the whole document would change"),
        ("a: 1\n", "set", ("a",), "", "the new value is empty or has white space around it"),
        ("a: 1\n", "set", ("a",), "x\ny", "the new value has several lines"),
        ("a: 1\n", "set", ("a",), "x # y", "the new value x # y is more than one value"),
        ("a: 1\n", "set", ("a",), "x: y", "the new value x: y can't be read"),
        ("a: 1\n", "set", ("a",), "*x", "the new value *x can't be read"),
        ("a: 1\n", "set", ("a",), "|", "the new value | is a block scalar"),
        ("{a: 1}\n", "set", ("a",), "x, y", "the new text would not say what was wanted"),
        ("{a: 1}\n", "set", ("b",), "${env:X}", "the new text would not say what was wanted"),
        ('{"a": 1}\n', "set", ("a",), "'x'", "'x' is no JSON"),
        ("a:\n  # why\n  - 1\n  # and\n  - 2\n", "set", ("a",), "[3]", "comments would be lost"),
        ("a: [1, # one\n  2]\n", "set", ("a",), "[3]", "comments would be lost"),
        ("{a: 1, # about b\n  b: 2}\n", "remove", ("b",), "", "comments would be lost"),
    ],
)
def test_refused(text: str, verb: TreeVerb, route: Route, to: str, why: str) -> None:
    assert attempt(text, TreeChange(verb, route, to)) == why


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ([("set", ("a", "b"), "2"), ("set", ("a",), "3")], "a is changed both as a whole and inside"),
        ([("set", ("a",), "3"), ("set", ("a", "b"), "2")], "a.b lies in something that is replaced or removed"),
        ([("remove", ("a",), ""), ("set", ("a", "c"), "2")], "a.c lies in something that is replaced or removed"),
        ([("set", ("d",), "1"), ("set", ("d",), "2")], "d is set in two ways"),
        ([("set", ("d",), "1"), ("set", ("d", "e"), "2")], "d.e is set in two ways"),
        ([("set", ("a", "b"), "3"), ("remove", ("a", "b"), "")], "a.b is removed and changed otherwise too"),
        ([("rename", ("a",), "x"), ("remove", ("a",), "")], "a is removed and changed otherwise too"),
        ([("rename", ("a",), "x"), ("set", ("x",), "1")], "the key x would occur twice"),
        ([("set", ("n", "x"), "1"), ("insert", ("n", 0), "2")], "n can't be both a mapping and a sequence"),
    ],
)
def test_changes_that_contradict(changes: list[tuple[TreeVerb, Route, str]], why: str) -> None:
    assert attempt("a: {b: 1}\nn:\n", *(TreeChange(*each) for each in changes)) == why


def test_nothing_is_asked() -> None:
    assert attempt("a: 1\n") == ()


def test_one_refusal_refuses_all() -> None:
    changes = (TreeChange("set", ("a",), "2"), TreeChange("set", ("a", "b"), "2"))
    assert isinstance(attempt("a: 1\n", *changes), str)


def test_documents_beside_it_stay() -> None:
    text = "a: &x 1\n---\n# two\na: *x\n"
    documents = list(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")))
    assert isinstance(documents[0], Document)
    assert not isinstance(write(documents[0], [TreeChange("set", ("a",), "2")]), str)


def test_the_second_document_is_changed() -> None:
    text = "a: 1\n---\na: 1\n---\na: 1\n"
    documents = list(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")))
    second = documents[1]
    assert isinstance(second, Document)
    assert write(second, [TreeChange("set", ("a",), "2"), TreeChange("set", ("b",), "3")]) == (
        Edit("a.yaml", 12, 13, "2"),
        Edit("a.yaml", 14, 14, "b: 3\n"),
    )


def test_a_block_text_at_the_end_without_a_line_break() -> None:
    """Another line would add a break to that text."""
    assert attempt("a: |\n  x", TreeChange("set", ("b",), "1")) == "the new text would not say what was wanted"


def test_deep_trees() -> None:
    depth = 190
    text = "{a: " * depth + "1" + "}" * depth + "\n"
    route = ("a",) * depth
    assert attempt(text, TreeChange("set", route, "2")) == (Edit("a.yaml", 4 * depth, 4 * depth + 1, "2"),)

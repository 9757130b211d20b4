"""The second reading must agree with right edits and object to wrong ones, whoever made them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from linter.fix.second.differs import differs
from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef

YAML = DocRef("a.yaml", "yaml")
SET = ("set", ("a", "b"), "10s")
Asked = tuple[str, tuple[str | int, ...], str]


def objection(old: str, new: str, *changes: Asked, syntax: str = "yaml") -> str:
    ref = DocRef("a.yaml", syntax)
    made = {ref: [TreeChange(verb, route, to) for verb, route, to in changes]}  # type: ignore[arg-type]
    return differs("a.yaml", syntax, old, new, made)


RIGHT: Mapping[str, tuple[str, str, Sequence[Asked]]] = {
    "a value": ("a: {b: 1}\n", "a: {b: 10s}\n", [SET]),
    "a value after a tab": ("a:\t{\tb:\t1\t}\t# x\n", "a:\t{\tb:\t10s\t}\t# x\n", [SET]),
    "a key beside tabs": ("a:\t# x\n  c:\t1\t\t# y\n", "a:\t# x\n  c:\t1\t\t# y\n  b: 10s\n", [SET]),
    "a key in lines that tabs begin": ("a: {\n\tc: 1\n  }\n", "a: {\n\tc: 1,\n\tb: 10s\n  }\n", [SET]),
    "a new key": ("a:\n  c: 1 # x\n", "a:\n  c: 1 # x\n  b: 10s\n", [SET]),
    "a new key anywhere": ("a:\n  c: 1\n", "a:\n  b: 10s\n  c: 1\n", [SET]),
    "below nothing": ("a:\n", "a:\n  b: 10s\n", [SET]),
    "below null": ("a: ~\n", "a:\n  b: 10s\n", [SET]),
    "below a new parent": ("c: 1\n", "c: 1\na:\n  b: 10s\n", [SET]),
    "two below one new parent": ("c: 1\n", "c: 1\na:\n  b: 10s\n  d: true\n", [SET, ("set", ("a", "d"), "true")]),
    "quoted": ("a: {b: 1}\n", 'a: {b: "10"}\n', [("set", ("a", "b"), '"10"')]),
    "a flow mapping": ("a: 1\n", "a: {x: [1, 2]}\n", [("set", ("a",), "{x: [1, 2]}")]),
    "an item": ("a: [1, 2]\n", "a: [1, 3]\n", [("set", ("a", 1), "3")]),
    "a removed key": ("a: {b: 1, c: 2}\n", "a: {c: 2}\n", [("remove", ("a", "b"), "")]),
    "the only key removed": ("a:\n  b: 1\n", "a: {}\n", [("remove", ("a", "b"), "")]),
    "removed items": ("[1, 2, 3]\n", "[2]\n", [("remove", (0,), ""), ("remove", (2,), "")]),
    "removed and changed": ("[a: 1, b: 2]\n", "[b: 3]\n", [("remove", (0,), ""), ("set", (1, "b"), "3")]),
    "renamed": ("a: {b: 1}\n", "c: {b: 1}\n", [("rename", ("a",), "c")]),
    "renamed inside and out": ("a: {b: 1}\n", "x: {y: 1}\n", [("rename", ("a",), "x"), ("rename", ("a", "b"), "y")]),
    "renamed with what is in it changed": ("a: {b: 1}\n", "x: {b: 10s}\n", [("rename", ("a",), "x"), SET]),
    "renamed, still quoted": ('"a": 1\n', '"c": 1\n', [("rename", ("a",), "c")]),
    "an anchor stays": ("a: {b: &x 1}\nc: *x\n", "a: {b: &x 10s}\nc: *x\n", [SET]),
    "a merged key of its own": ("x: &x {b: 1}\na:\n  <<: *x\n", "x: &x {b: 1}\na:\n  <<: *x\n  b: 10s\n", [SET]),
    "the last of two equal keys": ("a: {b: 1, b: 2}\n", "a: {b: 1, b: 10s}\n", [SET]),
    "the first document stays": ("a: 1\n---\nb: 2\n", "a: 9\n---\nb: 2\n", [("set", ("a",), "9")]),
    "CRLF": ("a:\r\n  b: 1\r\n", "a:\r\n  b: 10s\r\n", [SET]),
    "a text in JSON": ('{"a": {"b": "1s"}}\n', '{"a": {"b": "10s"}}\n', [SET]),
    "a new text in JSON": ('{"a": {}}\n', '{"a": {"b": "10s"}}\n', [SET]),
    "a number in JSON": ('{"a": {"b": 1}}\n', '{"a": {"b": 2}}\n', [("set", ("a", "b"), "2")]),
    "nothing": ("a: 1\n", "a: 1 # new comment\n", []),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_edit_is_agreed_with(name: str) -> None:
    old, new, changes = RIGHT[name]
    assert objection(old, new, *changes) == ""


WRONG: Mapping[str, tuple[str, str, Sequence[Asked]]] = {
    "not done": ("a: {b: 1}\n", "a: {b: 1}\n", [SET]),
    "another value": ("a: {b: 1}\n", "a: {b: 11s}\n", [SET]),
    "quoted though it was not meant to be": ("a: {b: 1}\n", "a: {b: '10s'}\n", [SET]),
    "plain though it was meant to be quoted": ("a: {b: 1}\n", "a: {b: 10}\n", [("set", ("a", "b"), "'10'")]),
    "quoted though it is a number in JSON": ('{"a": {"b": 1}}\n', '{"a": {"b": "2"}}\n', [("set", ("a", "b"), "2")]),
    "no longer JSON": ('{"a": {"b": "1s"}}\n', '{"a": {"b": 10s}}\n', [SET]),
    "quoted though only a part is JSON": ('a: {"b": "1s"}\n', 'a: {"b": "10s"}\n', [SET]),
    "another key changed too": ("a: {b: 1}\nc: 1\n", "a: {b: 10s}\nc: 2\n", [SET]),
    "another key lost": ("a: {b: 1}\nc: 1\n", "a: {b: 10s}\n", [SET]),
    "swallowed by a block scalar": ("c: |\n  x\n", "c: |\n  x\n  a: {b: 10s}\n", [SET]),
    "swallowed by a comment": ("c: 1 #\n", "c: 1 # a: {b: 10s}\n", [SET]),
    "in another place": ("a: {}\nc: {}\n", "a: {}\nc: {b: 10s}\n", [SET]),
    "doubled": ("a: {b: 1}\n", "a: {b: 10s, b: 10s}\n", [SET]),
    "order of items": ("[1, 2, 3]\n", "[3, 2]\n", [("remove", (0,), "")]),
    "an anchor lost": ("a: {b: &x 1}\n", "a: {b: 10s}\n", [SET]),
    "an alias written out": ("x: &x 1\ny: *x\na: {b: 1}\n", "x: &x 1\ny: 1\na: {b: 10s}\n", [SET]),
    "a tag lost": ("a: {b: 1}\nc: !x 1\n", "a: {b: 10s}\nc: 1\n", [SET]),
    "another document": ("a: {b: 1}\n---\nx: 1\n", "a: {b: 10s}\n---\nx: 2\n", [SET]),
    "a document more": ("a: {b: 1}\n", "a: {b: 10s}\n---\nx: 1\n", [SET]),
    "the indentation of a text": ("a: {b: 1}\nc: |\n  x\n   y\n", "a: {b: 10s}\nc: |\n  x\n  y\n", [SET]),
    "a tab of a text": ("a:\t{b: 1}\nc: |\n  x\ty\n", "a:\t{b: 10s}\nc: |\n  x y\n", [SET]),
    "a tab as indentation": ("a:\n  c:\t1\n", "a:\n  c:\t1\n\tb: 10s\n", [SET]),
    "nothing to remove": ("a: 1\n", "a: 1\n", [("remove", ("b",), "")]),
    "nothing to rename": ("a: 1\n", "a: 1\n", [("rename", ("b",), "c")]),
    "no place for it": ("a: 1\n", "a: {b: 10s}\n", [SET]),
    "text that does not parse": ("a: {b: 1}\n", "a: {b: [10s}\n", [SET]),
    "text that did not parse": ("a: {b: [1}\n", "a: {b: 10s}\n", [SET]),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_edit_is_objected_to(name: str) -> None:
    old, new, changes = WRONG[name]
    assert objection(old, new, *changes)


def test_nesting_beyond_reason_is_objected_to() -> None:
    deep = "[" * 600 + "]" * 600
    assert objection(f"a: {{b: 1}}\nc: {deep}\n", f"a: {{b: 10s}}\nc: {deep}\n", SET)


OUTER = (
    "data:\n  x: |\n    a:\n      b: {0}\n  y: |\n    a: {{b: {1}}}\n    ---\n    z: |\n      deep: {2}\nother: {3}\n"
)
X = DocRef("a.yaml", "yaml", 0, YAML, ("data", "x"))
Y1 = DocRef("a.yaml", "yaml", 1, YAML, ("data", "y"))
DEEP = DocRef("a.yaml", "yaml", 0, Y1, ("z",))
INSIDE: Mapping[DocRef, Sequence[TreeChange]] = {
    X: [TreeChange("set", ("a", "b"), "2")],
    DEEP: [TreeChange("set", ("deep",), "3")],
    YAML: [TreeChange("set", ("other",), "4")],
}


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_texts_inside_texts_are_compared_as_documents_of_their_own(eol: str) -> None:
    def check(*new: int) -> str:
        old = OUTER.format(1, 1, 1, 1).replace("\n", eol)
        return differs("a.yaml", "yaml", old, OUTER.format(*new).replace("\n", eol), INSIDE)

    assert check(2, 1, 3, 4) == ""
    for wrong in ((1, 1, 3, 4), (2, 2, 3, 4), (2, 1, 1, 4), (2, 1, 3, 1)):
        assert check(*wrong), wrong


POM = """<?xml version="1.0" encoding="GBK"?>
<!-- c -->
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:d="urn:d">
  <properties><dubbo.version> {0} </dubbo.version><x>{1}</x></properties>
  <d:a async="{2}"/><d:a async="t"/>
</project>
"""
VERSION = ("set", ("project[0]", "properties[0]", "dubbo.version[0]"), "2.7.23")
ASYNC = ("set", ("project[0]", "a[0]", "@async"), "a & b")


@pytest.mark.parametrize(
    ("new", "changes", "right"),
    [
        (("2.7.23", "1", "t"), [VERSION], True),
        (("2.7.23", "1", "a &amp; b"), [VERSION, ASYNC], True),
        (("2.7.12", "1", "t"), [VERSION], False),
        (("2.7.23", "2", "t"), [VERSION], False),
        (("2.7.23", "1", "u"), [VERSION], False),
        (("2.7.23<!-- c -->", "1", "t"), [VERSION], False),
        (("2.7.23", "1", "t"), [VERSION, ("set", ("project[0]", "a[2]", "@async"), "x")], False),
        (("2.7.23", "1", "t"), [VERSION, ("set", ("project[0]", "properties[0]"), "x")], False),
        (("2.7.23", "1", "t"), [VERSION, ("set", ("project[0]", "a[0]", "@no"), "x")], False),
        (("2.7.23", "1", "t"), [VERSION, ("remove", ("project[0]", "a[0]"), "")], False),
        (("</x>", "1", "t"), [VERSION], False),
    ],
)
def test_xml_is_read_by_another_reader_too(new: tuple[str, ...], changes: list[Asked], right: bool) -> None:
    made = objection(POM.format("2.7.12", "1", "t"), POM.format(*new), *changes, syntax="xml")
    assert (made == "") is right


@pytest.mark.parametrize(
    ("new", "changes", "right"),
    [
        ("# c\na.b = 2\nc: 1\n", [("set", ("a.b",), "2")], True),
        ("# c\na.b = 1\nc: 1\nd=x\\u4e2d\n", [("set", ("d",), "x中")], True),
        ("# c\na.b = 1\n", [("remove", ("c",), "")], True),
        ("# c\na.b = 1\nx: 1\n", [("rename", ("c",), "x")], True),
        ("# c\na.b = 2\nc: 2\n", [("set", ("a.b",), "2")], False),
        ("# c\na.b = 1\nc: 1\n", [("remove", ("x",), "")], False),
        ("# c\na.b = \\uxyz\nc: 1\n", [("set", ("a.b",), "2")], False),
    ],
)
def test_properties_are_read_by_another_reader_too(new: str, changes: list[Asked], right: bool) -> None:
    assert (objection("# c\na.b = 1\nc: 1\n", new, *changes, syntax="properties") == "") is right

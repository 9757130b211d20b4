"""Each case is made in a file and in block scalars one and two deep, with LF and CRLF; all else must stay as it is."""

from __future__ import annotations

import pytest

from linter.record import NamedTuple
from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Node, Scalar
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write import write
from linter.text.edit import apply
from linter.text.source import Source
from linter.text.view import View


class Case(NamedTuple):
    name: str
    before: str
    changes: tuple[TreeChange, ...]
    after: str


def change(verb: TreeVerb, route: str, to: str = "") -> TreeChange:
    """A route is written with ``/``; a step that is a number is an index."""
    return TreeChange(verb, tuple(int(step) if step.isdigit() else step for step in route.split("/")), to)


def put(route: str, to: str) -> TreeChange:
    return change("set", route, to)


def drop(route: str) -> TreeChange:
    return change("remove", route)


def name(route: str, to: str) -> TreeChange:
    return change("rename", route, to)


def add(route: str, to: str) -> TreeChange:
    return change("insert", route, to)


def case(title: str, before: str, after: str, *changes: TreeChange) -> Case:
    return Case(title, before, changes, after)


SET = [
    case("plain", "a: 1\nb: 2\n", "a: 30\nb: 2\n", put("a", "30")),
    case("single quoted", "a: '1' # why\n", "a: 30 # why\n", put("a", "30")),
    case("double quoted", 'a: "1\\n" # why\n', 'a: "30" # why\n', put("a", '"30"')),
    case("trailing comment", "a: 1    # one\nbb: 22   # two\n", "a: 300    # one\nbb: 22   # two\n", put("a", "300")),
    case("tab before a comment", "a: 1\t# one\n", "a: 2\t# one\n", put("a", "2")),
    case("nothing written", "a:\nb: 1\n", "a: 5\nb: 1\n", put("a", "5")),
    case("nothing but a space", "a: \nb: 1\n", "a: 5\nb: 1\n", put("a", "5")),
    case("nothing but a comment", "a:   # later\n", "a: 5   # later\n", put("a", "5")),
    case("tilde", "a: ~\n", "a: 5\n", put("a", "5")),
    case("null", "a: null # c\n", "a: 5 # c\n", put("a", "5")),
    case("flow value", "{a: 1, b: 2}\n", "{a: 5, b: 2}\n", put("a", "5")),
    case("flow without value", "{a: , b: 2}\n", "{a: 5 , b: 2}\n", put("a", "5")),
    case("flow key only", "{a, b: 2}\n", "{a: 5, b: 2}\n", put("a", "5")),
    case("json", '{"a": 1, "b": [true]}\n', '{"a": 5, "b": [false]}\n', put("a", "5"), put("b/0", "false")),
    case("json text gets its quotes", '{"a": "1s"}', '{"a": "5s"}', put("a", "5s")),
    case("item", "- a\n- b # c\n", "- a\n- x # c\n", put("1", "x")),
    case("unwritten item", "-\n- b\n", "- x\n- b\n", put("0", "x")),
    case("item at its key's indentation", "k:\n- a\n- b\n", "k:\n- a\n- x\n", put("k/1", "x")),
    case("mapping in a sequence", "k:\n  - a: 1\n    b: 2\n", "k:\n  - a: 1\n    b: 5\n", put("k/0/b", "5")),
    case("flow sequence as a whole", "a: [1, 2] # c\n", "a: [3] # c\n", put("a", "[3]")),
    case("several lines in brackets", "a: [1,\n  2]\nb: 1\n", "a: [3]\nb: 1\n", put("a", "[3]")),
    case("block sequence as a whole", "a: # c\n  - 1\n  - 2\nb: 1\n", "a: [3] # c\nb: 1\n", put("a", "[3]")),
    case("block mapping as a whole", "a:\n  b: 1\n\n  c: 2\n", "a: 5\n", put("a", "5")),
    case("block mapping that is an item", "- a: 1\n  b: 2\n- c\n", "- x\n- c\n", put("0", "x")),
    case("literal", "a: | # note\n  x\n\n  y\n\nb: 1\n", "a: z # note\n\nb: 1\n", put("a", "z")),
    case("literal that keeps blank lines", "a: |+\n  x\n\n\nb: 1\n", "a: z\nb: 1\n", put("a", "z")),
    case("folded", "a: >-\n  x\n  y\nb: 1\n", "a: z\nb: 1\n", put("a", "z")),
    case("plain text of two lines", "a: x\n  y\nb: 1\n", "a: z\nb: 1\n", put("a", "z")),
    case("quoted text of two lines", "a: 'x\n\n  y'\nb: 1\n", "a: z\nb: 1\n", put("a", "z")),
    case("an anchor nobody uses", "a: &x 1\nb: 1\n", "a: &x 5\nb: 1\n", put("a", "5")),
    case("an alias gets a value of its own", "a: &x 1\nb: *x\n", "a: &x 1\nb: 5\n", put("b", "5")),
    case("no line break at the end", "a: 1\nb: 2", "a: 1\nb: 5", put("b", "5")),
    case(
        "text of many bytes", "ключ: 值 # 🚀\nb: '🚀'\n", "ключ: 新 # 🚀\nb: '𝄞'\n", put("ключ", "新"), put("b", "'𝄞'")
    ),
    case("blanks at the ends of lines", "a: 1  \nb: 2\t \n", "a: 5  \nb: 6\t \n", put("a", "5"), put("b", "6")),
    case("a document marker above", "--- # one\na: 1\n", "--- # one\na: 5\n", put("a", "5")),
    case("on the line of the marker", "--- {a: 1}\n", "--- {a: 5}\n", put("a", "5")),
    case("keys in quotes", "'a b' : 1\n\"c\": 2\n", "'a b' : 5\n\"c\": 6\n", put("a b", "5"), put("c", "6")),
    case("as written already", "a: '5'\n", "a: '5'\n", put("a", "'5'")),
]

GROW = [
    case("after the last entry", "a: 1\nb: 2\n", "a: 1\nb: 2\nc: 3\n", put("c", "3")),
    case("a whole chain", "a: 1\n", "a: 1\nb:\n  c:\n    d: 3\n", put("b/c/d", "3")),
    case(
        "shared parents once, in order",
        "a: 1\n",
        "a: 1\nb:\n  z:\n    x: 1\n    y: 2\n  d: 3\n",
        put("b/z/x", "1"),
        put("b/z/y", "2"),
        put("b/d", "3"),
    ),
    case("in the middle of the file", "a:\n  x: 1\nb: 2\n", "a:\n  x: 1\n  y: 2\nb: 2\n", put("a/y", "2")),
    case(
        "indentation of the siblings",
        "a:\n   x:\n    p: 1\nb:\n      q: 1\n",
        "a:\n   x:\n    p: 1\n   y:\n    z: 2\nb:\n      q: 1\n",
        put("a/y/z", "2"),
    ),
    case(
        "indentation of the document",
        "a:\n    x: 1\nb:\n    y: 1\nc:\n- d: 1\n",
        "a:\n    x: 1\nb:\n    y: 1\nc:\n- d: 1\n  e:\n      f: 2\n",
        put("c/0/e/f", "2"),
    ),
    case(
        "before what belongs to the next",
        "a:\n  x: 1\n\n# b\nb: 2\n",
        "a:\n  x: 1\n  y: 2\n\n# b\nb: 2\n",
        put("a/y", "2"),
    ),
    case(
        "after the comment of the last value",
        "a:\n  x: 1 # one\n  # z: 3\n# b\nb: 2\n",
        "a:\n  x: 1 # one\n  # z: 3\n  y: 2\n# b\nb: 2\n",
        put("a/y", "2"),
    ),
    case(
        "after comments that lie deeper",
        "a:\n  x:\n    p: 1\n\n    # q: 2\n\nb: 2\n",
        "a:\n  x:\n    p: 1\n\n    # q: 2\n  y: 2\n\nb: 2\n",
        put("a/y", "2"),
    ),
    case("below nothing", "a:\nb: 2\n", "a:\n  x: 1\nb: 2\n", put("a/x", "1")),
    case(
        "below nothing, commented", "a: # why\n  # y: 1\nb: 2\n", "a: # why\n  # y: 1\n  x: 1\nb: 2\n", put("a/x", "1")
    ),
    case("below a tilde", "a: ~ # why\nb: 2\n", "a: # why\n  x: 1\nb: 2\n", put("a/x", "1")),
    case("below null", "a: null\nb: 2\n", "a:\n  x: 1\nb: 2\n", put("a/x", "1")),
    case("below braces", "a: {}   # why\nb: 2\n", "a:   # why\n  x:\n    y: 1\nb: 2\n", put("a/x/y", "1")),
    case("below an anchored nothing", "a: &x\nb: 2\n", "a: &x\n  y: 1\nb: 2\n", put("a/y", "1")),
    case("below an item's nothing", "- a:\n  b: 1\n", "- a:\n    x: 1\n  b: 1\n", put("0/a/x", "1")),
    case("below an unwritten item", "-\n- b\n", "- {x: 1}\n- b\n", put("0/x", "1")),
    case(
        "two depths at one place",
        "a:\nb:\n  c:\n",
        "a:\nb:\n  c:\n    d: 1\n  e: 2\nf: 3\n",
        put("f", "3"),
        put("b/e", "2"),
        put("b/c/d", "1"),
    ),
    case(
        "two depths, no line break",
        "b:\n  c:",
        "b:\n  c:\n    d: 1\n  e: 2\nf: 3",
        put("b/c/d", "1"),
        put("b/e", "2"),
        put("f", "3"),
    ),
    case("flow", "a: {b: 1}\n", "a: {b: 1, c: {d: 2}}\n", put("a/c/d", "2")),
    case("flow, padded", "a: { b: 1 } # x\n", "a: { b: 1, c: 2 } # x\n", put("a/c", "2")),
    case("flow, trailing comma", "a: {b: 1,}\n", "a: {b: 1, c: 2,}\n", put("a/c", "2")),
    case(
        "flow, empty inside flow",
        "a: {b: {}, c: { }}\n",
        "a: {b: {x: 1}, c: { y: 2 }}\n",
        put("a/b/x", "1"),
        put("a/c/y", "2"),
    ),
    case(
        "flow, null inside flow",
        "a: {b: , c: ~}\n",
        "a: {b: {x: 1} , c: {y: 2}}\n",
        put("a/b/x", "1"),
        put("a/c/y", "2"),
    ),
    case("flow, no value at the end", "a: {b: }\n", "a: {b: , c: 2 }\n", put("a/c", "2")),
    case("empty file in braces", "{}\n", '{"a": {"b": 1}}\n', put("a/b", "1")),
    case("flow in a sequence", "- {a: 1}\n", "- {a: 1, b: 2}\n", put("0/b", "2")),
    case("braces in a sequence", "- {}\n", "- {b: 2}\n", put("0/b", "2")),
    case(
        "flow over lines",
        "a: {\n  b: 1,\n  c: 2 # two\n}\n",
        "a: {\n  b: 1,\n  c: 2, # two\n  d: 3\n}\n",
        put("a/d", "3"),
    ),
    case(
        "flow over lines with a trailing comma",
        "a: {\n  b: 1,\n  c: 2, # two\n  # end\n}\n",
        "a: {\n  b: 1,\n  c: 2, # two\n  d: 3,\n  e: 4,\n  # end\n}\n",
        put("a/d", "3"),
        put("a/e", "4"),
    ),
    case("flow over lines, closed at once", "a: {b: 1,\n    c: 2}\n", "a: {b: 1,\n    c: 2, d: 3}\n", put("a/d", "3")),
    case(
        "json over lines",
        '{\n    "a": {\n        "b": 1\n    }\n}\n',
        '{\n    "a": {\n        "b": 1,\n        "c": "10s"\n    },\n    "d": {"e": true}\n}\n',
        put("a/c", "10s"),
        put("d/e", "true"),
    ),
    case("json, dense", '{"a":1,"b":{}}', '{"a":1,"b":{"c":2},"d":{"e":3}}', put("b/c", "2"), put("d/e", "3")),
    case("json, empty over lines", "{\n}\n", '{\n  "a": 1,\n  "b": 2\n}\n', put("a", "1"), put("b", "2")),
    case("quoted keys", "'a': 1\n'b': 2\n", "'a': 1\n'b': 2\n'c': 3\n", put("c", "3")),
    case("a key that needs quotes", "a: 1\n", 'a: 1\n"on": 2\n"x: y": 3\n', put("on", "2"), put("x: y", "3")),
    case("mapping in a sequence", "- a: 1\n- b\n", "- a: 1\n  c: 2\n- b\n", put("0/c", "2")),
    case("mapping in two sequences", "k:\n- - a: 1\n", "k:\n- - a: 1\n    c: 2\n", put("k/0/0/c", "2")),
    case("after items without indentation", "a:\n- 1\n- 2\nb: 3\n", "a:\n- 1\n- 2\nb: 3\nc: 4\n", put("c", "4")),
    case("after items at the end", "b: 3\na:\n- 1\n- x:\n", "b: 3\na:\n- 1\n- x:\nc: 4\n", put("c", "4")),
    case("no line break at the end", "z: 0\na: 1", "z: 0\na: 1\nb:\n  c: 2", put("b/c", "2")),
    case("no line break, below nothing", "z: 0\na:", "z: 0\na:\n  c: 2", put("a/c", "2")),
    case(
        "after a literal",
        "a: |\n  x\n\nb:\n  c: |-\n    y\n\n\nd: 1\n",
        "a: |\n  x\n\nb:\n  c: |-\n    y\n  e: 2\n\n\nd: 1\n",
        put("b/e", "2"),
    ),
    case(
        "after a literal that keeps its blank lines",
        "b:\n  c: |+\n    y\n\n\nd: 1\n",
        "b:\n  c: |+\n    y\n\n\n  e: 2\nd: 1\n",
        put("b/e", "2"),
    ),
    case("after an empty literal", "b:\n  c: |+\n\nd: 1\n", "b:\n  c: |+\n\n  e: 2\nd: 1\n", put("b/e", "2")),
    case("before the end marker", "a: 1\n# end\n...\n", "a: 1\n# end\nb: 2\n...\n", put("b", "2")),
    case("before the next document", "a: 1\n\n---\na: 2\n", "a: 1\nb: 2\n\n---\na: 2\n", put("b", "2")),
    case(
        "a merge key's value gets an own one",
        "a: &x {t: 1}\nb:\n  <<: *x\n",
        "a: &x {t: 1}\nb:\n  <<: *x\n  t: 2\n",
        put("b/t", "2"),
    ),
    case("a literal collection", "a: 1\n", "a: 1\nb: [x, y]\nc: {d: 1}\n", put("b", "[x, y]"), put("c", "{d: 1}")),
    case("a key to be inserted", "a: 1\n", "a: 1\nb: 2\n", add("b", "2")),
]

REMOVE = [
    case("first", "a: 1\nb: 2\n", "b: 2\n", drop("a")),
    case("comments of the next stay", "a: 1\n  # deep\n# about b\nb: 2\n", "# about b\nb: 2\n", drop("a")),
    case("middle, with its comment", "a: 1\nb: 2 # b\nc: 3\n", "a: 1\nc: 3\n", drop("b")),
    case("last, comments above stay", "a: 1\n# about b\nb: 2\n", "a: 1\n# about b\n", drop("b")),
    case("last, no line break", "a: 1\nb: 2", "a: 1", drop("b")),
    case(
        "several lines", "a:\n  x: 1\n  # in a\n  y: [1,\n    2]\n    # deep\n\n# b\nb: 2\n", "\n# b\nb: 2\n", drop("a")
    ),
    case("literal", "a: |\n  x\n\n  y\nb: 2\n", "b: 2\n", drop("a")),
    case("literal that keeps its blank lines", "a: |+\n  x\n\nb: 2\n", "b: 2\n", drop("a")),
    case("only one", "a: # why\n  x: 1\nb: 2\n", "a: {} # why\nb: 2\n", drop("a/x")),
    case("only one, at the end", "a:\n  x: 1", "a: {}", drop("a/x")),
    case("all of several", "a:\n  x: 1\n  y: 2\nb: 2\n", "a: {}\nb: 2\n", drop("a/x"), drop("a/y")),
    case("only item", "a:\n- 1\nb: 2\n", "a: []\nb: 2\n", drop("a/0")),
    case("only one of the document", "# top\na: 1 # one\n# end\n", "# top\n{}\n# end\n", drop("a")),
    case("first of an item", "- a: 1 # x\n  b: 2\n- c\n", "- b: 2\n- c\n", drop("0/a")),
    case("first two of an item", "- a: 1 # x\n  b:\n    c: 2\n  d: 3\n", "- d: 3\n", drop("0/a"), drop("0/b")),
    case(
        "first of an item, comments stay", "- a: 1 # x\n  # about b\n  b: 2\n", "-\n  # about b\n  b: 2\n", drop("0/a")
    ),
    case("last of an item", "- a: 1\n  b: 2\n- c\n", "- a: 1\n- c\n", drop("0/b")),
    case("only one of an item", "- a: 1 # x\n- c\n", "- {}\n- c\n", drop("0/a")),
    case("only one of an item on its own line", "-\n  a: 1\n- c\n", "- {}\n- c\n", drop("0/a")),
    case("first item", "k:\n- a # x\n- b\n", "k:\n- b\n", drop("k/0")),
    case("middle item over lines", "k:\n  - a\n  - b: 1\n    c: 2\n  - d\n", "k:\n  - a\n  - d\n", drop("k/1")),
    case("item of an item", "- - a\n  - b\n", "- - b\n", drop("0/0")),
    case(
        "all, and new ones",
        "a:\n  x: 1\n  y: 2\nb: 2\n",
        "a:\n  z: 3\nb: 2\n",
        drop("a/x"),
        drop("a/y"),
        put("a/z", "3"),
    ),
    case(
        "all of an item, and new ones",
        "- x: 1\n  y: 2\n- c\n",
        "- z: 3\n  q: 4\n- c\n",
        drop("0/x"),
        drop("0/y"),
        put("0/z", "3"),
        put("0/q", "4"),
    ),
    case("last, and a new one", "a: 1\nb: 2", "a: 1\nc: 3", drop("b"), put("c", "3")),
    case("flow, first", "{a: 1, b: 2, c: 3}\n", "{b: 2, c: 3}\n", drop("a")),
    case("flow, middle", "{a: 1, b: 2, c: 3}\n", "{a: 1, c: 3}\n", drop("b")),
    case("flow, last", "{a: 1, b: 2, c: 3 }\n", "{a: 1, b: 2 }\n", drop("c")),
    case("flow, only one", "k: { a: 1 }\n", "k: {}\n", drop("k/a")),
    case("flow, several", "{a: 1, b: 2, c: 3, d: 4}\n", "{c: 3}\n", drop("a"), drop("b"), drop("d")),
    case("flow, last and a new one", "{a: 1, b: 2}\n", "{a: 1, c: 3}\n", drop("b"), put("c", "3")),
    case("flow, item", "[a, b, c]\n", "[a, c]\n", drop("1")),
    case(
        "flow over lines, middle",
        "{\n  a: 1,\n  b: 2, # b\n  # about c\n  c: 3\n}\n",
        "{\n  a: 1,\n  # about c\n  c: 3\n}\n",
        drop("b"),
    ),
    case("flow over lines, last", '{\n  "a": 1,\n  "b": 2\n}\n', '{\n  "a": 1\n}\n', drop("b")),
    case(
        "flow over lines, last and a new one",
        '{\n  "a": 1,\n  "b": 2\n}\n',
        '{\n  "a": 1,\n  "c": 3\n}\n',
        drop("b"),
        put("c", "3"),
    ),
    case("flow over lines, only one", '{\n  "a": 1\n}\n', "{}\n", drop("a")),
    case("flow over lines, all and a new one", '{\n  "a": 1\n}\n', '{\n  "b": 2\n}\n', drop("a"), put("b", "2")),
    case("what is not there", "a: 1\n", "a: 1\n", drop("b"), drop("c/d"), drop("a/x")),
    case("an alias", "a: &x 1\nb: *x\n", "a: &x 1\n", drop("b")),
    case("an anchor with all its uses", "a:\n  p: &x 1\n  q: *x\nb: 2\n", "b: 2\n", drop("a")),
]

RENAME = [
    case("plain", "a: 1 # c\nb: 2\n", "z: 1 # c\nb: 2\n", name("a", "z")),
    case("single quoted", "'a': 1\n", "'it''s': 1\n", name("a", "it's")),
    case("double quoted", '"a": 1\n', '"q\\"": 1\n', name("a", 'q"')),
    case("a name that needs quotes", "a: 1\n", '"a b": 1\n', name("a", "a b")),
    case("flow", "{a: 1, b: {c: 1}}\n", "{z: 1, b: {y: 1}}\n", name("a", "z"), name("b/c", "y")),
    case("json", '{"a": 1}\n', '{"z": 1}\n', name("a", "z")),
    case(
        "with a change inside", "a:\n  b: 1\n", "z:\n  b: 2\n  c: 3\n", name("a", "z"), put("a/b", "2"), put("a/c", "3")
    ),
    case("done already", "z: 1\n", "z: 1\n", name("a", "z")),
    case("two that swap", "a: 1\nb: 2\n", "b: 1\na: 2\n", name("a", "b"), name("b", "a")),
    case("an item's first key", "- a: 1\n", "- z: 1\n", name("0/a", "z")),
]

INSERT = [
    case("at the end", "k:\n  - a # x\n\nb: 1\n", "k:\n  - a # x\n  - z\n\nb: 1\n", add("k/1", "z")),
    case("at the start", "k:\n  # first\n  - a\n", "k:\n  # first\n  - z\n  - a\n", add("k/0", "z")),
    case("between", "k:\n- a\n# about b\n- b\n", "k:\n- a\n- z\n# about b\n- b\n", add("k/1", "z")),
    case("flow, at the end", "k: [a, b]\n", "k: [a, b, z]\n", add("k/2", "z")),
    case("flow, at the start", "k: [a, b]\n", "k: [z, a, b]\n", add("k/0", "z")),
    case("flow, empty", "k: []\n", "k: [y, z]\n", add("k/0", "y"), add("k/0", "z")),
    case(
        "flow over lines", "k: [\n  a,\n  b\n]\n", "k: [\n  z,\n  a,\n  b,\n  y\n]\n", add("k/0", "z"), add("k/2", "y")
    ),
    case("json, dense", '{"k":["a","b"]}', '{"k":["a","b","c"]}', add("k/2", "c")),
    case("below nothing", "k:\nb: 1\n", "k: [z]\nb: 1\n", add("k/0", "z")),
    case("where nothing is", "b: 1\n", "b: 1\nk:\n  l: [z, y]\n", add("k/l/0", "z"), add("k/l/1", "y")),
]

DONE = [case.name for case in (*SET, *GROW, *REMOVE, *RENAME, *INSERT) if case.before == case.after]
ALL = [
    pytest.param(one, id=f"{group}: {one.name}")
    for group, cases in (("set", SET), ("grow", GROW), ("remove", REMOVE), ("rename", RENAME), ("insert", INSERT))
    for one in cases
]


def embedded(text: str, depth: int) -> str:
    """``text`` in block scalars of ``depth`` ConfigMaps."""
    for _ in range(depth):
        chomp = "-" if not text.endswith("\n") else "" if not text.endswith("\n\n") and text.strip("\n") else "+"
        lines = "".join("    " + line if line.strip("\n") else line for line in text.splitlines(keepends=True))
        end = "" if text.endswith("\n") else "\n"
        text = f"data:\n  # the text\n  relay: |{chomp} # here\n{lines}{end}tail: 1\n"
    return text


def opened(text: str, depth: int) -> Document[Node]:
    ref = DocRef("a.yaml", "yaml")
    document = first(View.of(Source("a.yaml", text)), ref)
    for _ in range(depth):
        data = document.root.get("data") if isinstance(document.root, Mapping) else None
        relay = data.get("relay") if isinstance(data, Mapping) else None
        assert isinstance(relay, Scalar)
        view = inside(document, relay)
        assert isinstance(view, View)
        document = first(view, DocRef("a.yaml", "yaml", host=document.ref, route=("data", "relay")))
    return document


def first(view: View, ref: DocRef) -> Document[Node]:
    document = next(parse(view, ref))
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("eol", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize("one", ALL)
def test_change(one: Case, eol: str, depth: int) -> None:
    text = embedded(one.before, depth).replace("\n", eol)
    edits = write(opened(text, depth), one.changes)
    assert not isinstance(edits, str), edits
    assert apply(text, edits) == embedded(one.after, depth).replace("\n", eol)


@pytest.mark.parametrize("one", ALL)
def test_a_second_time_changes_nothing(one: Case) -> None:
    if any(isinstance(each.route[-1], int) and each.verb in ("remove", "insert") for each in one.changes):
        pytest.skip("an index means another item afterwards")
    if one.name in ("two that swap", "a key to be inserted", "with a change inside"):
        pytest.skip("means another thing afterwards")
    assert write(opened(one.after, 0), one.changes) == ()

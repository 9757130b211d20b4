"""Setting, adding, removing and renaming entries."""

from __future__ import annotations

import javaproperties
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Mapping, Scalar
from linter.syntax.properties.parse import parse
from linter.syntax.properties.write import write
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse as parse_yaml
from linter.text.edit import apply
from linter.text.read import decode
from linter.text.source import Source
from linter.text.view import View
from tests.unit.syntax.properties.texts import CORPUS, KEYS, REF, WORDS, documents, pairs, parsed, scalars, tree


def changed(text: str, *changes: TreeChange, encoding: str = "utf-8") -> str:
    document = parse(View.of(Source("a.properties", text, encoding)), REF)
    assert isinstance(document, Document)
    edits = write(document, changes)
    assert isinstance(edits, tuple), edits
    return apply(text, edits)


def refusal(text: str, *changes: TreeChange) -> str:
    reason = write(tree(text), changes)
    assert isinstance(reason, str)
    return reason


def assign(key: str, to: str) -> TreeChange:
    return TreeChange("set", (key,), to)


def remove(key: str) -> TreeChange:
    return TreeChange("remove", (key,))


def rename(key: str, to: str) -> TreeChange:
    return TreeChange("rename", (key,), to)


@given(documents(), KEYS, WORDS)
def test_a_value_that_was_set_reads_back_and_nothing_else_changes(text: str, key: str, to: str) -> None:
    before = pairs(text)
    edits = write(tree(text), [assign(key, to)])
    if isinstance(edits, str):
        # A continuation that leads to the end of the file would swallow what is added.
        assert text.rstrip(" \t\f\r\n").endswith("\\")
        return

    after = apply(text, edits)
    known = [index for index, (name, _) in enumerate(before) if name == key]
    wanted = [*before]
    if known:
        wanted[known[-1]] = (key, to)
    else:
        wanted.append((key, to))
    assert pairs(after) == wanted
    assert javaproperties.loads(after) == dict(wanted)
    for edit in edits:
        assert after.startswith(text[: edit.start])
        assert after.endswith(text[edit.end :])


@given(documents(), st.data())
def test_removing_and_renaming_concern_one_key(text: str, data: st.DataObject) -> None:
    before = pairs(text)
    if not before:
        return
    key = data.draw(st.sampled_from([name for name, _ in before]))

    assert pairs(changed(text, remove(key))) == [pair for pair in before if pair[0] != key]
    assert pairs(changed(text, rename(key, "new name"))) == [
        ("new name" if name == key else name, value) for name, value in before
    ]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a=1\nb=2\n", "a=X\nb=2\n"),
        ("a = 1\r\n", "a = X\r\n"),
        ("a: 1", "a: X"),
        ("a 1", "a X"),
        ("a=1\na=2\n", "a=1\na=X\n"),
        ("a=1 # no comment\n", "a=X\n"),
        ("a=1\\\n  2\nb=1\n", "a=X\nb=1\n"),
        ("a=\n", "a=X\n"),
        ("a\n", "a=X\n"),
        ("# a=0\n  a=1", "# a=0\n  a=X"),
        ("b=1\n", "b=1\na=X\n"),
        ("b: 1\r\n", "b: 1\r\na: X\r\n"),
        ("b = 1", "b = 1\na = X"),
        ("b=1\n# end", "b=1\n# end\na=X"),
        ("", "a=X\n"),
        ("b", "b\na=X"),
    ],
)
def test_set(text: str, after: str) -> None:
    assert changed(text, assign("a", "X")) == after


@pytest.mark.parametrize(
    ("to", "written"),
    [
        ("C:\\x", "C:\\\\x"),
        (" two ", "\\ two "),
        ("a=b:c#d!e", "a=b:c#d!e"),
        ("=x", "=x"),
        ("1\n2\t3\r\f", "1\\n2\\t3\\r\\f"),
        ("é中😀", "\\u00e9\\u4e2d\\ud83d\\ude00"),
        ("\x00", "\\u0000"),
    ],
)
def test_values_are_escaped(to: str, written: str) -> None:
    assert changed("a=1\n", assign("a", to)) == f"a={written}\n"


def test_a_separator_of_white_space_lets_no_value_start_with_a_separator() -> None:
    assert changed("a 1\n", assign("a", "=x")) == "a \\=x\n"


@pytest.mark.parametrize(
    ("text", "encoding", "written"),
    [
        ("# 注释\na=1\n", "utf-8", "中"),
        ("# 注释\na=1\n", "gb18030", "\\u4e2d"),
        ("# é\na=1\n", "iso-8859-1", "\\u4e2d"),
        ("a=1\n", "utf-8", "\\u4e2d"),
    ],
)
def test_characters_are_spelled_out_only_where_the_file_does_so_in_unicode(
    text: str, encoding: str, written: str
) -> None:
    assert changed(text, assign("a", "中"), encoding=encoding).endswith(f"a={written}\n")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a=1\nb=2\n", "b=2\n"),
        ("b=2\n  a=1\\\n  2\nc=3\n", "b=2\nc=3\n"),
        ("b=2\na=1", "b=2\n"),
        ("a=1\nb=2\na=3\n", "b=2\n"),
        ("b=2\r\na=1\r\n", "b=2\r\n"),
    ],
)
def test_remove(text: str, after: str) -> None:
    assert changed(text, remove("a")) == after


def test_rename_keeps_everything_but_the_key() -> None:
    assert changed("  a : 1\\\n 2\na=3", rename("a", "b c")) == "  b\\ c : 1\\\n 2\nb\\ c=3"


def test_several_changes_are_one_operation() -> None:
    text = "a=1\nb=2\nc=3"

    after = changed(text, assign("c", "X"), remove("a"), assign("d", "4"), assign("e", "5"), rename("b", "B"))

    assert after == "B=2\nc=X\nd=4\ne=5"


def test_an_empty_last_value_can_be_set_while_another_is_added() -> None:
    assert changed("a=", assign("b", "2"), assign("a", "1")) == "a=1\nb=2"


def test_a_key_without_a_name_needs_a_sign_for_its_separator() -> None:
    assert pairs(changed("a 1\n", assign("", "2"))) == [("a", "1"), ("", "2")]


def test_insert_needs_a_new_key() -> None:
    assert changed("a=1\n", TreeChange("insert", ("b",), "2")) == "a=1\nb=2\n"
    assert refusal("a=1\n", TreeChange("insert", ("a",), "2")) == "`a` exists"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (remove("b"), "there is no `b`"),
        (rename("b", "c"), "there is no `b`"),
        (rename("a", "z"), "`z` exists"),
        (TreeChange("set", ("a", "b"), "1"), "a properties file has keys only, nothing below them"),
        (TreeChange("set", (), "1"), "a properties file has keys only, nothing below them"),
    ],
)
def test_refusals(change: TreeChange, reason: str) -> None:
    assert refusal("a=1\nz=2\n", change) == reason


def test_two_ways_for_one_key_are_refused() -> None:
    assert "two ways" in refusal("a=1\n", assign("a", "2"), remove("a"))


def test_an_unfinished_last_line_takes_no_addition() -> None:
    assert refusal("a=1\\", assign("b", "2")) == "the edited text would not read as intended"


@pytest.mark.parametrize("verb", ["set", "remove", "rename"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_edits_inside_a_block_scalar_keep_its_indentation(verb: TreeVerb, eol: str) -> None:
    inner = "a=1\nb=x\\\n  y\nc=3\n"
    outer = ("data:\n  f: |\n    " + inner.rstrip("\n").replace("\n", "\n    ") + "\n  g: 1\n").replace("\n", eol)
    source = Source("k.yaml", outer)
    (host,) = parse_yaml(View.of(source), DocRef("k.yaml", "yaml"))
    assert isinstance(host, Document)
    view = inside(host, _scalar(host.root, "data", "f"))
    assert isinstance(view, View)
    document = parse(view, REF)
    assert isinstance(document, Document)
    changes = [TreeChange(verb, ("b",), "new"), assign("d", "4")]

    edits = write(document, changes)

    assert isinstance(edits, tuple), edits
    after = apply(outer, edits)
    (result,) = parse_yaml(View.of(Source("k.yaml", after)), DocRef("k.yaml", "yaml"))
    assert isinstance(result, Document)
    assert _scalar(result.root, "data", "f").text == changed(inner, *changes)
    assert _scalar(result.root, "data", "g").text == "1"
    assert eol == "\n" or "\n" not in after.replace("\r\n", "")


def _scalar(node: object, *steps: str) -> Scalar:
    for step in steps:
        assert isinstance(node, Mapping)
        node = node.get(step)
    assert isinstance(node, Scalar)
    return node


def test_every_corpus_entry_can_be_set() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    seen = 0
    for path in sorted(CORPUS.rglob("*.properties")):
        source = decode(path.name, path.read_bytes())
        assert isinstance(source, Source)
        found = parsed(source.text)
        if isinstance(found, Problem):
            continue
        for key, _ in scalars(found)[:5]:
            after = changed(source.text, assign(key.text, "new value"))
            assert dict(pairs(after))[key.text] == "new value"
            seen += 1
    assert seen > 50

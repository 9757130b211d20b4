"""Keys and values as Java reads them, and where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from linter.syntax.document import Document, Problem
from linter.syntax.node import Mapping, Node
from linter.text.read import decode
from linter.text.source import Source
from tests.unit.syntax.properties.texts import CORPUS, documents, pairs, parsed, scalars, tree

ORACLE = Path(__file__).parents[3] / "oracle" / "properties.jsonl"


def check_places(text: str, document: Document[Node]) -> None:
    """Tokens lie in order, and each of them read alone says what it says in the file."""
    at = 0
    for key, value in scalars(document):
        assert at <= key.start <= key.end <= value.start <= value.end <= len(text)
        # What separates them, and what stands between two pairs, holds no part of them.
        assert not text[key.end : value.start].strip(" \t\f=:\\\r\n")
        written = f"{text[key.start : key.end]}={text[value.start : value.end]}"
        assert pairs(written) == [(key.text, value.text)]
        at = value.end


def test_same_pairs_as_java() -> None:
    seen = 0
    for line in ORACLE.read_text("ascii").splitlines():
        text, wanted = json.loads(line)
        found = parsed(text)
        if wanted is None:
            assert isinstance(found, Problem), text
            assert text[found.place.start :].startswith("\\u") or "\\\n" in text or "\\\r" in text
            continue
        assert isinstance(found, Document), text
        if text.endswith(("\\\n", "\\\r", "\\\r\n", "\\\r\n  ")) and wanted and wanted[-1] == ["", ""]:
            wanted.pop()  # Java makes a pair of nothing there
        assert [[key.text, value.text] for key, value in scalars(found) if key.text or value.text] == [
            pair for pair in wanted if pair != ["", ""]
        ], text
        check_places(text, found)
        seen += 1
    assert seen > 1000


@given(documents())
def test_generated_texts_have_exact_places(text: str) -> None:
    check_places(text, tree(text))


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("a=1", "a", "1"),
        ("  a = 1 \n", "a", "1 "),
        ("a:1", "a", "1"),
        ("a 1", "a", "1"),
        ("a", "a", ""),
        ("a=", "a", ""),
        ("a=\n", "a", ""),
        ("a\\ b=1", "a\\ b", "1"),
        ("a=1\\\n  2\nb=3", "a", "1\\\n  2"),
        ("a=1\\\r\n  2", "a", "1\\\r\n  2"),
        ("a=1\\\n\nb=2", "a", "1"),
        ("a=1\\", "a", "1"),
        ("a\\\n =1", "a", "1"),
        ("a=\\u4e2d", "a", "\\u4e2d"),
        ("# c\n! d\r\n\r\na=1", "a", "1"),
        ("中=😀", "中", "😀"),
    ],
)
def test_places_hold_what_is_written(text: str, key: str, value: str) -> None:
    name, content = scalars(tree(text))[0]

    assert (text[name.start : name.end], text[content.start : content.end]) == (key, value)


def test_duplicates_are_kept_in_order() -> None:
    assert pairs("a=1\nb=2\na=3\n") == [("a", "1"), ("b", "2"), ("a", "3")]


def test_an_empty_value_stands_behind_its_separator() -> None:
    (_, value), _ = scalars(tree("a = \nb=1"))

    assert (value.start, value.end) == (4, 4)


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "\\\n\\\n"])
def test_a_text_without_pairs_is_empty(text: str) -> None:
    document = tree(text)

    assert isinstance(document.root, Mapping)
    assert document.root.entries == []


@pytest.mark.parametrize(
    ("text", "token"),
    [("a=中\\u12\nb=1", "\\u12"), ("a=C:\\users\\x", "\\users"), ("\\u00zz=1", "\\u00zz"), ("a=\\u0041\\u", "\\u")],
)
def test_a_malformed_escape_is_a_problem_at_its_place(text: str, token: str) -> None:
    found = parsed(text)

    assert isinstance(found, Problem)
    assert text[found.place.start : found.place.end] == token


def test_a_malformed_escape_in_a_comment_is_nobodys() -> None:
    assert pairs("# C:\\users\na=1") == [("a", "1")]


@pytest.mark.parametrize("piece", ["a=1\\\n", "\\\n", "a\\\n", " \\\n", "a=\\\\", "\\u0041", "k=v\n", "  "])
def test_long_texts_take_no_longer_than_their_length(piece: str) -> None:
    document = tree(piece * 50_000)

    assert isinstance(document.root, Mapping)


def test_every_corpus_file_parses_with_exact_places_or_is_a_problem() -> None:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    seen = 0
    for path in sorted(CORPUS.rglob("*.properties")):
        source = decode(path.name, path.read_bytes())
        assert isinstance(source, Source), path
        found = parsed(source.text)
        if isinstance(found, Problem):
            assert source.text[found.place.start : found.place.end].startswith("\\u")
            continue
        check_places(source.text, found)
        seen += 1
    assert seen > 25

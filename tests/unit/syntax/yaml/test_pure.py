"""The fallback without PyYAML's C extension gives the same nodes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from linter.syntax.yaml.events import events
from tests.yamls import corpus, outcome, read, texts

SOUP = (
    *("a", "b: ", "k:", "- ", "? x", "1", "é", "🚀", "<<: ", "x y", "#c", " #c"),
    *("\n", "\n  ", "\n    ", "\r\n", "\r", " ", "\t", "\n\n"),
    *("{", "}", "[", "]", ",", ", ", '"', "'", "\\n", "\\", "''"),
    *("|\n", ">\n", "|-\n", ">+\n", "|2\n", "  \n"),
    *("&x ", "*x ", "!t ", "!!str ", "---\n", "...\n"),
)


def agree(text: str) -> None:
    """Both parsers read the same, or both give a problem; how far each got before it may differ."""
    (ours, failed), (pure, pure_failed) = outcome(text), outcome(text, pure=True)
    assert failed == pure_failed
    shorter = min(len(ours), len(pure)) if failed else len(ours) + len(pure)
    assert ours[:shorter] == pure[:shorter]


def test_every_file_of_the_corpus_reads_the_same() -> None:
    for path in corpus():
        agree(path.read_bytes().decode("utf-8", "replace"))


@given(texts())
def test_readable_texts_read_the_same(text: str) -> None:
    assert not outcome(text)[1]
    agree(text)
    agree(text.replace("\n", "\r\n"))


@given(st.lists(st.sampled_from(SOUP), max_size=12).map("".join))
def test_scraps_read_the_same_or_fail_alike(text: str) -> None:
    assume(not _odd(text))
    event(f"problem: {outcome(text)[1]}")
    agree(text)


def _odd(text: str) -> bool:
    """What only one refuses: a key that is not written and whose value isn't either, and two end markers on end."""
    return text.count("...") > 1 or any(
        line.strip().removeprefix("?").strip() in (":", "") and "?" in line for line in text.splitlines()
    )


@pytest.mark.parametrize(
    "text",
    [
        "b: #ck:",
        "a:\t\nb:\t1\t# c\nc: x\ty\n",
        "a: [1,\t2\t]\n",
        "a: |\n \n  x\n",
        "a: |\n\tx\n",
        "--- |\n x\n",
        "--- |\nx\n",
        'a: "\\ud83d"\n',
        "a: [b:c, {d: e:f}]\n",
        "a: &x-1_y b\nc: *x-1_y\n",
        "a: x\n\ty\n",
        "a: x\n  \ty\n",
        "a: 'x\n---\n'\n",
        "a: x\n--- y\n",
        "a: 1\n...\nb: 2\n",
        "\ufeffa: 1\n",
        "%YAML 1.2\n---\na: 010\n",
        "a: !<tag:x,y:z> b\n",
        "!e!x a",
        "a: {b, c: , 'd':}\n",
        "[a: b, ? c, ? d : e, : f]\n",
    ],
)
def test_what_the_two_libraries_read_differently_by_themselves(text: str) -> None:
    agree(text)


@pytest.mark.parametrize(
    ("text", "refused_by_libyaml"),
    [(": \n", True), ("!a,b c\n", True), ("&b: c\n", False), ("a: &x:y b\n", False), ("a: 1\n...\n...\n", False)],
)
def test_known_differences(text: str, refused_by_libyaml: bool) -> None:
    assert outcome(text)[1] == refused_by_libyaml
    assert outcome(text, pure=True)[1] != refused_by_libyaml


def test_the_fallback_is_taken_where_the_extension_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "yaml._yaml", None)
    assert events("a: 1").scalar.__module__.startswith("ruamel")
    assert read("a: 1") and outcome("a: [1") == outcome("a: [1", pure=True)


def test_the_extension_is_there_in_tests() -> None:
    assert events("a: 1").scalar.__module__.startswith("yaml")


def test_the_fallback_is_imported_only_when_needed() -> None:
    source = Path(sys.modules["linter.syntax.yaml.events"].__file__ or "").read_text(encoding="utf-8")
    assert "\nfrom ruamel" not in source
    assert "\nimport ruamel" not in source

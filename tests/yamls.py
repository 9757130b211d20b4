"""YAML in tests: reading it in a line, nodes as plain tuples, and random texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Alias, Mapping, Node, Scalar
from linter.syntax.yaml.parse import parse
from linter.text.source import Source
from linter.text.view import View

CORPUS: Final = Path(__file__).parents[2] / "shared" / "corpus"


def read(text: str, *, pure: bool = False) -> list[Document[Node] | Problem]:
    return list(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml"), pure))


def document(text: str) -> Document[Node]:
    """The only document of ``text``."""
    (found,) = read(text)
    assert isinstance(found, Document), found
    return found


def problem(text: str) -> Problem:
    """The problem that ends ``text``."""
    found = read(text)[-1]
    assert isinstance(found, Problem), found
    return found


def shape(node: Node) -> tuple[Any, ...]:
    """Everything a node says, as tuples that compare."""
    if isinstance(node, Scalar):
        return node.start, node.end, node.text, node.style, node.tag, node.anchor
    if isinstance(node, Alias):
        return node.start, node.end, "*", node.name
    own = node.start, node.end, node.flow, node.tag, node.anchor
    if isinstance(node, Mapping):
        return *own, [(shape(key), shape(value)) for key, value in node.entries]
    return *own, [shape(item) for item in node.items]


def outcome(text: str, *, pure: bool = False) -> tuple[list[Any], bool]:
    """The shapes of the documents with their indices, and whether a problem ended them."""
    found = read(text, pure=pure)
    shapes = [(one.ref.index, shape(one.root)) for one in found if isinstance(one, Document)]
    return shapes, len(shapes) < len(found)


def scalars(node: Node) -> Iterator[Scalar]:
    """All scalars at and below ``node``, in order."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            for child in entry:
                yield from scalars(child)
    elif not isinstance(node, Alias):
        for item in node.items:
            yield from scalars(item)


def at(node: Node, *steps: int) -> Node:
    """What ``steps`` lead to: indices of items, and of entries for their values."""
    for step in steps:
        assert not isinstance(node, (Scalar, Alias))
        node = node.entries[step][1] if isinstance(node, Mapping) else node.items[step]
    return node


def corpus() -> list[Path]:
    """The YAML files of the corpus; skips the test where there is none."""
    files = sorted(CORPUS.rglob("*.y*ml")) if CORPUS.is_dir() else []
    if not files:
        pytest.skip(f"no corpus at {CORPUS}")
    return files


_WORDS = ("a", "10s", "x y", "ключ", "🚀", "v:1", "#no", "it's", "http://h:1/p?a=b&c", "1e3", "${env:X}", "-1")
_COMMENTS = ("", "", "", "  # note", " # 'é' 🚀")


@st.composite
def values(draw: st.DrawFn, indent: int, depth: int) -> str:
    """What may follow ``key:`` or ``-``, with its line ends."""
    kind = draw(st.integers(0, 9 if depth else 5))
    pad = " " * indent
    word = draw(st.sampled_from([one for one in _WORDS if not one.startswith("#")]))
    tail = draw(st.sampled_from(_COMMENTS)) + "\n"
    if kind <= 1:
        return f" {word}{tail}"
    if kind == 2:
        return " '" + draw(st.sampled_from(_WORDS)).replace("'", "''") + "'" + tail
    if kind == 3:
        return f' "{word}\\n\\u00e9\\t"' + tail
    if kind == 4:
        return tail if tail.strip() else "\n"
    if kind == 5:
        inner = word.replace("{", "(").replace("}", ")")
        return f" [{inner}, {{k: '{word.replace(chr(39), '')}', j: }}]{tail}"
    if kind == 6:
        return f" {draw(st.sampled_from(('|', '>', '|-', '>+')))}{tail}{pad}  {word}\n\n{pad}    b\n"
    if kind == 7:
        return f" {word}\n{pad}  more\n"
    if kind == 8:
        return tail + draw(sequences(indent + draw(st.sampled_from((1, 2, 4))), depth - 1))
    return tail + draw(mappings(indent + draw(st.sampled_from((1, 2, 4))), depth - 1))


@st.composite
def mappings(draw: st.DrawFn, indent: int = 0, depth: int = 2) -> str:
    """A block mapping, one to four entries."""
    lines = []
    for index in range(draw(st.integers(1, 4))):
        key = draw(st.sampled_from((f"k{index}", f"'q {index}'", f'"d{index}"', f"ключ{index}", f"otlp/{index}")))
        if draw(st.integers(0, 5)) == 0:
            lines.append(draw(st.sampled_from(("\n", f"{' ' * indent}# comment\n"))))
        lines.append(f"{' ' * indent}{key}:{draw(values(indent, depth))}")
    return "".join(lines)


@st.composite
def sequences(draw: st.DrawFn, indent: int = 0, depth: int = 2) -> str:
    """A block sequence, one to three items."""
    return "".join(f"{' ' * indent}-{draw(values(indent, depth))}" for _ in range(draw(st.integers(1, 3))))


def texts() -> st.SearchStrategy[str]:
    """Readable YAML in a variety of shapes."""
    return st.one_of(mappings(), sequences())

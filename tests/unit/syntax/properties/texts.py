"""Properties texts for tests."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Mapping, Node, Scalar
from linter.syntax.properties.parse import parse
from linter.text.source import Source
from linter.text.view import View

CORPUS = Path(__file__).parents[5] / "shared" / "corpus"
REF = DocRef("a.properties", "properties")


def parsed(text: str) -> Document[Node] | Problem:
    return parse(View.of(Source("a.properties", text)), REF)


def tree(text: str) -> Document[Node]:
    found = parsed(text)
    assert isinstance(found, Document), found
    return found


def scalars(document: Document[Node]) -> list[tuple[Scalar, Scalar]]:
    assert isinstance(document.root, Mapping)
    found = []
    for key, value in document.root.entries:
        assert isinstance(key, Scalar)
        assert isinstance(value, Scalar)
        found.append((key, value))
    return found


def pairs(text: str) -> list[tuple[str, str]]:
    return [(key.text, value.text) for key, value in scalars(tree(text))]


WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
KEYS = st.one_of(WORDS, st.sampled_from(["a", "dubbo.consumer.async", "a b", "#a", "a=b", "a:b", "\\"]))

_GAPS = st.sampled_from(["", " ", "\t", "\f"])
_SEPARATORS = st.sampled_from(["=", ":", " = ", "\t", " ", " : ", "=\\\n  "])
_RAW_KEYS = st.sampled_from(["a", "b.c", "dubbo.consumer.async", "x\\ y", "p\\=q", "k\\\n  ey", "\\u0041", "é"])
_RAW_VALUES = st.sampled_from(
    ["", "true", "1 2 ", "a\\\n   b", "a\\\r\n\tb\\\\", "\\u4e2d", "中😀", "a=b:c", "\\ x", "\\q\\t"]
)
_ASIDES = st.sampled_from(["# note", "  ! note = 1", "", "   ", "\f"])


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A text that Java reads."""
    lines = []
    for _ in range(draw(st.integers(0, 6))):
        if draw(st.booleans()):
            lines.append(draw(_GAPS) + draw(_RAW_KEYS) + draw(_SEPARATORS) + draw(_RAW_VALUES))
        else:
            lines.append(draw(_ASIDES))
    eol = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return eol.join(lines) + (eol if draw(st.booleans()) else "")

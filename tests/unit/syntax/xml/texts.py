"""XML texts for tests: written by hand, generated, and from the corpus."""

from __future__ import annotations

from html import escape
from pathlib import Path

from hypothesis import strategies as st

from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.xml.element import Element
from linter.syntax.xml.parse import parse
from linter.text.source import Source
from linter.text.view import View

CORPUS = Path(__file__).parents[5] / "shared" / "corpus"


def parsed(text: str, path: str = "a.xml") -> Document[Element] | Problem:
    return parse(View.of(Source(path, text)), DocRef(path, "xml"))


def tree(text: str) -> Document[Element]:
    found = parsed(text)
    assert isinstance(found, Document), found
    return found


def problem(text: str) -> Problem:
    found = parsed(text)
    assert isinstance(found, Problem)
    return found


NAMES = st.sampled_from(["a", "b", "version", "dubbo.version", "d:reference", "d:method", "über", "项目"])
PLAIN = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=8)
SPACES = st.sampled_from(["", " ", "\n  ", "\r\n\t", "  "])


@st.composite
def runs(draw: st.DrawFn) -> str:
    """Character data as written, with references."""
    text = escape(draw(PLAIN), quote=False)
    return draw(SPACES) + text + draw(st.sampled_from(["", "&#x4e2d;", "&amp;", "&apos;x", "&#10;"])) + draw(SPACES)


@st.composite
def attributes(draw: st.DrawFn) -> str:
    written = ""
    for name in draw(st.lists(NAMES, max_size=3, unique=True)):
        quote = draw(st.sampled_from(["'", '"']))
        value = escape(draw(PLAIN), quote=True) + draw(st.sampled_from(["", ">", "&#9;", "\n"]))
        gap = draw(st.sampled_from([" ", "\n ", "\t"]))
        equals = draw(st.sampled_from(["=", " = ", "=\n"]))
        written += f"{gap}{name}{equals}{quote}{value}{quote}"
    return written + draw(st.sampled_from(["", " ", "\n"]))


ASIDES = st.sampled_from(["<!-- a > b -->", "<?go now?>", "<![CDATA[x < y]]>", "<![CDATA[]]>", ""])


def _element(content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(_assembled, NAMES, attributes(), content, st.booleans(), SPACES)


def _assembled(name: str, written: str, content: str, closed: bool, gap: str) -> str:
    return f"<{name}{written}/>" if closed else f"<{name}{written}>{content}</{name}{gap.strip(chr(0))}>"


_LEAF = _element(st.one_of(runs(), st.tuples(runs(), ASIDES, runs()).map("".join)))
_NESTED = st.recursive(
    _LEAF, lambda inner: _element(st.lists(st.one_of(inner, runs(), ASIDES), max_size=4).map("".join)), max_leaves=12
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A well-formed text in which the prefix ``d`` is bound."""
    head = draw(st.sampled_from(["", '<?xml version="1.0"?>\n', "<!DOCTYPE p>\r\n", "<!-- 注释 -->"]))
    return f'{head}<p xmlns:d="urn:d" xmlns="urn:p">{draw(_NESTED)}{draw(_NESTED)}</p>\n'

"""The last line of defence: a text that says anything but what was wanted is refused."""

from __future__ import annotations

import pytest

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Node, Scalar
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write_check import check_file, check_inner
from linter.syntax.yaml.write_shape import shape
from linter.syntax.yaml.write_text import Refusal
from linter.text.edit import Edit
from linter.text.source import Source
from linter.text.view import View

HOST = "data:\n  relay: |\n    a: 1\n  b: 2\n---\nc: 3\n"


def first(view: View, ref: DocRef) -> Document[Node]:
    document = next(parse(view, ref))
    assert isinstance(document, Document)
    return document


def whole(text: str) -> Document[Node]:
    return first(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml"))


def relay() -> Document[Node]:
    host = whole(HOST)
    data = host.root.get("data") if isinstance(host.root, Mapping) else None
    scalar = data.get("relay") if isinstance(data, Mapping) else None
    assert isinstance(scalar, Scalar)
    view = inside(host, scalar)
    assert isinstance(view, View)
    return first(view, DocRef("a.yaml", "yaml", host=host.ref, route=("data", "relay")))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: 2\n---\nb: 1\n", None),
        ("a: 2 # c\n---\n'b': 1\n", None),
        ("a: '2'\n---\nb: 1\n", "would not say"),
        ("a: 2\nc: 3\n---\nb: 1\n", "would not say"),
        ("a: 2\n---\nb: 2\n", "around it"),
        ("a: 2\n---\nb: [\n", "around it"),
        ("a: 2\n---\nb: 1\n---\nc: 1\n", "around it"),
        ("a: 2\n", "around it"),
        ("a: [\n", "would not say"),
    ],
)
def test_inner(text: str, why: str | None) -> None:
    document = whole("a: 1\n---\nb: 1\n")
    wanted = shape(whole("a: 2\n").root)
    if why is None:
        check_inner(document, text, wanted)
    else:
        with pytest.raises(Refusal, match=why):
            check_inner(document, text, wanted)


@pytest.mark.parametrize(
    ("start", "new", "fine"),
    [
        (HOST.index("1"), "5", True),
        (HOST.index("2"), "5", False),
        (HOST.index("3"), "5", False),
        (HOST.index("a:"), "5", False),
        (HOST.index("|"), ">", True),
        (HOST.index("|"), "#", False),
    ],
)
def test_file(start: int, new: str, fine: bool) -> None:
    edits = (Edit("a.yaml", start, start + 1, new),)
    inner = "a: 5\n" if HOST[start] == "1" else "a: 1\n"
    if fine:
        check_file(relay(), edits, inner)
    else:
        with pytest.raises(Refusal, match="around it"):
            check_file(relay(), edits, inner)

"""Texts in scalars that are not literal blocks, and what their hosts forbid."""

from __future__ import annotations

import pytest

from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Node, Scalar
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write import write
from linter.text.edit import apply
from linter.text.source import Source
from linter.text.view import View

SET = TreeChange("set", ("a",), "5")
GROW = TreeChange("set", ("b", "d", "e"), "10s")
REMOVE = TreeChange("remove", ("a",))
ONE_LINE = "text of this scalar can only be edited within a line"


def relay(text: str) -> Document[Node]:
    """The document in ``data.relay``."""
    host = next(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")))
    assert isinstance(host, Document)
    data = host.root.get("data") if isinstance(host.root, Mapping) else None
    scalar = data.get("relay") if isinstance(data, Mapping) else None
    assert isinstance(scalar, Scalar)
    view = inside(host, scalar)
    assert isinstance(view, View)
    found = next(parse(view, DocRef("a.yaml", "yaml", host=host.ref, route=("data", "relay"))))
    assert isinstance(found, Document)
    return found


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        (r'"a: 1\nb:\n  caf\u00e9: 2\n"', SET, r'"a: 5\nb:\n  caf\u00e9: 2\n"'),
        (r'"a: 1\nb:\n  caf\u00e9: 2\n"', GROW, r'"a: 1\nb:\n  caf\u00e9: 2\n  d:\n    e: 10s\n"'),
        (r'"a: 1\nb:\n  caf\u00e9: 2\n"', REMOVE, r'"b:\n  caf\u00e9: 2\n"'),
        (r'"a: 1\nb: {c: 2}"', TreeChange("set", ("z",), "'x'"), "\"a: 1\\nb: {c: 2}\\nz: 'x'\""),
        (r'"{\"a\": 1, \"b\": {\"c\": 2}}"', GROW, r'"{\"a\": 1, \"b\": {\"c\": 2, \"d\": {\"e\": \"10s\"}}}"'),
        ("'{a: 1, b: {}}'", TreeChange("set", ("a",), "'x'"), "'{a: ''x'', b: {}}'"),
        (">\n    a: 1\n\n    b: {c: 2}", GROW, ">\n    a: 1\n\n    b: {c: 2, d: {e: 10s}}"),
        ("'a: 1\n\n    b: {c: 2}'", SET, "'a: 5\n\n    b: {c: 2}'"),
        ("|2\n    a: 1\n    b: 2", TreeChange("remove", ("b",)), "|2\n    a: 1"),
        ("|\n    a: 1\n\n    b: 2", TreeChange("remove", ("b",)), "|\n    a: 1"),
        ("|\n    a: 1\n\n\n", TreeChange("set", ("c",), "2"), "|\n    a: 1\n    c: 2\n\n\n"),
        ("|+\n    a: 1\n\n\n", TreeChange("set", ("c",), "2"), "|+\n    a: 1\n    c: 2\n\n\n"),
        ("|\n    a: |+\n      x\n", TreeChange("set", ("c",), "5"), "|\n    a: |+\n      x\n    c: 5\n"),
        ("|\n\n    a: 1\n  # end", TreeChange("set", ("c",), "2"), "|\n\n    a: 1\n    c: 2\n  # end"),
    ],
)
def test_change(before: str, change: TreeChange, after: str) -> None:
    text = f"data:\n  relay: {before}\n  other: 1\n"
    edits = write(relay(text), [change])
    assert not isinstance(edits, str), edits
    assert apply(text, edits) == f"data:\n  relay: {after}\n  other: 1\n"


@pytest.mark.parametrize(
    ("text", "change", "why"),
    [
        ("data:\n  relay: 'a: 1\n\n    b: {c: 2}'\n", REMOVE, ONE_LINE),
        (
            "data:\n  relay: >\n    a: 1\n\n    b: {c: 2}\n",
            REMOVE,
            "text of a folded block can only be edited within a line",
        ),
        ("data:\n  relay: &r |\n    a: 1\n  x: *r\n", SET, "the text it stands in is shared: &r is used elsewhere"),
        ("data: &r\n  relay: |\n    a: 1\nx: *r\n", SET, "the text it stands in is shared: &r is used elsewhere"),
    ],
)
def test_refused(text: str, change: TreeChange, why: str) -> None:
    assert write(relay(text), [change]) == why

"""The text inside a scalar, with its way back to the file."""

from __future__ import annotations

from linter.syntax.document import Document
from linter.syntax.node import Node, Scalar
from linter.syntax.yaml import block, flow
from linter.text.view import View


def inside(document: Document[Node], scalar: Scalar) -> View | str:
    """A view of ``scalar``'s text, or why its places can't be given."""
    if scalar.tag == "tag:yaml.org,2002:binary":
        return "the value is base64"
    if scalar.style in ("|", ">"):
        return _block(document.view, scalar)
    decoded = flow.decode(document.view.text, scalar.start, scalar.end, scalar.style)
    if decoded is None or decoded.text != scalar.text:
        return "the scalar's line breaks can't be followed"
    return document.view.derive(decoded.text, decoded.runs, flow.Flow(scalar.start, scalar.end, scalar.style))


def _block(view: View, scalar: Scalar) -> View | str:
    text = view.text
    head = block.header(text, scalar.start)
    if head is None:
        return "the block scalar's header can't be followed"
    indent = block.stated(text, head, scalar.text) if head.explicit else block.detect(text, head.end)
    decoded = block.decode(text, head, indent)
    if decoded is None or decoded.text != scalar.text:
        return "the block scalar's lines can't be followed"
    shown = indent if decoded.text.strip("\n") else 0
    form = block.Block(scalar.start, shown, head.literal, head.explicit)
    return view.derive(decoded.text, decoded.runs, form)

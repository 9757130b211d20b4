"""Proof that a change of text is the wanted change of the tree, and of nothing around it."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write_plan import walk
from linter.syntax.yaml.write_shape import Shape, shape
from linter.syntax.yaml.write_text import Refusal
from linter.text.edit import Edit, apply
from linter.text.source import Source
from linter.text.view import View

_Stream: TypeAlias = "dict[int, Document[Node] | str]"

_DIFFERS = "the new text would not say what was wanted"
_OUTSIDE = "the text around it would change its meaning"


def check_inner(document: Document[Node], new: str, wanted: Shape) -> None:
    """Raises ``Refusal`` unless ``new`` is the document's stream with this one document as ``wanted``."""
    index = document.ref.index
    before = _stream(document.view)
    after = _stream(View.of(Source(document.ref.path, new)))
    root = after.pop(index, None)
    before.pop(index, None)
    if not isinstance(root, Document) or shape(root.root) != wanted:
        raise Refusal(_DIFFERS)
    if not _same(before, after, ()):
        raise Refusal(_OUTSIDE)


def check_file(document: Document[Node], edits: tuple[Edit, ...], new: str) -> None:
    """Raises ``Refusal`` unless the file with ``edits`` holds ``new`` where the document was, all else being equal.

    Hosts that are not YAML are left to their view.
    """
    chain = [document.ref]
    while (host := chain[0].host) is not None:
        chain.insert(0, host)
    source = document.view.source
    before = View.of(source)
    after = View.of(Source(source.path, apply(source.text, edits), source.encoding, source.bom))
    for host, guest in pairwise(chain):
        views = None if host.syntax != "yaml" else _descend(before, after, host, guest)
        if views is None:
            return
        before, after = views
    if before.text == document.view.text and after.text != new:
        raise Refusal(_OUTSIDE)


def _descend(before: View, after: View, host: DocRef, guest: DocRef) -> tuple[View, View] | None:
    """The views of ``guest`` in two versions of its host, which may differ in that one scalar only.

    ``None`` if the host holds no text there even before.
    """
    old, new = _stream(before), _stream(after)
    found = _inner(old, host, guest)
    if found is None:
        return None
    following = _inner(new, host, guest)
    if following is None or not _same(old, new, (id(found[0]), id(following[0]))):
        raise Refusal(_OUTSIDE)
    return found[1], following[1]


def _inner(stream: _Stream, host: DocRef, guest: DocRef) -> tuple[Scalar, View] | None:
    document = stream.get(host.index)
    if not isinstance(document, Document):
        return None
    shared = {id(node.target): node.name for node in walk(document.root) if isinstance(node, Alias)}
    node: Node | None = document.root
    for step in guest.route:
        node = _below(node, step)
        if isinstance(node, Alias) or id(node) in shared:
            name = node.name if isinstance(node, Alias) else shared[id(node)]
            raise Refusal(f"the text it stands in is shared: &{name} is used elsewhere")
    view = inside(document, node) if isinstance(node, Scalar) else None
    return (node, view) if isinstance(node, Scalar) and isinstance(view, View) else None


def _below(node: Node | None, step: str | int) -> Node | None:
    if isinstance(node, Mapping) and isinstance(step, str):
        return node.get(step)
    if isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
        return node.items[step]
    return None


def _same(before: _Stream, after: _Stream, holes: tuple[int, ...]) -> bool:
    if before.keys() != after.keys():
        return False
    for index, old in before.items():
        new = after[index]
        if isinstance(old, str) or isinstance(new, str):
            if old != new:
                return False
        elif shape(old.root, holes=holes) != shape(new.root, holes=holes):
            return False
    return True


def _stream(view: View) -> _Stream:
    """A text's documents by index, and its problem, if it has one, by message."""
    found: _Stream = {}
    for one in parse(view, DocRef(view.source.path, "yaml")):
        if isinstance(one, Document):
            found[one.ref.index] = one
        else:
            found[-1] = one.message
    return found

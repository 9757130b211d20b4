"""Formats by name: parsing and writing, each imported when the first text of its kind is met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from linter.syntax.document import DocRef, Document, Place, Problem
from linter.syntax.node import Mapping

if TYPE_CHECKING:
    from linter.syntax.change import TreeChange
    from linter.syntax.together import Written
    from linter.text.view import View

_SOURCES = ("java", "kotlin", "heads")
PLAIN = ("text", "script", "toml")
"""Formats that have no tree; they differ in what a comment is."""


_HCL = "HCL is not read; keep the configuration in a YAML file of its own, which `file` or `templatefile` takes in"


def parse(view: View, ref: DocRef) -> Iterator[Document[Any] | Problem]:
    """The documents of ``view`` in the format ``ref.syntax``; a problem ends them.

    ``heads`` are the declarations of a source in Java. Of ``PLAIN`` ones it is one scalar that holds everything, which
    its system takes apart. ``hcl`` is known, but not read.
    """
    if ref.syntax == "yaml":
        from linter.syntax.yaml.parse import parse as parse_yaml

        yield from parse_yaml(view, ref)
    elif ref.syntax == "xml":
        from linter.syntax.xml.parse import parse as parse_xml

        yield parse_xml(view, ref)
    elif ref.syntax == "heads":
        from linter.syntax.jvm.heads import parse as parse_heads

        yield from parse_heads(view, ref)
    elif ref.syntax in _SOURCES:
        from linter.syntax.jvm.parse import parse as parse_source

        yield from parse_source(view, ref)
    elif ref.syntax in PLAIN:
        from linter.syntax.node import Scalar

        yield Document(ref, view, Scalar(0, len(view.text), view.text))
    elif ref.syntax == "hcl":
        yield Problem(Place(ref, 0, 0), _HCL)
    else:
        from linter.syntax.properties.parse import parse as parse_properties

        yield parse_properties(view, ref)


def write_each(document: Document[Any], groups: Sequence[Sequence[TreeChange]]) -> tuple[Written, ...]:
    """The edits that make each of ``groups`` in ``document``, as if it were the only one, or why it can't be done.

    The changes of a group are one operation.
    """
    if document.ref.syntax == "yaml":
        from linter.syntax.yaml.write import write_each as write_each_yaml

        return write_each_yaml(document, groups)
    if document.ref.syntax == "xml":
        from linter.syntax.xml.write import write_each as write_each_xml

        return write_each_xml(document, groups)
    return tuple(_write(document, changes) for changes in groups)


def write(document: Document[Any], changes: Sequence[TreeChange]) -> Written:
    """``write_each`` for one operation."""
    return write_each(document, (changes,))[0]


def _write(document: Document[Any], changes: Sequence[TreeChange]) -> Written:
    if document.ref.syntax in _SOURCES:
        return "sources are not edited"
    if document.ref.syntax in PLAIN:
        from linter.syntax.literal import write as write_literal

        return write_literal(document, changes)
    from linter.syntax.properties.write import write as write_properties

    return write_properties(document, changes)


def inside(document: Document[Any], scalar: Any, after: str = "") -> View | str:
    """The view of the text that ``scalar`` of ``document`` holds ``after`` some characters, or why there is none."""
    if document.ref.syntax != "yaml":
        return f"a text inside {document.ref.syntax} keeps no places"
    from linter.syntax.yaml.inside import inside as inside_yaml

    view = inside_yaml(document, scalar)
    if isinstance(view, str) or not after:
        return view
    if not view.text.startswith(after):
        return "the text is not there any more"
    from linter.text.view import Run

    text = view.text[len(after) :]
    return view.derive(text, (Run(0, len(text), len(after), len(text)),))


def written(text: str, node: Mapping) -> str:
    """A mapping's text as it would stand in a file of its own: without the indentation of its first key."""
    own = text[node.start : node.end]
    if node.flow:
        return own
    margin = text[text.rfind("\n", 0, node.start) + 1 : node.start]
    return own.replace("\n" + " " * len(margin), "\n") if margin else own

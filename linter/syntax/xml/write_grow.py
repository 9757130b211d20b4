"""Attributes and elements that are added, in the way the file is laid out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from linter.pattern import pattern
from linter.syntax.document import Document, Route
from linter.syntax.xml.element import WHITE, Element
from linter.syntax.xml.write_value import NAME, Splice, escaped, quoted
from linter.text.source import Source
from linter.text.view import View

_STEP = pattern(r"(.+)\[(\d+)\]")
_UNIT = "  "

Fresh: TypeAlias = "dict[str, str | Fresh]"
"""What is new in an element by the steps that lead there: an attribute's value, an element, its text under ``""``."""


class Ungrown(Exception):
    """Why something can't be added."""


def planned(fresh: Fresh, missing: Route, to: str) -> None:
    """Puts ``to`` at ``missing`` into ``fresh``; raises ``Ungrown``."""
    *parents, last = map(str, missing)
    for step in parents:
        inner = fresh.setdefault(step, {})
        if not isinstance(inner, dict):
            raise Ungrown(f"`{last}` would stand in a value")
        fresh = inner
    if last.startswith("@"):
        fresh[last] = to
        return
    inner = fresh.setdefault(last, {})
    if isinstance(inner, dict):
        inner[""] = to


def grown(document: Document[Element], parent: Element, fresh: Fresh) -> Iterator[Splice]:
    """What adds ``fresh`` to a written element: attributes behind its last, elements behind its last child.

    Raises ``Ungrown``.
    """
    attributes = {step[1:]: to for step, to in fresh.items() if step.startswith("@") and isinstance(to, str)}
    if attributes:
        yield _attributes(document.view, parent, attributes)
    children = {step: inner for step, inner in fresh.items() if isinstance(inner, dict)}
    if children:
        yield _children(document, parent, children)


def _attributes(view: View, element: Element, added: dict[str, str]) -> Splice:
    """They stand apart as the last one does from the one before, in the same quotes."""
    apart, quote, at = " ", '"', element.name_end
    if element.attributes:
        last = element.attributes[-1]
        before = element.attributes[-2].end if len(element.attributes) > 1 else element.name_end
        apart, quote, at = view.text[before : last.start], view.text[last.value_end], last.end
    return Splice(at, at, "".join(apart + _attribute(name, to, quote, view.source) for name, to in added.items()))


def _attribute(name: str, to: str, quote: str, source: Source) -> str:
    if not NAME.fullmatch(name):
        raise Ungrown(f"`{name}` can't be added: only names without a prefix can")
    return f"{name}={quote}{quoted(to, quote, source)}{quote}"


def _children(document: Document[Element], parent: Element, added: dict[str, Fresh]) -> Splice:
    view = document.view
    if not parent.children and parent.text.strip(WHITE):
        raise Ungrown(f"`{parent.qualified}` holds a text")
    column, unit = _columns(document, parent)
    written = Counter(child.name for child in parent.children)
    flat = bool(parent.children) and "\n" not in view.text[parent.open_end : parent.children[0].start]
    lines = _lines(added, written, f"{parent.prefix}:" if parent.prefix else "", view.source, column, unit)
    inner = "".join(line.strip(WHITE) if flat else f"\n{line}" for line in lines)
    end = "" if flat else "\n" + column.removesuffix(unit)
    if parent.closed:
        bare = len(view.text[: parent.open_end - 2].rstrip(WHITE))
        return Splice(bare, parent.open_end, f">{inner}{end}</{parent.qualified}>")
    at = max(len(view.text[: parent.close_start].rstrip(WHITE)), parent.open_end)
    return Splice(at, at, inner + ("" if "\n" in view.text[at : parent.close_start] else end))


def _lines(
    added: dict[str, Fresh], written: Counter[str], prefix: str, source: Source, column: str, unit: str
) -> Iterator[str]:
    """The elements one in the other, a line for each tag but those around a text."""
    for step, fresh in added.items():
        found = _STEP.fullmatch(step)
        if found is None or not NAME.fullmatch(found[1]):
            raise Ungrown(f"`{step}` can't be added")
        if int(found[2]) != written[found[1]]:
            raise Ungrown(f"`{step}` can't be added: there are {written[found[1]]}")
        written[found[1]] += 1
        name = prefix + found[1]
        attributes = "".join(
            " " + _attribute(key[1:], to, '"', source)
            for key, to in fresh.items()
            if key.startswith("@") and isinstance(to, str)
        )
        children = {key: inner for key, inner in fresh.items() if isinstance(inner, dict)}
        text = fresh.get("")
        if children and text is not None:
            raise Ungrown(f"`{step}` can't hold a text and elements")
        if children:
            yield f"{column}<{name}{attributes}>"
            yield from _lines(children, Counter(), prefix, source, column + unit, unit)
            yield f"{column}</{name}>"
        elif isinstance(text, str):
            yield f"{column}<{name}{attributes}>{escaped(text, source)}</{name}>"
        else:
            yield f"{column}<{name}{attributes}/>"


def _columns(document: Document[Element], parent: Element) -> tuple[str, str]:
    """The indentation of the children of ``parent``, and how much deeper each level is."""
    view, root = document.view, document.root
    own = _indent(view, parent) or ""
    for child in reversed(parent.children):
        deep = _indent(view, child)
        if deep is not None and deep.startswith(own):
            return deep, deep.removeprefix(own) or _UNIT
    first = _indent(view, root.children[0]) if root.children else None
    unit = (first or "").removeprefix(_indent(view, root) or "") or _UNIT
    return own + unit, unit


def _indent(view: View, element: Element) -> str | None:
    """The white space before an element that starts its line; ``None`` for one that doesn't."""
    start = max(view.text.rfind("\n", 0, element.start), view.text.rfind("\r", 0, element.start)) + 1
    line = view.text[start : element.start]
    return None if line.strip(" \t") else line

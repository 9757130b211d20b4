"""Changes of an XML document as edits of its file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from linter.record import NamedTuple
from linter.syntax.document import DocRef, Document, Route
from linter.syntax.together import Written, proven
from linter.syntax.xml.element import Attribute, Element, find
from linter.syntax.xml.meaning import Apart, Meaning, Meant
from linter.syntax.xml.parse import parse
from linter.syntax.xml.write_grow import Fresh, Ungrown, grown, planned
from linter.syntax.xml.write_shrink import removed_attribute, removed_child, renamed
from linter.syntax.xml.write_value import FORBIDDEN, NAME, Splice, set_attribute, set_text
from linter.text.edit import Edit, apply, overlaps
from linter.text.source import Source
from linter.text.view import View

if TYPE_CHECKING:
    from linter.syntax.change import TreeChange

_MEET = "two of the changes meet in one place"


def write_each(document: Document[Element], groups: Sequence[Sequence[TreeChange]]) -> tuple[Written, ...]:
    """The edits that make each of ``groups`` in ``document`` as one operation, or why it can't be made.

    A route ends in an element (``…, "version[0]"``), which stands for its text, or an attribute (``…, "@async"``).
    ``set`` takes plain text and escapes it, and keeps white space around a text; what is missing is added, elements
    with their parents as the last children, in the way the file is indented. ``insert`` only adds. ``remove`` takes an
    attribute or a whole element out, ``rename`` keeps its prefix. The result is parsed again, and must differ from the
    document in nothing else.
    """
    return proven([_draw(document, tuple(dict.fromkeys(changes))) for changes in groups], partial(_wrong, document))


def write(document: Document[Element], changes: Sequence[TreeChange]) -> Written:
    """``write_each`` for one operation."""
    return write_each(document, (changes,))[0]


class _Drawn(NamedTuple):
    """One operation: its changes, and how it makes them in the view's text and in the file's."""

    changes: tuple[TreeChange, ...]
    plain: list[Edit]
    edits: tuple[Edit, ...]


def _draw(document: Document[Element], changes: tuple[TreeChange, ...]) -> _Drawn | str:
    writer = _Writer(document, Apart())
    for change in changes:
        reason = writer.add(change)
        if reason:
            return reason
    return writer.drawn(changes)


def _wrong(document: Document[Element], drawn: Sequence[_Drawn]) -> str:
    """Why the operations would not do together what they are meant to, or nothing."""
    meaning = Meaning(document.root)
    writer = _Writer(document, meaning)
    for change in dict.fromkeys(change for one in drawn for change in one.changes):
        reason = writer.add(change)
        if reason:
            return reason
    try:
        new = apply(document.view.text, (edit for one in drawn for edit in one.plain))
    except ValueError:
        return _MEET
    result = parse(View.of(Source("", new)), DocRef("", "xml"))
    if isinstance(result, Document) and Meaning(result.root).root.said() == meaning.root.said():
        return ""
    return "the edited text would not read as intended"


class _Writer:
    """The splices of one operation, and what the text must then mean."""

    def __init__(self, document: Document[Element], meaning: Meaning | Apart) -> None:
        self._document = document
        self._meaning = meaning
        self._splices: list[Splice] = []
        self._changed: dict[Route, TreeChange] = {}
        self._grown: dict[int, tuple[Element, Fresh]] = {}
        self._fresh: dict[Route, Meant] = {}

    def add(self, change: TreeChange) -> str:
        """Takes in one change; the reason for refusing it, or ``""``."""
        root, route = self._document.root, change.route
        name = str(route[-1]) if route else ""
        if route in self._changed:
            return f"`{name}` is to be changed in two ways at once"
        self._changed[route] = change
        if FORBIDDEN.search(change.to):
            return "the value holds a character that XML forbids"
        target = find(root, route)
        if change.verb == "insert" and target is not None:
            return f"`{name}` is written already"
        if change.verb in ("set", "insert"):
            return self._grow(change) if target is None else self._set(target, change)
        if target is None:
            return f"`{name}` is not written"
        if target is root:
            return "the whole document would change"
        return self._remove(target, route) if change.verb == "remove" else self._rename(target, change)

    def _set(self, target: Element | Attribute, change: TreeChange) -> str:
        if isinstance(target, Attribute):
            self._splices.append(set_attribute(self._document.view, target, change.to))
            self._owner(change.route).attributes[target.qualified] = change.to
            return ""
        splice = set_text(self._document.view, target, change.to)
        if isinstance(splice, str):
            return splice
        self._splices.append(splice.splice)
        self._meaning.of(target).text = splice.meaning
        return ""

    def _grow(self, change: TreeChange) -> str:
        """Adds what is missing of the route."""
        written = len(change.route)
        parent: Element | Attribute | None = None
        while written and parent is None:
            written -= 1
            parent = find(self._document.root, change.route[:written])
        if not isinstance(parent, Element):
            return f"`{change.route[-1] if change.route else ''}` is not written, nor anything that it could stand in"
        fresh = self._grown.setdefault(id(parent), (parent, {}))[1]
        try:
            planned(fresh, change.route[written:], change.to)
        except Ungrown as why:
            return str(why)
        self._mean(self._meaning.of(parent), change.route, written, change.to)
        return ""

    def _mean(self, parent: Meant, route: Route, written: int, to: str) -> None:
        prefix = f"{parent.name.partition(':')[0]}:" if ":" in parent.name else ""
        for size in range(written + 1, len(route) + 1):
            step = str(route[size - 1])
            if step.startswith("@"):
                parent.attributes[step[1:]] = to
                return
            if route[:size] not in self._fresh:
                child = Meant(prefix + step.rpartition("[")[0], "", parent)
                parent.children.append(child)
                self._fresh[route[:size]] = child
            parent = self._fresh[route[:size]]
        parent.text = to

    def _remove(self, target: Element | Attribute, route: Route) -> str:
        if isinstance(target, Attribute):
            self._splices.append(removed_attribute(self._document.view, target))
            del self._owner(route).attributes[target.qualified]
            return ""
        splice = removed_child(self._document.view, target)
        if isinstance(splice, str):
            return splice
        self._splices.append(splice)
        meant = self._meaning.of(target)
        if meant.parent is not None:
            meant.parent.children.remove(meant)
        return ""

    def _rename(self, target: Element | Attribute, change: TreeChange) -> str:
        if not NAME.fullmatch(change.to):
            return f"`{change.to}` is no name"
        new = f"{target.prefix}:{change.to}" if target.prefix else change.to
        if isinstance(target, Attribute):
            attributes = self._owner(change.route).attributes
            if new in attributes:
                return f"`{new}` exists"
            attributes[new] = attributes.pop(target.qualified)
        else:
            self._meaning.of(target).name = new
        self._splices.extend(renamed(target, new))
        return ""

    def _owner(self, route: Route) -> Meant:
        """The element that the attribute at ``route`` belongs to."""
        element = find(self._document.root, route[:-1])
        return self._meaning.of(element if isinstance(element, Element) else self._document.root)

    def _fitting(self) -> Sequence[tuple[int, int, str]]:
        """The splices, as whole lines where the text stands in another one, which takes no others with line breaks."""
        view = self._document.view
        if view.identity or not any("\n" in new or "\n" in view.text[start:end] for start, end, new in self._splices):
            return self._splices
        from linter.syntax.yaml.write_text import Splice as Whole
        from linter.syntax.yaml.write_text import whole_lines

        return whole_lines(view.text, [Whole(*splice) for splice in sorted(self._splices)])

    def drawn(self, changes: tuple[TreeChange, ...]) -> _Drawn | str:
        try:
            for parent, fresh in self._grown.values():
                self._splices.extend(grown(self._document, parent, fresh))
        except Ungrown as why:
            return str(why)
        plain = [Edit("", *splice) for splice in self._splices]
        if any(overlaps(one, other) for index, one in enumerate(plain) for other in plain[:index]):
            return _MEET
        edits: list[Edit] = []
        for splice in self._fitting():
            edit = self._document.view.edit(*splice)
            if isinstance(edit, str):
                return edit
            edits.append(edit)
        return _Drawn(changes, plain, tuple(edits))

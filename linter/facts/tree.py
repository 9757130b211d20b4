"""Settings as plain, picklable trees that keep their places when a document's nodes are dropped."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Several
from typing import Any, TypeAlias

from linter.facts.holes import SET_ASIDE
from linter.facts.late import Late
from linter.facts.value import Slot, Unknown
from linter.record import dataclass, replace
from linter.syntax.document import DocRef, Document, Place, Route
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence

_ALIASED = "the value is shared through a YAML alias"
_LIMIT = 200_000

OPEN = "a template decides what else is written there"
"""Why a mapping of a template may hold more than is read."""


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar; offsets are of the file. ``locked`` says why it may not be edited, ``""`` if it may.

    ``filled`` says where ``text`` comes from if something else is written (a variable), else it is ``""``.
    ``unknown`` is why it is not known what takes effect, ``""`` where it is what ``text`` says, whatever that looks
    like, and ``None`` where nobody has settled it.
    """

    doc: DocRef
    start: int
    end: int
    text: str
    style: str = ""
    tag: str | None = None
    locked: str = ""
    filled: str = ""
    unknown: str | None = None

    @property
    def place(self) -> Place:
        return Place(self.doc, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of a ``Map``: its key with the key's place, and the value, which stands in the same document.

    ``given`` says whose default the entry is if nothing is written for it, else it is ``""``.
    """

    key: str
    start: int
    end: int
    value: Tree
    given: str = ""

    @property
    def place(self) -> Place:
        return Place(self.value.doc, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Map:
    """Pairs in file order with merge keys applied (own keys win); duplicates are kept, ``get`` gives the last.

    ``open`` says why there may be more pairs than these, else it is ``""``.
    """

    doc: DocRef
    start: int
    end: int
    entries: Several[Key]
    flow: bool = False
    locked: str = ""
    open: str = ""

    @property
    def place(self) -> Place:
        return Place(self.doc, self.start, self.end)

    def entry(self, key: str) -> Key | None:
        if self.entries.__class__ is Late:  # asking an abstract class's metaclass takes longer than the answer
            late: Key | None = self.entries.named(key)
            return late
        found = None
        for entry in self.entries:
            if entry.key == key:
                found = entry
        return found

    def get(self, key: str) -> Tree | None:
        found = self.entry(key)
        return None if found is None else found.value

    def key_place(self, key: str) -> Place | None:
        """Where the key itself is written."""
        found = self.entry(key)
        return None if found is None else found.place


@dataclass(frozen=True, slots=True)
class Seq:
    """Items in file order."""

    doc: DocRef
    start: int
    end: int
    items: Several[Tree]
    flow: bool = False
    locked: str = ""

    @property
    def place(self) -> Place:
        return Place(self.doc, self.start, self.end)


Tree: TypeAlias = "Text | Map | Seq"


class TooMuchAliasing(Exception):
    """Aliases that expand without end or beyond reason; ``node`` is where it was noticed."""

    def __init__(self, node: Node) -> None:
        super().__init__("aliases expand too far")
        self.node = node


def tree_of(document: Document[Node], node: Node | None = None) -> Tree:
    """The tree of ``node`` (the document's root by default).

    Aliased values keep the place of the anchored text and are locked, and so is all of a template; a text with an
    action in it is what is written. Raises ``TooMuchAliasing``. A simple document's tree, where this can't happen,
    grows as it is read.
    """
    return _Builder(document).build(document.root if node is None else node, document.view.locked)


class _Builder:
    """One conversion: the budget, and the aliases now being expanded."""

    def __init__(self, document: Document[Node]) -> None:
        self._doc = document.ref
        self._simple = document.simple and not document.view.locked
        view = document.view
        # the offsets of a whole file's text are the file's, and from a text in it there is one step
        self._outer = None if view.identity else view.local if view.around.identity else view.outer
        self._written = document.view.source.text if document.view.locked else ""
        self._budget = _LIMIT
        self._open: set[int] = set()

    def build(self, node: Node, locked: str) -> Tree:
        if locked == _ALIASED and not self._simple:  # what is written is finite; only aliases multiply
            self._budget -= 1
            if self._budget < 0:
                raise TooMuchAliasing(node)
        start, end = node.start, node.end
        if self._outer is not None:
            start, end = self._outer(start, end)
        if isinstance(node, Scalar):
            text = _actions(node, self._written[start:end]) if self._written else node.text
            return Text(self._doc, start, end, text, node.style, node.tag, locked)
        if self._simple and not isinstance(node, Alias):
            late: Late[Any] = Late(self, node, locked)
            collection = Map if isinstance(node, Mapping) else Seq
            return collection(self._doc, start, end, late, node.flow, locked)
        return self._whole(node, start, end, locked)

    def _whole(self, node: Mapping | Sequence | Alias, start: int, end: int, locked: str) -> Tree:
        """The tree of a collection or an alias with all that is below it."""
        if isinstance(node, Alias):
            if id(node.target) in self._open:
                raise TooMuchAliasing(node)
            self._open.add(id(node.target))
            try:
                return self.build(node.target, _ALIASED)
            finally:
                self._open.discard(id(node.target))
        if node.anchor is not None:
            self._open.add(id(node))
        children = self.children(node, locked)
        built: Tree
        if isinstance(node, Sequence):
            built = Seq(self._doc, start, end, children, node.flow, locked)
        else:
            kept = tuple([entry for entry in children if not entry.key.startswith(SET_ASIDE)])
            open_ = OPEN if self._written and any("$(x" in entry.key for entry in children) else ""
            built = Map(self._doc, start, end, kept if self._written else children, node.flow, locked, open_)
        if node.anchor is not None:
            self._open.discard(id(node))
        return built

    def children(self, node: Mapping | Sequence, locked: str) -> tuple[Any, ...]:
        """The items of a sequence, the entries of a mapping with those that it merges."""
        if isinstance(node, Sequence):
            return tuple([self.build(item, locked) for item in node.items])
        own: list[Key] = []
        merged: list[Key] = []
        doc, outer, add = self._doc, self._outer, own.append
        for key, value in node.entries:
            text = _name(key)
            if text == "<<" and isinstance(key, Scalar) and not key.style:
                merged.extend(self._merged(value, locked))
                continue
            start, end = (key.start, key.end) if outer is None else outer(key.start, key.end)
            if isinstance(value, Scalar) and not locked:  # as most are
                first, last = (value.start, value.end) if outer is None else outer(value.start, value.end)
                held: Tree = Text(doc, first, last, value.text, value.style, value.tag)
            else:
                held = self.build(value, locked)
            add(Key(text, start, end, held))
        if merged:
            names = {entry.key for entry in own}
            for entry in merged:
                if entry.key not in names:
                    names.add(entry.key)
                    own.append(entry)
        return tuple(own)

    def _merged(self, value: Node, locked: str) -> Iterator[Key]:
        """What a merge key gives; its scalars can be set: an own key wins and leaves other uses alone."""
        built = self.build(value, _ALIASED)
        for source in built.items if isinstance(built, Seq) else (built,):
            if isinstance(source, Map):
                for entry in source.entries:
                    own = not locked and isinstance(entry.value, Text)
                    yield replace(entry, value=replace(entry.value, locked="")) if own else entry
                if source.open:
                    yield Key(SET_ASIDE, source.start, source.end, source)


def _actions(node: Scalar, written: str) -> str:
    """The text of a scalar of a template: with its actions if it stands on one line, else with placeholders."""
    if "{{" not in written or "\n" in written or written.count("{{") != written.count("}}"):
        return node.text
    return written[1:-1] if node.style in ("'", '"') else written


def _name(key: Node) -> str:
    """A key's text, ``""`` for a collection."""
    named = key.target if isinstance(key, Alias) else key
    return named.text if isinstance(named, Scalar) else ""


def at(tree: Tree | None, *steps: str | int) -> Tree | None:
    """What ``steps`` lead to, or ``None`` where one of them is missing."""
    for step in steps:
        if isinstance(tree, Map) and isinstance(step, str):
            tree = tree.get(step)
        elif isinstance(tree, Seq) and isinstance(step, int) and step < len(tree.items):
            tree = tree.items[step]
        else:
            return None
    return tree


def opened(tree: Tree | None, *steps: str | int) -> Unknown | None:
    """Why what ``steps`` lead to may be there although nothing is written for it."""
    for step in steps:
        following = at(tree, step)
        if following is None:
            return Unknown(tree.open) if isinstance(tree, Map) and tree.open else None
        tree = following
    return None


def slot(root: Tree, route: Route) -> Slot:
    """The slot of ``route`` below ``root``: the value if it is written, else its nearest written ancestor.

    An ancestor is shown by its key, the value by its text; an empty value (``key:``) by its key too.
    """
    tree: Tree = root
    shown: Tree | Key = root
    written = 0
    for step in route:
        if isinstance(tree, Map) and isinstance(step, str):
            entry = tree.entry(step)
            if entry is None:
                break
            shown = entry
            tree = entry.value
        elif isinstance(tree, Seq) and isinstance(step, int) and step < len(tree.items):
            shown = tree = tree.items[step]
        else:
            break
        written += 1
    if written == len(route) and isinstance(tree, Text) and tree.end > tree.start:
        shown = tree
    return Slot(shown.place, route, written, locked=tree.locked)

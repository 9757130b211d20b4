"""Where the entries of a collection stand in the text, as far as they stand there in a plain way."""

from __future__ import annotations

from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.write_text import Layout, Refusal

_DASHES = pattern(r" *(?:- +)*")
_COLON = pattern(r"[ \t]*:")
_KEEP = pattern(r"[|>][0-9-]*\+")
_GAP = pattern(r"(?:\s|(?<=\s)#[^\r\n]*)*")


class Entry(NamedTuple):
    """A mapping's entry or a sequence's item.

    It starts at ``head`` (its key or ``-``) and ends at ``end``; its value follows ``mark``, the offset past ``:`` or
    ``-``, which is -1 where neither is written. ``comma`` is the offset of the comma behind a flow entry, or -1.
    """

    head: int
    mark: int
    end: int
    comma: int = -1


def entries(layout: Layout, node: Mapping | Sequence) -> list[Entry]:
    """All entries in order; raises ``Refusal`` where one is written in a way that can't be edited line by line."""
    known = layout.entries.get(id(node))
    if known is None:
        known = layout.entries[id(node)] = node, _entries(layout, node)
    return known[1]


def _entries(layout: Layout, node: Mapping | Sequence) -> list[Entry]:
    if node.flow:
        return _flow(layout, node)
    if isinstance(node, Mapping):
        return [_pair(layout, key, value) for key, value in node.entries]
    return _dashed(layout, node)


def column(layout: Layout, found: list[Entry]) -> int:
    """The column at which all entries of a block collection start."""
    known = layout.columns.get(id(found))
    if known is None:
        columns = {layout.column(entry.head) for entry in found}
        if len(columns) != 1:
            raise Refusal("the entries around it are not aligned")
        known = layout.columns[id(found)] = found, columns.pop()
    return known[1]


def _pair(layout: Layout, key: Node, value: Node) -> Entry:
    _check_lead(layout, key.start)
    if not isinstance(key, Scalar | Alias):
        raise Refusal("a key beside it is a collection")
    colon = _COLON.match(layout.text, key.end)
    if colon is None:
        raise Refusal("a key beside it is written in an unusual way")
    return Entry(key.start, colon.end(), reach(layout, value, colon.end()))


def _check_lead(layout: Layout, at: int) -> None:
    before = layout.before(at)
    if _DASHES.fullmatch(before):
        return
    if "?" in before:
        raise Refusal("a key beside it is written with ?")
    raise Refusal("an entry beside it has an anchor, a tag or another thing before it")


def _dashed(layout: Layout, node: Sequence) -> list[Entry]:
    found: list[Entry] = []
    head = node.start
    for item in node.items:
        if layout.text[head : head + 1] != "-":
            raise Refusal("the items around it are written in an unusual way")
        _check_lead(layout, head)
        entry = Entry(head, head + 1, reach(layout, item, head + 1))
        found.append(entry)
        gap = _GAP.match(layout.text, entry.end)
        head = entry.end if gap is None else gap.end()
    return found


def reach(layout: Layout, node: Node, mark: int) -> int:
    """Where the text of a value ends that follows ``mark``: with the blank lines a block scalar keeps."""
    if isinstance(node, Scalar):
        if node.start >= node.end:
            return mark
        if node.style in ("|", ">") and _KEEP.match(layout.text, node.start):
            blank = layout.next_line(node.end)
            past = layout.after_blanks(blank)
            if past > blank:
                return layout.line_end(past - 1 if layout.text[past - 2 : past] != "\r\n" else past - 2)
        return node.end
    if isinstance(node, Alias) or node.flow:
        return node.end
    if isinstance(node, Sequence):
        return reach(layout, node.items[-1], node.items[-1].end)
    key, value = node.entries[-1]
    colon = _COLON.match(layout.text, key.end)
    return reach(layout, value, value.end if colon is None else colon.end())


def _flow(layout: Layout, node: Mapping | Sequence) -> list[Entry]:
    text = layout.text
    opening = text[node.start : node.start + 1]
    if opening != ("{" if isinstance(node, Mapping) else "["):
        raise Refusal("a pair stands in a sequence without braces")
    found: list[Entry] = []
    at = node.start + 1
    pairs = node.entries if isinstance(node, Mapping) else [(item, item) for item in node.items]
    for key, value in pairs:
        head = _skip(text, at)
        if text[head : head + 1] == "?":
            raise Refusal("a key beside it is written with ?")
        colon = _COLON.match(text, key.end) if isinstance(node, Mapping) else None
        mark = -1 if colon is None else colon.end()
        end = max(value.end, key.end, mark)
        if isinstance(value, Scalar) and value.start >= value.end and (value.anchor or value.tag):
            raise Refusal("an entry beside it has an anchor or a tag and no value")
        comma = _skip(text, end)
        if text[comma : comma + 1] != ",":
            comma = -1
        found.append(Entry(head, mark, end, comma))
        at = comma + 1 if comma >= 0 else end
    if _skip(text, at) != node.end - 1:
        raise Refusal("the entries around it are written in an unusual way")
    return found


def _skip(text: str, at: int) -> int:
    """Past white space and comments."""
    gap = _GAP.match(text, at)
    return at if gap is None else gap.end()

"""Texts inside scalars inside texts: exact places, and edits that read as meant.

``DEADPEER_FULL=1`` runs many more examples.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import assume, event, find, given
from hypothesis import strategies as st

from linter.record import NamedTuple
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.text.edit import Edit, apply
from linter.text.read import decode
from linter.text.source import Source
from linter.text.view import View
from tests.yamls import at, scalars, texts

BOMS = (b"", b"\xef\xbb\xbf")
NEW = st.lists(st.sampled_from(["x", "é", "🚀", " ", ": ", "#", "'", '"', "\\", "- y", "0"]), max_size=3).map("".join)
LINES = st.lists(st.sampled_from(["x: 1\n", "  y\n", "\n", "é: '🚀'\n", "# z\n", "- w\n"]), max_size=3).map("".join)


class Nested(NamedTuple):
    """A file's text, and the steps to the scalar that holds the next text, outermost first."""

    text: str
    ways: tuple[tuple[int, ...], ...]


class Frame(NamedTuple):
    """A text around a block scalar: what stands before its header, the column it counts from, and what follows."""

    before: str
    column: int
    after: str
    way: tuple[int, ...]


FRAMES = (
    Frame("r: ", 0, "", (0,)),
    Frame("# c 🚀\nr: ", 0, "b: 1\n", (0,)),
    Frame("data:\n  é: 1\n  r: &x ", 2, "  # c\nb: 1\n", (0, 1)),
    Frame("- a: 'x'\n  r: !!str ", 2, "\n- b\n", (0, 1)),
    Frame("- - ", 2, "# c\n", (0, 0)),
    Frame("k:\n- ", 0, "- z\n", (0, 0)),
    Frame("---\na: {b: [c]}\nd:\n    e:\n        r: ", 8, "    f: 1\n", (1, 0, 0)),
)


@st.composite
def blocks(draw: st.DrawFn, inner: str) -> tuple[str, tuple[int, ...]]:
    """``inner`` as a literal block scalar of a text, in any of the ways to write it."""
    frame = draw(st.sampled_from(FRAMES))
    lines = inner.split("\n")
    first = next((line for line in lines if line), "")
    blank = not inner.strip("\n")
    explicit = blank or first[0] in " \t" or any(line and not line.strip() for line in lines) or draw(st.booleans())
    chomps = ["+"] if inner.endswith("\n\n") or inner == "\n" else ["", "+"] if inner.endswith("\n") else ["-"]
    chomp = draw(st.sampled_from(chomps))
    step = draw(st.integers(1, 9))
    digit = str(step) if explicit else ""
    header = (
        "|" + draw(st.sampled_from((chomp + digit, digit + chomp))) + draw(st.sampled_from(("", "  # c: 'é'", " \t")))
    )
    pad = " " * (frame.column + step)
    body = "".join((pad + line if line else draw(st.sampled_from(("", pad[1:], pad)))) + "\n" for line in lines[:-1])
    tail = frame.after
    if lines[-1]:
        body += pad + lines[-1] + "\n"
    elif chomp == "+":
        # what follows would count as its last lines
        tail = tail.lstrip("\n")
    return f"{frame.before}{header}\n{body}{tail}", frame.way


@st.composite
def quotes(draw: st.DrawFn, inner: str) -> tuple[str, tuple[int, ...]]:
    """``inner`` in double quotes, each character written in one of its ways."""
    written = []
    for char in inner:
        ways = [f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"]
        if char in '"\\\n\t':
            ways.append({"\n": "\\n", "\t": "\\t"}.get(char, "\\" + char))
        else:
            ways += [char] * 20
        written.append(draw(st.sampled_from(ways)))
    return f'a: 1\nr: "{"".join(written)}" # c\nb: 2\n', (1,)


@st.composite
def nested(draw: st.DrawFn, styles: str = '||||"') -> tuple[str, Nested]:
    """A YAML text, and a file that holds it one to three scalars deep."""
    inner = draw(texts())
    if draw(st.integers(0, 4)) == 0:
        inner = draw(st.sampled_from(["\n", "\n\n", " \n"])) + inner
    if draw(st.integers(0, 4)) == 0:
        inner = inner.rstrip("\n")
    text = inner
    ways: tuple[tuple[int, ...], ...] = ()
    for _ in range(draw(st.integers(1, 3))):
        style = draw(st.sampled_from(styles))
        if style == '"' and len(text) < 300:
            text, way = draw(quotes(text))
        else:
            text, way = draw(blocks(text))
        ways = (way, *ways)
    eol = draw(st.sampled_from(("\n", "\n", "\r\n", "\r")))
    return inner, Nested(text.replace("\n", eol), ways)


def opened(source: Source, ways: tuple[tuple[int, ...], ...]) -> View:
    """The view of the innermost text."""
    view = View.of(source)
    for way in ways:
        found = next(parse(view, DocRef(source.path, "yaml")))
        assert isinstance(found, Document), (found, view.text)
        node = at(found.root, *way)
        assert isinstance(node, Scalar)
        deeper = inside(found, node)
        assert isinstance(deeper, View), (deeper, view.text)
        assert deeper.text == node.text
        view = deeper
    return view


def source_of(text: str, bom: bytes) -> Source:
    found = decode("a.yaml", bom + text.encode())
    assert isinstance(found, Source)
    return found


def tokens(view: View) -> Iterator[tuple[Document[Node], Scalar]]:
    for found in parse(view, DocRef("a.yaml", "yaml")):
        assert isinstance(found, Document), found
        for scalar in scalars(found.root):
            yield found, scalar


@given(nested(), st.sampled_from(BOMS))
def test_every_inner_scalar_is_its_token_in_the_file(case: tuple[str, Nested], bom: bytes) -> None:
    inner, (text, ways) = case
    source = source_of(text, bom)
    view = opened(source, ways)
    assert view.text == inner
    event(f"depth {len(ways)}")
    verbatim = '"' not in text
    for found, scalar in tokens(view):
        token = inner[scalar.start : scalar.end]
        place = found.place(scalar.start, scalar.end)
        written = source.text[place.start : place.end]
        if "\n" not in token and (verbatim or "\\" not in written):
            assert written == token
        elif verbatim:
            # between the lines of a token the file has indentation and its own line ends
            assert [line.strip() for line in written.splitlines()] == [line.strip() for line in token.splitlines()]
        assert _surely(source.text, place.start, place.end, token)


def _surely(file: str, start: int, end: int, token: str) -> bool:
    """Whether a token's first and last characters stand at its ends, verbatim or escaped."""
    return not token or ((file[start] in (token[0], "\\")) and (file[end - 1] == token[-1] or "\\" in file[start:end]))


def edited(source: Source, ways: tuple[tuple[int, ...], ...], start: int, end: int, new: str) -> str:
    """What became of an edit of the innermost text: ``refused`` or ``made``; a made one must read as it should."""
    view = opened(source, ways)
    edit = view.edit(start, end, new)
    if isinstance(edit, str):
        assert edit
        return "refused"
    changed = apply(source.text, [edit])
    after = opened(Source(source.path, changed, source.encoding, source.bom), ways)
    assert after.text == view.text[:start] + new + view.text[end:]
    assert changed[: edit.start] == source.text[: edit.start]
    assert changed[edit.start + len(edit.new) :] == source.text[edit.end :]
    return "made"


@given(nested(), st.sampled_from(BOMS), st.data())
def test_an_edit_through_views_is_the_edit_of_the_inner_text(
    case: tuple[str, Nested], bom: bytes, data: st.DataObject
) -> None:
    inner, (text, ways) = case
    start = data.draw(st.integers(0, len(inner)))
    end = data.draw(st.integers(start, min(len(inner), start + 12)))
    new = data.draw(st.one_of(NEW, LINES))
    event(edited(source_of(text, bom), ways, start, end, new))


@given(nested("|"), st.sampled_from(BOMS), st.data())
def test_values_in_blocks_can_always_be_replaced(case: tuple[str, Nested], bom: bytes, data: st.DataObject) -> None:
    _, (text, ways) = case
    source = source_of(text, bom)
    choice = [one for _, one in tokens(opened(source, ways)) if one.text and not one.style and "\n" not in one.text]
    assume(choice)
    scalar = data.draw(st.sampled_from(choice))
    assert edited(source, ways, scalar.start, scalar.end, data.draw(st.sampled_from(("30s", "é🚀", "a b")))) == "made"


@given(nested("|"), st.sampled_from(BOMS), st.data())
def test_whole_lines_in_blocks_can_always_be_inserted(
    case: tuple[str, Nested], bom: bytes, data: st.DataObject
) -> None:
    inner, (text, ways) = case
    lines = inner.splitlines(keepends=True)
    shown = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    number = data.draw(st.integers(min(shown + 1, len(lines)), len(lines)))
    start = sum(map(len, lines[:number]))
    assume(start == 0 or inner[start - 1] == "\n")
    new = "x:\n  y: 1\n\n# z\n"
    if start == len(inner):
        new = new.rstrip("\n") + "\n"
    assert edited(source_of(text, bom), ways, start, start, new) == "made"


@given(texts(), st.sampled_from(("'", '"', ">", "")), st.sampled_from(("\n", "\r\n")), st.data())
def test_edits_within_other_styles_read_as_meant_or_are_refused(
    inner: str, style: str, eol: str, data: st.DataObject
) -> None:
    found = [
        (one, node) for one, node in tokens(View.of(Source("a.yaml", inner.replace("\n", eol)))) if node.style == style
    ]
    assume(found)
    document, scalar = data.draw(st.sampled_from(found))
    view = inside(document, scalar)
    assert isinstance(view, View)
    start = data.draw(st.integers(0, len(view.text)))
    end = data.draw(st.integers(start, len(view.text)))
    new = data.draw(NEW)
    edit = view.edit(start, end, new)
    event(f"{style or 'plain'} {'made' if isinstance(edit, Edit) else edit}")
    if isinstance(edit, str):
        return
    before = [node for _, node in tokens(View.of(document.view.source))]
    changed = Source("a.yaml", apply(document.view.source.text, [edit]))
    after = [node for _, node in tokens(View.of(changed))]
    wanted = [one.text for one in before]
    wanted[[one.start for one in before].index(scalar.start)] = view.text[:start] + new + view.text[end:]
    assert [one.text for one in after] == wanted


@pytest.mark.parametrize("kind", [Mapping, Sequence])
def test_the_generator_makes_all_kinds_of_texts(kind: type) -> None:
    found = find(texts(), lambda text: isinstance(next(tokens(View.of(Source("f", text))))[0].root, kind))
    assert found

"""Random changes of random documents: the trees that come out, and the text that must not change.

Two readers judge every result: our own, and ruamel.yaml, which shares no code with it. ``DEADPEER_FULL=1`` runs
50,000 examples.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import assume, event, given, note, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Document, Route
from linter.syntax.node import Alias, Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.syntax.yaml.write import write, write_each
from linter.text.edit import Edit, apply
from linter.text.source import Source
from linter.text.view import View

CORPUS: Final = Path(__file__).parents[2] / "shared" / "corpus"
KEYS: Final = ("a", "b", "c", "d", "e", "otlp/2", "key with space", "ключ", "yes")
PLAIN: Final = ("1", "10s", "true", "x y", "4317", "http://h:1/p", "${env:X}", "a#b", "значение", "🚀", "-1")
QUOTED: Final = ("'it''s'", '"q\\n\\u00e9"', "''", '"# no"', "'a: b'", '"}"')
NULLS: Final = ("", "~", "null")
TEXTS: Final = ("5", "10s", "false", "'x y'", '"q"', "[1, z]", "{p: 1}", "null", "w w", '"# x"')


def seeded(seed: int) -> Random:
    return Random(seed)  # noqa: S311


class Author:
    """Writes a document as people do, line by line; every decision is drawn from ``random``."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.anchors: list[tuple[str, bool]] = []
        self.made = 0
        self.step = random.choice((2, 2, 2, 4, 1, 3))
        self.zero = random.random() < 0.5
        self.plain = random.random() < 0.3
        """no anchors, no oddities"""

    def rarely(self, share: float) -> bool:
        return not self.plain and self.random.random() < share

    def keys(self) -> list[str]:
        return self.random.sample(KEYS, self.random.randint(1, 4))

    def key(self, name: str) -> str:
        quoted = self.random.random()
        if name == "yes" or quoted < 0.08:
            return f'"{name}"'
        return f"'{name}'" if quoted < 0.16 else name

    def comment(self) -> str:
        return self.random.choice(("", "", "", "", "  # note", " # a: b", "   # 'x"))

    def fill(self, column: int) -> list[str]:
        """What may stand between entries."""
        lines: list[str] = []
        while self.random.random() < 0.2:
            deep = self.random.choice((0, 0, 0, 2, -2))
            lines.append(self.random.choice(("", " " * max(0, column + deep) + "# text")))
        return lines

    def mapping(self, column: int, depth: int) -> list[str]:
        lines: list[str] = []
        merge = [name for name, is_map in self.anchors if is_map]
        if merge and self.rarely(0.3):
            lines.append(" " * column + f"<<: *{self.random.choice(merge)}")
        for name in self.keys():
            lines += self.fill(column)
            first, *rest = self.value(column, depth)
            if self.rarely(0.02):
                lines += (" " * column + "? " + self.key(name), " " * column + ":" + first, *rest)
            else:
                lines += (" " * column + self.key(name) + ":" + first, *rest)
        return lines

    def items(self, column: int, depth: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.fill(column)
            nested = self.random.random()
            if depth and nested < 0.5:
                inner = self.mapping(column + 2, depth - 1) if nested < 0.4 else self.items(column + 2, depth - 1)
                while not inner[0].strip() or inner[0].lstrip().startswith("#"):
                    inner.pop(0)
                lines += (" " * column + "- " + inner[0].lstrip(" "), *inner[1:])
            else:
                first, *rest = self.value(column, 0)
                lines += (" " * column + "-" + first, *rest)
        return lines

    def value(self, column: int, depth: int) -> list[str]:
        """What follows ``:`` or ``-``, and the lines below."""
        if self.anchors and self.rarely(0.15):
            return [f" *{self.random.choice(self.anchors)[0]}{self.comment()}"]
        if not self.rarely(0.12):
            return self.content(column, depth, "")[0]
        self.made += 1
        name = f"n{self.made}"
        lines, is_map = self.content(column, depth, f" &{name}")
        self.anchors.append((name, is_map))
        return lines

    def content(self, column: int, depth: int, anchor: str) -> tuple[list[str], bool]:
        """A value behind its anchor, and whether it is a mapping."""
        kind = self.random.random()
        if depth and kind < 0.4:
            return [anchor + self.comment(), *self.fill(column), *self.mapping(column + self.step, depth - 1)], True
        if depth and kind < 0.5:
            deep = column + (0 if self.zero else self.step)
            return [anchor + self.comment(), *self.items(deep, depth - 1)], False
        if kind < 0.6:
            text, is_map = self.flow(2)
            return [f"{anchor} {text}{self.comment()}"], is_map
        if kind < 0.66:
            lines = self.flow_lines(column, anchor)
            return lines, lines[0].endswith("{")
        return self.scalar(column, anchor), False

    def scalar(self, column: int, anchor: str) -> list[str]:
        kind = self.random.random()
        if kind < 0.24:
            return self.block_scalar(column, anchor)
        if kind < 0.27:
            return [anchor + self.comment(), " " * (column + 1) + self.random.choice(PLAIN + QUOTED)]
        if kind < 0.3:
            return [f"{anchor} !!str {self.random.choice(PLAIN[:2])}{self.comment()}"]
        if kind < 0.36:
            return [f"{anchor} one", " " * (column + 2) + "two" + self.comment()]
        if kind < 0.42:
            return [f"{anchor} 'one", "", " " * (column + 2) + "two'" + self.comment()]
        if kind < 0.7:
            null = self.random.choice(NULLS)
            return [f"{anchor}{' ' if null else ''}{null}{self.comment()}"]
        return [f"{anchor} {self.random.choice(PLAIN + QUOTED)}{self.comment()}"]

    def block_scalar(self, column: int, anchor: str) -> list[str]:
        more = self.random.choice((1, 2, 4))
        deep = " " * (column + more)
        header = self.random.choice(("|", "|-", "|+", ">", ">-"))
        indicator = str(more) if self.rarely(0.1) else ""
        body = self.random.choices((deep + "text", deep + "a: 1 # in", "", deep + "# in"), k=self.random.randint(0, 3))
        return [f"{anchor} {header}{indicator}{self.comment()}", *body]

    def flow(self, depth: int) -> tuple[str, bool]:
        pad = self.random.choice(("", " "))
        end = self.random.choice(("", "", ","))
        if self.random.random() < 0.5:
            pairs = [f"{self.key(name)}: {self.flow_value(depth)}" for name in self.keys()[: self.random.randint(0, 3)]]
            return "{" + pad + ", ".join(pairs) + (end if pairs else "") + pad + "}", True
        items = [self.flow_value(depth) for _ in range(self.random.randint(0, 3))]
        return "[" + pad + ", ".join(items) + (end if items else "") + pad + "]", False

    def flow_value(self, depth: int) -> str:
        if depth and self.random.random() < 0.3:
            return self.flow(depth - 1)[0]
        return self.random.choice(("1", "10s", "~", "x y", *QUOTED))

    def flow_lines(self, column: int, anchor: str) -> list[str]:
        deep = " " * (column + self.random.choice((1, 2, 4)))
        close = self.random.choice((" " * (column + 1), deep))
        keyed = self.random.random() < 0.5
        names = self.keys()
        lines = [anchor + (" {" if keyed else " [")]
        for number, name in enumerate(names):
            text = f"{self.key(name)}: {self.flow_value(1)}" if keyed else self.flow_value(1)
            comma = "," if number + 1 < len(names) or self.random.random() < 0.3 else ""
            lines.append(deep + text + comma + self.comment())
            if self.random.random() < 0.15:
                lines.append(deep + "# inside")
        return [*lines, close + ("}" if keyed else "]") + self.comment()]

    def data(self, depth: int) -> Any:
        kind = self.random.random()
        if depth and kind < 0.5:
            return {name: self.data(depth - 1) for name in self.keys()}
        if depth and kind < 0.7:
            return [self.data(depth - 1) for _ in range(self.random.randint(0, 3))]
        return self.random.choice((1, "10s", True, None, "x y", {}, []))

    def document(self) -> str:
        kind = self.random.random()
        if kind < 0.12:
            indent = self.random.choice((None, 2, 4))
            dense = (",", ":") if self.random.random() < 0.4 else None
            lines = json.dumps({"k": self.data(3)}, indent=indent, separators=dense, ensure_ascii=False).split("\n")
        elif kind < 0.2:
            lines = [self.flow(3)[0] + self.comment()]
        elif kind < 0.35:
            lines = self.items(0, 3)
        else:
            lines = self.mapping(0, 3)
        if self.rarely(0.15):
            lines = [*self.fill(0), "---", *lines]
        lines = [*self.fill(0), *lines, *self.fill(0)]
        if self.rarely(0.1):
            lines += self.random.choice((["..."], ["---", "b: 1"], ["...", "---", "- c"]))
        return "\n".join(lines) + self.random.choice(("\n", "\n", "\n", "", "\n\n"))


def embedded(text: str, depth: int) -> str:
    """``text`` in block scalars of ``depth`` ConfigMaps."""
    for _ in range(depth):
        body = text.rstrip("\n")
        chomp = {0: "-", 1: ""}.get(len(text) - len(body), "+")
        lines = "".join("    " + line if line.strip("\n") else line for line in text.splitlines(keepends=True))
        end = "" if text.endswith("\n") else "\n"
        text = f"kind: ConfigMap\ndata:\n  relay: |{chomp}\n{lines}{end}  other: 'x'\n"
    return text


def opened(text: str, depth: int) -> Document[Node]:
    """The first document of the innermost text."""
    view, ref = View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")
    for _ in range(depth):
        host = first(view, ref)
        relay = reached(host.root, ("data", "relay"))
        assert isinstance(relay, Scalar)
        found = inside(host, relay)
        assert isinstance(found, View), found
        view, ref = found, DocRef("a.yaml", "yaml", host=host.ref, route=("data", "relay"))
    return first(view, ref)


def first(view: View, ref: DocRef) -> Document[Node]:
    document = next(parse(view, ref), None)
    assume(isinstance(document, Document))
    assert isinstance(document, Document)
    return document


def reached(node: Node, route: Route) -> Node | None:
    for step in route:
        following = node.get(step) if isinstance(node, Mapping) and isinstance(step, str) else None
        if following is None:
            return None
        node = following
    return node


def ours(node: Node) -> Any:
    """The tree as our parser reads it: texts, with aliases and merge keys applied."""
    if isinstance(node, Alias):
        return ours(node.target)
    if isinstance(node, Scalar):
        return None if not node.style and node.text in NULLS else node.text
    if isinstance(node, Sequence):
        return [ours(item) for item in node.items]
    merged: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for key, value in node.entries:
        assert isinstance(key, Scalar)
        (merged if key.text == "<<" else own).update(ours(value) if key.text == "<<" else {key.text: ours(value)})
    return {**merged, **own}


def theirs(text: str, depth: int) -> Any:
    """All documents of the innermost text as ruamel.yaml reads them, and what stands around them."""
    around = []
    for _ in range(depth):
        host = YAML(typ="safe", pure=True).load(text)
        text = host["data"].pop("relay")
        around.append(host)
    return [unshared(one) for one in YAML(typ="safe", pure=True).load_all(text)], around


def unshared(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: unshared(value) for key, value in data.items()}
    return [unshared(item) for item in data] if isinstance(data, list) else data


def changed(data: Any, changes: list[TreeChange], read: Callable[[str], Any], route: Route = ()) -> Any:
    """``data`` with ``changes`` made, the plain way."""
    here = len(route)
    for change in changes:
        if change.verb == "set" and change.route == route:
            return read(change.to)
    below = [change for change in changes if change.route[:here] == route and len(change.route) > here]
    verbs = {(change.verb, change.route[here]): change.to for change in below if len(change.route) == here + 1}
    if isinstance(data, list):
        items: list[Any] = []
        for index in range(len(data) + 1):
            items += [read(one.to) for one in below if (one.verb, one.route) == ("insert", (*route, index))]
            if index < len(data) and ("remove", index) not in verbs:
                items.append(changed(data[index], below, read, (*route, index)))
        return items
    if isinstance(data, dict) or (data is None and any(change.verb == "set" for change in below)):
        entries: dict[str, Any] = {}
        for key, value in (data or {}).items():
            if ("remove", key) not in verbs:
                entries[str(verbs.get(("rename", key), key))] = changed(value, below, read, (*route, key))
        for change in below:
            step = change.route[here]
            if change.verb == "set" and step not in (data or {}):
                entries[str(step)] = changed(None, below, read, (*route, step))
        return entries
    return data


def routes(data: Any, route: Route = ()) -> list[tuple[Route, Any]]:
    found = [(route, data)]
    if isinstance(data, dict):
        for key, value in data.items():
            found += routes(value, (*route, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += routes(value, (*route, index))
    return found


def some_change(random: Random, data: Any, json_text: bool) -> TreeChange:
    places = routes(data)
    if not isinstance(data, dict) and len(places) > 1:
        places = places[1:]
    route, value = random.choice(places)
    kind = random.random()
    text = random.choice(TEXTS[:3] if json_text else TEXTS)
    if (kind < 0.4 or not route) and (value is None or isinstance(value, dict)):
        return TreeChange("set", (*route, *random.sample(("n", "m", "a", "sp ace"), random.randint(1, 3))), text)
    verb: TreeVerb = "set"
    if kind < 0.6:
        verb = "remove"
    elif kind < 0.7 and route and isinstance(route[-1], str):
        return TreeChange("rename", route, random.choice(("n", "new name", "b", "true")))
    elif kind < 0.78 and isinstance(value, list):
        return TreeChange("insert", (*route, random.randint(0, len(value))), text)
    return TreeChange(verb, route, "" if verb == "remove" else text)


def inverse(text: str, edits: tuple[Edit, ...]) -> list[Edit]:
    moved = 0
    back: list[Edit] = []
    for edit in sorted(edits):
        start = edit.start + moved
        back.append(Edit(edit.path, start, start + len(edit.new), text[edit.start : edit.end]))
        moved += len(edit.new) - (edit.end - edit.start)
    return back


def typed(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def untyped(text: str) -> Any:
    return ours(first(View.of(Source("", text)), DocRef("", "yaml")).root)


@settings(max_examples=settings().max_examples * 5 // 2)
@given(st.integers(0, 2**40), st.integers(0, 2), st.booleans())
def test_changes(seed: int, depth: int, crlf: bool) -> None:
    random = seeded(seed)
    inner = Author(random).document()
    text = embedded(inner, depth).replace("\n", "\r\n" if crlf else "\n")
    document = opened(text, depth)
    assume(document.ref.index == 0)
    try:
        before, around = theirs(text, depth)
    except YAMLError:
        assume(False)
    json_text = inner.lstrip().startswith(('{"k"', "{}", "[]"))
    drawn = [some_change(random, before[0], json_text) for _ in range(random.choice((1, 1, 2, 3)))]
    changes = list(dict.fromkeys(drawn))

    note(f"{inner}\n{changes}")
    edits = write(document, changes)
    if isinstance(edits, str):
        event("refused: " + " ".join(word for word in edits.split() if word.isalpha() and len(word) > 1))
        return
    event("written" if edits else "nothing to do")
    new = apply(text, edits)
    note(new)

    assert apply(new, inverse(text, edits)) == text
    if crlf and "\n" in text:
        assert "\n" not in new.replace("\r\n", "")
    again = opened(new, depth)
    assert ours(again.root) == changed(ours(document.root), changes, untyped)
    wanted = [changed(before[0], changes, typed), *before[1:]]
    assert theirs(new, depth) == (wanted, around)
    if settles(changes):
        assert write(again, changes) == ()


@given(st.integers(0, 2**40), st.integers(0, 2))
def test_changes_written_together_are_those_written_alone(seed: int, depth: int) -> None:
    """Also where some of them can't be made, meet or contradict each other."""
    random = seeded(seed)
    document = opened(embedded(Author(random).document(), depth), depth)
    assume(document.ref.index == 0)
    data = ours(document.root)
    groups = [[some_change(random, data, json_text=False) for _ in range(random.choice((1, 1, 2)))] for _ in range(6)]
    note(document.view.text)

    assert write_each(document, groups) == tuple(write(document, group) for group in groups)


def settles(changes: list[TreeChange]) -> bool:
    """Whether the routes still mean the same afterwards."""
    return not any(
        one.verb in ("insert", "rename") or (one.verb == "remove" and isinstance(one.route[-1], int)) for one in changes
    )


@pytest.mark.parametrize("number", range(3))
def test_changes_of_real_files(number: int) -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus beside the repository")
    random = seeded(number)
    written = 0
    for path in sorted((*CORPUS.rglob("*.yaml"), *CORPUS.rglob("*.yml")))[number::3]:
        text = path.read_bytes().decode("utf-8-sig")
        document = next(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")), None)
        if not isinstance(document, Document) or document.ref.index:
            continue
        try:
            before, _ = theirs(text, 0)
        except YAMLError:
            continue
        change = some_change(random, before[0], json_text=False)
        edits = write(document, [change])
        if not isinstance(edits, str):
            written += 1
            assert theirs(apply(text, edits), 0)[0] == [changed(before[0], [change], typed), *before[1:]], path
    assert written > 20


@pytest.mark.parametrize("seed", range(3))
def test_author_writes_yaml(seed: int) -> None:
    """Most of what the author writes can be read, else the property above would prove little."""
    random = seeded(seed)
    texts = [Author(random).document() for _ in range(200)]
    read = [next(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")), None) for text in texts]
    assert sum(isinstance(one, Document) for one in read) > 190

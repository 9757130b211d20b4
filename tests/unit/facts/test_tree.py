from __future__ import annotations

import pickle

import pytest

from linter.facts.pruning import pruned
from linter.facts.tree import Map, TooMuchAliasing, Tree, at, opened, slot, tree_of
from linter.record import replace
from linter.syntax.document import DocRef, Document
from linter.syntax.template import masked
from linter.syntax.yaml.parse import parse
from linter.text.source import Source
from linter.text.view import View


def document(text: str) -> Document:  # type: ignore[type-arg]
    (found,) = parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml"))
    assert isinstance(found, Document)
    return found


def test_own_keys_win_over_merged_ones_wherever_they_stand() -> None:
    tree = tree_of(document("base: &b {x: 1, y: 2}\nuse:\n  x: 3\n  <<: *b\n"))
    use = at(tree, "use")
    assert isinstance(use, Map)
    assert {entry.key: getattr(entry.value, "text", None) for entry in use.entries} == {"x": "3", "y": "2"}
    assert slot(tree, ("use", "x")).locked == ""
    assert slot(tree, ("use", "y")).locked == "", "an own key can take its place"


def test_what_a_merge_gives_below_its_keys_is_shared() -> None:
    tree = tree_of(document("base: &b {x: {z: 1}}\nuse: &u\n  <<: *b\nagain: *u\nmore:\n  <<: [*u]\n"))
    assert slot(tree, ("use", "x", "z")).locked != ""
    assert slot(tree_of(document("base: &b {x: 1}\nuse: &u\n  <<: *b\nagain: *u\n")), ("again", "x")).locked != ""


def test_a_missing_value_has_its_nearest_written_ancestor() -> None:
    tree = tree_of(document("a:\n  b: {}\n"))
    where = slot(tree, ("a", "b", "c", "d"))
    assert (where.written, where.exists) == (2, False)
    assert (where.place.start, where.place.end) == (5, 6)


def test_many_plain_nodes_are_no_aliasing() -> None:
    text = "".join(f"k{number}: {number}\n" for number in range(250_000))
    assert len(tree_of(document(text)).entries) == 250_000  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "a: &a {b: *a}\n",
        "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"{n}: &{n} [{', '.join(['*' + p] * 10)}]\n" for p, n in zip("abcdefg", "bcdefgh", strict=True)),
    ],
)
def test_aliases_without_end_or_reason_are_refused(text: str) -> None:
    with pytest.raises(TooMuchAliasing):
        tree_of(document(text))


SIMPLE = "a:\n  b: [1, {c: 2}]\n  <<: {d: 3}\ne: x\n"


def whole(text: str) -> Tree:
    """The tree of ``text`` as it is made where it may hold aliases: all at once."""
    found = document(text)
    return tree_of(Document(found.ref, found.view, found.root))


def test_a_tree_that_grows_as_it_is_read_equals_the_whole_one() -> None:
    assert document(SIMPLE).simple
    grown, made = tree_of(document(SIMPLE)), whole(SIMPLE)
    assert grown == made
    assert made == tree_of(document(SIMPLE))
    assert hash(grown) == hash(made)
    assert repr(grown) == repr(made)
    assert tree_of(document(SIMPLE.replace("3", "4"))) != made


def test_a_tree_that_was_not_read_yet_can_be_sent_between_processes() -> None:
    sent = pickle.loads(pickle.dumps(tree_of(document(SIMPLE))))
    assert sent == whole(SIMPLE)
    assert isinstance(sent, Map)
    assert type(sent.entries) is tuple


def test_a_tree_that_was_not_read_yet_can_be_replaced_in_part() -> None:
    tree = tree_of(document(SIMPLE))
    assert isinstance(tree, Map)
    locked = replace(tree, locked="why")
    assert (len(locked.entries), locked.entries[1].key, at(locked, "a", "b", 1, "c")) == (
        2,
        "e",
        at(tree, "a", "b", 1, "c"),
    )


def test_wide_merges_without_aliases_are_no_aliasing() -> None:
    text = f"a: 1\n<<: {{{', '.join(f'k{number}: 1' for number in range(200_001))}}}\n"
    tree = tree_of(document(text))
    assert isinstance(tree, Map)
    assert len(tree.entries) == 200_002


def test_what_is_open_stays_so_when_a_tree_is_cut_down_or_merged() -> None:
    text = "base: &b\n  a: 1\n  {{- if .x }}\n  c: 1\n  {{- end }}\nuse:\n  <<: *b\n  d: 1\n"
    view = masked(View.of(Source("a.yaml", text)))
    assert view is not None
    (found,) = parse(view, DocRef("a.yaml", "yaml"))
    assert isinstance(found, Document)
    tree = tree_of(found)
    assert [opened(tree, name, "c") is not None for name in ("base", "use")] == [True, True]
    assert opened(pruned(tree, {"base": {"a": None}}), "base", "c") is not None
    assert opened(tree, "d") is None

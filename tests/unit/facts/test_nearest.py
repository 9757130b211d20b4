from __future__ import annotations

import pytest

from linter.facts.nearest import Nearest, nearest


def same(path: str) -> str:
    return path


@pytest.mark.parametrize(
    ("path", "candidates", "expected"),
    [
        ("a/x.yaml", ["a/x.yaml", "a/y.yaml"], ("a/x.yaml",)),
        ("a/x.yaml", ["a/y.yaml", "a/z.yaml", "b/y.yaml"], ("a/y.yaml", "a/z.yaml")),
        ("a/x.yaml", ["a/sub/y.yaml", "a/y.yaml"], ("a/y.yaml",)),
        ("a/x.yaml", ["a/sub/y.yaml", "y.yaml"], ("a/sub/y.yaml",)),
        ("a/b/x.yaml", ["a/y.yaml", "a/c/y.yaml", "y.yaml"], ("a/y.yaml",)),
        ("a/b/x.yaml", ["a/c/y.yaml", "a/d/e/y.yaml", "y.yaml"], ("a/c/y.yaml", "a/d/e/y.yaml")),
        ("x.yaml", ["y.yaml", "a/y.yaml"], ("y.yaml",)),
        ("a/x.yaml", ["b/y.yaml"], ("b/y.yaml",)),
        ("ab/x.yaml", ["a/y.yaml", "y.yaml"], ("y.yaml",)),
        ("a/x.yaml", [], ()),
    ],
)
def test_the_nearest_file_or_folder_wins(path: str, candidates: list[str], expected: tuple[str, ...]) -> None:
    assert nearest(path, candidates, same) == expected


def test_equally_near_things_keep_their_order() -> None:
    found = nearest("a/x.yaml", ["b/2.yaml", "b/1.yaml"], same)

    assert found == ("b/2.yaml", "b/1.yaml")


def test_one_file_may_state_several_things() -> None:
    index = Nearest([("a/x.yaml", 1), ("a/x.yaml", 2), ("a/y.yaml", 3)])

    assert list(index.to("a/x.yaml")) == [1, 2]
    assert list(index.to("a/z.yaml")) == [1, 2, 3]


def test_beside_stays_in_the_folder() -> None:
    index = Nearest([("a/x.yaml", 1), ("a/b/y.yaml", 2), ("z.yaml", 3)])

    assert list(index.beside("a/q.yaml")) == [1]
    assert list(index.beside("q.yaml")) == [3]
    assert list(index.beside("a/c/q.yaml")) == []


def test_levels_widen_until_all_are_seen() -> None:
    index = Nearest([("a/b/x.yaml", 1), ("a/y.yaml", 2), ("c/z.yaml", 3)])

    assert [list(level) for level in index.levels("a/b/x.yaml")] == [[1], [1], [1], [2], [1, 2], [1, 2, 3]]

"""Boxes do not overlap and lines lead to the right, whatever the graph."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from linter.report.html.layout import Arrangement, Line, Size, arrange


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Size], list[Line]]:
    count = draw(st.integers(1, 14))
    box = st.integers(0, count - 1)
    sizes = [Size(draw(st.integers(20, 200)), draw(st.integers(20, 200))) for _ in range(count)]
    return sizes, draw(st.lists(st.tuples(box, box), max_size=25))


def acyclic(lines: list[Line]) -> list[Line]:
    return [(start, end) for start, end in lines if start < end]


def overlapping(sizes: list[Size], made: Arrangement) -> list[tuple[int, int]]:
    found = []
    for one, other in combinations(range(len(sizes)), 2):
        (x, y), (u, v) = made.corners[one], made.corners[other]
        apart_x = x + sizes[one].width <= u or u + sizes[other].width <= x
        apart_y = y + sizes[one].height <= v + 1e-6 or v + sizes[other].height <= y + 1e-6
        if not apart_x and not apart_y:
            found.append((one, other))
    return found


@given(graphs())
def test_boxes_never_overlap_and_lie_within_the_drawing(graph: tuple[list[Size], list[Line]]) -> None:
    sizes, lines = graph
    made = arrange(sizes, lines)
    assert not overlapping(sizes, made)
    for size, corner in zip(sizes, made.corners, strict=True):
        assert corner.x >= 0 <= corner.y
        assert corner.x + size.width <= made.width + 1e-6
        assert corner.y + size.height <= made.height + 1e-6
    assert len(made.ways) == len(lines)


@given(graphs())
def test_without_circles_every_line_leads_to_the_right(graph: tuple[list[Size], list[Line]]) -> None:
    sizes, lines = graph
    made = arrange(sizes, acyclic(lines))
    for (start, end), ways in zip(acyclic(lines), made.ways, strict=True):
        stops = [made.corners[start].x + sizes[start].width, *(at.x for way in ways for at in way), made.corners[end].x]
        assert stops == sorted(stops)


@given(graphs())
def test_a_line_that_crosses_a_column_does_so_between_its_boxes(graph: tuple[list[Size], list[Line]]) -> None:
    sizes, lines = graph
    made = arrange(sizes, lines)
    for ways in made.ways:
        for left, right in ways:
            for size, corner in zip(sizes, made.corners, strict=True):
                beside = corner.x + size.width <= left.x or right.x <= corner.x
                assert beside or not corner.y < left.y < corner.y + size.height


def test_a_circle_a_loop_and_a_long_chain_are_drawn() -> None:
    size = Size(50, 30)
    assert arrange([size] * 3, [(0, 1), (1, 2), (2, 0), (1, 1)]).ways == ((), (), (), ())
    chain = arrange([size] * 5000, [(at, at + 1) for at in range(4999)])
    assert len({corner.x for corner in chain.corners}) == 5000
    assert arrange([], []).height == 0


def test_a_client_stands_beside_its_server_and_level_with_it() -> None:
    size = Size(50, 30)
    made = arrange([size] * 4, [(0, 1), (1, 2), (3, 2)])
    assert made.corners[3].x == made.corners[1].x
    (x, y), (u, v) = arrange([size] * 2, [(0, 1)]).corners
    assert (y, u > x) == (v, True)

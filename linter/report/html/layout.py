"""Boxes in columns so that lines lead to the right: the layered layout of Sugiyama, Tagawa and Toda (1981), simple.

Time and memory are proportional to boxes plus lines times columns, but for sorting; callers bound both.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from linter.record import NamedTuple, dataclass

Line: TypeAlias = tuple[int, int]
"""From a box to a box, by their numbers."""

_SWEEPS = 6


class Point(NamedTuple):
    x: float
    y: float


class Size(NamedTuple):
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``corners`` are the boxes' top left ones. ``ways`` are, by line, the stretches on which it crosses columns.

    A stretch is its left point and its right one, at one height. A line that leads back has none.
    """

    corners: tuple[Point, ...]
    ways: tuple[tuple[tuple[Point, Point], ...], ...]
    width: float
    height: float


class Spacing(NamedTuple):
    """Between columns, between boxes, and what a line takes where it crosses a column."""

    column: float = 190
    box: float = 26
    line: float = 18


def arrange(sizes: Sequence[Size], lines: Sequence[Line], spacing: Spacing = Spacing()) -> Arrangement:  # noqa: B008  immutable
    """Places boxes of these sizes."""
    back = _backward(len(sizes), lines)
    columns = _columns(len(sizes), lines, back)
    grid = _Grid(sizes, lines, back, columns, spacing)
    grid.order()
    grid.settle()
    return grid.arrangement()


def _backward(count: int, lines: Sequence[Line]) -> frozenset[int]:
    """The lines without which there is no circle, by their numbers; those from a box to itself are among them."""
    out: list[list[int]] = [[] for _ in range(count)]
    for number, (start, _) in enumerate(lines):
        out[start].append(number)
    back = set()
    state = [0] * count  # 1: on the way that is being followed, 2: done
    for root in range(count):
        if state[root]:
            continue
        state[root] = 1
        stack = [(root, iter(out[root]))]
        while stack:
            box, following = stack[-1]
            number = next(following, -1)
            if number < 0:
                state[box] = 2
                stack.pop()
                continue
            end = lines[number][1]
            if state[end] == 1:
                back.add(number)
            elif not state[end]:
                state[end] = 1
                stack.append((end, iter(out[end])))
    return frozenset(back)


def _columns(count: int, lines: Sequence[Line], back: frozenset[int]) -> list[int]:
    """The column of each box: right of all that lead to it, and beside what it leads to if nothing leads to it."""
    forward = [line for number, line in enumerate(lines) if number not in back]
    waiting, out = [0] * count, [[] for _ in range(count)]  # type: tuple[list[int], list[list[int]]]
    for start, end in forward:
        waiting[end] += 1
        out[start].append(end)
    first = [box for box in range(count) if not waiting[box]]
    found, ready = [0] * count, list(first)
    while ready:
        box = ready.pop()
        for end in out[box]:
            found[end] = max(found[end], found[box] + 1)
            waiting[end] -= 1
            if not waiting[end]:
                ready.append(end)
    for box in first:
        found[box] = min((found[end] - 1 for end in out[box]), default=0)
    return found


class _Grid:
    """Items in columns: the boxes by their numbers, and after them one for each column that a line crosses."""

    def __init__(
        self,
        sizes: Sequence[Size],
        lines: Sequence[Line],
        back: frozenset[int],
        columns: Sequence[int],
        spacing: Spacing,
    ) -> None:
        self.sizes = sizes
        self.spacing = spacing
        self.heights = [size.height for size in sizes]
        self.columns: list[list[int]] = [[] for _ in range(max(columns, default=-1) + 1)]
        for box, column in enumerate(columns):
            self.columns[column].append(box)
        self.left: list[list[int]] = [[] for _ in sizes]
        self.right: list[list[int]] = [[] for _ in sizes]
        self.crossings: list[list[int]] = []
        for number, (start, end) in enumerate(lines):
            self.crossings.append([])
            if number not in back:
                self._lead(start, end, columns)
        self.tops = [0.0] * len(self.heights)

    def _lead(self, start: int, end: int, columns: Sequence[int]) -> None:
        """A line from column to column."""
        at = start
        for column in range(columns[start] + 1, columns[end]):
            item = len(self.heights)
            self.heights.append(self.spacing.line)
            self.columns[column].append(item)
            self.left.append([])
            self.right.append([])
            self.crossings[-1].append(item)
            self._join(at, item)
            at = item
        self._join(at, end)

    def _join(self, one: int, other: int) -> None:
        self.right[one].append(other)
        self.left[other].append(one)

    def order(self) -> None:
        """Sorts each column by where its neighbours stand, to and fro."""
        rank = [0.0] * len(self.heights)
        for column in self.columns:
            self._number(column, rank)
        for sweep in range(_SWEEPS):
            rightwards = sweep % 2 == 0
            beside = self.left if rightwards else self.right
            for column in self.columns if rightwards else reversed(self.columns):
                wish = {item: _mean([rank[one] for one in beside[item]], rank[item]) for item in column}
                column.sort(key=wish.__getitem__)
                self._number(column, rank)

    @staticmethod
    def _number(column: Sequence[int], rank: list[float]) -> None:
        """Ranks from 0 to 1, so that columns of different lengths compare."""
        for place, item in enumerate(column):
            rank[item] = (place + 0.5) / len(column)

    def settle(self) -> None:
        """Gives each item its height above the ground, near those of its neighbours."""
        for column in self.columns:
            self._spread(column, [0.0] * len(column))
        for sweep in range(_SWEEPS):
            rightwards = sweep % 2 == 0
            for column in self.columns if rightwards else reversed(self.columns):
                self._spread(column, [self._wish(item, rightwards=rightwards) for item in column])
        least = min(self.tops, default=0.0)
        self.tops = [top - least for top in self.tops]

    def _wish(self, item: int, *, rightwards: bool) -> float:
        """The top at which its middle is level with those beside it."""
        beside = (self.left if rightwards else self.right)[item] or (self.right if rightwards else self.left)[item]
        own = self.tops[item] + self.heights[item] / 2
        return _mean([self.tops[one] + self.heights[one] / 2 for one in beside], own) - self.heights[item] / 2

    def _spread(self, column: Sequence[int], wishes: Sequence[float]) -> None:
        """The mean of pushing down and of pushing up what would overlap: it keeps the distances as both do."""
        gap, heights = self.spacing.box, self.heights
        down, up = list(wishes), list(wishes)
        for place in range(1, len(column)):
            down[place] = max(down[place], down[place - 1] + heights[column[place - 1]] + gap)
        for place in range(len(column) - 2, -1, -1):
            up[place] = min(up[place], up[place + 1] - heights[column[place]] - gap)
        for place, item in enumerate(column):
            self.tops[item] = (down[place] + up[place]) / 2

    def arrangement(self) -> Arrangement:
        boxes = len(self.sizes)
        corners = [Point(0, 0)] * boxes
        spans: dict[int, tuple[Point, Point]] = {}
        x = 0.0
        for column in self.columns:
            width = max((self.sizes[item].width for item in column if item < boxes), default=0)
            for item in column:
                if item < boxes:
                    corners[item] = Point(x, self.tops[item])
                else:
                    y = self.tops[item] + self.heights[item] / 2
                    spans[item] = (Point(x, y), Point(x + width, y))
            x += width + self.spacing.column
        height = max((top + high for top, high in zip(self.tops, self.heights, strict=True)), default=0.0)
        return Arrangement(
            tuple(corners),
            tuple(tuple(spans[item] for item in crossed) for crossed in self.crossings),
            max(0.0, x - self.spacing.column),
            height,
        )


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise

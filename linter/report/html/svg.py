"""A diagram as SVG. Its looks are attributes, which can be read where a server forbids styles; styles refine them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from linter.record import NamedTuple
from linter.report.html.diagram import WORDS, Box, Diagram, Edge
from linter.report.html.layout import Arrangement, Point, Size, arrange
from linter.report.html.markup import Markup, tag

_ROW, _HEAD, _PAD, _CHAR = 22.0, 26.0, 12.0, 7.3
_MARGIN = 16.0
_LOOP = 40.0
"""Room below a box for lines that lead back to it."""
_LONGEST = 40
"""Characters of a name that are shown; the whole is in the title."""
_DASHES = {"error": None, "warning": "9 4", "note": "3 4", "unjudged": "1 5", "fine": None}
_WIDTHS = {"error": 3.0, "warning": 2.0, "note": 2.0, "unjudged": 2.0, "fine": 1.25}
_AT = (0.5, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85)


class _Rect(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def meets(self, other: _Rect) -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


def draw(shown: Diagram) -> Markup:
    """The drawing; each line is a link to what the page says of it."""
    sizes = [_size(box) for box in shown.boxes]
    lines = [(edge.client[0], edge.server[0]) for edge in shown.edges]
    loops = {start for start, end in lines if start == end}
    taken = [Size(size.width, size.height + _LOOP * (box in loops)) for box, size in enumerate(sizes)]
    placed = arrange(taken, lines)
    width, height = placed.width + 2 * _MARGIN, placed.height + 2 * _MARGIN
    return tag(
        "svg",
        *_boxes(shown, sizes, placed),
        *_edges(shown, sizes, placed),
        xmlns="http://www.w3.org/2000/svg",
        width=round(width),
        height=round(height),
        viewBox=f"{-_MARGIN:g} {-_MARGIN:g} {width:g} {height:g}",
        role="group",
        aria_label="Clients on the left of the servers that they connect to",
        font_size="12",
        font_family="ui-monospace, Menlo, Consolas, monospace",
    )


def sample(word: str) -> Markup:
    """A line as the drawing has it for this verdict, for the legend."""
    line = _stroke("M 0 8 H 44", word)
    return tag("svg", line, width=44, height=16, viewBox="0 0 44 16", aria_hidden="true", class_=word)


def _size(box: Box) -> Size:
    if not box.path:
        return Size(_cells(box.servers[0]) * _CHAR + 2 * _PAD, _ROW + 4)
    names = [_title(box), *box.servers, *box.clients, box.instance and f"[{box.instance}]"]
    width = max(_cells(_cut(name)) for name in names) * _CHAR + 2 * _PAD
    rows = len(box.servers) + len(box.clients) + bool(box.instance)
    return Size(width, _HEAD + rows * _ROW + 6)


def _title(box: Box) -> str:
    return box.path


def _cut(name: str, *, front: bool = False) -> str:
    """A name of bearable length; of a path its end is kept."""
    if len(name) <= _LONGEST:
        return name
    return f"…{name[-_LONGEST + 1 :]}" if front else f"{name[: _LONGEST - 1]}…"


def _cells(name: str) -> int:
    return sum(2 if east_asian_width(char) in ("W", "F") else 1 for char in name)


def _boxes(shown: Diagram, sizes: Sequence[Size], placed: Arrangement) -> Iterator[Markup]:
    for box, size, corner in zip(shown.boxes, sizes, placed.corners, strict=True):
        yield tag("g", *_box(box, size), class_="box", transform=f"translate({corner.x:.1f} {corner.y:.1f})")


def _box(box: Box, size: Size) -> Iterator[Markup]:
    known = bool(box.path)
    yield tag(
        "rect",
        width=round(size.width, 1),
        height=round(size.height, 1),
        rx=6,
        fill="none",
        stroke="currentColor",
        stroke_dasharray=None if known else "4 4",
    )
    if not known:
        yield _text(_PAD, 17, box.servers[0])
        return
    yield tag("title", f"{box.path} [{box.instance}]" if box.instance else box.path)
    yield _text(_PAD, 18, _cut(box.path, front=True), font_weight="bold")
    y = _HEAD
    if box.instance:
        yield _text(_PAD, y + 14, _cut(f"[{box.instance}]"))
        y += _ROW
    for x, anchor, names in ((_PAD, "start", box.servers), (size.width - _PAD, "end", box.clients)):
        for name in names:
            edge = 0 if anchor == "start" else size.width
            yield tag("circle", cx=round(edge, 1), cy=y + _ROW / 2, r=3.5, fill="currentColor", class_="port")
            yield _text(x, y + 15, _cut(name), text_anchor=anchor)
            y += _ROW


def _text(x: float, y: float, words: str, **more: str) -> Markup:
    return tag("text", words, x=round(x, 1), y=round(y, 1), fill="currentColor", **more)


def _port(box: Box, size: Size, corner: Point, end: int, *, client: bool) -> Point:
    """Where a line leaves or enters a box."""
    if not box.path:
        return Point(corner.x, corner.y + size.height / 2)
    row = bool(box.instance) + (len(box.servers) + end if client else end)
    return Point(corner.x + (size.width if client else 0), corner.y + _HEAD + (row + 0.5) * _ROW)


def _edges(shown: Diagram, sizes: Sequence[Size], placed: Arrangement) -> Iterator[Markup]:
    """All lines, and over them their labels."""
    taken: list[_Rect] = []
    labels = []
    for edge, ways in zip(shown.edges, placed.ways, strict=True):
        (one, out), (other, into) = edge.client, edge.server
        start = _port(shown.boxes[one], sizes[one], placed.corners[one], out, client=True)
        end = _port(shown.boxes[other], sizes[other], placed.corners[other], into, client=False)
        points = [start, *(point for way in ways for point in way), end]
        below = placed.corners[one].y + sizes[one].height + _LOOP - 12 if one == other else None
        curves = [_Curve(points[at], points[at + 1], below) for at in range(0, len(points) - 1, 2)]
        yield _line(edge, curves)
        labels.append(_label(edge, curves, taken))
    yield from labels


def _line(edge: Edge, curves: Sequence[_Curve]) -> Markup:
    start, end = curves[0].start, curves[-1].end
    path = f"M {start.x:.1f} {start.y:.1f}"
    for number, curve in enumerate(curves):
        path += f" H {curve.start.x:.1f}" if number else ""
        path += curve.path
    head = f"{end.x:.1f},{end.y:.1f} {end.x - 9:.1f},{end.y - 4.5:.1f} {end.x - 9:.1f},{end.y + 4.5:.1f}"
    return tag(
        "g",
        tag("title", edge.told),
        _stroke(path, edge.word),
        tag("polygon", points=head, fill="currentColor"),
        class_=f"edge {edge.word}",
    )


def _label(edge: Edge, curves: Sequence[_Curve], taken: list[_Rect]) -> Markup:
    """Sign and time, as a link to what the page says of the pair."""
    sign, _ = WORDS[edge.word]
    label = f"{sign} {edge.time}".rstrip()
    spot = _spot(curves, _cells(label) * _CHAR + 8, taken)
    return tag(
        "a",
        tag("title", edge.told),
        tag("rect", x=round(spot.x, 1), y=round(spot.y, 1), width=round(spot.width, 1), height=16, rx=4, fill="white"),
        tag("text", label, x=round(spot.x + spot.width / 2, 1), y=round(spot.y + 12, 1), text_anchor="middle"),
        href=f"#{edge.anchor}",
        class_=f"edge {edge.word}",
        aria_label=edge.told,
    )


def _stroke(path: str, word: str) -> Markup:
    return tag(
        "path",
        d=path,
        fill="none",
        stroke="currentColor",
        stroke_width=_WIDTHS[word],
        stroke_dasharray=_DASHES[word],
        class_="wire",
    )


class _Curve:
    """From a point to one on its right, level at both ends; or back, in a bow as low as ``below``."""

    def __init__(self, start: Point, end: Point, below: float | None) -> None:
        reach = max(60.0, abs(end.x - start.x) / 2)
        self.start, self.end = start, end
        self._points = (start, Point(start.x + reach, start.y), Point(end.x - reach, end.y), end)
        if below is not None:
            deep = below + (below - max(start.y, end.y)) / 3
            self._points = (start, Point(start.x + 90, deep), Point(end.x - 90, deep), end)

    @property
    def path(self) -> str:
        _, one, two, end = self._points
        return f" C {one.x:.1f} {one.y:.1f}, {two.x:.1f} {two.y:.1f}, {end.x:.1f} {end.y:.1f}"

    def at(self, share: float) -> Point:
        """The point at a share of the way, by de Casteljau's polynomial."""
        a, b, c, d = self._points
        rest = 1 - share
        weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        return Point(
            sum(weight * point.x for weight, point in zip(weights, (a, b, c, d), strict=True)),
            sum(weight * point.y for weight, point in zip(weights, (a, b, c, d), strict=True)),
        )


def _spot(curves: Sequence[_Curve], width: float, taken: list[_Rect]) -> _Rect:
    """A place for a label on its line that no other label has, if there is one."""
    spots = [
        _Rect(middle.x - width / 2, middle.y - 8, width, 16)
        for share in _AT
        for middle in (curve.at(share) for curve in curves)
    ]
    found = next((spot for spot in spots if not any(spot.meets(other) for other in taken)), spots[0])
    taken.append(found)
    return found

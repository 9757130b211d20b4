"""The drawing as geometry: what stands where, read back from the SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from linter.report.html.diagram import Box, Diagram, Edge
from linter.report.html.svg import draw

SVG = "{http://www.w3.org/2000/svg}"


def edge(client: tuple[int, int], server: tuple[int, int], word: str = "error") -> Edge:
    return Edge(client, server, word, "30s", f"{client} to {server}", "link-1")


def drawn(boxes: tuple[Box, ...], *edges: Edge) -> ET.Element:
    return ET.fromstring(draw(Diagram(boxes, edges, 0, ())))  # noqa: S314  our own text


def spans(root: ET.Element) -> list[tuple[float, float]]:
    """Top and bottom of each box."""
    found = []
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "box":
            top = float(re.findall(r"[-\d.]+", group.get("transform", ""))[1])
            rect = group.find(f"{SVG}rect")
            assert rect is not None
            found.append((top, top + float(rect.get("height", "0"))))
    return found


def both(name: str) -> Box:
    return Box(name, "", ("receiver",), ("exporter",))


def test_a_line_back_to_its_own_box_and_its_label_meet_no_other_box() -> None:
    root = drawn((both("a"), both("b"), both("c")), edge((0, 0), (0, 0)), edge((1, 0), (1, 0)), edge((2, 0), (2, 0)))
    labels = [label.find(f"{SVG}rect") for label in root.iter(f"{SVG}a")]
    for label in labels:
        assert label is not None
        y = float(label.get("y", "0"))
        assert all(y + 16 <= top or bottom <= y for top, bottom in spans(root))
        assert y + 16 <= float(root.get("height", "0")) - 16


def test_a_verdict_shows_without_colour() -> None:
    words = ("error", "warning", "note", "unjudged", "fine")
    boxes = tuple(both(f"{number}") for number in range(6))
    root = drawn(boxes, *(edge((number, 0), (number + 1, 0), word) for number, word in enumerate(words)))
    lines = [path for path in root.iter(f"{SVG}path") if path.get("class") == "wire"]
    looks = {(path.get("stroke-dasharray"), path.get("stroke-width")) for path in lines}
    signs = {(text.text or "").split()[0] for label in root.iter(f"{SVG}a") for text in label.iter(f"{SVG}text")}
    assert len(looks) == len(signs) == 5


def test_labels_make_room_for_each_other() -> None:
    clients = Box("a", "", (), tuple(f"exporter {number}" for number in range(6)))
    root = drawn((clients, both("b")), *(edge((0, number), (1, 0)) for number in range(6)))
    rects = [label.find(f"{SVG}rect") for label in root.iter(f"{SVG}a")]
    corners = [(float(rect.get("x", "0")), float(rect.get("y", "0"))) for rect in rects if rect is not None]
    assert len(corners) == 6
    for number, (x, y) in enumerate(corners):
        assert all(abs(x - u) >= 30 or abs(y - v) >= 16 for u, v in corners[:number])


def test_long_names_are_cut_and_whole_in_the_title() -> None:
    path = "folder/" * 20 + "agent.yaml"
    root = drawn((Box(path, "", (), ("exporter " + "x" * 99,)),))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert max(map(len, texts)) <= 40
    assert texts[0].endswith("agent.yaml")
    assert [title.text for title in root.iter(f"{SVG}title")] == [path]

"""New entries as text, in the manner of what stands around them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from linter.pattern import pattern
from linter.syntax.node import Mapping, Node, Scalar, Sequence
from linter.syntax.yaml.write_plan import Fresh
from linter.syntax.yaml.write_text import Layout

_PLAIN = pattern(r"[A-Za-z_][A-Za-z0-9_./-]*")
_WORDS = frozenset(("yes", "no", "on", "off", "true", "false", "null"))
DEFAULT_STEP = 2


def key_text(name: str, style: str = "") -> str:
    """A key called ``name``: in the quotes ``style``, else plain where every reader takes that for a text."""
    if style == "'" and name.isprintable():
        return "'" + name.replace("'", "''") + "'"
    if style or not _PLAIN.fullmatch(name) or name.lower() in _WORDS:
        return json.dumps(name, ensure_ascii=False)
    return name


def key_style(node: Node | None, json_text: bool) -> str:
    """The quotes that all keys of ``node`` have; double ones in a JSON text."""
    if json_text:
        return '"'
    entries = node.entries if isinstance(node, Mapping) else []
    styles = {key.style if isinstance(key, Scalar) else "" for key, _ in entries}
    style = styles.pop() if len(styles) == 1 else ""
    return style if style in ("'", '"') else ""


def flow_text(value: Fresh, style: str = "", colon: str = ": ", comma: str = ", ") -> str:
    """A value on one line, keys in the quotes ``style``."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "[" + comma.join(value) + "]"
    return "{" + comma.join(flow_pairs(value, style, colon, comma)) + "}"


def flow_pairs(keys: dict[str, Fresh], style: str, colon: str = ": ", comma: str = ", ") -> list[str]:
    return [f"{key_text(name, style)}{colon}{flow_text(value, style, colon, comma)}" for name, value in keys.items()]


def block_lines(keys: dict[str, Fresh], column: int, step: int, style: str = "") -> list[str]:
    """New entries of a block mapping whose keys stand at ``column``, one line a string, without line breaks."""
    lines: list[str] = []
    for name, value in keys.items():
        key = " " * column + key_text(name, style) + ":"
        if isinstance(value, dict):
            lines += (key, *block_lines(value, column + step, step, style))
        else:
            lines.append(f"{key} {flow_text(value)}")
    return lines


def step_beside(layout: Layout, beside: Mapping | None, root: Node) -> int:
    """How far mappings are indented below their keys: in ``beside``, else most often in the document."""
    if beside is not None:
        for step in _steps(layout, beside):
            return step
    counted = Counter(_all_steps(layout, root))
    return counted.most_common(1)[0][0] if counted else DEFAULT_STEP


def _steps(layout: Layout, node: Mapping) -> Iterator[int]:
    for key, value in reversed(node.entries):
        if isinstance(value, Mapping) and not value.flow:
            step = layout.column(value.start) - layout.column(key.start)
            if step > 0:
                yield step


def _all_steps(layout: Layout, node: Node) -> Iterator[int]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping) and not one.flow:
            yield from _steps(layout, one)
            waiting.extend(value for _, value in one.entries)
        elif isinstance(one, Sequence):
            waiting.extend(one.items)


def is_json(text: str) -> bool:
    """Whether ``text`` is read as JSON, too."""
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except ValueError:
        return False
    return True

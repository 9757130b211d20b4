"""The examples of a policy file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from linter.policy.examples import CLOSE, OPEN, MarksError, unmark
from linter.policy.model import Example, ExampleKind, Text
from linter.policy.reader import Reader
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Node, Scalar, follow

KINDS = ("bad", "good", "unknown", "outside")
KEYS = ("name", *KINDS, "fixed", "severity", "also", "version", "image", "versions", "settings")
DEFAULT_FILE = "config.yaml"
"""The name of an example's file that has none."""


def examples(reader: Reader, node: Node | None) -> tuple[Example, ...]:
    """All examples; names have to differ."""
    found: list[Example] = []
    for item in reader.items(node, "`examples`"):
        example = _example(reader, item)
        if example is None:
            continue
        if any(other.name == example.name for other in found):
            reader.fault(item, f"there are two examples named `{example.name}`")
        found.append(example)
    return tuple(found)


def _example(reader: Reader, node: Node) -> Example | None:
    found = reader.mapping(node, "an example", KEYS, ("name",))
    kinds = [kind for kind in KINDS if kind in found]
    if len(kinds) != 1:
        reader.fault(node, f"an example has exactly one of {', '.join(KINDS)}")
        return None
    kind = cast("ExampleKind", kinds[0])
    for key in ("fixed", "severity"):
        if key in found and kind != "bad":
            reader.fault(found[key], f"only a bad example has `{key}`")
    severity = reader.choice(found.get("severity"), "`severity`", ("error", "warning", "note"), "")
    return Example(
        reader.words(found.get("name"), "`name`"),
        kind,
        _files(reader, found[kind], kind),
        _files(reader, found["fixed"], "fixed") if "fixed" in found else None,
        severity,
        reader.strings(found.get("also"), "`also`"),
        reader.string(found.get("version"), "`version`"),
        reader.string(found.get("image"), "`image`"),
        _versions(reader, found.get("versions")),
        _settings(reader, found.get("settings")),
        reader.at(node),
    )


def _files(reader: Reader, node: Node, kind: str) -> Mapping[str, str]:
    followed = follow(node)
    files: Mapping[str, Node] = {DEFAULT_FILE: node}
    if isinstance(followed, MappingNode):
        files = reader.entries(node, f"`{kind}`")
        if not followed.entries:
            reader.fault(node, f"`{kind}` has no file")
    for name, value in files.items():
        if name.startswith("/") or ".." in name.split("/") or "\\" in name:
            reader.fault(value, f"`{name}` is no path below the folder of the example")
    texts = {name: reader.string(value, f"`{name}`") for name, value in files.items()}
    marks = 0
    for name, value in files.items():
        marks += _marks(reader, value, texts[name], kind)
    if kind == "bad" and not marks:
        reader.fault(node, f"a bad example marks the place of the finding with {OPEN} and {CLOSE}")
    return texts


def _marks(reader: Reader, node: Node, text: str, kind: str) -> int:
    """How many marks there are; those that may not be there are faults at their place."""
    try:
        marks = unmark("", text)[1]
    except MarksError as error:
        reader.fault_in(_text(reader, node), error.offset, str(error))
        return 1
    if marks and kind != "bad":
        reader.fault_in(_text(reader, node), text.index(OPEN), "only a bad example has marks")
    return len(marks)


def _text(reader: Reader, node: Node) -> Text:
    return reader.expression(node, "an example's text") or Text("")


def _versions(reader: Reader, node: Node | None) -> Mapping[str, str]:
    if node is None:
        return {}
    return {host: reader.string(value, f"`{host}`") for host, value in reader.entries(node, "`versions`").items()}


def _settings(reader: Reader, node: Node | None) -> str:
    """The text of a settings file, which may be written as text or as the mapping itself."""
    if node is None:
        return ""
    if isinstance(follow(node), Scalar):
        return reader.string(node, "`settings`")
    reader.entries(node, "`settings`")
    return reader.slice(follow(node)) + "\n"

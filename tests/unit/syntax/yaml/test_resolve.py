from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from linter.syntax.document import Document
from linter.syntax.node import Mapping, Scalar
from linter.syntax.yaml.resolve import Dialect, resolve
from tests.yamls import read

READERS = Path(__file__).parents[5] / "shared" / "data" / "yaml-readers.jsonl"


def rows() -> list[dict[str, str]]:
    if not READERS.is_file():
        return []
    return [json.loads(line) for line in READERS.read_text(encoding="utf-8").splitlines()]


def scalar_of(text: str) -> Scalar | None:
    """The last value of ``a``, or the whole text where that is a scalar."""
    found = read(text.removeprefix("\ufeff"))
    if not found or not isinstance(found[0], Document):
        return None
    root = found[0].root
    if isinstance(root, Mapping):
        values = [value for key, value in root.entries if isinstance(key, Scalar) and key.text == "a"]
        return values[-1] if values and isinstance(values[-1], Scalar) else None
    return root if isinstance(root, Scalar) else None


def go_value(shown: str) -> Any:
    """The Python value of what Go's ``%T %v`` shows; dates are text to us."""
    kind, _, value = shown.partition(" ")
    match kind:
        case "int" | "uint64":
            return int(value)
        case "float64":
            return float(value.replace("Inf", "inf"))
        case "bool":
            return value == "true"
        case "<nil>":
            return None
        case _:
            return value


def same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    return type(one) is type(other) and one == other


def test_every_row_of_the_readers_is_resolved_as_they_did() -> None:
    if not rows():
        pytest.skip(f"no table at {READERS}")
    collector = kubernetes = 0
    for row in rows():
        value = scalar_of(row["src"])
        if value is None:
            continue
        if not row["v3"].startswith(("ERR", "map[", "[]")):
            expected = value.text if row["v3"].startswith("time.Time") else go_value(row["v3"])
            assert same(resolve(value.text, value.style, value.tag, "collector"), expected), row
            collector += 1
        if not row["k8s"].startswith("ERR"):
            expected = json.loads(row["k8s"])
            expected = expected["a"] if isinstance(expected, dict) else expected
            found = resolve(value.text, value.style, value.tag, "k8s")
            # JSON writes 8.0 as 8
            assert same(found, expected) or (isinstance(found, float) and found == expected), row
            kubernetes += 1
    assert collector > 45
    assert kubernetes > 45


@pytest.mark.parametrize(
    ("text", "collector", "kubernetes", "core"),
    [
        ("on", "on", True, "on"),
        ("No", "No", False, "No"),
        ("oN", "oN", "oN", "oN"),
        ("y", "y", True, "y"),
        ("true", True, True, True),
        ("tRue", "tRue", "tRue", "tRue"),
        ("", None, None, None),
        ("~", None, None, None),
        ("nil", "nil", "nil", "nil"),
        ("0777", 511, 511, 777),
        ("0o17", 15, 15, 15),
        ("-0o17", -15, -15, "-0o17"),
        ("0o-7", -7, "0o-7", "0o-7"),
        ("0x1F", 31, 31, 31),
        ("0X1f", 31, 31, "0X1f"),
        ("-0x1F", -31, -31, "-0x1F"),
        ("0b101", 5, 5, "0b101"),
        ("0b-1", -1, -1, "0b-1"),
        ("1_000", 1000, 1000, "1_000"),
        ("+_1", 1, 1, "+_1"),
        ("_1", "_1", "_1", "_1"),
        ("08", 8.0, 8.0, 8),
        ("00", 0, 0, 0),
        ("+12", 12, 12, 12),
        ("1e3", 1000.0, 1000.0, 1000.0),
        ("1.", 1.0, 1.0, 1.0),
        (".5", 0.5, 0.5, 0.5),
        (".1_0", 0.1, 0.1, ".1_0"),
        ("-.5", -0.5, -0.5, -0.5),
        ("1e400", "1e400", "1e400", math.inf),
        ("1e-400", 0.0, 0.0, 0.0),
        ("+.INF", math.inf, math.inf, math.inf),
        ("-.inf", -math.inf, -math.inf, -math.inf),
        (".NaN", math.nan, math.nan, math.nan),
        ("9223372036854775808", 2**63, 2**63, 2**63),
        ("+9223372036854775807", 2**63 - 1, 2**63 - 1, 2**63 - 1),
        ("+9223372036854775808", 2.0**63, 2.0**63, 2**63),
        ("-9223372036854775808", -(2**63), -(2**63), -(2**63)),
        ("-9223372036854775809", -(2.0**63), -(2.0**63), -(2**63) - 1),
        ("18446744073709551616", 2.0**64, 2.0**64, 2**64),
        ("0x8000000000000000", 2**63, 2**63, 2**63),
        ("190:20:30", "190:20:30", "190:20:30", "190:20:30"),
        ("2024-01-02", "2024-01-02", "2024-01-02", "2024-01-02"),
        ("10s", "10s", "10s", "10s"),
        (".", ".", ".", "."),
        ("-", "-", "-", "-"),
        ("<<", "<<", "<<", "<<"),
    ],
)
def test_plain_text(text: str, collector: Any, kubernetes: Any, core: Any) -> None:
    dialects: tuple[tuple[Dialect, Any], ...] = (("collector", collector), ("k8s", kubernetes), ("core", core))
    for dialect, expected in dialects:
        assert same(resolve(text, "", None, dialect), expected), dialect
        for style in "'\"|>":
            assert resolve(text, style, None, dialect) == text


@pytest.mark.parametrize(
    ("text", "style", "tag", "expected"),
    [
        ("7", "'", "int", 7),
        ("1", "", "float", 1.0),
        ("0x10", "'", "float", 16.0),
        ("true", '"', "bool", True),
        ("", "'", "null", None),
        ("123", "", "str", "123"),
        ("", "", "str", ""),
        ("aGk=", "", "binary", "hi"),
        ("a!", "", "binary", "a!"),
        ("aGk", "", "binary", "aGk"),
        ("x", "", "int", "x"),
        ("1.5", "", "int", "1.5"),
        ("2024-01-02", "", "timestamp", "2024-01-02"),
        ("12", "", "set", "12"),
    ],
)
def test_tags_of_yaml_s_own(text: str, style: str, tag: str, expected: Any) -> None:
    for dialect in ("collector", "k8s"):
        found = resolve(text, style, f"tag:yaml.org,2002:{tag}", dialect)
        assert same(found, expected)


def test_a_tagged_switch_is_one_for_kubernetes_only() -> None:
    assert resolve("yes", "", "tag:yaml.org,2002:bool", "k8s") is True
    assert resolve("yes", "", "tag:yaml.org,2002:bool", "collector") == "yes"


def test_the_bare_tag_makes_text_of_what_is_plain_except_for_the_collector() -> None:
    assert resolve("12", "", "!", "collector") == 12
    assert resolve("12", "'", "!", "collector") == "12"
    assert resolve("12", "", "!", "k8s") == "12"
    assert resolve("12", "", "!", "core") == "12"


def test_other_tags_make_text() -> None:
    assert resolve("12", "", "!Ref", "collector") == resolve("12", "", "!Ref", "k8s") == "12"

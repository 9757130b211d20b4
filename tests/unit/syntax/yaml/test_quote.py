from __future__ import annotations

import pytest
import yaml

from linter.syntax.yaml.quote import quoted


@pytest.mark.parametrize(
    "text",
    [
        "otel/collector:0.73.0",
        "0.73.0",
        "v1.2.3-rc.1",
        "a b",
        "dns:///host:4317",
        "/etc/a.yaml",
        "truest",
        "e3",
        "1m30s",
        "1.5s",
    ],
)
def test_plain_text_stays_plain(text: str) -> None:
    assert quoted(text) == text
    assert yaml.safe_load(f"[{text}]") == [text]


@pytest.mark.parametrize(
    "text",
    [
        *("", "~", "null", "Yes", "no", "ON", "off", "y", "N", "true", "False"),
        *("30", "0.5", ".5", "1.", "1e3", "0x1F", "0777", "1_000", "-1", "+12", ".inf", ".NaN"),
        *("12:30:45", "2001-01-01", "a: b", "a:", "a #b", "#a", "- a", "-", "?", "a, b", "[a]", "{a}"),
        *("&a", "*a", "!a", "|", ">", "%a", "@a", "`a`"),
        *('"a"', "'a'", "a\nb", "a\tb", " a", "a ", "a\\b", "é", "\u2028", "\x85", "\ufeff", "---", "..."),
    ],
)
def test_whatever_could_be_misread_is_quoted(text: str) -> None:
    assert quoted(text).startswith('"')
    assert "\n" not in quoted(text)
    assert yaml.safe_load(f"- {quoted(text)}") == [text]
    assert yaml.safe_load(f"[{quoted(text)}]") == [text]

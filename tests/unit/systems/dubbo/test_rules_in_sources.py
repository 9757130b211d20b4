"""Rules that sources hold as texts, with places in the source."""

from __future__ import annotations

import pytest

from linter.run.reading import Reader
from tests.unit.systems.dubbo.support import SYSTEMS, facts_of, only, shown, token

JAVA = "src/main/java/com/example/Isolation.java"
KOTLIN = "src/main/kotlin/com/example/Isolation.kt"
RULE = """\
configVersion: v2.7
scope: service
key: com.example.Stock
enabled: true
configs:
  - side: provider
    addresses: ["10.0.0.1"]
    parameters: {timeout: 3000}
"""


def quoted(text: str) -> str:
    lines = [line.replace('"', '\\"') + "\\n" for line in text.splitlines()]
    return "\n      + ".join(f'"{line}"' for line in lines)


def block(text: str, margin: str = "      ") -> str:
    return '"""\n' + "".join(f"{margin}{line}\n" for line in text.splitlines()) + f'{margin}"""'


def java(value: str) -> dict[str, str]:
    return {JAVA: f"package com.example;\nclass Isolation {{\n  static final String RULE = {value};\n}}\n"}


def kotlin(value: str) -> dict[str, str]:
    return {KOTLIN: f"package com.example\n\nval rule = {value}\n"}


@pytest.mark.parametrize(
    "files",
    [
        java(quoted(RULE)),
        java(block(RULE)),
        java(block(RULE) + ".formatted(x)"),
        java("center.publish(" + quoted(RULE) + ")"),
        kotlin(quoted(RULE)),
        kotlin(block(RULE) + ".trimIndent()"),
        kotlin(block(RULE, "")),
        kotlin(block(RULE, "      |") + ".trimMargin()"),
        java(block(RULE.replace("scope: ", "scope: \\\n        "))),
        java(block(RULE.replace("Stock\n", "Stock\\n\\\n"))),
    ],
)
def test_a_rule_in_a_source(files: dict[str, str]) -> None:
    facts = facts_of(files)
    rule, item = only(facts, "dubbo.rule"), only(facts, "dubbo.rule_item")
    assert shown(rule.fields["key"]) == "com.example.Stock"
    assert token(files, rule.fields["key"]) == "com.example.Stock"
    assert token(files, item.fields["side"]) == "provider"
    slot = item.fields["side"].slot
    assert slot is not None and slot.locked == "sources are not edited"


def test_what_code_puts_in_is_unknown() -> None:
    text = quoted(RULE).replace("com.example.Stock", '" + service.name("x") + "')
    assert shown(only(facts_of(java(text)), "dubbo.rule").fields["key"]) == "?"
    text = block(RULE.replace("com.example.Stock", "%s"))
    assert shown(only(facts_of(java(text)), "dubbo.rule").fields["key"]) == "?"
    text = block(RULE.replace("com.example.Stock", "$service"))
    assert shown(only(facts_of(kotlin(text)), "dubbo.rule").fields["key"]) == "?"


def test_a_rule_without_its_version() -> None:
    rule = only(facts_of(java(quoted(RULE.partition("\n")[2]))), "dubbo.rule")
    assert shown(rule.fields["key"]) == "com.example.Stock"


def test_tests_govern_nothing() -> None:
    files = {JAVA.replace("main", "test"): text for text in java(block(RULE)).values()}
    assert facts_of(files).of("dubbo.rule") == ()


@pytest.mark.parametrize(
    "text",
    [
        'class A { String a = "tags: [\\n key: x\\n enabled: true"; }',
        'class A { String a = "key: a\\nscope: b\\nmy tags: c"; }',
        'class A { String a = """\n  key: a\n  enabled: [\n  tags:\n  """; }',
    ],
)
def test_other_texts_are_none(text: str) -> None:
    reading = Reader(SYSTEMS).read(JAVA, text.encode())
    assert reading is None or not [one for one in reading.fragments if one.kind == "rule"]


@pytest.mark.parametrize("files", [java(block(RULE)), kotlin(quoted(RULE))])
def test_a_rule_in_a_source_that_can_not_be_parsed_is_named(files: dict[str, str]) -> None:
    ((path, text),) = files.items()
    reading = Reader(SYSTEMS).read(path, text.replace('.1"]', '.1"').replace('.1\\"]', '.1\\"').encode())
    assert reading is not None and reading.skip is not None
    assert "the rule in the text from line 3 on can't be parsed" in reading.skip.why


@pytest.mark.parametrize(
    "files",
    [
        java(block(RULE.replace('"10.0.0.1"', "%s")) + ".formatted(ip)"),
        java(quoted(RULE).replace('\\"10.0.0.1\\"', '" + ip() + "')),
        kotlin(block(RULE.replace('"10.0.0.1"', "$ip")) + ".trimIndent()"),
        kotlin(block(RULE.replace('"10.0.0.1"', "${all.map { it.ip }}")) + ".trimIndent()"),
        kotlin(quoted(RULE).replace('\\"10.0.0.1\\"', "${ip[0]}")),
    ],
)
def test_what_code_puts_into_a_list_is_not_known(files: dict[str, str]) -> None:
    item = only(facts_of(files), "dubbo.rule_item")
    assert token(files, item.fields["side"]) == "provider"
    assert shown(item.fields["addresses"]) in ("?", ["?"])

"""Conditions of rules, the keys of rules, and what their keys name."""

from __future__ import annotations

import pytest

from tests.unit.systems.dubbo.support import MAIN, SERVICE, facts_of, fields, only, spring, token

RULE = "demo.yaml"
HEAD = "configVersion: v3.0\nscope: service\nkey: com.example.Stock\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("method=find* => region=cn", (True, False, False)),
        ("=> region=cn", (True, True, False)),
        ("true => region=cn", (True, True, False)),
        ("host=10.0.0.5 =>", (True, False, True)),
        ("=> false", (True, True, True)),
        ("method=find*", (False, True, False)),
        ("${condition}", ("?", "?", "?")),
    ],
)
def test_the_parts_of_a_condition(text: str, expected: tuple[object, ...]) -> None:
    files = {RULE: f'{HEAD}force: false\nconditions:\n  - "{text}"\n'}
    condition = only(facts_of(files), "dubbo.condition")
    assert fields(condition, "arrow", "everyone", "nobody") == expected
    assert token(files, condition.fields["text"]) == f'"{text}"'


def test_the_mappings_of_newer_rules_are_no_texts() -> None:
    files = {RULE: "configVersion: v3.1\nscope: service\nkey: a.B\nconditions:\n  - from: {match: region=cn}\n"}
    assert not facts_of(files).of("dubbo.condition")


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("enable", "enabled"),
        ("scop", "scope"),
        ("config-version", None),  # it is there already, under its own name
        ("owner", None),
        ("priority", None),
        ("conditions", None),
        ("name", None),
    ],
)
def test_keys_that_are_almost_one(key: str, meant: str | None) -> None:
    head = HEAD.replace("scope: service\n", "")
    files = {RULE: f"{head}{key}: x\nconfigs:\n  - side: consumer\n    parameters: {{timeout: 1}}\n"}
    found = [one for one in facts_of(files).of("dubbo.rule_field") if fields(one, "block") == ("rule",)]
    assert [fields(one, "key", "suggestion", "known") for one in found] == ([(key, meant, False)] if meant else [])


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("sales/com.example.Stock:1.0", "service"),
        ("com.example.Stock:1.0", "service"),
        ("shop-web", "application"),
        ("com.example.Known", "service"),
        ("known", "application"),
        ("com.example.Other", None),
        ("shop", None),
        ("${key}", "?"),
    ],
)
def test_what_a_key_names(key: str, names: object) -> None:
    files = {
        f"a/{MAIN}/dubbo.xml": spring(
            '<dubbo:application name="known"/>', SERVICE.replace("com.example.Stock", "com.example.Known")
        ),
        RULE: f'configVersion: v3.0\nkey: "{key}"\nconfigs:\n  - side: consumer\n    parameters: {{timeout: 1}}\n',
    }
    assert fields(only(facts_of(files), "dubbo.rule"), "names") == (names,)


def test_what_an_entry_sets() -> None:
    files = {RULE: f"{HEAD}configs:\n  - side: provider\n    parameters: {{retries: 0, cluster: failfast}}\n"}
    item = only(facts_of(files), "dubbo.rule_item")
    assert fields(item, "retries", "cluster") == ("0", "failfast")
    assert token(files, item.fields["cluster"]) == "failfast"

"""Rules in flow style, in lists, and as texts in dumps are the rules they would be in files of their own."""

from __future__ import annotations

import json

import pytest

from tests.unit.systems.dubbo.support import facts_of, fields, readings, shown

RULE = {
    "configVersion": "v3.0",
    "scope": "service",
    "key": "com.example.Stock",
    "enabled": True,
    "configs": [{"side": "provider", "addresses": ["10.0.0.5:20880"], "parameters": {"weight": 50}}],
}
BLOCK = """\
configVersion: v3.0
scope: service
key: com.example.Stock
configs:
  - side: provider
    addresses: ["10.0.0.5:20880"]
    parameters:
      weight: 50
"""
CONDITION = '{"configVersion":"v3.0","scope":"application","key":"shop","conditions":["host=1.2.3.4 => false"]}'


def _indented(text: str, margin: str) -> str:
    return "".join(f"{margin}{line}\n" for line in text.splitlines())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("rule.json", json.dumps(RULE)),
        ("rule.json", json.dumps(RULE, indent=2)),
        ("rule.json", json.dumps([RULE], indent=2)),
        ("rule.yaml", json.dumps(RULE).replace('"', "")),
        ("rule.yaml", f"# the rule\n--- {json.dumps(RULE)}\n"),
        ("rules.yaml", "- " + _indented(BLOCK, "  ")[2:]),
        ("rules.yaml", "rules:\n  stock:\n" + _indented(BLOCK, "    ")),
        ("rules.yaml", "rules:\n  stock: |\n" + _indented(BLOCK, "    ")),
        ("dump.json", json.dumps({"pageItems": [{"dataId": "com.example.Stock::.configurators", "content": BLOCK}]})),
        ("dump.json", json.dumps({"/dubbo/config/dubbo/com.example.Stock::.configurators": json.dumps(RULE)})),
        (
            "cm.yaml",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  data:\n    a.configurators: |\n"
            + _indented(BLOCK, "      "),
        ),
    ],
)
def test_a_configurator_is_found_once(name: str, text: str) -> None:
    facts = facts_of({name: text})
    assert [fields(rule, "type", "key", "config_version") for rule in facts.of("dubbo.rule")] == [
        ("configurator", "com.example.Stock", "v3.0")
    ]
    (item,) = facts.of("dubbo.rule_item")
    assert fields(item, "side", "addresses", "settings") == ("provider", ["10.0.0.5:20880"], ["weight=50"])
    slot = item.fields["side"].slot
    assert slot is not None
    assert "provider" in text[slot.place.start : slot.place.end]


def test_each_entry_of_a_dump_is_a_rule() -> None:
    items = [
        {"dataId": "a.B::.configurators", "content": BLOCK},
        {"dataId": "shop.condition-router", "content": CONDITION},
        {"dataId": "application.properties", "content": "a=b\nc=d"},
    ]
    facts = facts_of({"nacos.json": json.dumps({"pageItems": items})})
    assert [fields(rule, "type", "key") for rule in facts.of("dubbo.rule")] == [
        ("configurator", "com.example.Stock"),
        ("condition", "shop"),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"dependencies": {"dubbo": "^1.0.0"}, "tags": ["a"], "key": "b"}'),
        ("pod.json", '{"apiVersion": "v1", "kind": "Pod", "status": {"conditions": [{"type": "Ready"}]}}'),
        ("flags.json", '{"enabled": true, "key": "a", "tags": ["x"], "conditions": ["a > b"]}'),
        ("alerts.json", '[{"enabled": true, "scope": "all", "key": "a", "conditions": [{"match": "x"}]}]'),
        ("other.yaml", "- name: a\n  tags: [x]\n  enabled: true\n"),
        ("product.json", '{"configVersion": 2, "tags": ["a"], "key": "b"}'),
        ("product.json", '{"configVersion": "1.0", "configs": [{"name": "a"}], "enabled": true}'),
        ("product.yaml", "configVersion: 1\nkey: a\nconfigs: [{name: a}]\n"),
    ],
)
def test_other_files_with_these_words_hold_no_rule(name: str, text: str) -> None:
    assert not facts_of({name: text}).of("dubbo.rule")


def test_a_broken_json_is_no_error() -> None:
    (reading,) = readings({"dump.json": json.dumps(RULE)[:-4]})
    assert not reading.problems
    assert reading.skip is not None


URL = "override://10.0.0.5:20880/com.example.Stock?category=configurators&disabled=true"
ENCODED = URL.replace(":", "%3A").replace("/", "%2F").replace("?", "%3F").replace("=", "%3D").replace("&", "%26")


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("zk.txt", f"[{ENCODED}, {ENCODED.replace('0.5', '0.6')}]\n", 2),
        ("zk.dump", f"/dubbo/com.example.Stock/configurators/{ENCODED} = null\n", 1),
        ("urls.json", json.dumps([URL, URL.replace("0.5", "0.6")]), 2),
        ("note.md", f"Send `{URL}`.\n", 1),
    ],
)
def test_urls_end_where_a_list_goes_on(name: str, text: str, count: int) -> None:
    found = facts_of({name: text}).of("dubbo.override")
    assert len(found) == count
    for one in found:
        assert shown(one.fields["disabled"]) is True


def test_a_blank_in_a_rule_may_be_a_plus() -> None:
    text = "route://0.0.0.0/com.example.Stock?category=routers&rule=host%3D10.0.0.1+%3D%3E+false\n"
    (condition,) = facts_of({"zk.txt": text}).of("dubbo.condition")
    assert fields(condition, "text", "nobody") == ("host=10.0.0.1 => false", True)

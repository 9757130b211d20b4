from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from tests.unit.systems.dubbo.support import (
    MAIN,
    REFERENCE,
    facts_of,
    fields,
    only,
    pom,
    readings,
    shown,
    spring,
    token,
)


def _rule(items: str, head: str = "configVersion: v3.0\nscope: service\nkey: com.example.Stock\n") -> str:
    return f"{head}configs:\n{items}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (_rule("- side: consumer\n"), ("configurator", "v3.0", False, "service", "com.example.Stock", True)),
        (
            "scope: application\nforce: true\nenabled: false\nkey: shop\nconditions:\n- a=b => c=d\n",
            ("condition", None, False, "application", "shop", False),
        ),
        ("configVersion: 3.0\nkey: shop\nforce: true\ntags: []\n", ("tag", "3.0", True, "service", "shop", True)),
        ('configVersion: "3.0"\nkey: shop\nconfigs:\n', ("configurator", "3.0", False, "service", "shop", True)),
    ],
)
def test_the_head_of_a_rule(text: str, expected: tuple[object, ...]) -> None:
    rule = only(facts_of({"rule.yaml": text}), "dubbo.rule")
    assert fields(rule, "type", "config_version", "config_version_number", "scope", "key", "enabled") == expected


def test_rules_of_one_file_are_told_apart() -> None:
    files = {"rules.yaml": f"---\n{_rule('- side: consumer')}\n---\n{_rule('- parameters: {weight: 1}')}\n"}
    facts = facts_of(files)
    assert [fields(item, "side", "parameter_count") for item in facts.of("dubbo.rule_item")] == [
        ("consumer", 0),
        (None, 1),
    ]
    assert len(facts.of("dubbo.rule")) == 2


def test_a_rule_in_a_configmap() -> None:
    text = _rule("- addresses: [10.0.0.5]\n  parameters: {disabled: true}\n")
    body = "".join(f"    {line}\n" for line in text.splitlines())
    name = "com.example.Stock::.configurators"
    files = {"cm.yaml": f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: rules}}\ndata:\n  {name}: |\n{body}"}
    item = only(facts_of(files), "dubbo.rule_item")
    assert token(files, item.fields["side"]) == "addresses"
    assert token(files, only(facts_of(files), "dubbo.isolation").fields["persistent"]) == "true"


@pytest.mark.parametrize(
    ("addresses", "missing", "written"),
    [
        ("", True, False),
        ("  addresses: [0.0.0.0]\n", True, False),
        ('  addresses: ["0.0.0.0:20880"]\n', False, True),
        ('  addresses: ["10.0.0.5:20880", 10.0.0.6]\n', False, False),
        ("  addresses: ['${A}']\n", "?", "?"),
        ("  addresses: ['${A}', '10.0.0.5:20880']\n", False, "?"),
    ],
)
def test_ports(addresses: str, missing: object, written: object) -> None:
    item = only(facts_of({"a.yaml": _rule(f"- side: provider\n{addresses}")}), "dubbo.rule_item")
    assert fields(item, "ports_missing", "ports_written") == (missing, written)


@pytest.mark.parametrize(
    ("version", "read"),
    [("configVersion: v3.0\n", True), ("configVersion: v2.7\n", False), ("", False), ("configVersion: v3.1\n", "?")],
)
def test_match_counts_under_one_version(version: str, read: object) -> None:
    text = _rule("- side: consumer\n  match: {app: {oneof: []}}\n", f"{version}scope: service\nkey: a.B\n")
    assert shown(only(facts_of({"a.yaml": text}), "dubbo.rule_item").fields["match_read"]) == read


@pytest.mark.parametrize(
    ("item", "unknown"),
    [
        ("- side: consumer\n  match: {application: {oneof: []}}\n", [("match", "application", "app")]),
        ("- side: consumer\n  match: {address: {cidr: 10.0.0.0/8}}\n", [("match.address", "cidr", "cird")]),
        ("- side: consumer\n  provideraddresses: []\n", [("configs", "provideraddresses", "providerAddresses")]),
        ("- side: consumer\n  zone: a\n", [("configs", "zone", None)]),
        ("- side: consumer\n  parameters: {anything: 1}\n  match: {param: [{key: a, value: {exact: b}}]}\n", []),
    ],
)
def test_unknown_keys(item: str, unknown: list[object]) -> None:
    found = facts_of({"a.yaml": _rule(item)}).of("dubbo.rule_field")
    assert [fields(one, "block", "key", "suggestion") for one in found if one.fields["known"].data is False] == unknown


@pytest.mark.parametrize(
    ("item", "who"),
    [
        ("- side: provider\n  addresses: ['10.0.0.5:20880']\n", (True, False, False)),
        ("- side: provider\n  addresses: ['0.0.0.0:20880']\n", (False, True, False)),
        ("- side: consumer\n", (False, True, False)),
        ("- side: consumer\n  addresses: ['10.0.0.7']\n", (False, False, True)),
        ("- side: consumer\n  addresses: ['10.0.0.7']\n  providerAddresses: ['10.0.0.5:1']\n", (True, False, False)),
        ("- side: consumer\n  providerAddresses: ['10.0.0.5:20880']\n", (True, False, False)),
        ("- side: consumer\n  applications: [shop]\n", (False, False, False)),
        ("- side: consumer\n  match: {address: {exact: 10.0.0.5}}\n", (True, False, False)),
        ("- side: consumer\n  match: {address: {wildcard: 10.0.*}}\n", (False, False, False)),
    ],
)
def test_who_is_isolated(item: str, who: tuple[object, ...]) -> None:
    text = _rule(f"{item}  parameters: {{disabled: true}}\n")
    isolation = only(facts_of({"a.yaml": text}), "dubbo.isolation")
    assert fields(isolation, "instance", "everyone", "consumers", "persistent", "enabled") == (*who, True, True)


@pytest.mark.parametrize(
    ("version", "item", "applies"),
    [
        ("3.1.11", "addresses: [10.0.0.5]", False),
        ("3.1.11", "addresses: ['10.0.0.5:20880']", True),
        ("3.2.0", "addresses: [10.0.0.5]", True),
        ("", "addresses: [10.0.0.5]", "?"),
        ("", "addresses: ['10.0.0.5:20880']", True),
        ("3.1.11", "match: {}", False),
    ],
)
def test_an_entry_that_can_not_apply_isolates_nobody(version: str, item: str, applies: object) -> None:
    text = _rule(f"- side: provider\n  {item}\n  parameters: {{disabled: true}}\n")
    head = f"# deadpeer: dubbo={version}\n" if version else ""
    facts = facts_of({"a.yaml": head + text})
    assert shown(only(facts, "dubbo.rule_item").fields["applies"]) == applies
    assert shown(only(facts, "dubbo.isolation").fields["enabled"]) == applies


def test_without_a_side_nobody_is_isolated() -> None:
    text = _rule("- addresses: ['10.0.0.5:20880']\n  parameters: {disabled: true}\n")
    assert only(facts_of({"a.yaml": text}), "dubbo.isolation").fields["enabled"].data is False


@pytest.mark.parametrize(
    "text",
    [
        "configVersion: v3.0\nscope: {{ .Values.scope }}\nkey: {{ .Values.k }}\nconfigs: []\n",
        'configVersion: v3.0\nscope: {{ include "x" . }}\nkey: {{ .Values.k | quote }}\nconfigs: []\n',
    ],
)
def test_a_template_that_reads_as_a_mapping_is_unknown(text: str) -> None:
    read = [one for one in readings({"a.yaml": text}) if one.fragments]
    if read:  # what does not parse is a template to the reader already
        assert fields(only(facts_of({"a.yaml": text}), "dubbo.rule"), "scope", "key") == ("?", "?")


def test_templates_in_an_entry_are_unknown() -> None:
    entry = "- side: {{ .a }}\n  addresses: [{{ .ip }}]\n  parameters: {{ .p }}\n  match: {{ .m }}\n"
    facts = facts_of({"a.yaml": _rule(entry)})
    item = only(facts, "dubbo.rule_item")
    assert fields(item, "side", "addresses", "parameters", "parameter_count", "match") == ("?", ["?"], "?", "?", "?")
    assert all(one.fields["known"].data for one in facts.of("dubbo.rule_field"))


@pytest.mark.parametrize("parameters", ["{weight: 0}", "{disabled: false}", "{enabled: false}", "{}"])
def test_what_isolates_nobody(parameters: str) -> None:
    assert not facts_of({"a.yaml": _rule(f"- side: consumer\n  parameters: {parameters}\n")}).of("dubbo.isolation")


def test_rules_of_tests_are_passed_over() -> None:
    assert not facts_of({"src/test/resources/a.yml": _rule("- side: consumer\n")}).of("dubbo.rule")


@pytest.mark.parametrize("key", ["com.example.Stock", "grey/com.example.Stock:1.0.0", "com.example.Stock:1.0.0"])
def test_the_version_is_that_of_the_service(key: str) -> None:
    files = {
        "web/pom.xml": pom("2.7.15", name="web"),
        f"web/{MAIN}/a.xml": spring(REFERENCE),
        "rules/a.yaml": _rule("- side: consumer\n", f"scope: service\nkey: {key}\n"),
    }
    assert shown(only(facts_of(files), "dubbo.rule").fields["version"]) == "2.7.15"


def test_the_version_is_that_of_the_application() -> None:
    files = {
        "web/pom.xml": pom("2.7.15", name="web"),
        f"web/{MAIN}/application.yaml": "dubbo:\n  application:\n    name: shop\n",
        "rules/a.yaml": _rule("- side: consumer\n", "scope: application\nkey: shop\n"),
    }
    assert shown(only(facts_of(files), "dubbo.rule").fields["version"]) == "2.7.15"


def test_services_of_two_versions_leave_it_open() -> None:
    files = {"rules/a.yaml": _rule("- side: consumer\n")}
    for name, version in (("a", "2.7.15"), ("b", "3.2.16")):
        files |= {f"{name}/pom.xml": pom(version, name=name), f"{name}/{MAIN}/a.xml": spring(REFERENCE)}
    value = only(facts_of(files), "dubbo.rule").fields["version"]
    assert isinstance(value.data, Unknown)
    assert "a has 2.7.15, b has 3.2.16" in value.data.why


def test_a_comment_in_the_rule_wins() -> None:
    files = {"a.yaml": f"# deadpeer: dubbo=3.1.11\n{_rule('- side: consumer')}\n"}
    assert shown(only(facts_of(files, (("*", "dubbo", "2.7.1"),)), "dubbo.rule").fields["version"]) == "3.1.11"


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("enabled: false", (True, None)),
        ("{enabled: 'False', type: weight}", (True, "weight")),
        ("enabled: true", (False, None)),
        ("side: consumer", (False, None)),
        ("enabled: ${ON}", ("?", None)),
    ],
)
def test_an_entry_that_is_switched_off(entry: str, expected: tuple[object, ...]) -> None:
    item = only(facts_of({"a.yaml": _rule(f"- {entry}\n")}), "dubbo.rule_item")
    assert fields(item, "switched_off", "type") == expected


@pytest.mark.parametrize(
    "items",
    ["- a\n- [b]\n", "- side: [x]\n  addresses: 1\n  parameters: text\n  match: []\n", "- {}\n", "x: y\n", "-\n"],
)
def test_odd_shapes_are_read_as_absent(items: str) -> None:
    facts = facts_of({"a.yaml": _rule(items)})
    assert all(item.fields["parameter_count"].data == 0 for item in facts.of("dubbo.rule_item"))


@pytest.mark.parametrize(
    ("head", "version"),
    [
        ("scope: application\nkey: shop\n", "2.7.15"),
        ("scope: application\nkey: billing\n", "?"),
        ("scope: service\nkey: com.example.Stock\n", "2.7.15"),
        ("scope: service\nkey: com.example.Bill\n", "?"),
    ],
)
def test_a_rule_for_others_is_not_judged_by_where_it_lies(head: str, version: str) -> None:
    files = {
        "web/pom.xml": pom("2.7.15", name="web"),
        f"web/{MAIN}/a.xml": spring(REFERENCE),
        f"web/{MAIN}/application.yaml": "dubbo:\n  application:\n    name: shop\n",
        f"web/{MAIN}/rule.yaml": _rule("- side: consumer\n", head),
    }
    assert shown(only(facts_of(files), "dubbo.rule").fields["version"]) == version


@pytest.mark.parametrize(
    ("entry", "plain", "off"),
    [
        ("match: {app: {oneof: [shop]}}", True, False),
        ("match: {service: {oneof: [{exact: a}, b]}}", True, False),
        ("match: {app: {oneof: [{exact: shop}]}}", False, False),
        ("match: {app: shop}", False, False),
        ("parameters: {enabled: false}", False, True),
        ("parameters: {enabled: true}", False, False),
        ("parameters: {enabled: '${ON}'}", False, "?"),
    ],
)
def test_what_seems_to_limit_or_to_isolate(entry: str, plain: bool, off: object) -> None:
    item = only(facts_of({"a.yaml": _rule(f"- side: consumer\n  {entry}\n")}), "dubbo.rule_item")
    assert fields(item, "plain_names", "off_by_parameter") == (plain, off)

from __future__ import annotations

import pytest

from linter.systems.dubbo import SYSTEM
from tests.unit.systems.dubbo.support import readings, spring

RULE = "configVersion: v3.0\nscope: service\nkey: com.example.Stock\nconfigs: []\n"
URL = "override://10.0.0.5:20880/com.example.Stock?category=configurators&disabled=true"


@pytest.mark.parametrize(
    ("name", "text", "syntax", "sure"),
    [
        ("consumer.xml", spring(), "xml", True),
        ("consumer.xml", spring(namespace="http://code.alibabatech.com/schema/dubbo"), "xml", True),
        ("dubbo.properties", "a=b\n", "properties", True),
        ("application.properties", "spring.x=1\ndubbo.consumer.async=true\n", "properties", False),
        ("application.yml", "spring: {}\ndubbo:\n  consumer: {}\n", "yaml", True),
        ("application.yaml", "dubbo.consumer.async: true\n", "yaml", True),
        ("values.yaml", "dubbo: {consumer: {}}\n", "yaml", False),
        ("bootstrap.yml", "{dubbo: {consumer: {async: true}}}\n", "yaml", True),
        ("rule.yml", RULE, "yaml", False),
        ("demo.condition-router", "scope: service\nforce: false\nkey: a.B\nconditions: []\n", "yaml", False),
        ("urls.yaml", f"urls: [{URL!r}]\n", "yaml", False),
        ("urls.txt", f"{URL}\n", "properties", False),
        ("isolate.sh", "create /dubbo/a/configurators/override%3A%2F%2F10.0.0.5\n", "properties", False),
    ],
)
def test_what_is_claimed(name: str, text: str, syntax: str, sure: bool) -> None:
    claim = SYSTEM.claim(name, text.encode())
    assert claim is not None
    assert (claim.syntax, claim.sure) == (syntax, sure)
    assert any(needle in text.encode() for needle in SYSTEM.needles) or name == "dubbo.properties"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("beans.xml", '<beans xmlns="http://www.springframework.org/schema/beans"/>'),
        ("log4j.properties", "logger.dubbo.level=INFO\n"),
        ("notes.txt", "dubbo: see the override\n"),
        ("mkdocs.yaml", "tags: [a]\nnav: []\n"),
        ("compose.yaml", "services:\n  dubbo:\n    image: dubbo\n"),
        ("deploy.yaml", "apiVersion: v1\nkind: Pod\nstatus:\n  conditions: []\n"),
    ],
)
def test_what_is_not(name: str, text: str) -> None:
    assert SYSTEM.claim(name, text.encode()) is None


@pytest.mark.parametrize(
    "text",
    [
        "enabled: true\ntags: [a, b]\n",
        "scope: x\nconditions: yes\nkey: a\n",
        "configVersion: 3\nname: something else\n",
        "dubbo: text\nconfigs:\n  - a\n",
        "key: checkout\nenabled: true\nconfigs: [{name: color, value: blue}]\n",
        "key: checkout\nenabled: true\nconfigs: [{name: color, parameters: {a: b}}]\n",
        "key: alert\npriority: 1\nconditions: [cpu > 90, {metric: load}]\n",
        "key: page\nscope: public\ntags: [{name: a}, b]\n",
        "key: page\nscope: public\ntags: {name: a, addresses: []}\n",
    ],
)
def test_yaml_that_only_looks_like_a_rule_is_none(text: str) -> None:
    kinds = [fragment.kind for reading in readings({"a.yaml": text}) for fragment in reading.fragments]
    assert "rule" not in kinds


@pytest.mark.parametrize(
    "text",
    [
        "key: a.B\nenabled: true\nconfigs: [{side: provider, weird: 1}]\n",
        "key: a.B\nenabled: true\nconfigs: [{addresses: [10.0.0.5], parameters: {weight: 1}}]\n",
        "key: a.B\nforce: true\nconditions: ['method=x => host=y']\n",
        "key: shop\nforce: true\ntags: [{name: grey, addresses: ['10.0.0.5:1']}]\n",
        "configVersion: v3.1\nkey: a.B\nforce: true\nconditions: [{from: {match: x}}]\n",
    ],
)
def test_a_rule_without_a_version_shows_itself(text: str) -> None:
    assert SYSTEM.claim("a.yaml", text.encode()) is not None
    assert [one.kind for reading in readings({"a.yaml": text}) for one in reading.fragments] == ["rule"]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("application.yml", "dubbo:\n\tconsumer:\n", 1),
        ("application-prod.yaml", "dubbo: [\n", 1),
        ("values.yaml", "dubbo:\n\tconsumer:\n", 0),
        ("application.yml", "{{- if .Values.x }}\ndubbo:\n\tconsumer:\n{{- end }}\n", 0),
    ],
)
def test_broken_settings_are_a_finding_where_the_name_is_sure(name: str, text: str, found: int) -> None:
    (reading,) = readings({name: text})
    assert len(reading.problems) == found
    assert (reading.skip is None) == bool(found)

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
        ("application.yml", "spring: {}\ndubbo:\n  consumer: {}\n", "yaml", False),
        ("application.yaml", "dubbo.consumer.async: true\n", "yaml", False),
        ("bootstrap.yml", "{dubbo: {consumer: {async: true}}}\n", "yaml", False),
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
    ],
)
def test_yaml_that_only_looks_like_a_rule_is_none(text: str) -> None:
    kinds = [fragment.kind for reading in readings({"a.yaml": text}) for fragment in reading.fragments]
    assert "rule" not in kinds

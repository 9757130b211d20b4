"""Every way in which configuration makes a consumer call asynchronously, and what only looks like one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.entity import Entity
from tests.unit.systems.dubbo.support import (
    ASYNC,
    MAIN,
    REFERENCE,
    SERVICE,
    facts_of,
    fields,
    only,
    pom,
    shown,
    spring,
    token,
)

XML = f"{MAIN}/consumer.xml"
KEYS = f"{MAIN}/dubbo.properties"
YAML = f"{MAIN}/application.yaml"


def _consumer(version: str, files: Mapping[str, str]) -> Entity:
    return only(facts_of({"pom.xml": pom(version), **files}), "dubbo.consumer")


@pytest.mark.parametrize(
    ("path", "text", "written"),
    [
        (XML, spring(ASYNC), "true"),
        (XML, spring(ASYNC, namespace="http://code.alibabatech.com/schema/dubbo"), "true"),
        (XML, spring('<dubbo:consumer async="true"/>', REFERENCE), "true"),
        (
            XML,
            spring('<dubbo:consumer><dubbo:reference id="a" interface="a.B" async="TRUE"/></dubbo:consumer>'),
            "TRUE",
        ),
        (
            XML,
            spring('<dubbo:reference id="a" interface="a.B"><dubbo:method name="m" async="true"/></dubbo:reference>'),
            "true",
        ),
        (XML, spring('<dubbo:reference id="a" interface="a.B" group="*" merger="true"/>'), "true"),
        (XML, spring('<dubbo:reference id="a" interface="a.B" group="x,y" merger="list"/>'), "list"),
        (XML, spring('<dubbo:reference id="a" interface="a.B" generic="true" async="true"/>'), "true"),
        (KEYS, "dubbo.consumer.async=true\n", "true"),
        (KEYS, "dubbo.consumers.slow.async = true\n", "true"),
        (KEYS, "dubbo.reference.com.example.Stock.async=true\n", "true"),
        (KEYS, "dubbo.com.example.Stock.reserve.async=true\n", "true"),
        (KEYS, "dubbo.com.example.Stock.stock.reserve.async=true\n", "true"),
        (YAML, "dubbo:\n  consumer:\n    async: true\n", "true"),
        (YAML, "dubbo:\n  reference:\n    com.example.Stock:\n      async: 'true'\n", "'true'"),
        (YAML, "dubbo.consumer:\n  async: on\n", "on"),
    ],
)
def test_evidence_in_2_7(path: str, text: str, written: str) -> None:
    files = {path: text}
    facts = facts_of({"pom.xml": pom("2.7.12"), **files})
    consumer = only(facts, "dubbo.consumer")
    evidence = only(facts, "dubbo.async")
    assert fields(consumer, "async", "refers") == (True, True)
    assert token(files, evidence.fields["value"]) == written


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (KEYS, "dubbo.consumer.async=true\n"),
        (KEYS, "dubbo.reference.com.example.Stock.async=true\n"),
        (KEYS, "dubbo.references.stock.async=true\n"),
        (KEYS, "dubbo.reference.async=true\n"),
        (KEYS, "dubbo.reference.com.example.Stock.reserve.async=true\n"),
        (YAML, "dubbo:\n  references:\n    stock:\n      async: true\n"),
    ],
)
def test_evidence_in_3(path: str, text: str) -> None:
    assert shown(_consumer("3.0.1", {path: text}).fields["async"]) is True


@pytest.mark.parametrize(
    ("version", "key", "found"),
    [
        ("2.7.12", "dubbo.references.stock.async", False),
        ("2.7.12", "dubbo.reference.async", False),
        ("3.0.1", "dubbo.com.example.Stock.reserve.async", False),
        ("2.7.12", "dubbo.reference.com.example.Stock.stock.async", "?"),
    ],
)
def test_a_key_that_another_line_of_releases_reads(version: str, key: str, found: object) -> None:
    assert shown(_consumer(version, {KEYS: f"{key}=true\n"}).fields["async"]) == found


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (XML, spring('<dubbo:reference id="a" interface="a.B" async="false"/>')),
        (XML, spring('<dubbo:reference id="a" interface="a.B" refer-async="true"/>')),
        (XML, spring('<dubbo:reference id="a" interface="a.B" sent="true" return="false"/>')),
        (XML, spring('<dubbo:reference id="a" interface="a.B" merger="true"/>')),
        (XML, spring('<dubbo:reference id="a" interface="a.B" group="*" merger="false"/>')),
        (XML, spring('<dubbo:reference id="a" interface="a.B" onreturn="x.done" onthrow="x.failed"/>')),
        (KEYS, "dubbo.consumer.refer-async=true\ndubbo.consumer.referAsync=true\n"),
        (KEYS, "dubbo.consumer.refer-background=true\n"),
        (KEYS, "dubbo.consumer.async=\n"),
        (YAML, "dubbo:\n  consumer:\n    check: false\nspring:\n  mvc:\n    async: true\n"),
    ],
)
def test_what_only_looks_like_it(path: str, text: str) -> None:
    assert shown(_consumer("2.7.12", {path: text}).fields["async"]) is False


@pytest.mark.parametrize("value", ["${stock.async}", "@stock.async@", "sometimes"])
def test_what_can_not_be_known(value: str) -> None:
    xml = spring(f'<dubbo:reference id="a" interface="a.B" async="{value}"/>')
    assert shown(_consumer("2.7.12", {XML: xml}).fields["async"]) == "?"


def test_one_certain_piece_outweighs_a_doubtful_one() -> None:
    files = {XML: spring(ASYNC), KEYS: "dubbo.consumer.async=${x}\n"}
    assert shown(_consumer("2.7.12", files).fields["async"]) is True


def test_tests_are_no_evidence() -> None:
    files = {XML: spring(REFERENCE), "src/test/resources/consumer.xml": spring(ASYNC)}
    assert shown(_consumer("2.7.12", files).fields["async"]) is False


@pytest.mark.parametrize(
    "provider",
    [
        '<dubbo:service interface="com.example.Stock" ref="s" async="true"/>',
        f'<dubbo:provider async="true"/>{SERVICE}',
        f'<dubbo:provider async="true">{SERVICE}</dubbo:provider>',
        '<dubbo:service interface="com.example.Stock" ref="s"><dubbo:method name="m" async="true"/></dubbo:service>',
    ],
)
@pytest.mark.parametrize(("version", "found"), [("2.7.12", True), ("3.0.1", "?")])
def test_consumers_take_over_what_their_providers_set(provider: str, version: str, found: object) -> None:
    files = {
        "web/pom.xml": pom(version, name="web"),
        f"web/{XML}": spring(REFERENCE),
        "stock/pom.xml": pom(version, name="stock"),
        f"stock/{MAIN}/provider.xml": spring(provider),
    }
    facts = facts_of(files)
    assert shown(only(facts, "dubbo.consumer").fields["async"]) == found


def test_a_provider_of_another_service_does_not_matter() -> None:
    other = '<dubbo:service interface="com.example.Prices" ref="s" async="true"/>'
    files = {
        "web/pom.xml": pom("2.7.12", name="web"),
        f"web/{XML}": spring(REFERENCE),
        "stock/pom.xml": pom("2.7.12", name="stock"),
        f"stock/{MAIN}/provider.xml": spring(other),
    }
    assert shown(only(facts_of(files), "dubbo.consumer").fields["async"]) is False


def test_the_place_is_the_value_in_the_file() -> None:
    for eol in ("\n", "\r\n"):
        text = spring("<!-- \u4e2d\u6587 -->", ASYNC).replace("\n", eol)
        facts = facts_of({XML: text})
        place = only(facts, "dubbo.async").place
        assert text[place.start - 7 : place.end] == 'async="true'


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        (XML, '<dubbo:method name="m" async="true" return="false"/>', False),
        (XML, '<dubbo:method name="m" async="true" isReturn="false"/>', False),
        (XML, '<dubbo:method name="m" async="true" return="true"/>', True),
        (XML, '<dubbo:method name="m" async="true" return="${r}"/>', "?"),
        (XML, '<dubbo:method name="m" async="true" sent="false"/>', True),
        (XML, '<dubbo:parameter key="find.async" value="true"/>', True),
        (XML, '<dubbo:parameter key="find.async" value="false"/>', False),
        (
            XML,
            '<dubbo:parameter key="find.async" value="true"/><dubbo:parameter key="find.return" value="false"/>',
            False,
        ),
    ],
)
def test_one_way_calls_leave_nothing_that_waits(path: str, text: str, found: object) -> None:
    body = spring(f'<dubbo:reference id="stock" interface="com.example.Stock">{text}</dubbo:reference>')
    assert shown(_consumer("2.7.12", {path: body}).fields["async"]) == found


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"application.yml": "", "application-test.yml": "async"}, "?"),
        ({"application.yml": "async\n---\nspring.config.activate.on-profile: dev\ndubbo: {scan: {a: b}}"}, True),
        ({"application.yml": "---\nspring: {config: {activate: {on-profile: dev}}}\nasync"}, "?"),
        ({"application.yml": "---\nspring: {profiles: dev}\nasync"}, "?"),
        ({"application.yml": "async", "application-prod.yml": "sync"}, "?"),
        ({"application.yml": "sync", "application-prod.yml": "async"}, "?"),
        ({"application.yml": "async", "application-prod.yml": "async"}, True),
        ({"application.yml": "async"}, True),
    ],
)  # fmt: skip
def test_profiles_are_not_guessed(files: Mapping[str, str], found: object) -> None:
    told = {"sync": "dubbo: {consumer: {async: false}}", "async": "dubbo: {consumer: {async: true}}"}
    written = {}
    for name, text in files.items():
        lines = (told.get(line, line) for line in text.split("\n"))
        written[f"{MAIN}/{name}"] = "\n".join(lines) + "\n"
    consumer = _consumer("2.7.12", {XML: spring(REFERENCE), **written})
    assert shown(consumer.fields["async"]) == found


def test_beans_of_a_profile() -> None:
    inner = spring(ASYNC).replace("<beans ", '<beans profile="dev" ')
    assert shown(_consumer("2.7.12", {XML: inner}).fields["async"]) == "?"


@pytest.mark.parametrize("folder", ["src/it", "src/integration-test", "src/test", "src/integrationTest"])
def test_settings_of_tests_do_not_count(folder: str) -> None:
    files = {XML: spring(REFERENCE), f"{folder}/resources/a.xml": spring(ASYNC)}
    assert shown(_consumer("2.7.12", files).fields["async"]) is False


def test_a_template_is_no_answer() -> None:
    files = {XML: spring(REFERENCE), YAML: "dubbo:\n  consumer:\n    async: {{ .Values.a }}\n"}
    assert shown(_consumer("2.7.12", files).fields["async"]) == "?"


def test_another_groups_service_hands_nothing_over() -> None:
    service = '<dubbo:service interface="com.example.Stock" ref="stock" group="grey" async="true"/>'
    for group, found in (("", False), ("blue", False), ("grey", True), ("*", True)):
        reference = f'<dubbo:reference id="stock" interface="com.example.Stock" group="{group}"/>'
        files = {XML: spring(reference), f"{MAIN}/provider.xml": spring(service)}
        assert shown(_consumer("2.7.12", files).fields["async"]) == found


@pytest.mark.parametrize(
    ("registry", "found"),
    [
        ('address="zookeeper://a" simplified="true"', False),
        ('address="zookeeper://a" simplified="false"', True),
        ('address="zookeeper://a" simplified="true" extra-keys="async"', True),
        ('address="zookeeper://a" simplified="true" extra-keys="retries,owner"', False),
    ],
)
def test_a_short_registry_url_does_not_hand_it_over(registry: str, found: bool) -> None:
    service = '<dubbo:service interface="com.example.Stock" ref="stock" async="true"/>'
    files = {
        "web/pom.xml": pom("2.7.12", name="web"),
        f"web/{XML}": spring(REFERENCE),
        "shop/pom.xml": pom("2.7.12", name="shop"),
        f"shop/{MAIN}/provider.xml": spring(f"<dubbo:registry {registry}/>", service),
    }
    assert shown(only(facts_of(files), "dubbo.consumer").fields["async"]) is found


ALL = '<dubbo:consumer async="true"/>'
OFF = "dubbo:\n  reference:\n    com.example.Stock:\n      async: false\n"


@pytest.mark.parametrize(
    ("attribute", "parameter", "keys", "found"),
    [
        ('async="false"', "", "", True),  # as good as not written
        ("", "", OFF, False),
        ("", '<dubbo:parameter key="async" value="false"/>', "", False),
        ("", '<dubbo:parameter key="async" value="true"/>', "", True),
    ],
)
def test_what_is_set_for_all_and_taken_back_by_each(attribute: str, parameter: str, keys: str, found: bool) -> None:
    reference = f'<dubbo:reference id="s" interface="com.example.Stock" {attribute}>{parameter}</dubbo:reference>'
    files = {XML: spring(ALL, reference), **({f"{MAIN}/application.yaml": keys} if keys else {})}
    assert shown(_consumer("2.7.12", files).fields["async"]) is found

"""Spring's placeholders: filled in from the files of their own module, and unknown where these leave a doubt."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.value import Unknown, Value
from linter.run.reading import Reader
from linter.system import load_all
from tests.unit.systems.dubbo.support import MAIN, facts_of, only, pom, shown, spring, token

XML = spring(
    '<dubbo:reference id="s" interface="com.example.Stock" async="${rpc.async}" timeout="${rpc.timeout:900}"/>'
)
CONFIGURER = """<beans xmlns="http://www.springframework.org/schema/beans">
  <bean class="org.springframework.beans.factory.config.PropertyPlaceholderConfigurer">
    <property name="locations"><list><value>classpath:conf/rpc.properties</value></list></property>
  </bean>
</beans>
"""
LOCATION = """<beans xmlns:context="http://www.springframework.org/schema/context">
  <context:property-placeholder location="classpath*:conf/*.properties, classpath:other.properties"/>
</beans>
"""


def reference(files: Mapping[str, str], name: str = "async") -> Value:
    whole = {"pom.xml": pom("2.7.12"), f"{MAIN}/consumer.xml": XML, **files}
    value = only(facts_of(whole), "dubbo.reference").fields[name]
    if value.slot is not None:
        assert "${rpc." in token(whole, value)
    return value


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("application.properties", "rpc.async = true\n"),
        ("application.yml", "rpc:\n  async: true\n"),
        ("config/application.yaml", "rpc.async: ${switch}\nswitch: true\n"),
        ("bootstrap.yml", "a: 1\n---\nrpc: {async: true}\n"),
    ],
)
def test_a_file_that_spring_boot_reads(path: str, text: str) -> None:
    value = reference({f"{MAIN}/{path}": text})
    assert (value.data, value.origin) == (True, "substituted")
    assert f"{MAIN}/{path}" in value.evidence[0].text
    assert value.slot is not None and value.slot.locked.startswith("`rpc.async` is")
    assert shown(reference({f"{MAIN}/{path}": text}, "timeout")) == "?"  # nothing gives it: a variable is meant


@pytest.mark.parametrize(
    "xml",
    [
        CONFIGURER,
        LOCATION,
    ],
)
def test_a_file_that_another_file_names(xml: str) -> None:
    given = {f"{MAIN}/conf/rpc.properties": "rpc.async=true\n", f"{MAIN}/rpc.properties": "rpc.async=false\n"}
    assert shown(reference({f"{MAIN}/context.xml": xml, **given})) is True
    assert shown(reference(given)) == "?"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (
            {"application.properties": "rpc.async=true\n", "application-prod.properties": "rpc.async=false\n"},
            "the profile `prod` decides `rpc.async`",
        ),
        ({"application-prod.yml": "rpc.async: true\n"}, "the profile `prod` decides `rpc.async`"),
        (
            {"application.properties": "rpc.async=true\n", "application.yml": "rpc.async: false\n"},
            f"`rpc.async` is set to different values in {MAIN}/application.properties and {MAIN}/application.yml",
        ),
        ({"application.properties": "rpc.async=${rpc.async}\n"}, "`${rpc.async}` is filled in before this is used"),
        ({"application.properties": "rpc.async=${X:true}\n"}, "`${rpc.async}` is filled in before this is used"),
        ({"application.properties": "rpc.asyncs=true\n"}, "`${rpc.async}` is filled in before this is used"),
    ],
)
def test_what_leaves_a_doubt_is_unknown(files: Mapping[str, str], why: str) -> None:
    data = reference({f"{MAIN}/{path}": text for path, text in files.items()}).data
    assert isinstance(data, Unknown)
    assert data.why == why


def test_profiles_that_agree_leave_none() -> None:
    files = {"application.yml": "rpc.async: true\n", "application-prod.yml": "rpc.async: true\n"}
    assert shown(reference({f"{MAIN}/{path}": text for path, text in files.items()})) is True


def test_other_modules_and_tests_give_nothing() -> None:
    files = {
        "other/pom.xml": pom("2.7.12", name="other"),
        f"other/{MAIN}/application.properties": "rpc.async=true\n",
        "src/test/resources/application.properties": "rpc.async=true\n",
    }
    assert shown(reference(files)) == "?"


def test_false_by_a_placeholder_is_written() -> None:
    """The parser leaves out the text ``false`` only (``DubboBeanDefinitionParser``)."""
    files = {f"{MAIN}/application.properties": "rpc.async=false\ndubbo.consumer.async=true\n"}
    assert shown(reference(files)) is False


def test_keys_are_filled_in_too() -> None:
    files = {
        "pom.xml": pom("2.7.12"),
        f"{MAIN}/application.yml": "dubbo:\n  consumer: {async: '${rpc.async}'}\nrpc:\n  async: true\n",
    }
    assert shown(only(facts_of(files), "dubbo.consumer").fields["async"]) is True


def test_expressions_of_spring_are_unknown() -> None:
    xml = spring('<dubbo:reference id="s" interface="com.example.Stock" async="#{flags.on}"/>')
    found = only(facts_of({"pom.xml": pom("2.7.12"), f"{MAIN}/c.xml": xml}), "dubbo.reference").fields["async"].data
    assert isinstance(found, Unknown)
    assert found.why == "`#{flags.on}` is worked out when the application starts"


def test_another_namespace_is_named() -> None:
    text = XML.replace("http://dubbo.apache", "https://dubbo.apache")
    reading = Reader(load_all()).read(f"{MAIN}/c.xml", text.encode())
    assert reading is not None and reading.skip is not None
    assert "`https://dubbo.apache.org/schema/dubbo`, which is no namespace of Dubbo" in reading.skip.why


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (f"{MAIN}/application.properties", "rpc.async=true\n"),
        (f"{MAIN}/application.yml", "rpc: {async: true}\n"),
        (f"{MAIN}/application.yml", "rpc: [\n"),
        (f"{MAIN}/context.xml", CONFIGURER),
    ],
)
def test_what_only_gives_values_is_not_counted(path: str, text: str) -> None:
    reading = Reader(load_all()).read(path, text.encode())
    assert reading is None or (reading.claimed, reading.problems, reading.skip) == ((), (), None)


@pytest.mark.parametrize(
    ("value", "why"),
    [("load()", "the code works it out"), ("LIMIT", "`LIMIT` is set when the code runs")],
)
def test_code_is_not_called_a_placeholder(value: str, why: str) -> None:
    source = (
        "package com.example;\nimport org.apache.dubbo.config.ReferenceConfig;\nclass A { void f() {\n"
        "ReferenceConfig<Stock> c = new ReferenceConfig<>(); c.setInterface(com.example.Stock.class);\n"
        f"c.setTimeout({value}); }} }}\n"
    )
    files = {
        "pom.xml": pom("2.7.12"),
        "src/main/java/com/example/A.java": source,
        f"{MAIN}/application.properties": "LIMIT=5\n",
    }
    data = only(facts_of(files), "dubbo.reference").fields["timeout"].data
    assert isinstance(data, Unknown)
    assert data.why == why

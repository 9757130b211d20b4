"""Which of several files counts, by release."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.entity import Entity
from linter.facts.value import Unknown
from tests.unit.systems.dubbo.support import MAIN, facts_of, fields, only, pom, shown, spring

XML = f"{MAIN}/consumer.xml"
SPRING = f"{MAIN}/application.yaml"
LAST = f"{MAIN}/dubbo.properties"
KEYS = "dubbo:\n  reference:\n    com.example.Stock:\n      {setting}\n"


def reference(version: str, files: Mapping[str, str]) -> Entity:
    found = facts_of({"pom.xml": pom(version), **files}).of("dubbo.reference")
    (made,) = [one for one in found if one.place.path == XML]  # keys for it are one of their own
    return made


def xml(settings: str = "", *around: str) -> str:
    return spring(*around, f'<dubbo:reference id="s" interface="com.example.Stock" {settings}/>')


@pytest.mark.parametrize(
    ("version", "files", "timeout"),
    [
        ("2.7.12", {XML: xml('timeout="3000"'), SPRING: KEYS.format(setting="timeout: 5000")}, "3s"),
        ("3.2.16", {XML: xml('timeout="3000"'), SPRING: KEYS.format(setting="timeout: 5000")}, "5s"),
        ("3.2.16", {XML: xml('timeout="3000"'), LAST: "dubbo.reference.com.example.Stock.timeout=5000\n"}, "3s"),
        ("3.2.16", {XML: xml(), LAST: "dubbo.reference.com.example.Stock.timeout=5000\n"}, "5s"),
        ("3.2.16", {XML: xml("", '<dubbo:consumer timeout="4000"/>')}, "4s"),
        ("2.7.12", {XML: xml("", '<dubbo:consumer timeout="4000"/>')}, "4s"),
        ("2.7.12", {XML: xml('timeout="${t}"', '<dubbo:consumer timeout="4000"/>')}, "?"),
        ("2.7.12", {XML: xml('url="dubbo://a:20880"')}, "1s"),
        ("2.7.12", {XML: xml('url="${address}"')}, "?"),
        ("2.7.12", {XML: xml()}, "?"),
    ],
)
def test_a_timeout(version: str, files: Mapping[str, str], timeout: str) -> None:
    assert shown(reference(version, files).fields["timeout"]) == timeout


SERVICE = '<dubbo:service interface="com.example.Stock" ref="s" timeout="7000" retries="0"/>'


def pair(version: str, consumer: str) -> Mapping[str, str]:
    return {
        "web/pom.xml": pom(version, name="web"),
        f"web/{XML}": consumer,
        "shop/pom.xml": pom(version, name="shop"),
        f"shop/{MAIN}/provider.xml": spring(SERVICE),
    }


@pytest.mark.parametrize(
    ("version", "timeout", "retries"),
    [
        ("2.7.1", "7s", 0),
        ("2.7.8", "7s", 0),
        ("2.7.12", "7s", 2),
        ("2.7.15", "7s", 0),
        ("3.0.1", "?", "?"),
        ("3.2.16", "?", 2),
    ],
)
def test_what_the_provider_sets(version: str, timeout: str, retries: object) -> None:
    found = only(facts_of(pair(version, xml())), "dubbo.reference")
    assert fields(found, "timeout", "retries") == (timeout, retries)


@pytest.mark.parametrize(("version", "timeout"), [("2.7.1", "7s"), ("2.7.2", "4s"), ("3.2.16", "4s")])
def test_a_setting_for_all_references_against_one_for_a_service(version: str, timeout: str) -> None:
    found = only(facts_of(pair(version, xml("", '<dubbo:consumer timeout="4000"/>'))), "dubbo.reference")
    assert shown(found.fields["timeout"]) == timeout


def test_what_is_overruled_is_not_judged() -> None:
    files = {"pom.xml": pom("3.2.16"), XML: xml('retries="5"'), SPRING: KEYS.format(setting="retries: 0")}
    found = {one.fields["form"].data: shown(one.fields["retries"]) for one in facts_of(files).of("dubbo.calls")}
    assert found == {"xml": None, "yaml": 0}


def test_asynchronous_calls_that_are_taken_back() -> None:
    files = {"pom.xml": pom("3.0.1"), XML: xml('async="true"'), SPRING: KEYS.format(setting="async: false")}
    assert shown(only(facts_of(files), "dubbo.consumer").fields["async"]) is False
    old = {**files, "pom.xml": pom("2.7.12")}
    assert shown(only(facts_of(old), "dubbo.consumer").fields["async"]) is True
    said = {path: text for path, text in files.items() if path != "pom.xml"}
    assert shown(only(facts_of(said), "dubbo.consumer").fields["async"]) == "?"


PROFILED = (
    "dubbo:\n  consumer: {timeout: 800}\n---\nspring.config.activate.on-profile: prod\ndubbo.consumer.timeout: 5000\n"
)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({SPRING: PROFILED}, "the profile `prod` decides it"),
        (
            {
                f"{MAIN}/a.xml": spring('<dubbo:consumer timeout="800"/>'),
                f"{MAIN}/b.xml": spring('<dubbo:consumer timeout="5000"/>'),
            },
            f"it is set to different values in {MAIN}/a.xml, {MAIN}/b.xml",
        ),
    ],
)
def test_why_what_is_set_twice_is_not_known(files: Mapping[str, str], why: str) -> None:
    timeout = reference("2.7.12", {XML: xml(), **files}).fields["timeout"]
    assert timeout.data == Unknown(why)

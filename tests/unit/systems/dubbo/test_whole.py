"""What a module's calls and services have in common."""

from __future__ import annotations

import pytest

from tests.unit.systems.dubbo.support import (
    MAIN,
    REFERENCE,
    SERVICE,
    dependency,
    facts_of,
    fields,
    only,
    pom,
    project,
    spring,
    token,
)

XML = f"{MAIN}/dubbo.xml"
PROPERTIES = f"{MAIN}/dubbo.properties"
STARTER = "org.apache.dubbo:dubbo-spring-boot-starter"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (REFERENCE, (True, False, True, False)),
        (SERVICE, (False, True, True, False)),
        (REFERENCE + SERVICE, (True, True, True, False)),
        (f'<dubbo:protocol name="tri"/>{SERVICE}', (False, True, False, True)),
        (
            f'<dubbo:protocol name="tri"/>{SERVICE}<dubbo:reference id="a" interface="a.B"/>',
            (True, True, True, True),
        ),
        (f'<dubbo:protocol name="tri"/><dubbo:consumer check="false"/>{SERVICE}', ("?", True, "?", True)),
        (f'<dubbo:protocol name="${{p}}"/>{SERVICE}', (False, True, "?", "?")),
    ],
)
def test_sides_and_protocols(body: str, expected: tuple[object, ...]) -> None:
    module = only(facts_of({XML: spring(body)}), "dubbo.module")
    assert fields(module, "calls", "serves", "over_dubbo", "over_triple") == expected


@pytest.mark.parametrize(
    ("address", "registry", "nacos"),
    [
        ('address="zookeeper://zk:2181"', True, False),
        ('address="nacos://n:8848"', True, True),
        ('protocol="nacos" address="n:8848"', True, True),
        ('address="N/A"', False, False),
        ('address="multicast://224.5.6.7:1234"', False, False),
        ('address="${registry}"', "?", "?"),
        ('address="nacos://${host}"', True, True),
    ],
)
def test_registries(address: str, registry: object, nacos: object) -> None:
    module = only(facts_of({XML: spring(f"<dubbo:registry {address}/>{REFERENCE}")}), "dubbo.module")
    assert fields(module, "registry", "nacos") == (registry, nacos)


def test_the_configuration_centre_in_each_form() -> None:
    for files in (
        {XML: spring('<dubbo:config-center address="zookeeper://zk:2181"/>', REFERENCE)},
        {XML: spring(REFERENCE), PROPERTIES: "dubbo.config-center.address=zookeeper://zk:2181\n"},
        {XML: spring(REFERENCE), PROPERTIES: "dubbo.configCenter.address=zookeeper://zk:2181\n"},
        {XML: spring(REFERENCE), f"{MAIN}/application.yaml": "dubbo:\n  config-center:\n    address: nacos://n\n"},
    ):
        assert fields(only(facts_of(files), "dubbo.module"), "config_center") == (True,)
    assert fields(only(facts_of({XML: spring(REFERENCE)}), "dubbo.module"), "config_center") == (False,)


@pytest.mark.parametrize(
    ("build", "boot", "weak"),
    [
        (pom("2.7.12"), False, False),
        (pom("2.7.12", STARTER), True, False),
        (
            project(
                "shop",
                dependency("org.apache.dubbo:dubbo", "2.7.7"),
                dependency("org.apache.dubbo:dubbo-serialization-kryo", "2.7.7"),
            ),
            False,
            True,
        ),
        (None, "?", "?"),
    ],
)
def test_what_the_build_has(build: str | None, boot: object, weak: object) -> None:
    files = {XML: spring(REFERENCE)} | ({} if build is None else {"pom.xml": build})
    assert fields(only(facts_of(files), "dubbo.module"), "boot", "weak_serialization") == (boot, weak)


def test_a_weak_serialization_in_a_file() -> None:
    files = {"pom.xml": pom("2.7.7"), XML: spring(f'<dubbo:protocol name="dubbo" serialization="fst"/>{SERVICE}')}
    assert fields(only(facts_of(files), "dubbo.module"), "weak_serialization") == (True,)


@pytest.mark.parametrize(("value", "expected"), [("true", True), ("false", False), ("${tls}", "?")])
def test_tls(value: str, expected: object) -> None:
    files = {XML: spring(f'<dubbo:protocol name="dubbo" ssl-enabled="{value}"/>', SERVICE)}
    assert fields(only(facts_of(files), "dubbo.module"), "ssl") == (expected,)


def test_the_longest_timeouts_and_the_wait_at_a_stop() -> None:
    files = {
        XML: spring(
            '<dubbo:consumer timeout="2000"/>',
            '<dubbo:reference id="s" interface="a.B"><dubbo:method name="m" timeout="30000"/></dubbo:reference>',
            '<dubbo:service interface="a.C" ref="c" timeout="4000"/>',
        ),
        PROPERTIES: "dubbo.service.shutdown.wait=5000\n",
    }
    module = only(facts_of(files), "dubbo.module")
    assert fields(module, "longest_call", "longest_service", "shutdown_wait") == ("30s", "4s", "5s")
    assert token(files, module.fields["shutdown_wait"]) == "5000"
    files[PROPERTIES] = "dubbo.application.shutwait=7000\n"
    assert fields(only(facts_of(files), "dubbo.module"), "shutdown_wait") == ("7s",)


def test_a_timeout_that_nobody_knows() -> None:
    files = {XML: spring('<dubbo:consumer timeout="${t}"/>', '<dubbo:reference id="s" interface="a.B" timeout="1"/>')}
    module = only(facts_of(files), "dubbo.module")
    assert fields(module, "longest_call", "longest_service", "shutdown_wait") == ("?", None, None)


@pytest.mark.parametrize(
    ("body", "generic", "bounded"),
    [
        (REFERENCE, False, False),
        ('<dubbo:reference id="s" interface="a.B" generic="true"/>', True, False),
        ('<dubbo:reference id="s" interface="a.B" generic="false"/>', False, False),
        ('<dubbo:reference id="s" interface="a.B" generic="${g}"/>', "?", False),
        (f'<dubbo:consumer threadpool="fixed"/>{REFERENCE}', False, True),
        (f'<dubbo:consumer threadpool="cached"/>{REFERENCE}', False, False),
        (f'<dubbo:consumer threadpool="cached" threads="200"/>{REFERENCE}', False, True),
        (f'<dubbo:consumer threads="${{n}}"/>{REFERENCE}', False, "?"),
    ],
)
def test_traits_of_consumers(body: str, generic: object, bounded: object) -> None:
    assert fields(only(facts_of({XML: spring(body)}), "dubbo.consumer"), "generic", "bounded_pool") == (
        generic,
        bounded,
    )


@pytest.mark.parametrize(
    ("delay", "expected"), [('delay="5000"', True), ('delay="-1"', False), ("", False), ('delay="${d}"', "?")]
)
def test_delays(delay: str, expected: object) -> None:
    body = f'<dubbo:service interface="a.B" ref="b" {delay}/>'
    assert fields(only(facts_of({XML: spring(body)}), "dubbo.provider"), "delayed") == (expected,)


def test_reconnect_is_a_setting_of_calls_in_each_form() -> None:
    files = {XML: spring('<dubbo:reference id="s" interface="a.B" reconnect="5000"/>')}
    assert fields(only(facts_of(files), "dubbo.calls"), "reconnect", "retries") == ("5000", None)
    files = {
        XML: spring(
            '<dubbo:reference id="s" interface="a.B"><dubbo:parameter key="reconnect" value="false"/></dubbo:reference>'
        )
    }
    assert fields(only(facts_of(files), "dubbo.calls"), "reconnect") == ("false",)

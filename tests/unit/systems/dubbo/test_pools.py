"""Queues and the port for operators."""

from __future__ import annotations

import pytest

from tests.unit.systems.dubbo.support import MAIN, facts_of, fields, only, spring, token

XML = f"{MAIN}/dubbo.xml"
PROPERTIES = f"{MAIN}/dubbo.properties"


def test_a_queue_with_its_pool() -> None:
    files = {XML: spring('<dubbo:protocol name="dubbo" threadpool="fixed" threads="50" queues="-1"/>')}
    pool = only(facts_of(files), "dubbo.pool")
    assert fields(pool, "side", "threadpool", "threads", "queues") == ("provider", "fixed", 50, -1)
    assert token(files, pool.fields["queues"]) == "-1"


def test_without_a_queue_there_is_nothing_to_say() -> None:
    assert not facts_of({XML: spring('<dubbo:protocol name="dubbo" threads="50"/>')}).of("dubbo.pool")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (PROPERTIES, "dubbo.application.qos.accept.foreign.ip=true\n"),
        (PROPERTIES, "dubbo.application.qos-accept-foreign-ip=true\n"),
        (PROPERTIES, "dubbo.application.qosAcceptForeignIp=true\n"),
        (f"{MAIN}/application.yaml", "dubbo:\n  application:\n    qos-accept-foreign-ip: true\n"),
        (XML, spring('<dubbo:application name="a" qos-accept-foreign-ip="true"/>')),
        (
            XML,
            spring(
                '<dubbo:application name="a"><dubbo:parameter key="qos.accept.foreign.ip" value="true"/>'
                "</dubbo:application>"
            ),
        ),
    ],
)
def test_the_port_for_operators_in_each_form(path: str, text: str) -> None:
    port = only(facts_of({path: text}), "dubbo.qos")
    assert fields(port, "enabled", "foreign", "anonymous") == (True, True, None)


def test_the_port_may_be_shut() -> None:
    text = "dubbo.application.qos.enable=false\ndubbo.application.qos.accept.foreign.ip=true\n"
    assert fields(only(facts_of({PROPERTIES: text}), "dubbo.qos"), "enabled") == (False,)

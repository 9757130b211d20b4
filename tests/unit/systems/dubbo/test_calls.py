from __future__ import annotations

import pytest

from tests.unit.systems.dubbo.support import MAIN, SERVICE, facts_of, fields, only, spring


@pytest.mark.parametrize(
    ("body", "side", "element", "counted"),
    [
        ('<dubbo:reference id="a" interface="a.B" loadbalance="leastactive"/>', "consumer", "reference", False),
        (
            '<dubbo:reference id="a" interface="a.B" loadbalance="leastactive" actives="9"/>',
            "consumer",
            "reference",
            True,
        ),
        ('<dubbo:reference id="a" interface="a.B" loadbalance="x" actives="${n}"/>', "consumer", "reference", "?"),
        ('<dubbo:service interface="a.B" ref="b" retries="0"/>', "provider", "service", False),
        ('<dubbo:consumer loadbalance="leastactive" filter="activelimit,-x"/>', "consumer", "consumer", True),
        (
            '<dubbo:consumer loadbalance="leastactive"/><dubbo:reference id="a" interface="a.B" actives="9"/>',
            "consumer",
            "consumer",
            "?",
        ),
        (
            (
                '<dubbo:reference id="a" interface="a.B" actives="9">'
                '<dubbo:method name="m" loadbalance="x"/></dubbo:reference>'
            ),
            "consumer",
            "method",
            True,
        ),
    ],
)
def test_what_an_element_writes(body: str, side: str, element: str, counted: object) -> None:
    calls = only(facts_of({"a.xml": spring(body)}), "dubbo.calls")
    assert fields(calls, "side", "element", "counted") == (side, element, counted)


@pytest.mark.parametrize(
    ("key", "side", "element"),
    [
        ("dubbo.provider.retries", "provider", "provider"),
        ("dubbo.consumer.retries", "consumer", "consumer"),
        ("dubbo.service.com.example.Stock.retries", "provider", "service"),
        ("dubbo.service.com.example.Stock.reserve.retries", "provider", "method"),
        ("dubbo.reference.com.example.Stock.reserve.retries", "consumer", "method"),
    ],
)
def test_keys(key: str, side: str, element: str) -> None:
    calls = only(facts_of({"dubbo.properties": f"{key}=0\n"}), "dubbo.calls")
    assert fields(calls, "side", "element", "retries") == (side, element, 0)


def test_actives_of_the_provider_count_for_the_consumer() -> None:
    reference = '<dubbo:reference id="stock" interface="com.example.Stock" loadbalance="leastactive"/>'
    files = {
        f"web/{MAIN}/a.xml": spring(reference),
        f"stock/{MAIN}/b.xml": spring(SERVICE.replace("/>", ' actives="5"/>')),
    }
    assert fields(only(facts_of(files), "dubbo.calls"), "counted") == (True,)


@pytest.mark.parametrize(
    "key", ["dubbo.service.shutdown.wait", "dubbo.application.qos.enable", "dubbo.scan.base-packages"]
)
def test_other_keys_are_no_elements(key: str) -> None:
    facts = facts_of({"dubbo.properties": f"{key}=1\n"})
    assert not [entity for kind in ("service", "calls", "provider", "consumer") for entity in facts.of(f"dubbo.{kind}")]

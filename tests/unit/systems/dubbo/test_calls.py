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


def _reference(inner: str = "") -> str:
    return f'<dubbo:reference id="a" interface="a.B" loadbalance="leastactive">{inner}</dubbo:reference>'


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        (_reference('<dubbo:method name="m" actives="5"/>'), True),
        (_reference('<dubbo:parameter key="m.actives" value="5"/>'), True),
        (_reference('<dubbo:method name="m" actives="0"/>'), False),
        (_reference() + '<dubbo:reference id="c" interface="a.C" actives="1"/>', False),
        ('<dubbo:reference id="a" loadbalance="x"><dubbo:method name="m" actives="5"/></dubbo:reference>', True),
    ],
)  # fmt: skip
def test_actives_of_one_method_make_dubbo_count_all(text: str, counted: object) -> None:
    assert fields(only(facts_of({"a.xml": spring(text)}), "dubbo.calls"), "counted") == (counted,)


@pytest.mark.parametrize(
    ("references", "repeated"),
    [
        ("", False),
        ('<dubbo:reference id="a" interface="com.example.Stock" retries="0"/>', True),
        ('<dubbo:reference id="a" interface="com.example.Other" retries="0"/>', False),
        (
            (
                '<dubbo:reference id="a" interface="com.example.Stock" retries="0"/>'
                '<dubbo:reference id="b" interface="com.example.Stock"/>'
            ),
            False,
        ),
        ('<dubbo:consumer retries="0"/><dubbo:reference id="b" interface="com.example.Stock"/>', True),
    ],
)
def test_references_that_set_retries_themselves(references: str, repeated: bool) -> None:
    service = SERVICE.replace("/>", ' retries="0"/>')
    facts = facts_of({"a/a.xml": spring(service), "b/b.xml": spring(references)})
    found = [one for one in facts.of("dubbo.calls") if one.fields["element"].data == "service"]
    assert [fields(one, "repeated") for one in found] == [(repeated,)]

from __future__ import annotations

import pytest

from linter.facts.duration import FOREVER, seconds
from linter.facts.value import Slot
from linter.syntax.document import DocRef, Place
from linter.systems.dubbo import SYSTEM
from tests.unit.systems.dubbo.support import facts_of, fields, only, spring

NAMES = ("heartbeat", "timeout", "close_timeout")


def _protocol(attributes: str = "", **parameters: str) -> str:
    inner = "".join(f'<dubbo:parameter key="{key}" value="{value}"/>' for key, value in parameters.items())
    return f'<dubbo:protocol name="dubbo" {attributes}>{inner}</dubbo:protocol>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (_protocol(), ("1m", "3m", "3m")),
        (_protocol('heartbeat="10000"'), ("10s", "30s", "30s")),
        (_protocol(heartbeat="10000"), ("10s", "30s", "30s")),
        (_protocol('heartbeat="10000"', **{"heartbeat.timeout": "15000"}), ("10s", "15s", "15s")),
        (_protocol(**{"close.timeout": "15000"}), ("1m", "3m", "15s")),
        (_protocol('heartbeat="0"'), ("0s", "0s", "0s")),
        (_protocol('heartbeat="${h}"'), ("?", "?", "?")),
        (_protocol('heartbeat="10s"'), ("?", "?", "?")),
    ],
)
def test_defaults_follow_the_heartbeat(body: str, expected: tuple[str, ...]) -> None:
    assert fields(only(facts_of({"a.xml": spring(body)}), "dubbo.heartbeat"), *NAMES) == expected


def test_properties_fill_in_what_the_element_leaves_out() -> None:
    files = {"a.xml": spring('<dubbo:protocol name="dubbo"/>'), "dubbo.properties": "dubbo.protocol.heartbeat=5000\n"}
    found = [fields(one, "element", *NAMES) for one in facts_of(files).of("dubbo.heartbeat")]
    assert found == [("protocol", "5s", "15s", "15s")] * 2


@pytest.mark.parametrize(
    ("element", "protocols", "expected"),
    [
        ("provider", "", "1m"),
        ("service", _protocol('heartbeat="10000"'), "10s"),
        ("provider", _protocol('heartbeat="10000"') + '<dubbo:protocol name="tri" heartbeat="20000"/>', "?"),
        ("reference", _protocol('heartbeat="10000"'), "?"),
        ("consumer", "", "?"),
    ],
)
def test_parameters_of_other_elements(element: str, protocols: str, expected: str) -> None:
    body = f'<dubbo:{element}><dubbo:parameter key="heartbeat.timeout" value="90000"/></dubbo:{element}>'
    found = {
        one.fields["element"].data: one for one in facts_of({"a.xml": spring(protocols, body)}).of("dubbo.heartbeat")
    }
    assert fields(found[element], "heartbeat", "timeout") == (expected, "1m30s")


@pytest.mark.parametrize("name", ["rest", "http", "hessian"])
def test_other_protocols_have_none(name: str) -> None:
    assert not facts_of({"a.xml": spring(f'<dubbo:protocol name="{name}"/>')}).of("dubbo.heartbeat")


@pytest.mark.parametrize(
    "text",
    [
        "dubbo:\n  protocol:\n    heartbeat: 5000\n    parameters:\n      heartbeat.timeout: 8000\n",
        "dubbo:\n  protocol:\n    heartbeat: 5000\n    parameters:\n      heartbeat:\n        timeout: 8000\n",
        "dubbo.protocol:\n  heartbeat: 5000\n  parameters: {'[heartbeat.timeout]': 8000}\n",
        "dubbo:\n  protocols:\n    main: {heartbeat: 5000, parameters: {heartbeat.timeout: 8000}}\n",
    ],
)
def test_yaml_in_any_nesting(text: str) -> None:
    assert fields(only(facts_of({"application.yaml": text}), "dubbo.heartbeat"), *NAMES[:2]) == ("5s", "8s")


@pytest.mark.parametrize(("syntax", "text"), [("yaml", "'true'"), ("properties", "true"), ("xml", "true")])
def test_rendering(syntax: str, text: str) -> None:
    slot = Slot(Place(DocRef("a", syntax), 0, 0), (), 0)
    assert SYSTEM.render(seconds(30), slot) == "30000"
    assert SYSTEM.render(FOREVER, slot) == "2147483647"
    assert SYSTEM.render(True, slot) == "true"
    assert SYSTEM.render(3, slot) == "3"
    assert SYSTEM.render("true", slot).strip("\"'") == text.strip("'")


PROD = "parameters:\n      heartbeat.timeout: 30000\n"


@pytest.mark.parametrize(
    "files",
    [
        {
            "application.yml": "dubbo:\n  protocol:\n    heartbeat: 10000\n",
            "application-prod.yml": f"dubbo:\n  protocol:\n    {PROD}",
        },
        {"application.yml": f"dubbo:\n  protocol:\n    heartbeat: 10000\n---\ndubbo:\n  protocol:\n    {PROD}"},
        {
            "application.yml": f"dubbo:\n  protocol:\n    {PROD}",
            "dubbo.properties": "dubbo.protocol.heartbeat=10000\n",
        },
        {
            "a.xml": spring('<dubbo:provider><dubbo:parameter key="heartbeat" value="10000"/></dubbo:provider>'),
            "b.xml": spring(_protocol(**{"heartbeat.timeout": "30000"})),
        },
        {
            "a.xml": spring(_protocol('heartbeat="10000"')),
            "b.xml": spring(_protocol(**{"heartbeat.timeout": "30000"})),
        },
        {
            "application.yml": "dubbo:\n  protocol:\n    heartbeat: 20000\n",
            "application-a.yml": f"dubbo:\n  protocol:\n    heartbeat: 10000\n    {PROD}",
            "application-b.yml": f"dubbo:\n  protocol:\n    {PROD}",
        },
    ],
)
def test_a_setting_split_over_files_is_not_taken_for_the_default(files: dict[str, str]) -> None:
    for one in facts_of(files).of("dubbo.heartbeat"):
        heartbeat, timeout = fields(one, "heartbeat", "timeout")
        assert "?" in (heartbeat, timeout) or (heartbeat, timeout) == ("10s", "30s"), (one.path, heartbeat, timeout)


def test_halves_that_do_not_fit_are_seen_together() -> None:
    files = {
        "application.yml": "dubbo:\n  protocol:\n    heartbeat: 20000\n",
        "application-prod.yml": f"dubbo:\n  protocol:\n    {PROD}",
    }
    found = [fields(one, "heartbeat", "timeout") for one in facts_of(files).of("dubbo.heartbeat")]
    assert ("20s", "30s") in found


@pytest.mark.parametrize("key", ["dubbo.protocol.heartbeat.timeout", "dubbo.protocol.heartbeat-timeout"])
def test_only_parameters_set_the_timeout(key: str) -> None:
    text = f"dubbo.protocol.name=dubbo\n{key}=60000\n"
    assert fields(only(facts_of({"dubbo.properties": text}), "dubbo.heartbeat"), *NAMES[:2]) == ("1m", "3m")

from __future__ import annotations

import pytest

from tests.unit.systems.otelcol.support import collector, facts_of, fields, only


@pytest.mark.parametrize(
    ("receiver", "expected"),
    [
        ("github:\n  webhook:\n    required_headers: {a: b}", (True, True, True, ("traces",))),
        ("github:\n  webhook: {}", (True, True, False, ("traces",))),
        ("github: {}", (True, False, False, ("traces",))),
        ("github:\n  webhook: '${env:HOOK}'", (True, "?", "?", ("traces",))),
    ],
)
def test_whether_a_setting_is_written(receiver: str, expected: tuple[object, ...]) -> None:
    found = only(facts_of({"a.yaml": collector(receivers=receiver)}), "otelcol.setting", section="receiver")
    assert fields(found, "in_use", "section_on", "written", "signals") == expected


@pytest.mark.parametrize(("value", "on"), [("true", True), ("false", False), ("'${env:X}'", "?"), ("", False)])
def test_whether_a_switch_is_on(value: str, on: object) -> None:
    receiver = f"otlp:\n  protocols:\n    grpc:\n      tls:\n        client_ca_file_reload: {value}"
    facts = facts_of({"a.yaml": collector(receivers=receiver)})
    found = only(facts, "otelcol.setting", setting="protocols.grpc.tls.client_ca_file_reload")
    assert fields(found, "on") == (on,)


def test_the_clients_of_a_release() -> None:
    text = collector("otlp:\n  endpoint: a:4317\n  compression: snappy\n  wait_for_ready: true")
    found = only(facts_of({"a.yaml": text}), "otelcol.sender")
    assert fields(found, "compression", "wait_for_ready", "in_use") == ("snappy", True, True)


def test_an_authenticator_is_an_extension_that_a_server_names() -> None:
    receivers = (
        "otlp:\n  protocols:\n    grpc:\n      auth: {authenticator: bearertokenauth}\n"
        "    http:\n      auth: {authenticator: bearertokenauth}"
    )
    extensions = "extensions:\n  bearertokenauth: {token: x}\n  basicauth: {}\n"
    found = only(facts_of({"a.yaml": collector(receivers=receivers, rest=extensions)}), "otelcol.authenticator")
    assert fields(found, "type", "in_use") == ("bearertokenauth", True)


def test_the_server_in_use_counts_for_an_authenticator() -> None:
    receivers = (
        "datadog:\n  auth: {authenticator: basicauth}\nsplunk_hec:\n  auth: {authenticator: basicauth}\notlp: {}"
    )
    text = collector(receivers=receivers, rest="extensions:\n  basicauth: {}\n").replace(
        "receivers: [datadog]", "receivers: [splunk_hec]"
    )
    found = only(facts_of({"a.yaml": text}), "otelcol.authenticator")
    assert fields(found, "in_use") == (True,)
    assert "splunk_hec" in str(found.fields["server"].data)

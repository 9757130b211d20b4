from __future__ import annotations

import pytest

from tests.unit.systems.otelcol.support import collector, facts_of, fields, only

QUEUE = ("off", "storage", "size", "consumers", "sizer", "batches", "batch_sizer", "batch_max")


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("{}", (False, None, None, None, None, False, None, None)),
        ("{enabled: false}", (True, None, None, None, None, False, None, None)),
        ("{enabled: '${env:ON}'}", ("?", None, None, None, None, False, None, None)),
        ("{storage: file_storage, queue_size: 10}", (False, "file_storage", 10, None, None, False, None, None)),
        ("{num_consumers: 0, sizer: bytes}", (False, None, None, 0, "bytes", False, None, None)),
        ("{batch: {}}", (False, None, None, None, None, True, None, None)),
        ("{batch: {enabled: false}}", (False, None, None, None, None, False, None, None)),
        ("{batch: {sizer: items, max_size: 5}}", (False, None, None, None, None, True, "items", 5)),
        ("{batch: '${env:BATCH}'}", (False, None, None, None, None, "?", "?", "?")),
        ("{queue_size: '${env:SIZE}'}", (False, None, "?", None, None, False, None, None)),
    ],
)
def test_what_is_written_about_a_queue(settings: str, expected: tuple[object, ...]) -> None:
    facts = facts_of({"a.yaml": collector(f"otlp:\n  endpoint: b:4317\n  sending_queue: {settings}")})
    assert fields(only(facts, "otelcol.queue"), *QUEUE) == expected


def test_an_exporter_without_the_section_has_no_queue_to_speak_of() -> None:
    facts = facts_of({"a.yaml": collector("otlp:\n  endpoint: b:4317\n  sending_queue:")})
    assert not facts.of("otelcol.queue")
    assert not facts.of("otelcol.retry")


def test_a_load_balancer_has_an_outer_queue_and_those_of_its_backends() -> None:
    text = collector(
        "load_balancing:\n  sending_queue: {queue_size: 1}\n  retry_on_failure: {enabled: true}\n"
        "  protocol:\n    otlp:\n      sending_queue: {queue_size: 2}\n"
        "      retry_on_failure: {max_elapsed_time: 0s, enabled: false}"
    )
    facts = facts_of({"a.yaml": text})
    assert [fields(one, "outer", "size", "retry_off") for one in facts.of("otelcol.queue")] == [
        (True, 1, False),
        (False, 2, True),
    ]
    assert fields(only(facts, "otelcol.queue", outer=False), "retry_limit") == ("0s",)
    assert [fields(one, "outer", "enabled", "initial_interval") for one in facts.of("otelcol.retry")] == [
        (True, True, None),
        (False, False, None),
    ]


@pytest.mark.parametrize(
    ("settings", "pauses"),
    [
        ("{}", False),
        ("{initial_interval: 0s}", False),
        ("{initial_interval: 1s}", True),
        ("{initial_interval: '${env:P}'}", "?"),
    ],
)
def test_only_a_written_pause_is_one(settings: str, pauses: object) -> None:
    facts = facts_of({"a.yaml": collector(f"otlp:\n  endpoint: b:4317\n  retry_on_failure: {settings}")})
    assert fields(only(facts, "otelcol.retry"), "pauses") == (pauses,)


@pytest.mark.parametrize(
    ("settings", "blocks", "batch_off"),
    [
        ("{}", False, False),
        ("{block_on_overflow: true}", True, False),
        ("{blocking: true}", True, False),
        ("{block_on_overflow: '${env:WAIT}'}", "?", False),
        ("{batch: {enabled: false}}", False, True),
        ("{batch: {enabled: true}}", False, False),
    ],
)
def test_what_a_full_queue_does_and_whether_batches_are_switched_off(
    settings: str, blocks: object, batch_off: object
) -> None:
    facts = facts_of({"a.yaml": collector(f"otlp:\n  endpoint: b:4317\n  sending_queue: {settings}")})
    assert fields(only(facts, "otelcol.queue"), "blocks", "batch_off") == (blocks, batch_off)


def test_what_another_part_may_say_is_unknown() -> None:
    text = """\
receivers: {otlp: {protocols: {grpc: {tls: {}}, http: {}}}}
exporters: {otlp: {endpoint: "a:4317", sending_queue: {}}}
"""
    facts = facts_of({"a.yaml": text})
    assert fields(only(facts, "otelcol.queue"), "batch", "batches") == ("?", "?")
    where = "protocols.{}.tls.client_ca_file_reload"
    settings = {fields(each, "setting", "section_on") for each in facts.of("otelcol.setting")}
    assert {one for one in settings if str(one[0]).endswith("client_ca_file_reload")} == {
        (where.format("grpc"), True),
        (where.format("http"), "?"),
    }

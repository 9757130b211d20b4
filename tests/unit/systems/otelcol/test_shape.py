from __future__ import annotations

import pytest

from linter.systems.otelcol import SYSTEM
from linter.systems.otelcol.shape import claim
from tests.unit.systems.otelcol.support import collector, facts_of, only, shown

WHOLE = collector()


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        (WHOLE, True),
        (WHOLE.replace("\n", "\r\n"), True),
        ("\ufeff" + WHOLE, True),
        ("receivers:\n  otlp:\nexporters:\n  debug:\n", False),
        ('{"receivers": {"otlp": null}, "exporters": {"debug": null}, "service": {"pipelines": {}}}', False),
        ("{receivers: {otlp: }, service: {pipelines: {}}}", False),
        ("'receivers':\n  otlp:\n\"service\":\n  pipelines: {}\n", True),
        (WHOLE.replace("\n", "\r"), True),
        ("".join(f"  {line}\n" for line in WHOLE.splitlines()), True),
        ("# one\n---\n" + "".join(f"  {line}\n" for line in WHOLE.splitlines()), True),
        ('# one\n{"receivers": {"otlp": null}, "service": {"pipelines": {}}}', False),
        ('---\n{"receivers": {"otlp": null}, "service": {"pipelines": {}}}', False),
        ('--- {"receivers": {"otlp": null}, "service": {"pipelines": {}}}', False),
        ('%YAML 1.2\r\n--- # two\r\n\r\n  {"receivers": {"otlp": null}, "service": {"pipelines": {}}}', False),
    ],
)
def test_claims_configurations(text: str, sure: bool) -> None:
    found = claim("x.yaml", text.encode())
    assert found is not None
    assert (found.syntax, found.sure) == ("yaml", sure)


@pytest.mark.parametrize(
    "text",
    [
        "services:\n  web:\n    image: nginx\n",
        "on: push\njobs:\n  build:\n    services:\n      db: {image: postgres}\n",
        "scrape_configs:\n  - job_name: a\n",
        "otlp/x:\n  endpoint: a:4317\n",
        "receivers:\n  - name: a\nroute:\n  receiver: a\n",
        "a: |\n  receivers:\n    otlp:\n  exporters:\n    debug:\n",
        "# a\n---\na: |\r\n  receivers:\r\n    otlp:\r\n  exporters:\r\n    debug:\r\n",
        "# receivers:\n# exporters:\nservice: x\n",
    ],
)
def test_leaves_other_files_alone(text: str) -> None:
    assert claim("x.yaml", text.encode()) is None


@pytest.mark.parametrize(
    "text",
    [
        "receivers: [a]\nexporters: [b]\nservice: {pipelines: {}}\n",
        "receivers: text\nexporters: {a: }\nservice: {name: web}\n",
        "receivers: {a: }\nexporters: {b: }\nimage: x\n",
        "service: {pipelines: {}}\nextensions: {}\n",
        "service: {name: web}\nextensions: {}\nreplicas: 3\n",
    ],
)
def test_a_claimed_text_of_another_shape_says_nothing(text: str) -> None:
    assert claim("x.yaml", text.encode()) is not None
    assert facts_of({"a.yaml": text}).of("otelcol.config") == ()


@pytest.mark.parametrize("written", ["[]", "[a]", "none", "5"])
@pytest.mark.parametrize("section", ["processors", "connectors", "extensions", "receivers"])
def test_a_section_that_holds_no_components_is_a_problem_and_the_rest_is_judged(section: str, written: str) -> None:
    rest = WHOLE.replace("receivers:", "x:", 1) if section == "receivers" else WHOLE
    text = f"{rest}{section}: {written}\n"
    facts = facts_of({"a.yaml": text})
    what = "a list" if written.startswith("[") else "a text"
    problem = only(facts, "input.problem")
    assert problem.fields["message"].data == f"`{section}` must be a mapping of components, not {what}"
    assert text[problem.place.start : problem.place.end] == section
    exporter = only(facts, "otelcol.component", section="exporter")
    assert exporter.fields["in_pipelines"].data is True


def test_what_such_a_section_defines_is_not_known() -> None:
    text = WHOLE.replace("exporters: [debug]", "exporters: [debug]\n      processors: [batch]") + "processors: []\n"
    assert shown(only(facts_of({"a.yaml": text}), "otelcol.reference", id="batch"), "defined") == "?"


@pytest.mark.parametrize(
    ("text", "partial"),
    [
        (WHOLE, False),
        ("receivers:\n  otlp:\nexporters:\n  debug:\n", True),
        ("receivers:\nexporters: ~\n", True),
        (WHOLE.partition("service:")[0] + "service: ${file:service.yaml}\n", True),
        (WHOLE.replace("receivers:\n  otlp", "receivers: ${file:r.yaml}\nx:\n  otlp", 1), False),
    ],
)
def test_a_part_is_told_from_a_whole(text: str, partial: bool) -> None:
    configs = facts_of({"a.yaml": text}).of("otelcol.config")
    assert [config.fields["partial"].data for config in configs] == [partial]


def test_each_document_is_one_of_its_own() -> None:
    facts = facts_of({"a.yaml": f"{WHOLE}---\n{WHOLE}"})
    assert [config.ref.id for config in facts.of("otelcol.config")] == ["a.yaml", "a.yaml#1"]


SOME = {"queue_size", "queue_consumers", "retry_for", "drain"}
"""Fields that only some clients and links have."""


def test_every_field_that_is_stated_is_declared() -> None:
    facts = facts_of({"a.yaml": collector("load_balancing:\n  resolver:\n    dns: {hostname: a}\n  keepalive: {}")})
    for kind in facts.kinds():
        if kind in SYSTEM.kinds:
            declared = SYSTEM.kinds[kind].fields
            for entity in facts.of(kind):
                assert set(declared) - set(entity.fields) <= SOME, kind
                assert set(entity.fields) <= set(declared), kind

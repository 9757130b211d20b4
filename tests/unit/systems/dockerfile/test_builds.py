"""Dockerfiles that services of compose files build."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Ref, Unknown, Value
from tests.harness import run_files
from tests.unit.systems.dockerfile.test_dockerfile import CONFIG
from tests.unit.systems.helm.support import facts_of

BALANCER = "loadbalancing: {protocol: {otlp: }, resolver: {dns: {hostname: b}}}"
LOST = "otelcol/loadbalancing-removed-backend-queue-lost"
DOCKERFILE = """\
ARG V=0.90.0
FROM otel/opentelemetry-collector-contrib:${V}
COPY config.yaml /etc/otelcol-contrib/config.yaml
"""


def facts(compose: str, more: Mapping[str, str] = {}, dockerfile: str = DOCKERFILE) -> FactBase:
    files = {"gw/Dockerfile": dockerfile, "gw/config.yaml": CONFIG, "compose.yaml": f"services:\n{compose}"}
    return facts_of({**files, **more})


def versions(found: FactBase) -> list[tuple[str, str]]:
    """The version of each configuration with the workload that runs it, of those that one does."""
    return [
        ("?" if isinstance(version.data, Unknown) else str(version.data), _name(found, entity.fields["workload"]))
        for entity in found.of("otelcol.config")
        for version in [entity.fields["version"]]
        if entity.fields["workload"].data is not None
    ]


def _name(found: FactBase, workload: Value) -> str:
    entity = found.get(workload.data) if isinstance(workload.data, Ref) else None
    return "" if entity is None else str(entity.fields["name"].data)


@pytest.mark.parametrize(
    ("build", "version"),
    [
        ("./gw", "0.90.0"),
        ("{context: gw}", "0.90.0"),
        ("{context: ./gw/, args: {V: 0.151.0}}", "0.151.0"),
        ("{context: gw, args: [V=0.151.0, OTHER=1]}", "0.151.0"),
        ("{context: ., dockerfile: gw/Dockerfile, args: {V: 0.151.0}}", "0.151.0"),
        ("{context: gw, args: {W: 0.151.0}}", "0.90.0"),  # nothing declares it
        ("{context: gw, args: {V: '${RELEASE:-0.151.0}'}}", "0.151.0"),
        ("{context: gw, args: {V: '${RELEASE}'}}", "?"),
        ("{context: gw, args: [V]}", "?"),
        ("{context: gw, args: {V: }}", "?"),
    ],
)
def test_what_a_service_gives_decides(build: str, version: str) -> None:
    dockerfile = DOCKERFILE.replace("config.yaml /", "gw/config.yaml /") if "context: ., " in build else DOCKERFILE
    assert versions(facts(f"  edge: {{build: {build}}}\n", dockerfile=dockerfile)) == [(version, "edge")]


@pytest.mark.parametrize(
    "build",
    [
        "https://example.com/x.git",
        "{context: 'https://example.com/x.git'}",
        "{context: ../gw}",
        "{context: '${WHERE}'}",
        "{context: gw, dockerfile: Other}",
        "{context: gw, dockerfile_inline: 'FROM a:1'}",
        "{context: gw, target: earlier}",
        "[gw]",
        "",
    ],
)
def test_what_builds_something_else_leaves_the_file_as_it_is(build: str) -> None:
    assert versions(facts(f"  edge: {{image: a/b, build: {build}}}\n")) == [("0.90.0", "gw")]


def test_two_services_build_it_with_two_releases() -> None:
    found = facts("  a: {build: {context: gw, args: {V: 0.151.0}}}\n  b: {build: {context: gw, args: {V: 0.89.0}}}\n")
    assert sorted(versions(found)) == [("0.151.0", "a"), ("0.89.0", "b")]


def test_the_last_stage_may_be_named() -> None:
    named = DOCKERFILE.replace("${V}", "${V} AS Last")
    found = facts("  edge: {build: {context: gw, target: last, args: {V: 0.151.0}}}\n", dockerfile=named)
    assert versions(found) == [("0.151.0", "edge")]


STAGES = """\
FROM otel/opentelemetry-collector-contrib:0.90.0 AS base
FROM base AS Edge
COPY gw/config.yaml /etc/otelcol-contrib/config.yaml
FROM otel/opentelemetry-collector-contrib:0.151.0
COPY gw/other.yaml /etc/otelcol-contrib/config.yaml
"""


@pytest.mark.parametrize(
    ("services", "expected"),
    [
        (("target: edge", ""), [("0.90.0", "s0"), ("0.151.0", "s1")]),
        (("target: EDGE", "target: edge"), [("0.90.0", "s0"), ("0.90.0", "s1")]),
        (("target: '1'", "target: '2'"), [("0.90.0", "s0"), ("0.151.0", "s1")]),
        (("target: edge",), [("0.90.0", "s0")]),
        (("target: none", ""), [("0.151.0", "s1")]),
        (("target: none",), [("0.151.0", "gw")]),
        ((), [("0.151.0", "gw")]),
    ],
)
def test_each_stage_is_the_image_of_the_service_that_names_it(
    services: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    lines = (
        f"  s{index}: {{build: {{context: ., dockerfile: gw/Dockerfile, {target}}}}}\n"
        for index, target in enumerate(services)
    )
    found = facts("".join(lines), {"gw/other.yaml": CONFIG}, STAGES)
    assert sorted(versions(found)) == sorted(expected)
    files = {"s0": "gw/config.yaml", "s1": "gw/other.yaml"}
    for entity in found.of("otelcol.config"):
        name = _name(found, entity.fields["workload"])
        if expected == [("0.90.0", "s0"), ("0.151.0", "s1")]:
            assert entity.place.path == files[name]


def test_of_very_many_stages_the_last_alone_is_known() -> None:
    many = "".join(f"FROM s{at} AS s{at + 1}\nCOPY config.yaml /etc/otelcol-contrib/config.yaml\n" for at in range(999))
    text = f"FROM otel/opentelemetry-collector-contrib:0.90.0 AS s0\n{many}"
    found = facts("  a: {build: {context: gw, target: s5}}\n  b: {build: {context: gw}}\n", dockerfile=text)
    assert versions(found) == [("0.90.0", "b")]
    assert len(list(found.of("deploy.mount"))) <= 200


def test_a_stage_that_nothing_builds_is_not_counted() -> None:
    text = "FROM node:20 AS build\nCOPY package.json .\nFROM scratch\nCOPY --from=build /app /\n"
    assert not run_files({"Dockerfile": text}).result.opened


@pytest.mark.parametrize(
    ("lines", "args", "read"),
    [
        ("ARG WHICH=config\nCOPY ${WHICH}.yaml /etc/otelcol-contrib/config.yaml", "", "gw/config.yaml"),
        ("ARG WHICH=config\nCOPY $WHICH.yaml /etc/otelcol-contrib/config.yaml", "WHICH: other", "gw/other.yaml"),
        ("ARG WHICH\nCOPY $WHICH.yaml /etc/otelcol-contrib/config.yaml", "WHICH: other", "gw/other.yaml"),
        ("ARG WHICH\nCOPY ${WHICH:-other}.yaml /etc/otelcol-contrib/config.yaml", "", "gw/other.yaml"),
        ("ARG V\nCOPY $V.yaml /etc/otelcol-contrib/config.yaml", "V: other", "gw/other.yaml"),
        ("ENV D=/etc/otelcol-contrib W='other'\nCOPY $W.yaml $D/config.yaml", "W: config", "gw/other.yaml"),
        ("ENV D /etc/otelcol-contrib\nWORKDIR $D\nCOPY other.yaml config.yaml", "", "gw/other.yaml"),
        ("ARG WHICH\nCOPY $WHICH.yaml /etc/otelcol-contrib/config.yaml", "", None),
        ("ARG WHICH=config\nCOPY $WHICH.yaml /etc/otelcol-contrib/config.yaml", "WHICH: ", None),
        ("COPY $WHICH.yaml /etc/otelcol-contrib/config.yaml", "WHICH: other", None),
        ("ARG A=x\nARG WHICH=$A\nCOPY $WHICH.yaml /etc/otelcol-contrib/config.yaml", "", None),
    ],
)
def test_arguments_of_the_stage_say_which_file_is_copied(lines: str, args: str, read: str | None) -> None:
    dockerfile = f"ARG V=0.90.0\nFROM otel/opentelemetry-collector-contrib:0.90.0\n{lines}\n"
    found = facts(f"  edge: {{build: {{context: gw, args: {{{args}}}}}}}\n", {"gw/other.yaml": CONFIG}, dockerfile)
    run = [one.place.path for one in found.of("otelcol.config") if one.fields["workload"].data is not None]
    assert run == ([read] if read else [])


def test_a_service_that_extends_another_builds_what_that_builds() -> None:
    base = "services:\n  base:\n    build: {context: ., args: {V: 0.151.0}}\n"
    found = facts("  edge: {extends: {file: gw/base.yaml, service: base}}\n", {"gw/base.yaml": base})
    assert ("0.151.0", "edge") in versions(found)


@pytest.mark.parametrize(
    ("own", "base", "version"),
    [
        ("{args: {V: 0.89.0}}", "{context: ., args: {V: 0.151.0}}", "0.89.0"),
        ("{args: [V=0.89.0]}", "{context: ., args: {V: 0.151.0}}", "0.89.0"),
        ("{args: {OTHER: 1}}", "{context: ., args: [V=0.151.0]}", "0.151.0"),
        ("{args: {V: }}", "{context: ., args: {V: 0.151.0}}", "?"),
        ("{context: gw}", "{context: elsewhere, args: {V: 0.151.0}}", "0.151.0"),
        ("gw", "{args: {V: 0.151.0}}", "0.151.0"),
        ("{args: {V: 0.89.0}}", ".", "0.89.0"),
        ("{dockerfile: Dockerfile}", "{context: ., dockerfile: Other}", "0.90.0"),
    ],
)
def test_two_sections_become_one_where_a_service_extends_another(own: str, base: str, version: str) -> None:
    more = {"gw/base.yaml": f"services:\n  base:\n    build: {base}\n"}
    found = facts(f"  edge: {{extends: {{file: gw/base.yaml, service: base}}, build: {own}}}\n", more)
    assert (version, "edge") in versions(found)


@pytest.mark.parametrize(
    ("override", "expected"),
    [
        ("{args: {V: 0.151.0}}", [("?", "edge")]),  # used or not, as whoever starts the project says
        ("{args: [V=0.151.0]}", [("?", "edge")]),
        ("{args: {OTHER: 1}}", [("0.89.0", "edge")]),
        ("{pull: true}", [("0.89.0", "edge")]),
        ("other", [("0.90.0", "gw")]),
        ("{target: other}", [("0.90.0", "gw")]),
    ],
)
def test_an_override_file_may_change_the_build(override: str, expected: list[tuple[str, str]]) -> None:
    more = {"compose.override.yaml": f"services:\n  edge: {{build: {override}}}\n"}
    assert versions(facts("  edge: {build: {context: gw, args: {V: 0.89.0}}}\n", more)) == expected


def test_an_override_file_alone_is_like_any_other() -> None:
    files = {"gw/Dockerfile": DOCKERFILE, "gw/config.yaml": CONFIG}
    override = "services:\n  edge: {build: {context: gw, args: {V: 0.151.0}}}\n"
    assert versions(facts_of({**files, "compose.override.yaml": override})) == [("0.151.0", "edge")]


def test_a_service_says_what_runs_or_the_image_does() -> None:
    dockerfile = DOCKERFILE.replace("/etc/otelcol-contrib/config.yaml", "/c.yaml") + "COPY other.yaml /o.yaml\n"
    dockerfile += 'CMD ["--config=/o.yaml", "--config=/c.yaml"]\n'
    other = {"gw/other.yaml": "exporters: {debug: }\nprocessors: {batch: }\n"}
    found = facts("  edge: {build: gw}\n", other, dockerfile)
    assert [entity.fields["file"].data for entity in found.of("otelcol.config")] == ["gw/config.yaml"]
    assert {entity.place.path for entity in found.of("otelcol.component")} == {"gw/config.yaml", "gw/other.yaml"}
    found = facts("  edge: {build: gw, command: --config=/c.yaml}\n", other, dockerfile)
    assert versions(found) == [("0.90.0", "edge")]


def test_the_service_is_reached_by_its_name() -> None:
    client = CONFIG.replace("a:4317", "edge:4317")
    found = facts(
        "  edge: {build: gw}\n  agent: {build: agent}\n", {"agent/Dockerfile": DOCKERFILE, "agent/config.yaml": client}
    )
    links = [link for link in found.of("grpc.link") if not isinstance(link.fields["server"].data, Unknown)]
    assert [(link.place.path, link.fields["matched_by"].data is not None) for link in links] == [
        ("agent/config.yaml", True)
    ]


@pytest.mark.parametrize(
    ("args", "fixed"),
    [
        ("        V: 0.90.0\n", "        V: 0.155.0\n"),
        ("        V: '0.90.0' # why\n", "        V: '0.155.0' # why\n"),
        ("        - V=0.90.0\n", ""),
    ],
)
def test_the_fix_is_made_where_the_argument_is_given(args: str, fixed: str) -> None:
    config = CONFIG.replace("exporters: {otlp:", f"exporters: {{{BALANCER}, otlp:")
    config = config.replace("exporters: [otlp]", "exporters: [loadbalancing, otlp]")
    compose = f"services:\n  edge:\n    build:\n      context: gw\n      args:\n{args}"
    run = run_files({"gw/Dockerfile": DOCKERFILE, "gw/config.yaml": config, "compose.yaml": compose})
    assert [one for one in run.result.findings if one.policy == LOST]
    files = run.fix("unsafe", LOST)
    assert files["gw/Dockerfile"] == DOCKERFILE
    assert files["compose.yaml"] == (compose.replace(args, fixed) if fixed else compose)

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Items, Unknown
from linter.systems.systemd.lines import settings, variables
from linter.systems.systemd.words import commands, split
from tests.harness import run_files
from tests.unit.systems.helm.support import facts_of

CONFIG = """\
receivers: {otlp: {protocols: {grpc: }}}
exporters: {otlp: {endpoint: a:4317}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}
"""
EXPORTER = "exporters: {otlp: {endpoint: b:4317, keepalive: {time: 5s}}}\n"


def unit(*lines: str) -> str:
    return "[Unit]\nDescription=x\n[Service]\n" + "\n".join(lines) + "\n"


def args(facts: FactBase) -> list[list[str | None]]:
    found = []
    for container in facts.of("deploy.container"):
        items = container.fields["args"].data
        assert isinstance(items, Items)
        found.append([item.data if isinstance(item.data, str) else None for item in items.values])
    return found


def run(files: Mapping[str, str]) -> list[tuple[str | None, ...]]:
    """What each deployed configuration is made of."""
    facts = facts_of(files)
    return [
        (config.ref.id, config.ref.instance, str(config.fields["workload"].data is not None))
        for config in facts.of("otelcol.config")
    ]


def test_assignments_have_their_places_through_continuations_and_comments() -> None:
    text = "# c\n; c\n [Service] \r\nExecStart = /a \\\r\n# between\n  ; and\n   b\\\\\nX=1\nno assignment\nY=\\"
    found = list(settings(text))
    assert [(one.section, one.key) for one in found] == [("Service", key) for key in ("ExecStart", "X", "Y")]
    assert found[0].text.split() == ["/a", "b\\\\"]
    for one in found:
        for index, char in enumerate(one.text):
            assert char in (text[one.at[index]], " ")
        assert text[one.start :].startswith(one.key)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a  b\tc", ["a", "b", "c"]),
        ("'a b' \"c 'd'\" e'f g'h", ["a b", "c 'd'", "ef gh"]),
        (r"a\x20b \s \101 \\ \"x", ["a b", " ", "A", "\\", '"x']),
        (r"a\qb", [r"a\qb"]),
        ('"" x', ["", "x"]),
        ("'open", None),
        ("", []),
    ],
)
def test_words_are_cut_as_systemd_does(text: str, words: list[str] | None) -> None:
    found = split(text)
    assert (found if found is None else [word.text for word in found]) == words


def test_values_of_variables_are_cut_without_escapes() -> None:
    found = split(r"""--a='b c' d\ e "open""", escapes=False)
    assert found is not None
    assert [word.text for word in found] == ["--a=b c", "d e", "open"]


def test_a_lone_semicolon_ends_a_command() -> None:
    found = [[word.text for word in line] for line in commands(r"/a b ; /c \; d';'")]
    assert found == [["/a", "b"], ["/c", ";", "d;"]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A=1\n# B=2\n;C=3\n D = 4 5 \n", [("A", "1"), ("D", "4 5")]),
        ('A="x y"\nB=\'$z \\\'\nC="\\$q\\n"\n', [("A", "x y"), ("B", "$z \\"), ("C", "$q\\n")]),
        ('A=b"c d"\nB="a" "b"\nC=\n', [("A", 'b"c d"'), ("B", "ab"), ("C", "")]),
        ("A=1 \\\n  2\nB='1\n2'\n", [("A", "1   2"), ("B", "1\n2")]),
        ("nothing\nA=1\r\nB=2", [("A", "1"), ("B", "2")]),
        ("A='open", [("A", "open")]),
    ],
)
def test_environment_files_are_read_as_systemd_does(text: str, found: list[tuple[str, str]]) -> None:
    assert [(one.name, one.text) for one in variables(text)] == found
    for one in variables(text):
        assert 0 <= one.start <= one.end <= len(text)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["ExecStart=-@/usr/bin/x argv0 a"], [["/usr/bin/x", "a"]]),
        (["ExecStart=/x 100%% %i"], [["/x", "100%", None]]),
        (
            ["Environment=\"ONE=one\" 'TWO=two two'", "ExecStart=/x $ONE $TWO ${TWO}"],
            [["/x", "one", "two", "two", "two two"]],
        ),
        (
            ["Environment=\"TWO='two two' too\" THREE=", "ExecStart=/x $TWO $THREE a${THREE}"],
            [["/x", "two two", "too", "a"]],
        ),
        (["ExecStart=/x $NONE ${NONE} $$A"], [["/x", "", "$A"]]),
        (["Environment=A=1", "ExecStart=:/x $A ${A}"], [["/x", "$A", "${A}"]]),
        (["Environment=A=1", "Environment=", "ExecStart=/x a$A ${A}"], [["/x", "a$A", ""]]),
        (["EnvironmentFile=-/etc/none", "ExecStart=/x $NONE a${NONE}"], [["/x", None, None]]),
        (["PassEnvironment=NONE", "ExecStart=/x $NONE"], [["/x", None]]),
        (["ExecStart=/x 'open", "ExecStart=/y"], [["/y"]]),
    ],
)
def test_variables_and_specifiers_are_filled_in(lines: list[str], words: list[list[str | None]]) -> None:
    assert args(facts_of({"x.service": unit(*lines)})) == words


def test_files_count_more_than_assignments_wherever_they_stand() -> None:
    files = {
        "etc/app.env": "A_OPTS=file\n",
        "x.service": unit("EnvironmentFile=/opt/etc/app.env", "Environment=A_OPTS=own", "ExecStart=/x $A_OPTS"),
    }
    assert args(facts_of(files)) == [["/x", "file"]]


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("config.yaml", "/etc/otelcol/config.yaml"),
        ("rootfs/etc/otelcol/config.yaml", "/etc/otelcol/config.yaml"),
        ("otelcol/config.yaml", "file:/etc/otelcol/config.yaml"),
    ],
)
def test_a_configuration_of_the_machine_is_found_by_the_end_of_its_path(place: str, name: str) -> None:
    files = {"a.service": unit(f"ExecStart=/usr/bin/otelcol --config {name}"), place: CONFIG}
    facts = facts_of(files)
    (config,) = facts.of("otelcol.config")
    assert config.fields["workload"].data is not None
    version = config.fields["version"].data
    assert isinstance(version, Unknown)
    assert "names no image" in version.why


@pytest.mark.parametrize(
    "place", ["other/config.yaml", "deploy/systemd/etc.yaml", "a/otelcol/config.yaml b/otelcol/config.yaml"]
)
def test_a_file_that_may_be_another_is_not_taken_for_it(place: str) -> None:
    files = {"deploy/x.service": unit("ExecStart=/usr/bin/otelcol --config=/etc/otelcol/config.yaml")}
    files.update(dict.fromkeys(place.split(), CONFIG))
    assert {row[2] for row in run(files)} == {"False"}


def test_the_packages_unit_and_options_are_followed() -> None:
    files = {
        "p/otelcol.conf": '# O\nOTELCOL_OPTIONS="--config=/etc/otelcol/config.yaml --config=/etc/otelcol/b.yaml"\n',
        "p/otelcol.service": unit(
            "EnvironmentFile=/etc/otelcol/otelcol.conf", "ExecStart=/usr/bin/otelcol $OTELCOL_OPTIONS"
        ),
        "p/config.yaml": CONFIG,
        "p/b.yaml": EXPORTER,
    }
    facts = facts_of(files)
    (config,) = facts.of("otelcol.config")
    assert config.ref.id == "p/config.yaml+p/b.yaml"
    (client,) = facts.of("grpc.client")
    assert client.fields["endpoint"].data == "b:4317"


def test_a_finding_stands_in_the_file_that_the_merged_value_comes_from() -> None:
    files = {
        "x.service": unit(
            "ExecStart=/usr/bin/otelcol --config=/etc/otelcol/a.yaml \\",
            "  --config=/etc/otelcol/b.yaml --set=exporters.otlp.timeout=7s",
        ),
        "a.yaml": CONFIG,
        "b.yaml": EXPORTER,
    }
    found = [one for one in run_files(files).result.findings if one.policy == "otelcol/keepalive-time-below-floor"]
    assert [one.place.path for one in found] == ["b.yaml"]
    assert EXPORTER[found[0].place.start : found[0].place.end] == "5s"


def test_a_dropin_replaces_the_command() -> None:
    files = {
        "etc/x.service": unit("ExecStart=/usr/bin/otelcol --config=/etc/otelcol/a.yaml"),
        "etc/x.service.d/10-more.conf": "[Service]\nEnvironment=C=/etc/otelcol/b.yaml\n",
        "etc/x.service.d/20-run.conf": "[Service]\nExecStart=\nExecStart=/usr/bin/otelcol --config=${C}\n",
        "etc/otelcol/a.yaml": CONFIG,
        "etc/otelcol/b.yaml": CONFIG,
    }
    facts = facts_of(files)
    assert args(facts) == [["/usr/bin/otelcol", "--config=/etc/otelcol/b.yaml"]]
    assert [row[2] for row in run(files)] == ["False", "True"]


def test_a_dropin_without_its_unit_stands_for_it() -> None:
    files = {"x.service.d/o.conf": "[Service]\nExecStart=\nExecStart=/usr/bin/otelcol --config=/e/o/a.yaml $MORE\n"}
    (container,) = facts_of(files).of("deploy.container")
    items = container.fields["args"].data
    assert isinstance(items, Items)
    assert not items.complete
    assert isinstance(items.values[-1].data, Unknown)


def test_what_the_rest_of_the_command_may_say_leaves_the_configuration_open() -> None:
    lonely = CONFIG.replace("exporters: [otlp]", "exporters: [none]")
    lines = ("EnvironmentFile=-/etc/default/x", "ExecStart=/usr/bin/otelcol --config=/etc/otelcol/a.yaml $MORE")
    for service, expected in ((unit(*lines), 0), (unit(lines[1]), 1)):
        found = run_files({"x.service": service, "a.yaml": lonely}).result.findings
        assert sum(one.policy == "otelcol/component-undefined" for one in found) == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("org.x.service", "[D-BUS Service]\nName=org.x\nExec=/usr/bin/x\n"),
        ("nginx.conf", "http {\n  server { listen 80; }\n}\n--config\n"),
        ("system.conf", "[Service]\nExecStart=/x\n"),
        ("service.d/x.conf", "[Service]\nExecStart=/x\n"),
        ("x.service", "[Service]\nType=notify\n"),
        ("x.service", "[Service]\nExecStart=\n"),
    ],
)
def test_what_is_no_unit_runs_nothing(name: str, text: str) -> None:
    assert not facts_of({name: text}).of("deploy.workload")


@pytest.mark.parametrize(
    ("command", "own"),
    [
        ("/x", False),
        ("/usr/bin/docker run x", True),
        ("/usr/bin/docker run --net host x", False),
        ("/usr/bin/podman run --network=mine x", None),
        ("/usr/bin/docker start x", None),
        ("/usr/bin/docker compose run x", None),
        ("/usr/bin/docker --context y container run x", True),
    ],
)
def test_a_container_that_a_unit_runs_has_its_own_network(command: str, own: bool | None) -> None:
    (workload,) = facts_of({"a.service": unit(f"ExecStart={command}")}).of("deploy.workload")
    assert workload.fields["own_network"].data is own


CONTRIB = "otel/opentelemetry-collector-contrib:0.90.0"


@pytest.mark.parametrize(
    "options",
    [
        "--rm --name otel -v /etc/otel/a.yaml:/etc/otelcol-contrib/config.yaml:ro IMAGE",
        "-it --init -v/etc/otel/a.yaml:/conf/b.yaml -e X=1 IMAGE --config /conf/b.yaml",
        "-d -p 4317:4317 --volume=/etc/otel:/conf IMAGE --config=/conf/a.yaml",
        "--mount type=bind,source=/etc/otel/a.yaml,target=/c.yaml --env-file /x IMAGE --config=/c.yaml",
    ],
)
@pytest.mark.parametrize("engine", ["/usr/bin/docker", "/usr/bin/podman", "/usr/local/bin/nerdctl --debug"])
def test_a_container_has_its_release_and_its_files(options: str, engine: str) -> None:
    lines = unit("ExecStartPre=-/usr/bin/docker rm otel", f"ExecStart={engine} run {options.replace('IMAGE', CONTRIB)}")
    facts = facts_of({"x.service": lines, "otel/a.yaml": CONFIG, "otelcol-contrib/config.yaml": CONFIG})
    config = next(one for one in facts.of("otelcol.config") if one.fields["workload"].data is not None)
    assert config.ref.id == "otel/a.yaml"
    version = config.fields["version"]
    assert str(version.data) == "0.90.0"
    assert version.slot is not None
    assert lines[version.slot.place.start : version.slot.place.end] == "0.90.0"


@pytest.mark.parametrize("image", ["${IMAGE}", "otel/opentelemetry-collector-contrib:${V}", "x@sha256:aa", "$IMAGE"])
def test_what_names_no_release_is_not_known(image: str) -> None:
    lines = unit(
        "EnvironmentFile=/etc/x", f"ExecStart=/usr/bin/docker run -v /o/a.yaml:/etc/otelcol/config.yaml {image}"
    )
    facts = facts_of({"x.service": lines, "a.yaml": CONFIG})
    assert all(isinstance(one.fields["version"].data, Unknown) for one in facts.of("otelcol.config"))


def test_the_tag_in_a_unit_is_mended() -> None:
    balancer = CONFIG.replace(
        "exporters: {otlp:", "exporters: {loadbalancing: {protocol: {otlp: }, resolver: {dns: {hostname: b}}}, otlp:"
    ).replace("exporters: [otlp]", "exporters: [loadbalancing, otlp]")
    command = "ExecStart=/usr/bin/docker run -v /o/a.yaml:/etc/otelcol-contrib/config.yaml \\\n  "
    files = {"x.service": unit(command + CONTRIB), "a.yaml": balancer}
    fixed = run_files(files).fix("unsafe")["x.service"]
    assert fixed != files["x.service"]
    assert fixed.startswith(files["x.service"].partition("0.90.0")[0])

from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.value import Ref
from tests.unit.systems.otelcol.support import CONTRIB, collector, facts_of, only, shown, why

TEXT = collector()


def compose(mounts: str, command: str = "", image: str = f"{CONTRIB}:0.95.0") -> str:
    return f"services:\n  c:\n    image: {image}\n    volumes: [{mounts}]\n" + (
        f"    command: {command}\n" if command else ""
    )


def runs(facts: FactBase) -> dict[str, tuple[bool, bool]]:
    """Whether each file is run by something in the input, and whether it is a part of what that reads."""
    return {
        config.ref.id: (config.fields["workload"].data is not None, config.fields["partial"].data is True)
        for config in facts.of("otelcol.config")
    }


RUN, PART, ALONE = (True, False), (True, True), (False, False)


@pytest.mark.parametrize(
    ("mounts", "command", "expected"),
    [
        ("./a.yaml:/etc/otelcol-contrib/config.yaml", "", {"a.yaml": RUN, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml", "", {"a.yaml": RUN, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml, ./b.yaml:/y.yaml", "--config=/y.yaml", {"a.yaml": ALONE, "b.yaml": RUN}),
        ("./a.yaml:/x.yaml, ./b.yaml:/y.yaml", "--config /y.yaml", {"a.yaml": ALONE, "b.yaml": RUN}),
        ("./a.yaml:/x.yaml, ./b.yaml:/y.yaml", "['--config=file:/y.yaml']", {"a.yaml": ALONE, "b.yaml": RUN}),
        ("./a.yaml:/x.yaml, ./b.yaml:/y.yaml", "--config=/x.yaml --config=/y.yaml", {"a.yaml+b.yaml": RUN}),
        ("./a.yaml:/x.yaml", "--config=/x.yaml --config=env:MORE", {"a.yaml": PART, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml", "--config=/x.yaml --set=receivers.otlp=", {"a.yaml": RUN, "b.yaml": ALONE}),
        ("./a.yaml:/srv/x.yaml", "--config=x.yaml", {"a.yaml": RUN, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml, ./b.yaml:/y.yaml", "--config=$FILE", {"a.yaml": RUN, "b.yaml": RUN}),
        ("./a.yaml:/etc/otelcol/config.yaml, ./b.yaml:/y.yaml", "", {"a.yaml": RUN, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml", "--config=/conf/config.yaml", {"a.yaml": ALONE, "b.yaml": ALONE}),
        ("./a.yaml:/etc/otelcol/config.yaml", "--config /conf/config.yaml", {"a.yaml": ALONE, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml", "--config=env:CONFIG", {"a.yaml": ALONE, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml", "--config=http://a/x.yaml", {"a.yaml": ALONE, "b.yaml": ALONE}),
        ("./a.yaml:/x.yaml", "--config=yaml:exporters::debug::", {"a.yaml": ALONE, "b.yaml": ALONE}),
        (".:/conf", "--config=/conf/b.yaml", {"a.yaml": ALONE, "b.yaml": RUN}),
    ],
)
def test_what_a_container_reads(mounts: str, command: str, expected: dict[str, tuple[bool, bool]]) -> None:
    files = {"a.yaml": TEXT, "b.yaml": TEXT, "compose.yaml": compose(mounts, command)}
    assert runs(facts_of(files)) == expected


def test_a_folder_holds_the_files_below_it() -> None:
    files = {
        "x/conf/a.yaml": TEXT,
        "x/other/a.yaml": TEXT,
        "x/compose.yaml": compose("./conf:/c", "--config=/c/a.yaml"),
    }
    assert runs(facts_of(files)) == {"x/conf/a.yaml": RUN, "x/other/a.yaml": ALONE}


def test_a_container_that_only_looks_at_the_file_does_not_run_it() -> None:
    other = "  reloader:\n    image: reloader:1\n    volumes: ['./a.yaml:/watch/a.yaml']\n"
    config = only(facts_of({"a.yaml": TEXT, "compose.yaml": compose("./a.yaml:/x.yaml") + other}), "otelcol.config")
    assert shown(config, "version") == "0.95.0"


def test_an_image_that_nobody_knows_still_runs_what_it_mounts() -> None:
    files = {"a.yaml": TEXT, "compose.yaml": compose("./a.yaml:/x.yaml", image="example.com/mine:1")}
    config = only(facts_of(files), "otelcol.config")
    assert isinstance(config.fields["workload"].data, Ref)
    assert "`example.com/mine`" in why(config, "version")


def test_what_a_merged_configuration_leaves_out_is_not_known() -> None:
    exporter = "loadbalancing:\n  resolver:\n    dns: {hostname: a}"
    files = {
        "a.yaml": collector(exporter),
        "compose.yaml": compose("./a.yaml:/x.yaml", "--config=/x.yaml --config=/y.yaml"),
    }
    client = only(facts_of(files), "grpc.client")
    assert shown(client, "enabled") == "?"
    assert "also reads `/y.yaml`" in why(client, "enabled")


def test_a_variable_may_be_read_instead_of_the_files() -> None:
    pod = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: adot
    image: public.ecr.aws/aws-observability/aws-otel-collector:v0.43.0
    args: [--config=/etc/ecs/ecs-default-config.yaml]
    env:
    - name: NAME
      value: |
"""
    body = "".join(f"        {line}\n" for line in collector().splitlines())
    used, other = (facts_of({"a.yaml": pod.replace("NAME", name) + body}) for name in ("AOT_CONFIG_CONTENT", "OTHER"))
    assert shown(only(used, "otelcol.config"), "version") == "0.117.0"
    assert shown(only(other, "otelcol.config"), "version") == "?"

"""``upgrade`` as a user runs it: what breaks, changes and is fixed between two releases, and where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter.cli import main

ROOT = Path(__file__).parent.parent
SCHEMA = Draft202012Validator(json.loads((ROOT / "schemas" / "upgrade.json").read_text("utf-8")))

COLLECTOR = """receivers:
  otlp:
    protocols:
      grpc:
exporters:
  logging: {}
  loadbalancing:
    protocol:
      otlp:
        tls: {insecure: true}
    resolver:
      dns:
        hostname: gw.observability.svc.cluster.local
service:
  pipelines:
    traces: {receivers: [otlp], exporters: [logging, loadbalancing]}
"""
COMPOSE = """services:
  agent:
    image: otel/opentelemetry-collector-contrib:0.96.0
    volumes: [./config.yaml:/etc/otelcol-contrib/config.yaml]
"""
POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>shop-web</artifactId>
  <version>1.0.0</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.dubbo</groupId>
      <artifactId>dubbo</artifactId>
      <version>2.7.8</version>
    </dependency>
  </dependencies>
</project>
"""
SHOP = """<beans xmlns="http://www.springframework.org/schema/beans"
       xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
  <dubbo:protocol name="hessian" port="8080"/>
  <dubbo:service interface="com.example.Stock" ref="stock" retries="0"/>
  <dubbo:reference id="price" interface="com.example.Price" async="true"/>
</beans>
"""


def write(folder: Path, **files: str) -> Path:
    names = {"config": "config.yaml", "compose": "docker-compose.yaml", "pom": "pom.xml", "shop": "shop.xml"}
    for name, content in files.items():
        (folder / names[name]).write_text(content)
    return folder


def upgrade(capfd: pytest.CaptureFixture[str], folder: Path, *more: str, code: int = 0) -> dict[str, Any]:
    """The report as JSON, valid by its schema."""
    assert main(["upgrade", "--no-config", "--format", "json", *more, str(folder)]) == code
    made: dict[str, Any] = json.loads(capfd.readouterr().out)
    SCHEMA.validate(made)
    return made


def effects(report: dict[str, Any], effect: str) -> dict[str, tuple[int, int]]:
    """The policies with this effect, and where each begins."""
    found = (one for one in report["differences"] if one["effect"] == effect)
    return {one["policy"]: (one["start"]["line"], one["start"]["column"]) for one in found}


def test_the_release_is_taken_from_the_image(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE)
    report = upgrade(capfd, folder, "--to", "0.157.0", code=1)
    assert (report["from"], report["to"]) == (None, "0.157.0")
    assert {run["version"] for run in report["runs"]} == {"0.96.0"}
    assert effects(report, "breaks") == {"otelcol/component-unavailable": (6, 3)}
    changes = effects(report, "changes")
    assert changes["otelcol/endpoint-on-localhost"] == (2, 3)
    assert {"otelcol/loadbalancing-ring-probing", "otelcol/loadbalancing-ring-larger"} <= set(changes)
    assert effects(report, "fixed")["otelcol/loadbalancing-shutdown-blocks"] == (7, 3)
    assert all(one["evidence"] for one in report["differences"])


def test_nothing_that_both_releases_do_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE)
    report = upgrade(capfd, folder, "--from", "0.98.0", "--to", "0.99.0")
    assert report["differences"] == []
    assert report["summary"]["alike"] > 0


def test_going_back_undoes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE)
    there = upgrade(capfd, folder, "--from", "0.96.0", "--to", "0.157.0", code=1)
    back = upgrade(capfd, folder, "--from", "0.157.0", "--to", "0.96.0", code=1)
    every = {(one["policy"], one["fingerprint"]): one["over"] for one in there["differences"]}
    assert {(one["policy"], one["fingerprint"]): not one["over"] for one in back["differences"]} == every
    assert "otelcol/loadbalancing-shutdown-blocks" in effects(back, "breaks")
    assert "otelcol/component-unavailable" in effects(back, "fixed")
    assert "otelcol/endpoint-on-localhost" in effects(back, "changes")


def test_an_unknown_release_is_not_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    report = upgrade(capfd, folder, "--to", "0.157.0", code=4)
    assert (report["differences"], report["undecided"]) == ([], [])
    assert [run["version"] for run in report["runs"]] == [None]
    assert "version is not known" in report["runs"][0]["unknown"]
    back = upgrade(capfd, folder, "--from", "0.157.0", "--to", "0.96.0", code=1)
    assert "otelcol/component-gone-everywhere" in effects(back, "fixed")
    known = upgrade(capfd, folder, "--from", "0.96.0", "--to", "0.157.0", code=1)
    assert effects(known, "breaks") == {"otelcol/component-gone-everywhere": (6, 3)}


ROUTES = """configVersion: v3.1
scope: application
key: shop
enabled: true
conditions:
  - from: {match: "method=a"}
    to: [{match: "region=b"}]
"""


def test_rules_without_a_module_are_compared_under_the_releases_given(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shop.condition-router.yaml").write_text(ROUTES)
    back = upgrade(capfd, tmp_path, "--from", "3.3.6", "--to", "2.6.12", code=1)
    assert effects(back, "breaks")["dubbo/rule-document-too-old"] == (3, 6)
    assert [(run["version"], [one["name"] for one in run["things"]]) for run in back["runs"]] == [("3.3.6", ["shop"])]
    there = upgrade(capfd, tmp_path, "--from", "2.7.12", "--to", "3.3.6")
    assert effects(there, "fixed") == {"dubbo/condition-rule-too-new": (3, 6)}
    alone = upgrade(capfd, tmp_path, "--to", "3.3.6", code=4)
    assert "the version of Dubbo it is for is not known" in alone["runs"][0]["unknown"]
    assert alone["differences"] == []


def test_modules_decide_whose_release_is_meant(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "shop.condition-router.yaml").write_text(ROUTES)
    write(tmp_path, config=COLLECTOR, compose=COMPOSE)
    assert upgrade(capfd, tmp_path, "--to", "0.157.0", code=1)["system"] == "otelcol"
    rules = upgrade(capfd, tmp_path, "--system", "dubbo", "--from", "3.3.6", "--to", "2.6.12", code=1)
    assert effects(rules, "breaks")["dubbo/rule-document-too-old"] == (3, 6)


def test_configuration_without_a_build_says_what_only_the_build_tells(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, shop=SHOP)
    report = upgrade(capfd, folder, "--from", "2.7.12", "--to", "3.3.6", code=1)
    assert effects(report, "breaks") == {"dubbo/protocols-moved": (4, 4)}
    assert {one["why"] for one in report["unjudged"]} == {"no build was found that says which artifact of Dubbo it has"}


def test_a_release_after_those_known_is_not_compared(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE.replace("0.96.0", "100.0.0"))
    report = upgrade(capfd, folder, "--to", "0.157.0", code=4)
    assert report["differences"] == []
    assert [(run["version"], run["unknown"].split(" (")[0]) for run in report["runs"]] == [
        (None, "100.0.0 is later than the releases that are known")
    ]
    supposed = upgrade(capfd, folder, "--from", "0.96.0", "--to", "0.157.0", code=1)
    assert effects(supposed, "breaks") == {"otelcol/component-unavailable": (6, 3)}
    assert main(["check", "--no-config", str(folder)]) == 1
    out = capfd.readouterr().out
    assert "100.0.0 is later than the releases that are known (up to " in out
    assert "loadbalancing-shutdown-blocks" not in out


def test_what_was_not_read_of_a_release_is_said(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    contrib = "what releases of github.com/open-telemetry/opentelemetry-collector-contrib/* after 0.161.0 do otherwise"
    assert upgrade(capfd, folder, "--from", "0.96.0", "--to", "0.161.0", code=1)["unread"] == []
    later = upgrade(capfd, folder, "--from", "0.163.0", "--to", "0.162.0")["unread"]
    assert later == [f"{contrib} was not read"]
    for form in ("text", "markdown"):
        main(["upgrade", "--no-config", "--format", form, "--from", "0.96.0", "--to", "0.163.0", str(folder)])
        assert "after 0.161.0 do otherwise was not read" in capfd.readouterr().out
    shop = write(tmp_path, pom=POM)
    assert upgrade(capfd, shop, "--system", "dubbo", "--to", "3.3.6")["unread"] == []


def test_a_release_of_modules_alone_can_be_what_runs_and_is_not_the_only_one_of_its_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    assert upgrade(capfd, folder, "--from", "0.140.0", "--to", "0.140")["from"] == "0.140.0"
    assert upgrade(capfd, folder, "--from", "0.140", "--to", "0.140.0")["from"] == "0.140.1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0.139.2", "beside it there are 0.139.0 and 0.140.0"),
        ("0.139.0-rc.1", "beside it there are 0.138.0 and 0.139.0"),
        ("0.1.0", "the next one is 0.34.0"),
        ("100.0.0", "up to "),
    ],
)
def test_a_release_that_is_not_known_is_told_with_its_neighbours(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    assert main(["upgrade", "--no-config", "--from", text, "--to", "latest", str(folder)]) == 2
    assert f"is not among the releases that are known ({told}" in capfd.readouterr().err


@pytest.mark.parametrize(("text", "meant"), [("0.157", "0.157.0"), ("v0.157", "0.157.0"), ("v0.157.0", "0.157.0")])
def test_a_line_with_one_release_is_that_release(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str, meant: str
) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    assert upgrade(capfd, folder, "--from", text, "--to", text)["from"] == meant


@pytest.mark.parametrize(
    ("system", "text", "span"),
    [("otelcol", "0.122", "0.122.0 to 0.122.1"), ("dubbo", "3.3", "3.3.0 to 3.3."), ("dubbo", "2", "2.0.10 to 2.")],
)
def test_a_line_of_several_releases_is_none_of_them(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], system: str, text: str, span: str
) -> None:
    folder = write(tmp_path, config=COLLECTOR, pom=POM)
    assert main(["upgrade", "--no-config", "--system", system, "--to", text, str(folder)]) == 2
    told = capfd.readouterr().err
    assert f"--to: `{text}` is more than one release of " in told
    assert f" ({span}" in told


def test_a_release_whose_name_begins_another_one_is_itself(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, pom=POM)
    assert upgrade(capfd, folder, "--from", "2.7.4", "--to", "2.7.4.1")["from"] == "2.7.4"


def test_a_release_of_the_binaries_alone_is_one(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    report = upgrade(capfd, folder, "--from", "0.132.4", "--to", "0.150.1")
    assert (report["from"], report["to"]) == ("0.132.4", "0.150.1")


def test_the_latest_release_is_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, pom=POM)
    report = upgrade(capfd, folder, "--to", "latest")
    listed = (ROOT / "schemas" / "dubbo" / "releases.tsv").read_text().splitlines()
    assert report["to"] == listed[-1].split("\t")[0]


def test_a_comment_does_not_keep_the_old_release(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config="# deadpeer: otelcol=0.96.0\n" + COLLECTOR)
    report = upgrade(capfd, folder, "--to", "0.157.0", code=1)
    assert "otelcol/loadbalancing-shutdown-blocks" in effects(report, "fixed")


def test_dubbo(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, pom=POM, shop=SHOP)
    report = upgrade(capfd, folder, "--to", "3.2.16", code=1)
    assert report["system"] == "dubbo"
    assert effects(report, "breaks") == {"dubbo/protocols-moved": (4, 4)}
    changes = effects(report, "changes")
    assert changes["dubbo/provider-retries-ignored"] == (4, 69)
    assert {"dubbo/serialization-strict-consumer", "dubbo/serialization-strict-provider"} <= set(changes)
    assert "dubbo/async-executor-recreated" in effects(report, "fixed")
    within = upgrade(capfd, folder, "--to", "2.7.12", code=1)
    assert "dubbo/async-executor-shut-down" in effects(within, "breaks")


def test_two_systems_need_a_choice(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE, pom=POM, shop=SHOP)
    assert main(["upgrade", "--no-config", "--to", "0.157.0", str(folder)]) == 2
    assert "--system dubbo or --system otelcol" in capfd.readouterr().err
    report = upgrade(capfd, folder, "--system", "otelcol", "--to", "0.157.0", code=1)
    assert {one["policy"].split("/")[0] for one in report["differences"]} == {"otelcol"}


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--to", "0.1570.0"], "not among the releases that are known"),
        (["--to", "next"], "no version of OpenTelemetry Collector"),
        (["--from", "2.7.8", "--to", "0.157.0"], "--from: OpenTelemetry Collector 2.7.8 is not among"),
        (["--system", "collector", "--to", "0.157.0"], "--system: there are dubbo and otelcol"),
    ],
)
def test_what_can_not_be_is_a_fault(
    flags: list[str], said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE)
    assert main(["upgrade", "--no-config", *flags, str(folder)]) == 2
    assert said in capfd.readouterr().err


def test_nothing_there(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["upgrade", "--no-config", "--to", "0.157.0", str(tmp_path)]) == 4
    assert "nothing was compared" in capfd.readouterr().err


def test_nothing_that_could_be_read(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config="receivers: [\n")
    assert main(["upgrade", "--no-config", "--to", "0.157.0", str(folder)]) == 4
    err = capfd.readouterr().err
    assert "config.yaml: can't be parsed: this bracket is never closed" in err
    assert "nothing was compared" in err


def test_text_and_markdown_say_the_same(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path, config=COLLECTOR, compose=COMPOSE)
    report = upgrade(capfd, folder, "--to", "0.157.0", code=1)
    for form in ("text", "markdown"):
        assert main(["upgrade", "--no-config", "--format", form, "--to", "0.157.0", str(folder)]) == 1
        out = capfd.readouterr().out
        assert "OpenTelemetry Collector 0.96.0 to 0.157.0" in out
        for one in report["differences"]:
            assert f"config.yaml:{one['start']['line']}:{one['start']['column']}" in out
            alike = [each for each in report["differences"] if each["policy"] == one["policy"]]
            assert out.count(one["policy"]) == len(alike)
            assert one["over"] or one["evidence"][0] in out


BROKEN = "receivers: {otlp: {}}\nservice: {pipelines: {traces: {receivers: [otlp"


def test_a_configuration_that_cannot_be_parsed_is_said_to_be_left_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = write(tmp_path, config=COLLECTOR)
    (tmp_path / "other.yaml").write_text(BROKEN)
    report = upgrade(capfd, folder, "--from", "0.139.0", "--to", "0.140.1")
    (skip,) = report["skipped"]
    assert Path(skip["path"]).name == "other.yaml"
    assert skip["why"] == "can't be read: this bracket is never closed (at 2:43)"
    assert main(["upgrade", "--no-config", "--to", "latest", str(tmp_path / "other.yaml")]) == 4
    assert "other.yaml: can't be read: this bracket is never closed" in capfd.readouterr().err

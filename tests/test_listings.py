"""``links`` and ``versions`` as a user runs them, over the examples: what stands in them, and their contracts."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from linter.cli import main

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
DOCUMENTATION = ROOT / "docs" / "listings.md"
SAMPLING = "otel-sampling.observability.svc.cluster.local:55681"


@cache
def schema(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((ROOT / "schemas" / f"{name}.json").read_text("utf-8")))


def listed(name: str, folder: Path, capfd: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    """The list as JSON, valid by its schema."""
    assert main([name, "--no-config", "--format", "json", *more, str(folder)]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    made: dict[str, Any] = json.loads(out)
    schema(name).validate(made)
    assert made["version"] == 1
    return made


def text(name: str, folder: Path, capfd: pytest.CaptureFixture[str], *more: str) -> str:
    assert main([name, "--no-config", "--color", "never", *more, str(folder)]) == 0
    return capfd.readouterr().out


def values(settings: list[dict[str, Any]]) -> dict[str, Any]:
    return {setting["name"]: setting["value"] for setting in settings}


def write(folder: Path, **files: str) -> Path:
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content)
    return folder


COLLECTOR = """receivers: {{otlp: {{protocols: {{grpc: {{endpoint: "0.0.0.0:4317"}}}}}}}}
exporters:
  otlp:
    endpoint: {endpoint}
service: {{pipelines: {{traces: {{receivers: [otlp], exporters: [otlp]}}}}}}
"""


@pytest.mark.parametrize("name", ["links", "versions"])
def test_the_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name).schema)


@pytest.mark.parametrize(
    ("example", "target", "client", "server", "times", "word"),
    [
        ("otelcol-mismatch", "gateway:4317", ("10s", "20s", True), ("30s", False), ("30s", "30s"), "error"),
        ("healthy/otelcol-mismatch", "gateway:4317", ("30s", "3s", True), ("20s", True), ("33s", "33s"), "fine"),
        ("otelcol-node-death", SAMPLING, ("for ever", None, False), ("5m", False), ("15m24.6s", "for ever"), "warning"),
        ("healthy/otelcol-node-death", SAMPLING, ("10s", "3s", True), ("8s", True), ("13s", "13s"), "fine"),
    ],
)
def test_the_pairs_of_the_examples(
    example: str,
    target: str,
    client: tuple[object, ...],
    server: tuple[object, ...],
    times: tuple[str, str],
    word: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (pair,) = listed("links", EXAMPLES / example, capfd)["pairs"]
    own, left, right = (values(part["settings"]) for part in (pair, pair["client"], pair["server"]))
    assert (own["target"], own["matched_by"], own["direct"]) == (target, "host name and port", True)
    assert (left["time"], left["timeout"], left["permit_without_stream"]) == client
    assert (right["min_time"], right["permit_without_stream"]) == server
    assert (own["detection"], own["idle_detection"]) == times
    assert pair["verdict"]["word"] == word
    assert pair["verdict"]["apart"] is None


DUBBO_POM = """<project><modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>{name}</artifactId>
<version>1</version><dependencies><dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId>
<version>2.7.12</version></dependency></dependencies></project>
"""
SPRING = """<beans xmlns="http://www.springframework.org/schema/beans"
       xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">{body}</beans>
"""


def dubbo(folder: Path) -> Path:
    bodies = {
        "web": '<dubbo:reference id="s" interface="com.example.Stock" timeout="3000" async="true"/>',
        "shop": '<dubbo:service ref="s" interface="com.example.Stock"/>',
    }
    for name, body in bodies.items():
        resources = folder / name / "src" / "main" / "resources"
        resources.mkdir(parents=True)
        (folder / name / "pom.xml").write_text(DUBBO_POM.format(name=name))
        (resources / "dubbo.xml").write_text(SPRING.format(body=body))
    return folder


def test_dubbo_pairs_in_every_format(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tree = dubbo(tmp_path)
    (pair,) = listed("links", tree, capfd)["pairs"]
    own, left = values(pair["settings"]), values(pair["client"]["settings"])
    assert (own["detection"], own["blocked"], left["timeout"]) == ("16m24.6s", "0s", "3s")
    judged = {(one["about"], one["policy"]) for one in pair["verdict"]["findings"]}
    assert ("client", "dubbo/async-executor-shut-down") in judged  # found about the module
    assert "dubbo:reference Stock -> dubbo:service Stock" in text("links", tree, capfd)
    assert "error / 16m24.6s / 0s" in text("links", tree, capfd, "--format", "mermaid")
    assert "error / 16m24.6s / 0s" in text("links", tree, capfd, "--format", "dot")
    page = tmp_path / "report.html"
    main(["check", "--no-config", "--format", "html", "--output-file", str(page), str(tree)])
    assert "dubbo:service Stock" in page.read_text("utf-8")


@pytest.mark.parametrize("example", ["otelcol-mismatch", "otelcol-node-death"])
def test_the_findings_of_a_pair_are_those_of_check(example: str, capfd: pytest.CaptureFixture[str]) -> None:
    (pair,) = listed("links", EXAMPLES / example, capfd)["pairs"]
    main(["check", "--no-config", "--format", "json", str(EXAMPLES / example)])
    checked = {found["fingerprint"]: found for found in json.loads(capfd.readouterr().out)["findings"]}
    findings = pair["verdict"]["findings"]
    assert findings
    for finding in findings:
        twin = checked[finding["fingerprint"]]
        for name in ("policy", "severity", "message", "path", "start", "end"):
            assert finding[name] == twin[name]
    keepalive = {print_ for print_, found in checked.items() if "/keepalive-" in found["policy"]}
    assert {finding["fingerprint"] for finding in findings} == keepalive


def test_places_are_those_of_the_values(capfd: pytest.CaptureFixture[str]) -> None:
    (pair,) = listed("links", EXAMPLES / "otelcol-mismatch", capfd)["pairs"]
    places = {setting["name"]: setting["place"] for setting in pair["client"]["settings"]}
    assert places["time"]["start"] == {"line": 13, "column": 13}
    assert places["timeout"] is None
    (least,) = [setting for setting in pair["server"]["settings"] if setting["name"] == "min_time"]
    assert least["place"]["start"] == {"line": 8, "column": 23}
    assert least["seconds"] == 30


def test_every_known_figure_is_derived_and_states_what_it_assumes(capfd: pytest.CaptureFixture[str]) -> None:
    made = listed("links", EXAMPLES, capfd)
    grpc = [one for one in (*made["pairs"], *made["alone"]) if not one["client"]["name"].startswith("dubbo:")]
    figures = [
        setting for one in grpc for setting in one["settings"] if setting["name"] in ("detection", "idle_detection")
    ]
    assert len(figures) == 2 * len(grpc)
    for figure in figures:
        steps = " | ".join(step["text"] for step in figure["evidence"])
        assert figure["unknown"] is None
        assert any(word in steps for word in ("assumes", "not counted", "does not hold")), steps


def test_clients_without_a_known_server_come_last_with_the_reason(capfd: pytest.CaptureFixture[str]) -> None:
    (alone,) = listed("links", EXAMPLES / "otelcol-node-death", capfd)["alone"]
    assert alone["client"]["name"] == "exporter otlp/storage"
    assert alone["why"] == "nothing in the files checked is called `traces.example.com`"
    assert (alone["pairs"], alone["verdict"]["word"]) == (0, "unjudged")
    shown = text("links", EXAMPLES / "otelcol-node-death", capfd)
    assert shown.index("exporter otlp/storage -> ?") > shown.index("exporter loadbalancing -> receiver otlp")
    assert "1 pair in 2 files (1 with findings, profile default); 1 client with servers not known.\n" in shown


def test_a_server_of_several_that_is_not_known_is_not_passed_over(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    balancer = """receivers: {otlp: {protocols: {grpc: {endpoint: "0.0.0.0:4317"}}}}
exporters:
  load_balancing:
    resolver: {static: {hostnames: ["gateway:4317", "elsewhere:4317"]}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [load_balancing]}}}
"""
    compose = "services:\n" + "".join(
        f"  {name}:\n    image: otel/opentelemetry-collector-contrib:0.158.0\n"
        f"    volumes: ['./{name}.yaml:/etc/otelcol-contrib/config.yaml']\n"
        for name in ("agent", "gateway")
    )
    write(tmp_path, agent=balancer, gateway=COLLECTOR.format(endpoint="x:1"), compose=compose)
    made = listed("links", tmp_path, capfd)
    assert len(made["pairs"]) == 1
    reasons = {one["client"]["name"]: (one["pairs"], one["why"]) for one in made["alone"]}
    assert reasons["exporter load_balancing"] == (1, "nothing in the files checked is called `elsewhere`")
    assert "-> 1 server above, and ?" in text("links", tmp_path, capfd)


def test_one_file_at_two_releases_is_two_clients_with_verdicts_of_their_own(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    compose = "services:\n" + "".join(
        f"  {name}:\n    image: otel/opentelemetry-collector-contrib:{version}\n"
        f"    volumes: ['./{file}.yaml:/etc/otelcol-contrib/config.yaml']\n"
        for name, file, version in (
            ("old", "agent", "0.95.0"),
            ("new", "agent", "0.158.0"),
            ("gateway", "gateway", "0.158.0"),
        )
    )
    agent = COLLECTOR.format(endpoint="gateway:4317\n    keepalive: {time: 10s, permit_without_stream: true}")
    write(tmp_path, agent=agent, gateway=COLLECTOR.format(endpoint="x:1"), compose=compose)
    pairs = listed("links", tmp_path, capfd)["pairs"]
    assert len({pair["client"]["instance"] for pair in pairs}) == 2
    assert [pair["verdict"]["word"] for pair in pairs] == ["error", "error"]
    found = listed("versions", tmp_path, capfd)["versions"]
    assert sorted(one["version"] for one in found if one["path"].endswith("agent.yaml")) == ["0.158.0", "0.95.0"]


def test_a_client_that_may_not_be_judged_says_why(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    agent = COLLECTOR.format(endpoint="localhost:4317\n    keepalive: {time: '${env:T}', permit_without_stream: true}")
    compose = (
        "services:\n  one:\n    image: otel/opentelemetry-collector-contrib:0.158.0\n"
        "    volumes: ['./agent.yaml:/etc/otelcol-contrib/config.yaml']\n"
    )
    write(tmp_path, agent=agent, compose=compose)
    (pair,) = listed("links", tmp_path, capfd)["pairs"]
    assert any("`${env:T}`" in item["why"] for item in pair["verdict"]["unjudged"])
    assert values(pair["settings"])["detection"] is None
    shown = text("links", tmp_path, capfd)
    assert "is not judged by otelcol/" in shown
    assert "not known: `${env:T}` is known only where the Collector runs" in shown


@pytest.mark.parametrize("form", ["mermaid", "dot"])
def test_the_graph_holds_every_end_and_every_pair(form: str, capfd: pytest.CaptureFixture[str]) -> None:
    made = listed("links", EXAMPLES, capfd)
    graph = text("links", EXAMPLES, capfd, "--format", form)
    assert graph.startswith("flowchart LR\n" if form == "mermaid" else "digraph links {\n")
    arrows = [
        line
        for line in graph.splitlines()
        if ("|" in line if form == "mermaid" else "[label=" in line and "->" in line)
    ]
    assert len(arrows) == len(made["pairs"])
    assert sum("error / 30s / 30s" in line for line in arrows) == 1
    for pair in made["pairs"]:
        for end in ("client", "server"):
            assert pair[end]["path"] in graph
    assert graph.count("subgraph") == graph.count("end\n" if form == "mermaid" else "  }\n")


def test_the_versions_of_the_examples_are_all_known_with_their_chains(capfd: pytest.CaptureFixture[str]) -> None:
    found = listed("versions", EXAMPLES, capfd)["versions"]
    assert {one["kind"] for one in found} == {
        "build.package",
        "dubbo.consumer",
        "otelcol.config",
        "otelcol.load_balancer",
    }
    for one in found:
        assert one["unknown"] is None
        assert one["way"] is None
        assert one["evidence"][0]["place"] is not None
    chains = {
        (one["kind"], one["version"]): [(step["place"] or {}).get("path") for step in one["evidence"]] for one in found
    }
    assert [str(path).removeprefix("examples/dubbo-async-oom/") for path in chains["dubbo.consumer", "2.7.12"]] == [
        "web/pom.xml",
        "pom.xml",
        "pom.xml",
        "web/pom.xml",
    ]


def test_the_place_that_decides_holds_the_version(capfd: pytest.CaptureFixture[str]) -> None:
    for one in listed("versions", EXAMPLES, capfd)["versions"]:
        decided = one["decided"]
        line = (ROOT / decided["path"]).read_text().splitlines()[decided["start"]["line"] - 1]
        assert line[decided["start"]["column"] - 1 : decided["end"]["column"] - 1] == one["version"]


POM = """<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.dubbo</groupId>
      <artifactId>dubbo</artifactId>
      <version>${elsewhere}</version>
    </dependency>
  </dependencies>
</project>
"""


def test_what_is_not_known_becomes_known_by_the_way_it_names(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "agent [1].yaml").write_text(COLLECTOR.format(endpoint="x:1"))
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "pom.xml").write_text(POM)
    unknown = [one for one in listed("versions", tmp_path, capfd)["versions"] if one["unknown"]]
    assert {one["kind"] for one in unknown} == {"otelcol.config", "build.package", "dubbo.consumer"}
    shown = text("versions", tmp_path, capfd)
    assert "3 not known" in shown
    lines = [line.split("`")[1] for line in shown.splitlines() if line.startswith("  help: ")]
    assert len(lines) == 3
    settings = "versions:\n" + "".join(
        f"  - {{files: {json.dumps(one['way']['files'])}, {json.dumps(one['way']['name'])}: 2.7.8}}\n"
        for one in unknown
    )
    (tmp_path / ".deadpeer.yaml").write_text(settings)
    assert main(["versions", "--format", "json", "--config", str(tmp_path / ".deadpeer.yaml"), str(tmp_path)]) == 0
    again = json.loads(capfd.readouterr().out)["versions"]
    assert {one["version"] for one in again} == {"2.7.8"}


def test_the_comment_that_it_names_works(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    agent = COLLECTOR.format(endpoint="x:1")
    (one,) = listed("versions", write(tmp_path, agent=agent), capfd)["versions"]
    comment = one["way"]["comment"].replace("VERSION", "0.95.0")
    (again,) = listed("versions", write(tmp_path, agent=f"# {comment}\n{agent}"), capfd)["versions"]
    assert again["version"] == "0.95.0"
    assert again["evidence"][0]["place"]["start"]["line"] == 1


@pytest.mark.parametrize("name", ["links", "versions"])
def test_nothing_read_is_exit_code_4(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.yaml").write_text("hello: world\n")
    assert main([name, str(tmp_path)]) == 4
    assert "nothing was read" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["links", "versions"])
def test_faults_are_exit_code_2(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([name, str(tmp_path / "missing")]) == 2
    assert main([name, "--format", "sarif", str(tmp_path)]) == 2
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("name", ["links", "versions"])
def test_skipped_files_are_listed(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(EXAMPLES / "otelcol-mismatch", tmp_path / "pair")
    (tmp_path / "chart.yaml").write_text(
        'receivers:\n{{ template "x" . }}\n{{- if .Values.x }}\n  otlp: {}\n{{- end }}\nexporters: {}\n'
    )
    (skipped,) = listed(name, tmp_path, capfd)["skipped"]
    assert "helm template" in skipped["why"]
    assert "Skipped" in text(name, tmp_path, capfd)


@pytest.mark.parametrize("name", ["links", "versions"])
def test_a_named_file_gives_what_touches_it(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    made = listed(name, EXAMPLES / "otelcol-mismatch" / "gateway.yaml", capfd)
    if name == "links":
        (pair,) = made["pairs"]
        assert pair["client"]["path"] == "examples/otelcol-mismatch/agent.yaml"
    else:
        (found,) = made["versions"]
        assert (found["path"], found["version"]) == ("examples/otelcol-mismatch/gateway.yaml", "0.158.0")


@pytest.mark.parametrize("name", ["links", "versions"])
def test_names_can_not_steer_the_terminal(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    agent = COLLECTOR.format(endpoint='"x\\u001b[31m:1"').replace("otlp:\n", '"otlp/\\u001b[2J":\n')
    shown = text(name, write(tmp_path, agent=agent), capfd)
    assert "\x1b" not in shown


def test_the_documentation_shows_what_is_printed(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```console\n\$ deadpeer (\w+) (\S+)\n(.*?)\n```", DOCUMENTATION.read_text("utf-8"), re.DOTALL)
    assert [name for name, _, _ in blocks] == ["links", "versions"]
    for name, path, shown in blocks:
        assert text(name, Path(path), capfd).rstrip() == shown


@pytest.mark.parametrize("name", ["links", "versions"])
def test_a_list_says_what_it_leaves_out(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    broken = "receivers: {otlp: {}}\nservice: {pipelines: {traces: {receivers: [otlp"
    (tmp_path / "broken.yaml").write_text(broken)
    (tmp_path / "half.yaml").write_text(f"{broken}]}}}}}}\n---\n{broken}\n")
    (tmp_path / "latin.yaml").write_bytes(b"receivers:\n  otlp: \xff\xfe\n")
    found = {Path(one["path"]).name: one["why"] for one in listed(name, tmp_path, capfd)["skipped"]}
    assert found["broken.yaml"] == "can't be read: this bracket is never closed (at 2:43)"
    assert found["half.yaml"] == "read in part only: this bracket is never closed (at 5:43)"
    assert "UTF-8" in found["latin.yaml"]
    assert "broken.yaml: can't be read: " in text(name, tmp_path, capfd)

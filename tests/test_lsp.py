"""The language server as an editor has it: a process that is spoken to over its pipes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp_client import Client

pytest.importorskip("pygls", reason="pygls, which the extra `lsp` brings, is not installed")

IMAGE = "otel/opentelemetry-collector-contrib:0.155.0"
COMPOSE = f"""\
services:
  agent: {{image: '{IMAGE}', volumes: ['./agent.yaml:/etc/otelcol-contrib/config.yaml']}}
  gateway: {{image: '{IMAGE}', volumes: ['./gateway.yaml:/etc/otelcol-contrib/config.yaml']}}
"""
AGENT = """\
receivers:
  otlp: {protocols: {grpc: {endpoint: 'localhost:4317'}}}
exporters:
  otlp/😀: {endpoint: 'gateway:4317', keepalive: {time: 10s, timeout: 20s, permit_without_stream: true}}
service:
  pipelines:
    traces: {receivers: [otlp], exporters: [otlp/😀]}
"""
GATEWAY = """\
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
        keepalive:
          enforcement_policy: {min_time: 5s, permit_without_stream: true}
exporters:
  debug: {}
service:
  pipelines:
    traces: {receivers: [otlp], exporters: [debug]}
"""
STRICT = GATEWAY.replace("5s, permit_without_stream: true", "30s")
TOO_LONG = "otelcol/keepalive-timeout-too-long"
REFUSED = "otelcol/keepalive-without-stream-refused"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docker-compose.yaml").write_text(COMPOSE)
    (tmp_path / "agent.yaml").write_text(AGENT, "utf-8")
    (tmp_path / "gateway.yaml").write_text(GATEWAY)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    started = Client(folder, "--stdio")
    yield started
    started.kill()


def always(_codes: list[str]) -> bool:
    return True


def whole(text: str) -> dict[str, Any]:
    return {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """``text`` with edits made as an editor makes them, which counts UTF-16 units."""
    lines = text.encode("utf-16-le").split("\n".encode("utf-16-le"))
    for edit in sorted(edits, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"]))[
        ::-1
    ]:
        first, last = edit["range"]["start"], edit["range"]["end"]
        joined = lines[first["line"]][: 2 * first["character"]] + edit["newText"].encode("utf-16-le")
        joined += lines[last["line"]][2 * last["character"] :]
        lines[first["line"] : last["line"] + 1] = [joined]
    return "\n".encode("utf-16-le").join(lines).decode("utf-16-le")


def test_what_is_written_in_one_file_is_found_in_the_other_and_gone_again(client: Client) -> None:
    client.open("agent.yaml")
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)
    client.open("gateway.yaml")
    client.change("gateway.yaml", STRICT)  # nothing is saved
    client.wait("agent.yaml", lambda codes: REFUSED in codes)
    client.change("gateway.yaml", GATEWAY)
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)
    assert client.end() == 0


def test_columns_count_utf_16_units_and_the_other_end_is_named(client: Client) -> None:
    client.open("gateway.yaml", STRICT)
    client.open("agent.yaml")
    (found,) = [one for one in client.wait("agent.yaml", lambda codes: REFUSED in codes) if one["code"] == REFUSED]
    line = AGENT.split("\n")[3]
    before = line[: line.index("true")].encode("utf-16-le")
    start = found["range"]["start"]
    assert (start["line"], start["character"]) == (3, len(before) // 2)
    assert found["range"]["end"]["character"] == start["character"] + 4
    assert (found["severity"], found["source"]) == (1, "deadpeer")
    assert client.uri("gateway.yaml") in {one["location"]["uri"] for one in found["relatedInformation"]}


@pytest.mark.parametrize(("unit", "extra"), [("utf-8", 3), ("utf-32", 0)])
def test_columns_count_what_the_client_prefers(folder: Path, unit: str, extra: int) -> None:
    client = Client(folder, units=(unit, "utf-16"))
    assert client.server["capabilities"]["positionEncoding"] == unit
    client.open("gateway.yaml", STRICT)
    client.open("agent.yaml")
    (found,) = [one for one in client.wait("agent.yaml", lambda codes: REFUSED in codes) if one["code"] == REFUSED]
    assert found["range"]["start"]["character"] == AGENT.split("\n")[3].index("true") + extra
    client.kill()


def test_fixes_are_offered_where_the_finding_is_and_end_it(client: Client) -> None:
    client.open("gateway.yaml", STRICT)
    client.open("agent.yaml")
    (found,) = [one for one in client.wait("agent.yaml", lambda codes: REFUSED in codes) if one["code"] == REFUSED]
    offered = [one for one in client.actions("agent.yaml", found["range"]) if one["diagnostics"][0]["code"] == REFUSED]
    assert offered
    for action in offered:
        assert action["kind"] == "quickfix"
        assert action["isPreferred"] == (not action["title"].endswith("(unsafe)"))
    texts = {"agent.yaml": AGENT, "gateway.yaml": STRICT}
    for change in offered[0]["edit"]["documentChanges"]:
        name = change["textDocument"]["uri"].rsplit("/", 1)[-1]
        assert change["textDocument"]["version"] == 1
        client.change(name, applied(texts[name], change["edits"]))
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)
    assert client.actions("agent.yaml", whole(AGENT), ["refactor"]) == []
    assert (
        client.actions("gateway.yaml", {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}) == []
    )


SLOW = AGENT.replace("timeout: 20s", "timeout: 30s")


def test_all_safe_fixes_of_a_file_are_made_at_once_and_no_others(client: Client) -> None:
    client.open("gateway.yaml")
    client.open("agent.yaml", SLOW)
    client.wait("agent.yaml", lambda codes: TOO_LONG in codes)
    for only in (["source"], ["source.fixAll"], ["source.fixAll.deadpeer"]):
        (action,) = client.actions("agent.yaml", whole(SLOW), only)
        assert action["kind"] == "source.fixAll.deadpeer"
        (change,) = action["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": client.uri("agent.yaml"), "version": 1}
        text = applied(SLOW, change["edits"])
        assert text == SLOW.replace("timeout: 30s", "timeout: 3s")
    client.change("agent.yaml", text)
    client.wait("agent.yaml", lambda codes: TOO_LONG not in codes)
    assert client.actions("agent.yaml", whole(text), ["source.fixAll"]) == []
    assert all(one["kind"] == "quickfix" for one in client.actions("agent.yaml", whole(text)))


def test_a_fix_that_needs_another_file_is_not_among_all_of_this_one(client: Client) -> None:
    client.open("gateway.yaml", STRICT)
    client.open("agent.yaml")
    client.wait("agent.yaml", lambda codes: REFUSED in codes)
    for action in client.actions("agent.yaml", whole(AGENT), ["source.fixAll"]):
        assert [one["textDocument"]["uri"] for one in action["edit"]["documentChanges"]] == [client.uri("agent.yaml")]
    (action,) = client.actions("gateway.yaml", whole(STRICT), ["source.fixAll"])
    (change,) = action["edit"]["documentChanges"]
    client.change("gateway.yaml", applied(STRICT, change["edits"]))
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)


def test_hover_tells_the_value_in_effect_and_why(client: Client) -> None:
    client.open("agent.yaml", AGENT.replace("10s", "3s"))
    line = AGENT.split("\n")[3]
    column = len(line[: line.index("10s")].encode("utf-16-le")) // 2 + 1
    told = client.at("textDocument/hover", "agent.yaml", 3, column)["contents"]
    assert told["kind"] == "markdown"
    assert "**10s**" in told["value"]
    assert "raises anything below 10s" in told["value"]
    component = client.at("textDocument/hover", "agent.yaml", 3, 4)["contents"]["value"]
    assert "dead peer noticed" in component
    assert "30s" in component
    assert client.at("textDocument/hover", "agent.yaml", 0, 0) is None


def test_hover_explains_a_finding(client: Client) -> None:
    client.open("gateway.yaml", STRICT)
    client.open("agent.yaml")
    line = AGENT.split("\n")[3]
    column = len(line[: line.index("true")].encode("utf-16-le")) // 2
    told = client.at("textDocument/hover", "agent.yaml", 3, column)["contents"]["value"]
    assert REFUSED in told
    assert "When it is fine" in told


def test_a_closed_text_counts_no_more_and_a_saved_one_does(client: Client) -> None:
    client.open("agent.yaml")
    client.open("gateway.yaml")
    client.change("gateway.yaml", STRICT)
    client.wait("agent.yaml", lambda codes: REFUSED in codes)
    client.close("gateway.yaml")
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)
    client.open("gateway.yaml")
    client.change("gateway.yaml", STRICT)
    client.save("gateway.yaml", STRICT)
    client.wait("agent.yaml", lambda codes: REFUSED in codes)
    client.close("gateway.yaml")
    client.request(
        "textDocument/hover",
        {"textDocument": {"uri": client.uri("agent.yaml")}, "position": {"line": 0, "character": 0}},
    )
    assert REFUSED in client.codes("agent.yaml")


def test_files_that_change_on_disk_are_read_again(folder: Path) -> None:
    client = Client(folder, watching=True)
    client.open("agent.yaml")
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)
    (registered,) = [one for one in client.asked if one["method"] == "client/registerCapability"]
    watchers = registered["params"]["registrations"][0]["registerOptions"]["watchers"]
    assert {"**/*.yaml", "**/.deadpeer.yaml", "**/pom.xml"} <= {one["globPattern"] for one in watchers}
    (folder / "gateway.yaml").write_text(STRICT)
    changed = {"changes": [{"uri": client.uri("gateway.yaml"), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", changed)
    client.wait("agent.yaml", lambda codes: REFUSED in codes)
    (folder / "gateway.yaml").unlink()
    client.notify("workspace/didChangeWatchedFiles", changed)
    client.wait("agent.yaml", lambda codes: REFUSED not in codes)
    client.kill()


def test_faults_stand_where_they_are_and_go_when_they_are_mended(client: Client) -> None:
    client.open("agent.yaml")
    client.wait("agent.yaml", always)
    client.save(".deadpeer.yaml", "profile: default\nfail_on: error\n")
    client.open(".deadpeer.yaml")
    (fault,) = client.wait(".deadpeer.yaml", lambda codes: codes == ["fault"])
    assert fault["range"]["start"] == {"line": 1, "character": 0}
    client.save(".deadpeer.yaml", "profile: recommended\n")
    client.wait(".deadpeer.yaml", lambda codes: codes == [])
    client.change("agent.yaml", AGENT + "# deadpeer: ignore[otelcol/no-such-policy] why not\n")
    (fault,) = client.wait("agent.yaml", lambda codes: codes == ["fault"])
    assert fault["range"]["start"]["line"] == 7
    client.change("agent.yaml", AGENT)
    client.wait("agent.yaml", lambda codes: "fault" not in codes)


ODD = (
    "",
    "\ufeff" + AGENT,
    AGENT.replace("\n", "\r"),
    AGENT + "\0",
    AGENT + "x: \ud800\n",
    "receivers: [\n",
    "exporters: &a {b: *a}\nreceivers: {}\nservice: {}\n",
    "\u2028\x0c" + AGENT,
    "<?xml version='1.0' encoding='utf-16'?><project/>",
    "receivers:\n\t- x\nexporters: {}\nservice:\n",
)


def test_no_text_ends_the_server(client: Client) -> None:
    for name in ("agent.yaml", "pom.xml"):
        client.open(name, AGENT)
        for text in ODD:
            client.change(name, text)
            for line in (0, 3, 99):
                client.at("textDocument/hover", name, line, 3)
            client.actions(name, whole(text))
    client.change("agent.yaml", AGENT.replace("10s", "3s"))
    client.wait("agent.yaml", lambda codes: "otelcol/keepalive-time-below-floor" in codes)
    assert client.logged == []
    assert client.end() == 0


def test_a_mark_that_the_editor_left_in_the_text_moves_its_line(client: Client) -> None:
    client.open("mark.yaml", "\ufeff{receivers: {}, receivers: {}, exporters: {}, service: {}}\n")
    (twice,) = client.wait("mark.yaml", bool)
    assert twice["range"]["start"] == {"line": 0, "character": 17}


def test_a_file_outside_the_folder_is_judged_alone(client: Client, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "collector.yaml"
    text = AGENT.replace("time: 10s", "time: 3s")
    document = {"uri": other.as_uri(), "languageId": "yaml", "version": 4, "text": text}
    client.notify("textDocument/didOpen", {"textDocument": document})
    client.until(lambda message: message.get("params", {}).get("uri") == other.as_uri())
    assert client.diagnostics[other.as_uri()]
    untitled = {**document, "uri": "untitled:Untitled-1"}
    client.notify("textDocument/didOpen", {"textDocument": untitled})
    client.request(
        "textDocument/hover", {"textDocument": {"uri": untitled["uri"]}, "position": {"line": 0, "character": 0}}
    )
    assert client.end() == 0

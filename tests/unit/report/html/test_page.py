"""The page as a browser without script, style or network has it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from linter.cli import main
from linter.report.html import findings as told
from linter.report.html import topology

HOSTILE = "x</title></script><script>alert(1)</script>"
NAME = "o\"><img src=x onerror=alert(1)>&'`.yaml"
VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """The elements of a page; fails where they do not nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), (tag, attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["style"], ["script"]):
            self.texts.append(data)

    def of(self, tag: str, name: str = "") -> list[dict[str, str | None]]:
        return [found for one, found in self.tags if one == tag and (not name or name in (found.get("class") or ""))]

    @property
    def text(self) -> str:
        return "".join(self.texts)


def collector(exporters: object) -> str:
    grpc = {"grpc": {"endpoint": "0.0.0.0:4317", "keepalive": {"enforcement_policy": {"min_time": "30s"}}}}
    names = list(exporters) if isinstance(exporters, dict) else []
    pipeline = {"receivers": ["otlp"], "exporters": names}
    return json.dumps(
        {
            "receivers": {"otlp": {"protocols": grpc}},
            "exporters": exporters,
            "service": {"pipelines": {"traces": pipeline}},
        },
        indent=1,
    )


def written(folder: Path, clients: int = 1, name: str = "a.yaml", component: str = "otlp") -> None:
    """A compose project with as many clients of one gateway."""
    service = {"image": "otel/opentelemetry-collector-contrib:0.155.0"}
    services = {}
    keepalive = {"time": "10s", "timeout": "20s", "permit_without_stream": True}
    for number in range(clients):
        path = name if not number else f"{number}{name}"
        exporter = {"endpoint": "gateway:4317", "keepalive": keepalive}
        (folder / path).write_text(collector({component: exporter}))
        volume = {"type": "bind", "source": f"./{path}", "target": "/etc/otelcol-contrib/config.yaml"}
        services[f"agent{number}"] = {**service, "volumes": [volume]}
    (folder / "gateway.yaml").write_text(collector({"debug": {}}))
    services["gateway"] = {**service, "volumes": ["./gateway.yaml:/etc/otelcol-contrib/config.yaml"]}
    (folder / "docker-compose.yaml").write_text(json.dumps({"services": services}, indent=1))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(*flags: str) -> str:
    main(["check", ".", "--format", "html", "--output", "report.html", *flags])
    return Path("report.html").read_text("utf-8")


def test_the_page_has_the_drawing_the_findings_and_why(folder: Path) -> None:
    written(folder)
    page = Page(made())
    (edge,) = page.of("a", "edge")
    assert edge["class"] == "edge error"
    assert "dead peer noticed, once something is sent: 30s" in str(edge["aria-label"])
    (pair,) = [found for found in page.of("details") if found.get("id") == str(edge["href"])[1:]]
    assert pair["class"] == "error"
    anchors = {found["id"] for _, found in page.tags if found.get("id")}
    assert {str(found["href"])[1:] for found in page.of("a") if str(found["href"]).startswith("#")} <= anchors
    assert "✕ 30s" in page.text
    assert page.of("ins")
    assert page.of("article", "finding")


def test_ids_are_there_once(folder: Path) -> None:
    written(folder, 3)
    ids = [found["id"] for _, found in Page(made()).tags if found.get("id")]
    assert len(ids) == len(set(ids))


def test_nothing_is_loaded_and_nothing_of_the_files_is_run(folder: Path) -> None:
    written(folder, name=NAME, component=f"otlp/{HOSTILE}")
    text = made()
    page = Page(text)
    assert NAME in page.text
    assert HOSTILE in page.text
    assert {tag for tag, _ in page.tags} & {"img", "script", "iframe", "object", "link", "base"} == {"script"}
    assert len(page.of("script")) == len(page.of("style")) == 1
    for tag, found in page.tags:
        assert not [name for name in found if name.startswith("on") or name in ("src", "style", "srcset")], tag
        assert re.match(r"#|https?://", found.get("href") or "#"), found
    (allowed,) = [str(found["content"]) for found in page.of("meta") if "http-equiv" in found]
    assert allowed.startswith("default-src 'none'; ")
    assert "unsafe" not in allowed
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|innerHTML", text)


def test_findings_that_nobody_sees_do_not_count_in_the_drawing(folder: Path) -> None:
    written(folder)
    (folder / ".deadpeer.yaml").write_text('ignores: [{policy: "*", reason: "a test"}]\n')
    page = Page(made())
    assert [found["class"] for found in page.of("a", "edge")] == ["edge fine"]
    assert "nothing reported" in page.text
    assert "do not count here" in page.text
    assert "a test" in page.text


def test_the_page_after_fixes_is_that_of_the_fixed_files(folder: Path) -> None:
    written(folder)
    before = made()
    fixed = made("--fix", "--unsafe-fixes")
    assert [found["class"] for found in Page(before).of("a", "edge")] == ["edge error"]
    assert fixed != before
    assert fixed == made()


def test_pages_are_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "SHOWN", 3)
    monkeypatch.setattr(topology, "LISTED", 160)
    written(folder, 170)
    page = Page(made())
    assert len(page.of("a", "edge")) == 150
    assert len(page.of("article", "finding")) == 3
    assert "20 more links are not drawn" in page.text
    assert "10 more pairs are left out here" in page.text
    assert re.search(r"\d+ more findings are left out here", page.text)


def test_where_there_is_nothing_the_page_says_so(folder: Path) -> None:
    (folder / "a.yaml").write_text(collector({"debug": {}}))
    page = Page(made())
    assert "No pair of a client and a server was found." in page.text
    assert "Nothing found." in page.text
    assert not page.of("form")

"""The HTML report in a real browser: no error, no request, usable by keyboard, accessible by light and by dark.

Needs Chromium or Chrome and Playwright (`pip install playwright`), and for accessibility axe-core, which
`axe-playwright-python` brings; skipped where they are missing.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from linter.cli import main

HOSTILE = "</title></script><script>document.title='hacked'</script>"
NAME = "o\"><img src=x onerror=document.title='hacked'>&'.yaml"
GATEWAY = {
    "receivers": {"otlp": {"protocols": {"grpc": {"endpoint": "0.0.0.0:4317"}}}},
    "exporters": {"debug": {}},
    "service": {"pipelines": {"traces": {"receivers": ["otlp"], "exporters": ["debug"]}}},
}
KEEPALIVE = {"time": "10s", "timeout": "20s", "permit_without_stream": True}
EXPORTERS = {
    "otlp/one": {"endpoint": "gateway:4317", "keepalive": KEEPALIVE},
    f"otlp/{HOSTILE}": {"endpoint": "gateway:4317"},
    "otlp/away": {"endpoint": "elsewhere.example:4317"},
}
AGENT = {
    **GATEWAY,
    "exporters": EXPORTERS,
    "service": {"pipelines": {"traces": {"receivers": ["otlp"], "exporters": list(EXPORTERS)}}},
}
IMAGE = "otel/opentelemetry-collector-contrib:0.155.0"
TARGET = "/etc/otelcol-contrib/config.yaml"
COMPOSE = {
    "services": {
        "gateway": {"image": IMAGE, "volumes": [f"./gateway.yaml:{TARGET}"]},
        "agent": {"image": IMAGE, "volumes": [{"type": "bind", "source": f"./{NAME}", "target": TARGET}]},
    }
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("no Chromium or Chrome was found")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("hostile")
    for name, content in ((NAME, AGENT), ("gateway.yaml", GATEWAY), ("docker-compose.yaml", COMPOSE)):
        (folder / name).write_text(json.dumps(content, indent=1))
    report = folder / "report.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        main(["check", ".", "--profile", "recommended", "--format", "html", "--output", str(report)])
    return report.as_uri()


@pytest.fixture
def page(browser: Any, url: str) -> Iterator[Any]:
    """The page; fails where it says anything on the console or asks for anything but itself."""
    said: list[str] = []
    context = browser.new_context()
    opened = context.new_page()
    opened.on("console", lambda message: said.append(message.text))
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("request", lambda request: said.append(request.url) if request.url.split("#")[0] != url else None)
    opened.goto(url)
    yield opened
    assert said == []
    context.close()


def shown(page: Any) -> int:
    return int(page.locator("#findings > article:visible").count())


def test_hostile_names_are_names(page: Any) -> None:
    assert "hacked" not in page.title()
    assert page.locator("img").count() == 0
    assert HOSTILE in page.locator("main").inner_text()
    assert page.locator(".drawing a").count() == 3


def test_findings_are_picked_by_severity_policy_and_text(page: Any) -> None:
    whole = shown(page)
    output = page.locator("#filter output")
    assert output.inner_text() == f"{whole} of {whole} shown"
    box = page.locator("#filter input[type=checkbox]").first
    word = box.get_attribute("value")
    box.uncheck()
    assert page.locator(f"#findings > article.{word}:visible").count() == 0
    assert 0 < shown(page) < whole
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function(f"document.querySelector('output').textContent.startsWith('{whole} of')")
    policy = page.locator("#filter option").nth(1).get_attribute("value")
    page.locator("#filter select").select_option(policy)
    assert shown(page) == page.locator(f'#findings > article[data-policy="{policy}"]').count() > 0
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Text").fill("OTLP/ONE keepalive")
    assert 0 < shown(page) < whole
    page.get_by_label("Text").fill("there is no such text")
    assert shown(page) == 0
    assert output.inner_text() == f"0 of {whole} shown"


def test_a_line_leads_to_its_pair_by_keyboard(page: Any) -> None:
    label = page.locator(".drawing a").first
    target = page.locator(label.get_attribute("href"))
    assert target.evaluate("one => !one.open")
    label.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("one => one.open", arg=target.element_handle())
    assert page.evaluate("document.activeElement.closest('details').id") == target.get_attribute("id")


def test_everything_can_be_reached_by_tab(page: Any) -> None:
    seen = set()
    for _ in range(200):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.getAttribute('href') || document.activeElement.tagName"))
        if "BODY" in seen:
            break
    assert {"#h-findings", "#link-1", "#link-3", "INPUT", "SELECT", "BUTTON", "SUMMARY", "#policy-1"} <= seen


def test_without_script_all_is_there_but_the_choice(browser: Any, url: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(url)
    assert shown(opened) > 2
    assert opened.locator("#filter").is_hidden()
    assert opened.locator(".drawing svg").is_visible()
    opened.locator("summary").first.click()
    assert opened.locator("details[open]").count() == 1
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_has_nothing_to_say(browser: Any, url: str, scheme: str, width: int) -> None:
    module = pytest.importorskip("axe_playwright_python", reason="axe-playwright-python is not installed")
    axe = next(Path(module.__file__).parent.rglob("axe.min.js"))
    context = browser.new_context(color_scheme=scheme, bypass_csp=True, viewport={"width": width, "height": 800})
    opened = context.new_page()
    opened.goto(url)
    opened.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    opened.add_script_tag(path=str(axe))
    result = opened.evaluate("axe.run()")
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in result["violations"]] == []
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    back = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (back == "rgb(255, 255, 255)") == (scheme == "light")
    context.close()

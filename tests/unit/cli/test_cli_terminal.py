"""What is asked of the terminal: colours, and links for paths and policies."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from linter.cli.terminal import style
from linter.report.style import Style

POLICY = "otelcol/loadbalancing-shutdown-blocks"


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture(autouse=True)
def known_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that shows links, and nothing else that decides."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TERM_PROGRAM", "WT_SESSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("VTE_VERSION", "7000")


def made(color: str = "auto", *, terminal: bool = True) -> Style:
    return style(color, Stream(terminal), "/srv", "")  # type: ignore[arg-type]


def test_a_policy_is_a_link_to_the_file_that_explains_it() -> None:
    shown = made().policy(POLICY)
    before, url, text, *_ = shown.replace("\x1b\\", "\x1b]8;;").split("\x1b]8;;")
    assert (before, text) == ("", POLICY)
    assert url.startswith("file:///")
    assert Path(url.removeprefix("file://")).name == "loadbalancing-shutdown-blocks.yaml"
    assert Path(url.removeprefix("file://")).is_file()
    assert "endpoint-on-localhost.yaml" in made().policy("otelcol/endpoint-on-localhost")


def test_what_nothing_explains_is_no_link() -> None:
    assert made().policy("house/own") == "house/own"


def test_no_links_in_pipes_without_colours_or_where_the_terminal_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    assert made(terminal=False).policy(POLICY) == POLICY
    assert made("always", terminal=False).policy(POLICY) == POLICY
    assert made("never").policy(POLICY) == POLICY
    monkeypatch.setenv("NO_COLOR", "1")
    assert made().policy(POLICY) == POLICY
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.delenv("VTE_VERSION")
    assert made().policy(POLICY) == POLICY

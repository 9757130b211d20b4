from __future__ import annotations

import io
from pathlib import Path

import pytest

from linter.cli import main
from linter.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown_on(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, term: str = "xterm") -> None:
    """Makes ``stream`` standard error, in the test itself: pytest sets its own between the setup and the test."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("TERM", term)


def test_a_long_run_shows_how_it_gets_on_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    shown_on(terminal, monkeypatch)
    times = iter([0.0, 0.1, 0.6, 0.65, 0.8, 0.9])
    with progress(quiet=False, clock=lambda: next(times)) as tell:
        for done in (1, 2, 3, 4, 4):
            tell(done, 5 if done < 4 else 4)
    shown = terminal.getvalue().split("\r\x1b[K")
    assert shown == ["", "Reading files: 2 of 5", "Judging", "Judging", ""]


def test_a_short_run_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    shown_on(terminal, monkeypatch)
    with progress(quiet=False, clock=lambda: 0.0) as tell:
        for done in range(3):
            tell(done, 2)
    assert terminal.getvalue() == ""


@pytest.mark.parametrize("why", ["quiet", "dumb", "file"])
def test_where_nobody_would_see_it_nothing_is_shown(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO() if why == "file" else Terminal()
    shown_on(stream, monkeypatch, "dumb" if why == "dumb" else "xterm")
    times = iter(range(9))
    with progress(quiet=why == "quiet", clock=lambda: float(next(times))) as tell:
        tell(1, 2)
    assert stream.getvalue() == ""


@pytest.mark.parametrize("command", ["check", "links", "versions"])
def test_all_that_reads_files_shows_how_it_gets_on(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "abc":
        (tmp_path / f"{name}.yaml").write_text(
            "receivers: {otlp: {}}\nexporters: {debug: {}}\nservice: {pipelines: {}}\n"
        )
    terminal = Terminal()
    shown_on(terminal, monkeypatch)
    monkeypatch.setattr("linter.cli.progress._WAIT", -1.0)
    main([command])
    first, *shown = terminal.getvalue().split("\r\x1b[K")
    assert (first, shown[0], shown[-1]) == ("", "Reading files: 0 of 3", "")
    assert "Reading" not in capsys.readouterr().out


def test_verbose_says_which_settings_and_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.yaml").write_text("receivers: {otlp: {}}\nexporters: {debug: {}}\nservice: {pipelines: {}}\n")
    main(["check", "-v"])
    quiet = capfd.readouterr()
    assert "settings: none found\n" in quiet.err
    assert "read a.yaml: otelcol\n" in quiet.err
    (tmp_path / ".deadpeer.yaml").write_text("profile: pedantic\n")
    main(["check", "--verbose"])
    said = capfd.readouterr()
    assert f"settings: {tmp_path / '.deadpeer.yaml'}\nprofile: pedantic, " in said.err
    assert "settings:" not in said.out
    assert main(["check", "-q", "-v"]) == 2

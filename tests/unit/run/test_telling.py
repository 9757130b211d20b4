"""Comments that say a version have to say one."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.faults import Faults
from linter.options import Options
from linter.run import Request, check

TEXT = """\
receivers: {otlp: {protocols: {grpc: }}}
exporters: {debug: }
service: {pipelines: {traces: {receivers: [otlp], exporters: [debug]}}}
"""


def said(folder: Path, comment: str, *paths: str) -> str:
    """The fault that the comment is, with its place; empty where it is none."""
    (folder / "a.yaml").write_text(f"# deadpeer: {comment}\n{TEXT}")
    try:
        check(Request(str(folder), paths or (".",)), Options())
    except Faults as faults:
        return str(faults)
    return ""


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("otelcol=banana", "a.yaml:1:21: `banana` is no version of otelcol; give it as in `deadpeer: otelcol=1.2.3`"),
        ("otelcol = latest", "a.yaml:1:23: `latest` is no version of otelcol"),
        ("otelcl=0.95.0", "a.yaml:1:13: `otelcl` is nothing that has a version (did you mean `otelcol`?)"),
        ("zzz=0.95.0", "a.yaml:1:13: `zzz` is nothing that has a version: a comment gives one as in"),
        ("otelcol=0.95.0, dubo=2.7.3", "a.yaml:1:29: `dubo` is nothing that has a version (did you mean `dubbo`?)"),
    ],
)
def test_a_slip_of_the_pen_is_a_fault_at_its_place(comment: str, expected: str, tmp_path: Path) -> None:
    assert expected in said(tmp_path, comment)


@pytest.mark.parametrize(
    "comment",
    [
        "otelcol=0.95.0",
        "otelcol = v0.95.0",
        "otelcol=0.95.0, dubbo=2.7.23",
        "otelcol=0.95.0 as build=nightly says",
        "otelcol={{ .Chart.AppVersion }}",
        "otelcol=${TAG}",
        "see the wiki, where a=b",
    ],
)
def test_what_can_be_understood_or_is_no_version_is_none(comment: str, tmp_path: Path) -> None:
    assert said(tmp_path, comment) == ""


def test_only_files_that_the_run_is_about_can_stop_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "b.yaml").write_text(TEXT)
    assert said(tmp_path, "otelcol=banana", "b.yaml") == ""
    assert said(tmp_path, "otelcol=banana", "a.yaml") != ""


def test_spaces_around_the_sign_do_not_hide_the_version(tmp_path: Path) -> None:
    from linter.run.listing import Listing

    (tmp_path / "a.yaml").write_text(f"# deadpeer: otelcol = 0.95.0\n{TEXT}")
    listed = Listing(Request(str(tmp_path)), Options()).versions()
    assert "0.95.0" in repr(listed)

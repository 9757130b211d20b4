from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from linter.faults import UsageFault
from linter.options import Options
from linter.run import Request, check
from linter.run.choice import choose
from linter.run.files import excluded, relative, walk


def wanted(name: str) -> bool:
    return name.endswith(".yaml")


def make(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a: 1\n")


def shown(folder: Path, paths: list[str]) -> list[str]:
    return sorted(relative(path, str(folder)) for path in paths)


def test_walk_takes_wanted_files_and_leaves_out_the_folders_of_tools(tmp_path: Path) -> None:
    make(tmp_path, "a.yaml", "b/c.yaml", "b/d.txt", "node_modules/x.yaml", ".venv/y.yaml")
    assert shown(tmp_path, list(walk(str(tmp_path), wanted))) == ["a.yaml", "b/c.yaml"]


@pytest.mark.parametrize("checkout", [True, False])
def test_walk_leaves_out_virtual_environments_whatever_they_are_called(checkout: bool, tmp_path: Path) -> None:
    if checkout:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    make(tmp_path, "a.yaml", "tools/env/pyvenv.cfg", "tools/env/lib/b.yaml", "tools/envoy/c.yaml")
    assert shown(tmp_path, list(walk(str(tmp_path), wanted))) == ["a.yaml", "tools/envoy/c.yaml"]
    assert shown(tmp_path, list(walk(str(tmp_path / "tools" / "env"), wanted))) == ["tools/env/lib/b.yaml"]


def test_walk_does_not_follow_folders_that_are_links(tmp_path: Path) -> None:
    make(tmp_path, "real/a.yaml")
    os.symlink(tmp_path / "real", tmp_path / "link")
    assert shown(tmp_path, list(walk(str(tmp_path), wanted))) == ["real/a.yaml"]


def test_walk_in_a_checkout_leaves_out_what_git_ignores(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    make(tmp_path, "a.yaml", "sub/new.yaml", "out/b.yaml", "gone.yaml")
    (tmp_path / ".gitignore").write_text("out/\n")
    subprocess.run(["git", "-C", str(tmp_path), "add", "gone.yaml"], check=True)
    (tmp_path / "gone.yaml").unlink()
    assert shown(tmp_path, list(walk(str(tmp_path), wanted))) == ["a.yaml", "sub/new.yaml"]
    assert shown(tmp_path, list(walk(str(tmp_path / "sub"), wanted))) == ["sub/new.yaml"]


@pytest.mark.parametrize(
    ("path", "pattern", "hit"),
    [
        ("a/b/c.yaml", "a/b", True),
        ("a/b/c.yaml", "a/b/", True),
        ("a/b/c.yaml", "*.yaml", True),
        ("a/b/c.yaml", "b", False),
        ("ab/c.yaml", "a", False),
    ],
)
def test_excluded(path: str, pattern: str, hit: bool) -> None:
    assert excluded(path, [pattern]) is hit


def test_a_path_that_does_not_exist_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="no such file or folder: nope"):
        choose(str(tmp_path), Request(str(tmp_path), ("nope",)), (), wanted)


def test_folders_are_reported_whole(tmp_path: Path) -> None:
    make(tmp_path, "a.yaml", "b/c.yaml")
    choice = choose(str(tmp_path), Request(str(tmp_path), ("b",)), (), wanted)
    assert [relative(path, str(tmp_path)) for path in choice.files] == ["b/c.yaml"]
    assert choice.only is None


def test_named_files_are_reported_and_their_repository_is_indexed(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    make(tmp_path, "a.yaml", "b/c.yaml", "odd.conf")
    request = Request(str(tmp_path / "b"), ("c.yaml", "../odd.conf"))
    choice = choose(str(tmp_path / "b"), request, (), wanted)
    assert choice.only == frozenset({"c.yaml", "../odd.conf"})
    assert sorted(relative(path, str(tmp_path)) for path in choice.files) == ["a.yaml", "b/c.yaml", "odd.conf"]
    assert choice.concerns(("../a.yaml",)) is False
    assert choice.concerns(("../a.yaml", "c.yaml")) is True


def test_excludes_hold_for_folders_and_for_named_files_only_when_forced(tmp_path: Path) -> None:
    make(tmp_path, "a.yaml", "b/c.yaml")
    root = str(tmp_path)
    assert choose(root, Request(root, (".",)), ("b",), wanted).files == (str(tmp_path / "a.yaml"),)
    assert choose(root, Request(root, ("b/c.yaml",)), ("b",), wanted).files == (str(tmp_path / "b/c.yaml"),)
    assert choose(root, Request(root, ("b/c.yaml",), force_exclude=True), ("b",), wanted).files == ()


def test_links_that_lead_nowhere_or_round_are_given_to_be_skipped_with_their_reason(tmp_path: Path) -> None:
    make(tmp_path, "a.yaml")
    os.symlink("round.yaml", tmp_path / "round.yaml")
    os.symlink("nowhere", tmp_path / "gone.yaml")
    os.symlink(".", tmp_path / "folder.yaml")
    assert shown(tmp_path, list(walk(str(tmp_path), wanted))) == ["a.yaml", "gone.yaml", "round.yaml"]
    result = check(Request(str(tmp_path)), Options()).result
    assert {skip.path: skip.why.split(":")[0] for skip in result.skipped} == {
        "gone.yaml": "can't be read",
        "round.yaml": "can't be read",
    }


def test_more_processes_than_files_are_not_started(tmp_path: Path) -> None:
    pipeline = "{traces: {receivers: [otlp], exporters: [x]}}"
    text = f"receivers: {{otlp: }}\nexporters: {{debug: }}\nservice: {{pipelines: {pipeline}}}\n"
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(text)
    many = check(Request(str(tmp_path), jobs=100_000), Options()).result
    one = check(Request(str(tmp_path), jobs=1), Options()).result
    assert many == one
    assert len(one.findings) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    make(tmp_path, "a.yaml")
    os.mkfifo(tmp_path / "b.yaml")
    os.mkfifo(tmp_path / "c.jar")
    for paths in ((".",), ("b.yaml", "c.jar")):
        result = check(Request(str(tmp_path), paths, jobs=1), Options()).result
        assert {skip.path: skip.why.split(",")[0] for skip in result.skipped} == {
            "b.yaml": "can't be read: it is a pipe or a device",
            "c.jar": "can't be read: it is a pipe or a device",
        }

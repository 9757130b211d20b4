"""The examples of the repository: what is found in them, where, and what the patch leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness import run_files

EXAMPLES = Path(__file__).parents[4] / "examples"


def _files(name: str) -> dict[str, str]:
    folder = EXAMPLES / name
    files = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }
    return {path: text for path, text in files.items() if not path.endswith(".md")}


def _found(files: dict[str, str]) -> list[tuple[str, str, str, str]]:
    """Severity, policy, file and token of each finding."""
    return [
        (
            found.severity.word,
            found.policy,
            found.place.path,
            files[found.place.path][found.place.start : found.place.end],
        )
        for found in run_files(files).result.findings
    ]


def test_async_oom() -> None:
    files = _files("dubbo-async-oom")
    assert _found(files) == [
        ("error", "dubbo/async-executor-shut-down", "pom.xml", "2.7.12"),
        ("warning", "dubbo/dead-peer-never-reconnected", "pom.xml", "2.7.12"),
    ]
    run = run_files(files)
    error = run.result.findings[0]
    assert "Upgrade to 2.7.15 (it is end of life; the nearest maintained is 3.2." in error.message
    chain = [(one.place.path, files[one.place.path][one.place.start : one.place.end]) for one in error.related]
    assert chain[:3] == [
        ("web/src/main/resources/consumer.xml", "true"),
        ("web/pom.xml", "dubbo"),
        ("pom.xml", "${dubbo.version}"),
    ]
    assert run.fix("safe") == files
    fixed = run.fix("unsafe")
    assert fixed == {**files, "pom.xml": files["pom.xml"].replace("2.7.12", "2.7.15")}
    assert _found(fixed) == []


def test_isolation() -> None:
    assert _found(_files("dubbo-isolation")) == [
        ("warning", "dubbo/persistent-disable", "overrides.yaml", "dynamic=false"),
        ("error", "dubbo/configurator-never-applies", "stock-retired.yaml", "addresses"),
    ]


@pytest.mark.parametrize("name", ["dubbo-async-oom", "dubbo-isolation"])
def test_healthy(name: str) -> None:
    run = run_files(_files(f"healthy/{name}"))
    assert run.result.findings == ()
    assert run.result.unjudged == ()
    assert sum((run.result.matched or {}).values()) > 0

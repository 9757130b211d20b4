from __future__ import annotations

from pathlib import Path

import pytest

from linter.cli import main
from linter.policy.bundle import all_kinds
from linter.policy.vocabulary import page, told
from linter.system import load_all
from tests.unit.policy.toy import KINDS

ROOT = Path(__file__).parents[3]


def test_a_kind_in_text() -> None:
    assert told(KINDS["toy.client"]) == (
        "toy.client: a client\n\n"
        "  time       duration          how often it pings\n"
        "  permit     bool              whether it pings idle connections\n"
        "  links      list of toy.link  its links\n"
        "  name       string            its name\n"
        "  port       int               its port\n"
        "  keepalive  block             the section\n"
    )


def test_a_kind_on_the_page() -> None:
    made = page(KINDS)
    assert "## toy.link\n\na link\n\n| field | type | |\n|---|---|---|\n" in made
    assert "| `client` | [toy.client](#toyclient) | client |\n" in made
    assert "| `version` | version (semver) | its version |\n" in made


def test_the_page_is_current() -> None:
    there = (ROOT / "docs" / "kinds.md").read_text("utf-8")
    assert there == page(all_kinds(load_all())), "run `python docs/generate.py`"


def test_kinds_are_explained(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "grpc.client"]) == 0
    assert "  permit_without_stream  bool " in capfd.readouterr().out
    assert main(["explain", "grpc.clint"]) == 2
    assert "no kind of things is called `grpc.clint` (did you mean `grpc.client`?)" in capfd.readouterr().err

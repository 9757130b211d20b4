"""Pairs in the settings that name nothing are faults at their place in the settings file."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.faults import Faults
from linter.options import Flags, load
from linter.run import Request, check
from linter.run.listing import Listing
from tests.harness import run_files
from tests.unit.systems.otelcol.support import collector

FILES = {"edge/agent.yaml": collector("otlp/gw:\n  endpoint: x:1"), "core/gateway.yaml": collector()}
START, CALLED = ".deadpeer.yaml", "in the files checked is called"


def settings(client: str, server: str) -> str:
    return f"pairs:\n  - client: {client}\n    server: '{server}'\n"


@pytest.mark.parametrize(
    ("client", "server", "expected"),
    [
        ("edge/agent.yaml", "core/gateway.yaml", []),
        ("edge/agent.yaml#otlp/gw", "core/*.yaml#otlp", []),
        ("'edge/*'", "'*'", []),
        (
            "edge/agent.yaml#otlp",
            "core/gateway.yaml",
            [
                f"{START}:2:13: no client {CALLED} `edge/agent.yaml#otlp` (did you mean `edge/agent.yaml#otlp/gw`?)",
            ],
        ),
        (
            "edge/agent.yaml",
            "core/gatway.yaml",
            [
                f"{START}:3:13: no server {CALLED} `core/gatway.yaml` (did you mean `core/gateway.yaml`?)",
            ],
        ),
        (
            "nowhere",
            "qqq",
            [
                f"{START}:2:13: no client {CALLED} `nowhere`",
                f"{START}:3:13: no server {CALLED} `qqq`",
            ],
        ),
    ],
)
def test_each_end_has_to_name_something(client: str, server: str, expected: list[str]) -> None:
    given = settings(client, server.strip("'"))
    try:
        run_files(FILES, given)
        found = []
    except Faults as faults:
        found = [str(fault) for fault in faults.faults]
    assert found == expected


def test_the_list_of_links_says_so_too(tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / ".deadpeer.yaml").write_text(settings("a", "b"), "utf-8")
    options = load(Flags(), str(tmp_path))
    with pytest.raises(Faults):
        Listing(Request(str(tmp_path)), options)
    # Of a part of the tree nothing can be said: the other half may be elsewhere.
    assert check(Request(str(tmp_path), ("edge",)), options).result.opened == 1

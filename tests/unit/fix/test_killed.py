"""Fixes whose process is killed at any moment: every file is the old one or the new one, whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[3]
NAMES = tuple(f"{number}.yaml" for number in range(6))
REST = "# text that makes the file longer than one write\n"
LINES = 20_000
OLD = "a: 1\n" + REST * LINES
NEW = "a: 22222\n" + REST * LINES
TIMES = 150 if os.environ.get("DEADPEER_FULL") == "1" else 12  # noqa: TID251

WRITER = f"""
import sys
from linter.fix.write import write_files
from linter.record import replace
from linter.text.source import Source

rest = {REST!r} * {LINES}
old, new = "a: 1\\n" + rest, "a: 22222\\n" + rest
print("ready", flush=True)
while True:
    pairs = [(Source(name, old), Source(name, new)) for name in {NAMES!r}]
    write_files(sys.argv[1], pairs)
    old, new = new, old
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes can't be killed like that here")
def test_whenever_the_process_is_killed_every_file_is_whole_and_those_first_in_order_are_ahead(tmp_path: Path) -> None:
    random = Random(7)  # noqa: S311
    switched = 0
    for _ in range(TIMES):
        for name in NAMES:
            (tmp_path / name).write_bytes(OLD.encode())
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            process.wait(random.random() * 0.2)
        except subprocess.TimeoutExpired:
            process.kill()
        assert process.wait() == -signal.SIGKILL
        process.stdout.close()
        found = [(tmp_path / name).read_bytes().decode() for name in NAMES]
        assert set(found) <= {OLD, NEW}
        turns = sum(one != other for one, other in pairwise(found))
        assert turns <= 1
        switched += turns
        assert {path.suffix for path in tmp_path.iterdir()} <= {".yaml", ".tmp"}
        for path in tmp_path.glob(".*.tmp"):
            path.unlink()
    assert switched or TIMES < 100, "no kill fell between two files"

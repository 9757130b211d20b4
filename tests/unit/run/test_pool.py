from __future__ import annotations

import os
from pathlib import Path

import pytest

from linter.run.pool import _content


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 30])
@pytest.mark.parametrize("most", [1, 10, 11])
def test_a_file_is_read_up_to_the_limit(tmp_path: Path, size: int, most: int) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * size)
    with path.open("rb") as file:
        assert _content(file, most) == b"x" * min(size, most)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="no such files here")
def test_a_file_that_is_longer_than_it_says_is_read_whole() -> None:
    with open("/proc/self/status", "rb") as file:
        assert os.fstat(file.fileno()).st_size == 0
        assert _content(file, 10**6).count(b"\n") > 5

"""What Java itself reads in odd properties texts: ``properties.jsonl``, rows of ``[text, pairs or null]``.

Needs a JDK, 17 or newer; the tests don't. Usage: ``python tests/oracle/make_properties.py``.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
PIECES = (
    *("a", "key", "=", ":", " ", "\t", "\f", "#", "!", "\n", "\r", "\r\n"),
    *("\\", "\\\\", "\\\n", "\\\r\n  ", "\\\r", "\\=", "\\:", "\\ ", "\\#", "\\n", "\\t", "\\q"),
    *("\\u0041", "\\u00e9", "\\ud83d\\ude00", "\\u12", "\\u\\\n0041", "é", "中", "😀"),
    *("\x0b", "\x85", "\u2028", "\xa0"),
)
COUNT = 1500


def texts() -> Iterator[str]:
    """Pieces of every kind beside each other, and longer texts of random ones."""
    chosen = random.Random(17)  # noqa: S311  a fixed choice of cases
    yield from PIECES
    yield from (f"k{one}{other}v" for one in PIECES for other in PIECES)
    for _ in range(COUNT):
        yield "".join(chosen.choice(PIECES) for _ in range(chosen.randint(2, 14)))


def main() -> None:
    wanted = list(dict.fromkeys(texts()))
    given = "".join(f"{text.encode('utf-16-be').hex()}\n" for text in wanted)
    done = subprocess.run(
        ("java", str(HERE / "ReadProperties.java")), input=given, capture_output=True, text=True, check=True
    )
    read = [json.loads(line) for line in done.stdout.splitlines()]
    rows = [json.dumps([text, pairs]) for text, pairs in zip(wanted, read, strict=True)]
    (HERE / "properties.jsonl").write_text("\n".join((*rows, "")), "ascii")


if __name__ == "__main__":
    main()

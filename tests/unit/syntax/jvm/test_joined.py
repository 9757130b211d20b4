"""What joined strings and blocks say, and where each character of it is written."""

from __future__ import annotations

import pytest

from linter.syntax.jvm.joined import joined

BLOCK = '"""'


@pytest.mark.parametrize(
    ("kotlin", "source", "expected"),
    [
        (False, '"a: b\\n" + "c: \\u0041"', "a: b\nc: A"),
        (False, '"a" /* + "x" */ + // "y"\n ("b" + "c")', "abc"),
        (False, '"a" + get("x", y + "z").c + 5 + "b"', "a$(value)$(value)b"),
        (False, '"a: %s, %1$d, 5%"', "a: $(value), $(value), 5%"),
        (False, f"{BLOCK}\n    a:\n      b: c   \n    {BLOCK}", "a:\n  b: c\n"),
        (False, f"{BLOCK}\n    a:\n\n      b: c{BLOCK}", "a:\n\n  b: c"),
        (False, f"{BLOCK}\r\n    a: \\{BLOCK}\r\n   b{BLOCK}", f" a: {BLOCK}\nb"),
        (True, f"{BLOCK}\n    a: $b\n      c: ${{d.e}}\n    {BLOCK}", "\na: $(b)\n  c: $(d.e)\n"),
        (True, f"{BLOCK}a \\n $ b{BLOCK}", "a \\n $ b"),
        (True, '"a \\$b $c\\n" + "d"', "a $b $(c)\nd"),
    ],
)
def test_what_a_string_says(kotlin: bool, source: str, expected: str) -> None:
    around = f"String s = {source};"
    start = around.index(source)
    found = joined(around, start, start + len(source), kotlin)
    assert found is not None
    assert found.text == expected
    # each plain character stands where its run says
    for run in found.runs:
        said, written = found.text[run.start : run.start + run.size], around[run.at : run.at + run.width]
        assert said == written or written[0] in "\\$%\r" or said == "$(value)", (said, written)
    assert [run.at for run in found.runs] == sorted(run.at for run in found.runs)


@pytest.mark.parametrize("piece", ['"', '"\\', "(", '"""', "/*", "'", '"a" + ', "%", "$", "${"])
@pytest.mark.parametrize("kotlin", [False, True])
def test_what_does_not_end_is_read_once(piece: str, kotlin: bool) -> None:
    """Reading each beginning again to the end would take minutes here."""
    text = f'"{piece * 50_000}'
    joined(text, 0, len(text), kotlin)
    joined(piece * 50_000, 0, len(piece) * 50_000, kotlin)

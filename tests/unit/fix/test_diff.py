"""Every diff is given to the real ``git apply``: the files must become what was meant, byte for byte."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from linter.fix.diff import unified
from linter.record import replace
from linter.text.source import Source

LINES = [f"key{number}: value{number}\n" for number in range(40)]


def applied(folder: Path, diff: str, *options: str) -> None:
    done = subprocess.run(
        ["git", "apply", *options, "-"],
        input=diff.encode("utf-8", "surrogateescape"),
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode() + diff


def written(folder: Path, source: Source, text: str) -> Path:
    path = folder.joinpath(*source.path.split("/"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(source.encode(text))
    return path


CASES = {
    "a line in the middle": ("".join(LINES), "".join(LINES).replace("value20", "other")),
    "two places far apart": ("".join(LINES), "".join(LINES).replace("value2\n", "x\n").replace("value37", "y")),
    "two places close together": ("".join(LINES), "".join(LINES).replace("value20", "x").replace("value23", "y")),
    "the first line": ("".join(LINES), "".join(LINES).replace("value0\n", "x\n")),
    "an insertion at the end": ("".join(LINES), "".join(LINES) + "last: 1\n"),
    "an insertion at the start": ("".join(LINES), "first: 1\n" + "".join(LINES)),
    "a removal": ("".join(LINES), "".join(LINES[:10] + LINES[12:])),
    "no newline at the end, before and after": ("a: 1\nb: 2", "a: 1\nb: 3"),
    "a newline at the end is added": ("a: 1\nb: 2", "a: 1\nb: 2\nc: 3\n"),
    "a newline at the end is lost": ("a: 1\nb: 2\n", "a: 1\nb: 2"),
    "CRLF": ("a: 1\r\nb: 2\r\nc: 3\r\n", "a: 1\r\nb: 5\r\nd: 4\r\nc: 3\r\n"),
    "CR only": ("a: 1\rb: 2\rc: 3\r", "a: 1\rb: 5\rc: 3\r"),
    "one line": ("a", "b"),
    "repeated lines": ("x\n" * 500 + "y\n" + "x\n" * 500, "x\n" * 501 + "z\n" + "x\n" * 498 + "w\nx\n"),
    "other line breaks of Unicode": ("a: \u2028 \x85 \x0c\nb: 1\n", "a: \u2028 \x85 \x0c\nb: 2\n"),
    "text beyond ASCII": ("a: 中文 😀\nb: 1\n", "a: 中文 😀\nb: 二\n"),
    "lines that look like a patch": ("--- a\n+++ b\n@@ -1 +1 @@\n", "--- a\n+++ c\n@@ -1 +1 @@\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_git_takes_the_diff_and_makes_the_new_file_of_the_old(name: str, tmp_path: Path) -> None:
    old, new = CASES[name]
    source = Source("conf/a.yaml", old)
    path = written(tmp_path, source, old)
    diff = unified({source.path: source}, {source.path: replace(source, text=new)})
    applied(tmp_path, diff, "--check")
    applied(tmp_path, diff)
    assert path.read_bytes() == source.encode(new)


@pytest.mark.parametrize(
    ("encoding", "bom"),
    [
        ("utf-8", b"\xef\xbb\xbf"),
        ("gb18030", b""),
        ("latin-1", b""),
        ("utf-16-le", b"\xff\xfe"),
        ("utf-16-be", b"\xfe\xff"),
    ],
)
def test_a_diff_speaks_of_the_bytes_of_the_file(encoding: str, bom: bytes, tmp_path: Path) -> None:
    letter = "中" if encoding != "latin-1" else "é"
    old = f"a: {letter}\r\nb: 1\r\nc: {letter}\r\n"
    source = Source("a.yaml", old, encoding, bom)
    path = written(tmp_path, source, old)
    new = old.replace("1", f"2{letter}")
    applied(tmp_path, unified({source.path: source}, {source.path: replace(source, text=new)}))
    assert path.read_bytes() == bom + new.encode(encoding)


@pytest.mark.parametrize(
    "name",
    ["with space.yaml", "deep er/two  spaces", 'quo"te.yaml', "back\\slash", "中文.yaml", "tab\there", "new\nline"],
)
def test_odd_file_names_survive(name: str, tmp_path: Path) -> None:
    source = Source(name, "a: 1\n")
    path = written(tmp_path, source, source.text)
    applied(tmp_path, unified({name: source}, {name: replace(source, text="a: 2\n")}))
    assert path.read_text() == "a: 2\n"


def test_the_diff_holds_its_files_in_the_order_of_the_new_texts_and_no_unchanged_one() -> None:
    before = {name: Source(name, "a: 1\n") for name in ("a", "b", "c")}
    after = {"c": Source("c", "a: 2\n"), "b": before["b"], "a": Source("a", "a: 2\n")}
    headers = [line for line in unified(before, after).split("\n") if line.startswith("+++")]
    assert headers == ["+++ b/c", "+++ b/a"]


def test_the_diff_is_what_people_know(tmp_path: Path) -> None:
    before = {"x/a.yaml": Source("x/a.yaml", "a: 1\nb: 2")}
    after = {"x/a.yaml": Source("x/a.yaml", "a: 1\nb: 3")}
    assert unified(before, after) == (
        "--- a/x/a.yaml\n+++ b/x/a.yaml\n@@ -1,2 +1,2 @@\n a: 1\n"
        "-b: 2\n\\ No newline at end of file\n+b: 3\n\\ No newline at end of file\n"
    )


def test_a_diff_applies_from_a_folder_below_too(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    source = Source("sub/a.yaml", "a: 1\n")
    path = written(tmp_path, source, source.text)
    applied(path.parent, unified({source.path: source}, {source.path: replace(source, text="a: 2\n")}))
    assert path.read_text() == "a: 2\n"


def test_a_text_that_the_encoding_can_not_hold_is_an_error() -> None:
    source = Source("a", "a: 1\n", "latin-1")
    with pytest.raises(UnicodeEncodeError):
        unified({"a": source}, {"a": replace(source, text="a: 中\n")})


TEXTS = st.lists(st.sampled_from(["", "a", "b", "a: 1", "中", "\t"]), max_size=12).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).flatmap(
        lambda eol: st.sampled_from(["", eol]).map(lambda last: eol.join(lines) + last)
    )
)


@example(old="\n\n\n\n\n", new="a\n\n\n\n\n")
@given(old=TEXTS, new=TEXTS)
def test_any_two_texts_differ_as_git_sees_it(old: str, new: str) -> None:
    assume(old and new)  # an emptied file is one that git would delete
    with TemporaryDirectory() as folder:
        source = Source("a", old)
        path = written(Path(folder), source, old)
        diff = unified({"a": source}, {"a": replace(source, text=new)})
        if old == new:
            assert diff == ""
        else:
            applied(Path(folder), diff)
        assert path.read_bytes() == new.encode()

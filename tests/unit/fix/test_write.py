from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from linter.fix.write import WriteFault, write_files
from linter.record import replace
from linter.text.source import Source


def pair(folder: Path, name: str, old: str = "a: 1\r\n", new: str = "a: 2\r\n") -> tuple[Source, Source]:
    source = Source(name, old)
    path = folder.joinpath(*name.split("/"))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(source.encode(old))
    return source, replace(source, text=new)


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_files_get_their_new_bytes_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    pairs = [pair(tmp_path, "b/c.yaml"), pair(tmp_path, "a.yaml", "\u4e2d", "\u6587")]
    assert write_files(str(tmp_path), pairs) == ("b/c.yaml", "a.yaml")
    assert (tmp_path / "b/c.yaml").read_bytes() == b"a: 2\r\n"
    assert (tmp_path / "a.yaml").read_text("utf-8") == "\u6587"
    assert names(tmp_path) == ["a.yaml", "b/c.yaml"]


@pytest.mark.parametrize("name", ["a" * 250 + ".yaml", "\u4e2d" * 85])
def test_the_longest_of_names(name: str, tmp_path: Path) -> None:
    write_files(str(tmp_path), [pair(tmp_path, name)])
    assert (tmp_path / name).read_bytes() == b"a: 2\r\n"
    assert names(tmp_path) == [name]


def test_encoding_and_byte_order_mark_are_kept(tmp_path: Path) -> None:
    source = Source("a", "中", "utf-16-le", b"\xff\xfe")
    (tmp_path / "a").write_bytes(b"\xff\xfe" + "中".encode("utf-16-le"))
    write_files(str(tmp_path), [(source, replace(source, text="文"))])
    assert (tmp_path / "a").read_bytes() == b"\xff\xfe" + "文".encode("utf-16-le")


def test_the_mode_is_kept(tmp_path: Path) -> None:
    made = pair(tmp_path, "a")
    (tmp_path / "a").chmod(0o640)
    write_files(str(tmp_path), [made])
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(tmp_path: Path) -> None:
    made = pair(tmp_path, "a")
    os.chown(tmp_path / "a", 12, 34)
    (tmp_path / "a").chmod(0o664)
    write_files(str(tmp_path), [made])
    known = (tmp_path / "a").stat()
    assert (known.st_uid, known.st_gid, stat.S_IMODE(known.st_mode)) == (12, 34, 0o664)


def refused(folder: Path, pairs: list[tuple[Source, Source]]) -> WriteFault:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(WriteFault) as caught:
        write_files(str(folder), pairs)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert caught.value.written == ()
    assert "nothing was written" in str(caught.value)
    return caught.value


def test_a_file_that_changed_since_it_was_read_stops_all(tmp_path: Path) -> None:
    pairs = [pair(tmp_path, "a"), pair(tmp_path, "b")]
    (tmp_path / "b").write_text("a: 3\n")
    fault = refused(tmp_path, pairs)
    assert (fault.path, fault.left) == ("b", ("a", "b"))
    assert "changed since" in str(fault)


def test_a_read_only_file_stops_all(tmp_path: Path) -> None:
    pairs = [pair(tmp_path, "a"), pair(tmp_path, "b")]
    (tmp_path / "b").chmod(0o444)
    assert "read-only" in str(refused(tmp_path, pairs))


def test_a_file_that_vanished_stops_all(tmp_path: Path) -> None:
    pairs = [pair(tmp_path, "a"), pair(tmp_path, "b")]
    (tmp_path / "b").unlink()
    assert "can't be read" in str(refused(tmp_path, pairs))


@pytest.mark.parametrize("name", ["../out", "/out", "sub/../../out"])
def test_a_file_outside_the_root_is_not_written(name: str, tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (tmp_path / "out").write_bytes(b"a: 1\r\n")
    source = Source(name if not name.startswith("/") else str(tmp_path / "out"), "a: 1\r\n")
    assert "outside" in str(refused(root, [(source, replace(source, text="a: 2\r\n"))]))
    assert (tmp_path / "out").read_bytes() == b"a: 1\r\n"


def test_a_link_that_leads_out_of_the_root_is_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "out").write_bytes(b"a: 1\r\n")
    (root / "link").symlink_to(tmp_path / "out")
    source = Source("link", "a: 1\r\n")
    assert "outside" in str(refused(root, [(source, replace(source, text="a: 2\r\n"))]))
    assert (root / "link").is_symlink()


def test_a_link_inside_the_root_stays_a_link_and_its_target_is_written(tmp_path: Path) -> None:
    _, after = made = pair(tmp_path, "a")
    (tmp_path / "link").symlink_to("a")
    write_files(str(tmp_path), [(replace(made[0], path="link"), replace(after, path="link"))])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_bytes() == b"a: 2\r\n"


def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    source = Source("a", "x")
    assert "regular" in str(refused(tmp_path, [(source, replace(source, text="y"))]))


def test_a_text_that_the_encoding_can_not_hold(tmp_path: Path) -> None:
    source = Source("a", "x", "latin-1")
    (tmp_path / "a").write_text("x")
    assert "latin-1" in str(refused(tmp_path, [(source, replace(source, text="中"))]))


def texts(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in names(folder)]


def test_a_disk_that_fills_up_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair(tmp_path, name) for name in ("1", "2", "3")]
    full: Iterator[bool] = iter([False, True])
    fsync = os.fsync

    def disk(handle: int) -> None:
        if stat.S_ISREG(os.fstat(handle).st_mode) and next(full):
            raise OSError(28, "No space left on device")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", disk)
    fault = refused(tmp_path, pairs)
    assert (fault.left, str(fault)) == (
        ("1", "2", "3"),
        "2: can't be written: No space left on device; nothing was written",
    )
    assert names(tmp_path) == ["1", "2", "3"]


def failing(monkeypatch: pytest.MonkeyPatch, at: int, then: Callable[[], object] = lambda: None) -> None:
    """The renaming number ``at`` fails, after ``then``; others do what they do."""
    count = iter(range(at + 10))
    replace_file = Path.replace

    def rename(self: Path, target: Path) -> Path:
        if next(count) == at:
            then()
            raise OSError(5, "Input/output error")
        return replace_file(self, target)

    monkeypatch.setattr(Path, "replace", rename)


def test_a_failure_in_the_middle_puts_back_what_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair(tmp_path, name) for name in ("1", "2", "3")]
    (tmp_path / "1").chmod(0o640)
    failing(monkeypatch, 2)
    fault = refused(tmp_path, pairs)
    assert (fault.path, fault.left) == ("3", ("1", "2", "3"))
    assert names(tmp_path) == ["1", "2", "3"]
    assert stat.S_IMODE((tmp_path / "1").stat().st_mode) == 0o640


def test_what_somebody_changes_meanwhile_is_not_put_back_but_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [pair(tmp_path, name) for name in ("1", "2", "3")]
    failing(monkeypatch, 2, lambda: (tmp_path / "2").write_bytes(b"theirs"))
    with pytest.raises(WriteFault) as caught:
        write_files(str(tmp_path), pairs)
    assert str(caught.value) == "3: can't be written: Input/output error; written: 2; not written: 1, 3"
    assert texts(tmp_path) == [b"a: 1\r\n", b"theirs", b"a: 1\r\n"]


def test_a_file_that_changes_while_others_are_written_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair(tmp_path, "first"), pair(tmp_path, "second")]
    fsync = os.fsync

    def editor(handle: int) -> None:
        (tmp_path / "second").write_text("theirs")
        fsync(handle)

    monkeypatch.setattr(os, "fsync", editor)
    with pytest.raises(WriteFault) as caught:
        write_files(str(tmp_path), pairs)
    assert "changed since" in str(caught.value)
    assert texts(tmp_path) == [b"a: 1\r\n", b"theirs"]


def test_a_file_whose_owner_can_not_be_kept_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [pair(tmp_path, "a"), pair(tmp_path, "b")]
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root may give files away")
    os.chown(tmp_path / "b", 12, 34)

    def forbidden(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", forbidden)
    assert "owner" in str(refused(tmp_path, pairs))
    assert names(tmp_path) == ["a", "b"]

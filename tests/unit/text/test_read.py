from __future__ import annotations

import codecs

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from linter.text.read import Undecodable, decode
from linter.text.source import Source

TEXT = "a: 中文 🚀\r\nb: é\n"


def text_of(data: bytes, declared: str | None = None) -> Source:
    found = decode("f", data, declared)
    assert isinstance(found, Source), found
    assert found.encode(found.text) == data
    return found


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_set_aside(mark: bytes, encoding: str) -> None:
    source = text_of(mark + TEXT.encode(encoding), declared="ISO-8859-1")
    assert (source.text, source.bom, source.encoding) == (TEXT, mark, encoding)
    assert source.encode("x") == mark + "x".encode(encoding)


def test_text_without_a_mark_is_utf_8() -> None:
    assert text_of(TEXT.encode()) == Source("f", TEXT)
    assert text_of(b"") == Source("f", "")


def test_what_is_not_utf_8_may_be_gb18030() -> None:
    source = text_of("提供者: 名称\n".encode("gbk"))
    assert (source.text, source.encoding) == ("提供者: 名称\n", "gb18030")


def test_what_a_file_declares_goes_before_utf_8() -> None:
    assert text_of(b"caf\xe9", "ISO-8859-1").text == "café"
    assert text_of("名称".encode("gb2312"), "GB2312").text == "名称"
    assert text_of(TEXT.encode(), "UTF-8").text == TEXT


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_an_xml_declaration_tells_wide_characters_without_a_mark(encoding: str) -> None:
    text = "<?xml version='1.0' encoding='UTF-16'?><a>中</a>"
    source = text_of(text.encode(encoding))
    assert (source.text, source.encoding, source.bom) == (text, encoding, b"")
    assert isinstance(decode("f", "a: 1\n".encode(encoding)), Undecodable)


def test_wide_characters_are_not_believed_without_a_mark() -> None:
    assert text_of(b"<?xml encoding='UTF-16'?>", "UTF-16").encoding == "utf-8"


@pytest.mark.parametrize(
    ("data", "declared", "offset", "why"),
    [
        (b"a: 1\n\0", None, 5, "zero byte"),
        (b"\x89PNG\r\n\x1a\n", None, 0, "neither UTF-8 nor GB 18030"),
        (b"ok caf\xe9 \x07", None, 6, "neither UTF-8 nor GB 18030"),
        (b"a\xff", "utf-8", 1, "not valid UTF-8"),
        (b"caf\xe9", "ascii", 3, "not valid ASCII"),
        (b"a", "klingon", 0, "klingon that the file declares is not known"),
        (b"a", "hex", 0, "hex that the file declares is not known"),
        (b"a", "unicode_escape", 0, "not known"),
        (b"a", "bad\0name", 0, "not known"),
        (codecs.BOM_UTF16_LE + b"a\0b", None, 4, "not valid UTF-16-LE"),
        (codecs.BOM_UTF16_LE + b"a\0\0\0", None, 4, "zero character"),
        (codecs.BOM_UTF16_BE + b"\xd8\0", None, 2, "not valid UTF-16-BE"),
        (b"\x1b$B\x1b(B", "iso-2022-jp", 0, "could not be written back"),
    ],
)
def test_what_is_no_text_says_where_and_why(data: bytes, declared: str | None, offset: int, why: str) -> None:
    found = decode("f", data, declared)
    assert isinstance(found, Undecodable)
    assert found.offset == offset
    assert why in found.why
    mark = next((mark for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) if data.startswith(mark)), b"")
    wide = "utf-16-be" if mark == codecs.BOM_UTF16_BE else "utf-16-le" if mark else "utf-8"
    assert found.lead == data[len(mark) : offset].decode(wide)


@given(st.binary(max_size=30), st.sampled_from([None, "utf-8", "gbk", "big5", "shift_jis", "hz", "euc-kr", "cp1252"]))
def test_a_source_always_gives_its_bytes_back(data: bytes, declared: str | None) -> None:
    found = decode("f", data, declared)
    if isinstance(found, Source):
        assert found.encode(found.text) == data
    else:
        assert 0 <= found.offset <= len(data)
        assert found.why


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30),
    st.sampled_from(["utf-16", "utf-32", "utf-8-sig", "utf-8"]),
)
def test_unicode_text_is_read_whole(text: str, encoding: str) -> None:
    assume(not text.startswith("\ufeff"))
    assert text_of(text.encode(encoding)).text == text

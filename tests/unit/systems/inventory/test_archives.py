"""Jars and what is in them, within bounds."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from linter.facts.tree import Seq
from linter.options import Options
from linter.run import Request, check
from linter.run.listing import Listing
from linter.syntax.document import UNREAD, Problem
from linter.systems.inventory import archives


def zipped(files: Mapping[str, bytes | str], compression: int = ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def pom(group: str, artifact: str, version: str) -> dict[str, str]:
    text = f"#Generated\nversion={version}\ngroupId={group}\nartifactId={artifact}\n"
    return {f"META-INF/maven/{group}/{artifact}/pom.properties": text}


def found(data: bytes, path: str = "app.jar") -> list[str]:
    """The packages of an archive as ``group:artifact:version in file``, and what is not looked into."""
    lines = []
    for one in archives.unpack(path, io.BytesIO(data)):
        if isinstance(one, Problem):
            assert one.kind == UNREAD
            lines.append(one.message.removeprefix("read in part only: "))
            continue
        modules = one.data["modules"]
        assert isinstance(modules, Seq)
        for module in modules.items:
            items = module.get("items")  # type: ignore[union-attr]
            for item in items.items:  # type: ignore[union-attr]
                said = {entry.key: entry.value.text for entry in item.entries}  # type: ignore[union-attr]
                lines.append(f"{said['group']}:{said['artifact']}:{said['version']} in {said['via']}")
    return lines


LIB = zipped({**pom("org.acme", "lib", "1.5"), "x.class": b"\xca\xfe"})


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (zipped({"BOOT-INF/lib/dubbo-2.7.12.jar": b"not opened"}),
         ["org.apache.dubbo:dubbo:2.7.12 in BOOT-INF/lib/dubbo-2.7.12.jar"]),
        (zipped({"WEB-INF/lib/dubbo-2.6.5.jar": b""}), ["com.alibaba:dubbo:2.6.5 in WEB-INF/lib/dubbo-2.6.5.jar"]),
        (zipped({"lib/dubbo-remoting-api-3.0.1.jar": b""}),
         ["org.apache.dubbo:dubbo-remoting-api:3.0.1 in lib/dubbo-remoting-api-3.0.1.jar"]),
        (zipped(pom("org.apache.dubbo", "dubbo", "2.7.12")),
         ["org.apache.dubbo:dubbo:2.7.12 in META-INF/maven/org.apache.dubbo/dubbo/pom.properties"]),
        (zipped({"META-INF/dubbo-versions/dubbo-common": "revision=3.2.16\n"}),
         ["org.apache.dubbo:dubbo-common:3.2.16 in META-INF/dubbo-versions/dubbo-common"]),
        (zipped({"META-INF/versions/dubbo-common": "revision=3.2.1\n", "META-INF/versions/9/module-info.class": b""}),
         ["org.apache.dubbo:dubbo-common:3.2.1 in META-INF/versions/dubbo-common"]),
        (zipped({"BOOT-INF/lib/own.jar": LIB}),
         ["org.acme:lib:1.5 in BOOT-INF/lib/own.jar!META-INF/maven/org.acme/lib/pom.properties"]),
        (zipped({"app.war": b"", "x/inner.jar": zipped({"lib/dubbo-2.7.12.jar": b""})}),
         ["org.apache.dubbo:dubbo:2.7.12 in x/inner.jar!lib/dubbo-2.7.12.jar",
          "`app.war`, which is damaged, is not looked into"]),
        (zipped({"shop.war": zipped({"WEB-INF/lib/dubbo-2.7.12.jar": b""})}),
         ["org.apache.dubbo:dubbo:2.7.12 in shop.war!WEB-INF/lib/dubbo-2.7.12.jar"]),
        (zipped({"x.class": b""}), []),
        (zipped({"a.jar": b"PK\x03\x04", "b.jar": b""}),
         ["`a.jar`, which is damaged, is not looked into, nor 1 more in it"]),
    ],
)  # fmt: skip
def test_what_an_archive_holds(data: bytes, expected: list[str]) -> None:
    assert found(data) == expected


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive", LIB[:-30]])
def test_a_broken_archive_is_skipped_with_the_reason(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "app.jar").write_bytes(data)

    run = check(Request(str(tmp_path)), Options())

    assert [(skip.path, skip.why.split(":")[0]) for skip in run.result.skipped] == [
        ("app.jar", "the archive can't be read")
    ]


def test_damaged_content_is_no_crash() -> None:
    data = bytearray(zipped(pom("a", "b", "1"), ZIP_DEFLATED))
    data[60:75] = b"\xff" * 15

    for one in archives.unpack("app.jar", io.BytesIO(bytes(data))):
        assert isinstance(one, Problem)


def test_bombs_are_not_opened() -> None:
    inner = zipped({"x": b"\0" * 3_000_000, **pom("a", "b", "1")}, ZIP_DEFLATED)
    bomb = zipped({"bomb.jar": zipped({"y": b"\0" * 10_000_000}, ZIP_STORED), "real.jar": LIB}, ZIP_DEFLATED)

    assert found(bomb)[1:] == ["`bomb.jar`, which is more than 200 times as large as it is packed, is not looked into"]
    assert len(found(bomb)) == 2
    assert found(zipped({"a.jar": inner})) == ["a:b:1 in a.jar!META-INF/maven/a/b/pom.properties"]


def test_nesting_ends() -> None:
    data = zipped({"lib/dubbo-2.7.12.jar": b""})
    for _ in range(archives.DEPTH + 1):
        data = zipped({"a.jar": data})

    deepest = "!".join(["a.jar"] * (archives.DEPTH + 1))
    assert found(data) == [f"`{deepest}`, which lies more than {archives.DEPTH} archives deep, is not looked into"]


def test_a_jar_that_says_nothing_is_what_it_is_called() -> None:
    assert found(zipped({"x.class": b""}), "lib/dubbo-2.7.12.jar") == ["org.apache.dubbo:dubbo:2.7.12 in "]


def test_two_applications_in_one_folder_are_two_modules(tmp_path: Path) -> None:
    (tmp_path / "dist").mkdir()
    for name, version in (("a-1.0", "2.7.12"), ("b-1.0", "2.7.23")):
        data = zipped({f"BOOT-INF/lib/dubbo-{version}.jar": b""})
        (tmp_path / "dist" / f"{name}.jar").write_bytes(data)

    listed = Listing(Request(str(tmp_path)), Options()).versions().found
    said = {(one.name, one.version) for one in listed if one.kind != "build.package"}

    assert said == {("a-1.0", "2.7.12"), ("b-1.0", "2.7.23")}


def test_the_libraries_of_a_folder_are_one_module(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    for name in ("dubbo-rpc-api", "dubbo-remoting-api"):
        data = zipped(pom("org.apache.dubbo", name, "2.7.12"))
        (tmp_path / "lib" / f"{name}-2.7.12.jar").write_bytes(data)

    listed = Listing(Request(str(tmp_path)), Options()).versions().found

    assert [one.version for one in listed if one.kind != "build.package"] == ["2.7.12"]


def test_too_many_files_are_a_reason_to_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 3)

    (problem,) = archives.unpack("app.jar", io.BytesIO(zipped({str(n): b"" for n in range(4)})))

    assert isinstance(problem, Problem)
    assert "more than 3 files" in problem.message


def test_a_jar_beside_a_build_belongs_to_its_module(tmp_path: Path) -> None:
    (tmp_path / "target").mkdir()
    (tmp_path / "target" / "app.jar").write_bytes(zipped({"BOOT-INF/lib/dubbo-2.7.12.jar": b""}))
    (tmp_path / "application.properties").write_text("dubbo.consumer.async=true\n", "utf-8")

    run = check(Request(str(tmp_path)), Options())

    finding = next(one for one in run.result.findings if one.policy == "dubbo/async-executor-shut-down")
    assert "target/app.jar" in {finding.place.path, *(one.place.path for one in finding.related)}
    versions = [
        one for one in Listing(Request(str(tmp_path)), Options()).versions().found if one.kind == "build.package"
    ]
    assert [(one.name, one.version, one.evidence[0].text) for one in versions] == [
        ("org.apache.dubbo:dubbo", "2.7.12", "target/app.jar holds BOOT-INF/lib/dubbo-2.7.12.jar")
    ]


def test_archives_are_read_by_several_processes_too(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"app{number}.jar").write_bytes(zipped({"BOOT-INF/lib/dubbo-2.7.12.jar": b""}))

    one = Listing(Request(str(tmp_path), jobs=1), Options()).versions()
    two = Listing(Request(str(tmp_path), jobs=2), Options()).versions()

    assert one.found == two.found
    assert len([each for each in one.found if each.kind == "build.package"]) == 4

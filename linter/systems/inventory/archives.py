"""Jars, wars and fat jars: what they hold, by names and by what is written in them; nothing is unpacked to disk.

Sources: docs.spring.io, "The Executable Jar Format"; maven-archiver, ``META-INF/maven/…/pom.properties``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import IO, TYPE_CHECKING

from linter.pattern import pattern
from linter.record import dataclass
from linter.syntax.document import UNREAD, DocRef, Place, Problem
from linter.system import Fragment
from linter.systems.inventory.item import Item, Module, fragment
from linter.systems.inventory.texts import jar
from linter.versions.published import Published

if TYPE_CHECKING:
    from zipfile import ZipFile

_POM = pattern(r"(?:META-INF|WEB-INF/classes/META-INF|BOOT-INF/classes/META-INF)/maven/([^/]+)/([^/]+)/pom\.properties")
_LINE = pattern(r"(?m)^\s*(\w+)\s*[=:]\s*(\S+)\s*$")

NESTED = (".jar", ".war", ".ear", ".rar")
MOST_ENTRIES = 100_000
MOST_JARS = 3_000
LARGEST_JAR = 256 * 1024 * 1024
LARGEST_FILE = 64 * 1024
TOTAL = 1024 * 1024 * 1024
RATIO = 200
DEPTH = 3


@dataclass(frozen=True, slots=True)
class Held:
    """A package in an archive, and the file in it that says so."""

    item: Item
    within: str


def unpack(path: str, file: IO[bytes]) -> Iterator[Fragment | Problem]:
    """What the archive at ``path`` holds, and what could not be looked into.

    Nothing where no package of it is known, a problem alone where it is broken. An application is a module by its name;
    a library is none.
    """
    ref = DocRef(path, "zip")
    published = Published()
    archive = _Archive(published)
    try:
        held = list(archive.read(file, "", 0))
    except _Broken as error:
        yield Problem(Place(ref, 0, 0), str(error), "archive")
        return
    file_name = path.rpartition("/")[2]
    own = jar(file_name, published)
    if own is not None and not held:
        held = [Held(own, "")]
    items = dict.fromkeys(one.item._replace(via="") for one in held)
    within = {one.item: one.within for one in reversed(held)}
    if items:
        name = file_name.rpartition(".")[0]
        library = own is not None or all(_is_own(one, name) for one in held)
        said = tuple(item._replace(via=within[item]) for item in items)
        yield fragment(ref, "archive", [Module("", "" if library else name, "", 0, 0, said)])
    if archive.unread:
        more = f", nor {len(archive.unread) - 1} more in it" if len(archive.unread) > 1 else ""
        yield Problem(Place(ref, 0, 0), f"read in part only: {archive.unread[0]} is not looked into{more}", UNREAD)


def _is_own(held: Held, name: str) -> bool:
    """Whether it is what the archive called ``name`` says of itself, and not of what is in it."""
    return ".jar" not in held.within and name.startswith(held.item.artifact)


class _Broken(Exception):
    """The archive is damaged or made to do harm."""


class _Archive:
    """One archive with all that are in it; the limits count for all together."""

    def __init__(self, published: Published) -> None:
        self._published = published
        self._jars = 0
        self._bytes = 0
        self.unread: list[str] = []
        self._files = published.version_files()

    def read(self, file: IO[bytes], within: str, depth: int) -> Iterator[Held]:
        """The packages in ``file``, which is ``within`` another."""
        from zipfile import BadZipFile, LargeZipFile, ZipFile

        try:
            with ZipFile(file) as archive:
                names = archive.namelist()
                if len(names) > MOST_ENTRIES:
                    raise _Broken(f"the archive holds more than {MOST_ENTRIES} files")
                for name in names:
                    yield from self._entry(archive, name, within, depth)
        except (BadZipFile, LargeZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
            if not within:
                raise _Broken(f"the archive can't be read: {str(error) or type(error).__name__}") from error
            self.unread.append(f"`{within}`, which is damaged,")
        except Exception as error:  # zlib and lzma have errors of their own
            if type(error).__module__ not in ("zlib", "lzma", "_lzma"):
                raise
            if not within:
                raise _Broken(f"the archive can't be read: {error}") from error
            self.unread.append(f"`{within}`, which is damaged,")

    def _entry(self, archive: ZipFile, name: str, within: str, depth: int) -> Iterator[Held]:
        shown = f"{within}!{name}" if within else name
        found = _POM.fullmatch(name)
        if found is not None:
            said = dict(_LINE.findall(self._text(archive, name)))
            version = said.get("version")
            if version:
                item = Item(
                    said.get("groupId") or found[1] or "", said.get("artifactId") or found[2] or "", version, 0, 0
                )
                yield Held(item, shown)
        elif name.lower().endswith(NESTED):
            known = jar(name.rpartition("/")[2], self._published)
            if known is not None:
                yield Held(known, shown)
            else:
                yield from self._nested(archive, name, shown, depth)
        else:
            yield from self._telling(archive, name, shown)

    def _telling(self, archive: ZipFile, name: str, shown: str) -> Iterator[Held]:
        """A file by which a library tells its own version."""
        if not name.startswith("META-INF/") or name.endswith("/"):
            return
        for path, group in self._files:
            if fnmatchcase(name, path) and name.count("/") == path.count("/"):
                version = dict(_LINE.findall(self._text(archive, name))).get("revision")
                if version:
                    yield Held(Item(group, name.rpartition("/")[2], version, 0, 0), shown)

    def _nested(self, archive: ZipFile, name: str, shown: str, depth: int) -> Iterator[Held]:
        self._jars += 1
        info = archive.getinfo(name)
        why = ""
        if depth >= DEPTH:
            why = f"which lies more than {DEPTH} archives deep,"
        elif self._jars > MOST_JARS:
            why = f"the first after {MOST_JARS} archives,"
        elif info.file_size > LARGEST_JAR:
            why = f"which is larger than {LARGEST_JAR // 1024 // 1024} MiB,"
        elif info.file_size > RATIO * max(info.compress_size, 1):
            why = f"which is more than {RATIO} times as large as it is packed,"
        if why:
            self.unread.append(f"`{shown}`, {why}")
            return
        self._count(info.file_size)
        from io import BytesIO

        yield from self.read(BytesIO(archive.read(name)), shown, depth + 1)

    def _text(self, archive: ZipFile, name: str) -> str:
        info = archive.getinfo(name)
        if info.file_size > LARGEST_FILE:
            return ""
        self._count(info.file_size)
        return archive.read(name).decode("utf-8", "replace")

    def _count(self, size: int) -> None:
        self._bytes += size
        if self._bytes > TOTAL:
            raise _Broken(f"the archive holds more than {TOTAL // 1024 // 1024} MiB of jars")

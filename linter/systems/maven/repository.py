"""A local repository: published poms on disk, read only because the user asked for it."""

from __future__ import annotations

import os
import re

from linter.pattern import pattern
from linter.syntax.document import DocRef, Document
from linter.syntax.xml.parse import parse
from linter.system import Fragment
from linter.systems.maven.local import stated
from linter.systems.maven.pom import Pom
from linter.text.read import Undecodable, declared_encoding, decode
from linter.text.view import View

_NAME = pattern(r"[\w-][\w.-]*", re.ASCII)
_LIMIT = 4 * 1024 * 1024


class Repository:
    """Poms by what they are published as; one that can't be read is none."""

    __slots__ = ("_folder", "_poms")

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._poms: dict[tuple[str, str, str], Pom | None] = {}

    def pom(self, group: str, artifact: str, version: str) -> Pom | None:
        """The pom called ``group:artifact:version``."""
        name = (group, artifact, version)
        if not self._folder:
            return None
        if name not in self._poms:
            self._poms[name] = self._read(*name) if all(map(_NAME.fullmatch, name)) else None
        return self._poms[name]

    def _read(self, group: str, artifact: str, version: str) -> Pom | None:
        path = os.path.join(self._folder, *group.split("."), artifact, version, f"{artifact}-{version}.pom")
        try:
            with open(path, "rb") as file:
                data = file.read(_LIMIT)
        except (OSError, ValueError):
            return None
        source = decode(path.replace(os.sep, "/"), data, declared_encoding(data))
        if isinstance(source, Undecodable):
            return None
        document = parse(View.of(source), DocRef(source.path, "xml"))
        if not isinstance(document, Document):
            return None
        return next((Pom(one, foreign=True) for one in stated(document) if isinstance(one, Fragment)), None)

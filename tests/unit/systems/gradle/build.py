"""Small builds through Gradle's ``local`` and join."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Unknown
from linter.syntax import formats
from linter.syntax.document import DocRef, Document
from linter.system import Fragment, Setup
from linter.systems.gradle import SYSTEM
from linter.text.source import Source
from linter.text.view import View
from tests.unit.systems.support import made

DUBBO = "org.apache.dubbo:dubbo"


def document(path: str, text: str) -> Document[Any]:
    claim = SYSTEM.claim(path.rsplit("/", 1)[-1], text.encode())
    assert claim is not None, path
    (parsed,) = formats.parse(View.of(Source(path, text)), DocRef(path, claim.syntax))
    assert isinstance(parsed, Document)
    return parsed


def entities(files: Mapping[str, str], setup: Setup | None = None) -> FactBase:
    """The facts of the builds in ``files``."""
    found: list[Fragment] = []
    for path, text in files.items():
        found += (one for one in SYSTEM.local(document(path, text)) if isinstance(one, Fragment))
    facts = FactBase()
    for join in SYSTEM.joins:
        for entity in made(join.run(found, facts, setup or Setup())):
            assert facts.get(entity.ref) is None, f"two entities are called {entity.ref}"
            facts.add(entity)
    return facts


def packages(files: Mapping[str, str], folder: str = ".", setup: Setup | None = None) -> dict[str, Entity]:
    """The packages of the project in ``folder`` by name."""
    return {
        entity.name: entity
        for entity in entities(files, setup).of("build.package")
        if entity.fields["folder"].data == folder
    }


def version(files: Mapping[str, str], folder: str = ".", package: str = DUBBO) -> str:
    """The version, or ``?`` and why it is not known."""
    data = packages(files, folder)[package].fields["version"].data
    return f"? {data.why}" if isinstance(data, Unknown) else str(data)


def decided(files: Mapping[str, str], folder: str = ".", package: str = DUBBO) -> str:
    """The file and the text of the place that decides, with the reason why it may not be edited."""
    slot = packages(files, folder)[package].fields["version"].slot
    assert slot is not None
    place = slot.place
    locked = f" ({slot.locked})" if slot.locked else ""
    return f"{place.path}: {files[place.path][place.start : place.end]}{locked}"

"""Small builds through Maven's ``local`` and join."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Unknown, Value
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Scalar
from linter.syntax.xml.element import Element
from linter.syntax.xml.parse import parse
from linter.system import Fragment, Setup
from linter.systems.maven import SYSTEM
from linter.text.source import Source
from linter.text.view import View
from tests.unit.systems.support import made

DUBBO = "org.apache.dubbo:dubbo"


def pom(body: str, artifact: str = "root", version: str = "1.0", packaging: str = "jar") -> str:
    """A pom with coordinates; ``artifact`` may be empty for a body that states them itself."""
    own = (
        f"<groupId>example</groupId><artifactId>{artifact}</artifactId><version>{version}</version>"
        f"<packaging>{packaging}</packaging>"
        if artifact
        else ""
    )
    return f'<project xmlns="http://maven.apache.org/POM/4.0.0">{own}{body}</project>'


def child(body: str, artifact: str = "app", parent: str = "root", rest: str = "") -> str:
    """A pom whose parent is ``parent``, found as ``rest`` (a ``<relativePath>``) says."""
    return pom(
        f"<parent><groupId>example</groupId><artifactId>{parent}</artifactId><version>1.0</version>{rest}</parent>"
        f"<artifactId>{artifact}</artifactId>{body}",
        "",
    )


def dependency(package: str = DUBBO, version: str = "", rest: str = "") -> str:
    group, artifact = package.split(":")
    stated = f"<version>{version}</version>" if version else ""
    return f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>{stated}{rest}</dependency>"


def dependencies(*each: str) -> str:
    return f"<dependencies>{''.join(each)}</dependencies>"


def managed(*each: str) -> str:
    return f"<dependencyManagement>{dependencies(*each)}</dependencyManagement>"


def imported(package: str, version: str) -> str:
    return dependency(package, version, "<type>pom</type><scope>import</scope>")


def document(path: str, text: str) -> Document[Element]:
    parsed = parse(View.of(Source(path, text)), DocRef(path, "xml"))
    assert isinstance(parsed, Document), parsed
    return parsed


def plain(path: str, text: str) -> Document[Scalar]:
    return Document(DocRef(path, "text"), View.of(Source(path, text)), Scalar(0, len(text), text))


def stated(path: str, text: str) -> list[Fragment | Problem]:
    return list(SYSTEM.local(plain(path, text) if path.endswith(".config") else document(path, text)))


def entities(files: Mapping[str, str], setup: Setup | None = None) -> FactBase:
    """The facts of the poms in ``files``."""
    found: list[Fragment] = []
    for path, text in files.items():
        if SYSTEM.claim(path.rsplit("/", 1)[-1], text.encode()) is not None:
            found += (one for one in stated(path, text) if isinstance(one, Fragment))
    facts = FactBase()
    for join in SYSTEM.joins:
        for entity in made(join.run(found, facts, setup or Setup())):
            assert facts.get(entity.ref) is None, f"two entities are called {entity.ref}"
            facts.add(entity)
    return facts


def packages(files: Mapping[str, str], path: str, setup: Setup | None = None) -> dict[str, Entity]:
    """The packages of the module at ``path`` by name, with type and classifier where they are unusual."""
    facts = entities(files, setup)
    return {
        entity.ref.id.removeprefix(f"{path}/"): entity
        for entity in facts.of("build.package")
        if entity.ref.id.startswith(f"{path}/")
    }


def version(files: Mapping[str, str], path: str = "pom.xml", package: str = DUBBO) -> Value:
    return packages(files, path)[package].fields["version"]


def written(value: Value) -> str:
    """A known version as text."""
    assert not isinstance(value.data, Unknown), value.data.why
    return str(value.data)


def why(value: Value) -> str:
    """The reason for an unknown version."""
    assert isinstance(value.data, Unknown), value.data
    return value.data.why


def evidence(value: Value) -> Sequence[tuple[str, str]]:
    """The steps as text and file."""
    return [(step.text, step.place.path if step.place is not None else "") for step in value.evidence]


def tree(folder: Path) -> dict[str, str]:
    """The poms below ``folder``, and what lies beside them, by relative path."""
    patterns = ("pom.xml", "*.pom", ".flattened-pom.xml", "maven.config")
    files = (path for pattern in patterns for path in sorted(folder.rglob(pattern)))
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in files}

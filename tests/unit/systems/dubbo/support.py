"""Small trees of files through reading and joining, without policies."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import indent

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Items, Ref, Unknown, Value
from linter.run.joining import join_all
from linter.run.reading import Reader
from linter.system import Reading, Setup
from linter.systems.dubbo import SYSTEM as DUBBO
from linter.systems.kubernetes import SYSTEM as KUBERNETES
from linter.systems.maven import SYSTEM as MAVEN

SYSTEMS = (DUBBO, KUBERNETES, MAVEN)
MAIN = "src/main/resources"


def readings(files: Mapping[str, str]) -> list[Reading]:
    """What is read from each file that concerns somebody."""
    found = (Reader(SYSTEMS).read(path, text.encode()) for path, text in files.items())
    return [reading for reading in found if reading is not None]


def facts_of(files: Mapping[str, str], versions: tuple[tuple[str, str, str], ...] = ()) -> FactBase:
    """The facts that ``files`` state."""
    read = readings(files)
    for reading in read:
        assert not reading.problems, reading.problems
        assert reading.skip is None, reading.skip
    directives = tuple(directive for reading in read for directive in reading.directives)
    return join_all(SYSTEMS, read, Setup(versions, (), directives))


def only(facts: FactBase, kind: str) -> Entity:
    """The only entity of a kind."""
    found = facts.of(kind)
    assert len(found) == 1, [entity.ref for entity in found]
    return found[0]


def shown(value: Value) -> object:
    """Data as a test writes it: versions and durations as text, ``?`` for unknown, items as a list."""
    data = value.data
    if isinstance(data, Unknown):
        return "?"
    if isinstance(data, Items):
        return [shown(item) for item in data.values]
    if isinstance(data, Ref):
        return data.id
    return data if data is None or isinstance(data, (bool, int)) else str(data)


def fields(entity: Entity, *names: str) -> tuple[object, ...]:
    return tuple(shown(entity.fields[name]) for name in names)


def token(files: Mapping[str, str], value: Value) -> str:
    """The text of the file where a value is written."""
    assert value.slot is not None
    place = value.slot.place
    return files[place.path][place.start : place.end]


def spring(*body: str, namespace: str = "http://dubbo.apache.org/schema/dubbo") -> str:
    """Spring XML with these elements."""
    inner = indent("\n".join(body), "  ")
    return f'<beans xmlns="http://www.springframework.org/schema/beans" xmlns:dubbo="{namespace}">\n{inner}\n</beans>\n'


def pom(version: str, artifact: str = "org.apache.dubbo:dubbo", name: str = "shop", scope: str = "") -> str:
    """A module with one dependency."""
    return project(name, dependency(artifact, version, scope))


def project(name: str, *dependencies: str) -> str:
    listed = "".join(dependencies)
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId>"
        f"<artifactId>{name}</artifactId><version>1</version><dependencies>{listed}</dependencies></project>\n"
    )


def dependency(coordinates: str, version: str, scope: str = "") -> str:
    group, artifact = coordinates.split(":")
    scoped = f"<scope>{scope}</scope>" if scope else ""
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version>{scoped}</dependency>"
    )


REFERENCE = '<dubbo:reference id="stock" interface="com.example.Stock"/>'
ASYNC = '<dubbo:reference id="stock" interface="com.example.Stock" async="true"/>'
SERVICE = '<dubbo:service interface="com.example.Stock" ref="stock"/>'

"""A small world of facts for the tests of policies: clients, servers, links and versioned parts."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from linter.facts.base import FactBase
from linter.facts.duration import seconds
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.value import Data, Evidence, Items, Ref, Slot, Unknown, Value
from linter.policy.load import read_policy
from linter.policy.model import Policy
from linter.syntax.document import DocRef, Place
from linter.versions.version import Version

CLIENT = Kind(
    "toy.client",
    "a client",
    {
        "time": Field("duration", "how often it pings"),
        "permit": Field("bool", "whether it pings idle connections"),
        "links": Field("items", "its links", "toy.link"),
        "name": Field("string", "its name"),
        "port": Field("int", "its port"),
        "keepalive": Field("block", "the section"),
    },
    "clients",
)
SERVER = Kind("toy.server", "a server", {"least": Field("duration", "least time"), "permit": Field("bool", "permits")})
LINK = Kind(
    "toy.link",
    "a link",
    {"client": Field("ref", "client", "toy.client"), "server": Field("ref", "server", "toy.server")},
)
PART = Kind(
    "toy.part",
    "a versioned part",
    {
        "package": Field("string", "its package"),
        "version": Field("version", "its version", "semver"),
        "busy": Field("bool", "a condition"),
        "mode": Field("string", "another condition"),
    },
)
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in (CLIENT, SERVER, LINK, PART)}
DOC = DocRef("a.yaml", "yaml")

POLICY = """\
title: Pings too often
since: "0.1"
severity: warning
match: toy.client
where: it.permit
require: it.time >= duration('10s')
at: it.time
message: "{it.name} pings every {it.time}"
why: It hurts.
"""
ADVISORY = """\
title: It hangs
since: "0.1"
match: toy.part
message: "It hangs"
why: It hurts.
advisory:
  package: {ecosystem: Go, name: example.org/part}
  affected: [{introduced: "0", fixed: "0.97.0"}]
  class: hang
  evidence: [https://example.org/1]
"""


def policy(text: str = POLICY, id_: str = "toy/often", kinds: Mapping[str, Kind] = KINDS) -> Policy:
    """The policy that ``text`` states; its faults fail the test."""
    found = read_policy(f"policies/{id_}.yaml", f"{id_}.yaml", dedent(text).encode(), kinds)
    assert isinstance(found, Policy), "\n".join(map(str, found))
    return found


def faults(text: str, kinds: Mapping[str, Kind] = KINDS) -> list[str]:
    """The faults of ``text`` as ``line:column: message``; none fail the test."""
    found = read_policy("p.yaml", "toy/often.yaml", dedent(text).encode(), kinds)
    assert not isinstance(found, Policy)
    return [f"{fault.line}:{fault.column}: {fault.message}" for fault in found]


def written(
    data: Data | Unknown, start: int, *route: str, doc: DocRef = DOC, part: str = "", locked: str = ""
) -> Value:
    """A value that stands at ``start`` of the document."""
    return Value(data, "written", Slot(Place(doc, start, start + 1), route, len(route), part, locked))


def missing(data: Data | Unknown, start: int, *route: str, doc: DocRef = DOC) -> Value:
    """A default; the first step of its route is written at ``start``."""
    return Value(data, "default", Slot(Place(doc, start, start + 1), route, 1))


def entity(
    kind: str, id_: str, start: int, fields: Mapping[str, Value], instance: str = "", doc: DocRef = DOC
) -> Entity:
    return Entity(Ref(kind, id_, instance), Place(doc, start, start + 3), id_, f"path/{id_}", fields)


def client(id_: str = "c", start: int = 10, instance: str = "", **fields: Value) -> Entity:
    given = {
        "time": written(seconds(5), start + 4, "c", "time"),
        "permit": written(True, start + 5, "c", "permit"),
        "name": Value(f"client {id_}"),
        **fields,
    }
    return entity("toy.client", id_, start, given, instance)


def part(
    version: str | Unknown,
    id_: str = "p",
    start: int = 10,
    package: str = "example.org/part",
    slot: Slot | None = None,
    evidence: tuple[Evidence, ...] = (),
    **fields: Value,
) -> Entity:
    data = Version("semver", version) if isinstance(version, str) else version
    given = {"package": Value(package), "version": Value(data, "written", slot, evidence), **fields}
    return entity("toy.part", id_, start, given)


def items(*refs: Ref, complete: bool = True) -> Value:
    return Value(Items(tuple(Value(ref) for ref in refs), complete))


def facts(*entities: Entity) -> FactBase:
    return FactBase(entities)

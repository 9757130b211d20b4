"""The lists over hand-made facts of kinds that no system of ours has."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from linter.facts.base import FactBase
from linter.facts.duration import seconds
from linter.facts.entity import Entity
from linter.facts.kinds import Field, Kind
from linter.facts.value import Data, Evidence, Items, Ref, Slot, Unknown, Value
from linter.finding import Finding, Severity, Unjudged
from linter.policy.judge import Judgement
from linter.report.json import Tool
from linter.report.listing import links_graph, links_json, links_text, versions_json, versions_text
from linter.report.listing.links import Collector, Links
from linter.report.listing.versions import Versions, collect
from linter.syntax.document import DocRef, Place
from linter.system import Skip
from linter.text.source import Source
from linter.versions.version import Version

TEXT = "watts: 5\nlimit: 6\n"
LAMP = Kind("toy.lamp", "", {"watts": Field("int", "")}, shows={"watts": "draws"}, about=("house", "parts"))
SOCKET = Kind("toy.socket", "", {"limit": Field("int", "")}, shows={"limit": "bears"})
WIRE = Kind(
    "toy.wire",
    "",
    {"client": Field("ref", "", "toy.lamp"), "server": Field("ref", "", "toy.socket"), "length": Field("int", "")},
    shows={"length": "length", "until": "glows"},
)
PART = Kind("toy.part", "", {"version": Field("version", "", "semver"), "maker": Field("string", "")}, subject="maker")
OTHER = Kind("toy.other", "", {"client": Field("ref", "", "toy.lamp"), "version": Field("version", "", "semver")})
KINDS = {kind.name: kind for kind in (LAMP, SOCKET, WIRE, PART, OTHER)}


def place(path: str = "a.yaml", start: int = 0, end: int = 5) -> Place:
    return Place(DocRef(path, "yaml"), start, end)


def opener(path: str) -> Source | None:
    return Source(path, TEXT) if path != "gone.yaml" else None


def entity(ref: Ref, where: Place, name: str, **fields: Value | Data) -> Entity:
    made = {key: value if isinstance(value, Value) else Value(value) for key, value in fields.items()}
    return Entity(ref, where, name, "x", made)


def lamp(name: str, instance: str = "", **fields: Value | Data) -> Entity:
    return entity(Ref("toy.lamp", name, instance), place(f"{name}.yaml"), f"lamp {name}", **fields)


def socket(name: str) -> Entity:
    return entity(Ref("toy.socket", name), place(f"{name}.yaml", 9, 14), f"socket {name}", limit=6)


def wire(client: Entity, server: Entity | Unknown, **fields: Value | Data) -> Entity:
    end = server if isinstance(server, Unknown) else server.ref
    other = "?" if isinstance(end, Unknown) else end.id
    ref = Ref("toy.wire", f"{client.ref.id}->{other}", client.ref.instance)
    return entity(ref, client.place, "wire", client=Value(client.ref), server=Value(end), **fields)


def links(
    facts: Sequence[Entity], findings: Sequence[Finding] = (), unjudged: Sequence[Unjudged] = (), only: str = ""
) -> Links:
    judgement = Judgement(tuple(findings), tuple(unjudged), {})
    collector = Collector(FactBase(facts), KINDS, judgement, lambda paths: not only or only in paths)
    pairs = tuple(collector.pairs())
    return Links(pairs, tuple(collector.alone(pairs)), "default", 3, (Skip("t.yaml", "a template"),))


def finding(subject: Ref, severity: Severity = Severity.WARNING, instances: tuple[str, ...] = ()) -> Finding:
    return Finding("toy/bright", severity, "too bright", place(), "f", subject=subject, instances=instances)


def test_links_are_told_by_their_kind_and_sorted_by_place() -> None:
    one, two, wall = lamp("b"), lamp("a"), socket("wall")
    made = links([one, two, wall, wire(one, wall), wire(two, wall), entity(Ref("toy.other", "o"), place(), "o")])
    assert [pair.client.name for pair in made.pairs] == ["lamp a", "lamp b"]
    assert made.alone == ()


def test_a_finding_of_one_instance_is_not_one_of_another() -> None:
    old, new, wall = lamp("a", "old"), lamp("a", "new"), socket("wall")
    pairs = links([old, new, wall, wire(old, wall), wire(new, wall)], [finding(old.ref, instances=("old",))]).pairs
    assert {pair.client.instance: pair.verdict.word for pair in pairs} == {"old": "warning", "new": "fine"}


def test_the_verdict_names_what_it_is_about_the_worst_first() -> None:
    one, wall = lamp("a"), socket("wall")
    link = wire(one, wall)
    found = [finding(one.ref), finding(link.ref, Severity.NOTE), finding(wall.ref, Severity.ERROR)]
    (pair,) = links([one, wall, link], found).pairs
    assert [about for about, _ in pair.verdict.findings] == ["server", "client", "link"]
    assert pair.verdict.word == "error"


def test_findings_about_what_an_end_is_part_of_count_for_it() -> None:
    house, part = Ref("toy.house", "h"), Ref("toy.part", "p")
    one, wall = lamp("a", house=house, parts=Items((Value(part), Value(None)))), socket("wall")
    (pair,) = links([one, wall, wire(one, wall)], [finding(house), finding(part, Severity.NOTE)]).pairs
    assert [(about, found.severity.word) for about, found in pair.verdict.findings] == [
        ("client", "warning"),
        ("client", "note"),
    ]


def test_what_is_not_judged_is_not_fine() -> None:
    one, wall = lamp("a"), socket("wall")
    unjudged = Unjudged("wire", place(), "it is dark", ("toy/bright",), (wire(one, wall).ref,))
    (pair,) = links([one, wall, wire(one, wall)], unjudged=[unjudged]).pairs
    assert pair.verdict.word == "unjudged"
    (apart,) = links([one, wall, wire(one, wall, apart="a fuse is between them")]).pairs
    assert (apart.verdict.word, apart.verdict.apart) == ("unjudged", "a fuse is between them")


def test_a_server_that_is_not_known_gives_no_pair_but_a_client_alone() -> None:
    one = lamp("a", alone="the house has several sockets")
    made = links([one, wire(one, Unknown("several"))])
    assert made.pairs == ()
    (alone,) = made.alone
    assert (alone.client.name, alone.why, alone.pairs) == ("lamp a", "the house has several sockets", 0)
    assert alone.verdict.word == "unjudged"


def test_a_pair_concerns_the_files_of_both_ends() -> None:
    one, two, wall = lamp("a"), lamp("b", alone="unplugged"), socket("wall")
    facts = [one, two, wall, wire(one, wall)]
    assert len(links(facts, only="wall.yaml").pairs) == 1
    assert len(links(facts, only="a.yaml").pairs) == 1
    assert links(facts, only="b.yaml").pairs == ()
    assert links(facts, only="a.yaml").alone == ()


def test_the_text_shows_values_with_where_they_come_from() -> None:
    written = Slot(place("a.yaml", 7, 8), ("watts",), 1)
    watts = Value(5, "written", written, (Evidence("as measured"),))
    until = Value(seconds(9), evidence=(Evidence("till dawn", place("a.yaml", 9, 14)), Evidence("assumes a night")))
    one, wall = lamp("a", watts=watts), socket("wall")
    text = links_text.render(links([one, wall, wire(one, wall, length=3, until=until)], [finding(one.ref)]), opener)
    assert text == (
        "a.yaml:1:1: lamp a -> socket wall (wall.yaml:2:1)\n"
        "  length: 3\n"
        "  client\n"
        "    draws  5  a.yaml:1:8: as measured\n"
        "  server\n"
        "    bears  6\n"
        "  glows: 9s\n"
        "    = till dawn (a.yaml:2:1)\n"
        "    = assumes a night\n"
        "  verdict: 1 warning\n"
        "    a.yaml:1:1: warning[toy/bright] about the client\n"
        "\n"
        "Skipped t.yaml: a template\n"
        "1 pair in 3 files (1 with findings, profile default).\n"
    )


def test_a_file_that_is_gone_has_no_positions() -> None:
    one = entity(Ref("toy.lamp", "x"), place("gone.yaml", 3, 4), "lamp", alone="dark")
    made = links([one])
    assert "gone.yaml: lamp -> ?" in links_text.render(made, opener)
    (alone,) = json.loads(links_json.render(made, opener, Tool("deadpeer", "1", "1")))["alone"]
    assert (alone["client"]["start"], alone["client"]["end"]) == (None, None)


@pytest.mark.parametrize(("form", "expected"), [("mermaid", "lamp a#quot;#lt;b#gt;#35;"), ("dot", r"lamp a\"<b>#\\")])
def test_names_can_not_break_a_graph(form: str, expected: str) -> None:
    one = entity(Ref("toy.lamp", "x"), place(), 'lamp a"<b>#\\', alone="dark")
    made = links([one])
    assert expected in (links_graph.mermaid(made) if form == "mermaid" else links_graph.dot(made))


def versions(*entities: Entity) -> Versions:
    found = collect(FactBase(entities), KINDS, {"toy.part": "toy"}, lambda paths: "hidden.yaml" not in paths)
    return Versions(tuple(found), 1, ())


def part(name: str, version: Value, where: Place | None = None, **more: Value | Data) -> Entity:
    fields = {"version": version, "maker": Value("acme"), **more}
    return entity(Ref("toy.part", name), where or place(), name, **fields)


def test_versions_are_those_of_kinds_with_a_subject() -> None:
    known = Value(
        Version("semver", "1.2.3"), "written", Slot(place("a.yaml", 7, 8), ("v",), 1), (Evidence("said", place()),)
    )
    other = entity(Ref("toy.other", "o"), place(), "o", version=known)
    made = versions(part("bulb", known), other, part("hidden", known, place("hidden.yaml")))
    (found,) = made.found
    assert (found.of, found.version, found.decided, found.way) == ("acme", "1.2.3", place("a.yaml", 7, 8), None)
    assert versions_text.render(made, opener) == (
        "a.yaml:1:1: bulb: acme 1.2.3\n  = said (a.yaml:1:1)\n1 version in 1 file; 0 not known.\n"
    )


@pytest.mark.parametrize(
    ("more", "files"),
    [
        ({}, "a[[]1].yaml"),
        ({"folder": "."}, "*"),
        ({"folder": "x[1]/y"}, "x[[]1]/y/*"),
        ({"module": Ref("toy.part", "m")}, "m.yaml"),
    ],
)
def test_the_way_to_tell_an_unknown_version(more: dict[str, Data], files: str) -> None:
    unknown = part("bulb", Value(Unknown("it is dark")), place("a[1].yaml"), **more)
    module = part("m", Value(Version("semver", "1.0.0")), place("m.yaml"))
    made = versions(unknown, module)
    (found,) = [one for one in made.found if one.name == "bulb"]
    assert found.way is not None
    assert (found.way.files, found.way.name, found.way.comment) == (files, "toy", "deadpeer: toy=VERSION")
    text = versions_text.render(made, opener)
    assert "bulb: acme not known: it is dark\n" in text
    assert f"versions: [{{files: {json.dumps(files)}, toy: VERSION}}]" in text
    entry = json.loads(versions_json.render(made, opener, Tool("deadpeer", "1", "1")))["versions"]
    assert [one["unknown"] for one in entry if one["name"] == "bulb"] == ["it is dark"]


def test_a_version_that_nothing_states_is_not_known() -> None:
    (found,) = versions(part("bulb", Value(None))).found
    assert found.version == Unknown("nothing states it")

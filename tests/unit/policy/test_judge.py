from __future__ import annotations

import pytest

from linter.facts.base import Later
from linter.facts.duration import seconds
from linter.facts.entity import Entity
from linter.facts.value import Evidence, Ref, Slot, Unknown, Value
from linter.finding import Severity
from linter.policy.judge import Judgement, judge
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from linter.syntax.document import DocRef, Place
from tests.unit.policy.toy import (
    ADVISORY,
    DOC,
    KINDS,
    POLICY,
    client,
    entity,
    facts,
    items,
    missing,
    part,
    policy,
    written,
)

UNSET = Unknown("`${env:X}` is not set here")


def run(text: str, *entities: Entity, options: JudgeOptions | None = None) -> Judgement:
    return judge(Programs([policy(text)], KINDS), facts(*entities), options or JudgeOptions())


def test_a_policy_fires_where_where_is_true_and_require_false() -> None:
    found = run(POLICY, client("a", 10), client("b", 30, time=written(seconds(10), 34)))
    assert [finding.message for finding in found.findings] == ["client a pings every 5s"]
    finding = found.findings[0]
    assert (finding.policy, finding.severity, finding.name) == ("toy/often", Severity.WARNING, "a")
    assert finding.subject == Ref("toy.client", "a")
    assert finding.place == Place(DOC, 14, 15)
    assert found.matched == {"toy/often": 2}


@pytest.mark.parametrize(
    ("permit", "time", "fires", "unjudged"),
    [
        (True, seconds(5), True, False),
        (True, seconds(10), False, False),
        (False, seconds(5), False, False),
        (False, UNSET, False, False),
        (UNSET, seconds(10), False, False),
        (UNSET, seconds(5), False, True),
        (True, UNSET, False, True),
        (UNSET, UNSET, False, True),
    ],
)
def test_the_truth_table(permit: bool | Unknown, time: object, fires: bool, unjudged: bool) -> None:
    found = run(POLICY, client(permit=written(permit, 15), time=written(time, 14)))  # type: ignore[arg-type]
    assert (len(found.findings), len(found.unjudged)) == (fires, unjudged)
    assert found.matched == {"toy/often": permit is True}


def test_what_is_not_judged_is_grouped_by_subject_and_cause() -> None:
    second = policy(POLICY.replace("it.time >=", "it.time <="), "toy/rarely")
    third = policy(POLICY.replace("require: it.time >= duration('10s')", "require: it.port > 5"), "toy/port")
    unknown = client(time=written(UNSET, 14), port=written(Unknown("a template"), 16))
    found = judge(Programs([policy(), second, third], KINDS), facts(unknown), JudgeOptions())
    assert [(item.subject, item.place.start, item.why, item.policies) for item in found.unjudged] == [
        ("c", 10, UNSET.why, ("toy/often", "toy/rarely")),
        ("c", 10, "a template", ("toy/port",)),
    ]


def test_an_absent_condition_is_unknown_not_false() -> None:
    found = run(POLICY, client(permit=Value(None)))
    assert not found.findings
    assert len(found.unjudged) == 1


SEVERITY = POLICY.replace(
    "severity: warning", "severity: [{when: it.port > 5, is: error}, {when: it.name == 'x', is: warning}, {is: note}]"
)


@pytest.mark.parametrize(
    ("port", "name", "expected"),
    [
        (9, "x", Severity.ERROR),
        (1, "x", Severity.WARNING),
        (1, "y", Severity.NOTE),
        (Unknown("?"), "x", Severity.WARNING),
        (Unknown("?"), "y", Severity.NOTE),
        (9, Unknown("?"), Severity.ERROR),
        (1, Unknown("?"), Severity.NOTE),
    ],
)
def test_the_first_true_severity_counts_and_the_lowest_possible_if_unknown(
    port: int | Unknown, name: str | Unknown, expected: Severity
) -> None:
    found = run(SEVERITY, client(port=Value(port), name=Value(name)))
    assert [finding.severity for finding in found.findings] == [expected]


PROFILE = POLICY + "profile: [{when: it.port > 5, is: default}, {when: it.port > 3, is: recommended}, {is: pedantic}]\n"


@pytest.mark.parametrize(
    ("port", "profiles"),
    [
        (9, ["default", "recommended", "pedantic"]),
        (4, ["recommended", "pedantic"]),
        (1, ["pedantic"]),
        (Unknown("?"), ["pedantic"]),
    ],
)
def test_a_profile_may_depend_on_the_subject_and_is_the_most_demanding_if_unknown(
    port: int | Unknown, profiles: list[str]
) -> None:
    firing = [
        profile
        for profile in ("default", "recommended", "pedantic")
        if run(PROFILE, client(port=Value(port)), options=JudgeOptions(profile=profile)).findings
    ]
    assert firing == profiles


def test_what_a_profile_leaves_out_is_not_listed_as_unjudged() -> None:
    found = run(POLICY + "profile: pedantic\n", client(time=Value(UNSET)))
    assert not found.unjudged


def test_what_no_active_policy_looks_at_is_not_made() -> None:
    made: list[str] = []

    def make() -> list[Entity]:
        made.append("clients")
        return [client(time=Value(UNSET))]

    usual: list[str] = []
    for options, calls in ((JudgeOptions(), usual), (JudgeOptions(profile="pedantic"), ["clients"])):
        base = facts()
        base.take(Later((client().ref.kind,), make))
        judge(Programs([policy(POLICY + "profile: pedantic\n")], KINDS), base, options)
        assert made == calls


def test_a_severity_override_wins() -> None:
    found = run(SEVERITY, client(port=Value(9)), options=JudgeOptions(severity={"toy/*": "note"}))
    assert [finding.severity for finding in found.findings] == [Severity.NOTE]


def test_parameters_reach_the_expressions() -> None:
    text = POLICY.replace("duration('10s')", "params.most") + "params: {most: {type: duration, default: 4s}}\n"
    assert not run(text, client()).findings
    assert run(text, client(), options=JudgeOptions(params={"toy/often": {"most": "6s"}})).findings


def test_an_unwritten_value_is_shown_at_its_nearest_written_ancestor() -> None:
    found = run(POLICY, client(time=missing(seconds(5), 12, "c", "keepalive", "time")))
    assert found.findings[0].place == Place(DOC, 12, 13)


def test_a_value_without_any_place_is_shown_at_its_entity() -> None:
    assert run(POLICY, client(time=Value(seconds(5)))).findings[0].place == Place(DOC, 10, 13)


LINKED = """\
title: Disagree
since: "0.1"
severity: error
match: toy.link
where: it.client.permit
require: it.server.permit
at: it.client.permit
related:
  - {at: it.server.permit, label: "the server of {it.client.name}"}
  - {at: it.server, label: the server itself}
  - {at: it.client.time, label: never, when: it.server.permit}
message: they disagree
why: It hurts.
"""
OTHER = DocRef("b.yaml", "yaml", 1)


def _server(permit: Value) -> Entity:
    return entity("toy.server", "s", 50, {"permit": permit, "least": written(seconds(300), 54, doc=OTHER)}, doc=OTHER)


def _link(client_: str = "c", server: str = "s", instance: str = "") -> Entity:
    fields = {"client": Value(Ref("toy.client", client_)), "server": Value(Ref("toy.server", server))}
    return entity("toy.link", f"{client_}>{server}", 10, fields, instance)


def test_related_places_are_those_of_the_other_end() -> None:
    found = run(LINKED, client(), _server(Value(False)), _link())
    assert [(related.place, related.label) for related in found.findings[0].related] == [
        (Place(OTHER, 50, 53), "the server of client c"),
    ]
    found = run(LINKED, client(), _server(written(False, 55, doc=OTHER)), _link())
    assert [(related.place.start, related.label) for related in found.findings[0].related] == [
        (55, "the server of client c"),
        (50, "the server itself"),
    ]


def test_a_list_of_related_things_gives_a_place_for_each_up_to_ten() -> None:
    text = POLICY + 'related: [{at: it.links, label: "a link"}]\n'
    links = [_link(f"c{number}") for number in range(12)]
    found = run(
        text, client(links=items(*(link.ref for link in links))), *(_at(link, 100 + n) for n, link in enumerate(links))
    )
    related = found.findings[0].related
    assert [item.place.start for item in related] == list(range(100, 110))
    assert related[-1].label == "a link (and 2 more)"


def _at(thing: Entity, start: int) -> Entity:
    return Entity(thing.ref, Place(DOC, start, start + 1), thing.name, thing.path, thing.fields)


def test_evidence_of_the_place_is_related() -> None:
    chain = (Evidence("from the parent", Place(OTHER, 7, 9)), Evidence("nowhere"))
    time = Value(seconds(5), "written", Slot(Place(DOC, 14, 15), ("c",), 1), chain)
    found = run(POLICY, client(time=time))
    assert [(item.place.start, item.label) for item in found.findings[0].related] == [(7, "from the parent")]


def test_instances_of_one_thing_are_one_finding_with_the_worst_severity() -> None:
    found = run(
        SEVERITY,
        client(instance="red", name=Value("x"), time=Value(seconds(2))),
        client(instance="blue", port=Value(9), time=Value(seconds(3))),
        client(instance="green", time=Value(seconds(20))),
        client("other", 70, name=Value("x")),
    )
    assert [(finding.severity, finding.message) for finding in found.findings] == [
        (Severity.ERROR, "client c pings every 3s (deployed as blue and red)"),
        (Severity.WARNING, "x pings every 5s"),
    ]


def test_findings_come_in_order_of_their_places() -> None:
    found = run(POLICY, client("z", 90), client("a", 40), client("m", 10))
    assert [finding.name for finding in found.findings] == ["m", "a", "z"]


def _prints(*entities: Entity, text: str = LINKED) -> list[str]:
    return [finding.fingerprint for finding in run(text, *entities).findings]


def test_a_fingerprint_survives_moved_lines_and_tells_things_apart() -> None:
    first = _prints(client("c", 10), text=POLICY)
    assert first == _prints(client("c", 4711), text=POLICY)
    assert len(first[0]) == 16
    assert first != _prints(client("d", 10), text=POLICY)
    other_policy = judge(Programs([policy(POLICY, "toy/other")], KINDS), facts(client("c", 10)), JudgeOptions())
    assert first != [finding.fingerprint for finding in other_policy.findings]
    hosted = DocRef("a.yaml", "yaml", 0, DOC, ("data", "relay"))
    inside = Entity(Ref("toy.client", "c"), Place(hosted, 10, 11), "c", "path/c", client().fields)
    assert first != _prints(inside, text=POLICY)


def test_a_links_fingerprint_names_the_other_end() -> None:
    other = entity("toy.server", "t", 50, {"permit": Value(False)}, doc=OTHER)
    server = entity("toy.server", "s", 50, {"permit": Value(False)}, doc=OTHER)
    fields = {"client": Value(Ref("toy.client", "c")), "server": Value(Ref("toy.server", "t"))}
    second = entity("toy.link", "c>t", 10, fields)
    second = Entity(second.ref, second.place, second.name, _link().path, second.fields)
    found = _prints(client(), server, other, _link(), second)
    assert len(set(found)) == 2


def test_an_advisory_fires_on_its_package_at_affected_versions() -> None:
    found = run(ADVISORY, part("0.96.0"), part("0.97.0", "fixed"), part("0.96.0", "else", package="example.org/other"))
    assert [finding.name for finding in found.findings] == ["p"]
    assert found.matched == {"toy/often": 2}


def test_an_advisory_whose_version_is_unknown_is_unjudged_unless_the_condition_is_false() -> None:
    text = ADVISORY + "where: it.busy\n"
    how = Unknown("no version is known: add `# deadpeer: toy=<version>`")
    found = run(text, part(how, busy=Value(True)))
    assert [item.why for item in found.unjudged] == [how.why]
    assert not run(text, part(how, busy=Value(False))).unjudged
    assert not run(text, part("0.97.0", busy=Value(UNSET))).unjudged
    assert run(text, part("0.96.0", busy=Value(UNSET))).unjudged
    assert not run(text, part(how, package="example.org/other")).unjudged


def test_an_advisory_about_a_package_that_is_unknown_is_unjudged() -> None:
    text = ADVISORY + "where: it.busy\n"
    whole = part("0.96.0", busy=Value(True))
    unknown = Entity(whole.ref, whole.place, whole.name, whole.path, {**whole.fields, "package": Value(UNSET)})
    found = run(text, unknown)
    assert ([item.why for item in found.unjudged], found.findings, found.matched) == ([UNSET.why], (), {"toy/often": 0})
    idle = Entity(whole.ref, whole.place, whole.name, whole.path, {**unknown.fields, "busy": Value(False)})
    assert not run(text, idle).unjudged


def test_an_advisory_looks_at_its_package_and_at_what_may_be_it() -> None:
    whole = part("0.96.0")
    unsure = [
        Entity(Ref("toy.part", id_), whole.place, id_, id_, {**whole.fields, "package": Value(UNSET)})
        for id_ in ("u", "v")
    ]
    other = part("0.96.0", "o", package="example.org/other")
    found = run(ADVISORY, unsure[0], part("0.96.0", "a"), other, unsure[1], part("0.96.0", "b"))
    assert sorted(finding.name for finding in found.findings) == ["a", "b"]
    assert found.matched == {"toy/often": 2}
    assert [item.about for item in found.unjudged] == [(Ref("toy.part", "u"),), (Ref("toy.part", "v"),)]
    alone = run(ADVISORY, unsure[0], other)
    assert [item.about for item in alone.unjudged] == [(Ref("toy.part", "u"),)]


def test_an_advisorys_evidence_is_the_chain_of_its_version() -> None:
    chain = (Evidence("the property", Place(OTHER, 1, 2)), Evidence("the parent", Place(OTHER, 5, 6)))
    found = run(ADVISORY, part("0.96.0", evidence=chain))
    assert [item.label for item in found.findings[0].related] == ["the property", "the parent"]


def test_the_evidence_of_every_instance_is_related() -> None:
    def deployed(instance: str, start: int, version: str = "0.96.0") -> Entity:
        found = part(version, evidence=(Evidence(f"the image of {instance}", Place(OTHER, start, start + 1)),))
        return Entity(Ref(found.ref.kind, found.ref.id, instance), found.place, found.name, found.path, found.fields)

    found = run(ADVISORY, deployed("a", 1), deployed("b", 5), deployed("c", 9, "0.97.0"))
    assert [item.label for item in found.findings[0].related] == ["the image of a", "the image of b"]

from __future__ import annotations

from linter.facts.duration import Duration, seconds
from linter.facts.entity import Entity
from linter.facts.value import Data, Slot, Unknown, Value
from linter.finding import Change, Fix
from linter.policy.judge import judge
from linter.policy.options import JudgeOptions
from linter.policy.programs import Programs
from tests.unit.policy.test_judge import LINKED, _link, _server
from tests.unit.policy.toy import KINDS, POLICY, client, facts, items, missing, policy, written

FIX = """\
fix:
  title: "Ping every {duration('10s')}"
  safety: safe
  edits:
"""


def _fixes(edits: str, *entities: Entity, text: str = POLICY, extra: str = "") -> tuple[Fix, ...]:
    lines = "".join(f"    - {line}\n" for line in edits.splitlines())
    options = JudgeOptions(render=lambda kind, data, slot: f"{kind}:{_shown(data)}{slot.part}")
    found = judge(Programs([policy(text + FIX + lines + extra)], KINDS), facts(*entities), options)
    return found.findings[0].fixes


def _shown(data: Data) -> str:
    return str(data) if isinstance(data, Duration) else repr(data)


def _slot(value: Value) -> Slot:
    assert value.slot is not None
    return value.slot


def test_a_set_is_rendered_by_the_system_of_the_entity_it_belongs_to() -> None:
    time = written(seconds(5), 14, "c", "time")
    assert _fixes("{set: it.time, to: duration('10s')}", client(time=time)) == (
        Fix("Ping every 10s", "safe", (Change("set", _slot(time), "toy.client:10s"),)),
    )
    server = _server(written(False, 55, "s", "permit"))
    found = _fixes("{set: it.server.permit, to: true}", client(), server, _link(), text=LINKED)
    assert [change.to for change in found[0].changes] == ["toy.server:True"]


def test_a_set_may_create_what_is_not_written() -> None:
    time = missing(seconds(5), 14, "c", "time")
    found = _fixes("{set: it.time, to: duration('10s')}", client(time=time))
    assert found[0].changes == (Change("set", _slot(time), "toy.client:10s"),)


def test_remove_and_rename_need_something_written() -> None:
    permit = written(True, 15, "c", "permit")
    found = _fixes("{remove: it.permit}\n{rename: it.permit, to: \"'allow'\"}", client(permit=permit))
    assert found[0].changes == (Change("remove", _slot(permit)), Change("rename", _slot(permit), "allow"))
    assert _fixes("{remove: it.keepalive}", client(keepalive=missing(None, 15, "c", "keepalive"))) == ()


def test_what_the_file_says_already_is_no_change() -> None:
    found = _fixes("{set: it.permit, to: true}\n{set: it.time, to: duration('10s')}", client())
    assert [change.slot.route for change in found[0].changes] == [("c", "time")]
    default = client(permit=missing(True, 15, "c", "permit"))
    assert len(_fixes("{set: it.permit, to: true}", default)[0].changes) == 1


def test_equal_changes_are_made_once_in_order() -> None:
    found = _fixes(
        "{set: it.port, to: 1}\n{remove: it.permit}\n{set: it.port, to: 1}", client(port=written(5, 16, "p"))
    )
    assert [change.verb for change in found[0].changes] == ["set", "remove"]


def test_a_false_when_leaves_its_edit_out_and_an_unknown_one_drops_the_fix() -> None:
    edits = "{set: it.time, to: duration('10s')}\n{set: it.permit, to: false, when: it.port > 5}"
    assert len(_fixes(edits, client(port=Value(9)))[0].changes) == 2
    assert len(_fixes(edits, client(port=Value(1)))[0].changes) == 1
    assert _fixes(edits, client(port=Value(Unknown("?")))) == ()
    assert _fixes(edits, client(port=Value(None))) == ()


def test_an_unknown_to_or_a_value_without_a_slot_drops_the_fix() -> None:
    assert (
        _fixes(
            "{remove: it.permit}\n{set: it.time, to: \"duration('1s') * it.port\"}", client(port=Value(Unknown("?")))
        )
        == ()
    )
    assert _fixes("{remove: it.permit}\n{set: it.port, to: 1}", client(port=Value(5))) == ()


def test_a_fix_may_have_a_condition_of_its_own() -> None:
    edits = "{set: it.time, to: duration('10s')}"
    assert _fixes(edits, client(port=Value(9)), extra="  when: it.port > 5\n")
    assert not _fixes(edits, client(port=Value(1)), extra="  when: it.port > 5\n")
    assert not _fixes(edits, client(port=Value(Unknown("?"))), extra="  when: it.port > 5\n")


EACH = "{for: it.links, as: l, set: l.server.permit, to: true}"


def test_for_repeats_an_edit_for_each_item() -> None:
    server = _server(written(False, 55, "s", "permit"))
    link = _link()
    found = _fixes(EACH, client(links=items(link.ref, link.ref, complete=False)), server, link)
    assert [change.slot.place.start for change in found[0].changes] == [55]


def test_for_over_something_unknown_or_unseen_drops_the_fix() -> None:
    assert _fixes(EACH, client(links=Value(Unknown("?")))) == ()
    assert _fixes(EACH, client(links=items(_link().ref))) == ()
    assert _fixes(EACH, client(links=items())) == ()


def test_a_locked_slot_turns_the_fix_into_advice_with_the_reason() -> None:
    time = written(seconds(5), 14, "c", "time", locked="the value is shared through a YAML alias")
    found = _fixes("{set: it.time, to: duration('10s')}", client(time=time))[0]
    assert found.safety == "show"
    assert found.title == "Ping every 10s (not applied: the value is shared through a YAML alias)"


def test_two_values_for_one_slot_turn_the_fix_into_advice() -> None:
    found = _fixes("{set: it.port, to: 1}\n{set: it.port, to: 2}", client(port=written(5, 16, "p")))[0]
    assert found.safety == "show"
    assert "both `toy.client:1` and `toy.client:2`" in found.title


def test_several_fixes_come_in_their_order() -> None:
    text = (
        POLICY
        + """\
fix:
  - {title: one, safety: unsafe, edits: [{set: it.time, to: duration('10s')}]}
  - {title: two, safety: show, edits: [{remove: it.time}]}
"""
    )
    found = judge(Programs([policy(text)], KINDS), facts(client()), JudgeOptions()).findings[0].fixes
    assert [(fix.title, fix.safety) for fix in found] == [("one", "unsafe"), ("two", "show")]
    assert found[0].changes[0].to == "10s"


def test_a_fix_changes_what_each_instance_needs() -> None:
    slots = {name: written(seconds(5), start, name, "time") for name, start in (("red", 14), ("blue", 24))}
    red, blue = (client(instance=name, time=value) for name, value in slots.items())
    fine = client(instance="green", time=written(seconds(20), 34, "green", "time"))
    found = _fixes("{set: it.time, to: duration('10s')}", red, blue, fine)
    assert [change.slot.route for change in found[0].changes] == [("red", "time"), ("blue", "time")]
    assert len(_fixes("{set: it.time, to: duration('10s')}", red, red)[0].changes) == 1


def test_the_edits_of_instances_keep_the_order_of_the_fix() -> None:
    def one(name: str, start: int) -> Entity:
        permit = written(True, start + 1, name, "permit")
        return client(instance=name, time=written(seconds(5), start, name, "time"), permit=permit)

    found = _fixes("{set: it.time, to: duration('10s')}\n{remove: it.permit}", one("red", 14), one("blue", 24))
    assert [(change.verb, change.slot.route[0]) for change in found[0].changes] == [
        ("set", "red"),
        ("set", "blue"),
        ("remove", "red"),
        ("remove", "blue"),
    ]


def test_instances_that_need_different_texts_in_one_place_are_advice() -> None:
    time = written(seconds(5), 14, "c", "time")
    red, blue = (client(instance=name, time=time, port=Value(port)) for name, port in (("red", 20), ("blue", 30)))
    found = _fixes("{set: it.time, to: duration('1s') * it.port}", red, blue)
    assert found[0].safety == "show"
    assert "it would have to be both `toy.client:20s` and `toy.client:30s`" in found[0].title


def test_a_fix_that_lacks_something_in_one_instance_is_none() -> None:
    red = client(instance="red")
    blue = client(instance="blue", time=Value(seconds(5)))
    assert _fixes("{set: it.time, to: duration('10s')}", red, blue) == ()

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.facts.entity import Entity
from linter.facts.value import Slot, Unknown, Value
from linter.finding import Finding
from linter.policy.judge import judge
from linter.policy.model import CLASS_SEVERITY, Affected, Policy, Text, When
from linter.policy.options import JudgeOptions
from linter.policy.previews import preview
from linter.policy.programs import Programs
from linter.record import replace
from linter.syntax.document import Place
from linter.versions.ranges import affects
from linter.versions.version import Scheme, Version
from tests.unit.policy.toy import ADVISORY, DOC, KINDS, facts, part, policy

SAYS = ADVISORY.replace('message: "It hangs"', 'message: "Upgrade to {upgrade}"')


def _versions(*texts: str) -> tuple[Version, ...]:
    return tuple(Version("semver", text) for text in texts)


def _advisory(id_: str, affected: str, class_: str = "hang", extra: str = "") -> Policy:
    text = SAYS.replace('[{introduced: "0", fixed: "0.97.0"}]', affected).replace("class: hang", f"class: {class_}")
    return policy(text + extra, f"toy/{id_}")


def _judged(policies: Sequence[Policy], releases: Sequence[str], *entities: Entity, **options: object) -> list[Finding]:
    lists: Mapping[str, tuple[Version, ...]] = {"example.org/*": _versions(*releases)}
    given_options = JudgeOptions(releases=lists, **options)  # type: ignore[arg-type]
    return list(judge(Programs(policies, KINDS), facts(*entities), given_options).findings)


def _message(policies: Sequence[Policy], releases: Sequence[str], *entities: Entity, **options: object) -> set[str]:
    return {finding.message for finding in _judged(policies, releases, *entities, **options)}


def test_the_nearest_newer_release_that_is_free_of_errors_and_warnings() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("b", "[{introduced: 0.96.0, fixed: 0.99.0}]", "leak"),
    ]
    assert _message(policies, ["0.90.0", "0.96.0", "0.97.0", "0.98.0", "0.99.0", "1.0.0"], part("0.96.0")) == {
        "Upgrade to 0.99.0"
    }


def test_notes_other_profiles_previews_and_other_packages_do_not_stand_in_the_way() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("note", "[{introduced: 0.97.0}]", "routing"),
        _advisory("recommended", "[{introduced: 0.97.0}]", extra="profile: recommended\n"),
        _advisory("preview", "[{introduced: 0.97.0}]", extra="status: preview\n"),
        policy(SAYS.replace("example.org/part", "example.org/other").replace(', fixed: "0.97.0"', ""), "toy/other"),
    ]
    assert _message(policies, ["0.97.0", "0.98.0"], part("0.96.0")) == {"Upgrade to 0.97.0"}


def test_advisories_of_the_profile_in_use_stand_in_the_way() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("recommended", "[{introduced: 0.97.0, fixed: 0.98.0}]", extra="profile: recommended\n"),
        _advisory("pedantic", "[{introduced: 0.98.0}]", extra="profile: pedantic\n"),
    ]
    releases = ["0.97.0", "0.98.0"]
    assert _message(policies, releases, part("0.96.0"), profile="recommended") == {"Upgrade to 0.98.0"}
    assert _message(policies, releases, part("0.96.0")) == {"Upgrade to 0.97.0"}


def test_a_condition_that_is_unknown_stands_in_the_way_and_a_false_one_does_not() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("b", "[{introduced: 0.97.0, fixed: 0.98.0}]", extra="where: it.busy\n"),
    ]
    releases = ["0.97.0", "0.98.0"]
    for condition, expected in ((True, "0.98.0"), (False, "0.97.0"), (Unknown("?"), "0.98.0")):
        subject = part("0.96.0", busy=Value(condition))
        assert _message(policies, releases, subject) == {f"Upgrade to {expected}"}


def test_the_condition_is_asked_for_the_new_version() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("b", "[{introduced: 0.97.0}]", extra="where: it.version < '0.99.0'\n"),
    ]
    assert _message(policies, ["0.97.0", "0.98.0", "0.99.0"], part("0.96.0")) == {"Upgrade to 0.99.0"}


def test_else_the_nearest_without_an_error_and_with_the_fewest_warnings_and_what_remains() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("w1", "[{introduced: 0.97.0}]", "leak"),
        _advisory("w2", "[{introduced: 0.97.0, fixed: 0.98.0}]", "leak"),
    ]
    assert _message(policies, ["0.97.0", "0.98.0", "0.99.0"], part("0.96.0")) == {
        "Upgrade to 0.98.0 (the nearest without an error; what remains there: toy/w1)"
    }


def test_where_there_is_none_it_says_why() -> None:
    always = _advisory("a", '[{introduced: "0"}]')
    assert _message([always], ["0.97.0", "0.98.0"], part("0.96.0")) == {
        "Upgrade to a newer release (none up to 0.98.0, the newest known, ends this)"
    }
    regressed = [_advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'), _advisory("b", "[{introduced: 0.97.0}]")]
    assert _message(regressed, ["0.97.0", "0.98.0"], part("0.96.0")) == {
        "Upgrade to a newer release (every one up to 0.98.0, the newest known, has an error here: toy/b)"
    }
    assert _message([always], ["0.95.0"], part("0.96.0")) == {"Upgrade to a newer release (none after 0.96.0 is known)"}
    found = judge(Programs([always], KINDS), facts(part("0.96.0")), JudgeOptions())
    assert found.findings[0].message == (
        "Upgrade to a newer release (no list of the releases of example.org/part is known)"
    )


def test_pre_releases_are_no_targets() -> None:
    policies = [_advisory("a", '[{introduced: "0", fixed: "0.97.0-rc.1"}]')]
    assert _message(policies, ["0.97.0-rc.1", "0.97.0"], part("0.96.0")) == {"Upgrade to 0.97.0"}


@pytest.mark.parametrize(
    ("scheme", "text", "expected"),
    [
        ("semver", "0.97.0", False),
        ("semver", "0.97.0-rc.1", True),
        ("maven", "3.3.0-beta.5", True),
        ("maven", "3.0.0.preview", True),
        ("maven", "2.0.0-RC1", True),
        ("maven", "2.0.0-M1", True),
        ("maven", "2.7.12-SNAPSHOT", True),
        ("maven", "2.7.4.1", False),
        ("maven", "2.2.6.RELEASE", False),
        ("maven", "2.7.12-mone-v8", False),
    ],
)
def test_what_a_pre_release_is(scheme: Scheme, text: str, expected: bool) -> None:
    assert preview(Version(scheme, text)) is expected


def test_the_selection_plays_no_part() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("b", "[{introduced: 0.97.0, fixed: 0.98.0}]"),
    ]
    for options in ({"select": ("toy/a",)}, {"ignore": ("toy/b",)}, {"severity": {"toy/b": "off"}}):
        assert _message(policies, ["0.97.0", "0.98.0"], part("0.96.0"), **options) == {"Upgrade to 0.98.0"}


def test_a_message_that_does_not_name_the_upgrade_gets_a_sentence() -> None:
    assert _message([policy(ADVISORY)], ["0.97.0"], part("0.96.0")) == {"It hangs. Upgrade to 0.97.0"}


def test_what_the_upgrade_does_not_end_says_so() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("note", '[{introduced: "0", fixed: "0.99.0"}]', "routing"),
    ]
    assert _message(policies, ["0.97.0", "0.99.0"], part("0.96.0")) == {
        "Upgrade to 0.97.0",
        "Upgrade to 0.97.0 (which does not end this)",
    }


def test_where_there_are_but_notes_the_upgrade_ends_them() -> None:
    policies = [
        _advisory("note", '[{introduced: "0", fixed: "0.98.0"}]', "routing"),
        _advisory("other", '[{introduced: "0", fixed: "0.99.0"}]', "routing"),
        _advisory("later", "[{introduced: 0.99.0, fixed: 1.0.0}]"),
    ]
    assert _message(policies, ["0.97.0", "0.98.0", "0.99.0", "1.0.0"], part("0.96.0")) == {"Upgrade to 1.0.0"}


def test_a_release_that_is_no_better_is_not_gone_to() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.98.0"}]', "leak"),
        _advisory("b", "[{introduced: 0.98.0}]", "leak"),
    ]
    why = "none up to 0.98.0, the newest known, is better as a whole"
    assert _message(policies, ["0.97.0", "0.98.0"], part("0.96.0")) == {f"Upgrade to a newer release ({why})"}
    worse = _advisory("worse", '[{introduced: "0", fixed: "0.98.0"}]')
    assert all(
        "Upgrade to 0.98.0 (the nearest without an error" in message
        for message in _message([*policies, worse], ["0.97.0", "0.98.0"], part("0.96.0"))
    )


def _slot(start: int) -> Slot:
    return Slot(Place(DOC, start, start + 1), ("image",), 1, "tag")


def test_everything_whose_version_is_decided_at_one_place_goes_to_one_release() -> None:
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("b", '[{introduced: "0", fixed: "0.98.0"}]', extra="where: it.busy\n"),
        policy(SAYS.replace("example.org/part", "example.org/other").replace("0.97.0", "0.99.0"), "toy/other"),
    ]
    one = part("0.96.0", "one", slot=_slot(1), busy=Value(False))
    two = part("0.96.0", "two", slot=_slot(1), busy=Value(True))
    elsewhere = part("0.96.0", "elsewhere", slot=_slot(2), busy=Value(False))
    other = part("0.96.0", "other", package="example.org/other", slot=_slot(1))
    releases = ["0.97.0", "0.98.0", "0.99.0"]
    found = {(item.name, item.message) for item in _judged(policies, releases, one, two, elsewhere)}
    assert found == {
        ("one", "Upgrade to 0.98.0"),
        ("two", "Upgrade to 0.98.0"),
        ("elsewhere", "Upgrade to 0.97.0"),
    }
    assert {item.message for item in _judged(policies, releases, one, two, other)} == {"Upgrade to 0.99.0"}


FIXED = 'fix: {title: "Go to {upgrade}", safety: unsafe, edits: [{set: it.version, to: upgrade}]}\n'


def test_a_fix_writes_the_upgrade_and_there_is_none_where_it_would_not_help() -> None:
    policies = [_advisory("a", '[{introduced: "0", fixed: "0.97.0"}]', extra=FIXED)]
    fix = _judged(policies, ["0.97.0"], part("0.96.0", slot=_slot(1)))[0].fixes[0]
    assert (fix.title, fix.changes[0].to, fix.changes[0].slot) == ("Go to 0.97.0", "0.97.0", _slot(1))
    assert _judged(policies, [], part("0.96.0", slot=_slot(1)))[0].fixes == ()
    note = _advisory("note", '[{introduced: "0", fixed: "0.99.0"}]', "routing", FIXED)
    found = _judged([*policies, note], ["0.97.0", "0.99.0"], part("0.96.0", slot=_slot(1)))
    assert {item.policy: len(item.fixes) for item in found} == {"toy/a": 1, "toy/note": 0}


RELEASES = [f"0.{minor}.0" for minor in range(1, 9)]
Spec = tuple[int, int, str, str]
_specs = st.lists(
    st.tuples(
        st.integers(0, 8),
        st.integers(1, 9),
        st.sampled_from(["hang", "leak", "routing"]),
        st.sampled_from(["", "it.busy", "!it.busy", "it.mode == 'x'", "it.version >= '0.4.0'"]),
    ),
    max_size=6,
)
_subjects = st.tuples(
    st.integers(1, 8), st.sampled_from([True, False, Unknown("?")]), st.sampled_from(["x", "y", Unknown("?")])
)


BASE = policy(SAYS)


def _policies(specs: Sequence[Spec]) -> list[Policy]:
    assert BASE.advisory is not None
    return [
        replace(
            BASE,
            id=f"toy/n{number}",
            severity=(When(CLASS_SEVERITY[class_].word),),
            where=Text(where) if where else None,
            advisory=replace(BASE.advisory, affected=(Affected(f"0.{low}.0", f"0.{high}.0"),)),
        )
        for number, (low, high, class_, where) in enumerate(specs)
    ]


def _applies(spec: Spec, minor: int, flag: bool | Unknown, mode: str | Unknown) -> bool:
    """By hand: whether an advisory concerns 0.``minor``.0, its condition being true or unknown."""
    return _condition(spec, minor, flag, mode) is not False


def _condition(spec: Spec, minor: int, flag: bool | Unknown, mode: str | Unknown) -> bool | Unknown:
    low, high, _, where = spec
    if not affects(Version("semver", f"0.{minor}.0"), f"0.{low}.0", f"0.{high}.0"):
        return False
    known: dict[str, bool | Unknown] = {
        "": True,
        "it.busy": flag,
        "!it.busy": flag if isinstance(flag, Unknown) else not flag,
        "it.mode == 'x'": mode if isinstance(mode, Unknown) else mode == "x",
        "it.version >= '0.4.0'": minor >= 4,
    }
    return known[where]


@given(_specs, _subjects)
def test_the_upgrade_is_what_a_search_by_hand_finds(
    specs: list[Spec], subject: tuple[int, bool | Unknown, str | Unknown]
) -> None:
    current, flag, mode = subject
    thing = part(f"0.{current}.0", busy=Value(flag), mode=Value(mode))
    found = _message(_policies(specs), RELEASES, thing)
    if not found:
        return
    firing = [spec for spec in specs if _condition(spec, current, flag, mode) is True]
    assert firing
    newer = list(range(current + 1, 9))
    concerned = [n for n, spec in enumerate(specs) if _applies(spec, current, flag, mode)]
    notes = all(specs[n][2] == "routing" for n in concerned)  # then they count, as there is nothing else
    counted = [n for n, spec in enumerate(specs) if notes or spec[2] != "routing"]
    always = [n for n in counted if all(_applies(specs[n], minor, flag, mode) for minor in (current, *newer))]

    def blocking(minor: int, classes: Sequence[str]) -> int:
        wanted = (n for n in counted if specs[n][2] in classes and n not in always)
        return sum(_applies(specs[n], minor, flag, mode) for n in wanted)

    passable = [minor for minor in newer if not blocking(minor, ["hang"])]

    def weight(minor: int) -> tuple[int, ...]:
        return tuple(blocking(minor, [class_]) for class_ in ("hang", "leak", "routing"))

    best = min(passable, key=lambda minor: (*weight(minor), minor), default=None)
    if best is None or (any(weight(current)) and weight(best) >= weight(current)):
        expected = "Upgrade to a newer release ("
    elif any(weight(best)):
        expected = f"Upgrade to 0.{best}.0 (the nearest without an error; what remains there: "
    elif always:
        expected = f"Upgrade to 0.{best}.0 (what remains there: "
    else:
        expected = f"Upgrade to 0.{best}.0"
    ends = any(not all(_applies(spec, minor, flag, mode) for minor in newer) for spec in firing)
    endless = "Upgrade to a newer release (none up to 0.8.0, the newest known, ends this)"
    shown = {message.removesuffix(" (which does not end this)") for message in found}
    assert len(shown - {endless}) == (1 if ends or not newer else 0)
    assert all(message.startswith(expected) for message in shown - {endless})
    assert (endless in shown) == any(
        all(_applies(spec, minor, flag, mode) for minor in newer) for spec in firing if newer
    )


def test_what_no_upgrade_is_for_does_not_keep_the_upgrade_of_others_from_being_found() -> None:
    remove = "fix: {title: Stop it, safety: unsafe, edits: [{remove: it.mode}]}\n"
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]', extra=FIXED),
        policy(ADVISORY.replace(', fixed: "0.97.0"', "") + remove, "toy/setting"),
        _advisory("endless", '[{introduced: "0"}]'),
    ]
    found = {item.policy: item for item in _judged(policies, ["0.97.0", "0.98.0"], part("0.96.0", slot=_slot(1)))}
    assert found["toy/a"].message == (
        "Upgrade to 0.97.0 (what remains there: toy/endless, which no newer release ends and "
        "toy/setting, which needs a change of the configuration)"
    )
    assert [fix.title for fix in found["toy/a"].fixes] == ["Go to 0.97.0"]
    assert found["toy/setting"].message == "It hangs"
    newest = {item.policy: item.message for item in _judged(policies, ["0.97.0"], part("0.97.0", slot=_slot(1)))}
    assert newest["toy/setting"] == "It hangs"


def test_a_change_of_the_configuration_is_spared_where_releases_are_equal_otherwise() -> None:
    remove = "fix: {title: Stop it, safety: unsafe, edits: [{remove: it.mode}]}\n"
    policies = [
        _advisory("a", '[{introduced: "0", fixed: "0.97.0"}]'),
        _advisory("setting", '[{introduced: "0", fixed: "0.98.0"}, {introduced: "0.99.0"}]', extra=remove),
    ]
    assert _message(policies, ["0.97.0", "0.98.0", "0.99.0"], part("0.96.0")) == {"Upgrade to 0.98.0"}
    assert _message(policies, ["0.97.0", "0.99.0"], part("0.96.0")) == {
        "Upgrade to 0.97.0 (what remains there: toy/setting, which needs a change of the configuration)",
        "Upgrade to a newer release (none up to 0.99.0, the newest known, ends this)",
    }


@pytest.mark.parametrize("missing_field", ["package", "version"])
def test_an_entity_that_states_less_is_no_crash(missing_field: str) -> None:
    whole = part("0.96.0")
    fields = {name: value for name, value in whole.fields.items() if name != missing_field}
    assert _judged([policy(SAYS)], ["0.97.0"], Entity(whole.ref, whole.place, whole.name, whole.path, fields)) == []

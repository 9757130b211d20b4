from __future__ import annotations

import pytest

from linter.facts.duration import seconds
from linter.faults import Faults
from linter.finding import Profile
from linter.policy.options import JudgeOptions
from linter.policy.selection import active, arguments, check_choice
from tests.unit.policy.toy import POLICY, policy

DEFAULT = policy(POLICY, "toy/default")
PEDANTIC = policy(POLICY + "profile: pedantic\n", "toy/pedantic")
PREVIEW = policy(POLICY + "status: preview\n", "other/preview")
ALL = (DEFAULT, PEDANTIC, PREVIEW)


def _active(options: JudgeOptions) -> list[str]:
    return [each.id.split("/")[1] for each in ALL if active(each, options)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (JudgeOptions(), ["default"]),
        (JudgeOptions(profile="recommended"), ["default"]),
        (JudgeOptions(profile="pedantic"), ["default", "pedantic"]),
        (JudgeOptions(preview=True), ["default", "preview"]),
        (JudgeOptions(select=("toy/*",)), ["default"]),
        (JudgeOptions(select=("toy/*",), profile="pedantic"), ["default", "pedantic"]),
        (JudgeOptions(select=("toy/pedantic",)), ["pedantic"]),
        (JudgeOptions(select=("other/preview",)), ["preview"]),
        (JudgeOptions(ignore=("toy/*",), preview=True), ["preview"]),
        (JudgeOptions(select=("toy/pedantic",), ignore=("*/pedantic",)), []),
        (JudgeOptions(severity={"toy/*": "off"}), []),
        (JudgeOptions(severity={"toy/*": "off", "toy/default": "note"}), ["default"]),
    ],
)
def test_what_is_asked_for(options: JudgeOptions, expected: list[str]) -> None:
    assert _active(options) == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            JudgeOptions(select=("toy/defualt",)),
            "select: no policy is called `toy/defualt` (did you mean `toy/default`?)",
        ),
        (JudgeOptions(ignore=("nobody/*",)), "ignore: no policy is called `nobody/*`"),
        (
            JudgeOptions(severity={"toy/default": "fatal"}),
            "severity: `toy/default` is one of off, note, warning, error, not `fatal`",
        ),
        (JudgeOptions(params={"toy/default": {"most": 1}}), "params: toy/default has no parameter `most`"),
        (JudgeOptions(params={"toy/x": {}}), "params: no policy is called `toy/x`"),
    ],
)
def test_what_does_not_exist_is_a_fault(options: JudgeOptions, message: str) -> None:
    with pytest.raises(Faults) as caught:
        check_choice(ALL, options)
    assert [str(fault) for fault in caught.value.faults] == [message]


def test_faults_of_the_choice_come_all_at_once() -> None:
    with pytest.raises(Faults) as caught:
        check_choice(ALL, JudgeOptions(select=("a",), ignore=("b",), params={"c": {}}))
    assert len(caught.value.faults) == 3


PARAMS = policy(
    POLICY + "params: {most: {type: duration, default: 10s, by_profile: {recommended: 5s}}, none: {type: int}}\n"
)


@pytest.mark.parametrize(("profile", "expected"), [("default", 10), ("recommended", 5), ("pedantic", 5)])
def test_a_profile_may_have_its_own_default_and_passes_it_on(profile: Profile, expected: int) -> None:
    assert arguments(PARAMS, JudgeOptions(profile=profile)) == {"most": seconds(expected), "none": None}


def test_what_the_user_sets_wins_and_has_to_fit() -> None:
    options = JudgeOptions(profile="pedantic", params={"toy/often": {"most": "3s", "none": 4}})
    assert arguments(PARAMS, options) == {"most": seconds(3), "none": 4}
    for wrong in ("3", "-3s"):  # no limit of time is less than none
        with pytest.raises(Faults) as caught:
            check_choice([PARAMS], JudgeOptions(params={"toy/often": {"most": wrong}}))
        assert (
            str(caught.value.faults[0]) == f"params: most of toy/often has to be a duration such as 10s, not `{wrong}`"
        )

"""What the overrides of the settings make of a choice of policies, file by file."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import cast

from linter.finding import Profile
from linter.policy.model import Param, Policy
from linter.policy.options import JudgeOptions
from linter.record import replace
from linter.settings.overrides import Override


class Overriding:
    """The choice that counts in each file; files for which the same overrides hold share one."""

    def __init__(self, options: JudgeOptions) -> None:
        self._options = options
        self._paths: dict[str, JudgeOptions] = {}
        self._made: dict[tuple[int, ...], JudgeOptions] = {(): options}

    def at(self, path: str) -> JudgeOptions:
        """What counts for findings in the file that reports call ``path``."""
        found = self._paths.get(path)
        if found is None:
            overrides = self._options.overrides
            numbers = tuple(index for index, one in enumerate(overrides) if one.holds(path))
            if numbers not in self._made:
                self._made[numbers] = _over([overrides[index] for index in numbers], self._options)
            found = self._paths[path] = self._made[numbers]
        return found


def touches(override: Override, policy: Policy) -> bool:
    """Whether ``policy`` may report less where ``override`` holds."""
    off = any(fnmatchcase(policy.id, pattern) for pattern, level in override.severity.items() if level == "off")
    ignored = any(fnmatchcase(policy.id, pattern) for pattern in override.ignore)
    return off or ignored or override.profile is not None or policy.id in override.params


def _over(overrides: list[Override], options: JudgeOptions) -> JudgeOptions:
    for one in overrides:
        severity = {key: value for key, value in options.severity.items() if key not in one.severity}
        options = replace(
            options,
            profile=options.profile if one.profile is None else cast("Profile", one.profile),
            ignore=(*options.ignore, *one.ignore),
            severity={**severity, **one.severity},
            params=_merged(options.params, one.params),
        )
    return options


def _merged(
    params: Mapping[str, Mapping[str, Param]], added: Mapping[str, Mapping[str, bool | int | float | str]]
) -> dict[str, Mapping[str, Param]]:
    return {policy: {**params.get(policy, {}), **added.get(policy, {})} for policy in {**params, **added}}

"""Which policies a run is about, and with which parameters and severities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from linter.expr.error import suggestion
from linter.faults import Fault, Faults, UsageFault
from linter.policy.arguments import Argument, argument
from linter.policy.model import PROFILES, Param, Policy
from linter.policy.options import JudgeOptions
from linter.policy.overriding import touches
from linter.settings.overrides import Override

_SEVERITIES = ("off", "note", "warning", "error")


def active(policy: Policy, choice: JudgeOptions) -> bool:
    """Whether ``policy`` can report at all; a profile that depends on the subject counts where it could be met."""
    if _any(policy.id, choice.ignore) or override(policy, choice) == "off":
        return False
    if choice.select and not _any(policy.id, choice.select):
        return False
    if policy.id in choice.select:
        return True
    if (policy.status == "preview" or policy.id in choice.held) and not choice.preview:
        return False
    return any(in_profile(line.is_, choice.profile) for line in policy.profile)


def settled(policies: Iterable[Policy], pattern: str, choice: JudgeOptions) -> bool:
    """Whether all policies that ``pattern`` names report whatever they find: none is off, or held back by a profile.

    What is so in some files only is not so.
    """
    return all(
        active(policy, choice)
        and (policy.id in choice.select or all(in_profile(line.is_, choice.profile) for line in policy.profile))
        and not any(touches(override, policy) for override in choice.overrides)
        for policy in policies
        if fnmatchcase(policy.id, pattern)
    )


def in_profile(profile: str, chosen: str) -> bool:
    """Whether ``chosen`` includes ``profile``: each profile includes those before it."""
    order: tuple[str, ...] = PROFILES
    return order.index(profile) <= order.index(chosen)


def override(policy: Policy, choice: JudgeOptions) -> str | None:
    """The severity that the user wants for ``policy``, ``off`` among them."""
    found = None
    for pattern, severity in choice.severity.items():
        if fnmatchcase(policy.id, pattern):
            found = severity
    return found


def arguments(policy: Policy, choice: JudgeOptions) -> dict[str, Argument]:
    """The parameters of ``policy``: the user's, else the profile's, else the default."""
    given = choice.params.get(policy.id, {})
    return {
        name: argument(given[name] if name in given else _default(policy, name, choice.profile), spec.type)
        for name, spec in policy.params.items()
    }


def _default(policy: Policy, name: str, chosen: str) -> Param:
    spec = policy.params[name]
    value = spec.default
    for profile in PROFILES:
        if in_profile(profile, chosen) and spec.by_profile and profile in spec.by_profile:
            value = spec.by_profile[profile]
    return value


def check_choice(policies: Iterable[Policy], choice: JudgeOptions) -> None:
    """Raises ``Faults`` where ``choice`` names a policy, a severity or a parameter that does not exist."""
    _Check(policies, choice).run()


def check_ids(key: str, patterns: Iterable[str], ids: Collection[str]) -> None:
    """Raises ``Faults`` where a pattern under ``key`` names none of ``ids``."""
    faults = tuple(UsageFault(said) for pattern in patterns for said in _unknown(key, pattern, ids))
    if faults:
        raise Faults(faults)


def _unknown(key: str, pattern: str, ids: Collection[str]) -> Iterator[str]:
    if not any(fnmatchcase(id_, pattern) for id_ in ids):
        yield f"{key}: no policy is called `{pattern}`{suggestion(pattern, ids)}"


class _Check:
    """The check of one choice; a fault has the place where the settings say it, if they do."""

    def __init__(self, policies: Iterable[Policy], choice: JudgeOptions) -> None:
        self._by_id = {policy.id: policy for policy in policies}
        self._choice = choice
        self._faults: list[Fault] = []

    def run(self) -> None:
        places: tuple[JudgeOptions | Override, ...] = (self._choice, *self._choice.overrides)
        self._patterns("select", self._choice.select)
        for one in places:
            self._patterns("ignore", one.ignore)
            self._patterns("severity", one.severity)
            for pattern, severity in one.severity.items():
                if severity not in _SEVERITIES:
                    message = f"severity: `{pattern}` is one of {', '.join(_SEVERITIES)}, not `{severity}`"
                    self._fault(message, "severity", pattern)
            for id_, given in one.params.items():
                self._params(id_, given)
        if self._faults:
            raise Faults(tuple(self._faults))

    def _patterns(self, key: str, patterns: Iterable[str]) -> None:
        for pattern in patterns:
            for message in _unknown(key, pattern, self._by_id):
                self._fault(message, key, pattern)

    def _params(self, id_: str, given: Mapping[str, Param]) -> None:
        if id_ not in self._by_id:
            self._fault(f"params: no policy is called `{id_}`{suggestion(id_, self._by_id)}", "params", id_)
            return
        specs = self._by_id[id_].params
        for name, value in given.items():
            named = f"{id_} {name}"
            if name not in specs:
                message = f"params: {id_} has no parameter `{name}`{suggestion(name, specs)}"
                self._fault(message, "params", named)
                continue
            try:
                argument(value, specs[name].type)
            except ValueError as error:
                self._fault(f"params: {name} of {id_} {error}", "params", named)

    def _fault(self, message: str, key: str, name: str) -> None:
        spot = self._choice.named.get(f"{key} {name}")
        self._faults.append(UsageFault(message) if spot is None else UsageFault(message, spot.file, *spot.at))


def _any(id_: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(id_, pattern) for pattern in patterns)

"""Which policies a run is about, and with which parameters and severities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from linter.expr.error import suggestion
from linter.faults import Fault, Faults, UsageFault
from linter.policy.arguments import Argument, argument
from linter.policy.model import PROFILES, Param, Policy
from linter.policy.options import JudgeOptions

_SEVERITIES = ("off", "note", "warning", "error")


def active(policy: Policy, choice: JudgeOptions) -> bool:
    """Whether ``policy`` can report at all; a profile that depends on the subject counts where it could be met."""
    if _any(policy.id, choice.ignore) or override(policy, choice) == "off":
        return False
    if choice.select and not _any(policy.id, choice.select):
        return False
    if policy.id in choice.select:
        return True
    if policy.status == "preview" and not choice.preview:
        return False
    return any(in_profile(line.is_, choice.profile) for line in policy.profile)


def settled(policies: Iterable[Policy], pattern: str, choice: JudgeOptions) -> bool:
    """Whether all policies that ``pattern`` names report whatever they find: none is off, or held back by a profile."""
    return all(
        active(policy, choice)
        and (policy.id in choice.select or all(in_profile(line.is_, choice.profile) for line in policy.profile))
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
    by_id = {policy.id: policy for policy in policies}
    faults: list[Fault] = []
    for key, patterns in (("select", choice.select), ("ignore", choice.ignore), ("severity", choice.severity)):
        faults += _unknown(key, patterns, by_id)
    for pattern, severity in choice.severity.items():
        if severity not in _SEVERITIES:
            faults.append(UsageFault(f"severity: `{pattern}` is one of {', '.join(_SEVERITIES)}, not `{severity}`"))
    for id_, given in choice.params.items():
        faults += _check_params(by_id, id_, given)
    if faults:
        raise Faults(tuple(faults))


def check_ids(key: str, patterns: Iterable[str], ids: Collection[str]) -> None:
    """Raises ``Faults`` where a pattern under ``key`` names none of ``ids``."""
    faults = tuple(_unknown(key, patterns, ids))
    if faults:
        raise Faults(faults)


def _unknown(key: str, patterns: Iterable[str], ids: Collection[str]) -> Iterator[Fault]:
    for pattern in patterns:
        if not any(fnmatchcase(id_, pattern) for id_ in ids):
            yield UsageFault(f"{key}: no policy is called `{pattern}`{suggestion(pattern, ids)}")


def _check_params(by_id: Mapping[str, Policy], id_: str, given: Mapping[str, Param]) -> Iterable[Fault]:
    if id_ not in by_id:
        yield UsageFault(f"params: no policy is called `{id_}`{suggestion(id_, by_id)}")
        return
    specs = by_id[id_].params
    for name, value in given.items():
        if name not in specs:
            yield UsageFault(f"params: {id_} has no parameter `{name}`{suggestion(name, specs)}")
            continue
        try:
            argument(value, specs[name].type)
        except ValueError as error:
            yield UsageFault(f"params: {name} of {id_} {error}")


def _any(id_: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(id_, pattern) for pattern in patterns)

"""Policies and advisories from elsewhere, in the form of our own."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from linter.expr.error import suggestion
from linter.facts.kinds import Kind
from linter.faults import Fault, Faults, PolicyFault
from linter.policy.load import load
from linter.policy.model import Policy
from linter.policy.records import records
from linter.system import names


def load_policies(folder: str, kinds: Mapping[str, Kind], known: Collection[str]) -> tuple[Policy, ...]:
    """The policies of ``<folder>/<any>/<name>.yaml``; ``known`` are ids that are taken.

    Raises ``Faults`` with every fault of every file: what is malformed or has a name that is taken. A folder without
    any is a fault too, as it is a slip of the pen.
    """
    found = _any(folder, kinds, "policy")
    taken = tuple(_taken(policy, folder) for policy in found if policy.id in known)
    if taken:
        raise Faults(taken)
    return found


def load_advisories(folder: str, kinds: Mapping[str, Kind], known: Collection[str]) -> tuple[Policy, ...]:
    """The advisories of ``<folder>/<system>/<name>.yaml``; ``known`` are ids that are taken.

    Raises ``Faults`` with every fault of every file: what is malformed, is no advisory, lies in the folder of a system
    that it is not about or has a name that is taken. A folder without any is a fault too, and so is an OSV record.
    """
    strange = tuple(records(folder))
    if strange:
        raise Faults(strange)
    found = _any(folder, kinds, "advisory")
    faults: list[Fault] = []
    for policy in found:
        if policy.advisory is None:
            faults.append(PolicyFault("this is no advisory: it lacks `advisory`", _path(policy, folder), 1, 1))
        elif not _at_home(policy):
            faults.append(PolicyFault(_elsewhere(policy), _path(policy, folder), 1, 1))
        if policy.id in known:
            faults.append(_taken(policy, folder))
    if faults:
        raise Faults(tuple(faults))
    return found


def _any(folder: str, kinds: Mapping[str, Kind], what: str) -> tuple[Policy, ...]:
    found = load(folder, kinds)
    if not found:
        raise Faults((PolicyFault(f"no {what} lies there: they are <system>/<name>.yaml below the folder", folder),))
    return found


def _at_home(policy: Policy) -> bool:
    """Whether an advisory lies in the folder of a system, and of its own where its kind is that of one."""
    systems = names()
    owner = policy.match.partition(".")[0]
    return policy.id.partition("/")[0] in ((owner,) if owner in systems else systems)


def _elsewhere(policy: Policy) -> str:
    folder, owner = policy.id.partition("/")[0], policy.match.partition(".")[0]
    if owner in names():
        return f"an advisory about `{policy.match}` lies in the folder `{owner}`, not in `{folder}`"
    return f"no system is called `{folder}`{suggestion(folder, names())}: an advisory lies in the folder of its system"


def _taken(policy: Policy, folder: str) -> PolicyFault:
    message = f"there is a policy `{policy.id}` already: give it another name"
    return PolicyFault(message, _path(policy, folder), 1, 1)


def _path(policy: Policy, folder: str) -> str:
    return f"{folder.rstrip('/')}/{policy.path}"

"""Advisories from elsewhere, in the form of our own."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from linter.facts.kinds import Kind
from linter.faults import Fault, Faults, PolicyFault
from linter.policy.load import load
from linter.policy.model import Policy


def load_advisories(folder: str, kinds: Mapping[str, Kind], known: Collection[str]) -> tuple[Policy, ...]:
    """The advisories of ``<folder>/<system>/<name>.yaml``; ``known`` are ids that are taken.

    Raises ``Faults`` with every fault of every file: what is malformed, is no advisory or has a name that is taken.
    """
    found = load(folder, kinds)
    faults: list[Fault] = []
    for policy in found:
        path = f"{folder.rstrip('/')}/{policy.path}"
        if policy.advisory is None:
            faults.append(PolicyFault("this is no advisory: it lacks `advisory`", path, 1, 1))
        if policy.id in known:
            faults.append(PolicyFault(f"there is a policy `{policy.id}` already: give it another name", path, 1, 1))
    if faults:
        raise Faults(tuple(faults))
    return found

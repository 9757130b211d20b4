"""The bundled policies, for the commands that describe them."""

from __future__ import annotations

from linter.faults import Faults, UsageFault
from linter.policy.bundle import all_kinds, bundled
from linter.policy.model import Policy
from linter.settings.shape import suggestion
from linter.system import load_all


def policies() -> tuple[Policy, ...]:
    """All policies by id; raises ``Faults`` where one is broken."""
    return tuple(sorted(bundled(all_kinds(load_all())), key=lambda policy: policy.id))


def whole(policy: Policy) -> Policy:
    """``policy`` with its examples, which only its file has; itself where the file isn't there."""
    from linter import resources
    from linter.policy.load import read_policy

    name = f"{policy.id}.yaml"
    try:
        with open(resources.path("policies", *name.split("/")), "rb") as file:
            found = read_policy(name, name, file.read(), all_kinds(load_all()))
    except OSError:
        return policy
    if isinstance(found, tuple):
        raise Faults(found)
    return found


def named(word: str) -> Policy:
    """The policy with the id ``word``, or the only one with this name in any folder; raises ``UsageFault``."""
    known = policies()
    for found in ([one for one in known if one.id == word], [one for one in known if one.id.split("/")[1] == word]):
        if len(found) == 1:
            return found[0]
    raise UsageFault(f"no policy is called `{word}`{suggestion(word, [one.id for one in known])}")

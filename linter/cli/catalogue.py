"""The bundled policies, for the commands that describe them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from linter.facts.kinds import Kind
from linter.faults import Faults, UsageFault
from linter.policy.bundle import FOLDERS, all_kinds, bundled
from linter.policy.model import Policy
from linter.settings.reader import suggestion
from linter.system import load_all
from linter.text.folder import POLICIES, no_folder


def advisories(folders: Sequence[str] = ()) -> tuple[Policy, ...]:
    """The bundled advisories and those of ``folders``, by id; raises ``Faults`` where one is broken."""
    from linter.policy.extra import load_advisories

    kinds = all_kinds(load_all())
    known = bundled(kinds)
    for folder in folders:
        known += load_advisories(existing(folder), kinds, {policy.id for policy in known})
    return tuple(sorted((one for one in known if one.advisory is not None), key=lambda policy: policy.id))


def existing(folder: str) -> str:
    """``folder``; raises ``UsageFault`` where it is none."""
    if not os.path.isdir(folder):
        raise UsageFault(f"--advisories: {no_folder(folder, POLICIES)}")
    return folder


def policies(folders: Sequence[str] = (), extra: Sequence[str] = ()) -> tuple[Policy, ...]:
    """All policies by id, with those of ``folders`` and the advisories of ``extra``.

    Raises ``Faults`` where one is broken.
    """
    kinds = all_kinds(load_all())
    known = bundled(kinds)
    for folder in folders:
        from linter.policy.extra import load_policies

        known += load_policies(folder, kinds, {policy.id for policy in known})
    for folder in extra:
        from linter.policy.extra import load_advisories

        known += load_advisories(existing(folder), kinds, {policy.id for policy in known})
    return tuple(sorted(known, key=lambda policy: policy.id))


def kind(name: str) -> Kind:
    """A kind of things; raises ``UsageFault``."""
    kinds = all_kinds(load_all())
    if name not in kinds:
        raise UsageFault(f"no kind of things is called `{name}`{suggestion(name, kinds)}")
    return kinds[name]


def house(given: Sequence[str]) -> tuple[str, ...]:
    """The absolute folders of further policies: those ``given``, and those that the settings name."""
    from linter.options import Flags, load

    for folder in given:
        if not os.path.isdir(folder):
            raise UsageFault(f"--policies: {no_folder(folder, POLICIES)}")
    return load(Flags(policies=tuple(given)), os.getcwd()).policies


def outside(given: Sequence[str]) -> tuple[str, ...]:
    """The absolute folders of further advisories: those ``given``, and those that the settings name."""
    from linter.options import Flags, load

    return load(Flags(advisories=tuple(map(existing, given))), os.getcwd()).advisories


def changes() -> tuple[Policy, ...]:
    """What other releases do otherwise, by id."""
    return tuple(sorted(bundled(all_kinds(load_all()), "changes"), key=lambda policy: policy.id))


def whole(policy: Policy, folders: Sequence[str] = ()) -> Policy:
    """``policy`` with its examples, which only its file has; itself where the file isn't there."""
    from linter import resources
    from linter.policy.load import read_policy

    name = f"{policy.id}.yaml"
    paths = [resources.path(folder, *name.split("/")) for folder in FOLDERS]
    paths += [os.path.join(folder, *name.split("/")) for folder in folders]
    there = next((path for path in paths if os.path.isfile(path)), None)
    if there is None:
        return policy
    with open(there, "rb") as file:
        found = read_policy(name, name, file.read(), all_kinds(load_all()))
    if isinstance(found, tuple):
        raise Faults(found)
    return found

"""The policy that a word names: by its id, its name, or an id that others know it by."""

from __future__ import annotations

from collections.abc import Sequence

from linter.cli.catalogue import changes, policies
from linter.faults import UsageFault
from linter.policy.model import Policy
from linter.report.counting import listed
from linter.settings.reader import suggestion


def named(word: str, folders: Sequence[str] = (), extra: Sequence[str] = ()) -> Policy:
    """The policy or change that ``word`` names, in capitals or not; raises ``UsageFault`` where it is none or several.

    In this order: the id, the name after the system, the id of our OSV record, the id (CVE, GHSA, GO) of a record that
    is about the same. ``folders`` have further policies, ``extra`` further advisories.
    """
    known = (*policies(folders, extra), *changes())
    lowered = word.lower()
    for found in (
        [one for one in known if one.id == lowered],
        [one for one in known if one.id.split("/")[1] == lowered],
        [one for one in known if lowered in _records(one)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise UsageFault(f"`{word}` is {listed([one.id for one in found])}: say which")
    raise UsageFault(f"no policy is called `{word}`{suggestion(lowered, [one.id for one in known])}")


def beside(policy: Policy, folders: Sequence[str] = (), extra: Sequence[str] = ()) -> list[str]:
    """The ids of the other policies that a CVE, GHSA or GO number of ``policy`` names too."""
    own = _others(policy)
    known = policies(folders, extra) if own else ()
    return [one.id for one in known if one.id != policy.id and own & _others(one)]


def _records(policy: Policy) -> set[str]:
    """The ids of the OSV records of an advisory, in small letters."""
    if policy.advisory is None:
        return set()
    from linter.report.advisories.osv import identifier

    return {identifier(policy).lower(), *_others(policy)}


def _others(policy: Policy) -> set[str]:
    """The ids of records in other databases that an advisory is about, in small letters."""
    from linter.report.advisories.osv import names

    return {name.lower() for name in names(policy)}

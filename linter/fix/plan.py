"""Which fixes are made together: by safety, one for each finding, none that overlaps an earlier one."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Literal, TypeAlias

from linter.finding import Finding, Patch
from linter.fix.draft import Draft, draft
from linter.fix.locate import Opener
from linter.record import replace
from linter.syntax.document import Route
from linter.text.edit import Claims

Allow: TypeAlias = Literal["safe", "unsafe"]
"""``safe`` makes the safe fixes, ``unsafe`` those and the unsafe ones."""

Key: TypeAlias = tuple[str, str, tuple[tuple[str, str, Route, str, str], ...]]
"""What stays equal about a fix while edits elsewhere shift its places."""

Wanted: TypeAlias = Callable[[str, Patch], bool]
"""Whether somebody wants a fix, by the policy and the patch."""

ADVICE = "advice only: it has to be made by hand"
UNSAFE = "unsafe fixes were not asked for"
LEFT = "it was not asked for"
OTHER = "another fix of the same finding is made"
OVERLAP = "it overlaps another fix"


def plan(findings: Iterable[Finding], allow: Allow, open_source: Opener) -> tuple[Patch, ...]:
    """A patch for every fix of every finding, in their order: to be made now if it has edits, else with its reason."""
    return tuple(chosen.patch for chosen in choose(draft(findings, open_source), allow))


def everything(policy: str, patch: Patch) -> bool:  # noqa: ARG001  what ``Wanted`` gets
    """Wants all fixes."""
    return True


def choose(
    drafts: Iterable[Draft], allow: Allow, without: Container[Key] = (), wanted: Wanted = everything
) -> tuple[Draft, ...]:
    """The drafts in their order; those not to be made now are without edits and say why.

    ``without`` names fixes that failed before, which therefore do not keep the finding's other fixes out.
    """
    taken = Claims()
    served: set[str] = set()
    result = []
    for drafted in drafts:
        patch = drafted.patch
        reason = "" if wanted(drafted.policy, patch) else LEFT
        reason = reason or patch.refusal or _unwanted(patch, allow)
        if not reason and key(patch) in without:
            continue
        if not reason and patch.finding in served:
            reason = OTHER
        if not reason and any(taken.overlap(edit) for edit in patch.edits):
            reason = OVERLAP
            served.add(patch.finding)  # its next fix is for the case that this one fails, not for the first free place
        if reason:
            result.append(Draft(replace(patch, edits=(), refusal=reason), policy=drafted.policy))
            continue
        served.add(patch.finding)
        for edit in patch.edits:
            taken.add(edit)
        result.append(drafted)
    return tuple(result)


def key(patch: Patch) -> Key:
    """The patch's fix as it can be recognised after other edits."""
    changes = tuple(
        (change.verb, change.slot.place.doc.id, change.slot.route, change.slot.part, change.to)
        for change in patch.fix.changes
    )
    return patch.finding, patch.fix.title, changes


def _unwanted(patch: Patch, allow: Allow) -> str:
    if patch.fix.safety == "show":
        return ADVICE
    return UNSAFE if patch.fix.safety == "unsafe" and allow == "safe" else ""

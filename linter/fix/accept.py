"""Whether a judgement after some fixes is one to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from linter.finding import Finding, Patch, Result, Severity

NONE: frozenset[str] = frozenset()


def regressions(before: Result, after: Result, patches: Sequence[Patch]) -> tuple[str, frozenset[str]]:
    """Why ``after`` is not better than ``before`` in the way ``patches`` promised, and whose findings stay.

    Better means that every patched finding is gone, nothing at warning or above is new, no file became unreadable and
    nothing that the patches are about became undecidable.
    """
    for finding in _new(before, after):
        return f"it would bring a new {finding.severity.word}: {finding.policy} at {finding.place.path}", NONE
    known = {skip.path for skip in before.skipped}
    for skip in after.skipped:
        if skip.path not in known:
            return f"{skip.path} could not be read afterwards: {skip.why}", NONE
    staying = _staying(before, after, patches)
    if staying:
        return "the finding would stay", staying
    return _undecided(before, after, patches), NONE


def _new(before: Result, after: Result) -> list[Finding]:
    """The findings of ``after`` at warning or above that ``before`` lacks, or has at a lower severity.

    What could not be judged before is uncovered by the fix, not made by it.
    """
    open_ = {(policy, item.subject) for item in before.unjudged for policy in item.policies}
    left = {level: _counts(before.findings, level) for level in (Severity.WARNING, Severity.ERROR)}
    found = []
    for finding in after.findings:
        if (finding.policy, finding.name) in open_:
            continue
        for level, counts in left.items():
            if finding.severity >= level:
                counts[finding.fingerprint] -= 1
                if counts[finding.fingerprint] < 0:
                    found.append(finding)
                    break
    return found


def _counts(findings: Iterable[Finding], level: Severity) -> Counter[str]:
    return Counter(finding.fingerprint for finding in findings if finding.severity >= level)


def _staying(before: Result, after: Result, patches: Sequence[Patch]) -> frozenset[str]:
    old = _counts(before.findings, Severity.NOTE)
    new = _counts(after.findings, Severity.NOTE)
    wanted = Counter(patch.finding for patch in patches)
    return frozenset(name for name, count in wanted.items() if new[name] > old[name] - count)


def _undecided(before: Result, after: Result, patches: Sequence[Patch]) -> str:
    patched = {patch.finding for patch in patches}
    policies = {finding.policy for finding in before.findings if finding.fingerprint in patched}
    known = {(policy, item.subject) for item in before.unjudged for policy in item.policies}
    for item in after.unjudged:
        for policy in item.policies:
            if policy in policies and (policy, item.subject) not in known:
                return f"{policy} could not be judged afterwards: {item.why}"
    return ""

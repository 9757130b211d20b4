"""What a reference is, by its address."""

from __future__ import annotations

from linter.pattern import pattern
from linter.policy.model import Advisory

_ADVISORY = r"/security/advisories/|/advisories/GHSA-|nvd\.nist\.gov|cve\.org|osv\.dev|pkg\.go\.dev/vuln"
_TYPES = (
    ("ADVISORY", pattern(_ADVISORY)),
    ("REPORT", pattern(r"github\.com/[^/]+/[^/]+/issues/")),
)


def type_of(url: str, advisory: Advisory) -> str:
    """OSV's word for the reference: ``FIX``, ``INTRODUCED``, ``ADVISORY``, ``REPORT``, else ``WEB``.

    The address of a change does not say whether it mended the defect or brought it; where the advisory does not say so
    either it is ``WEB``, because whoever goes by the word would take the one for the other.
    """
    if url in advisory.fixes:
        return "FIX"
    if url in advisory.causes:
        return "INTRODUCED"
    return next((name for name, pattern in _TYPES if pattern.search(url)), "WEB")

"""What a reference is, by its address."""

from __future__ import annotations

from linter.pattern import pattern

_ADVISORY = r"/security/advisories/|/advisories/GHSA-|nvd\.nist\.gov|cve\.org|osv\.dev|pkg\.go\.dev/vuln"
_TYPES = (
    ("ADVISORY", pattern(_ADVISORY)),
    ("REPORT", pattern(r"github\.com/[^/]+/[^/]+/issues/")),
)


def type_of(url: str) -> str:
    """OSV's word for the reference: ``ADVISORY``, ``REPORT``, else ``WEB``.

    A change is ``WEB``: the address does not say whether it mended the defect (``FIX``) or brought it
    (``INTRODUCED``), and whoever goes by the word would take the one for the other. Which release mends it is in the
    range.
    """
    return next((name for name, pattern in _TYPES if pattern.search(url)), "WEB")

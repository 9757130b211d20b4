"""What a reference is, by its address."""

from __future__ import annotations

from linter.pattern import pattern

_ADVISORY = r"/security/advisories/|/advisories/GHSA-|nvd\.nist\.gov|cve\.org|osv\.dev|pkg\.go\.dev/vuln"
_TYPES = (
    ("ADVISORY", pattern(_ADVISORY)),
    ("FIX", pattern(r"github\.com/[^/]+/[^/]+/(?:pull|commit)/")),
    ("REPORT", pattern(r"github\.com/[^/]+/[^/]+/issues/")),
)


def type_of(url: str) -> str:
    """OSV's word for the reference: ``ADVISORY``, ``FIX``, ``REPORT``, else ``WEB``."""
    return next((name for name, pattern in _TYPES if pattern.search(url)), "WEB")

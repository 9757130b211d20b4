"""What a reference is, by its address."""

from __future__ import annotations

import re

_ADVISORY = r"/security/advisories/|/advisories/GHSA-|nvd\.nist\.gov|cve\.org|osv\.dev|pkg\.go\.dev/vuln"
_TYPES = (
    ("ADVISORY", re.compile(_ADVISORY)),
    ("FIX", re.compile(r"github\.com/[^/]+/[^/]+/(?:pull|commit)/")),
    ("REPORT", re.compile(r"github\.com/[^/]+/[^/]+/issues/")),
)


def type_of(url: str) -> str:
    """OSV's word for the reference: ``ADVISORY``, ``FIX``, ``REPORT``, else ``WEB``."""
    return next((name for name, pattern in _TYPES if pattern.search(url)), "WEB")

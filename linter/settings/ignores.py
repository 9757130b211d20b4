"""``ignores`` of the settings: which findings are left alone, where, why and until when."""

from __future__ import annotations

from linter.record import dataclass
from linter.settings.item import At


@dataclass(frozen=True, slots=True)
class IgnoreEntry:
    """``files`` is a glob over reported paths, ``policy`` an id or a glob, ``until`` a day as ``2027-01-31`` or empty.

    ``at`` is where the policy is named, in the settings file at the absolute path ``file``, or none.
    """

    policy: str
    reason: str
    files: str = "*"
    until: str = ""
    at: At = (1, 1)
    file: str = ""


def is_day(text: str) -> bool:
    """Whether ``text`` is a day that exists, as ``2027-01-31``."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False

"""Texts as YAML scalars, in quotes only where a reader would take the plain text for something else."""

from __future__ import annotations

import json
import re

from linter.pattern import pattern

_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_PLAIN = pattern(r"(?:[A-Za-z_/]|v?\d+\.\d+\.\d)(?:[\w./+@%=;~$^()*-]|:(?=[\w./+-])| (?=[\w./+@(-]))*", re.ASCII)
_DURATION = pattern(r"(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|ns))+", re.ASCII)
_NUMBER = pattern(r"[.\d][\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|\.(?:inf|nan)", re.IGNORECASE)
_ESCAPED = pattern("[\x7f-\x9f\u2028\u2029\ufeff]")


def quoted(text: str) -> str:
    """``text`` as a scalar on one line that all YAML readers take for this text, in block and in flow style.

    Plain where that is certain, else in double quotes.
    """
    if _DURATION.fullmatch(text):
        return text
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS and not _NUMBER.fullmatch(text):
        return text
    # JSON leaves a few characters bare that YAML counts as line breaks or forbids.
    return _ESCAPED.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(text, ensure_ascii=False))

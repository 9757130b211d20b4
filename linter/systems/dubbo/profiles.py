"""Spring profiles: settings that count only where a profile is active, which no file says for certain."""

from __future__ import annotations

from linter.facts.tree import Map, Text
from linter.pattern import pattern

_NAMED = pattern(r"(?:^|/)(?:application|bootstrap)-([\w.-]+)\.(?:ya?ml|properties)$")
KEYS = ("spring.config.activate.on-profile", "spring.profiles")
"""What makes a document, or a whole file of properties, one for a profile."""


def profile_of(root: Map) -> str:
    """The profile that the settings in a tree need, by the file's name or a key in it; ``""`` for none."""
    found = next((text for key in KEYS if (text := _text(root, key))), "")
    if found:
        return found
    named = _NAMED.search(root.doc.path)
    return named[1] if named is not None and root.doc.host is None else ""


def _text(tree: Map, name: str) -> str:
    """The text of a dotted name, which may be nested at any of its dots."""
    for entry in tree.entries:
        if entry.key == name and isinstance(entry.value, Text):
            return entry.value.text.strip()
        if isinstance(entry.value, Map) and name.startswith(entry.key + "."):
            found = _text(entry.value, name[len(entry.key) + 1 :])
            if found:
                return found
    return ""

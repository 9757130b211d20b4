"""Whether a text is a Kubernetes manifest, told by its name and bytes."""

from __future__ import annotations

import re

from linter.facts.kinds import PATCH
from linter.pattern import pattern
from linter.system import Claim

KUSTOMIZATION = ("kustomization.yaml", "kustomization.yml", "kustomization")

PATCH_NEEDLES = (b"op: replace", b"op: add", b"op: remove", b"op: move", b"op: copy", b'"op"')
"""What a patch of single operations (RFC 6902) holds."""

_ENDINGS = (".yaml", ".yml", ".json")
_OPERATION = pattern(rb"(?m)^[ \t]*[\[{-].*\bop[\"']?[ \t]*:|^[ \t]+[\"']?op[\"']?[ \t]*:")
_POINTER = pattern(rb"path(?<!\wpath)[\"']?[ \t]*:[ \t]*[\"']?/")  # begins with fixed bytes, which are found fast
_AT_LINE_START = (pattern(rb"^apiVersion:", re.MULTILINE), pattern(rb"^kind:", re.MULTILINE))


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for any text with an ``apiVersion`` and a ``kind``, in YAML or JSON, for kustomizations and patches.

    Sure only where both start a line: the words also occur in schemas, tests and logs. Scripts hold operations of
    patches too, as arguments.
    """
    if name.lower() in KUSTOMIZATION:
        return Claim("yaml", sure=True)
    if b"apiVersion" not in data or b"kind" not in data:
        patch = name == PATCH or name.lower().endswith(_ENDINGS)
        return Claim("yaml") if patch and _POINTER.search(data) and _OPERATION.search(data) else None
    return Claim("yaml", sure=all(pattern.search(data) for pattern in _AT_LINE_START))

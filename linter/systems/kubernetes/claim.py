"""Whether a text is a Kubernetes manifest, told by its name and bytes."""

from __future__ import annotations

import re

from linter.system import Claim

KUSTOMIZATION = ("kustomization.yaml", "kustomization.yml", "kustomization")

PATCH_NEEDLES = (b"op: replace", b"op: add", b"op: remove", b"op: move", b"op: copy", b'"op"')
"""What a patch of single operations (RFC 6902) holds."""

_OPERATION = re.compile(rb"(?m)^[ \t]*[\[{-].*\bop[\"']?[ \t]*:|^[ \t]+[\"']?op[\"']?[ \t]*:")
_POINTER = re.compile(rb"\bpath[\"']?[ \t]*:[ \t]*[\"']?/")
_AT_LINE_START = (re.compile(rb"^apiVersion:", re.MULTILINE), re.compile(rb"^kind:", re.MULTILINE))


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for any text with an ``apiVersion`` and a ``kind``, in YAML or JSON, for kustomizations and patches.

    Sure only where both start a line: the words also occur in schemas, tests and logs.
    """
    if name.lower() in KUSTOMIZATION:
        return Claim("yaml", sure=True)
    if b"apiVersion" not in data or b"kind" not in data:
        return Claim("yaml") if _OPERATION.search(data) and _POINTER.search(data) else None
    return Claim("yaml", sure=all(pattern.search(data) for pattern in _AT_LINE_START))

"""Whether a text is a Kubernetes manifest, told by its name and bytes."""

from __future__ import annotations

import re

from linter.system import Claim

KUSTOMIZATION = ("kustomization.yaml", "kustomization.yml", "kustomization")

_AT_LINE_START = (re.compile(rb"^apiVersion:", re.MULTILINE), re.compile(rb"^kind:", re.MULTILINE))


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for any text with an ``apiVersion`` and a ``kind``, in YAML or JSON, and for kustomizations.

    Sure only where both start a line: the words also occur in schemas, tests and logs.
    """
    if name.lower() in KUSTOMIZATION:
        return Claim("yaml", sure=True)
    if b"apiVersion" not in data or b"kind" not in data:
        return None
    return Claim("yaml", sure=all(pattern.search(data) for pattern in _AT_LINE_START))

"""Records of the OSV format among policy files: they are none, and it is said so in one sentence."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator

from linter.faults import PolicyFault
from linter.syntax.node import Mapping, Node, Scalar, follow
from linter.text.regular import regular

OSV = (
    "this is a record of the OSV format, which has no condition on a configuration: an advisory has a form of its own, "
    "with `match` and `where` (docs/policy-format.md)"
)
_ID, _WHAT = "id", ("affected", "schema_version")


def is_record(root: Node) -> bool:
    """Whether a document is an OSV record, by the keys that every one has."""
    found = follow(root)
    return isinstance(found, Mapping) and _are_keys({key.text for key, _ in found.entries if isinstance(key, Scalar)})


def _are_keys(keys: Container[str]) -> bool:
    return _ID in keys and any(key in keys for key in _WHAT)


def records(folder: str) -> Iterator[PolicyFault]:
    """A fault for each OSV record below ``folder`` in a file that is called JSON; other JSON is not ours."""
    import json

    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".json"):
                path = os.path.join(base, name)
                try:
                    with regular(path) as file:
                        found = json.loads(file.read())
                except (OSError, ValueError, RecursionError):
                    continue
                if isinstance(found, dict) and _are_keys(found):
                    yield PolicyFault(OSV, path.replace(os.sep, "/"), 1, 1)

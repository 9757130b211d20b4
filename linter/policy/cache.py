"""Compiled policies of a checkout, kept beside the byte code until a policy or a kind changes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress

from linter.facts.kinds import Kind
from linter.policy.compiled import FORMAT, encode, load_compiled
from linter.policy.files import policy_files
from linter.policy.model import Policy


def load_cached(folder: str, kinds: Mapping[str, Kind], cache: str) -> tuple[Policy, ...]:
    """The policies below ``folder``, compiled; ``cache`` is a file for them that may be missing, stale or broken.

    Raises ``Faults`` as ``load`` does. A cache that can't be written is done without.
    """
    key = _key(folder, kinds)
    kept = _read(cache, key)
    if kept is not None:
        return kept
    from linter.policy.load import load

    data = encode(load(folder, kinds))
    _write(cache, key + b"\n" + data)
    return load_compiled(data)


def _key(folder: str, kinds: Mapping[str, Kind]) -> bytes:
    """Changes with every byte of a policy, and with every kind that expressions are checked against."""
    from hashlib import sha256

    digest = sha256(str(FORMAT).encode())
    for path, name in policy_files(folder):
        with open(path, "rb") as file:
            data = file.read()
        digest.update(f"\0{name}\0{len(data)}\0".encode())
        digest.update(data)
    for kind in sorted(kinds):
        fields = ",".join(f"{name}:{field.type}:{field.of}" for name, field in kinds[kind].fields.items())
        digest.update(f"\0{kind}\0{fields}".encode())
    return digest.hexdigest().encode()


def _read(cache: str, key: bytes) -> tuple[Policy, ...] | None:
    try:
        with open(cache, "rb") as file:
            found, _, data = file.read().partition(b"\n")
        return load_compiled(data) if found == key else None
    except (OSError, ValueError):
        return None


def _write(cache: str, data: bytes) -> None:
    """Through a temporary file, so that another process never reads half of it."""
    from tempfile import NamedTemporaryFile

    temporary: str | None = None
    folder = os.path.dirname(cache)
    try:
        os.makedirs(folder, exist_ok=True)
        with NamedTemporaryFile(dir=folder, prefix="policies-", suffix=".tmp", delete=False) as file:
            temporary = file.name
            file.write(data)
        os.replace(temporary, cache)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)

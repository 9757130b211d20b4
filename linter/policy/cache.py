"""Compiled policies of a checkout, kept beside the byte code until a policy or a kind changes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from linter.facts.kinds import Kind
from linter.policy.compiled import FORMAT, encode, load_compiled
from linter.policy.files import policy_files
from linter.policy.model import Policy


def load_cached(folder: str, kinds: Mapping[str, Kind], cache: str) -> tuple[Policy, ...]:
    """The policies below ``folder``, compiled; ``cache`` is a file for them that may be missing, stale or broken.

    Raises ``Faults`` as ``load`` does. A cache that can't be written is done without.
    """
    key = _key(folder, kinds)
    kept = _read(Path(cache), key)
    if kept is not None:
        return kept
    from linter.policy.load import load  # noqa: PLC0415 - reading YAML is what the cache saves

    data = encode(load(folder, kinds))
    _write(Path(cache), key + b"\n" + data)
    return load_compiled(data)


def _key(folder: str, kinds: Mapping[str, Kind]) -> bytes:
    """Changes with every byte of a policy, and with every kind that expressions are checked against."""
    digest = sha256(str(FORMAT).encode())
    for path, name in policy_files(Path(folder)):
        data = path.read_bytes()
        digest.update(f"\0{name}\0{len(data)}\0".encode())
        digest.update(data)
    for kind in sorted(kinds):
        fields = ",".join(f"{name}:{field.type}:{field.of}" for name, field in kinds[kind].fields.items())
        digest.update(f"\0{kind}\0{fields}".encode())
    return digest.hexdigest().encode()


def _read(cache: Path, key: bytes) -> tuple[Policy, ...] | None:
    try:
        found, _, data = cache.read_bytes().partition(b"\n")
        return load_compiled(data) if found == key else None
    except (OSError, ValueError):
        return None


def _write(cache: Path, data: bytes) -> None:
    """Through a temporary file, so that another process never reads half of it."""
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 - costs more than reading the cache

    temporary: Path | None = None
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=cache.parent, prefix="policies-", suffix=".tmp", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
        temporary.replace(cache)
    except OSError:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()

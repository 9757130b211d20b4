"""Numbers with their nouns."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, many: str) -> str:
    """``3 gRPC clients``, ``1 gRPC client``; ``many`` is the plural."""
    return f"{count} {_one(many) if count == 1 else many}"


def listed(parts: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _one(many: str) -> str:
    for ending, single in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if many.endswith(ending):
            return many[: -len(ending)] + single
    return many

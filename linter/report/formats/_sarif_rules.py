"""Policies as SARIF's rules."""

from __future__ import annotations

from typing import Any

from linter.policy.docs import explain
from linter.policy.docs import render as page
from linter.policy.model import Policy

_PRECISION = {"default": "very-high", "recommended": "high", "pedantic": "medium"}
_LEVELS = ("note", "warning", "error")
_PROBLEM = {"error": "error", "warning": "warning", "note": "recommendation"}


def rule(id_: str, policy: Policy | None) -> dict[str, Any]:
    """The rule of a policy; with its id alone where nothing is known of it."""
    made: dict[str, Any] = {"id": id_, "name": _name(id_)}
    if policy is None:
        return made
    level = max((line.is_ for line in policy.severity), key=_LEVELS.index, default="warning")
    return {
        **made,
        "shortDescription": {"text": policy.title},
        "fullDescription": {"text": policy.why.strip() or policy.title},
        "help": {"text": explain(policy).strip(), "markdown": page(policy).strip()},
        "defaultConfiguration": {"level": level},
        "properties": {
            "tags": ["reliability", id_.split("/", maxsplit=1)[0]],
            "precision": _PRECISION[policy.profile[-1].is_],
            "problem.severity": _PROBLEM[level],
        },
    }


def _name(id_: str) -> str:
    """``otelcol/keepalive-unset`` as ``KeepaliveUnset``."""
    return "".join(word.capitalize() for word in id_.rsplit("/", 1)[-1].split("-"))

"""What the expressions of a policy may name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from linter.expr.types import STRING, ExprType, entity, version
from linter.facts.kinds import Base, Field, Kind
from linter.policy.model import Policy
from linter.versions.version import Scheme

PARAMS = "params"
"""The name of a policy's parameters, and the kind of the entity that stands for them; other kinds have a dot."""
_BASES: Mapping[str, Base] = {
    "bool": "bool",
    "int": "int",
    "float": "float",
    "string": "string",
    "duration": "duration",
}


def with_params(policy: Policy, kinds: Mapping[str, Kind]) -> Mapping[str, Kind]:
    """``kinds`` and the one whose fields are the parameters of ``policy``."""
    fields = {name: Field(_BASES[spec.type], spec.doc) for name, spec in policy.params.items()}
    return {**kinds, PARAMS: Kind(PARAMS, "the policy's parameters", fields)}


def condition_names(policy: Policy) -> dict[str, ExprType]:
    """The names in ``where``, ``require``, ``at``, ``related``, ``profile`` and ``severity``."""
    return {"it": entity(policy.match), PARAMS: entity(PARAMS)}


def message_names(policy: Policy) -> dict[str, ExprType]:
    """The names in ``message`` and labels: an advisory says ``upgrade`` in words."""
    names = condition_names(policy)
    return names if policy.advisory is None else {**names, "upgrade": STRING}


def fix_names(policy: Policy, kinds: Mapping[str, Kind]) -> dict[str, ExprType]:
    """The names in a fix: for an advisory ``upgrade`` is the version, or unknown where there is none."""
    names = condition_names(policy)
    scheme = scheme_of(policy, kinds)
    return names if policy.advisory is None or scheme is None else {**names, "upgrade": version(scheme)}


def scheme_of(policy: Policy, kinds: Mapping[str, Kind]) -> Scheme | None:
    """The scheme of the versions that the matched kind has, ``None`` where it has none."""
    kind = kinds.get(policy.match)
    field = None if kind is None else kind.fields.get("version")
    if field is None or field.type != "version":
        return None
    return next((scheme for scheme in get_args(Scheme) if scheme == field.of), None)

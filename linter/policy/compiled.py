"""All policies as one JSON text: what a run needs, without examples and places, quick to read.

A policy is an array in the order of ``Policy``'s fields, and so on downwards; a ``Text`` is its text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from linter.facts.kinds import Kind
from linter.policy.model import Advisory, Affected, EditSpec, FixSpec, ParamSpec, Policy, RelatedSpec, Text, When

FORMAT = 3
"""Goes up with every change of the model."""

_RECORDS = (Policy, When, RelatedSpec, FixSpec, EditSpec, ParamSpec, Advisory, Affected)

Row = list[Any]
T = TypeVar("T")


def compile_policies(folder: str, kinds: Mapping[str, Kind]) -> bytes:
    """The compiled form of all policies below ``folder``; raises ``Faults`` as ``load`` does."""
    from linter.policy.load import load

    return encode(load(folder, kinds))


def encode(policies: Iterable[Policy]) -> bytes:
    """Policies as compiled bytes, the same for the same policies."""
    rows = [_row(policy) for policy in policies]
    text = json.dumps({"format": FORMAT, "policies": rows}, ensure_ascii=False, separators=(",", ":"))
    return text.encode()


def load_compiled(data: bytes) -> tuple[Policy, ...]:
    """The policies of ``data`` as ``compile_policies`` made it; raises ``ValueError`` for anything else."""
    try:
        content = json.loads(data)
        if content["format"] == FORMAT:
            return tuple(_policy(row) for row in content["policies"])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ValueError("these are no compiled policies") from error
    raise ValueError(f"these are no compiled policies of format {FORMAT}")


def _row(value: object) -> object:
    if isinstance(value, Text):
        return value.text
    if type(value) in _RECORDS:
        # The examples are the tests' and the documentation's.
        names: tuple[str, ...] = type(value).__slots__  # type: ignore[attr-defined]
        return [_row(getattr(value, name)) for name in names if name != "examples"]
    if isinstance(value, tuple):
        return [_row(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _row(item) for key, item in value.items()}
    return value


def _policy(row: Row) -> Policy:
    (
        id_, path, title, status, since, profile, severity, match, where, require, at, message, why, when_fine,
        references, params, related, fixes, advisory,
    ) = row  # fmt: skip
    return Policy(
        id_,
        path,
        title,
        status,
        since,
        _each(_when, profile),
        _each(_when, severity),
        match,
        _text(where),
        _text(require),
        _text(at),
        Text(message),
        why,
        when_fine,
        tuple(references),
        {name: ParamSpec(*spec) for name, spec in params.items()},
        _each(_related, related),
        _each(_fix, fixes),
        None if advisory is None else _advisory(advisory),
    )


def _each(build: Callable[[Row], T], rows: list[Row]) -> tuple[T, ...]:
    return tuple(build(row) for row in rows)


def _text(text: str | None) -> Text | None:
    return None if text is None else Text(text)


def _when(row: Row) -> When:
    return When(row[0], _text(row[1]))


def _related(row: Row) -> RelatedSpec:
    return RelatedSpec(Text(row[0]), Text(row[1]), _text(row[2]))


def _fix(row: Row) -> FixSpec:
    title, safety, edits, when, because = row
    return FixSpec(Text(title), safety, _each(_edit, edits), _text(when), because)


def _edit(row: Row) -> EditSpec:
    verb, target, to, when, for_, as_ = row
    return EditSpec(verb, Text(target), _text(to), _text(when), _text(for_), as_)


def _advisory(row: Row) -> Advisory:
    ecosystem, package, affected, class_, reproduced, *sources = row
    evidence, fixes, causes = map(tuple, sources)
    return Advisory(ecosystem, package, _each(_affected, affected), class_, reproduced, evidence, fixes, causes)


def _affected(row: Row) -> Affected:
    introduced, fixed, last_affected, versions, except_ = row
    return Affected(introduced, fixed, last_affected, tuple(versions), tuple(except_))

"""Every policy that lies one change away from a good one: what both readers of the format are compared on."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any, TypeAlias

Json: TypeAlias = Any
Route: TypeAlias = tuple["str | int", ...]

_VALUES: tuple[Json, ...] = (
    None, True, 5, 1.5, "", " ", "x", "0", "«x»", "«x", "10s", "größe", [], [""], ["x"], {}, {"x": "y"}, {"": "y"},
    {"../x": "y"}, {"a\\b": "y"}, {"x": "«y»"}, [{}],
)  # fmt: skip


def mutants(whole: Json) -> Iterator[tuple[str, Json]]:
    """Each part of ``whole`` taken out, put in twice, under another key, or replaced by each of ``_VALUES``."""
    for route in _routes(whole):
        shown = ".".join(map(str, route)) or "(all)"
        for value in _VALUES:
            yield f"{shown} = {json.dumps(value, ensure_ascii=False)}", _with(whole, route, value)
        if route:
            yield f"{shown} left out", _without(whole, route)
            if isinstance(route[-1], int):
                yield f"{shown} twice", _with(whole, route[:-1], _twice(_at(whole, route[:-1]), route[-1]))
        if isinstance(_at(whole, route), dict):
            yield f"{shown} with a key more", _with(whole, route, {**_at(whole, route), "xyz": "y"})


def _routes(node: Json, base: Route = ()) -> Iterator[Route]:
    yield base
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from _routes(value, (*base, key))


def _at(node: Json, route: Route) -> Json:
    for step in route:
        node = node[step]
    return node


def _with(whole: Json, route: Route, value: Json) -> Json:
    if not route:
        return value
    made = copy.deepcopy(whole)
    _at(made, route[:-1])[route[-1]] = value
    return made


def _without(whole: Json, route: Route) -> Json:
    made = copy.deepcopy(whole)
    del _at(made, route[:-1])[route[-1]]
    return made


def _twice(items: list[Json], index: int) -> list[Json]:
    return [*items[:index], items[index], *items[index:]]

"""The settings' ``pairs`` against what was read: one that names nothing is a mistake that nobody would notice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from linter.facts.base import FactBase, text
from linter.facts.kinds import Kind
from linter.faults import Fault, Faults, UsageFault
from linter.globs import covers

if TYPE_CHECKING:
    from linter.options import Options

_ENDS = ("client", "server")


def check_pairs(facts: FactBase, kinds: Iterable[Mapping[str, Kind]], options: Options, root: str) -> None:
    """Raises ``Faults`` for ends of pairs that name nothing in ``facts``, which hold all files below ``root``."""
    ends = _ends([kind for known in kinds for kind in known.values()])
    there = {end: [*_called(facts, ends[end])] for end in _ENDS}
    faults: list[Fault] = []
    for index, pair in enumerate(options.pairs):
        places = options.pair_places[index] if index < len(options.pair_places) else None
        for end, pattern in zip(_ENDS, pair, strict=True):
            if not any(_matches(pattern, *one) for one in there[end]):
                why = f"no {end} in the files checked is called `{pattern}`{_near(pattern, there[end])}"
                at = () if places is None else (os.path.relpath(places.file, root), *getattr(places, end))
                faults.append(UsageFault(why, *at))
    if faults:
        raise Faults(tuple(faults))


def _ends(kinds: Sequence[Kind]) -> Mapping[str, list[str]]:
    """The kinds of clients and of servers that some link joins."""
    links = [kind for kind in kinds if all(end in kind.fields and kind.fields[end].type == "ref" for end in _ENDS)]
    return {end: list(dict.fromkeys(kind.fields[end].of for kind in links)) for end in _ENDS}


def _called(facts: FactBase, kinds: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Path and id of each entity of these kinds."""
    for kind in kinds:
        for entity in facts.of(kind):
            yield entity.place.path, text(entity, "id") or ""


def _matches(pattern: str, path: str, name: str) -> bool:
    wanted, _, component = pattern.partition("#")
    return (not component or component == name) and covers(wanted, path)


def _near(pattern: str, there: Sequence[tuple[str, str]]) -> str:
    from linter.settings.reader import suggestion

    return suggestion(pattern, dict.fromkeys(f"{path}#{name}" if "#" in pattern else path for path, name in there))

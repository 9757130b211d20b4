"""The order in which files change, so that every prefix of it is harmless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from linter.finding import Fix


def files(fix: Fix) -> tuple[str, ...]:
    """The files that ``fix`` changes, in the order in which they are to be rolled out."""
    return tuple(dict.fromkeys(change.slot.place.path for change in fix.changes))


def rollout(fixes: Iterable[Fix], paths: Iterable[str]) -> tuple[str, ...]:
    """``paths`` in an order that agrees with each fix's own (a server before its clients).

    Where fixes contradict each other, the earlier fix decides.
    """
    waiting = dict.fromkeys(paths)
    after: dict[str, set[str]] = {path: set() for path in waiting}
    ranked: dict[str, None] = {}
    for fix in fixes:
        own = [path for path in files(fix) if path in waiting]
        ranked.update(dict.fromkeys(own))
        for first, second in pairwise(own):
            if not _reaches(after, first, second):
                after[second].add(first)
    ranked.update(waiting)
    return tuple(_sorted(ranked, after))


def _sorted(ranked: Iterable[str], after: Mapping[str, set[str]]) -> Iterator[str]:
    """Always the first of ``ranked`` whose predecessors are all done."""
    from heapq import heapify, heappop, heappush

    rank = {path: number for number, path in enumerate(ranked)}
    paths = list(rank)
    before: dict[str, list[str]] = {path: [] for path in paths}
    missing = {path: len(after[path]) for path in paths}
    for path in paths:
        for earlier in after[path]:
            before[earlier].append(path)
    free = [rank[path] for path in paths if not missing[path]]
    heapify(free)
    while free:
        path = paths[heappop(free)]
        yield path
        for later in before[path]:
            missing[later] -= 1
            if not missing[later]:
                heappush(free, rank[later])


def _reaches(after: dict[str, set[str]], start: str, goal: str) -> bool:
    """Whether ``goal`` already has to come before ``start``."""
    pending, seen = [start], {start}
    while pending:
        for path in after[pending.pop()]:
            if path == goal:
                return True
            if path not in seen:
                seen.add(path)
                pending.append(path)
    return False

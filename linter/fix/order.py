"""The order in which files change, so that every prefix of it is harmless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from linter.finding import Fix
from linter.syntax.document import DocRef


def files(fix: Fix) -> tuple[str, ...]:
    """The files that ``fix`` changes, in the order in which they are to be rolled out."""
    return tuple(dict.fromkeys(change.slot.place.path for change in fix.changes))


def stages(fix: Fix) -> tuple[str, ...]:
    """What ``fix`` changes, in the order in which it is to be rolled out: files, or documents where those share one."""
    docs = dict.fromkeys(change.slot.place.doc for change in fix.changes)
    own = files(fix)
    if len(own) > 1 or len(docs) == 1:
        return own
    hosts = [_host(doc) for doc in docs]
    if len({host.index for host in hosts}) > 1:
        return tuple(dict.fromkeys(f"document {host.index + 1} of {host.path}" for host in hosts))
    return tuple(dict.fromkeys(_inside(doc) for doc in docs))


def _host(doc: DocRef) -> DocRef:
    while doc.host is not None:
        doc = doc.host
    return doc


def _inside(doc: DocRef) -> str:
    """Where in its file a document is kept."""
    steps: list[str | int] = []
    inner = doc
    while inner.host is not None:
        steps[:0] = inner.route
        inner = inner.host
    return f"{'.'.join(map(str, steps))} of {doc.path}" if steps else doc.path


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

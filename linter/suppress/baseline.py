"""Findings that were there before: their file, and how it is taken into account.

A finding is known by its policy, its file and its structural path; no line numbers, so that edits elsewhere change
nothing. Where more findings of one key come than the baseline counts, the last ones are reported.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from linter.facts.entity import Entity
from linter.faults import Faults, UsageFault
from linter.finding import Finding, Ignored
from linter.pattern import pattern
from linter.record import NamedTuple, dataclass
from linter.suppress.suppress import problem
from linter.syntax.document import DocRef, Place

VERSION = 1
_LIST = pattern(r'"findings"\s*:\s*\[')
_SPACE = pattern(r"[\s,]*")
_NAMED = 3


class Key(NamedTuple):
    """What is known of a finding, in the order by which the file is sorted."""

    file: str
    path: str
    policy: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """``counts`` by key; ``places`` are the offsets of the entries in the file called ``shown``."""

    shown: str
    counts: Mapping[Key, int]
    places: Mapping[Key, tuple[int, int]]

    def split(self, findings: Iterable[Finding], path: str) -> tuple[list[Finding], list[Ignored], Counter[Key]]:
        """The findings that are new, those that are not, and the counts that found nothing to stand for."""
        left = Counter(self.counts)
        kept: list[Finding] = []
        ignored: list[Ignored] = []
        for finding in findings:
            key = key_of(finding)
            if left[key] > 0:
                left[key] -= 1
                place = Place(DocRef(path, "json"), *self.places[key])
                ignored.append(Ignored(finding, "baseline", "it was there before", place=place))
            else:
                kept.append(finding)
        return kept, ignored, +left

    def stale(self, left: Mapping[Key, int], path: str, counts: Callable[[Key], bool]) -> Iterator[Entity]:
        """One problem for all entries with nothing to stand for, at the first of them."""
        gone = [key for key in self.counts if key in left and counts(key)]
        if gone:
            named = "; ".join(f"{key.policy} in {key.file}" for key in gone[:_NAMED])
            more = f" and {len(gone) - _NAMED} more" if len(gone) > _NAMED else ""
            stand = "entry of the baseline stands" if len(gone) == 1 else "entries of the baseline stand"
            message = f"{len(gone)} {stand} for findings that are gone: {named}{more}"
            yield problem(Place(DocRef(path, "json"), *self.places[gone[0]]), "baseline-stale", message, 1)


def key_of(finding: Finding) -> Key:
    return Key(finding.place.doc.path, finding.structure, finding.policy)


def counted(findings: Iterable[Finding]) -> dict[Key, int]:
    """What a baseline of ``findings`` counts, sorted."""
    return dict(sorted(Counter(map(key_of, findings)).items()))


def pruned(old: Mapping[Key, int], now: Mapping[Key, int]) -> dict[Key, int]:
    """``old`` without what is gone; nothing is added."""
    left = {key: min(count, now.get(key, 0)) for key, count in old.items()}
    return {key: count for key, count in sorted(left.items()) if count}


def render(counts: Mapping[Key, int]) -> str:
    """The file's text: an entry on each line, so that it merges and diffs well."""
    lines = [
        json.dumps({"policy": key.policy, "file": key.file, "path": key.path, "count": count})
        for key, count in sorted(counts.items())
    ]
    body = ",\n    ".join(lines)
    return f'{{\n  "version": {VERSION},\n  "findings": [{f"{chr(10)}    {body}{chr(10)}  " if lines else ""}]\n}}\n'


def parse(shown: str, text: str) -> Baseline:
    """The baseline in ``text``; raises ``Faults`` with all that is wrong with it."""
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise Faults((UsageFault("is no baseline: nested too deeply", shown),)) from error
    except ValueError as error:
        line, column = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else (0, 0)
        raise Faults((UsageFault(f"is no JSON: {error}", shown, line, column),)) from error
    version = data.get("version") if isinstance(data, dict) else None
    entries = data.get("findings") if isinstance(data, dict) else None
    if version != VERSION:
        raise Faults((UsageFault(f"is no baseline of version {VERSION}: write it with `deadpeer baseline`", shown),))
    if not isinstance(entries, list):
        raise Faults((UsageFault("has no list of `findings`", shown),))
    counts: dict[Key, int] = {}
    places: dict[Key, tuple[int, int]] = {}
    faults = []
    for entry, (start, end) in zip(entries, _entries(text, len(entries)), strict=True):
        key = _key(entry)
        if key is None:
            line = text.count("\n", 0, start) + 1
            column = start - text.rfind("\n", 0, start)
            faults.append(UsageFault("an entry has `policy`, `file`, `path` and a `count` from 1", shown, line, column))
            continue
        counts[key] = counts.get(key, 0) + entry["count"]
        places.setdefault(key, (start, end))
    if faults:
        raise Faults(tuple(faults))
    return Baseline(shown, counts, places)


def _key(entry: object) -> Key | None:
    if not isinstance(entry, dict):
        return None
    words = [entry.get(name) for name in ("file", "path", "policy")]
    count = entry.get("count")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        return None
    texts = [word for word in words if isinstance(word, str)]
    return Key(*texts) if len(texts) == len(words) else None


def _entries(text: str, count: int) -> Sequence[tuple[int, int]]:
    """Where the entries of a well-formed baseline stand."""
    found = _LIST.search(text)
    at = found.end() if found else 0
    decoder = json.JSONDecoder()
    spans = []
    for _ in range(count if found else 0):
        space = _SPACE.match(text, at)
        start = space.end() if space else at
        at = decoder.raw_decode(text, start)[1]
        spans.append((start, at))
    return spans or [(0, 0)] * count

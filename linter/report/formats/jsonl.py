"""For programs that read line by line: one JSON object a line, ``kind`` says what it is; the summary is the last."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from linter.report.given import Given
from linter.report.json import report

_LISTS = {"finding": "findings", "ignored": "ignored", "skipped": "skipped", "unjudged": "unjudged"}


def render(given: Given) -> str:
    """The parts of the JSON report, each as it stands there."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in _lines(given))


def _lines(given: Given) -> Iterator[Mapping[str, object]]:
    made = report(given.result, given.open_source, given.tool, given.ignored)
    parts: Mapping[str, object] = {**made}
    for kind, name in _LISTS.items():
        members = parts[name]
        if isinstance(members, list):
            yield from ({"kind": kind, **member} for member in members)
    yield {"kind": "summary", "version": made["version"], "tool": made["tool"], **made["summary"]}

"""The difference between two releases as Markdown, for a ticket or a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from linter.policy.compare import Difference
from linter.report.places import Opener, Places
from linter.report.printable import printable
from linter.report.snippet import snippet
from linter.report.upgrade.comparison import Comparison

_HEADS = (("breaks", "Breaks"), ("changes", "Changes"), ("fixed", "Fixed"))
_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>|#"})


def render(comparison: Comparison, open_source: Opener) -> str:
    """A page with a section for each effect."""
    page = _Page(comparison, Places(open_source))
    return "\n\n".join(page.parts()) + "\n"


class _Page:
    def __init__(self, comparison: Comparison, places: Places) -> None:
        self._comparison = comparison
        self._places = places

    def parts(self) -> Iterator[str]:
        comparison = self._comparison
        yield f"# {_plain(comparison.headline())}"
        yield _plain(comparison.summary())
        for effect, head in _HEADS:
            found = [difference for difference in comparison.found if difference.effect == effect]
            if found:
                yield f"## {head}"
                yield "\n".join(line for difference in found for line in self._difference(difference))
        rest = list(self._rest())
        if rest:
            yield "## Not compared"
            yield "\n".join(rest)

    def _difference(self, difference: Difference) -> Iterator[str]:
        comparison, finding = self._comparison, difference.finding
        yield f"- {self._where(difference)} {_plain(comparison.said(difference))} ({_code(finding.policy)})"
        shown = None if difference.over else snippet(self._places, finding.place, 0)
        if shown is not None:
            fence = "````" if "```" in shown.text else "```"
            yield from (f"  {line}" for line in (fence, shown.text, fence))
        if not difference.over:
            for fix in finding.fixes:
                yield f"  - {_plain(fix.title)}"
            for source in comparison.sources(finding):
                yield f"  - <{source}>"

    def _where(self, difference: Difference) -> str:
        place = difference.finding.place
        position = self._places.position(place.path, place.start)
        return _code(place.path + (f":{position.line}:{position.column}" if position else "")) + ":"

    def _rest(self) -> Iterator[str]:
        comparison = self._comparison
        for run in comparison.runs:
            if run.version is None:
                yield f"- {', '.join(_code(name) for name, _ in run.names)}: {_plain(run.why)}"
        for finding in comparison.open:
            yield f"- {_code(finding.policy)} at {_code(finding.place.path)} could be judged only once"
        for why in dict.fromkeys(item.why for item in comparison.unjudged):
            yield f"- {_plain(why)}"
        yield from (f"- {_plain(what)}" for what in comparison.unread)
        for skip in comparison.skipped:
            yield f"- {_code(skip.path)} was skipped: {_plain(skip.why)}"


def _plain(text: str) -> str:
    """Text on one line that Markdown takes as it is; code marks of messages are kept."""
    pieces = printable(text).split("`")
    if len(pieces) % 2 == 0:
        return printable(text).translate(_SPECIAL)
    return "".join(_code(piece) if index % 2 else piece.translate(_SPECIAL) for index, piece in enumerate(pieces))


def _code(text: str) -> str:
    text = printable(text)
    return f"`` {text} ``" if "`" in text else f"`{text}`"

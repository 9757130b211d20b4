"""The list of pairs for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.finding import Severity
from linter.report.counting import counted, listed
from linter.report.listing.lines import Lines
from linter.report.listing.links import Alone, End, Links, Pair, Verdict
from linter.report.listing.setting import Setting
from linter.report.places import Opener
from linter.report.printable import printable
from linter.report.style import Style


def render(links: Links, open_source: Opener, style: Style = Style()) -> str:  # noqa: B008  frozen
    """A block for each pair, one for each client whose servers are not all known, and a summary."""
    report = _Report(Lines(open_source, style), links.profile)
    blocks = [*map(report.pair, links.pairs), *map(report.alone, links.alone)]
    text = "".join("\n".join(block) + "\n\n" for block in blocks)
    return text + "".join(f"{line}\n" for line in report.summary(links))


class _Report:
    def __init__(self, lines: Lines, profile: str) -> None:
        self._lines = lines
        self._style = lines.style
        self._profile = profile

    def pair(self, pair: Pair) -> Iterator[str]:
        server = pair.server
        yield f"{self._head(pair.client)} -> {self._name(server)} ({self._lines.where(server.place)})"
        yield from self._about(pair.settings, ("client", pair.client), ("server", server))
        yield from self._verdict(pair.verdict)

    def alone(self, alone: Alone) -> Iterator[str]:
        known = f"{counted(alone.pairs, 'servers')} above, and ?" if alone.pairs else "?"
        yield f"{self._head(alone.client)} -> {known}"
        yield f"  server not known: {printable(alone.why)}"
        yield from self._about(alone.settings, ("client", alone.client))
        yield from self._verdict(alone.verdict)

    def summary(self, links: Links) -> Iterator[str]:
        yield from self._lines.skipped(links.skipped)
        bad = sum(1 for pair in links.pairs if pair.verdict.findings)
        fine = sum(1 for pair in links.pairs if pair.verdict.word == "fine")
        unsure = len(links.pairs) - bad - fine
        parts = [f"{bad} with findings" if bad else "", f"{fine} fine" if fine else ""]
        parts += [f"{unsure} not judged"] if unsure else []
        told = f" ({listed([part for part in parts if part])}, profile {self._profile})" if links.pairs else ""
        alone = f"; {counted(len(links.alone), 'clients')} with servers not known" if links.alone else ""
        yield f"{counted(len(links.pairs), 'pairs')} in {counted(links.opened, 'files')}{told}{alone}."

    def _head(self, end: End) -> str:
        return f"{self._lines.where(end.place, bold=True)}: {self._name(end)}"

    def _name(self, end: End) -> str:
        return printable(f"{end.name} [{end.instance}]" if end.instance else end.name)

    def _about(self, own: Sequence[Setting], *ends: tuple[str, End]) -> Iterator[str]:
        """What a link says of itself in short, the settings of its ends, then what has a derivation."""
        short = [f"{setting.label}: {printable(setting.text)}" for setting in own if not _derived(setting)]
        if short:
            yield f"  {'; '.join(short)}"
        for title, end in ends:
            yield f"  {title}"
            yield from self._table(end.settings)
        for setting in own:
            if _derived(setting):
                yield f"  {setting.label}: {self._style.paint('bold', printable(setting.text))}"
                yield from self._lines.evidence(setting.evidence, "    ")

    def _table(self, settings: Sequence[Setting]) -> Iterator[str]:
        labels = max((len(setting.label) for setting in settings), default=0)
        values = max((len(printable(setting.text)) for setting in settings if not _long(setting)), default=0)
        for setting in settings:
            cells = (setting.label.ljust(labels), printable(setting.text).ljust(values), self._from(setting))
            yield f"    {'  '.join(cells)}".rstrip()

    def _from(self, setting: Setting) -> str:
        """Where a value is written, or that it is not, and what was made of it."""
        place = setting.place
        where = self._lines.where(place) if place is not None else "default" if setting.default else ""
        notes = "; ".join(printable(step.text) for step in setting.evidence)
        return ": ".join(filter(None, (where, notes)))

    def _verdict(self, verdict: Verdict) -> Iterator[str]:
        style = self._style
        counts = [
            style.severity(severity, counted(verdict.count(severity), f"{severity.word}s"))
            for severity in sorted(Severity, reverse=True)
            if verdict.count(severity)
        ]
        word = listed(counts) or (style.paint("green", "fine") if verdict.word == "fine" else "not judged")
        yield f"  verdict: {word}"
        for about, finding in verdict.findings:
            tag = style.severity(finding.severity, f"{finding.severity.word}[{style.policy(finding.policy)}]")
            yield f"    {self._lines.where(finding.place)}: {tag} about the {about}"
        for about, item in verdict.unjudged:
            policies = ", ".join(map(printable, item.policies))
            yield f"    the {about} is not judged by {policies}: {printable(item.why)}"
        if verdict.apart is not None:
            yield f"    not judged as a pair: {printable(verdict.apart)}"


def _derived(setting: Setting) -> bool:
    return bool(setting.evidence)


def _long(setting: Setting) -> bool:
    return len(setting.text) > 24

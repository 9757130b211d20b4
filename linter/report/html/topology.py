"""Clients and servers: the drawing, its legend, and every pair in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.finding import Severity
from linter.report.counting import counted, listed
from linter.report.html.diagram import UNKNOWN, WORDS, diagram, rank, said, times
from linter.report.html.markup import Markup, join, prose, tag
from linter.report.html.places import where
from linter.report.html.svg import draw, sample
from linter.report.listing.links import Alone, End, Links, Pair, Verdict
from linter.report.listing.setting import Setting
from linter.report.places import Places

LISTED = 1000
"""Pairs that are told in words; the worst come first."""


class Topology:
    """The pairs of one report; ``partial`` says which findings don't count in the verdicts, if some don't."""

    def __init__(self, links: Links, places: Places, partial: str = "") -> None:
        self._places = places
        self._partial = partial
        self._times = times(links.pairs)

        pairs = sorted(links.pairs, key=lambda pair: rank(pair.verdict))[:LISTED]
        alone = sorted(links.alone, key=lambda one: rank(one.verdict))[: LISTED - len(pairs)]
        self._pairs = [(f"link-{number}", pair) for number, pair in enumerate(pairs, 1)]
        self._alone = [(f"link-{number}", one) for number, one in enumerate(alone, len(pairs) + 1)]
        self._left = len(links.pairs) + len(links.alone) - len(pairs) - len(alone)

    @property
    def empty(self) -> bool:
        return not self._pairs and not self._alone

    def words(self) -> Iterator[Markup]:
        """Every pair with the settings of its ends, the verdict and the derivation of its times."""
        yield from (self._told(anchor, pair) for anchor, pair in self._pairs)
        yield from (self._lonely(anchor, one) for anchor, one in self._alone)
        if self._left:
            yield tag(
                "p",
                f"{counted(self._left, 'more pairs')} are left out here; ",
                tag("code", "deadpeer links"),
                " has them.",
            )

    def picture(self) -> Iterator[Markup]:
        """The drawing with its legend."""
        if self.empty:
            yield tag("p", "No pair of a client and a server was found.", class_="nothing")
            return
        shown = diagram(self._pairs, self._alone, self._left)
        drawing = draw(shown)
        yield tag("div", drawing, class_="drawing", role="region", aria_label="Drawing of all pairs", tabindex=0)
        words = {edge.word for edge in shown.edges}
        samples = (tag("li", sample(word), f" {sign} {name}") for word, (sign, name) in WORDS.items() if word in words)
        yield tag("ul", *samples, class_="legend")
        if shown.meaning:
            yield tag("p", f"The time on a link: {listed(shown.meaning)}.")
        if shown.left_out:
            yield tag("p", f"{counted(shown.left_out, 'more links')} are not drawn: the worst come first.")
        if self._partial:
            yield tag("p", self._partial)

    def _told(self, anchor: str, pair: Pair) -> Markup:
        short = [setting for setting in pair.settings if not setting.evidence]
        return tag(
            "details",
            self._summary(pair.client, pair.server, pair.verdict, self._noticed(pair)),
            tag("p", "; ".join(f"{one.label}: {one.text}" for one in short)) if short else None,
            *self._verdict(pair.verdict),
            self._table("Client", pair.client.settings),
            self._table("Server", pair.server.settings),
            *(self._derived(setting) for setting in pair.settings if setting.evidence),
            id=anchor,
            class_=pair.verdict.word,
        )

    def _lonely(self, anchor: str, alone: Alone) -> Markup:
        known = f" ({counted(alone.pairs, 'servers')} known)" if alone.pairs else ""
        return tag(
            "details",
            self._summary(alone.client, None, alone.verdict, ""),
            tag("p", f"{UNKNOWN}{known}: ", prose(alone.why)),
            *self._verdict(alone.verdict),
            self._table("Client", alone.client.settings),
            id=anchor,
            class_=alone.verdict.word,
        )

    def _summary(self, client: End, server: End | None, verdict: Verdict, noticed: str) -> Markup:
        other = (UNKNOWN,) if server is None else (said(server), " ", where(server.place, self._places))
        sign, name = WORDS[verdict.word]
        return tag(
            "summary",
            tag("span", tag("span", sign, aria_hidden="true"), f" {name}", class_="badge"),
            f" {said(client)} ",
            where(client.place, self._places),
            " → ",
            *other,
            f" · {noticed}" if noticed else None,
        )

    def _noticed(self, pair: Pair) -> str:
        """The first time that the pair states."""
        for setting in pair.settings:
            if setting.name in self._times:
                return f"{setting.label}: {setting.text}"
        return ""

    def _verdict(self, verdict: Verdict) -> Iterator[Markup]:
        counts = (
            counted(verdict.count(severity), f"{severity.word}s")
            for severity in sorted(Severity, reverse=True)
            if verdict.count(severity)
        )
        yield tag("p", f"Verdict: {listed([*counts]) or WORDS[verdict.word][1]}")
        lines = [
            tag(
                "li",
                f"{found.severity.word} about the {about}: ",
                tag("code", found.policy),
                " ",
                where(found.place, self._places),
            )
            for about, found in verdict.findings
        ]
        lines += [
            tag("li", f"the {about} is not judged by {', '.join(item.policies)}: ", prose(item.why))
            for about, item in verdict.unjudged
        ]
        if verdict.apart is not None:
            lines.append(tag("li", "not judged as a pair: ", prose(verdict.apart)))
        if lines:
            yield tag("ul", *lines)

    def _table(self, title: str, settings: Sequence[Setting]) -> Markup | None:
        if not settings:
            return None
        head = tag("tr", *(tag("th", name, scope="col") for name in ("setting", "in effect", "from")))
        rows = (
            tag("tr", tag("th", one.label, scope="row"), tag("td", one.text), tag("td", self._from(one)))
            for one in settings
        )
        return tag("table", tag("caption", title), tag("thead", head), tag("tbody", *rows))

    def _from(self, setting: Setting) -> Markup:
        """Where a value is written, or that it is not, and what was made of it."""
        place = where(setting.place, self._places) if setting.place is not None else None
        first = place if place is not None else "default" if setting.default else None
        notes = "; ".join(step.text for step in setting.evidence)
        return join([part for part in (first, notes) if part], ": ")

    def _derived(self, setting: Setting) -> Markup:
        steps = (
            tag(
                "li",
                prose(step.text),
                None if step.place is None else join((" (", where(step.place, self._places), ")")),
            )
            for step in setting.evidence
        )
        return tag("div", tag("p", f"{setting.label}: ", tag("b", setting.text)), tag("ul", *steps))

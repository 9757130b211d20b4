"""The findings as articles, and the form that picks among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from linter.finding import Finding, Fix, Ignored, Patch, Related, Severity
from linter.report.counting import counted
from linter.report.fixes import Patches
from linter.report.given import Given, Names, by_severity
from linter.report.html.markup import Markup, join, prose, tag
from linter.report.html.patches import written
from linter.report.html.places import source, where
from linter.report.places import Places

SHOWN = 2000
"""Findings that are told in full; a browser stays quick with as many."""
_RELATED = 6
_SIGNS = {Severity.ERROR: "✕", Severity.WARNING: "!", Severity.NOTE: "i"}


def badge(severity: Severity) -> Markup:
    return tag("span", tag("span", _SIGNS[severity], aria_hidden="true"), f" {severity.word}", class_="badge")


class Told:
    """Writes the findings of one report; ``anchors`` lead from policies to what explains them."""

    def __init__(self, given: Given, anchors: Mapping[str, str]) -> None:
        self._given = given
        self._anchors = anchors
        self._places = Places(given.open_source)
        self._patches = Patches(given.result)
        self._names = Names()

    def section(self) -> Iterator[Markup]:
        """The worst first; what is beyond the limit is counted."""
        findings = list(by_severity(self._given.result.findings))
        if not findings:
            yield tag("p", "Nothing found.", class_="nothing")
            return
        yield _form(findings)
        shown = findings[:SHOWN]
        yield tag("div", *map(self._article, shown), id="findings")
        if len(findings) > SHOWN:
            more = counted(len(findings) - SHOWN, "more findings")
            yield tag("p", f"{more} are left out here; the other formats have them.")

    def ignored(self, ignored: Sequence[Ignored]) -> Markup:
        """A list of what was left out, and why."""
        return tag("ul", *(self._ignored(one) for one in ignored[:SHOWN]))

    def _ignored(self, one: Ignored) -> Markup:
        finding = one.finding
        until = f", until {one.until}" if one.until else ""
        return tag(
            "li",
            where(finding.place, self._places),
            f" {finding.severity.word}: ",
            prose(finding.message),
            f" — {one.by}: {one.reason}{until}",
        )

    def _article(self, finding: Finding) -> Markup:
        name = f"finding-{self._names.of(finding)}"
        related = finding.related[:_RELATED]
        rest = len(finding.related) - len(related)
        return tag(
            "article",
            tag("h3", badge(finding.severity), " ", prose(finding.message), id=name),
            tag("p", where(finding.place, self._places), " · ", self._policy(finding.policy), class_="where"),
            source(finding.place, self._places),
            *map(self._related, related),
            tag("p", f"… and {counted(rest, 'more places')}") if rest else None,
            *(self._fix(fix, patch) for fix, patch in self._patches.of(finding)),
            class_=f"finding {finding.severity.word}",
            aria_labelledby=name,
            data_severity=finding.severity.word,
            data_policy=finding.policy,
        )

    def _policy(self, id_: str) -> Markup:
        anchor = self._anchors.get(id_)
        return tag("code", id_) if anchor is None else tag("a", tag("code", id_), href=f"#{anchor}")

    def _related(self, related: Related) -> Markup:
        label = join((prose(related.label), ": ")) if related.label else None
        return tag(
            "div",
            tag("p", label, where(related.place, self._places)),
            source(related.place, self._places),
            class_="related",
        )

    def _fix(self, fix: Fix, patch: Patch | None) -> Markup:
        lines = () if patch is None or patch.refusal else tuple(written(patch, self._given.open_source))
        return tag("div", tag("p", tag("b", "help: "), prose(fix.title), _how(fix, patch)), *lines, class_="fix")


def _how(fix: Fix, patch: Patch | None) -> Markup | None:
    if fix.safety == "show" or patch is None:
        return None
    if patch.refusal:
        return join((" (not applied: ", patch.refusal, ")"))
    return join((" (", tag("code", "--fix" if fix.safety == "safe" else "--fix --unsafe-fixes"), ")"))


def _form(findings: Sequence[Finding]) -> Markup:
    """Hidden until the script that it needs shows it."""
    severities = Counter(finding.severity for finding in findings)
    policies = Counter(finding.policy for finding in findings)
    boxes = (
        tag(
            "label",
            tag("input", type="checkbox", name="severity", value=severity.word, checked=True),
            f" {counted(severities[severity], f'{severity.word}s')}",
        )
        for severity in sorted(severities, reverse=True)
    )
    options = (tag("option", f"{policy} ({count})", value=policy) for policy, count in sorted(policies.items()))
    return tag(
        "form",
        tag("fieldset", tag("legend", "Severity"), *boxes),
        tag("label", "Policy ", tag("select", tag("option", "all", value=""), *options, name="policy")),
        tag("label", "Text ", tag("input", type="search", name="text", autocomplete="off")),
        tag("button", "Show all", type="reset"),
        tag("output", counted(len(findings), "findings"), aria_live="polite"),
        id="filter",
        aria_label="Which findings are shown",
        hidden=True,
    )

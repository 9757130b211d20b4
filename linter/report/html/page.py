"""The page around everything. It may load nothing and run nothing but its own script, and says so to the browser."""

from __future__ import annotations

import os
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

from linter.finding import Severity
from linter.policy.model import Policy
from linter.report.counting import counted, listed
from linter.report.given import Given
from linter.report.html.findings import Told
from linter.report.html.markup import Markup, join, link, paragraphs, prose, tag
from linter.report.html.places import where
from linter.report.html.topology import Topology
from linter.report.places import Places

_LISTED = 1000
"""Lines of the lists of what was not read and not judged."""


def page(given: Given) -> str:
    """The report as a whole document."""
    style, script = _part("page.css"), _part("page.js")
    title = f"deadpeer: {headline(given)}"
    head = (
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_allowed(style, script)),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", style),
    )
    body = (
        tag("a", "To the findings", href="#h-findings", class_="skip"),
        tag("header", tag("h1", title), *_checked(given)),
        tag("main", *_sections(given)),
        tag("footer", tag("p", given.tool.signature)),
        tag("script", script),
    )
    return f"<!doctype html>\n{tag('html', tag('head', *head), tag('body', *body), lang='en')}\n"


def headline(given: Given) -> str:
    """What was found, in numbers."""
    counts = Counter(finding.severity for finding in given.result.findings)
    words = [counted(counts[one], f"{one.word}s") for one in sorted(Severity, reverse=True) if counts[one]]
    return listed(words) or "nothing found"


def _part(name: str) -> Markup:
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return Markup(file.read())


def _allowed(style: str, script: str) -> str:
    """The browser takes this style and this script and nothing else, whatever a file's text may smuggle in."""
    digests = [b64encode(sha256(part.encode()).digest()).decode() for part in (style, script)]
    return (
        f"default-src 'none'; style-src 'sha256-{digests[0]}'; script-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _checked(given: Given) -> Iterator[Markup]:
    result = given.result
    things = [counted(count, many) for many, count in (result.checked or {}).items() if count]
    yield tag("p", f"Checked {counted(result.opened, 'files')}{': ' if things else ''}{', '.join(things)}.")
    left = _left_out(given)
    if left:
        yield tag("p", f"Left out: {left}.")


def _left_out(given: Given) -> str:
    result = given.result
    before = sum(1 for one in result.ignored if one.by == "baseline")
    counts = ((len(result.ignored) - before, "ignored"), (before, "in the baseline"), (result.unchanged, "unchanged"))
    return listed([f"{count} {what}" for count, what in counts if count])


def _sections(given: Given) -> Iterator[Markup]:
    result = given.result
    places = Places(given.open_source)
    explained = _explained(given)
    told = Told(given, {policy.id: anchor for anchor, policy in explained})
    links = given.links()
    left = _left_out(given)
    partial = f"Findings that are left out ({left}) do not count here." if left else ""
    pairs = None if links is None else Topology(links, places, partial)
    if pairs is not None:
        yield _section("links", "Clients and servers", *pairs.picture())
    yield _section("findings", "Findings", *told.section())
    if pairs is not None and not pairs.empty:
        yield _section("pairs", "Pairs in words", *pairs.words())
    if given.ignored:
        yield _folded("ignored", f"Ignored ({len(given.ignored)})", told.ignored(given.ignored))
    if result.unjudged:
        lines = (
            tag(
                "li",
                where(item.place, places),
                f" {item.subject}: ",
                prose(item.why),
                f" ({', '.join(item.policies)})",
            )
            for item in result.unjudged[:_LISTED]
        )
        yield _folded("unjudged", f"Not judged ({len(result.unjudged)})", tag("ul", *lines))
    if result.skipped:
        lines = (tag("li", tag("code", skip.path), ": ", prose(skip.why)) for skip in result.skipped[:_LISTED])
        yield _folded("skipped", f"Not read ({len(result.skipped)})", tag("ul", *lines))
    if explained:
        yield _section("policies", "Policies", *(_policy(anchor, policy) for anchor, policy in explained))


def _section(name: str, title: str, *content: Markup) -> Markup:
    return tag("section", tag("h2", title, id=f"h-{name}"), *content, aria_labelledby=f"h-{name}")


def _folded(name: str, title: str, content: Markup) -> Markup:
    """A section that is opened when somebody wants it; long lists say so."""
    summary = tag("summary", tag("h2", title, id=f"h-{name}"))
    return tag("section", tag("details", summary, content), aria_labelledby=f"h-{name}")


def _explained(given: Given) -> list[tuple[str, Policy]]:
    """The policies that report something, each with its anchor."""
    ids = sorted({finding.policy for finding in given.result.findings})
    known = given.policies() if ids else {}
    return [(f"policy-{number}", known[id_]) for number, id_ in enumerate(ids, 1) if id_ in known]


def _policy(anchor: str, policy: Policy) -> Markup:
    sources = list(dict.fromkeys((*policy.references, *(policy.advisory.evidence if policy.advisory else ()))))
    return tag(
        "article",
        tag("h3", policy.title, " ", tag("code", policy.id)),
        paragraphs(policy.why),
        join((tag("h4", "When it is fine"), paragraphs(policy.when_fine))) if policy.when_fine else None,
        tag("ul", *(tag("li", link(source)) for source in sources)) if sources else None,
        id=anchor,
        tabindex="-1",
    )

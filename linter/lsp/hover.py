"""What an editor shows beside a place: why there is a finding, and what is in effect with its evidence."""

from __future__ import annotations

from collections.abc import Iterator

from linter.finding import Finding
from linter.lsp.session import Judged
from linter.policy.model import Policy
from linter.report.listing.links import End, Links, Pair
from linter.report.listing.setting import Setting
from linter.report.marked import code, escaped
from linter.syntax.document import Place

_SHOWN = 5
"""Findings and pairs that are shown at one place."""


def hover(judged: Judged, path: str, offset: int) -> tuple[str, Place | None]:
    """Markdown about the place, empty if there is nothing to say, and the range that it is about."""
    found = [one for one in judged.result.findings if _covers(one.place, path, offset)]
    parts = list(dict.fromkeys(_explained(one, judged.policy(one.policy)) for one in found))[:_SHOWN]
    place = found[0].place if found else None
    for part, where in _values(judged.links(), path, offset):
        parts.append(part)
        place = place or where
    return "\n\n---\n\n".join(dict.fromkeys(parts)), place


def _covers(place: Place | None, path: str, offset: int) -> bool:
    return place is not None and place.path == path and place.start <= offset <= place.end


def _explained(finding: Finding, policy: Policy | None) -> str:
    head = f"**{finding.severity.word}** {code(finding.policy)}"
    if policy is None:
        return head
    parts = [f"{head}: {escaped(policy.title)}", policy.why]
    if policy.when_fine:
        parts.append(f"**When it is fine.** {policy.when_fine}")
    parts += [" · ".join(f"<{source}>" for source in policy.references)] if policy.references else []
    return "\n\n".join(parts)


def _values(links: Links, path: str, offset: int) -> Iterator[tuple[str, Place]]:
    """Settings that are written here; for a client's or a server's own name all of its settings and pairs."""
    ends = {end.ref: end for pair in links.pairs for end in (pair.client, pair.server)}
    ends.update((one.client.ref, one.client) for one in links.alone)
    for end in ends.values():
        if end.place.path == path and _covers(end.place, path, offset):
            yield (
                _about(end, [pair for pair in links.pairs if end.ref in (pair.client.ref, pair.server.ref)]),
                end.place,
            )
        for setting in end.settings:
            if setting.place is not None and _covers(setting.place, path, offset):
                yield f"{escaped(end.name)}\n\n{_setting(setting)}", setting.place


def _about(end: End, pairs: list[Pair]) -> str:
    name = f"{end.name} [{end.instance}]" if end.instance else end.name
    lines = [f"**{escaped(name)}**", "\n".join(map(_setting, end.settings))]
    for pair in pairs[:_SHOWN]:
        other = pair.server if pair.client.ref == end.ref else pair.client
        derived = (setting for setting in pair.settings if setting.evidence)
        lines.append(
            f"{'→' if other is pair.server else '←'} {escaped(other.name)} ({code(other.place.path)}): "
            f"{escaped(pair.verdict.word)}\n" + "\n".join(map(_setting, derived))
        )
    if len(pairs) > _SHOWN:
        lines.append(f"… and {len(pairs) - _SHOWN} more")
    return "\n\n".join(filter(None, lines))


def _setting(setting: Setting) -> str:
    """The value in effect, and below it why it is that."""
    where = " (default)" if setting.default else ""
    lines = [f"- {escaped(setting.label)}: **{escaped(setting.text)}**{where}"]
    lines += [f"    - {escaped(step.text)}" for step in setting.evidence]
    return "\n".join(lines)

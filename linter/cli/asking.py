"""``deadpeer fix -i``: each fix is shown as a diff, and somebody says whether to make it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from linter.finding import Finding, Patch, Result
from linter.fix.diff import unified
from linter.fix.draft import Draft, draft
from linter.fix.locate import Opener
from linter.fix.plan import Key, Wanted, key
from linter.record import replace
from linter.report.places import Places
from linter.report.printable import printable
from linter.text.edit import Edit, apply
from linter.text.source import Source

_QUESTION = "Make this fix? [y]es, [n]o, [a]ll of this policy, [d]one with this policy, [q]uit asking: "
_HELP = """\
y  make it
n  leave it
a  make it, and whatever else this policy offers
d  leave it, and whatever else this policy offers
q  leave it and ask no more; what was said so far holds
"""


def chosen(result: Result, open_source: Opener, wanted: Wanted, ask: Callable[[str], str]) -> Wanted:
    """Asks about each of the ``wanted`` fixes that can be made, and gives what was said as what is wanted.

    What one answer was about is not asked again where another finding wants the same edits.
    """
    taken: set[Key] = set()
    served: set[str] = set()
    rules: dict[str, str] = {}
    answers: dict[tuple[Edit, ...], str] = {}
    offers = list(_offers(result, open_source, wanted))
    places = Places(open_source)
    for number, (finding, drafted) in enumerate(offers, 1):
        patch = drafted.patch
        if patch.finding in served:
            continue
        said = (
            answers.get(patch.edits)
            or rules.get(finding.policy)
            or _said(f"\n{_head(finding, patch, places)} ({number} of {len(offers)})\n{_diff(patch, open_source)}", ask)
        )
        if said == "q":
            break
        if said in ("a", "d") and patch.edits not in answers:
            rules[finding.policy] = said
        answers[patch.edits] = said
        if said in ("y", "a"):
            taken.add(key(patch))
            served.add(patch.finding)
    return lambda _, patch: key(patch) in taken


def _offers(result: Result, open_source: Opener, wanted: Wanted) -> Iterator[tuple[Finding, Draft]]:
    findings = {finding.fingerprint: finding for finding in reversed(result.findings)}
    for drafted in draft(result.findings, open_source):
        patch = drafted.patch
        if patch.edits and patch.fix.safety != "show" and wanted(drafted.policy, patch):
            yield findings[patch.finding], drafted


def _said(shown: str, ask: Callable[[str], str]) -> str:
    """The letter that somebody answers with; ``q`` where nobody answers."""
    typed = ask(f"{shown}{_QUESTION}")
    while typed:
        letter = typed.strip().lower()[:1]
        if letter and letter in "ynadq":
            return letter
        typed = ask(_HELP + _QUESTION)
    return "q"


def _head(finding: Finding, patch: Patch, places: Places) -> str:
    position = places.position(finding.place.path, finding.place.start)
    at = "" if position is None else f":{position.line}:{position.column}"
    where = f"{printable(finding.place.path)}{at}"
    said = f"{where}: {finding.severity.word}[{finding.policy}] {printable(finding.message)}"
    return f"{said}\n{printable(patch.fix.title)}: {patch.fix.safety} fix"


def _diff(patch: Patch, open_source: Opener) -> str:
    """What the patch changes; terminals get no control characters from files."""
    before: dict[str, Source] = {}
    after: dict[str, Source] = {}
    for path in dict.fromkeys(edit.path for edit in patch.edits):
        source = open_source(path)
        if source is not None:
            before[path] = source
            edits = [edit for edit in patch.edits if edit.path == path]
            after[path] = replace(source, text=apply(source.text, edits))
    return "".join(f"{printable(line)}\n" for line in unified(before, after).replace("\r", "").split("\n")[:-1])

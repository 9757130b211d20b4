"""Tries one example of a policy: what fires and where, what its fix makes, and what stays silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.finding import Finding, Result, Severity
from linter.harness.layouts import Layouts, crlf
from linter.harness.running import Run, run_files
from linter.options import Flags
from linter.policy.examples import Mark, unmark_all
from linter.policy.model import PROFILES, Example, Policy
from linter.system import System
from linter.text.source import Lines


class Bench:
    """Each try gives what is wrong, in a sentence, or nothing.

    ``policies`` are the absolute folders of policies beyond the bundled ones, ``today`` the day of the run.
    """

    def __init__(self, systems: Sequence[System], policies: Sequence[str] = (), today: str = "") -> None:
        self._layouts = Layouts(systems)
        self._policies = policies
        self._today = today

    def problems(self, policy: Policy, example: Example) -> Iterator[str]:
        """What is wrong, in every way to lay the example out; one that fails as it stands is tried in no other way."""
        found = list(self.plain(policy, example))
        yield from found
        if found or example.kind != "bad":
            return
        yield from _said("with CRLF line ends, ", self.with_crlf(policy, example))
        if self.embeddable(example):
            shifted = list(self.embedded(policy, example))
            yield from _said("inside of a manifest, ", shifted)
            if example.fixed and not shifted:
                yield from _said("inside of a manifest, ", self.fixed_embedded(policy, example))

    def embeddable(self, example: Example) -> bool:
        """Whether the example can be tried inside of other files."""
        return self._layouts.embeddable(example)

    def plain(self, policy: Policy, example: Example) -> Iterator[str]:
        """The example as it stands."""
        files, marks = unmark_all(self._layouts.plain(example, self._layouts.owner(policy)))
        run = self._run(policy, example, files)
        placed = True
        if example.kind == "bad":
            for problem in _places(policy, run, marks):
                placed = False
                yield problem
            yield from _severity(policy, example, run.result)
        else:
            yield from _silence(policy, example, run.result)
        yield from _others(policy, example, run.result)
        if placed and example.fixed is not None:  # what does not fire where it should can't be mended as it should
            yield from self._fixed(policy, example, run, example.fixed)

    def with_crlf(self, policy: Policy, example: Example) -> Iterator[str]:
        """A bad example with CRLF line ends fires at the same places."""
        files, marks = unmark_all(crlf(self._layouts.plain(example, self._layouts.owner(policy))))
        yield from _places(policy, self._run(policy, example, files), marks)

    def embedded(self, policy: Policy, example: Example, *, with_crlf: bool = False) -> Iterator[str]:
        """A bad example inside of other files fires at the shifted places."""
        laid = self._layouts.embedded(example.files, example, self._layouts.owner(policy))
        files, marks = unmark_all(crlf(laid) if with_crlf else laid)
        yield from _places(policy, self._run(policy, example, files), marks)

    def fixed_embedded(self, policy: Policy, example: Example) -> Iterator[str]:
        """The fix makes of files inside of others, with CRLF line ends, what it makes of the files alone."""
        owner = self._layouts.owner(policy)
        files = crlf(unmark_all(self._layouts.embedded(example.files, example, owner))[0])
        texts = {**unmark_all(example.files)[0], **(example.fixed or {})}
        fixed = crlf(self._layouts.embedded(texts, example, owner))
        yield from _texts("the fix makes", self._run(policy, example, files).fix("unsafe", policy.id), fixed)

    def _fixed(self, policy: Policy, example: Example, run: Run, expected: Mapping[str, str]) -> Iterator[str]:
        after = run.fix("unsafe", policy.id)
        own = {path: after[path] for path in example.files}
        yield from _texts("the fix makes", own, {**unmark_all(example.files)[0], **expected})
        again = self._run(policy, example, after)
        for mark in _fired(policy, again.result):
            yield f"after the fix it still fires at {_shown(mark, after)}"
        known = {(found.policy, found.fingerprint) for found in run.result.findings}
        for found in again.result.findings:
            if found.severity >= Severity.WARNING and (found.policy, found.fingerprint) not in known:
                yield f"the fix brings about {_told(found)}"
        yield from _texts("a second pass of the fix makes", again.fix("unsafe", policy.id), after)

    def _run(self, policy: Policy, example: Example, files: Mapping[str, str]) -> Run:
        """A run in the smallest profile in which the policy may report, unless the settings say otherwise."""
        profile = max((one for one in PROFILES if any(line.is_ == one for line in policy.profile)), key=PROFILES.index)
        flags = Flags(profile=None if "profile:" in example.settings else profile, preview=policy.status == "preview")
        return run_files(files, example.settings, flags, self._policies, self._today)


def whole(policy: Policy) -> Iterator[str]:
    """What the examples of a policy lack."""
    kinds = {example.kind for example in policy.examples}
    never = (policy.require is not None and policy.require.text.strip() == "false") or _always(policy)
    for kind in ("bad", "outside" if never else "good"):
        if kind not in kinds:
            yield f"no example is `{kind}`"
    if any(fix.safety != "show" for fix in policy.fixes) and not any(one.fixed is not None for one in policy.examples):
        yield "no bad example has `fixed`, so nothing shows what the fix makes"


def _always(policy: Policy) -> bool:
    """Whether an advisory is about the first release and all after it that are known, so that none could be good."""
    parts = policy.advisory.affected if policy.advisory is not None else ()
    return any(part.introduced == "0" and part.fixed is None and not part.except_ for part in parts)


def _said(how: str, problems: Iterable[str]) -> Iterator[str]:
    for problem in problems:
        yield f"{how}{problem}"


def _fired(policy: Policy, result: Result) -> list[Mark]:
    own = (found for found in result.findings if found.policy == policy.id)
    return sorted(Mark(found.place.path, found.place.start, found.place.end) for found in own)


def _shown(mark: Mark, files: Mapping[str, str]) -> str:
    text = files[mark.path]
    at = Lines(text).position(mark.start)
    lines = text[mark.start : mark.end].splitlines() or [""]
    return f"{mark.path}:{at.line}:{at.column} `{lines[0]}{'…' if len(lines) > 1 else ''}`"


def _places(policy: Policy, run: Run, marks: Sequence[Mark]) -> Iterator[str]:
    found, expected = Counter(_fired(policy, run.result)), Counter(marks)
    missing, more = expected - found, found - expected
    for mark in sorted(missing.elements()):
        yield f"it does not fire at {_shown(mark, run.files)}{_why(policy, run.result)}"
    for mark in sorted(more.elements()):
        yield f"it fires at {_shown(mark, run.files)}, which is not marked"


def _why(policy: Policy, result: Result) -> str:
    """What is known of the reasons why a policy is silent."""
    unjudged = [f"{item.subject}: {item.why}" for item in result.unjudged if policy.id in item.policies]
    if unjudged:
        return f": not judged, {'; '.join(unjudged)}"
    if result.skipped:
        return f": not read, {'; '.join(f'{skip.path}: {skip.why}' for skip in result.skipped)}"
    return "" if (result.matched or {}).get(policy.id) else f": no {policy.match} for which `where` is true"


def _severity(policy: Policy, example: Example, result: Result) -> Iterator[str]:
    words = {found.severity.word for found in result.findings if found.policy == policy.id}
    if example.severity and words and words != {example.severity}:
        yield f"the severity is {', '.join(sorted(words))}, not {example.severity}"


def _silence(policy: Policy, example: Example, result: Result) -> Iterator[str]:
    for found in result.findings:
        if found.policy == policy.id:
            yield f"it fires at {found.place.path}: {found.message}"
    looked = (result.matched or {}).get(policy.id, 0)
    unjudged = any(policy.id in item.policies for item in result.unjudged)
    if example.kind == "good" and not looked:
        yield f"it looks at nothing, so its silence shows nothing{_why(policy, result)}"
    elif example.kind == "unknown" and not unjudged:
        yield "everything is known, so it is not `unknown`"
    elif example.kind == "outside" and (looked or unjudged):
        yield f"it is concerned, as `where` is {'true' if looked else 'unknown'}, so it is not `outside`"


def _others(policy: Policy, example: Example, result: Result) -> Iterator[str]:
    for found in result.findings:
        if found.severity is Severity.ERROR and found.policy not in (policy.id, *example.also):
            yield f"there is another error, which `also` does not name: {_told(found)}"


def _told(found: Finding) -> str:
    return f"{found.severity.word}[{found.policy}] at {found.place.path}: {found.message}"


def _texts(what: str, files: Mapping[str, str], expected: Mapping[str, str]) -> Iterator[str]:
    """File by file, with the first line that differs."""
    for path in sorted({*files, *expected}):
        if files.get(path) != expected.get(path):
            yield f"{what} of {path} {_difference(files.get(path), expected.get(path))}"


def _difference(text: str | None, expected: str | None) -> str:
    if text is None or expected is None:
        return "nothing, as there is no such file" if text is None else "something, though no such file is expected"
    lines, wanted = text.splitlines(keepends=True), expected.splitlines(keepends=True)
    at = next((i for i, (one, two) in enumerate(zip(lines, wanted, strict=False)) if one != two), None)
    at = min(len(lines), len(wanted)) if at is None else at
    one, two = (part[at] if at < len(part) else "" for part in (lines, wanted))
    return f"{one!r} in line {at + 1} where {two!r} is expected"

"""One policy that is ignored somewhere, whoever said so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import TypeAlias

from linter.faults import Fault, UsageFault
from linter.finding import By
from linter.globs import covers
from linter.policy.model import Policy
from linter.record import dataclass
from linter.settings.ignores import IgnoreEntry
from linter.suppress.comment import Comment, read
from linter.suppress.cover import covered
from linter.syntax.document import DocRef, Place
from linter.system import Directive
from linter.text.source import Lines, Source

Opener: TypeAlias = Callable[[str], "Source | None"]


@dataclass(frozen=True, slots=True)
class Ignore:
    """``policy`` (an id or a glob) is ignored in ``files`` (a path or a glob), or on one ``line`` of a file.

    ``place`` is where it says so: the id in a comment, the entry in the settings.
    """

    by: By
    policy: str
    files: str
    reason: str
    until: str
    place: Place
    line: int = 0

    def names(self, policy: str) -> bool:
        return fnmatchcase(policy, self.policy)

    def holds(self, path: str) -> bool:
        return path == self.files if self.by == "comment" else covers(self.files, path)


class Texts:
    """The lines of the files that hold comments, each opened once."""

    def __init__(self, opener: Opener) -> None:
        self._open = opener
        self._found: dict[str, tuple[str, Lines] | None] = {}

    def of(self, path: str) -> tuple[str, Lines] | None:
        if path not in self._found:
            source = self._open(path)
            self._found[path] = None if source is None else (source.text, Lines(source.text))
        return self._found[path]

    def line(self, place: Place) -> int:
        """The line on which ``place`` starts; 0 where the file is gone."""
        found = self.of(place.path)
        return 0 if found is None or place.start > len(found[0]) else found[1].position(place.start).line

    def fault(self, message: str, place: Place) -> Fault:
        found = self.of(place.path)
        if found is None:
            return UsageFault(message, place.path)
        position = found[1].position(place.start)
        return UsageFault(message, place.path, position.line, position.column)


def from_comments(
    directives: Iterable[Directive], texts: Texts, known: Sequence[Policy], concerned: Callable[[str], bool]
) -> Iterator[Ignore | Fault]:
    """The ignores that comments ask for, and the faults of those in the files that the run is about."""
    seen: set[tuple[str, int]] = set()
    for directive in directives:
        place = directive.place
        comment = read(directive)
        if comment is None or (place.path, place.start) in seen:
            continue
        seen.add((place.path, place.start))
        if isinstance(comment, str):
            if concerned(place.path):
                yield texts.fault(comment, place)
            continue
        found = texts.of(place.path)
        if found is not None:
            for one in _each(comment, place, *found):
                message = unknown(one.policy, known)
                if not message:
                    yield one
                elif concerned(place.path):
                    yield texts.fault(message, one.place)


def _each(comment: Comment, place: Place, text: str, lines: Lines) -> Iterator[Ignore]:
    line = 0 if comment.whole_file else covered(lines, place)
    at = place.start
    for policy in comment.policies:
        start = text.find(policy, at, place.end)
        own = Place(place.doc, start, start + len(policy)) if start >= 0 else place
        at = max(at, own.end if start >= 0 else at)
        yield Ignore("comment", policy, place.path, comment.reason, comment.until, own, line)


def from_settings(entry: IgnoreEntry, path: str, texts: Texts, known: Sequence[Policy]) -> Ignore | Fault:
    """An ignore of the settings file that reports call ``path``."""
    message = unknown(entry.policy, known)
    if message:
        return UsageFault(f"ignores: {message}", path, *entry.at)
    return Ignore("settings", entry.policy, entry.files, entry.reason, entry.until, _at(entry, path, texts))


def _at(entry: IgnoreEntry, path: str, texts: Texts) -> Place:
    """The policy's name in the settings, the start of the file where it can't be found."""
    doc = DocRef(path, "toml" if path.endswith(".toml") else "yaml")
    found = texts.of(path)
    if found is None:
        return Place(doc, 0, 0)
    text, lines = found
    start = lines.start(entry.at[0]) + entry.at[1] - 1
    named = text.find(entry.policy, start)
    return Place(doc, start, start) if named < 0 else Place(doc, named, named + len(entry.policy))


def unknown(pattern: str, known: Sequence[Policy]) -> str:
    """Why no policy is called so, or ``""``."""
    if any(fnmatchcase(policy.id, pattern) for policy in known):
        return ""
    from linter.expr.error import suggestion

    return f"no policy is called `{pattern}`{suggestion(pattern, [policy.id for policy in known])}"

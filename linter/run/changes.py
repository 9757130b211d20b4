"""What has changed since a revision, as git knows it: lines, files, and what these files said before.

Compared are the files as they lie in the folder with the merge base of the revision and HEAD, so that what was added
on the other branch meanwhile is nobody's change here. What git does not track has changed as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.faults import UsageFault
from linter.pattern import pattern
from linter.record import dataclass

_HUNK = pattern(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_SECONDS = 120
# whatever the user's own settings of git say
_PLAIN = ("--no-color", "--no-ext-diff", "--no-textconv", "--relative", "--find-renames", "--ignore-submodules")
_LINES = ("--text", "--unified=0", "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/")


@dataclass(frozen=True, slots=True)
class Changes:
    """``lines`` are the changed or added lines by path, as ranges from 1 with their ends; ``None`` for a whole file.

    ``before`` leads from each path to the one that it had; ``None`` for a file that is new. ``gone`` are the paths of
    files that were deleted. ``tracked`` are the paths that git knows.
    """

    root: str
    base: str
    lines: Mapping[str, Sequence[tuple[int, int]] | None]
    before: Mapping[str, str | None]
    gone: frozenset[str]
    tracked: frozenset[str]

    def touches(self, path: str, first: int, last: int) -> bool:
        """Whether one of the lines from ``first`` to ``last`` has changed."""
        if path not in self.tracked:
            return True
        if path not in self.lines:
            return False
        ranges = self.lines[path]
        return ranges is None or any(start <= last and first <= end for start, end in ranges)

    def file(self, path: str) -> bool:
        """Whether anything in the file has changed."""
        return path not in self.tracked or path in self.before

    def texts(self, paths: Iterable[str]) -> dict[str, bytes]:
        """What the files had in the merge base, by the path they have now or had then; without those it lacks."""
        wanted = {path: old for path in paths if (old := self.before.get(path, path)) and "\n" not in old}
        asked = "".join(f"{self.base}:./{old}\n" for old in wanted.values())
        answer = git(self.root, "cat-file", "--batch", given=asked.encode("utf-8", "surrogateescape"))
        return dict(_blobs(wanted, answer or b""))


def changes(root: str, revision: str) -> Changes:
    """What has changed below ``root`` since ``revision``; raises ``UsageFault`` where git can't tell."""
    base = _base(root, revision)
    status = git(root, "diff", *_PLAIN, "--name-status", "-z", base, "--")
    patch = git(root, "diff", *_PLAIN, *_LINES, base, "--")
    listed = git(root, "ls-files", "-z")
    if status is None or patch is None or listed is None:
        raise UsageFault(f"--diff-base: git can't compare the files with {revision}")
    before, gone = _files(status)
    whole = {path: None for path, old in before.items() if old is None}
    return Changes(
        root,
        base,
        {**dict(_lines(patch)), **whole},
        before,
        frozenset(gone),
        frozenset(_text(name) for name in listed.split(b"\0") if name),
    )


def git(root: str, *arguments: str, given: bytes | None = None) -> bytes | None:
    """What git prints; ``None`` where it fails. Raises ``UsageFault`` where there is no git."""
    import subprocess

    command = ["git", "-C", root, *arguments]
    try:
        done = subprocess.run(command, input=given, capture_output=True, check=False, timeout=_SECONDS)  # noqa: S603
    except OSError as error:
        raise UsageFault(f"--diff-base needs git: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise UsageFault(f"--diff-base: git takes longer than {_SECONDS} s") from error
    return None if done.returncode else done.stdout


def _base(root: str, revision: str) -> str:
    """The merge base's name; each way to fail has its own remedy."""
    if git(root, "rev-parse", "--git-dir") is None:
        raise UsageFault(f"--diff-base: git takes {root} for no repository: `git status` there says why")
    found = None
    if revision and not revision.startswith("-"):
        found = git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if found is None:
        raise UsageFault(f"--diff-base: no such revision: {revision} (a CI job may have to fetch it first)")
    if git(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}") is None:
        raise UsageFault("--diff-base: there is no commit yet to compare with")
    base = git(root, "merge-base", found.decode().strip(), "HEAD")
    if base is None:
        why = "(a CI job may have fetched too little history)"
        raise UsageFault(f"--diff-base: {revision} and HEAD have no common commit here {why}")
    return base.decode().split()[0]


def _files(status: bytes) -> tuple[dict[str, str | None], list[str]]:
    """Paths with what they were called before, and deleted ones."""
    words = iter([_text(word) for word in status.split(b"\0")])
    before: dict[str, str | None] = {}
    gone = []
    for kind in words:
        if not kind:
            break
        path = next(words)
        if kind[0] in "RC":
            before[next(words)] = path
        elif kind == "D":
            gone.append(path)
        else:
            before[path] = None if kind == "A" else path
    return before, gone


def _lines(patch: bytes) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The added lines of each file in a patch without context."""
    lines = patch.split(b"\n")
    at, path = 0, ""
    ranges: list[tuple[int, int]] = []
    while at < len(lines):
        line = lines[at]
        at += 1
        hunk = _HUNK.match(line)
        if hunk is not None:
            removed, start, added = (int(group) if group else 1 for group in (hunk[1], hunk[2], hunk[3]))
            at = _past(lines, at, removed + added)
            if added:
                ranges.append((start, start + added - 1))
        elif line.startswith(b"diff --git "):
            if path:
                yield path, ranges
            path, ranges = "", []
        elif line.startswith(b"+++ "):
            path = _path(line[4:])
    if path:
        yield path, ranges


def _past(lines: Sequence[bytes], at: int, count: int) -> int:
    """Where ``count`` lines of text end, any of which may look like one of the patch; remarks between don't count."""
    while count and at < len(lines):
        count -= not lines[at].startswith(b"\\")
        at += 1
    return at


def _path(name: bytes) -> str:
    """The path in a ``+++`` line, which git quotes if need be and ends with a tab if there are blanks in it."""
    if name.startswith(b'"'):
        from codecs import escape_decode

        name = escape_decode(name.rstrip(b"\t\r")[1:-1])[0]
    else:
        name = name.split(b"\t", 1)[0]
    return "" if name == b"/dev/null" else _text(name[2:])


def _blobs(wanted: Mapping[str, str], answer: bytes) -> Iterator[tuple[str, bytes]]:
    """The texts in what ``cat-file --batch`` says, in the order in which they were asked for."""
    at = 0
    for path in wanted:
        end = answer.find(b"\n", at)
        words = answer[at:end].rsplit(b" ", 2)
        at = end + 1
        if end < 0:
            return
        if len(words) == 3 and words[1] == b"blob":
            size = int(words[2])
            yield path, answer[at : at + size]
            at += size + 1


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")

"""All fixes of a tree of public files made in a scratch copy, as tables in Markdown.

``python tests/bench/corpus_fixes.py [FOLDER]``; without a folder the corpus beside this checkout. Every repository is
checked alone, with all policies and unsafe fixes, as nobody would but who wants to see what breaks. Each fix that can
be written is also proven and diffed alone. What is on the disk afterwards is compared with what was there.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from linter.finding import Patch, Result
from linter.fix.diff import unified
from linter.fix.draft import Draft, draft
from linter.fix.plan import key
from linter.fix.prove import SETTLED, Proof, prove
from linter.fix.write import write_files
from linter.options import Flags, load
from linter.record import replace
from linter.run import Request, Run, check
from linter.text.edit import Edit, apply

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"


class Table:
    """The counts of all repositories."""

    def __init__(self) -> None:
        self.fates: Counter[tuple[str, str]] = Counter()
        self.reasons: Counter[str] = Counter()
        self.by_policy: Counter[tuple[str, str]] = Counter()
        self.lines: list[int] = []
        self.alone: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    def add(self, folder: Path, name: str) -> None:
        """Checks the copy of one repository, mends it, and looks at what became of it."""
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        flags = Flags(profile="pedantic", preview=True, no_config=True)
        run = check(Request(str(folder), jobs=1), load(flags, str(folder)))
        drafts = draft(run.result.findings, run.open_source)
        self.counts["repositories"] += 1
        self.counts["files"] += len(before)
        self.counts["findings"] += len(run.result.findings)
        self.counts["findings with a fix"] += sum(1 for finding in run.result.findings if finding.fixes)
        self._alone(run, drafts)
        proof = prove(run.result, "unsafe", run.open_source, run.relint)
        self._fates(proof, run.result)
        self._applied(folder, name, before, proof)
        again = check(Request(str(folder), jobs=1), load(flags, str(folder)))
        second = prove(again.result, "unsafe", again.open_source, again.relint)
        self.counts["files that a second run would change"] += len(second.after)

    def _alone(self, run: Run, drafts: Sequence[Draft]) -> None:
        """How many lines each fix changes, and whether it holds without any other; of equal ones the first counts."""
        seen: set[tuple[str, tuple[Edit, ...]]] = set()
        for drafted in drafts:
            patch = drafted.patch
            if not patch.edits or (drafted.policy, patch.edits) in seen:
                continue
            seen.add((drafted.policy, patch.edits))
            self.lines.append(_changed(patch.edits, run))
            if patch.fix.safety != "show":
                proof = prove(run.result, "unsafe", run.open_source, run.relint, _Only(patch))
                self.alone["holds" if proof.applied else "refused by the proof"] += 1

    def _fates(self, proof: Proof, first: Result) -> None:
        policies = {finding.fingerprint: finding.policy for finding in (*first.findings, *proof.result.findings)}
        for patch in proof.applied:
            self.fates["applied", patch.fix.safety] += 1
            self.by_policy[policies.get(patch.finding, "?"), "applied"] += 1
        for patch in proof.refused:
            fate = "not needed: another fix settled it" if patch.refusal == SETTLED else "refused"
            self.fates[fate, patch.fix.safety] += 1
            if fate == "refused":
                self.reasons[_blurred(patch.refusal)] += 1
                self.by_policy[policies.get(patch.finding, "?"), "refused"] += 1

    def _applied(self, folder: Path, name: str, before: Mapping[Path, bytes], proof: Proof) -> None:
        """Writes the files, by ourselves and by git, and compares every byte."""
        patch = unified(proof.before, proof.after)
        write_files(str(folder), [(proof.before[path], source) for path, source in proof.after.items()])
        self.counts["files changed"] += len(proof.after)
        self.counts["lines added or taken out"] += sum(
            1 for line in patch.split("\n") if line[:1] in "+-" and line[:3] not in ("+++", "---") and line
        )
        for path, old in before.items():
            own = path.relative_to(folder).as_posix()
            new = path.read_bytes()
            wanted = proof.after[own].encode(proof.after[own].text) if own in proof.after else old
            self.counts["files that are not as they should be"] += new != wanted
            if own in proof.after:
                self._outside(proof, own, new)
        if patch:
            self.counts["patches that git takes"] += _git(patch, before, folder, proof)
            self.counts["patches"] += 1

    def _outside(self, proof: Proof, path: str, new: bytes) -> None:
        """Compares what is on the disk with the file as it was, outside all edits."""
        source = proof.before[path]
        edits = [edit for patch in proof.applied for edit in patch.edits if edit.path == path]
        strays = _strays(source.text, new[len(source.bom) :].decode(source.encoding), edits)
        if strays is None or (strays and _several(source.text, proof.after[path].text, edits)):
            self.counts["files changed in several rounds"] += 1
        else:
            self.counts["files changed in one round"] += 1
            self.counts["characters changed outside the edits of these"] += strays


class _Only:
    """Wants one fix."""

    def __init__(self, patch: Patch) -> None:
        self._key = key(patch)

    def __call__(self, policy: str, patch: Patch) -> bool:
        return bool(policy) and key(patch) == self._key


def _changed(edits: Iterable[Edit], run: Run) -> int:
    """The lines that a patch takes out or puts in, as its diff counts them."""
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.path, []).append(edit)
    before, after = {}, {}
    for path, made in by_path.items():
        source = run.open_source(path)
        if source is not None:
            before[path], after[path] = source, replace(source, text=apply(source.text, made))
    found = unified(before, after).split("\n")
    return max(
        sum(1 for line in found if line.startswith("-") and not line.startswith("---")),
        sum(1 for line in found if line.startswith("+") and not line.startswith("+++")),
    )


def _strays(old: str, new: str, edits: Iterable[Edit]) -> int | None:
    """The characters that differ outside the edits; ``None`` where their offsets are not those of the old text."""
    kept, at, left, moved = [], 0, [], 0
    for edit in sorted(set(edits)):
        if edit.start < at:
            return None
        kept.append(old[at : edit.start])
        left.append(new[at + moved : edit.start + moved])
        at = edit.end
        moved += len(edit.new) - (edit.end - edit.start)
    kept.append(old[at:])
    left.append(new[at + moved :])
    pieces = list(zip(kept, left, strict=True))
    differing = sum(a != b for one, other in pieces for a, b in zip(one, other, strict=False))
    return differing + sum(abs(len(one) - len(other)) for one, other in pieces)


def _several(old: str, new: str, edits: Sequence[Edit]) -> bool:
    """Whether the edits were made one after the other, so that they are not all of the old text."""
    try:
        return apply(old, edits) != new
    except ValueError:
        return True


def _git(patch: str, before: Mapping[Path, bytes], folder: Path, proof: Proof) -> bool:
    """Whether git makes the same files of the old ones."""
    with TemporaryDirectory() as name:
        for path, old in before.items():
            copy = Path(name, path.relative_to(folder))
            if copy.relative_to(name).as_posix() in proof.after:
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(old)
        command = ["git", "apply", "--whitespace=nowarn", "-"]
        data = patch.encode("utf-8", "surrogateescape")
        if subprocess.run(command, input=data, cwd=name, check=False).returncode:
            return False
        return all(Path(name, path).read_bytes() == one.encode(one.text) for path, one in proof.after.items())


def main() -> None:
    corpus = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    table = Table()
    for repository in _repositories(corpus):
        with TemporaryDirectory() as name:
            copy = Path(name, "copy")
            _copied(repository, copy)
            table.add(copy, repository.name)
    _print(table)


def _repositories(corpus: Path) -> Iterator[Path]:
    for system in sorted(corpus.iterdir()):
        if system.is_dir():
            yield from (path for path in sorted(system.iterdir()) if path.is_dir())


def _copied(folder: Path, copy: Path) -> None:
    """Files with their bytes alone: the originals may be read-only."""
    for path in folder.rglob("*"):
        if path.is_file():
            target = copy / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


def _print(table: Table) -> None:
    _rows("what", ("", "number"), table.counts)
    _rows("fixes", ("fate", "safety", "fixes"), table.fates)
    _rows("refused", ("reason", "fixes"), table.reasons)
    _rows("alone", ("", "fixes"), table.alone)
    if table.lines:
        ordered = sorted(table.lines)
        most = ordered[int(len(ordered) * 0.9)]
        print(f"lines a fix changes: median {statistics.median(ordered):g}, nine of ten {most}, most {ordered[-1]}\n")
    _rows("by policy", ("policy", "fate", "fixes"), table.by_policy)


def _rows(title: str, heads: Sequence[str], counts: Mapping[Any, int]) -> None:
    print(f"### {title}\n\n| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for name, count in sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))):
        cells = name if isinstance(name, tuple) else (name,)
        print(f"| {' | '.join(map(str, cells))} | {count} |")
    print()


def _blurred(text: str) -> str:
    """``text`` without names, so that equal reasons count as one."""
    return re.sub(r"`[^`]*`|\S+/\S+|\d+\.\d+\.\d+\S*", "…", text)


if __name__ == "__main__":
    main()

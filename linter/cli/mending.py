"""``check --diff`` and ``check --fix``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from linter.cli import FOUND, OK
from linter.cli.asked import Asked, split
from linter.cli.reporting import Reporting
from linter.cli.terminal import answer, put_exactly, say
from linter.finding import Patch, Result
from linter.fix.diff import unified
from linter.fix.links import Barred, followed
from linter.fix.order import stages
from linter.fix.plan import ADVICE, LEFT, OTHER, UNSAFE, Allow, Wanted, key
from linter.fix.prove import SETTLED, Proof, prove
from linter.fix.write import write_files
from linter.policy.selection import check_ids
from linter.record import replace
from linter.report.counting import counted
from linter.report.printable import printable
from linter.run import Run

_NAMED = 20
"""So many of the files that were written are named."""
_EXPECTED = (ADVICE, LEFT, OTHER, UNSAFE, SETTLED)


def diff(asked: Asked, run: Run, reporting: Reporting) -> int:
    """Prints the patch alone; what was found goes to standard error in short."""
    barred = Barred(run.root, writing=False)
    proof = prove(run.result, _allow(asked), run.open_source, run.relint, _wanted(asked, run, barred))
    own = followed(run.root, proof.before, proof.after)
    put_exactly(unified(own.before, own.after), "surrogateescape")
    result = _told(reporting.drafted(run.result), proof.refused)
    reporting.report(result, run.open_source, printing=False)
    if not asked.quiet:
        say(_refused(proof.refused) + _barred(barred) + _order(proof))
        say(reporting.summary(result))
    return reporting.code(result)


def fix(asked: Asked, run: Run, reporting: Reporting) -> int:
    """Writes what was proven and reports what is left."""
    barred = Barred(run.root, writing=True)
    wanted = _wanted(asked, run, barred)
    if asked.interactive:
        from linter.cli.asking import chosen

        wanted = chosen(run.result, run.open_source, wanted, answer)
    proof = prove(run.result, _allow(asked), run.open_source, run.relint, wanted)
    own = followed(run.root, proof.before, proof.after)
    written = write_files(run.root, [(own.before[path], source) for path, source in own.after.items()])
    left = _barring(proof.result, barred)
    reporting.report(left, lambda path: proof.after.get(path) or run.open_source(path), changed=proof.after)
    if not asked.quiet:
        say(_refused(proof.refused) + _barred(barred))
        if written:
            fixed = len({patch.finding for patch in proof.applied})
            files = f"{counted(len(written), 'files')}: {_named(written)}"
            say(f"Fixed {counted(fixed, 'findings')} in {files}\n{_order(proof)}")
    code = reporting.code(left)
    return FOUND if written and asked.exit_non_zero_on_fix and code == OK else code


def _named(paths: Sequence[str]) -> str:
    more = [f"{len(paths) - _NAMED} more"] if len(paths) > _NAMED else []
    return ", ".join([*map(printable, paths[:_NAMED]), *more])


def _told(result: Result, refused: Sequence[Patch]) -> Result:
    """``result`` without the edits that the proof found to be of no use."""
    reasons = {key(patch): patch.refusal for patch in refused if patch.refusal not in _EXPECTED}
    patches = (
        replace(patch, edits=(), refusal=reasons[key(patch)]) if key(patch) in reasons else patch
        for patch in result.patches
    )
    return replace(result, patches=tuple(patches))


def _barring(result: Result, barred: Barred) -> Result:
    """``result`` without the edits of files that may not be changed: the report is not to offer them again."""
    if not barred.met:
        return result
    return replace(result, patches=tuple(_kept(patch, barred.met) for patch in result.patches))


def _kept(patch: Patch, met: Mapping[str, str]) -> Patch:
    reason = next((f"{edit.path}: {met[edit.path]}" for edit in patch.edits if edit.path in met), "")
    return replace(patch, edits=(), refusal=reason) if reason else patch


def _barred(barred: Barred) -> str:
    return "".join(f"Not made: {printable(path)}: {reason}\n" for path, reason in barred.met.items())


def _allow(asked: Asked) -> Allow:
    return "unsafe" if asked.unsafe_fixes or asked.interactive else "safe"


def _wanted(asked: Asked, run: Run, barred: Barred) -> Wanted:
    """The fixes of the policies that were asked for, if no file of them is ``barred``: half of one may do harm.

    Raises ``Faults`` where there is no policy of a name.
    """
    patterns = split(asked.fix_only)
    if patterns:
        check_ids("--fix-only", patterns, [policy.id for policy in run.policies])

    def wanted(policy: str, patch: Patch) -> bool:
        named = not patterns or any(fnmatchcase(policy, pattern) for pattern in patterns)
        return named and not [edit for edit in patch.edits if edit.path in barred]

    return wanted


def _order(proof: Proof) -> str:
    """What has to be rolled out before what."""
    lines = []
    for patch in proof.applied:
        first, *rest = map(printable, stages(patch.fix))
        if rest:
            lines.append(f"Roll out {first} before {', then '.join(rest)}: {printable(patch.fix.title)}\n")
    return "".join(dict.fromkeys(lines))


def _refused(refused: Sequence[Patch]) -> str:
    """The fixes that were wanted and failed, each with its reason."""
    lines = [f"Not made: {_why(patch)}\n" for patch in refused if patch.refusal not in _EXPECTED]
    unsafe = sum(1 for patch in refused if patch.refusal == UNSAFE)
    if unsafe:
        lines.append(f"{counted(unsafe, 'unsafe fixes')} left out: --unsafe-fixes\n")
    return "".join(dict.fromkeys(lines))


def _why(patch: Patch) -> str:
    """What would have been done, and the reason why it was not, which some titles hold."""
    title, reason = patch.fix.title, patch.refusal
    return printable(title.removesuffix(f" (not applied: {reason})") + f": {reason}")

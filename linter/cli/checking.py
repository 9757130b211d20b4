"""The work of ``check``: run, mend, report, exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from linter.cli import FOUND, NOTHING, OK
from linter.cli.asked import Asked, consistent, relative, request
from linter.cli.terminal import put, put_exactly, say, style
from linter.faults import UsageFault
from linter.finding import Patch, Result
from linter.fix.locate import Opener
from linter.fix.plan import ADVICE, OTHER, UNSAFE, Allow
from linter.options import Options, load
from linter.run import Request, Run, check


def checked(asked: Asked) -> int:
    """Carries out ``asked`` in the working folder and returns the exit code."""
    consistent(asked)
    folder = str(Path.cwd())
    options = load(asked.flags(), folder)
    wanted = request(asked, folder)
    run = check(wanted, options)
    job = _Job(asked, options, wanted, run, relative(folder, wanted.root))
    if asked.diff:
        return job.diff()
    return job.fix() if asked.fix else job.report()


class _Job:
    """One finished run and what is to be done with it."""

    def __init__(self, asked: Asked, options: Options, wanted: Request, run: Run, folder: str) -> None:
        self._asked = asked
        self._options = options
        self._request = wanted
        self._run = run
        self._folder = "" if folder == "." else folder

    def report(self) -> int:
        result = self._drafted(self._run.result)
        self._print(self._report(result, self._run.open_source))
        return self._code(result)

    def diff(self) -> int:
        """Prints the patch alone; what was found goes to standard error in short."""
        from linter.fix.diff import unified
        from linter.fix.prove import prove

        run = self._run
        proof = prove(run.result, self._allow, run.open_source, run.relint)
        put_exactly(unified(proof.before, proof.after), "surrogateescape")
        result = self._drafted(run.result)
        if self._asked.output_file is not None:
            self._print(self._report(result, run.open_source))
        if not self._asked.quiet:
            from linter.report.summary import summary

            say(self._refused(proof.refused))
            say(summary(result, run.open_source, style(self._asked.color, sys.stderr, run.root, self._folder)))
        return self._code(result)

    def fix(self) -> int:
        """Writes what was proven and reports what is left."""
        from linter.fix.prove import prove
        from linter.fix.write import write_files
        from linter.report.counting import counted

        run = self._run
        proof = prove(run.result, self._allow, run.open_source, run.relint)
        written = write_files(run.root, [(proof.before[path], source) for path, source in proof.after.items()])
        self._print(self._report(proof.result, lambda path: proof.after.get(path) or run.open_source(path)))
        if not self._asked.quiet:
            say(self._refused(proof.refused))
            if written:
                fixed = len({patch.finding for patch in proof.applied})
                say(f"Fixed {counted(fixed, 'findings')} in {counted(len(written), 'files')}: {', '.join(written)}\n")
        code = self._code(proof.result)
        return FOUND if written and self._asked.exit_non_zero_on_fix and code == OK else code

    @property
    def _allow(self) -> Allow:
        return "unsafe" if self._asked.unsafe_fixes else "safe"

    def _drafted(self, result: Result) -> Result:
        """``result`` with what could be done about it."""
        if result.patches or not any(finding.fixes for finding in result.findings):
            return result
        from linter.fix.draft import patches

        return replace(result, patches=patches(result.findings, self._run.open_source))

    def _report(self, result: Result, opener: Opener) -> str:
        if self._asked.format == "json":
            from linter._version import VERSION
            from linter.report.json import Tool, render

            return render(result, opener, Tool("deadpeer", VERSION, VERSION))
        from linter.report.text import findings
        from linter.report.text import render as render_text

        to_file = self._asked.output_file is not None
        look = style("never" if to_file else self._asked.color, sys.stdout, self._run.root, self._folder)
        return findings(result, opener, look) if self._asked.quiet else render_text(result, opener, look)

    def _print(self, text: str) -> None:
        name = self._asked.output_file
        if name is not None:
            try:
                Path(name).write_bytes(text.encode("utf-8", "backslashreplace"))
            except OSError as error:
                raise UsageFault(f"the report can't be written: {error.strerror}", name) from error
        elif self._asked.format == "json":
            put_exactly(text, "backslashreplace")
        else:
            put(text)

    def _refused(self, refused: Sequence[Patch]) -> str:
        """The fixes that were wanted and failed, each with its reason."""
        from linter.fix.prove import SETTLED
        from linter.report.printable import printable

        expected = (ADVICE, OTHER, UNSAFE, SETTLED)
        lines = [
            f"Not made: {printable(patch.fix.title)}: {printable(patch.refusal)}\n"
            for patch in refused
            if patch.refusal not in expected
        ]
        unsafe = sum(1 for patch in refused if patch.refusal == UNSAFE)
        if unsafe:
            from linter.report.counting import counted

            lines.append(f"{counted(unsafe, 'unsafe fixes')} left out: --unsafe-fixes\n")
        return "".join(dict.fromkeys(lines))

    def _code(self, result: Result) -> int:
        if not result.opened and not result.findings and not self._asked.named:
            if not self._asked.quiet:
                say("deadpeer: nothing was checked: no file holds a configuration that deadpeer knows\n")
            return NOTHING
        failing = any(finding.severity >= self._options.fail_on for finding in result.findings)
        return FOUND if failing and not self._asked.exit_zero else OK

"""A result to where the flags of ``check`` want it, and to an exit code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from linter.cli import FOUND, NOTHING, OK
from linter.cli.asked import Asked
from linter.cli.terminal import emit, say, style
from linter.cli.tool import signature
from linter.record import replace

if TYPE_CHECKING:
    from linter.finding import Result
    from linter.fix.locate import Opener
    from linter.options import Options
    from linter.report.style import Style
    from linter.run import Run


class Reporting:
    """How one run reports; ``folder`` is the working folder relative to the run's root."""

    def __init__(self, asked: Asked, options: Options, run: Run, folder: str) -> None:
        self._asked = asked
        self._options = options
        self._run = run
        self._folder = "" if folder == "." else folder

    def drafted(self, result: Result) -> Result:
        """``result`` with what could be done about it."""
        if result.patches or not any(finding.fixes for finding in result.findings):
            return result
        from linter.fix.draft import patches

        return replace(result, patches=patches(result.findings, self._run.open_source))

    def report(self, result: Result, opener: Opener) -> None:
        """Prints the report, or writes it to the output file."""
        emit(self._text(result, opener), self._asked.output_file, self._asked.format)

    def summary(self, result: Result) -> str:
        """The last lines of the text report, for standard error."""
        from linter.report.summary import summary

        return summary(result, self._run.open_source, self._style(sys.stderr))

    def code(self, result: Result) -> int:
        if not result.opened and not result.findings:
            if not self._asked.quiet:
                say(f"deadpeer: nothing was checked: {_none(self._asked)} a configuration that deadpeer knows\n")
            return OK if self._asked.named else NOTHING
        failing = any(finding.severity >= self._options.fail_on for finding in result.findings)
        return FOUND if failing and not self._asked.exit_zero else OK

    def _text(self, result: Result, opener: Opener) -> str:
        if self._asked.format == "json":
            from linter.cli.tool import tool
            from linter.report.json import render

            return render(result, opener, tool())
        if self._asked.verbose and not self._asked.quiet:
            return self._people(result, opener) + signature()
        return self._people(result, opener)

    def _people(self, result: Result, opener: Opener) -> str:
        look = self._style(None if self._asked.output_file is not None else sys.stdout)
        if result.findings:
            from linter.report import text

            make = text.findings if self._asked.quiet else text.render
            return make(result, opener, look, full=self._asked.verbose)
        if self._asked.quiet:
            return ""
        from linter.report.summary import summary

        return summary(result, opener, look)

    def _style(self, stream: TextIO | None) -> Style:
        return style(self._asked.color, stream, self._run.root, self._folder)


def _none(asked: Asked) -> str:
    """What was looked at in vain."""
    if asked.stdin:
        return "standard input does not hold"
    return "none of the named files holds" if asked.named else "no file holds"

"""A result to where the flags of ``check`` want it, and to an exit code."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from linter.cli import FOUND, NOTHING, OK
from linter.cli.asked import Asked
from linter.cli.terminal import put, put_exactly, say, style
from linter.faults import UsageFault
from linter.record import replace
from linter.report.formats import FOR_PEOPLE, render

if TYPE_CHECKING:
    from linter.cli.outputs import Output
    from linter.finding import Result
    from linter.fix.locate import Opener
    from linter.options import Options
    from linter.report.style import Style
    from linter.run import Run
    from linter.text.source import Source


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

    def report(
        self, result: Result, opener: Opener, *, printing: bool = True, changed: Mapping[str, Source] | None = None
    ) -> None:
        """Writes the reports that go to files, and prints the one that does not unless ``printing`` is off.

        ``changed`` are the files that are not as the run found them.
        """
        for output in self._asked.outputs:
            if output.file is not None:
                _write(output.file, self._text(output, result, opener, changed or {}))
            elif printing and output.format in FOR_PEOPLE:
                put(self._text(output, result, opener, changed or {}))
            elif printing:
                put_exactly(self._text(output, result, opener, changed or {}), "backslashreplace")

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

    def _text(self, output: Output, result: Result, opener: Opener, changed: Mapping[str, Source]) -> str:
        from linter.cli.tool import tool
        from linter.report.given import Given

        asked = self._asked
        given = Given(
            result,
            opener,
            tool(),
            lambda: {policy.id: policy for policy in self._run.policies},
            self._style(None if output.file is not None or output.format not in FOR_PEOPLE else sys.stdout),
            asked.quiet,
            asked.statistics,
            self._options.fail_on,
            asked.hide_ignored,
            asked.verbose,
            lambda: self._run.links(result, changed),
        )
        return render(output.format, given)

    def _style(self, stream: TextIO | None) -> Style:
        return style(self._asked.color, stream, self._run.root, self._folder)


def _write(name: str, text: str) -> None:
    try:
        with open(name, "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageFault(f"the report can't be written: {error.strerror}", name) from error


def _none(asked: Asked) -> str:
    """What was looked at in vain."""
    if asked.stdin:
        return "standard input does not hold"
    return "none of the named files holds" if asked.named else "no file holds"

"""The work of ``check``: run, then report, or mend and report."""

from __future__ import annotations

from linter.cli.asked import Asked, consistent, relative, request
from linter.cli.overwriting import read_by, spare
from linter.cli.progress import progress
from linter.cli.reporting import Reporting
from linter.cli.terminal import working_folder
from linter.options import load
from linter.record import replace
from linter.run import check
from linter.syntax.yaml import lean


def checked(asked: Asked) -> int:
    """Carries out ``asked`` in the working folder and returns the exit code."""
    consistent(asked)
    lean.load()
    folder = working_folder()
    options = load(asked.flags(), folder)
    wanted = request(asked, folder)
    with progress(quiet=asked.quiet) as tell:
        run = check(replace(wanted, tell=tell), options)
    spare((output.file for output in asked.outputs), read_by(run, options, asked.paths))
    if asked.verbose:
        from linter.cli.verbose import told

        told(wanted, options, run)
    reporting = Reporting(asked, options, run, relative(folder, wanted.root))
    if not asked.diff and not asked.fix:
        result = reporting.drafted(run.result)
        reporting.report(result, run.open_source)
        return reporting.code(result)
    from linter.cli import mending

    return mending.diff(asked, run, reporting) if asked.diff else mending.fix(asked, run, reporting)

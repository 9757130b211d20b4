"""The command line: the only part that reads the environment, prints, and picks exit codes.

0 nothing at or above ``--fail-on``; 1 findings; 2 a flag, the settings or a policy is wrong; 3 a bug of ours; 4 nothing
was checked.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence

OK, FOUND, WRONG, BUG, NOTHING, INTERRUPTED = 0, 1, 2, 3, 4, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command with the arguments of the process, or ``argv``; returns the exit code."""
    collecting = gc.isenabled()
    gc.disable()  # a run makes few cycles and ends soon
    try:
        return _guarded(argv)
    finally:
        if argv is None:
            gc.freeze()  # nothing left to look at while the interpreter ends
        if collecting:
            gc.enable()


def _guarded(argv: Sequence[str] | None) -> int:
    import click

    from linter.cli.app import app

    try:
        code = app.main(None if argv is None else list(argv), prog_name="deadpeer", standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except SystemExit as end:  # click ends the process on a closed pipe
        return end.code if isinstance(end.code, int) else OK
    except Exception as error:
        from linter.cli.failure import failed

        return failed(error)
    return code if isinstance(code, int) else OK

"""``deadpeer fix``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.check import command as check
from linter.cli.outputs import Ordered

_OTHERS = ("diff", "fix", "stdin_filename", "help")
_PARAMETERS = [parameter for parameter in check.params if parameter.name not in _OTHERS]


@click.command("fix", cls=Ordered, params=_PARAMETERS, context_settings=check.context_settings)
@click.option("-i", "--interactive", is_flag=True, help="Show each fix, unsafe ones too, and ask whether to make it.")
def command(**given: Any) -> int:
    """Make the safe fixes in PATHS (default: the working folder), as `check --fix` does.

    Exit codes are those of `check --fix`: 1 if findings at or above --fail-on are left.
    """
    from linter.cli.asked import Asked
    from linter.cli.checking import checked

    return checked(Asked(fix=True, **given))

"""What went wrong, for whoever has to act: one line for each fault, never a traceback unless asked for."""

from __future__ import annotations

import os
import sys

import click

from linter.cli import BUG, WRONG
from linter.cli.terminal import say
from linter.faults import Fault, Faults
from linter.pattern import pattern
from linter.report.printable import printable

_BREAKS = pattern(r"\n\s*")


def failed(error: Exception) -> int:
    """Prints ``error`` and returns the exit code."""
    if os.environ.get("DEADPEER_DEBUG") == "1":
        import traceback

        say("".join(traceback.format_exception(error)))
    if isinstance(error, click.ClickException):
        return _usage(error)
    if isinstance(error, Faults):
        for fault in error.faults:
            _line(_told(fault))
        return WRONG
    if isinstance(error, Fault):
        _line(_told(error))
        return WRONG
    _line(f"this is a bug in deadpeer: {type(error).__name__}: {error}")
    say(f"deadpeer {_versions()}; run again with DEADPEER_DEBUG=1 for the traceback, and please report it.\n")
    return BUG


def _told(fault: Fault) -> str:
    """The fault, with a path in the working folder as seen from there."""
    told = str(fault)
    try:
        here = os.getcwd().replace(os.sep, "/")
    except OSError:  # it is gone
        return told
    if fault.path == here:
        return f".{told.removeprefix(here)}"
    return told.removeprefix(f"{here.rstrip('/')}/") if fault.path else told


def _usage(error: click.ClickException) -> int:
    context = getattr(error, "ctx", None)
    if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # from click 8.2 on
        say(f"{error.format_message()}\n")
        return WRONG
    _line(_BREAKS.sub(" ", error.format_message()))
    if context is not None:
        say(f"Try '{context.command_path} --help'.\n")
    return WRONG


def _line(message: str) -> None:
    say(f"deadpeer: error: {printable(message)}\n")


def _versions() -> str:
    from linter._version import DATA, VERSION

    return f"{VERSION}, data {DATA}, Python {sys.version.split()[0]}, {sys.platform}"

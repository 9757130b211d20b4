"""The manual page, from what the command itself says of its subcommands and flags."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from linter._version import VERSION
from linter.cli.app import COMMANDS, app

_CODE = re.compile(r"`([^`]+)`")

_ENVIRONMENT = {
    "NO_COLOR": "Nothing is coloured where it is set to anything.",
    "FORCE_COLOR, CLICOLOR_FORCE": "Colours without a terminal, unless it is 0.",
    "DEADPEER_DEBUG": "With 1, a fault or a bug prints where in the code it was met.",
}
_FILES = {
    ".deadpeer.yaml": "Settings, at and above the working folder up to the repository's root; inner files go before.",
    "pyproject.toml": "The same in the table [tool.deadpeer].",
    ".deadpeer-baseline.json": "What `deadpeer baseline` writes.",
}


def manual() -> str:
    """``deadpeer.1``, in the macros of man(7)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f'.TH DEADPEER 1 "" "deadpeer {VERSION}" "User Commands"'
    yield ".SH NAME"
    yield r"deadpeer \- find what takes Collectors and Dubbo services down when a peer dies"
    yield ".SH SYNOPSIS"
    yield ".B deadpeer"
    yield r".I command"
    yield r"[\fIoptions\fR] [\fIarguments\fR]"
    yield ".SH DESCRIPTION"
    yield from _paragraphs(app.help or "")
    yield ".PP"
    yield _text("It reads files and nothing else: no network, no cluster, no Collector, no Java.")
    yield ".SH COMMANDS"
    context = click.Context(app, info_name="deadpeer")
    for name in COMMANDS:
        command = app.get_command(context, name)
        if command is not None:
            yield from _command(name, command, context)
    yield ".SH ENVIRONMENT"
    yield from _list(_ENVIRONMENT)
    yield ".SH FILES"
    yield from _list(_FILES)


def _command(name: str, command: click.Command, parent: click.Context) -> Iterator[str]:
    context = command.make_context(name, [], parent, resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f'.SS "deadpeer {_text(name)} {_text(usage)}"'
    yield from _paragraphs(command.help or "")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record is not None:
            yield ".TP"
            yield rf"\fB{_text(record[0])}\fR"
            yield _text(" ".join(record[1].split()))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield ".PP"
        yield _text(" ".join(paragraph.split()))


def _list(entries: dict[str, str]) -> Iterator[str]:
    for name, text in entries.items():
        yield ".TP"
        yield rf"\fB{_text(name)}\fR"
        yield _text(text)


def _text(text: str) -> str:
    """``text`` as roff has it: hyphens are hyphens, and no line begins a request."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace('"', r"\(dq")
    text = _CODE.sub(r"\\fB\1\\fR", text)
    return rf"\&{text}" if text.startswith((".", "'")) else text

"""Formats and files as they were given: each ``--output`` takes the ``--format`` before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import click

from linter.record import NamedTuple

STDOUT = "-"


class Output(NamedTuple):
    """A report in one format, to ``file`` or (``None``) to standard output."""

    format: str = "text"
    file: str | None = None


class Ordered(click.Command):
    """A command with ``--format`` and ``--output``, whose order click would lose; it gets them as ``outputs``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:  # a shell asks what a word can become
            return super().parse_args(ctx, args)
        values, _, order = self.make_parser(ctx).parse_args(args=list(args))
        rest = super().parse_args(ctx, args)
        for name in ("format", "output"):
            ctx.params.pop(name, None)
        ctx.params["outputs"] = outputs(_given(values, order))
        return rest


def _given(values: dict[str, Any], order: Sequence[click.Parameter]) -> Iterable[tuple[str, str]]:
    """The two options in the order in which they were given, each with its value."""
    queues = {name: iter(values.get(name) or ()) for name in ("format", "output")}
    for parameter in order:
        if parameter.name in queues:
            yield parameter.name, next(queues[parameter.name])


def outputs(given: Iterable[tuple[str, str]]) -> tuple[Output, ...]:
    """The reports that are asked for: text on standard output if nothing is; one format and one file belong together.

    Raises ``click.UsageError`` for two reports at one place, and for a file without a report.
    """
    found: list[Output] = []
    open_ = True
    given = tuple(given)
    if [name for name, _ in given] == ["output", "format"]:  # one of each: there is only one way to take it
        given = given[::-1]
    for name, value in given:
        if name == "format":
            found.append(Output(value))
        elif not open_:
            raise click.UsageError(f"--output {value}: which report goes there? Give a --format before it")
        else:
            last = found.pop() if found else Output()
            found.append(Output(last.format, None if value == STDOUT else value))
        open_ = name == "format"
    places = [output.file for output in found]
    for file in places:
        if places.count(file) > 1:
            where = "standard output" if file is None else file
            raise click.UsageError(f"two reports for {where}: give an --output FILE after each --format")
    return tuple(found) or (Output(),)

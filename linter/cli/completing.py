"""What the shell completes beyond commands and flags: files, folders, ids of policies, names of systems."""

from __future__ import annotations

from collections.abc import Callable

import click
from click.shell_completion import CompletionItem

_FILES = ("FILE", "NAME")
_FOLDERS = ("DIR", "[DIR]...")


def prepared(command: click.Command, text: str) -> click.Command:
    """``command`` with parameters that know what they can become; only for completion: flags are read as they are.

    ``text`` is what is said of it in a list of commands.
    """
    command.short_help = text
    for parameter in command.params:
        metavar = parameter.metavar or ""
        if parameter.name == "system":
            parameter.type = _Words(_systems)
        elif parameter.name == "tool":
            parameter.type = _Words(_tools)
        elif metavar == "IDS" or (parameter.name == "policy" and command.name == "explain"):
            parameter.type = _Words(_policies)
        elif parameter.name == "paths":
            parameter.type = click.Path()
        elif metavar in _FOLDERS:
            parameter.type = click.Path(file_okay=False)
        elif metavar in _FILES:
            parameter.type = click.Path(dir_okay=False)
    return command


class _Words(click.types.StringParamType):
    """A text that is one of the words that ``known`` gives for its beginning."""

    def __init__(self, known: Callable[[str], list[str]]) -> None:
        self._known = known

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002  click's signature
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self._known(incomplete)]


def _policies(begun: str) -> list[str]:
    """The ids that the last of several words with commas between them can become."""
    from linter.cli.catalogue import house, policies
    from linter.faults import Fault, Faults

    before, comma, last = begun.rpartition(",")
    try:
        ids = [policy.id for policy in policies(house(()))]
    except (Fault, Faults):
        ids = [policy.id for policy in policies()]
    return [f"{before}{comma}{id_}" for id_ in ids if id_.startswith(last)]


def _systems(begun: str) -> list[str]:
    from linter.system import subjects

    return [name for name in subjects() if name.startswith(begun)]


def _tools(begun: str) -> list[str]:
    from linter.cli.emitting import tools

    return [name for name in tools() if name.startswith(begun)]

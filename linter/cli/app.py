"""The command's outline and the options that subcommands share; each subcommand is imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from linter._version import DATA, VERSION

COMMANDS = {
    "check": "Check files and folders.",
    "fix": "Make safe fixes, or ask about each.",
    "baseline": "Write down what is found, so that only what is new is reported.",
    "links": "List all pairs of clients and servers, and how soon a dead peer is noticed.",
    "versions": "List all versions with the evidence for them.",
    "upgrade": "Say what another release breaks, changes and fixes.",
    "explain": "Say what a policy reports and why.",
    "explain-rule": "Say in words whom a governance rule hits, on which releases, and how it ends.",
    "policies": "List all policies.",
    "new-policy": "Begin a policy of your own.",
    "test-policies": "Try the examples of your own policies.",
    "advisories": "List what is known against releases, also as OSV records.",
    "emit": "Write what is known against releases as rules for a build tool or an update bot.",
    "lsp": "Serve an editor.",
    "completion": "Print what makes a shell complete commands, flags and ids.",
}


PROFILES = click.Choice(["default", "recommended", "pedantic"])
POLICIES = click.option("--policies", multiple=True, metavar="DIR", help="Further policies: <any>/<name>.yaml there.")
ADVISORIES = click.option(
    "--advisories", multiple=True, metavar="DIR", help="Further advisories: <system>/<name>.yaml there."
)
CONFIG = click.option(
    "--config", metavar="FILE", help="Settings file.  [default: .deadpeer.yaml or pyproject.toml, upward]"
)
NO_CONFIG = click.option("--no-config", is_flag=True, help="Read no settings file.")
ASSUME = click.option("--assume", multiple=True, metavar="NAME=VERSION", help="Of all files; a comment in one wins.")
REPOSITORY = click.option(
    "--maven-repo", "repository", metavar="DIR", help="Local repository to read poms from.  [default: none]"
)
STDIN_FILENAME = click.option("--stdin-filename", metavar="NAME", help="What `-` is called.")
JOBS = click.option(
    "--jobs", type=click.IntRange(min=0), default=0, metavar="N", help="Processes.  [default: as pay off]"
)
COLOR = click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", show_default=True)


class Lazy(click.Group):
    """A group that knows its commands' names and texts without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"linter.cli.{cmd_name.replace('-', '_')}").command
        if ctx.resilient_parsing:  # a shell asks what a word can become
            from linter.cli.completing import prepared

            return prepared(command, COMMANDS[cmd_name])
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(_unknown(args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _unknown(word: str) -> str:
    from difflib import get_close_matches
    from pathlib import Path

    near = get_close_matches(word, COMMANDS, n=1)
    if near:
        return f"no command is called `{word}` (did you mean `{near[0]}`?)"
    if Path(word).exists():
        return f"no command is called `{word}` (did you mean `deadpeer check {word}`?)"
    return f"no command is called `{word}`; there are {', '.join(COMMANDS)}"


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, "-V", "--version", prog_name="deadpeer", message=f"%(prog)s %(version)s (data {DATA})")
def app(**_given: Any) -> None:
    """Finds what takes OpenTelemetry Collectors and Dubbo services down when a peer dies, and mends it."""

"""``deadpeer completion``."""

from __future__ import annotations

import click

_SHELLS = click.Choice(["bash", "zsh", "fish"])


@click.command("completion", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shell", type=_SHELLS)
def command(shell: str) -> int:
    """Print the script that lets SHELL complete commands, flags, files and the ids of policies.

    Put it where the shell looks for it. bash: ~/.local/share/bash-completion/completions/deadpeer

    zsh: _deadpeer in a folder of fpath

    fish: ~/.config/fish/completions/deadpeer.fish
    """
    from click.shell_completion import get_completion_class

    from linter.cli.app import app
    from linter.cli.terminal import put_exactly

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"nothing completes for {shell}")
    put_exactly(kind(app, {}, "deadpeer", "_DEADPEER_COMPLETE").source(), "strict")
    return 0

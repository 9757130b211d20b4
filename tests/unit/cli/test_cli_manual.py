"""The manual page: whatever the command offers is in it, and it is good roff."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import click
import pytest

from docs.manual import manual
from linter.cli.app import COMMANDS, app

PAGE = Path(__file__).parents[3] / "docs" / "man" / "deadpeer.1"


def test_every_flag_of_every_command_is_in_it() -> None:
    text = manual().replace("\\-", "-")
    context = click.Context(app)
    for name in COMMANDS:
        command = app.get_command(context, name)
        assert command is not None
        assert f'.SS "deadpeer {name} ' in text
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert any(f"{flag}" in text for flag in parameter.opts), (name, parameter.name)


def test_roff_has_nothing_to_say_against_it() -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("no groff is here")
    done = subprocess.run([groff, "-man", "-ww", "-z", PAGE], capture_output=True, text=True, check=True)
    assert done.stderr == ""

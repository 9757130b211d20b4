"""``deadpeer lsp``."""

from __future__ import annotations

from typing import Any

import click

from linter.cli.app import CONFIG, NO_CONFIG, PROFILES


@click.command("lsp", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--stdio", is_flag=True, help="Speak over standard input and output, which is the only way.")
@click.option("--profile", type=PROFILES, help="Which policies run.  [default: default]")
@click.option("--preview", is_flag=True, help="Run policies that are still being tried out too.")
@CONFIG
@NO_CONFIG
def command(stdio: bool, profile: Any, preview: bool, config: str | None, no_config: bool) -> int:  # noqa: ARG001
    """Serve an editor: findings while texts are written, fixes, and what is in effect.

    Needs the extra: pip install 'deadpeer[lsp]'. An editor starts this, nobody else.
    """
    import gc
    import os
    from importlib.util import find_spec

    from linter.cli.terminal import today
    from linter.faults import UsageFault
    from linter.options import Flags

    if find_spec("pygls") is None:
        raise UsageFault("`deadpeer lsp` needs pygls: pip install 'deadpeer[lsp]'")
    from linter.lsp.server import serve

    gc.enable()  # this is no short run
    settings = None if config is None else os.path.abspath(config)
    serve(lambda: Flags(profile, preview=preview, config=settings, no_config=no_config, today=today()))
    return 0

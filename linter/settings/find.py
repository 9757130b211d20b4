"""Where the settings are."""

from __future__ import annotations

import os
from collections.abc import Iterator

from linter.faults import Faults, UsageFault
from linter.settings.item import Item

NAME = ".deadpeer.yaml"
MISTAKEN = ".deadpeer.yml"
PROJECT = "pyproject.toml"


def discover(folder: str) -> Iterator[str]:
    """The settings files at and above ``folder``, nearest first.

    Of each folder it is the ``.deadpeer.yaml``, else a ``pyproject.toml`` with our table. The search
    ends at the folder that holds ``.git``. Whatever bears the name is given, so that a link to nowhere is told and not
    passed over. Raises ``Faults`` for a ``pyproject.toml`` that names us and can't be read, and for a name that nobody
    reads.
    """
    level = folder
    while True:
        own = os.path.join(level, NAME)
        project = os.path.join(level, PROJECT)
        mistaken = os.path.join(level, MISTAKEN)
        if os.path.lexists(own):
            if os.path.exists(own) and not os.path.isfile(own):
                raise Faults((UsageFault("can't be read: it is no file", shown(own, folder)),))
            yield own
        elif os.path.lexists(mistaken):
            raise Faults((UsageFault(f"is not read: settings are called `{NAME}`", shown(mistaken, folder)),))
        elif _names_us(project) and read(project, shown(project, folder)) is not None:
            yield project
        above = os.path.dirname(level)
        if above == level or os.path.exists(os.path.join(level, ".git")):
            return
        level = above


def _names_us(path: str) -> bool:
    if not os.path.isfile(path):
        return False  # a pipe would keep us waiting
    try:
        with open(path, "rb") as file:
            return b"deadpeer" in file.read()
    except OSError:
        return False


def shown(path: str, folder: str) -> str:
    """``path`` as messages show it: relative where it lies in ``folder``."""
    base = os.path.join(folder, "")
    return path.removeprefix(base)


def read(path: str, name: str) -> Item | None:
    """The settings of the file at ``path``, ``None`` where it holds none; raises ``Faults``, which call it ``name``."""
    try:
        with open(path, "rb") as file:
            text = file.read().decode("utf-8-sig")
    except OSError as error:
        raise Faults((UsageFault(f"can't be read: {error.strerror}", name),)) from error
    except UnicodeDecodeError as error:
        raise Faults((UsageFault(f"is not UTF-8: byte {error.start}", name),)) from error
    if path.endswith(".toml"):
        from linter.settings.toml import read as read_toml

        return read_toml(name, text)
    from linter.settings.yaml import read as read_yaml

    return read_yaml(name, text)

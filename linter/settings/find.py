"""Where the settings are."""

from __future__ import annotations

from pathlib import Path

from linter.faults import Faults, UsageFault
from linter.settings.item import Item

NAME = ".deadpeer.yaml"
PROJECT = "pyproject.toml"


def discover(folder: str) -> str | None:
    """The nearest settings file at or above ``folder``: ``.deadpeer.yaml``, or a ``pyproject.toml`` with our table.

    The search ends at the folder that holds ``.git``. Raises ``Faults`` for a ``pyproject.toml`` that names us and
    can't be read.
    """
    start = Path(folder)
    for level in (start, *start.parents):
        if (level / NAME).is_file():
            return str(level / NAME)
        project = level / PROJECT
        if (
            project.is_file()
            and b"deadpeer" in project.read_bytes()
            and read(str(project), shown(str(project), folder)) is not None
        ):
            return str(project)
        if (level / ".git").exists():
            return None
    return None


def shown(path: str, folder: str) -> str:
    """``path`` as messages show it: relative where it lies in ``folder``."""
    whole = Path(path)
    return str(whole.relative_to(folder)) if whole.is_relative_to(folder) else path


def read(path: str, name: str) -> Item | None:
    """The settings of the file at ``path``, ``None`` where it holds none; raises ``Faults``, which call it ``name``."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Faults((UsageFault(f"can't be read: {error.strerror}", name),)) from error
    except UnicodeDecodeError as error:
        raise Faults((UsageFault(f"is not UTF-8: byte {error.start}", name),)) from error
    if path.endswith(".toml"):
        from linter.settings.toml import read as read_toml

        return read_toml(name, text)
    from linter.settings.yaml import read as read_yaml

    return read_yaml(name, text)

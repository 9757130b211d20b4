"""The work of ``new-policy``: write a file that works."""

from __future__ import annotations

import os

from linter import resources
from linter.cli import OK
from linter.cli.catalogue import house
from linter.cli.terminal import put
from linter.faults import UsageFault
from linter.policy.bundle import all_kinds, bundled
from linter.policy.files import misplaced
from linter.report.printable import printable
from linter.system import load_all

_FOLDER = "policies"


def begun(id_: str, folder: str | None) -> int:
    """Writes ``<folder>/<id>.yaml`` and returns the exit code; raises ``UsageFault``."""
    name = f"{id_}.yaml"
    wrong = misplaced(name)
    if wrong:
        raise UsageFault(f"`{id_}` can't be the id of a policy: it is <group>/<name>, lower-case words with hyphens")
    if any(policy.id == id_ for policy in bundled(all_kinds(load_all()))):
        raise UsageFault(f"there is a policy `{id_}` already: give it another name")
    if folder is None:
        folder = next(iter(house(())), _FOLDER)
    path = os.path.join(folder, *name.split("/"))
    with open(resources.path("schemas", "new-policy.yaml"), "rb") as file:
        text = file.read()
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(text)
    except FileExistsError as error:
        raise UsageFault("is there already", path) from error
    except OSError as error:
        raise UsageFault(f"can't be written: {error.strerror}", path) from error
    shown = os.path.relpath(path).replace(os.sep, "/")
    above = os.path.relpath(folder).replace(os.sep, "/")
    put(f"Wrote {printable(shown)}. Change it, then: deadpeer test-policies {printable(above)}\n")
    return OK

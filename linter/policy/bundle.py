"""The bundled policies: compiled into one file in a wheel, compiled once and kept in a checkout."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from linter import resources
from linter.facts.kinds import NEUTRAL, Kind
from linter.policy.model import Policy
from linter.system import System

Folder: TypeAlias = Literal["policies", "changes"]
"""``policies`` judge configurations; ``changes`` say what another release does otherwise, which is no fault."""

FOLDERS: tuple[Folder, ...] = ("policies", "changes")


def all_kinds(systems: Iterable[System]) -> dict[str, Kind]:
    """Every kind of entity there is: the neutral ones and those of ``systems``."""
    kinds = dict(NEUTRAL)
    for system in systems:
        kinds.update(system.kinds)
    return kinds


def bundled(kinds: Mapping[str, Kind], folder: Folder = "policies") -> tuple[Policy, ...]:
    """The policies that deadpeer comes with; raises ``Faults`` where one is broken."""
    compiled = resources.compiled(folder)
    if compiled is not None:
        from linter.policy.compiled import load_compiled

        return load_compiled(compiled)
    from linter.policy.cache import load_cached

    cache = os.path.join(resources.cache_folder(), f"{folder}.json")
    return load_cached(resources.folder(folder), kinds, cache)


def compile_bundled(folder: Folder = "policies") -> bytes:
    """The bundled policies of a checkout as the one file that a wheel carries."""
    from linter.policy.compiled import compile_policies
    from linter.system import load_all

    return compile_policies(resources.folder(folder), all_kinds(load_all()))

"""The files around an example's own, for the tests that lay examples out themselves."""

from __future__ import annotations

from linter.harness.layouts import Layouts
from linter.policy.model import Example
from linter.system import load_all

_SYSTEMS = {system.name: system for system in load_all()}
_LAYOUTS = Layouts(tuple(_SYSTEMS.values()))


def composed(example: Example, system: str) -> dict[str, str]:
    """The example's files, marks and all, and the compose file that runs a Collector's."""
    return _LAYOUTS.plain(example, _SYSTEMS.get(system))

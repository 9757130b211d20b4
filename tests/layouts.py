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


def embeddable(example: Example) -> bool:
    """Whether the example's files can stand in a ConfigMap."""
    return _LAYOUTS.embeddable(example)


def embedded(example: Example, system: str) -> dict[str, str]:
    """The example's files inside of what runs them."""
    return _LAYOUTS.embedded(example.files, example, _SYSTEMS.get(system))

"""What a run knows against releases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linter.run.bounds import Bounds, bounds
from linter.run.inputs import Inputs, Request
from linter.run.judging import Judging
from linter.system import System, load_all

if TYPE_CHECKING:
    from linter.options import Options


class Emitting:
    """The files of ``request``, read."""

    def __init__(self, request: Request, options: Options, systems: Sequence[System] | None = None) -> None:
        self._systems = load_all() if systems is None else tuple(systems)
        self._inputs = Inputs(request, options, self._systems)
        self._judging = Judging(self._systems, options)

    @property
    def opened(self) -> int:
        """How many files were read as somebody's configuration."""
        return self._inputs.opened(self._inputs.readings)

    def bounds(self, every: bool) -> Bounds:
        """What should be kept away from; with ``every`` whatever the files use."""
        facts = self._inputs.facts(self._inputs.readings)
        return bounds(self._judging.policies, facts, self._judging.options, every)

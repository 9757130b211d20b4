"""What every part of one writing operation works with."""

from __future__ import annotations

from typing import Literal

from linter.record import NamedTuple
from linter.syntax.node import Mapping, Node
from linter.syntax.yaml.write_text import Layout, Splices


class Job(NamedTuple):
    """One operation; ``json`` says that the text is JSON and has to stay so."""

    layout: Layout
    splices: Splices
    root: Node
    json: bool


class Seat(NamedTuple):
    """Where a value hangs: past the ``:`` or ``-`` at ``mark`` (-1 if unwritten), below an entry at ``column``.

    ``around`` is the mapping that holds the entry, if one does; ``dense`` says that it is written without spaces.
    """

    kind: Literal["root", "key", "item"]
    mark: int = -1
    column: int = 0
    flow: bool = False
    around: Mapping | None = None
    key_end: int = -1
    dense: bool = False

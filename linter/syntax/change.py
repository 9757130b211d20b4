"""What is to become of a document, said in routes rather than in text."""

from __future__ import annotations

from typing import Literal, TypeAlias

from linter.record import dataclass
from linter.syntax.document import Route

TreeVerb: TypeAlias = Literal["set", "remove", "rename", "insert"]


@dataclass(frozen=True, slots=True)
class TreeChange:
    """One change of a document; all routes of one call lead through the document as it was, and equal ones count once.

    ``set`` writes the value ``to``, with its missing parents. ``remove`` takes an entry out. ``rename`` gives its key
    the name ``to``. ``insert`` makes ``to`` a new entry: the item at a sequence's index (its length appends), or a key
    that must not exist yet. For ``set`` and ``insert``, ``to`` is text as it must stand in the file: a scalar with its
    quotes, or a flow collection on one line.
    """

    verb: TreeVerb
    route: Route
    to: str = ""

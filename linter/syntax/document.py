"""A parsed text with its way back to the file, and the names that survive it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from linter.record import dataclass

if TYPE_CHECKING:
    from linter.text.view import View

Route: TypeAlias = tuple[str | int, ...]
"""Steps from a document's root: a mapping's key, a sequence's index; in XML ``name[i]`` and ``@attribute``."""

Root = TypeVar("Root", covariant=True)  # noqa: PLC0105  it reads as a word


@dataclass(frozen=True, slots=True)
class DocRef:
    """Which document: of a file (``host`` is ``None``), or of a scalar at ``route`` in another document.

    ``index`` counts the documents of one YAML text from 0. Picklable, and stable while the file keeps its shape.
    """

    path: str
    syntax: str
    index: int = 0
    host: DocRef | None = None
    route: Route = ()

    @property
    def id(self) -> str:
        """A text unique to this document in one run: ``a.yaml``, ``a.yaml#1``, ``a.yaml#0/data/relay``."""
        base = self.path
        if self.host is not None:
            steps = "/".join(str(step).replace("~", "~0").replace("/", "~1") for step in self.route)
            base = (
                f"{self.host.path}#{self.host.index}/{steps}" if self.host.host is None else f"{self.host.id}/{steps}"
            )
        return f"{base}#{self.index}" if self.index else base


@dataclass(frozen=True, slots=True)
class Place:
    """A range of code points of a file, portable between processes; the host chain lies in ``doc``."""

    doc: DocRef
    start: int
    end: int

    @property
    def path(self) -> str:
        return self.doc.path


UNREAD = "unread"
"""What a problem is whose text others may read, but we don't."""
HELD = "holds configuration inside of something else, which is not read; put it in a file of its own to have it checked"
"""Why a text is not read in which a configuration stands."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Text that can't be read: why, and where; ``kind`` names the built-in finding (``syntax`` by default).

    With the kind ``UNREAD`` it is none: the text may be right, and is listed as skipped.
    """

    place: Place
    message: str
    kind: str = "syntax"


class Document(Generic[Root]):
    """The tree of one text; ``root`` is a ``Node`` for YAML and properties, an ``Element`` for XML.

    ``simple`` says that the tree has no anchors and aliases, and no mapping a key twice; false where this is not known.
    """

    __slots__ = ("ref", "root", "simple", "view")

    def __init__(self, ref: DocRef, view: View, root: Root, simple: bool = False) -> None:
        self.ref = ref
        self.view = view
        self.root = root
        self.simple = simple

    def place(self, start: int, end: int) -> Place:
        """Inner offsets as a place of the file."""
        span = self.view.span(start, end)
        return Place(self.ref, span.start, span.end)

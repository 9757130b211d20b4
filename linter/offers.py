"""What systems may offer beyond ``System``, each of it if they need it; asked for with ``isinstance``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Protocol, runtime_checkable

from linter.facts.base import FactBase
from linter.record import dataclass
from linter.syntax.document import Document, Problem
from linter.system import Fragment

if TYPE_CHECKING:
    from linter.facts.bounds import Bound
    from linter.facts.told import Told


@runtime_checkable
class Unpacking(Protocol):
    """What a system offers if it looks into archives, which are files but no texts."""

    @property
    def archives(self) -> tuple[str, ...]:
        """Lower-case file name globs of archives."""
        ...

    def unpack(self, path: str, file: IO[bytes]) -> Iterable[Fragment | Problem]:
        """What ``file`` says, which reports call ``path``; places in it are its start."""
        ...


@runtime_checkable
class Telling(Protocol):
    """What a system offers if some of what it reads are rules that govern others at run time."""

    def told(self, facts: FactBase) -> Iterable[Told]:
        """Every rule in words, in the order of files and places."""
        ...


@runtime_checkable
class Bounding(Protocol):
    """What a system offers if builds can be told to keep away from releases."""

    @property
    def bounds_for(self) -> str:
        """The tool that is told so, as users call it."""
        ...

    def bounded(self, bounds: Sequence[Bound], signature: str) -> str:
        """The rules as text for that tool; ``signature`` says who wrote them."""
        ...


@runtime_checkable
class Roomy(Protocol):
    """What a system offers if it reads texts that are too large to be parsed."""

    @property
    def large(self) -> tuple[str, ...]:
        """Lower-case file name globs of such texts."""
        ...


@runtime_checkable
class Noticing(Protocol):
    """What a system offers if it can tell that something is lost where nobody reads a document."""

    def lost(self, document: Document[Any]) -> str:
        """Why ``document``, of which no system said anything, should not be passed over; ``""`` where it may be."""
        ...


@runtime_checkable
class Unmarked(Protocol):
    """What a system offers if it reads files in which no needle has to be: the names in them are the user's own.

    Both are lower-case file name globs.
    """

    @property
    def unmarked(self) -> tuple[str, ...]:
        """Such files that are somebody's configuration."""
        ...

    @property
    def variables(self) -> tuple[str, ...]:
        """Such files that only hold what others use: where there are no others, nothing was checked."""
        ...


@dataclass(frozen=True, slots=True)
class Host:
    """What runs one file of an example: ``file`` with ``text`` at ``mount``, named in an argument after ``flag``.

    ``image`` is empty where nothing runs it. ``ports`` are all that the example names.
    """

    name: str
    file: str
    text: str
    image: str = ""
    mount: str = ""
    flag: str = ""
    ports: tuple[int, ...] = ()


@runtime_checkable
class Hosted(Protocol):
    """What a system offers if the examples of policies may leave out what runs its files."""

    def hosts(self, files: Mapping[str, str], version: str, image: str, versions: Mapping[str, str]) -> Sequence[Host]:
        """Who runs each of ``files``: ``image``, or one of ``version``, or the host's own of ``versions``."""
        ...


@runtime_checkable
class Staging(Protocol):
    """What a system offers if it can write down what runs files."""

    @property
    def embeds(self) -> bool:
        """Whether the files stand inside of what it writes, or else beside it."""
        ...

    def deploys(self, path: str, text: str) -> bool:
        """Whether this file says itself what is run."""
        ...

    def staged(self, hosts: Sequence[Host]) -> Mapping[str, str]:
        """The files that make ``hosts`` run."""
        ...

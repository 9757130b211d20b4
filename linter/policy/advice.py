"""Where to go, in words."""

from __future__ import annotations

from linter.facts.value import Unknown
from linter.policy.words import listed
from linter.record import dataclass
from linter.versions.version import Version


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Where to go: ``to`` is ``None`` where no release is any better, and ``why`` says why.

    ``remains`` names the policies that will still report a warning at ``to``; ``standing`` those of them, errors too,
    that no upgrade is for: each with what it needs instead. Where ``to`` is known to be maintained no more, ``state``
    says so, ``ends`` is the line whose last release it is, and ``maintained`` the nearest one that is. ``kept`` is true
    where ``to`` is known to be maintained.
    """

    to: Version | None
    remains: tuple[str, ...] = ()
    why: str = ""
    standing: tuple[tuple[str, str], ...] = ()
    state: str = ""
    ends: str = ""
    maintained: Upgrade | None = None
    kept: bool = False

    @property
    def left(self) -> tuple[str, ...]:
        """What will still be reported there, in words."""
        return (*self.remains, *(f"{id_}, which {needs}" for id_, needs in self.standing))

    @property
    def phrase(self) -> str:
        """A noun phrase for messages, to stand after "upgrade to"."""
        if self.to is None:
            return f"a newer release ({self.why})"
        notes = []
        if self.left:
            nearest = "the nearest without an error; " if self.remains else ""
            notes.append(f"{nearest}what remains there: {listed(self.left)}")
        notes += self._upkeep()
        return f"{self.to} ({'; '.join(notes)})" if notes else str(self.to)

    def _upkeep(self) -> list[str]:
        """Whether the release gets fixes, and which one does if it doesn't."""
        beside = self.maintained
        if beside is None:
            return []
        notes = []
        if self.ends:
            notes.append(f"it ends the {self.ends} line and is {self.state}")
        elif self.state:
            notes.append(f"it is {self.state}")
        if beside.to is None:
            notes.append(f"no maintained release is better: {beside.why}")
        elif beside.left:
            notes.append(f"the nearest maintained is {beside.to}, where remains: {listed(beside.left)}")
        else:
            notes.append(f"the nearest maintained is {beside.to}")
        return notes


@dataclass(frozen=True, slots=True)
class Advice:
    """``upgrade`` as one finding has it.

    ``phrase`` is what its message says; ``to`` is unknown to its fixes where it would not end this finding. ``helps``
    is false where no known release ends it.
    """

    upgrade: Upgrade
    phrase: str
    to: Version | Unknown
    helps: bool = True

"""Who has to act when something goes wrong: the user, the policy's author, or us.

``Fault`` carries a place because a message without one costs its reader a search. A broken *input* is
never a fault: it is a finding.
"""

from __future__ import annotations


class Fault(Exception):
    """Something outside the checked files that stops a run, with the place that has to change.

    ``path`` is as the user wrote it, or ``None`` for a flag; ``line`` and ``column`` count from 1 and are 0
    where no place is known.
    """

    def __init__(self, message: str, path: str | None = None, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.path is None:
            return self.message
        where = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        return f"{where}: {self.message}"


class UsageFault(Fault):
    """A flag or the settings file is wrong (exit 2)."""


class PolicyFault(Fault):
    """A policy file is wrong (exit 2)."""


class Faults(Exception):
    """All faults of one load at once, so that they are mended in one go."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = faults


class Bug(Exception):
    """An invariant of ours is broken (exit 3)."""

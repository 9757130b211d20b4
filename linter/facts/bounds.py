"""Releases that should not be used, for tools that choose releases."""

from __future__ import annotations

from linter.record import dataclass


@dataclass(frozen=True, slots=True)
class Bound:
    """What one advisory says against releases of ``package``, for tools of ``ecosystem``.

    ``released`` is the package, or the glob over all packages that are released with it under the same versions, and
    ``packages`` are those of them that the input names, the package first. ``versions`` are the affected releases in
    ascending order: only these, so that forks and builds of one's own (``2.7.12-acme-3``) are left alone. ``words`` say
    which they are, ``images`` the images whose tags are these versions.
    """

    policy: str
    title: str
    ecosystem: str
    package: str
    released: str
    packages: tuple[str, ...]
    versions: tuple[str, ...]
    words: str
    images: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """``system/name: what is wrong (which releases)``."""
        return f"{self.policy}: {self.title} ({self.words})"

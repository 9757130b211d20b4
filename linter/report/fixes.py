"""What became of each finding's fixes."""

from __future__ import annotations

from collections.abc import Iterator

from linter.finding import Finding, Fix, Patch, Result


class Patches:
    """The patches of a result by finding and fix."""

    def __init__(self, result: Result) -> None:
        self._patches = {(patch.finding, patch.fix): patch for patch in result.patches}

    def of(self, finding: Finding) -> Iterator[tuple[Fix, Patch | None]]:
        """Each fix in its order with its patch; ``None`` where fixes were not worked out."""
        for fix in finding.fixes:
            yield fix, self._patches.get((finding.fingerprint, fix))

    def usable(self, finding: Finding, safety: str) -> bool:
        """Whether a fix of this safety could be made."""
        return any(
            fix.safety == safety and patch is not None and bool(patch.edits) and not patch.refusal
            for fix, patch in self.of(finding)
        )

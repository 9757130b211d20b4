"""Runs the whole pipeline over files given as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from linter.finding import Result
from linter.fix.plan import Allow
from linter.fix.prove import prove
from linter.options import Flags, load
from linter.record import replace
from linter.run import Request, check
from linter.run import Run as Checked
from linter.text.read import Undecodable, decode
from linter.text.source import Source

SETTINGS = ".deadpeer.yaml"
TODAY = "2026-11-30"
"""The day on which the files are checked."""


@dataclass(frozen=True)
class Run:
    """A finished run over ``files``."""

    files: Mapping[str, str]
    result: Result
    _checked: Checked

    def fix(self, allow: Allow, policy: str | None = None) -> dict[str, str]:
        """All files as the allowed fixes leave them; with ``policy`` only its fixes are made."""

        def opened(path: str) -> Source | None:
            if path not in self.files:
                return None
            source = decode(path, self.files[path].encode())
            return None if isinstance(source, Undecodable) else source

        def relint(texts: Mapping[str, Source]) -> Result:
            return _fixes_of(policy, self._checked.relint(texts))

        proof = prove(_fixes_of(policy, self.result), allow, opened, relint)
        return {**self.files, **{path: source.text for path, source in proof.after.items()}}


def _fixes_of(policy: str | None, result: Result) -> Result:
    """``result`` without the fixes of other policies."""
    if policy is None:
        return result
    kept = (found if found.policy == policy else replace(found, fixes=()) for found in result.findings)
    return replace(result, findings=tuple(kept))


def run_files(files: Mapping[str, str], settings: str = "", flags: Flags | None = None) -> Run:
    """Checks ``files`` (text by path) as a folder, with ``settings`` as its settings file; ``flags`` win over them."""
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        if settings:
            Path(folder, SETTINGS).write_text(settings, "utf-8")
        options = load(flags or Flags(no_config=not settings), folder)
        checked = check(Request(folder, jobs=1), replace(options, today=TODAY))
    return Run(files, checked.result, checked)

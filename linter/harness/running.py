"""Runs the whole pipeline over files given as text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from linter.fix.prove import prove
from linter.options import Flags, Options, load
from linter.record import dataclass, replace
from linter.run import Request, check
from linter.run import Run as Checked
from linter.text.read import Undecodable, decode
from linter.text.source import Source

if TYPE_CHECKING:
    from linter.finding import Result
    from linter.fix.plan import Allow

SETTINGS = ".deadpeer.yaml"


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run over ``files``."""

    files: Mapping[str, str]
    result: Result
    checked: Checked

    def fix(self, allow: Allow, policy: str | None = None) -> dict[str, str]:
        """All files as the allowed fixes leave them; with ``policy`` only its fixes are made."""

        def opened(path: str) -> Source | None:
            if path not in self.files:
                return None
            source = decode(path, self.files[path].encode())
            return None if isinstance(source, Undecodable) else source

        def relint(texts: Mapping[str, Source]) -> Result:
            return _fixes_of(policy, self.checked.relint(texts))

        proof = prove(_fixes_of(policy, self.result), allow, opened, relint)
        return {**self.files, **{path: source.text for path, source in proof.after.items()}}


def _fixes_of(policy: str | None, result: Result) -> Result:
    """``result`` without the fixes of other policies."""
    if policy is None:
        return result
    kept = (found if found.policy == policy else replace(found, fixes=()) for found in result.findings)
    return replace(result, findings=tuple(kept))


def run_files(
    files: Mapping[str, str], settings: str, flags: Flags, policies: Sequence[str] = (), today: str = ""
) -> Run:
    """Checks ``files`` (text by path) as a folder, with ``settings`` as its only settings file.

    ``flags`` win over them; ``policies`` are the absolute folders of further policies. Raises ``Faults``.
    """
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            _write(folder, name, text)
        if settings:
            _write(folder, SETTINGS, settings)
        alone = replace(flags, config=SETTINGS, no_config=False) if settings else replace(flags, no_config=True)
        options: Options = load(alone, folder)
        options = replace(options, policies=(*options.policies, *policies), today=today)
        checked = check(Request(folder, jobs=1), options)
    return Run(files, checked.result, checked)


def _write(folder: str, name: str, text: str) -> None:
    path = os.path.join(folder, *name.split("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(text.encode())

"""Compiles the bundled policies into one file for each folder of them when a wheel is built."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompilePolicies(BuildHookInterface[Any]):
    """Adds ``linter/_data/policies.json`` and its like: an installed command need not read a file for each policy.

    What compiles them is the code of the wheel itself, so a build needs what reading policies needs: PyYAML.
    """

    PLUGIN_NAME = "custom"

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self._made: list[Path] = []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        from linter._version import DATA
        from linter.digest import digest
        from linter.policy.bundle import FOLDERS, compile_bundled

        if DATA.partition("+")[2] != digest():
            raise RuntimeError("linter/_version.py is out of date: python docs/generate.py")
        for folder in FOLDERS:
            target = self._target(folder)
            self._made.append(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(compile_bundled(folder))
            build_data["force_include"][str(target)] = f"linter/_data/{folder}.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        for target in self._made:
            target.unlink(missing_ok=True)

    def _target(self, folder: str) -> Path:
        """Where the file lies until it is in the wheel."""
        return Path(self.directory) / f"{folder}.json"

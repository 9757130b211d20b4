"""Compiles the bundled policies into one file when a wheel is built."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompilePolicies(BuildHookInterface[Any]):
    """Adds ``linter/_data/policies.json``, so that an installed command need not read a file for each policy.

    What compiles them is the code of the wheel itself, so a build needs what reading policies needs: PyYAML.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable":
            return
        sys.path.insert(0, self.root)
        from linter.policy.bundle import compile_bundled

        target = self._target()
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(compile_bundled())
        build_data["force_include"][str(target)] = "linter/_data/policies.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        self._target().unlink(missing_ok=True)

    def _target(self) -> Path:
        """Where the file lies until it is in the wheel."""
        return Path(self.directory) / "policies.json"

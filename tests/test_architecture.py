"""The shape of the code as tests: arrows, systems that don't know each other, sizes, who may print."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINTER = ROOT / "linter"
MODULES = sorted(path for path in LINTER.rglob("*.py") if "__pycache__" not in path.parts)
SYSTEMS = sorted(path.name for path in (LINTER / "systems").iterdir() if (path / "__init__.py").is_file())


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_import_contracts_hold() -> None:
    tool = Path(sys.executable).parent / "lint-imports"
    if not tool.exists():
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_systems_are_found_by_their_folders() -> None:
    from linter.system import load_all

    assert [system.name for system in load_all()] == SYSTEMS


KEYS = {"compose": ("dockerfile",)}
"""Keys of formats that are called as another system is."""


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_no_systems_name_outside_its_folder(path: Path) -> None:
    """``versions`` is exempt: version schemes bear the names of those who defined them."""
    parts = path.relative_to(LINTER).parts
    own = parts[1] if parts[0] == "systems" and len(parts) > 1 else ""
    if parts[0] == "versions":
        return
    tree = ast.parse(path.read_text())
    documentation = _docstrings(tree)
    # what users type, and what formats call their parts, is no system of ours
    command = re.compile(r"\bhelm template\b|--maven-repo\b|\bpkg:maven\b|/maven/")
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            for name in SYSTEMS:
                if name == own or parts[:2] == ("facts", "kinds.py") or name in KEYS.get(own, ()):
                    continue
                assert not re.search(rf"\b{name}\b", command.sub("", node.value)), (
                    f"{relative(path)}:{node.lineno} names {name}"
                )


def _docstrings(tree: ast.Module) -> set[int]:
    """Strings that stand as statements: documentation, not behaviour."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_modules_are_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 300


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_only_cli_prints_and_reads_the_environment(path: Path) -> None:
    if path.relative_to(LINTER).parts[0] in ("cli", "__main__.py"):
        return
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "exit", "input"), f"{relative(path)}:{node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            assert name not in ("os.environ", "os.getenv", "sys.exit", "sys.stdout", "sys.stderr", "time.time"), (
                f"{relative(path)}:{node.lineno} uses {name}"
            )


def test_nothing_heavy_is_imported_at_the_start() -> None:
    """What ``deadpeer --version`` imports beyond click is ours, and little of it."""
    code = "import sys, linter.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for heavy in ("yaml", "ruamel", "jsonschema", "pyexpat", "javaproperties", "concurrent", "multiprocessing"):
        assert not re.search(rf"(?m)(^|\s){heavy}(\s|$)", loaded), heavy

"""Each case in a process of its own, as what was imported can't be undone."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHECK = """
import sys
from linter.syntax.yaml import lean
assert lean.load()
assert "yaml.scanner" not in sys.modules and "yaml.constructor" not in sys.modules
"""
READ = """
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.yaml.parse import parse
from linter.text.source import Source
from linter.text.view import View
for text, kind in {"a: [1, 'x']": Document, "a: [": Problem, "a: \\x07": Problem, "a:\\n\\tb": Problem}.items():
    assert type(next(parse(View.of(Source("f", text)), DocRef("f", "yaml")))) is kind
assert "yaml.scanner" not in sys.modules
"""


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_our_parser_needs_no_more() -> None:
    run(CHECK + READ)


@pytest.mark.parametrize(
    ("statement", "text", "error"),
    [
        ("import yaml; load = yaml.load; Loader = yaml.CSafeLoader", "a: [", "yaml.parser.ParserError"),
        ("import yaml; yaml.__version__; load = yaml.load; Loader = yaml.CLoader", "a: '", "yaml.scanner.ScannerError"),
        ("from yaml import load, CSafeLoader as Loader; import yaml", "a: \\x07", "yaml.reader.ReaderError"),
        ("from yaml import *; import yaml; Loader = CSafeLoader", "*a", "yaml.composer.ComposerError"),
        ("import yaml.cyaml; load = yaml.load; Loader = yaml.cyaml.CSafeLoader", "a: '", "yaml.scanner.ScannerError"),
        (
            "import yaml.scanner, yaml; load = yaml.load; Loader = yaml.CSafeLoader",
            "!x a",
            "yaml.constructor.ConstructorError",
        ),
    ],
)
def test_others_find_the_whole_package(statement: str, text: str, error: str) -> None:
    use = f"""
{statement}
assert load("a: [1, 2]", Loader=Loader) == {{"a": [1, 2]}}
try:
    load("{text}", Loader=Loader)
except {error} as found:
    assert type(found) is {error}
else:
    raise AssertionError
assert yaml.safe_load(yaml.safe_dump({{"a": 1}})) == {{"a": 1}}
assert yaml.__with_libyaml__ and yaml.__path__
"""
    run(CHECK + use)
    run(CHECK + READ + use)


def test_a_package_that_is_loaded_is_left_alone() -> None:
    run("import yaml\nfrom linter.syntax.yaml import lean\nassert not lean.load()\nassert yaml.safe_load('1') == 1\n")


def test_without_the_extension_the_plain_import_follows() -> None:
    run(
        "import sys\nsys.modules['yaml._yaml'] = None\nfrom linter.syntax.yaml import lean\nassert not lean.load()\n"
        "assert 'yaml' not in sys.modules\nimport yaml\nassert yaml.safe_load('1') == 1\n"
        "from linter.syntax.yaml.events import events\nassert events('1').scalar.__module__.startswith('ruamel')\n"
    )


def test_parsers_are_imported_with_the_first_text_only() -> None:
    run(
        "import sys\nimport linter.syntax.yaml.parse, linter.syntax.yaml.inside\n"
        "assert not {'yaml', 'ruamel.yaml'} & set(sys.modules)\n"
    )

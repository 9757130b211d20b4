"""PyYAML loaded in part: the same events, and the whole package for whoever asks for it."""

from __future__ import annotations

import subprocess
import sys

TEXTS = [
    "a: 1\nb: [x, 'y', &c {d: e}, *c]\n--- |\n text\n...\n",
    'a: "no end\n',
    "a: [1, 2\n",
    "a: b: c\n",
    "a: \x01\n",
    "a: *missing\n",
    "\tx: 1\n",
]
EVENTS = f"""
from linter.syntax.yaml.events import events
for text in {TEXTS!r}:
    source = events(text)
    try:
        event = source.get()
        while event.__class__ is not source.stream_end:
            print(event, event.start_mark.index, event.end_mark.index)
            event = source.get()
    except source.errors as error:
        mark = getattr(error, "problem_mark", None)
        print(error.__class__.__name__, mark and (mark.index, error.problem, error.context))
"""


def run(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def after_load(script: str) -> str:
    return run("import sys\nfrom linter.syntax.yaml.lean import load\nassert load()\n" + script)


def test_events_and_errors_are_those_of_the_plain_import() -> None:
    lean = after_load(EVENTS + "assert 'yaml.constructor' not in sys.modules")
    assert lean == run("import yaml" + EVENTS)
    assert "ScalarEvent" in lean
    assert "ReaderError" in lean


def test_the_package_becomes_whole_when_somebody_needs_more() -> None:
    after_load("""
import yaml
assert yaml.safe_load("a: [1, yes]") == {"a": [1, True]}
assert yaml.load("a: [1, yes]", yaml.CSafeLoader) == {"a": [1, True]}
assert yaml.dump({"a": 1}, Dumper=yaml.CSafeDumper) == "a: 1\\n"
assert sys.modules["yaml"] is yaml and yaml.__with_libyaml__
for loader, text, error in (
    (yaml.CSafeLoader, 'a: "', yaml.scanner.ScannerError),
    (yaml.SafeLoader, 'a: "', yaml.scanner.ScannerError),
    (yaml.CSafeLoader, "a: \\x01", yaml.reader.ReaderError),
    (yaml.CSafeLoader, "a: *b", yaml.composer.ComposerError),
):
    try:
        yaml.load(text, loader)
    except error:
        continue
    raise AssertionError(text)
""")


def test_its_modules_can_be_imported_first() -> None:
    after_load("from yaml.constructor import BaseConstructor as B\nimport yaml\nassert issubclass(yaml.SafeLoader, B)")
    after_load("from yaml import CSafeLoader, safe_load\nassert safe_load('1') == 1")
    after_load("import yaml.loader\nassert yaml.loader.SafeLoader is yaml.SafeLoader")


def test_events_go_on_after_that() -> None:
    assert after_load("import yaml\nyaml.safe_load('1')" + EVENTS) == run("import yaml" + EVENTS)


def test_a_package_that_is_loaded_is_left_alone() -> None:
    run("import yaml\nfrom linter.syntax.yaml.lean import load\nassert not load()\nassert yaml.safe_load('1') == 1")


def test_without_the_extension_nothing_is_left_behind() -> None:
    run("""
import sys
from linter.syntax.yaml.lean import load
sys.modules["yaml._yaml"] = None
assert not load()
assert "yaml" not in sys.modules and "yaml.events" not in sys.modules
import yaml
assert yaml.safe_load("1") == 1 and not yaml.__with_libyaml__
""")

"""Command lines with their variables filled in.

Sources: systemd.service(5), "Command Lines"; systemd/systemd src/basic/env-util.c (replace_env_argv).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from linter.facts.tree import Map, Text
from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.systemd.units import Environments, Unit, words
from linter.systems.systemd.words import split

_NAME = pattern(r"[A-Za-z_]\w*", re.ASCII)
_VARIABLE = pattern(r"\$(?:(\$)|\{([^{}]*)\})")
_SPECIFIER = pattern(r"%(.)")
_PREFIXES = "-@:+!|"


class Given(NamedTuple):
    """A variable's value and where it is set."""

    text: str
    place: Place


class Environment(NamedTuple):
    """The variables of a unit; ``missing`` says why others may be set, else it is ``""``."""

    variables: Mapping[str, Given]
    missing: str = ""


class Argument(NamedTuple):
    """A word of a command line, or why it is not known; ``written`` is whether it stands at its place as it is."""

    text: str | Unknown
    place: Place
    written: bool = False


def environment(unit: Unit, files: Environments) -> Environment:
    """What ``unit`` sets: its own assignments, then its files, whose variables count more wherever they stand."""
    found: dict[str, Given] = {}
    missing = unit.unsure
    for key in unit.settings:
        for word in words(key) if key.key == "Environment" else ():
            name, equals, value = word.text.partition("=")
            text = _specified(value)
            if equals and isinstance(text, str):
                found[name] = Given(text, word.place)
            elif equals:
                found.pop(name, None)
                missing = missing or text.why if isinstance(text, Unknown) else missing
    for key in unit.settings:
        named = "".join(word.text for word in words(key)).removeprefix("-") if key.key == "EnvironmentFile" else ""
        tree = files.named(named, unit.place.path) if named else None
        if tree is not None:
            found.update(_variables(tree))
        elif named:
            missing = missing or f"the environment file {named} is not in the files checked"
        if key.key in ("PassEnvironment", "UnsetEnvironment"):
            found = {} if key.key == "UnsetEnvironment" else found
            missing = missing or f"`{key.key}` changes the environment"
    return Environment(found, missing)


def _variables(tree: Map) -> Mapping[str, Given]:
    return {
        entry.key: Given(entry.value.text, entry.value.place) for entry in tree.entries if isinstance(entry.value, Text)
    }


def arguments(line: Sequence[Text], around: Environment) -> Iterator[Argument]:
    """The words of one command, the program first, with specifiers and variables replaced."""
    if not line:
        return
    program = line[0].text.lstrip(_PREFIXES)
    prefixes = line[0].text[: len(line[0].text) - len(program)]
    yield Argument(_specified(program), line[0].place)
    for word in line[2:] if "@" in prefixes else line[1:]:
        text = _specified(word.text)
        if isinstance(text, Unknown) or ":" in prefixes or "$" not in text:
            yield Argument(text, word.place, text == word.text and len(word.text) == word.end - word.start)
        elif text[0] == "$" and text[1:2] not in ("{", "$"):
            yield from _spread(text[1:], word.place, around)
        else:
            yield Argument(_replaced(text, around), word.place)


def _specified(text: str) -> str | Unknown:
    """``text`` with ``%%`` as the sign itself; any other specifier depends on the machine."""
    for found in _SPECIFIER.finditer(text):
        if found[1] != "%":
            return Unknown(f"`{found[0]}` is known only where the unit runs")
    return text.replace("%%", "%")


def _spread(name: str, place: Place, around: Environment) -> Iterator[Argument]:
    """The words that a variable of its own word becomes; none where it is not set."""
    given = around.variables.get(name)
    if given is not None:
        for word in split(given.text, escapes=False) or ():
            yield Argument(word.text, given.place)
    elif around.missing or not _NAME.fullmatch(name):
        yield Argument(Unknown(f"`${name}` is not known: {around.missing or 'it is no name'}"), place)


def _replaced(text: str, around: Environment) -> str | Unknown:
    """``text`` with each ``${NAME}`` replaced, by nothing where it is not set."""
    out: list[str] = []
    at = 0
    for found in _VARIABLE.finditer(text):
        out.append(text[at : found.start()])
        at = found.end()
        given = around.variables.get(found[2] or "")
        if found[1]:
            out.append("$")
        elif given is not None:
            out.append(given.text)
        elif around.missing:
            return Unknown(f"`{found[0]}` is not known: {around.missing}")
    return "".join(out) + text[at:]

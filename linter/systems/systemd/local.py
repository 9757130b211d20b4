"""What one unit, drop-in or environment file says."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Seq, Text
from linter.syntax.document import Document, Place
from linter.syntax.node import Scalar
from linter.system import Fragment
from linter.systems.systemd.claim import is_dropin, is_unit
from linter.systems.systemd.lines import Setting, settings, variables
from linter.systems.systemd.words import Word, commands, split

SYSTEM = "systemd"

_SECTION = "Service"
_COMMAND = "ExecStart"
_LISTS = ("Environment", "PassEnvironment", "UnsetEnvironment", "EnvironmentFile")
_TEXTS = ("WorkingDirectory",)


def local(document: Document[Scalar]) -> Iterator[Fragment]:
    """One fragment ``unit`` or ``dropin`` with its ``settings``, or ``environment`` with its ``variables``.

    Settings are in file order and under their own names, each a list of words, an empty one for a reset.
    """
    ref, text = document.ref, document.root.text
    if ref.syntax != "text":
        return
    place = Place(ref, 0, 0)
    if is_unit(ref.path) or is_dropin(ref.path):
        entries = [key for setting in settings(text) if setting.section == _SECTION for key in _keys(document, setting)]
        if entries:
            kind = "unit" if is_unit(ref.path) else "dropin"
            yield Fragment(SYSTEM, kind, place, {"settings": Map(ref, 0, len(text), tuple(entries))})
    elif not text.lstrip().startswith("["):
        found = tuple(
            Key(one.name, one.start, one.end, Text(ref, one.start, one.end, one.text)) for one in variables(text)
        )
        yield Fragment(SYSTEM, "environment", place, {"variables": Map(ref, 0, len(text), found)})


def _keys(document: Document[Scalar], setting: Setting) -> Iterator[Key]:
    if setting.key == _COMMAND:
        lines = tuple(commands(setting.text))
    elif setting.key in _LISTS:
        words = split(setting.text)
        lines = (words,) if words is not None else ()
    elif setting.key in _TEXTS:
        lines = ((Word(setting.text, 0, len(setting.text)),),)
    else:
        return
    ref, at = document.ref, setting.at
    for line in lines:
        texts = tuple(Text(ref, at[word.start], at[word.end], word.text) for word in line)
        yield Key(setting.key, setting.start, setting.start + len(setting.key), Seq(ref, at[0], at[-1], texts))

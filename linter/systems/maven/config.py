"""``.mvn/maven.config``: flags that every build of a tree gets."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from linter.facts.tree import Key, Map, Text
from linter.pattern import pattern
from linter.record import NOTHING, dataclass
from linter.syntax.document import Document
from linter.syntax.node import Scalar
from linter.system import Fragment

_WORD = pattern(r"\S+")
_COMMENT = pattern(r"(?m)^\s*#.*$")
_PROFILES = ("-P", "--activate-profiles")
_DEFINE = ("-D", "--define")


@dataclass(frozen=True, slots=True)
class Config:
    """What a build is given beyond its poms: properties by name, profiles that it applies, profiles that it bars."""

    properties: Mapping[str, Text] = NOTHING
    profiles: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()


NO_CONFIG = Config()


def flags(document: Document[Scalar]) -> Iterator[Fragment]:
    """The flags in a ``maven.config`` as one fragment: ``D name`` and ``P id`` as keys, in order.

    Words are parted by white space (Maven 3.8) or lines (3.9 and later), which is the same for these flags.
    """
    text = _COMMENT.sub(lambda found: " " * len(found[0]), document.root.text)
    entries: list[Key] = []
    words = list(_WORD.finditer(text))
    for index, found in enumerate(words):
        word, start = found[0], found.start()
        for flag in (*_PROFILES, *_DEFINE):
            if not word.startswith(flag):
                continue
            rest = word[len(flag) :].removeprefix("=")
            if not rest and index + 1 < len(words):
                start, rest = words[index + 1].start(), words[index + 1][0]
            else:
                start = found.end() - len(rest)
            entries += _entries(document, flag in _DEFINE, start, rest)
            break
    span = document.view.span(0, len(text))
    tree = Map(document.ref, span.start, span.end, tuple(entries))
    yield Fragment("maven", "config", tree.place, {"flags": tree})


def _entries(document: Document[Scalar], define: bool, start: int, rest: str) -> Iterator[Key]:
    if define:
        name, given, value = rest.partition("=")
        at = start + len(name) + len(given)
        yield _key(document, f"D {name}", start, at, value if given else "true")
        return
    for one in rest.split(","):
        yield _key(document, f"P {one}", start, start, one)
        start += len(one) + 1


def _key(document: Document[Scalar], key: str, start: int, at: int, value: str) -> Key:
    first, last = document.view.outer(at, at + len(value))
    named = document.view.outer(start, max(start, at))
    return Key(key, *named, Text(document.ref, first, last, value))


class Configs:
    """The configurations of all trees of a run."""

    def __init__(self, fragments: Iterable[Fragment]) -> None:
        self._known = dict(_configs(fragments))

    def of(self, path: str) -> Config:
        """What is given to a build of the pom at ``path``: by the nearest folder above with a ``.mvn``."""
        folder = posixpath.dirname(path)
        while self._known:
            if folder in self._known:
                return self._known[folder]
            if not folder:
                break
            folder = posixpath.dirname(folder)
        return NO_CONFIG


def _configs(fragments: Iterable[Fragment]) -> Iterator[tuple[str, Config]]:
    for fragment in fragments:
        tree = fragment.data.get("flags")
        if not isinstance(tree, Map):
            continue
        given = [(entry.key[0], entry.key[2:], entry.value) for entry in tree.entries]
        properties = {name: value for kind, name, value in given if kind == "D" and isinstance(value, Text)}
        profiles = [name for kind, name, _ in given if kind == "P"]
        barred = frozenset(name[1:] for name in profiles if name[:1] in ("!", "-"))
        asked = frozenset(name.removeprefix("+") for name in profiles) - {
            f"{sign}{one}" for sign in "!-" for one in barred
        }
        yield posixpath.dirname(posixpath.dirname(fragment.place.path)), Config(properties, asked, barred)

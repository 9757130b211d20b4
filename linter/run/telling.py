"""Comments that say versions, before anybody relies on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from linter.expr.error import suggestion
from linter.faults import Fault, Faults
from linter.pattern import pattern
from linter.settings.shape import is_version
from linter.suppress.ignore import Texts
from linter.syntax.document import Place
from linter.system import Directive, subjects
from linter.text.source import Source

_ONE = pattern(r"\s*([\w./:@-]+)\s*=\s*([^\s,]+)\s*,?")
_FILLED_IN = ("{", "$", "@", "<", "%")
"""How a value starts that something fills in before the file is used."""


def check_told(
    directives: Iterable[Directive], opener: Callable[[str], Source | None], concerned: Callable[[str], bool]
) -> None:
    """Raises ``Faults`` for comments, in the files that the run is about, that give no version or to nothing."""
    texts = Texts(opener)
    faults: dict[tuple[str, int], Fault] = {}
    for directive in directives:
        place = directive.place
        if concerned(place.path) and (place.path, place.start) not in faults:
            for message, word in _wrong(directive.text):
                faults[place.path, place.start] = texts.fault(message, _at(word, place, texts))
                break
    if faults:
        raise Faults(tuple(faults.values()))


def _at(word: str, place: Place, texts: Texts) -> Place:
    """Where ``word`` stands in the comment at ``place``; the comment itself where it can't be found."""
    found = texts.of(place.path)
    start = -1 if found is None else found[0].find(word, place.start, place.end)
    return place if start < 0 else Place(place.doc, start, start + len(word))


def _wrong(text: str) -> Iterator[tuple[str, str]]:
    """What is wrong with the versions at the start of a comment, and which word; the rest is anybody's text."""
    at = 0
    while (found := _ONE.match(text, at)) is not None:
        name, version = found[1], found[2]
        if name not in subjects() and not any(sign in name for sign in "/:"):
            near = suggestion(name, subjects()) or ": a comment gives one as in `deadpeer: NAME=1.2.3`"
            yield f"`{name}` is nothing that has a version{near}", name
        elif not version.startswith(_FILLED_IN) and not is_version(version):
            yield f"`{version}` is no version of {name}; give it as in `deadpeer: {name}=1.2.3`", version
        if not found[0].endswith(","):
            return
        at = found.end()

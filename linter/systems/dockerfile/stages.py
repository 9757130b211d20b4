"""What each stage of a Dockerfile holds."""

from __future__ import annotations

import json
import posixpath
import re
import shlex
from collections.abc import Iterator, Mapping
from itertools import takewhile

from linter.pattern import pattern
from linter.record import NOTHING, NamedTuple
from linter.systems.dockerfile.scan import Instruction, instructions

_VARIABLE = pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?:(:?[-+])([^{}]*))?\})", re.ASCII)
_FILES = (".yaml", ".yml", ".json")
_MOST_STAGES, _MOST_COPIES = 100, 200
"""More are in no Dockerfile: an image has 127 layers at most. Each stage takes over what those below it copy."""

_TOKEN = pattern(r"\S+")
_SETTING = pattern(r"([A-Za-z_]\w*)(?:=(\"[^\"]*\"|'[^']*'|\S*))?", re.ASCII)
_FILE = pattern(r"(?:^|[\s=\"',\[])([\w./-]+\.ya?ml)(?=[\s\"',\];&]|$)", re.ASCII)


class Base(NamedTuple):
    """The image that a stage starts from: as written, where, and with its variables filled in.

    ``holes`` are the spans of ``text`` that only the build knows; ``unset`` the arguments whose defaults were taken.
    ``pieces`` say where the characters of ``text`` are written. ``raw`` is the text with its variables, ``arguments``
    what they may be.
    """

    start: int
    end: int
    text: str
    holes: tuple[tuple[int, int], ...]
    unset: tuple[str, ...]
    pieces: tuple[Piece, ...]
    raw: str
    arguments: Mapping[str, Argument | None]

    def piece(self, start: int, end: int) -> Piece | None:
        """What ``start..end`` of ``text`` is written in, if that is one piece."""
        return next((one for one in self.pieces if one.first <= start and end <= one.first + one.size), None)


class Piece(NamedTuple):
    """``size`` characters of a text from ``first`` on, written at the offset ``at``.

    Nothing is written in the file where a build gives the argument ``name``; then ``at`` is ``None``.
    """

    first: int
    size: int
    at: int | None
    name: str = ""


class Argument(NamedTuple):
    """The value of a build argument: a default, and where it is written, or what a build gives (``at`` is ``None``)."""

    text: str
    at: int | None


class Copy(NamedTuple):
    """A file of the build context, and where the image has it; ``arguments`` are those that either is made of."""

    start: int
    end: int
    source: str
    target: str
    arguments: Mapping[str, Argument | None] = NOTHING


class Stage(NamedTuple):
    """A stage with all that it takes from those it is built upon; ``base`` is ``None`` for ``scratch``.

    ``files`` are the words of any stage that name a YAML file: a builder's manifest is used in an earlier one.
    ``name`` is its own; ``declared`` has the arguments that its instructions may use, ``set`` what ``ENV`` sets.
    """

    base: Base | None
    copies: tuple[Copy, ...] = ()
    folder: str = "/"
    entrypoint: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    name: str = ""
    declared: Mapping[str, Argument | None] = NOTHING
    set: Mapping[str, str] = NOTHING


def stages(text: str) -> list[Stage]:
    """Every stage, in order; of too many the last alone, which becomes the image unless a build names another."""
    arguments: dict[str, Argument | None] = {}
    found: list[Stage] = []
    named: dict[str, Stage] = {}
    files: list[str] = []
    for one in instructions(text):
        if one.name in ("COPY", "ADD", "RUN"):
            files += _FILE.findall(one.text)
        if one.name == "FROM":
            if found and found[-1].name:
                named[found[-1].name] = found[-1]
            name, stage = _from(one, arguments, named)
            found.append(stage._replace(name=name, declared=NOTHING))
        elif one.name == "ARG" and not found:
            arguments.update(_settings(one))
        elif found:
            found[-1] = _next(found[-1], one, arguments)
    kept = found if len(found) <= _MOST_STAGES else found[-1:]
    return [stage._replace(files=tuple(dict.fromkeys(files))) for stage in kept]


def _settings(one: Instruction) -> Iterator[tuple[str, Argument | None]]:
    """What ``ARG`` or ``ENV`` sets, each value without its quotes and at its place; ``None`` without one."""
    for found in _SETTING.finditer(one.text):
        value = found[2]
        bare = None if value is None else value.strip("\"'")
        at = 0 if value is None else one.start + found.start(2) + len(value) - len(value.lstrip("\"'"))
        yield found[1], None if bare is None else Argument(bare, at)


def _from(one: Instruction, arguments: Mapping[str, Argument | None], named: Mapping[str, Stage]) -> tuple[str, Stage]:
    tokens = [found for found in _TOKEN.finditer(one.text) if not found[0].startswith("--")]
    if not tokens:
        return "", Stage(None)
    written = tokens[0]
    name = tokens[2][0].lower() if len(tokens) > 2 and tokens[1][0].upper() == "AS" else ""
    earlier = named.get(written[0].lower())
    if earlier is not None:
        return name, earlier
    if written[0] == "scratch":
        return name, Stage(None)
    return name, Stage(filled(one.start + written.start(), written[0], dict(arguments)))


def filled(start: int, text: str, arguments: Mapping[str, Argument | None]) -> Base:
    """The reference ``text``, which is written at ``start``, with its variables filled in; ``None`` is not known."""
    out = ""
    pieces: list[Piece] = []
    holes: list[tuple[int, int]] = []
    unset: list[str] = []
    at = 0
    for found in _VARIABLE.finditer(text):
        pieces.append(Piece(len(out), found.start() - at, start + at))
        out += text[at : found.start()]
        at = found.end()
        name = found[1] or found[2]
        value = arguments.get(name)
        if value is None and (found[3] or "").endswith("-"):
            value = Argument(found[4], start + found.start(4))
        if value is None or "$" in value.text or (found[3] or "").endswith("+"):
            holes.append((len(out), len(out) + len(found[0])))
            out += found[0]
        else:
            if value.at is not None:
                unset.append(name)
            pieces.append(Piece(len(out), len(value.text), value.at, name))
            out += value.text
    pieces.append(Piece(len(out), len(text) - at, start + at))
    return Base(
        start, start + len(text), out + text[at:], tuple(holes), tuple(unset), tuple(pieces), text, dict(arguments)
    )


def _next(stage: Stage, one: Instruction, arguments: Mapping[str, Argument | None]) -> Stage:
    if one.name in ("COPY", "ADD"):
        return stage._replace(copies=(*stage.copies, *_copies(one, stage))[-_MOST_COPIES:])
    if one.name == "WORKDIR":
        return stage._replace(folder=posixpath.join(stage.folder, one.text.strip().strip("\"'")))
    if one.name == "ENTRYPOINT":
        return stage._replace(entrypoint=_words(one.text), command=())
    if one.name == "CMD":
        return stage._replace(command=_words(one.text))
    if one.name == "ARG":  # without a default it is what was said before the first stage
        said = {name: value or arguments.get(name) for name, value in _settings(one)}
        return stage._replace(declared={**stage.declared, **said})
    if one.name == "ENV":
        return stage._replace(set={**stage.set, **dict(_environment(one))})
    return stage


def _environment(one: Instruction) -> Iterator[tuple[str, str]]:
    """What ``ENV`` sets, in the form with ``=`` or in the old one of a name and a text."""
    name, _, rest = one.text.strip().partition(" ")
    if "=" not in name:
        return iter([(name, rest.strip())])
    return ((name, value.text) for name, value in _settings(one) if value is not None)


def _copies(one: Instruction, stage: Stage) -> Iterator[Copy]:
    """The files that are copied from the build context, one by one.

    Whole folders are left out: nearly every Dockerfile copies its project, which says nothing about what is run.
    """
    tokens = list(_TOKEN.finditer(one.text))
    options = [found[0] for found in takewhile(lambda found: found[0].startswith("--"), tokens)]
    if any(option.startswith("--from") for option in options) or "<<" in one.text:
        return
    tokens = tokens[len(options) :]
    if not tokens:
        return
    rest = one.text[tokens[0].start() :]
    words = _words(rest) if rest.startswith("[") else tuple(found[0] for found in tokens)
    if len(words) < 2:
        return
    *sources, target = words
    start, end = one.start + tokens[0].start(), one.start + tokens[-1].end()
    into = target.endswith("/") or len(sources) > 1 or target == "."
    target = posixpath.normpath(posixpath.join(stage.folder, target))
    for source in sources:
        if "://" in source or "\\" in source or "*" in source or not source.endswith(_FILES):
            continue
        where = posixpath.join(target, posixpath.basename(source)) if into else target
        yield from _copy(start, end, source, where, stage)


def _copy(start: int, end: int, source: str, target: str, stage: Stage) -> Iterator[Copy]:
    """The copy, if all variables in it are set by ``ENV`` or declared."""
    fixed: dict[str, Argument | None] = {name: Argument(text, None) for name, text in stage.set.items()}
    known = {**stage.declared, **fixed}
    used = {found[1] or found[2] for found in _VARIABLE.finditer(f"{source} {target}")}
    if used <= known.keys():
        yield Copy(start, end, source, target, {name: known[name] for name in sorted(used)})


def _words(text: str) -> tuple[str, ...]:
    """An instruction's words, in either form; none where they can't be read."""
    stripped = text.strip()
    if stripped.startswith("["):
        try:
            found = json.loads(stripped)
        except (ValueError, RecursionError):
            return ()
        return tuple(word for word in found if isinstance(word, str))
    try:
        return tuple(shlex.split(stripped))
    except ValueError:
        return ()


def context_path(folder: str, source: str) -> str | None:
    """The file that ``source`` means for a Dockerfile in ``folder``; ``None`` outside the tree.

    It is relative to that folder; one that repeats the end of the folder's path is relative to a folder further up,
    since the build runs there.
    """
    path = posixpath.normpath(source.lstrip("/"))
    if path.startswith(".."):
        return None
    parts = folder.split("/") if folder else []
    for size in range(len(parts), 0, -1):
        if path.startswith("/".join(parts[-size:]) + "/"):
            parts = parts[:-size]
            break
    return posixpath.normpath(posixpath.join("/".join(parts), path))

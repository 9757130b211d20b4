"""One file's bytes to its ``Reading``: pure, so that it runs in any process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any

from linter.facts.holes import LeftOpen
from linter.facts.tree import TooMuchAliasing
from linter.offers import Noticing, Roomy, Unmarked, Unpacking
from linter.record import replace
from linter.run.comments import addressed
from linter.run.files import LIMIT
from linter.run.names import named, wants
from linter.run.unread import RENDER, excused
from linter.syntax import formats
from linter.syntax.document import HELD, UNREAD, DocRef, Document, Place, Problem
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Scalar
from linter.system import Claim, Directive, Fragment, Inner, Reading, Skip, System
from linter.text.fixture import fixture
from linter.text.read import Undecodable, declared_encoding, decode
from linter.text.view import View

if TYPE_CHECKING:
    from linter.text.source import Source

_DEPTH = 5
_MARK = b"deadpeer:"
_SOURCES = (".java", ".kt")
"""Sources hold texts of all kinds in their strings and are none of them: only systems that read sources get them."""
_OWN_FORMATS = (".conf", ".service", ".environment", ".default", ".defaults", ".sysconfig")
"""Files of many programs, each in a format of its own: that one can't be read as another's says nothing."""

_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff", b"<\0?\0", b"\0<\0?")
"""How texts in UTF-16 or UTF-32 start, those of XML also without a mark."""


class Reader:
    """Reads files for a set of systems; cheap to make, and picklable because it holds their names only."""

    def __init__(self, systems: Iterable[System]) -> None:
        self._systems = tuple(systems)
        self._needles = tuple(dict.fromkeys((*(needle for one in self._systems for needle in one.needles), _MARK)))
        self._unpacking = [system for system in self._systems if isinstance(system, Unpacking)]
        self.noticing = [system for system in self._systems if isinstance(system, Noticing)]
        self._roomy = [system for system in self._systems if isinstance(system, Roomy)]
        unmarked = [system for system in self._systems if isinstance(system, Unmarked)]
        self._variables = {name for system in unmarked for name in system.variables}
        self._unmarked = self._variables.union(*(system.unmarked for system in unmarked))

    def wanted(self, name: str) -> bool:
        """Whether a file with this base name is worth opening."""
        return any(wants(system, name) for system in self._systems) or self.packed(name)

    def packed(self, name: str) -> bool:
        """Whether a file with this base name is an archive, which is not read as a text."""
        return any(named(name, system.archives) for system in self._unpacking)

    def roomy(self, name: str) -> bool:
        """Whether a file with this base name is read even if it is too large to be parsed."""
        return any(named(name, system.large) for system in self._roomy)

    def unpack(self, path: str, file: IO[bytes]) -> Reading | None:
        """What the archive ``file`` says; ``None`` where that is nothing. One that is damaged is a skip."""
        fragments: list[Fragment] = []
        skip = None
        for system in self._unpacking:
            for stated in system.unpack(path, file):
                if isinstance(stated, Problem):
                    skip = Skip(path, stated.message)
                else:
                    fragments.append(stated)
        if not fragments and skip is None:
            return None
        claimed = tuple(sorted({fragment.system for fragment in fragments}))
        return Reading(path, tuple(fragments), (), skip, (), claimed)

    def relevant(self, data: bytes, name: str = "") -> bool:
        """Whether ``data``, of a file called ``name``, can concern any system: before any parsing."""
        # a search for each needle is twice as fast as one pattern of all
        if any(needle in data for needle in self._needles) or data.startswith(_WIDE_BOMS):
            return True
        return named(name, self._unmarked)

    def aside(self, path: str) -> bool:
        """Whether the file only holds what others use, by its name."""
        return named(path.rsplit("/", 1)[-1], self._variables)

    def claims(self, name: str, data: bytes, inside: bool = False) -> list[tuple[System, Claim]]:
        """Who wants the text, in the systems' order; what is ``inside`` of another is read aside by nobody."""
        found = []
        source = name.lower().endswith(_SOURCES)
        for system in self._systems if len(data) <= LIMIT else self._roomy:
            if source and not wants(system, name):
                continue
            claim = system.claim(name, data)
            if claim is not None and not (inside and claim.aside):
                found.append((system, claim))
        return found

    def read(self, path: str, data: bytes) -> Reading | None:
        """What the file says; ``None`` where it is nobody's."""
        name = path.rsplit("/", 1)[-1]
        if not self.relevant(data, name):
            return None
        scanned = data
        if data.startswith(_WIDE_BOMS):
            source = decode(path, data)
            scanned = source.text.encode() if not isinstance(source, Undecodable) else data
        claims = self.claims(name, scanned)
        if not claims:
            return None
        claims = [found for found in claims if found[1].only] or claims
        strange = {system.name: claim.sure for system, claim in claims if not wants(system, name)}
        # a script that holds such a text is not broken by not being one
        claims = [(system, Claim(claim.syntax) if system.name in strange else claim) for system, claim in claims]
        source = decode(path, data, declared_encoding(data))
        found = _FileReading(self, path, scanned, strange).run(source, claims)
        beside = {system.name for system, claim in claims if claim.aside}
        if len(beside) < len(claims):
            return replace(found, claimed=tuple(name for name in found.claimed if name not in beside))
        return Reading(path, found.fragments) if found.fragments else None


class _FileReading:
    """The state of one file's reading.

    ``strange`` has the systems that want the text and would not look for its name, with whether it can be nothing else.
    """

    def __init__(self, reader: Reader, path: str, data: bytes, strange: Mapping[str, bool]) -> None:
        self.reader = reader
        self.path = path
        self.data = data
        self.strange = strange
        self.fragments: list[Fragment] = []
        self.problems: list[Problem] = []
        self.directives: list[Directive] = []
        self.claimed: set[str] = set()
        self.skip: Skip | None = None
        self.offered: list[tuple[Noticing, Document[Any]]] = []

    def run(self, source: Source | Undecodable, claims: list[tuple[System, Claim]]) -> Reading:
        if isinstance(source, Undecodable):
            self._undecodable(source, claims)
            return self._reading()
        found = self.whole(View.of(source), claims)
        if self.skip is not None and self.skip.why == RENDER:
            from linter.syntax.template import masked

            view = masked(View.of(source))
            other = _FileReading(self.reader, self.path, self.data, self.strange)
            again = other.whole(view, claims) if view is not None else None
            if again is not None and again.skip is None:
                return again
        return found

    def whole(self, view: View, claims: list[tuple[System, Claim]]) -> Reading:
        """What ``view``, all of the file, says."""
        for syntax, wanting in _by_syntax(claims):
            self._text(view, DocRef(self.path, syntax), wanting, 0)
        self._directives(view, DocRef(self.path, claims[0][1].syntax))
        return self._reading()

    def _reading(self) -> Reading:
        return Reading(
            self.path,
            tuple(self.fragments),
            tuple(self.problems),
            self.skip or self._lost(),
            tuple(self.directives),
            tuple(sorted(self.claimed)),
        )

    def _lost(self) -> Skip | None:
        """That nobody read what somebody should have."""
        if self.fragments or self.problems:
            return None
        found = (system.lost(document) for system, document in self.offered)
        return next((Skip(self.path, why) for why in found if why), None)

    def _undecodable(self, source: Undecodable, claims: list[tuple[System, Claim]]) -> None:
        if any(claim.sure for _, claim in claims) and not fixture(self.path):
            at = len(source.lead)
            place = Place(DocRef(self.path, claims[0][1].syntax), at, at)
            self.problems.append(Problem(place, f"{source.why} at byte {source.offset}", "encoding"))
            self.claimed.update(system.name for system, _ in claims)
        else:
            self.skip = Skip(self.path, f"{source.why} at byte {source.offset}")

    def _text(self, view: View, ref: DocRef, claims: list[tuple[System, Claim]], depth: int) -> None:
        wanting = [system for system, _ in claims]
        sure = any(claim.sure for _, claim in claims)
        for parsed in formats.parse(view, ref):
            if not isinstance(parsed, Problem):
                self._document(parsed, wanting, depth)
            elif depth == 0 and parsed.kind == "syntax" and all(system.name in self.strange for system in wanting):
                held = any(self.strange[system.name] for system in wanting)  # or it is only mentioned
                if held and not self.path.lower().endswith(_OWN_FORMATS):
                    self.skip = Skip(self.path, HELD)
            else:
                self._unparsable(view, parsed, sure, wanting)

    def _unparsable(self, view: View, problem: Problem, sure: bool, wanting: list[System]) -> None:
        found = RENDER if view.locked else excused(view.text, self.path, problem.message)
        if found and problem.kind == "syntax":
            self.skip = Skip(self.path, found)
        elif problem.kind == UNREAD:
            self.skip = Skip(self.path, problem.message)
        elif sure or problem.kind != "syntax":
            self.problems.append(problem)
            self.claimed.update(system.name for system in wanting)
        else:
            self.skip = Skip(self.path, f"can't be parsed: {problem.message}")

    def _document(self, document: Document[Any], wanting: list[System], depth: int) -> None:
        if self._stated(document, wanting, depth) and document.ref.syntax == "yaml":
            from linter.syntax.yaml.duplicates import duplicates

            self.problems.extend(duplicates(document))

    def _stated(self, document: Document[Any], wanting: list[System], depth: int) -> bool:
        """Takes what ``document`` and its parts say; whether that is anything."""
        ours = False
        self.offered += [(system, document) for system in self.reader.noticing if system in wanting]
        for system in wanting:
            for stated in self._local(system, document):
                ours = True
                if isinstance(stated, Problem) or not stated.aside:
                    self.claimed.add(system.name)
                if not isinstance(stated, Problem):
                    self.fragments.append(stated)
                elif stated.kind == UNREAD:
                    self.skip = Skip(self.path, stated.message)
                else:
                    self.problems.append(stated)
            if depth < _DEPTH:
                for inner in system.inside(document):
                    if isinstance(inner.node, MappingNode):
                        ours |= self._part(document, inner, inner.node, depth + 1)
                    else:
                        self._inner(document, inner, inner.node, depth + 1)
        return ours

    def _local(self, system: System, document: Document[Any]) -> Iterator[Fragment | Problem]:
        try:
            yield from system.local(document)
        except TooMuchAliasing as error:
            place = document.place(error.node.start, error.node.end)
            yield Problem(place, "the aliases expand without end or beyond reason", "aliasing")
        except LeftOpen:
            self.skip = Skip(self.path, RENDER)

    def _part(self, document: Document[Any], inner: Inner, node: MappingNode, depth: int) -> bool:
        """Offers a mapping as a document; whether it said anything. What is wrong with its text is its host's."""
        data = formats.written(document.view.text, node).encode("utf-8", "replace")
        if not self.reader.relevant(data):
            return False
        syntax = document.ref.syntax
        wanting = [system for system, claim in self.reader.claims(inner.name, data, True) if claim.syntax == syntax]
        ref = DocRef(self.path, syntax, 0, document.ref, inner.route)
        return self._stated(Document(ref, document.view, node, document.simple), wanting, depth)

    def _inner(self, document: Document[Any], inner: Inner, node: Scalar, depth: int) -> None:
        data = node.text[len(inner.after) :].encode("utf-8", "replace")
        if not self.reader.relevant(data):
            return
        claims = self.reader.claims(inner.name, data, True)
        if not claims:
            return
        view = formats.inside(document, node, inner.after)
        if isinstance(view, str):
            self.skip = Skip(self.path, f"the text at {'/'.join(map(str, inner.route))}: {view}")
            return
        for syntax, wanting in _by_syntax(claims):
            ref = DocRef(self.path, syntax, 0, document.ref, inner.route)
            self._text(view, ref, wanting, depth)
            if _MARK in data:
                self._directives(view, ref)

    def _directives(self, view: View, ref: DocRef) -> None:
        if _MARK not in self.data:
            return
        for start, end, text in addressed(view, ref.syntax):
            span = view.span(start, end)
            self.directives.append(Directive(Place(ref, span.start, span.end), text))


def _by_syntax(claims: list[tuple[System, Claim]]) -> list[tuple[str, list[tuple[System, Claim]]]]:
    groups: dict[str, list[tuple[System, Claim]]] = {}
    for system, claim in claims:
        groups.setdefault(claim.syntax, []).append((system, claim))
    return list(groups.items())

"""A pom as a plain tree of what matters to its dependencies."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Map, Text, Tree
from linter.syntax.document import UNREAD, Document, Problem, Route
from linter.syntax.xml.element import WHITE, Element, root_route, routes
from linter.system import Fragment
from linter.systems.maven.refused import refused
from linter.systems.maven.uses import uses
from linter.text.fixture import fixture

NAMESPACE = "http://maven.apache.org/POM/"

_SHARED = ("properties", "dependencyManagement", "dependencies", "modules")
_PROJECT = frozenset(("groupId", "artifactId", "version", "packaging", "parent", "profiles", *_SHARED))
_PROFILE = frozenset(("id", "activation", *_SHARED))
_SINGLE = frozenset(("project", "profile", "parent", "dependency", "dependencyManagement"))
"""Elements whose children Maven takes once only."""
_SPLIT = "its text is interrupted by a comment or written in several pieces"


def lost(root: Element) -> str:
    """Why a file that is called as a pom is none, ``""`` if it is one."""
    return "" if _is_pom(root) else f"is no pom: its outermost element is `{root.qualified}`"


def _is_pom(root: Element) -> bool:
    known = root.child("modelVersion") is not None or not root.uri or root.uri.startswith(NAMESPACE)
    return root.name == "project" and known


def stated(document: Document[Element]) -> Iterator[Fragment | Problem]:
    """The pom in ``document`` as a fragment with one tree, ``pom``; and what Maven refuses in it.

    The keys of the tree are the steps of XML routes (``version[0]``), so that they lead to the same place in the file.
    """
    root = document.root
    if not _is_pom(root):
        return
    builder = _Builder(document)
    route = root_route(root)
    tree = builder.build(root)
    start, end = document.view.outer(root.name_start, root.name_end)
    whole = Map(document.ref, start, end, (Key(str(route[0]), start, end, tree),))
    identity = root.child("artifactId") or root
    place = document.place(*_token(identity)) if identity is not root else document.place(start, end)
    yield Fragment("maven", "pom", place, {"pom": whole, "uses": uses(document)})
    why = fixture(document.ref.path)
    for problem in (*builder.problems, *refused(document)):
        yield Problem(problem.place, f"{problem.message}; {why}", UNREAD) if why else problem


class _Builder:
    """One conversion."""

    def __init__(self, document: Document[Element]) -> None:
        self._document = document
        self._outer = document.view.outer
        self.problems: list[Problem] = []

    def build(self, element: Element) -> Tree:
        if not element.children:
            return self._leaf(element)
        wanted = _PROJECT if element.name == "project" else _PROFILE if element.name == "profile" else None
        single = element.name in _SINGLE
        entries = []
        none: Route = ()
        for (step,), child in routes(element, none):
            if wanted is not None and child.name not in wanted:
                continue
            start, end = self._outer(child.name_start, child.name_end)
            entries.append(Key(str(step), start, end, self.build(child)))
            if single and not str(step).endswith("[0]"):
                self._repeated(child)
        return Map(self._document.ref, *self._outer(element.start, element.end), tuple(entries))

    def _leaf(self, element: Element) -> Text:
        start, end = self._outer(*_token(element))
        written = element.closed or (element.text_start >= 0 and self._alone(element))
        return Text(self._document.ref, start, end, element.text.strip(WHITE), locked="" if written else _SPLIT)

    def _alone(self, element: Element) -> bool:
        """Whether nothing but white space stands around its text."""
        if element.cdata:
            return True
        text = self._document.view.text
        around = text[element.open_end : element.text_start] + text[element.text_end : element.close_start]
        return not around.strip(WHITE)

    def _repeated(self, element: Element) -> None:
        place = self._document.place(element.name_start, element.name_end)
        message = f"`{element.name}` stands here a second time; Maven refuses the file"
        self.problems.append(Problem(place, message, "duplicate-key"))


def _token(element: Element) -> tuple[int, int]:
    """The text of an element, empty behind the start tag where there is none."""
    if element.text_start < 0 or not element.text.strip(WHITE):
        return element.open_end, element.open_end
    return element.text_start, element.text_end

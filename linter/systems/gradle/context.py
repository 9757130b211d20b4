"""The names that a project's scripts can use."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Map, Text
from linter.facts.value import Evidence, Slot, Unknown
from linter.record import replace
from linter.systems.gradle.answer import Answer
from linter.systems.gradle.lexer import split
from linter.systems.gradle.projects import Project, Projects, text_of
from linter.systems.gradle.script import ALL, OWN, Definition, Words
from linter.systems.gradle.values import Values, elements, key_of, written

_DEEPEST = 40


class Context:
    """What names stand for in one project.

    Its own extra properties come first, then those of ``gradle.properties`` in its folder and the root's, then those of
    the projects above. Source: docs.gradle.org, "Project properties" and "Extra properties".
    """

    __slots__ = ("_definitions", "_known", "_open", "_projects", "project", "values")

    def __init__(self, projects: Projects, project: Project) -> None:
        self._projects = projects
        self.project = project
        self.values = Values(self.lookup)
        self._known: dict[str, Answer | None] = {}
        self._open: set[str] = set()
        own: dict[str, list[Definition]] = {}
        above: dict[str, list[Definition]] = {}
        for script, targets, owner in projects.concerning(project):
            for one in script.definitions:
                if f" {one.target} " in targets:
                    own.setdefault(one.name, []).append(one)
                elif owner is not project and one.target in (OWN, ALL):
                    above.setdefault(one.name, []).append(one)
        self._definitions = (own, above)

    def lookup(self, name: str) -> Answer | None:
        """The value of ``name``; ``None`` where nothing defines it."""
        if name in self._known:
            return self._known[name]
        if name in self._open or len(self._open) > _DEEPEST:
            return Answer(Unknown(f"`{name}` refers to itself"))
        self._open.add(name)
        try:
            found = self._known[name] = next(self._candidates(name), None)
        finally:
            self._open.discard(name)
        return found

    def listed(self, name: str) -> tuple[tuple[Definition, Words], ...] | None:
        """The pieces of the list that ``name`` stands for, each with the definition that it stands in.

        ``None`` where it stands for no list, or for several.
        """
        several = self._definitions[0].get(name) or self._definitions[1].get(name) or ()
        if len(several) != 1 or name in self._open or len(self._open) > _DEEPEST:
            return None
        found: list[tuple[Definition, Words]] = []
        self._open.add(name)
        try:
            for operand in split(several[0].value, "+"):
                key = key_of("".join(map(written, operand)))
                pieces = elements(operand)
                if pieces is not None:
                    found += ((several[0], piece) for piece in pieces)
                elif key is not None and (inner := self.listed(key)) is not None:
                    found += inner
                else:
                    return None
        finally:
            self._open.discard(name)
        return tuple(found)

    def _candidates(self, name: str) -> Iterator[Answer]:
        for catalog_name, catalog in self._projects.catalogs(self.project).items():
            if name.startswith(f"{catalog_name}.versions."):
                found = catalog.version(name[len(catalog_name) + len(".versions.") :])
                yield found or Answer(Unknown(f"the catalog has no version for `{name}`"))
        own, above = self._definitions
        if name in own:
            yield self._defined(name, own[name])
        for folder in dict.fromkeys((self.project.folder, self.project.root)):
            tree = self._projects.properties.get(folder)
            text = None if tree is None else text_of(tree, name)
            if tree is not None and text is not None:
                yield _property(tree, name, text)
        if name in above:
            yield self._defined(name, above[name])

    def _defined(self, name: str, several: list[Definition]) -> Answer:
        found: Answer | None = None
        for one in several:
            answer = self.values.read(one.value)
            if one.doubt:
                answer = Answer(Unknown(f"{one.doubt} what `{name}` is"))
            shown = answer.text if isinstance(answer.text, str) else "not known"
            step = Evidence(f"`{name}` is `{shown}`", one.place)
            pieces = tuple(replace(piece, evidence=(step, *piece.evidence)) for piece in answer.pieces)
            answer = replace(answer, evidence=(step, *answer.evidence), origin="substituted", pieces=pieces)
            if found is not None and found.text != answer.text:
                return Answer(Unknown(f"`{name}` is set to different values"), evidence=found.evidence)
            found = found or answer
        assert found is not None  # noqa: S101  nobody asks for none
        return found


def _property(tree: Map, name: str, text: Text) -> Answer:
    step = Evidence(f"`{name}` is `{text.text}` in {tree.doc.path}", text.place)
    return Answer(text.text, Slot(text.place, (name,), 1, locked=text.locked), (step,), "substituted")

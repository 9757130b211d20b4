"""What a module's expressions stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linter.facts.tree import Text
from linter.facts.value import Evidence, Origin, Slot, Unknown
from linter.pattern import pattern
from linter.record import dataclass, replace
from linter.systems.maven.pom import Dependency, Key, Part, Pom

if TYPE_CHECKING:
    from linter.systems.maven.lineage import Lineage

_EXPRESSION = pattern(r"\$\{([^{}]*)\}")
_PREFIX = pattern(r"(?:project|pom)\.")
_COORDINATES = frozenset(("groupId", "artifactId", "version"))
_DEEPEST = 50
_LONGEST = 500
"""More text than any version or name; stops expressions that multiply."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A text or why it can't be known; the place that decides it; and how it was found, nearest step first."""

    text: str | Unknown
    slot: Slot | None = None
    evidence: tuple[Evidence, ...] = ()
    origin: Origin = "written"


def locked(answer: Answer, why: str) -> Answer:
    """``answer`` with a slot that may not be edited; an earlier reason stays."""
    if answer.slot is None or answer.slot.locked:
        return answer
    return replace(answer, slot=replace(answer.slot, locked=why))


class Model:
    """A pom with its parents: Maven resolves expressions after inheritance, so always for the module that is built.

    Source: ``StringVisitorModelInterpolator`` of Maven 3.8: ``project.…`` and ``pom.…`` first, then properties, child
    before parent, then the model's values without prefix. What every build is given comes before properties. Profiles
    count that a build without flags applies; where another one could change a value it is unknown.
    """

    __slots__ = ("_answers", "_open", "lineage", "pom")

    def __init__(self, pom: Pom, lineage: Lineage) -> None:
        self.pom = pom
        self.lineage = lineage
        self._answers: dict[str, Answer] = {}
        self._open: set[str] = set()

    def coordinate(self, name: str) -> Answer:
        """``groupId``, ``artifactId`` or ``version`` of the module itself."""
        part = self.pom.coordinate(name)
        return Answer(Unknown(f"the pom has no {name}")) if part is None else self.read(part)

    def key(self, dependency: Dependency) -> Key | None:
        """The resolved key of a dependency; ``None`` where a piece of it is unknown."""
        if not dependency.dynamic:
            return dependency.key
        pieces = [self._composed(piece, None).text if "${" in piece else piece for piece in dependency.key]
        group, artifact, kind, classifier = (piece if isinstance(piece, str) else None for piece in pieces)
        if group is None or artifact is None or kind is None or classifier is None:
            return None
        return group, artifact, kind, classifier

    def read(self, part: Part) -> Answer:
        """The text of ``part``, which stands anywhere in the lineage, with its expressions resolved."""
        if not isinstance(part.tree, Text):
            return Answer(Unknown(f"`{part.route[-1]}` is no text"), part.slot())
        raw = part.text
        if "${" not in raw:
            return Answer(raw, part.slot())
        whole = _EXPRESSION.fullmatch(raw)
        if whole is None:
            return self._composed(raw, part)
        found = self._resolve(whole[1])
        return found if found.slot is not None else replace(found, slot=part.slot(_decided(whole[0])))

    def _composed(self, raw: str, part: Part | None) -> Answer:
        """A text with expressions in it: no single place decides it."""
        evidence: list[Evidence] = []
        pieces: list[str] = []
        slot = None if part is None else part.slot(f"`{raw}` is put together from several places")
        at = 0
        for found in _EXPRESSION.finditer(raw):
            answer = self._resolve(found[1])
            if isinstance(answer.text, Unknown):
                return replace(answer, slot=slot)
            evidence.extend(answer.evidence)
            pieces += (raw[at : found.start()], answer.text)
            at = found.end()
        text = "".join((*pieces, raw[at:]))
        if "${" in text or len(text) > _LONGEST:
            return Answer(Unknown(f"`{raw[:80]}` can't be resolved"), slot)
        return Answer(text, slot, tuple(evidence), "substituted")

    def _resolve(self, name: str) -> Answer:
        known = self._answers.get(name)
        if known is not None:
            return known
        if name in self._open:
            return Answer(Unknown(f"`${{{name}}}` refers to itself"))
        if len(self._open) >= _DEEPEST:
            return Answer(Unknown(f"`${{{name}}}` is nested too deep"))
        self._open.add(name)
        try:
            answer = self._answers[name] = self._look_up(name)
        finally:
            self._open.discard(name)
        return answer

    def _look_up(self, name: str) -> Answer:
        prefixed = _PREFIX.match(name)
        if prefixed is not None:
            found = self._of_model(name[prefixed.end() :])
            if found is not None:
                return found
        return self._given(name) or self._property(name) or self._of_model(name) or self._undefined(name)

    def _given(self, name: str) -> Answer | None:
        """A property that every build of the tree gets."""
        text = self.pom.config.properties.get(name)
        if text is None:
            return None
        step = Evidence(f"`{name}` is `{text.text}` for every build", text.place)
        slot = Slot(text.place, (name,), 1, locked="it is a flag of the build, which has to be changed by hand")
        return Answer(text.text, slot, (step,), "substituted")

    def _of_model(self, name: str) -> Answer | None:
        """A value of the model itself, ``version`` or ``parent.version``; ``None`` for what is not followed."""
        if name.startswith("parent.") and name[len("parent.") :] in _COORDINATES:
            parent = self.pom.parent
            part = None if parent is None else parent.get(name[len("parent.") :])
        elif name in _COORDINATES:
            part = self.pom.coordinate(name)
        else:
            return None
        if part is None:
            return None
        answer = self.read(part)
        answer = locked(answer, f"`project.{name}` decides it, which means more than this")
        step = Evidence(f"`project.{name}` is `{part.text}`", part.place)
        return replace(answer, evidence=(step, *answer.evidence), origin="substituted")

    def _property(self, name: str) -> Answer | None:
        rivals: list[tuple[Pom, str, Part]] = []
        for pom in self.lineage.poms:
            rivals += ((pom, one.name, one.properties[name]) for one in pom.profiles if name in one.properties)
            layer = next((one for one in pom.layers if name in one.properties), None)
            if layer is None:
                continue
            part = layer.properties[name]
            if any(rival.text != part.text for _, _, rival in rivals):
                break
            answer = self.read(part)
            if rivals:
                answer = locked(answer, f"the profile `{rivals[0][1]}` of {rivals[0][0].path} sets `{name}` too")
            where = f" in the profile `{layer.name}`, which is applied" if layer is not pom.own else ""
            step = Evidence(f"`{name}` is `{part.text}`{where}", part.place)
            return replace(answer, evidence=(step, *answer.evidence), origin="substituted")
        if not rivals:
            return None
        pom, profile, rival = rivals[0]
        step = Evidence(f"`{name}` is `{rival.text}` in the profile `{profile}`", rival.place)
        return Answer(Unknown(f"the profile `{profile}` of {pom.path} may set `{name}`"), evidence=(step,))

    def _undefined(self, name: str) -> Answer:
        if name.startswith("env."):
            return Answer(Unknown(f"`${{{name}}}` comes from the environment"))
        if self.lineage.missing:
            return Answer(Unknown(f"`${{{name}}}` may be set by {self.lineage.missing}"))
        return Answer(Unknown(f"`${{{name}}}` is set in none of the poms"))


def _decided(expression: str) -> str:
    return f"`{expression}` is decided outside these files"

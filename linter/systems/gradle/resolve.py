"""Which version of a package a project gets.

Gradle takes the highest of all versions that are asked for, unless one is strict, forced, locked, or of an enforced
platform; the plugin for dependency management replaces what comes through others by what it manages. Source:
docs.gradle.org, "Dependency constraints and conflict resolution"; "Dependency Management Plugin" of Spring.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from linter.facts.tree import Map, Text
from linter.facts.value import Evidence, Slot, Unknown
from linter.record import dataclass, replace
from linter.syntax.document import Place
from linter.systems.gradle.answer import Answer, locked
from linter.systems.gradle.names import SCHEME
from linter.systems.gradle.projects import Project, Projects
from linter.systems.gradle.requests import Request, Requests
from linter.versions.published import NONE, Published
from linter.versions.version import Version, parse

DIRECT = "direct"
_RUN = ("compile", "runtime")
_WIDEST = ("compile", "runtime", "provided", "test")
_LOCKED = "the lock file is written by the build"
_OF_PATHS = ("runtimeClasspath", "compileClasspath")


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a project; ``name`` is ``None`` for what can't be read, and then ``version`` says why."""

    name: str | None
    version: Answer
    scope: str
    place: Place
    via: str = DIRECT


@dataclass(frozen=True, slots=True)
class _Wish:
    """A request as it reaches the project: over which dependency, and by which steps."""

    request: Request
    scope: str
    first: Request
    steps: tuple[Evidence, ...]
    via: str


class Resolver:
    """Resolves all projects of a run."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self.requests = Requests(projects)
        self._published = Published()

    def packages(self, project: Project) -> Iterator[Package]:
        """The packages that it declares, and those that are followed behind them, each once."""
        wishes = list(self._wishes(project))
        named: dict[str, list[_Wish]] = {}
        for wish in wishes:
            if wish.request.how == "dependency" and wish.request.name is None:
                yield Package(None, Answer(Unknown(wish.request.why)), wish.scope, wish.request.place)
            elif wish.request.how == "dependency" and wish.request.name is not None:
                named.setdefault(wish.request.name, []).append(wish)
        settle = _Settle(self._projects, self._published, project, wishes)
        found = {name: settle.package(name, several) for name, several in named.items()}
        yield from (one for one in found.values() if one.via == DIRECT or self._published.follows(one.name or ""))
        brought: dict[str, list[_Wish]] = {}
        for name, several in named.items():
            for wish in self._brought(name, found[name].version, several[0]):
                if wish.request.name is not None:
                    brought.setdefault(wish.request.name, []).append(wish)
        for name, several in brought.items():
            if name not in named:
                yield settle.package(name, several)
            elif found[name].via == DIRECT or self._published.follows(name):
                yield settle.package(name, [*named[name], *several])

    def _wishes(self, project: Project) -> Iterator[_Wish]:
        """All requests of the project and of those that it depends on."""
        seen = {project.path}
        pending: deque[tuple[Project, str, Request | None, tuple[Evidence, ...], tuple[tuple[str, str], ...]]] = deque()
        pending.append((project, "", None, (), ()))
        while pending:
            current, scope, first, steps, excluded = pending.popleft()
            for request in self.requests.of(current):
                derived = request.scope if first is None else _behind(scope, request.scope)
                if not derived or _excluded(request.name, excluded):
                    continue
                start = first or request
                shown = f"`{request.name}` is a dependency" if request.how in ("dependency", "project") else ""
                way = (*steps, *((Evidence(shown, request.place),) if shown else ()))
                if request.how == "project" and request.name is not None:
                    other = self._projects.by_name.get((project.root, request.name))
                    if other is not None and other.path not in seen:
                        seen.add(other.path)
                        pending.append((other, derived, start, way, (*excluded, *request.exclusions)))
                    continue
                yield _Wish(request, derived, start, way, DIRECT if first is None else f"project {start.name}")

    def _brought(self, name: str, version: Answer, wish: _Wish) -> Iterator[_Wish]:
        """What a known starter brings."""
        for other in self._published.brings(name):
            if _excluded(other, wish.request.exclusions):
                continue
            answer = _version_brought(self._published, name, version, other)
            if answer is None:
                continue
            step = Evidence(f"`{name}` is a dependency and brings it", wish.request.place)
            rest = answer.evidence if answer.evidence != version.evidence else answer.evidence[len(wish.steps) :]
            request = replace(
                wish.request,
                name=other,
                version=replace(answer, evidence=rest, origin="merged"),
                strict=False,
                exclusions=(),
            )
            via = name if wish.via == DIRECT else wish.via
            yield _Wish(request, wish.scope, wish.first, (*wish.steps[:-1], step), via)


def _version_brought(published: Published, name: str, by: Answer, other: str) -> Answer | None:
    if isinstance(by.text, Unknown):
        return by
    known = published.brought(name, by.text, other)
    if known == NONE:
        return None
    if known is None:
        return Answer(Unknown(f"which `{other}` `{name}` {by.text} brings is not known"))
    if known == by.text:
        return by
    return replace(locked(by, f"`{name}` {by.text} decides it; state the version yourself"), text=known)


class _Settle:
    """The choice among versions for one project."""

    def __init__(self, projects: Projects, published: Published, project: Project, wishes: Sequence[_Wish]) -> None:
        self._published = published
        self._wishes = wishes
        self._lock = projects.locks.get(project.folder)
        self._doubt = projects.unread(project)
        self._project = project
        self._rules: list[tuple[Sequence[str], Place]] = []
        self._excluded: list[tuple[str, str]] = []
        for script, targets, _ in projects.concerning(project):
            self._rules += [(said, place) for said, place, target in script.rules if f" {target} " in targets]
            self._excluded += [one for one, target in script.excluded if f" {target} " in targets]

    def package(self, name: str, several: Sequence[_Wish]) -> Package:
        """One package out of all that ask for it."""
        scope = next(scope for scope in _WIDEST if any(wish.scope == scope for wish in several))
        first = next((wish for wish in several if wish.via == DIRECT), several[0])
        counted = [wish for wish in several if wish.scope in _RUN] or list(several)
        answer = self._locked(name) or self._chosen(name, scope, counted)
        doubt = next((wish.request.doubt for wish in several if wish.request.doubt), "")
        if all(wish.request.doubt for wish in several):
            answer = Answer(Unknown(f"{doubt} whether it is there"), evidence=answer.evidence)
        elif _excluded(name, self._excluded):
            answer = Answer(Unknown("the build excludes it from some of its configurations"), evidence=answer.evidence)
        return Package(name, answer, scope, first.first.place, first.via)

    def _locked(self, name: str) -> Answer | None:
        text = None if not isinstance(self._lock, Map) else self._lock.get(name)
        if not isinstance(text, Text) or not any(path in (text.tag or "").split(",") for path in _OF_PATHS):
            return None
        step = Evidence(f"{text.doc.path} locks `{name}` at {text.text}", text.place)
        return Answer(text.text, Slot(text.place, (name,), 1, locked=_LOCKED), (step,), "merged")

    def _chosen(self, name: str, scope: str, several: Sequence[_Wish]) -> Answer:
        for said, place in self._rules:
            if not said or any(word and word in name for word in said):
                return Answer(Unknown("code in the build may set its version"), evidence=(Evidence("the code", place),))
        steps = several[0].steps
        managed = self._managed(name)
        forced = self._all(("force",), name) or [wish for wish in several if wish.request.strict]
        forced += self._all(("constraint",), name, strict=True)
        if forced:
            return _one_of(forced, "is forced to different versions")
        enforced = list(self._platforms(name, scope, "enforced"))
        if enforced:
            return replace(enforced[0], evidence=(*steps, *enforced[0].evidence))
        wanted = [
            _with_steps(wish, managed if wish.request.version is None or wish.via != DIRECT else None)
            for wish in several
        ]
        firm = [answer for answer, weak in wanted if answer is not None and not weak]
        answers = firm or [answer for answer, _ in wanted if answer is not None]
        if managed is None or any(wish.via == DIRECT and wish.request.version is not None for wish in several):
            extra = [wish for wish in self._all(("constraint",), name) if wish.request.version is not None]
            answers += [answer for wish in extra for answer, _ in (_with_steps(wish, None),) if answer is not None]
            answers += [
                replace(one, evidence=(*steps, *one.evidence)) for one in self._platforms(name, scope, "platform")
            ]
        if not answers:
            return Answer(self._doubt or Unknown("nothing that was read gives it a version"), evidence=steps)
        return _highest(answers)

    def _all(self, hows: tuple[str, ...], name: str, strict: bool = False) -> list[_Wish]:
        return [
            wish
            for wish in self._wishes
            if wish.request.how in hows and wish.request.name == name and (wish.request.strict or not strict)
        ]

    def _managed(self, name: str) -> Answer | None:
        """What the plugin for dependency management says."""
        for wish in self._all(("managed",), name):
            if wish.request.version is not None:
                step = Evidence(f"`{name}` is managed", wish.request.place)
                return replace(wish.request.version, evidence=(step, *wish.request.version.evidence), origin="merged")
        # of several BOMs the last wins
        for wish in reversed([one for one in self._wishes if one.request.how == "bom"]):
            found = self._of_bom(wish.request, name)
            if found is not None:
                return found
        return None

    def _platforms(self, name: str, scope: str, how: str) -> Iterator[Answer]:
        for wish in self._wishes:
            if wish.request.how == how and (scope == "test" or wish.scope != "test"):
                found = self._of_bom(wish.request, name)
                if found is not None:
                    yield found

    def _of_bom(self, request: Request, name: str) -> Answer | None:
        bom, version = request.name, request.version
        if bom is None or bom.startswith(":"):
            return None if bom is not None else Answer(Unknown(f"a platform may decide it: {request.why}"))
        text = version.text if version is not None and isinstance(version.text, str) else ""
        known = self._published.managed(bom, text, name)
        if known == NONE:
            return None
        if version is None or isinstance(version.text, Unknown) or known is None:
            shown = f"{bom}:{text}" if text else bom
            return Answer(Unknown(f"the platform `{shown}` may decide it"))
        step = Evidence(f"the platform `{bom}:{text}` decides it", request.place)
        if known == text:
            return replace(version, evidence=(step, *version.evidence), origin="merged")
        found = locked(version, f"`{bom}` {text} decides it; state the version yourself")
        return replace(found, text=known, evidence=(step, *version.evidence), origin="merged")


def _with_steps(wish: _Wish, managed: Answer | None) -> tuple[Answer | None, bool]:
    """The version that a wish asks for with the steps that lead to it, and whether it is weak."""
    answer = managed or wish.request.version
    if answer is None:
        return None, False
    origin = "merged" if wish.via != DIRECT else answer.origin
    return replace(answer, evidence=(*wish.steps, *answer.evidence), origin=origin), wish.request.weak


def _one_of(several: Sequence[_Wish], differ: str) -> Answer:
    answers = [answer for answer, _ in (_with_steps(wish, None) for wish in several) if answer is not None]
    if not answers:
        return Answer(Unknown("nothing that was read gives it a version"))
    if any(answer.text != answers[0].text for answer in answers):
        return Answer(Unknown(f"it {differ}"))
    return answers[0]


def _highest(answers: Sequence[Answer]) -> Answer:
    """The highest version; unknown where one of them is not known, since it may be higher."""
    best: tuple[Version, Answer] | None = None
    for answer in answers:
        if isinstance(answer.text, Unknown):
            return answer
        version = None if _dynamic(answer.text) else parse(SCHEME, answer.text)
        if version is None:
            return replace(
                answer, text=Unknown(f"`{answer.text}` is no fixed version; a repository decides which it gives")
            )
        if best is None or version > best[0]:
            best = (version, answer)
    assert best is not None  # noqa: S101  there is one at least
    if any(answer.text != best[1].text for answer in answers):
        return locked(best[1], "it is the highest of several versions that are asked for")
    return best[1]


def _dynamic(text: str) -> bool:
    return text.startswith(("[", "(", "]", "latest.")) or "+" in text


def _behind(scope: str, request: str) -> str:
    """The scope of what a project that is a dependency of ``scope`` depends on; ``""`` for what stays there."""
    if request not in _RUN:
        return ""
    return scope if scope in ("test", "provided") else "runtime" if "runtime" in (scope, request) else "compile"


def _excluded(name: str | None, exclusions: Sequence[tuple[str, str]]) -> bool:
    group, _, artifact = (name or "").partition(":")
    return any(one in ("*", group) and other in ("*", artifact) for one, other in exclusions)

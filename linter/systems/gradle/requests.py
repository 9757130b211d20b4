"""What the projects ask for: packages with versions, other projects, platforms."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Text
from linter.facts.value import Evidence, Unknown
from linter.pattern import pattern
from linter.record import dataclass, replace
from linter.syntax.document import Place
from linter.systems.gradle.answer import Answer, literal, locked
from linter.systems.gradle.context import Context
from linter.systems.gradle.dependencies import argument, exclusion
from linter.systems.gradle.lexer import flat, inside, is_name, is_op, is_string, split, strings, words
from linter.systems.gradle.names import scope_of
from linter.systems.gradle.projects import Project, Projects
from linter.systems.gradle.script import Declared, Words
from linter.systems.gradle.values import elements, joined, key_of, parted, written
from linter.versions.published import Published

_NO_PACKAGE = (
    "fileTree",
    "gradleApi",
    "kotlin",
    "localGroovy",
    "gradleTestKit",
    "npm",
    "sourceSets",
    "configurations",
)
_JAR = pattern(r"(?:^|/)(?P<artifact>[A-Za-z][\w.]*(?:-[A-Za-z][\w.]*)*)-(?P<version>\d[\w.+-]*)\.jar$")
_NOT_LETTERS = pattern(r"[^a-z0-9:]")
_ANY = (("*", "*"),)


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that a project asks for.

    ``name`` is ``group:artifact`` or, for ``how`` of ``project``, a project's path; ``None`` where it can't be read,
    and then ``why`` says so. ``strict`` versions win over all, ``weak`` ones only count where there is no other.
    """

    how: str
    name: str | None
    version: Answer | None
    scope: str
    place: Place
    exclusions: tuple[tuple[str, str], ...] = ()
    strict: bool = False
    weak: bool = False
    doubt: str = ""
    why: str = ""


class Requests:
    """The requests of all projects, made when they are first asked for."""

    def __init__(self, projects: Projects) -> None:
        self._projects = projects
        self._outside = Published()
        self._contexts: dict[tuple[str, str], Context] = {}
        self._known: dict[tuple[str, str], tuple[Request, ...]] = {}

    def context(self, project: Project) -> Context:
        key = (project.root, project.path)
        if key not in self._contexts:
            self._contexts[key] = Context(self._projects, project)
        return self._contexts[key]

    def of(self, project: Project) -> tuple[Request, ...]:
        """What a project's scripts, and those above that mean it, ask for."""
        key = (project.root, project.path)
        if key not in self._known:
            self._known[key] = tuple(self._read(project))
        return self._known[key]

    def _read(self, project: Project) -> Iterator[Request]:
        context = self.context(project)
        for script, targets, _ in self._projects.concerning(project):
            for one in script.declared:
                scope = scope_of(one.configuration) if one.configuration else "compile"
                if f" {one.target} " in targets and scope:
                    yield from self._requests(one, scope, context)

    def _requests(self, one: Declared, scope: str, context: Context) -> Iterator[Request]:
        head = one.words[0]
        catalogs = self._projects.catalogs(context.project)
        base = Request(one.how, None, None, scope, one.place, _exclusions(one.block), doubt=one.doubt)
        called = len(one.words) > 1 and is_op(one.words[1], ".")
        if isinstance(head, Text) and (is_name(head, "projects") or (is_name(head, "project") and not called)):
            yield replace(
                base, how="project" if one.how == "dependency" else one.how, name=self._path(one.words, context)
            )
        elif is_name(head, "files"):
            yield from self._jars(one, base)
        elif is_name(head, *_NO_PACKAGE):
            return
        elif catalogs and is_name(head, *catalogs) and isinstance(head, Text):
            yield from self._of_catalog(one, base, context)
        else:
            listed = _listed(one, context)
            for each in listed or (one,):
                given = replace(base, place=each.place, doubt=each.doubt)
                yield _refined(_notation(each.words, given, context), each.block, context)

    def _jars(self, one: Declared, base: Request) -> Iterator[Request]:
        """``files('lib/dubbo-2.7.12.jar')``: the packages that the names of jars tell."""
        for text in strings(one.words):
            found = _JAR.search(text.text)
            group = None if found is None else self._outside.group_of(found["artifact"], found["version"])
            if found is not None and group is not None:
                start = text.start + found.start("version")
                version = literal(text.doc, start, start + len(found["version"]), found["version"])
                version = locked(version, "it is the name of a file")
                yield replace(base, name=f"{group}:{found['artifact']}", version=version, place=text.place)

    def _path(self, given: Words, context: Context) -> str | None:
        """The path of ``project(':a')`` or ``projects.a``."""
        if is_name(given[0], "project"):
            texts = [word for item in given[1:] for word in flat(item) if isinstance(word, Text) and is_string(word)]
            texts = texts or [word for word in given[1:] if isinstance(word, Text) and is_string(word)]
            path = next((text.text for text in texts if text.text.startswith(":")), "")
            return path if "$" not in path and path else None
        wanted = ":" + ":".join(
            word.text.lower() for word in given[1:] if isinstance(word, Text) and word.style == "name"
        )
        for root, path in self._projects.by_name:
            if root == context.project.root and _NOT_LETTERS.sub("", path.lower()) == wanted:
                return path
        return None

    def _of_catalog(self, one: Declared, base: Request, context: Context) -> Iterator[Request]:
        accessor = "".join(map(written, one.words)).removesuffix(".get()")
        name, _, rest = accessor.partition(".")
        catalog = self._projects.catalogs(context.project)[name]
        aliases = [rest]
        if rest.startswith("bundles."):
            aliases = catalog.bundles.get(rest[len("bundles.") :], [])
        for alias in aliases or [rest]:
            library = catalog.libraries.get(alias)
            if library is None:
                yield replace(base, why=f"the catalog has no `{alias}`")
                continue
            version = library.version
            step = Evidence(f"`{library.name}` is in the catalog", library.place)
            if version is not None:
                version = replace(version, evidence=(step, *version.evidence), origin="merged")
            yield _refined(replace(base, name=library.name, version=version, strict=library.strict), one.block, context)


def _listed(one: Declared, context: Context) -> list[Declared]:
    """The elements of a list, or of one that a variable holds, as if each stood here; nothing for anything else."""
    key = key_of("".join(map(written, one.words)))
    found = [("", piece) for piece in elements(one.words) or ()]
    if key is not None:
        given = context.listed(key) or ()
        found = [(f"{line.doubt} what `{key}` is, and" if line.doubt else "", piece) for line, piece in given]
    each = []
    for doubt, piece in found:
        words_ = flat(piece[0]) if len(piece) == 1 and inside(piece[0], "[") else piece  # a map
        place = next((word for word in words_ if is_string(word)), piece[0]).place
        each.append(replace(one, words=words_, place=place, doubt=one.doubt or doubt))
    return each


def _exclusions(block: Words) -> tuple[tuple[str, str], ...]:
    found = []
    for statement in block:
        items = words(statement)
        if is_name(items[0], "exclude"):
            found.append(exclusion(items[1:]))
        elif is_name(items[0], "transitive", "isTransitive") and any(is_name(item, "false") for item in items):
            found += _ANY
    return tuple(found)


def _notation(given: Words, base: Request, context: Context) -> Request:
    fields = _fields(given)
    values = context.values
    if "name" in fields:
        group = values.read(fields["group"]).text if "group" in fields else Unknown("no group")
        artifact = values.read(fields["name"]).text
        version = values.read(fields["version"]) if "version" in fields else None
        return _named(base, group, artifact, version)
    pieces = list(split(given))
    if len(pieces) in (2, 3) and all(len(one) == 1 for one in pieces):
        group, artifact = values.read(pieces[0]).text, values.read(pieces[1]).text
        return _named(base, group, artifact, values.read(pieces[2]) if len(pieces) == 3 else None)
    mapped = _of_map(given, base, context)
    if mapped is not None:
        return mapped
    parts = parted(values.pieces(given))
    if len(parts) < 2 or not parts[0] or not parts[1]:
        whole = joined(parts[0]) if parts[0] else Answer(Unknown("nothing is written"))
        why = whole.text.why if isinstance(whole.text, Unknown) else "it is no `group:artifact:version`"
        return replace(base, why=why)
    version = joined(parts[2]) if len(parts) > 2 and parts[2] else None
    return _named(base, joined(parts[0]).text, joined(parts[1]).text, version)


def _of_map(given: Words, base: Request, context: Context) -> Request | None:
    """A variable that holds a notation as a map: ``def dubbo = [group: 'g', name: 'a', version: '1']``."""
    key = key_of("".join(map(written, given)))
    if key is None or context.lookup(key) is not None:
        return None
    group, artifact, version = (context.lookup(f"{key}.{field}") for field in ("group", "name", "version"))
    if group is None or artifact is None:
        return None
    return _named(base, group.text, artifact.text, version)


def _named(base: Request, group: str | Unknown, artifact: str | Unknown, version: Answer | None) -> Request:
    if isinstance(group, Unknown) or isinstance(artifact, Unknown):
        why = group if isinstance(group, Unknown) else artifact
        return replace(base, why=why.why if isinstance(why, Unknown) else "")
    strict = False
    artifact = artifact.partition("@")[0]
    if version is not None and isinstance(version.text, str):
        text = version.text.partition("@")[0]
        strict = text.endswith("!!")
        if text != version.text or strict:
            version = locked(replace(version, text=text.removesuffix("!!")), "the version has a suffix")
    return replace(base, name=f"{group}:{artifact}", version=version, strict=base.strict or strict)


def _fields(given: Words) -> dict[str, Words]:
    """``group: 'g', name: 'a'`` or ``group = "g", name = "a"``."""
    fields = {}
    for entry in split(given):
        if len(entry) > 2 and is_name(entry[0]) and (is_op(entry[1], ":") or is_op(entry[1], "=")):
            key = entry[0]
            assert isinstance(key, Text)  # noqa: S101  it is a name
            fields[key.text] = tuple(entry[2:])
    return fields


def _refined(request: Request, block: Words, context: Context) -> Request:
    """``request`` with what its closure says of the version."""
    for name in ("strictly", "require", "prefer"):
        found = argument(block, name)
        if found is not None:
            version = context.values.read(found)
            weak = name == "prefer" and request.version is None
            request = replace(request, version=version, strict=request.strict or name == "strictly", weak=weak)
            break
    forced = argument(block, "force", "isForce")
    if forced is not None and is_name(forced[0], "true"):
        request = replace(request, strict=True)
    return request

"""A policy as its file states it: expressions are text, which ``load`` checks and ``programs`` compiles when needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from linter.finding import Profile, Safety, Severity, Verb
from linter.record import NOTHING, dataclass

Param: TypeAlias = "bool | int | float | str | None"
"""A parameter's value as written; durations are text (``10s``); ``None`` where users have to give one."""


@dataclass(frozen=True, slots=True)
class Text:
    """An expression or a message template: what it says and where, for faults.

    Offsets are of the policy file; 0..0 when compiled, so they do not count when texts are compared.
    """

    text: str
    start: int = 0
    end: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


@dataclass(frozen=True, slots=True)
class When:
    """One line of an ordered list: ``is_`` holds if ``when`` (absent: always) is true."""

    is_: str
    when: Text | None = None


@dataclass(frozen=True, slots=True)
class ParamSpec:
    """A parameter users may set; ``type`` is bool, int, float, string or duration.

    ``by_profile`` replaces the default under a profile and those that include it, up to the next one named.
    """

    type: str
    default: Param
    doc: str = ""
    by_profile: Mapping[str, Param] | None = None


@dataclass(frozen=True, slots=True)
class RelatedSpec:
    """Another place to show; ``label`` is a template."""

    at: Text
    label: Text
    when: Text | None = None


@dataclass(frozen=True, slots=True)
class EditSpec:
    """One edit of a fix: ``verb`` at the path expression ``target``.

    ``for_`` and ``as_`` repeat it for each of several items.
    """

    verb: Verb
    target: Text
    to: Text | None = None
    when: Text | None = None
    for_: Text | None = None
    as_: str = ""


@dataclass(frozen=True, slots=True)
class FixSpec:
    """A fix; ``title`` is a template, ``because`` says why it is not safe."""

    title: Text
    safety: Safety
    edits: tuple[EditSpec, ...]
    when: Text | None = None
    because: str = ""


@dataclass(frozen=True, slots=True)
class Affected:
    """Versions in OSV's words; a bound that is ``None`` is not stated."""

    introduced: str | None = None
    fixed: str | None = None
    last_affected: str | None = None
    versions: tuple[str, ...] = ()
    except_: tuple[str, ...] = ()


Class: TypeAlias = Literal["hang", "crash", "config", "data-loss", "leak", "security", "routing"]

CLASS_SEVERITY: Mapping[str, Severity] = {
    "hang": Severity.ERROR,
    "crash": Severity.ERROR,
    "config": Severity.ERROR,
    "data-loss": Severity.ERROR,
    "leak": Severity.WARNING,
    "security": Severity.WARNING,
    "routing": Severity.NOTE,
}


@dataclass(frozen=True, slots=True)
class Advisory:
    """A policy over the versions of a package; ``fixes`` and ``causes`` are the evidence that mended and brought it."""

    ecosystem: str
    package: str
    affected: tuple[Affected, ...]
    class_: Class
    reproduced: bool = False
    evidence: tuple[str, ...] = ()
    fixes: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()


ExampleKind: TypeAlias = Literal["bad", "good", "unknown", "outside"]


@dataclass(frozen=True, slots=True)
class Example:
    """Files that a policy must fire on, stay silent on, be unable to judge, or not be concerned with.

    Files of a bad example hold ``«`` and ``»`` around each place that a finding must point at. ``severity`` is the
    expected one; ``also`` the other policies that may report errors. ``version`` or ``image`` is what every host runs,
    ``versions`` gives the version host by host; ``settings`` is the text of a settings file. ``at`` is its line and
    column in the policy file.
    """

    name: str
    kind: ExampleKind
    files: Mapping[str, str]
    fixed: Mapping[str, str] | None = None
    severity: str = ""
    also: tuple[str, ...] = ()
    version: str = ""
    image: str = ""
    versions: Mapping[str, str] = NOTHING
    settings: str = ""
    at: tuple[int, int] = (1, 1)


@dataclass(frozen=True, slots=True)
class Policy:
    """One policy file; the id is ``folder/name`` and ``path`` the file's, relative to the policies' folder.

    ``require`` is ``None`` for an advisory only, whose requirement is a version that is not affected.
    """

    id: str
    path: str
    title: str
    status: Literal["stable", "preview"]
    since: str
    profile: tuple[When, ...]
    severity: tuple[When, ...]
    match: str
    where: Text | None
    require: Text | None
    at: Text | None
    message: Text
    why: str
    when_fine: str
    references: tuple[str, ...]
    params: Mapping[str, ParamSpec]
    related: tuple[RelatedSpec, ...] = ()
    fixes: tuple[FixSpec, ...] = ()
    advisory: Advisory | None = None
    examples: tuple[Example, ...] = ()


PROFILES: tuple[Profile, ...] = ("default", "recommended", "pedantic")

"""Every version that the facts hold, with the chain of evidence, and how to tell one that is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from glob import escape

from linter.facts.base import FactBase, text
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import ABSENT, Data, Evidence, Ref, Unknown
from linter.record import dataclass
from linter.report.listing.setting import plain
from linter.syntax.document import Place
from linter.system import Skip


@dataclass(frozen=True, slots=True)
class Way:
    """How to tell a version: a line under ``versions`` in the settings, and the comment in the file, if one works."""

    files: str
    name: str
    comment: str | None


@dataclass(frozen=True, slots=True)
class Found:
    """A thing with a version. ``version`` is its text or the reason why it is not known; ``of`` what it is one of.

    ``decided`` is where it is decided, ``way`` is given where it is not known.
    """

    kind: str
    name: str
    instance: str
    place: Place
    of: str | None
    version: str | Unknown
    decided: Place | None
    evidence: tuple[Evidence, ...]
    way: Way | None


@dataclass(frozen=True, slots=True)
class Versions:
    found: tuple[Found, ...]
    opened: int
    skipped: tuple[Skip, ...]


def collect(
    facts: FactBase,
    kinds: Mapping[str, Kind],
    owners: Mapping[str, str],
    concerns: Callable[[Sequence[str]], bool],
) -> Iterator[Found]:
    """Everything with a version, by kind and place; ``owners`` are the names of the systems that state a kind."""
    for name in sorted(kinds):
        kind = kinds[name]
        if not kind.subject:
            continue
        entities = [entity for entity in facts.of(name) if concerns(_paths(entity))]
        for entity in sorted(entities, key=lambda entity: (entity.place.path, entity.place.start, entity.ref)):
            yield _found(entity, kind, owners.get(name), facts)


def _found(entity: Entity, kind: Kind, owner: str | None, facts: FactBase) -> Found:
    value = entity.fields.get("version", ABSENT)
    of = plain(entity.fields.get(kind.subject, ABSENT).data)
    version = _version(value.data)
    return Found(
        entity.ref.kind,
        entity.name,
        entity.ref.instance,
        entity.place,
        None if of is None else str(of),
        version,
        value.place,
        value.evidence,
        _way(entity, owner, of, facts) if isinstance(version, Unknown) else None,
    )


def _version(data: Data | Unknown) -> str | Unknown:
    if isinstance(data, Unknown):
        return data
    return Unknown("nothing states it") if data is None else str(data)


def _way(entity: Entity, owner: str | None, of: object, facts: FactBase) -> Way | None:
    """A version of a system's own is told by the system's name, any other by what it is one of."""
    name = owner or (of if isinstance(of, str) else None)
    if name is None:
        return None
    return Way(_files(entity, facts), name, None if owner is None else f"deadpeer: {owner}=VERSION")


def _files(entity: Entity, facts: FactBase) -> str:
    """The glob over the files that decide: the module's own, all of the folder, or the file itself."""
    module = entity.fields.get("module", ABSENT).data
    holder = facts.get(module) if isinstance(module, Ref) else None
    if holder is not None:
        return escape(holder.place.path)
    folder = text(entity, "folder")
    if folder is None:
        return escape(entity.place.path)
    return "*" if folder == "." else f"{escape(folder)}/*"


def _paths(entity: Entity) -> tuple[str, ...]:
    slot = entity.fields.get("version", ABSENT).slot
    return (entity.place.path,) if slot is None else (entity.place.path, slot.place.path)

"""What else the place of a version decides: one property for many packages, one tag for many workloads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Ref, Slot
from linter.policy.words import listed
from linter.syntax.document import DocRef, Route

_MOST = 3

Key = tuple[DocRef, Route, str]


class Sharing:
    """The packages, modules and workloads by the places that decide their versions; read when first asked."""

    def __init__(self, facts: FactBase) -> None:
        self._facts = facts
        self._found: dict[Key, dict[str, dict[str, None]]] | None = None

    def said(self, slot: Slot, own: Sequence[str]) -> str:
        """What a change at ``slot`` is for beyond ``own`` names, to stand in brackets; empty for nothing else."""
        if self._found is None:
            self._found = self._read()
        found = self._found.get(_key(slot), {})
        said = []
        others = [name for name in found.get("names", ()) if name not in own]
        if len(found.get("names", ())) > 1 and others:
            more = [f"{len(others) - _MOST} more"] if len(others) > _MOST else []
            said.append(f"the same place decides {listed([*others[:_MOST], *more])}")
        modules = found.get("modules", {})
        if len(modules) > 1:
            said.append(f"{'' if said else 'the same place decides it '}in {len(modules)} modules")
        return " ".join(said)

    def _read(self) -> dict[Key, dict[str, dict[str, None]]]:
        found: dict[Key, dict[str, dict[str, None]]] = {}
        for slot, kind, name in self._users():
            for place in (slot, slot.by.slot) if slot.by is not None else (slot,):
                found.setdefault(_key(place), {}).setdefault(kind, {})[name] = None
        return found

    def _users(self) -> Iterator[tuple[Slot, str, str]]:
        for image in self._facts.of("deploy.image"):
            slot = image.fields["tag"].slot
            if slot is not None:
                yield slot, "names", self._name(image, "workload") or image.name
        for package in self._facts.of("build.package"):
            slot = package.fields["version"].slot
            if slot is not None:
                yield slot, "names", package.name
                yield slot, "modules", str(package.fields["folder"].data)

    def _name(self, entity: Entity, field: str) -> str:
        ref = entity.fields[field].data
        found = self._facts.get(ref) if isinstance(ref, Ref) else None
        return "" if found is None else found.name


def _key(slot: Slot) -> Key:
    return slot.place.doc, slot.route, slot.part

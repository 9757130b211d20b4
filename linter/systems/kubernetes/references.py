"""What a name or a selector in one object means: which other object, if that can be said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linter.facts.nearest import Nearest
from linter.facts.read import same, strings
from linter.facts.tree import at
from linter.facts.value import Evidence
from linter.record import NamedTuple
from linter.systems.kubernetes.manifest import Manifest

_NAMED = 3


class Choice(NamedTuple):
    """The objects meant. ``why`` says why none can be chosen although there are some; ``notes`` how they were found."""

    targets: tuple[Manifest, ...] = ()
    why: str = ""
    notes: tuple[Evidence, ...] = ()


class ByName:
    """Objects by kind, namespace and name; ``beyond`` is asked for what isn't among them."""

    def __init__(self, manifests: Iterable[Manifest], beyond: ByName | None = None) -> None:
        self._beyond = beyond
        self._exact: dict[tuple[str, str, str], Nearest[Manifest]] = {}
        self._loose: dict[tuple[str, str, bool], Nearest[Manifest]] = {}
        for found in manifests:
            for name in dict.fromkeys(found.names):
                exact = self._exact.setdefault((found.kind, name, found.namespace), Nearest())
                exact.add(found.doc.path, found)
                loose = self._loose.setdefault((found.kind, name, bool(found.namespace)), Nearest())
                loose.add(found.doc.path, found)

    def find(self, asker: Manifest, kind: str, name: str, namespace: str | None = None) -> Choice:
        """The object that ``asker`` calls ``name``, in its own namespace unless another is given."""
        found = self._found(asker, kind, name, namespace)
        if self._beyond is None or found.targets or found.why:
            return found
        return self._beyond.find(asker, kind, name, namespace)

    def _found(self, asker: Manifest, kind: str, name: str, namespace: str | None) -> Choice:
        wanted = asker.namespace if namespace is None else namespace
        path = asker.doc.path
        exact = self._exact.get((kind, name, wanted))
        if exact is not None:
            return _one_each(exact.to(path))
        loose = self._loose.get((kind, name, not wanted))
        return _uncertain(asker, loose.beside(path) if loose is not None else ())


class BySelector:
    """Workloads by the labels of their pods; ``beyond`` is asked where none of them has the labels."""

    def __init__(self, workloads: Iterable[Manifest], beyond: BySelector | None = None) -> None:
        self._beyond = beyond
        self._labels: dict[Manifest, dict[str, str]] = {}
        self._exact: dict[tuple[str, str, str], Nearest[Manifest]] = {}
        self._loose: dict[tuple[bool, str, str], Nearest[Manifest]] = {}
        self._counts: dict[tuple[str, str, str], int] = {}
        for found in workloads:
            labels = strings(at(found.template, "metadata", "labels"))
            self._labels[found] = labels
            for label, value in labels.items():
                key = (found.namespace, label, value)
                self._counts[key] = self._counts.get(key, 0) + 1
                self._exact.setdefault(key, Nearest()).add(found.doc.path, found)
                loose = self._loose.setdefault((bool(found.namespace), label, value), Nearest())
                loose.add(found.doc.path, found)

    def find(self, asker: Manifest, selector: Mapping[str, str]) -> Choice:
        """The workloads whose pods have all labels of ``selector``, which isn't empty; one for each name."""
        found = self._found(asker, selector)
        if self._beyond is None or found.targets or found.why:
            return found
        return self._beyond.find(asker, selector)

    def _found(self, asker: Manifest, selector: Mapping[str, str]) -> Choice:
        path = asker.doc.path
        # The rarest label leaves the fewest workloads to look at.
        label, value = min(selector.items(), key=lambda pair: self._counts.get((asker.namespace, *pair), 0))
        exact = self._exact.get((asker.namespace, label, value))
        for level in exact.levels(path) if exact is not None else ():
            found = self._matching(level, selector)
            if found:
                return _one_each(found)
        loose = self._loose.get((not asker.namespace, label, value))
        return _uncertain(asker, self._matching(loose.beside(path), selector) if loose is not None else ())

    def _matching(self, candidates: Sequence[Manifest], selector: Mapping[str, str]) -> list[Manifest]:
        wanted = selector.items()
        return [found for found in candidates if wanted <= self._labels[found].items()]


def _one_each(found: Sequence[Manifest]) -> Choice:
    """All of ``found``, if those of one name are the same object stated twice."""
    if len(found) == 1:
        return Choice(tuple(found))
    groups: dict[tuple[str, str], list[Manifest]] = {}
    for manifest in found:
        groups.setdefault((manifest.kind, manifest.name), []).append(manifest)
    notes: list[Evidence] = []
    for group in groups.values():
        if any(not _equal(group[0], other) for other in group[1:]):
            return Choice(why=f"several objects are called {group[0].title} and differ: {_places(group)}")
        notes += [Evidence(f"the same {other.title} is also here", other.place) for other in group[1:2]]
    return Choice(tuple(group[0] for group in groups.values()), notes=tuple(notes))


def _uncertain(asker: Manifest, found: Sequence[Manifest]) -> Choice:
    """One of two objects names no namespace: taken as meant only if there is no other in the file or folder."""
    if not found:
        return Choice()
    if len(found) > 1:
        return Choice(why=f"the namespace of {asker.title} and of these can't be compared: {_places(found)}")
    note = Evidence(f"no namespace is written on one side; {found[0].title} is the only one beside it", found[0].place)
    return Choice((found[0],), notes=(note,))


def _equal(one: Manifest, other: Manifest) -> bool:
    return one.digest == other.digest and same(one.tree, other.tree)


def _places(found: Sequence[Manifest]) -> str:
    names = dict.fromkeys(manifest.id for manifest in found[: _NAMED + 1])
    listed = ", ".join(list(names)[:_NAMED])
    return f"{listed} and {len(found) - _NAMED} more" if len(found) > _NAMED else listed

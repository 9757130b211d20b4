"""What the replacements of a kustomization write to.

Source: kubernetes-sigs/kustomize api/types/replacement.go, kyaml/utils/pathsplitter.go.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.read import items, maps, string
from linter.facts.tree import at
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.kubernetes.manifest import Manifest

_STEP = pattern(r"(?:^|\.)(?:\[([^\]=]*)\]|((?:\\\.|[^.])*))")
_PLAIN = pattern(r"[\w-]+")


class Replacement(NamedTuple):
    """One place that is written to, by the kind and name of the object, ``None`` for any.

    ``steps`` end before an item of a list; none are known where the replacement stands in a file of its own.
    """

    kind: str | None
    name: str | None
    steps: tuple[str, ...]
    place: Place


def replacements(found: Manifest) -> Iterator[Replacement]:
    """What the kustomization ``found`` replaces."""
    for _, item in maps(at(found.tree, "replacements")):
        if item.get("targets") is None:
            yield Replacement(None, None, (), item.place)
        for _, target in maps(item.get("targets")):
            kind, name = (_plain(string(at(target, "select", key))) for key in ("kind", "name"))
            paths = [string(path) or "" for _, path in items(target.get("fieldPaths"))]
            for path in paths or ["metadata.name"]:
                yield Replacement(kind, name, _steps(path), target.place)


def _plain(text: str | None) -> str | None:
    """A selector that is a name; a pattern may select anything."""
    return text if text is not None and _PLAIN.fullmatch(text) else None


def _steps(path: str) -> tuple[str, ...]:
    """The steps of a field's path, up to the first that selects items of a list."""
    steps: list[str] = []
    for found in _STEP.finditer(path):
        step = found[1] if found[1] is not None else found[2].replace("\\.", ".")
        if step == "*" or "[" in step or not step:
            break
        steps.append(step)
    return tuple(steps)

"""The documents that ConfigMaps and Secrets hold, as something else sees them."""

from __future__ import annotations

from linter.facts.value import Evidence, Unknown
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.references import Choice


class File(NamedTuple):
    """One file of a volume: its path there, and the document it is made of.

    ``source`` is unknown for want of a choice; then ``path`` may be ``""``, all that the volume holds.
    """

    path: str
    source: str | Unknown
    evidence: tuple[Evidence, ...] = ()


def file_of(config: Manifest, key: str, path: str, place: Place, choice: Choice) -> File:
    """The text of ``key``, written at ``place``, as the file ``path``."""
    evidence = (Evidence(f"key {key} of {config.title}", place), *choice.notes)
    return File(path, config.source(key) or Unknown(f"key {key} of {config.title} can't be read here"), evidence)

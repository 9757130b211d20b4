"""The Dockerfile system."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.render import render
from linter.facts.value import Data, Slot
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join, Setup

_NAME = pattern(r"(?:docker|container)file(?:[-._].*)?|.*\.(?:docker|container)file", re.IGNORECASE)
_COPIES = pattern(rb"(?im)^[ \t]*(?:COPY|ADD)\b")
_FILE = pattern(rb"\.(?:ya?ml|json)\b")


def _built(fragments: Sequence[Fragment], facts: FactBase, _setup: Setup) -> Iterable[Entity]:
    if not fragments:
        return ()
    from linter.systems.dockerfile.join import join

    return join(fragments, facts)


class Dockerfile:
    """Emits neutral kinds only: an image as a workload with one container, or as what a service runs that builds it."""

    name = "dockerfile"
    title = "Dockerfile"
    kinds: Mapping[str, Kind] = {}
    names = ("dockerfile", "dockerfile.*", "*.dockerfile", "containerfile", "containerfile.*")
    needles = (b"FROM ",)
    joins: tuple[Join, ...] = (
        Join(
            "dockerfile/built",
            ("deploy.build",),
            ("deploy.workload", "deploy.container", "deploy.image", "deploy.mount"),
            _built,
        ),
    )

    def claim(self, name: str, data: bytes) -> Claim | None:
        """A claim for files of that name that copy a YAML or JSON file."""
        named = "file" in name.lower() and _NAME.fullmatch(name) is not None
        return Claim("text") if named and _COPIES.search(data) and _FILE.search(data) else None

    def inside(self, document: Document[Any]) -> Iterable[Inner]:  # noqa: ARG002 - a here-document is no file of ours
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment]:
        from linter.systems.dockerfile.local import local

        return local(document)

    def render(self, data: Data, slot: Slot) -> str:
        return render(data, slot)

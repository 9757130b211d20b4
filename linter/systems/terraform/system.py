"""The Terraform system, for everything in HCL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linter.facts.kinds import Kind
from linter.facts.render import render
from linter.facts.value import Data, Slot
from linter.pattern import pattern
from linter.syntax.document import Document
from linter.system import Claim, Fragment, Inner, Join

_ENDINGS = (".tf", ".hcl", ".nomad")
_WORDS = tuple(
    pattern(rb"(?m)(?:^|[{,])[ \t]*[\"']?" + word + rb"[\"']?[ \t]*[:=]")
    for word in (rb"receivers", rb"exporters", rb"service", rb"pipelines")
)


class Terraform:
    """States nothing: its format is not read, which makes every file that it wants one that is skipped."""

    name = "terraform"
    title = "Terraform and Nomad"
    kinds: Mapping[str, Kind] = {}
    names = tuple(f"*{ending}" for ending in _ENDINGS)
    needles: tuple[bytes, ...] = ()
    joins: tuple[Join, ...] = ()

    def claim(self, name: str, data: bytes) -> Claim | None:
        """A claim for files of that name in which all sections of a Collector's configuration stand, as text or not."""
        wanted = name.lower().endswith(_ENDINGS) and all(word.search(data) for word in _WORDS)
        return Claim("hcl", only=True) if wanted else None

    def inside(self, document: Document[Any]) -> Iterable[Inner]:  # noqa: ARG002 - never parsed
        return ()

    def local(self, document: Document[Any]) -> Iterable[Fragment]:  # noqa: ARG002 - never parsed
        return ()

    def render(self, data: Data, slot: Slot) -> str:
        return render(data, slot)

"""Things and relations that systems state."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.value import Ref, Value
from linter.record import dataclass
from linter.syntax.document import Place


@dataclass(frozen=True, slots=True)
class Entity:
    """One fact of a declared kind; a link is an entity whose ends are ``Ref`` values.

    ``place`` is the token that stands for it (a component's key, say). ``name`` is what messages call it, and
    ``path`` its structural path within its document (``exporters/load_balancing``), the part of fingerprints that
    survives line changes.
    """

    ref: Ref
    place: Place
    name: str
    path: str
    fields: Mapping[str, Value]

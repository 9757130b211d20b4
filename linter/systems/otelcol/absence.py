"""Why a Collector does not know a component, in words."""

from __future__ import annotations

from functools import lru_cache

from linter.resources import rows
from linter.systems.otelcol.catalog import Catalog, Shipped, catalog
from linter.versions.version import Version


def absence(section: str, kind: str, distribution: str, version: Version | None) -> str | None:
    """Why ``distribution`` at ``version`` has no ``kind``; ``None`` where this is not known to be so.

    With the version unknown, only what no release of the distribution has is absent.
    """
    known = catalog()
    renamed = known.new.get((section, kind))
    held = known.shipped.get((distribution, section, renamed.old if renamed else kind), ())
    if not held:
        return _elsewhere(known, section, renamed.old if renamed else kind)
    if version is None:
        return None
    if renamed is not None and renamed.since is not None and version < renamed.since:
        return f"the name exists from {renamed.since} on, before that it is `{renamed.old}`"
    return _outside(held, version)


def _elsewhere(known: Catalog, section: str, kind: str) -> str:
    others = sorted(name for name, where, type_ in known.shipped if (where, type_) == (section, kind))
    return f"it is only in {', '.join(others)}" if others else "no upstream distribution has it"


def _outside(held: tuple[Shipped, ...], version: Version) -> str | None:
    """Before the first release with it, or after the last one."""
    last = max((one.last for one in held if one.last is not None), default=None)
    if last is not None and version > last and all(one.last is not None for one in held):
        return f"it was removed after {last}"
    first = min(one.first for one in held)
    return f"it exists from {first} on" if version < first else None


def instead(section: str, kind: str) -> str | None:
    """What to use in the place of a type that is gone."""
    return _replaced().get((section, kind))


@lru_cache(maxsize=1)
def _replaced() -> dict[tuple[str, str], str]:
    return {(section, kind): to for section, kind, to in rows("schemas", "otelcol", "replaced.tsv")}

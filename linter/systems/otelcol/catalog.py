"""What exists in which release: components, their names, the images that hold them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from linter.facts.value import Unknown
from linter.record import NamedTuple
from linter.resources import rows
from linter.systems.otelcol.horizon import new_components
from linter.versions.version import Version, parse

_FOLDER = ("schemas", "otelcol")


class Shipped(NamedTuple):
    """A component in a distribution, from its first to its last release with it (``None``: still there)."""

    module: str
    first: Version
    last: Version | None
    oldest_known: bool
    """``first`` is where the list begins but the distribution does not, so the component may be older"""


class Rename(NamedTuple):
    """``since`` is ``None`` where the first release with the new name was not established."""

    old: str
    new: str
    since: Version | None


class Catalog(NamedTuple):
    """The tables, indexed."""

    shipped: Mapping[tuple[str, str, str], tuple[Shipped, ...]]
    """by distribution, section and old type"""
    modules: Mapping[tuple[str, str], str]
    """Go module by section and old type"""
    old: Mapping[tuple[str, str], Rename]
    """by section and old type"""
    new: Mapping[tuple[str, str], Rename]
    """by section and new type"""
    images: Mapping[str, str]
    """distribution by image path"""
    distributions: frozenset[str]
    """those whose components are listed"""

    def canonical(self, section: str, kind: str) -> str:
        """The newest name of a type."""
        renamed = self.old.get((section, kind))
        return renamed.new if renamed else kind

    def module(self, section: str, kind: str) -> str | None:
        """The Go module of a type under either of its names, ``None`` for one that no distribution ever had."""
        return self.modules.get((section, self._oldest(section, kind)))

    def _oldest(self, section: str, kind: str) -> str:
        renamed = self.new.get((section, kind))
        return renamed.old if renamed else kind

    def available(
        self, section: str, kind: str, distribution: str | Unknown | None, version: Version | Unknown
    ) -> bool | Unknown:
        """Whether a Collector knows ``kind`` under this very name."""
        if self.module(section, kind) is None:
            return Unknown(f"`{kind}` is no component of an upstream distribution")
        if distribution is None or isinstance(distribution, Unknown):
            return distribution or Unknown("its distribution is not known")
        if distribution not in self.distributions:
            return Unknown(f"the components of {distribution} are not listed")
        held = self.shipped.get((distribution, section, self._oldest(section, kind)), ())
        if not held:
            return new_components(version) or False
        if isinstance(version, Unknown):
            return version
        named = self._named(section, kind, version)
        verdicts = [_holds(one, version) for one in held]
        if named is False or all(verdict is False for verdict in verdicts):
            return False
        if True in verdicts:
            return named
        return Unknown(f"no list of the components of {distribution} {version} is known")

    def anywhere(self, section: str, kind: str, version: Version | Unknown) -> bool | Unknown:
        """Whether any upstream distribution knows ``kind`` under this very name."""
        found = [self.available(section, kind, name, version) for name in sorted(self.distributions)]
        if True in found:
            return True
        return next((verdict for verdict in found if isinstance(verdict, Unknown)), False)

    def successor(self, section: str, kind: str, version: Version | Unknown) -> str | Unknown | None:
        """The newer name of ``kind`` that ``version`` knows too; ``None`` where there is none."""
        renamed = self.old.get((section, kind))
        if renamed is None:
            return None
        if isinstance(version, Unknown):
            return version
        named = self._named(section, renamed.new, version)
        return named if isinstance(named, Unknown) else renamed.new if named else None

    def _named(self, section: str, kind: str, version: Version) -> bool | Unknown:
        """Whether ``version`` knows this name of the type."""
        renamed = self.new.get((section, kind))
        if renamed is None or (renamed.since is not None and version >= renamed.since):
            return True
        if renamed.since is not None:
            return False
        if version >= _LISTED:
            return True
        return Unknown(f"the release that renamed `{renamed.old}` to `{kind}` is not known")


_LISTED = Version("semver", "0.157.0")
_CORE = "go.opentelemetry.io/collector/"
_CORE_LISTED = Version("semver", "0.64.0")
"""The first manifests that name core's own components; before, they were in without a word."""


def _holds(shipped: Shipped, version: Version) -> bool | None:
    """``None`` where no list goes back that far."""
    if version < shipped.first:
        unlisted = shipped.module.startswith(_CORE) and shipped.first <= _CORE_LISTED
        return None if shipped.oldest_known or unlisted else False
    return shipped.last is None or version <= shipped.last


@lru_cache(maxsize=1)
def catalog() -> Catalog:
    """The bundled tables."""
    listed = [(*row, "")[:6] for row in rows(*_FOLDER, "components.tsv")]
    distributions = [(*row, "")[:3] for row in rows(*_FOLDER, "distributions.tsv")]
    oldest = {name: _version(first) for name, first, older in distributions if older}
    shipped: dict[tuple[str, str, str], list[Shipped]] = {}
    modules: dict[tuple[str, str], str] = {}
    for distribution, section, kind, module, first_text, last in listed:
        first = _version(first_text)
        one = Shipped(module, first, _version(last) if last else None, first == oldest.get(distribution))
        shipped.setdefault((distribution, section, kind), []).append(one)
        modules[section, kind] = module
    old: dict[tuple[str, str], Rename] = {}
    new: dict[tuple[str, str], Rename] = {}
    for section, before, after, *since in rows(*_FOLDER, "renames.tsv"):
        rename = Rename(before, after, _version(since[0]) if since and since[0] else None)
        old[section, before] = new[section, after] = rename
    images = {row[0]: row[1] for row in rows(*_FOLDER, "images.tsv")}
    held = {key: tuple(releases) for key, releases in shipped.items()}
    return Catalog(held, modules, old, new, images, frozenset(name for name, _, _ in distributions))


@lru_cache(maxsize=1024)
def _version(text: str) -> Version:
    found = parse("semver", text)
    if found is None:
        raise ValueError(f"`{text}` in schemas/otelcol is no version")
    return found

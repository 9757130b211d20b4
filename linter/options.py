"""What a run is asked to do, from flags over the settings file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import cast

from linter.faults import Faults, UsageFault
from linter.finding import Profile, Severity
from linter.record import NOTHING, dataclass, replace
from linter.settings.find import discover, read, shown
from linter.settings.ignores import IgnoreEntry
from linter.settings.item import At
from linter.settings.shape import Settings, settings, versions_given


@dataclass(frozen=True, slots=True)
class Options:
    """Which policies run and how, and what the user tells beyond the files.

    ``select`` and ``ignore`` are policy ids or globs over them, as are the keys of ``severity``, whose values are
    ``error``, ``warning``, ``note`` or ``off``. ``exclude`` holds globs over reported paths; ``versions`` are (such a
    glob, subject, version), ``pairs`` are (client, server), written at ``pair_places``. Findings at or above
    ``fail_on`` fail the run. ``advisories`` are folders of further ones. ``config_path`` is the settings file that was
    read, if any. ``ignores`` are the findings that the settings leave alone, ``baseline`` is the absolute path of the
    file with those that were there before. ``today`` is a day as ``2027-01-31``: what is ignored until an earlier one
    is reported. Without it nothing ends.
    """

    profile: Profile = "default"
    fail_on: Severity = Severity.WARNING
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = NOTHING
    params: Mapping[str, Mapping[str, bool | int | float | str]] = NOTHING
    exclude: tuple[str, ...] = ()
    versions: tuple[tuple[str, str, str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    pair_places: tuple[tuple[At, At], ...] = ()
    preview: bool = False
    advisories: tuple[str, ...] = ()
    config_path: str | None = None
    ignores: tuple[IgnoreEntry, ...] = ()
    baseline: str | None = None
    today: str = ""


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line says; ``None`` and empty for nothing.

    ``select`` replaces what the settings select, ``ignore`` adds to what they ignore. ``assume`` are versions for all
    files, ``NAME=VERSION``, which win over those of the settings. ``baseline`` is relative to the working folder, or
    empty for none, whatever the settings say.
    """

    profile: Profile | None = None
    fail_on: Severity | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool = False
    config: str | None = None
    no_config: bool = False
    assume: tuple[str, ...] = ()
    advisories: tuple[str, ...] = ()
    baseline: str | None = None
    today: str = ""


def load(flags: Flags, folder: str) -> Options:
    """The options of a run started in the absolute ``folder``; raises ``Faults`` with all faults of the settings."""
    path = _settings_path(flags, folder)
    if flags.baseline:
        flags = replace(flags, baseline=os.path.normpath(os.path.join(folder, flags.baseline)))
    if path is None:
        return merge(flags, Settings(), None)
    name = shown(path, folder)
    item = read(path, name)
    if item is None and path.endswith(".toml"):
        raise Faults((UsageFault("has no table [tool.deadpeer]", name),))
    return merge(flags, settings(name, item), path)


def merge(flags: Flags, given: Settings, path: str | None) -> Options:
    """``flags`` over the settings of the file at ``path``."""
    fail_on = None if given.fail_on is None else Severity[given.fail_on.upper()]
    return Options(
        profile=flags.profile or cast("Profile", given.profile or "default"),
        fail_on=flags.fail_on or fail_on or Severity.WARNING,
        select=flags.select or given.select or (),
        ignore=(*given.ignore, *flags.ignore),
        severity=given.severity or {},
        params=given.params or {},
        exclude=given.exclude,
        versions=(*given.versions, *versions_given(flags.assume)),
        pairs=given.pairs,
        pair_places=given.pair_places,
        preview=flags.preview or bool(given.preview),
        advisories=flags.advisories,
        config_path=path,
        ignores=given.ignores,
        baseline=_baseline(flags, given, path),
        today=flags.today,
    )


def _baseline(flags: Flags, given: Settings, path: str | None) -> str | None:
    """The flag's file, else the one that the settings name, seen from them."""
    if flags.baseline is not None or given.baseline is None or path is None:
        return flags.baseline or None
    return os.path.normpath(os.path.join(os.path.dirname(path), given.baseline))


def _settings_path(flags: Flags, folder: str) -> str | None:
    if flags.config is not None and flags.no_config:
        raise Faults((UsageFault("--config and --no-config exclude each other"),))
    if flags.config is not None:
        return os.path.join(folder, flags.config)
    return None if flags.no_config else discover(folder)

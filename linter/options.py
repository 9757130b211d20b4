"""What a run is asked to do, from flags over the settings files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from linter.faults import Faults, UsageFault
from linter.finding import Profile, Severity
from linter.record import NOTHING, dataclass
from linter.settings.find import discover, read, shown
from linter.settings.ignores import IgnoreEntry
from linter.settings.item import PairPlaces, Spot
from linter.settings.overrides import Override
from linter.settings.shape import Settings, settings, versions_given


@dataclass(frozen=True, slots=True)
class Options:
    """Which policies run and how, and what the user tells beyond the files.

    ``select`` and ``ignore`` are policy ids or globs over them, as are the keys of ``severity``, whose values are
    ``error``, ``warning``, ``note`` or ``off``. ``exclude`` holds globs over reported paths, with ``force_exclude`` for
    files that are named too; ``versions`` are (such a glob, subject, version), ``pairs`` are (client, server),
    written at ``pair_places``. ``overrides`` hold for some files only. ``preview`` runs policies that are being tried
    out; with a ``ruleset`` those are all that it does not have. Findings at or above ``fail_on`` fail the run.

    ``policies`` and ``advisories`` are folders of further ones. ``config_paths`` are the settings files that were read,
    the nearest first. ``ignores`` are the findings that the settings leave alone, ``baseline`` is the path of the file
    with those that were there before; all paths are absolute. ``today`` is a day as ``2027-01-31``: what is ignored
    until an earlier one is reported. Without it nothing ends. ``named`` is where the settings name policies and
    parameters, by key and name: ``ignore a/b``, ``params a/b most``.
    """

    profile: Profile = "default"
    fail_on: Severity = Severity.WARNING
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = NOTHING
    params: Mapping[str, Mapping[str, bool | int | float | str]] = NOTHING
    exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    versions: tuple[tuple[str, str, str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    pair_places: tuple[PairPlaces, ...] = ()
    preview: bool = False
    ruleset: str | None = None
    overrides: tuple[Override, ...] = ()
    policies: tuple[str, ...] = ()
    advisories: tuple[str, ...] = ()
    config_paths: tuple[str, ...] = ()
    ignores: tuple[IgnoreEntry, ...] = ()
    baseline: str | None = None
    today: str = ""
    named: Mapping[str, Spot] = NOTHING


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line says; ``None`` and empty for nothing.

    ``select`` replaces what the settings select, ``ignore``, ``policies`` and ``advisories`` add to theirs. ``assume``
    are versions for all files, ``NAME=VERSION``, which win over those of the settings. Paths are relative to the
    working folder; an empty ``baseline`` is none, whatever the settings say.
    """

    profile: Profile | None = None
    fail_on: Severity | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool = False
    config: str | None = None
    no_config: bool = False
    policies: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    advisories: tuple[str, ...] = ()
    baseline: str | None = None
    today: str = ""


def load(flags: Flags, folder: str) -> Options:
    """The options of a run started in the absolute ``folder``; raises ``Faults`` with all faults of the settings.

    A file inherits what the files in the folders above it say, up to one that says ``inherit: false``.
    """
    given = Settings()
    paths: list[str] = []
    for path, found in _read_all(_settings_paths(flags, folder), folder):
        from linter.settings.inherit import over

        given = over(given, found) if paths else found
        paths.append(path)
    fail_on = None if given.fail_on is None else Severity[given.fail_on.upper()]
    return Options(
        profile=flags.profile or cast("Profile", given.profile or "default"),
        fail_on=flags.fail_on or fail_on or Severity.WARNING,
        select=flags.select or given.select or (),
        ignore=(*given.ignore, *flags.ignore),
        severity=given.severity,
        params=given.params,
        exclude=given.exclude,
        force_exclude=bool(given.force_exclude),
        versions=(*given.versions, *versions_given(flags.assume)),
        pairs=given.pairs,
        pair_places=given.pair_places,
        preview=flags.preview or bool(given.preview),
        ruleset=given.ruleset,
        overrides=given.overrides,
        policies=_folders(given.policies, flags.policies, folder),
        advisories=_folders(given.advisories, flags.advisories, folder),
        config_paths=tuple(paths),
        ignores=given.ignores,
        baseline=(given.baseline if flags.baseline is None else _seen(flags.baseline, folder)) or None,
        today=flags.today,
        named=given.named,
    )


def _read_all(paths: Iterable[str], folder: str) -> Iterator[tuple[str, Settings]]:
    """The settings of the files at ``paths``, nearest first, as far as they are inherited; raises ``Faults``."""
    faults: list[Faults] = []
    for path in paths:
        name = shown(path, folder)
        try:
            item = read(path, name)
            if item is None and path.endswith(".toml"):
                raise Faults((UsageFault("has no table [tool.deadpeer]", name),))
            found = settings(name, item, path)
        except Faults as wrong:
            faults.append(wrong)
            continue
        yield path, found
        if not found.inherit:
            break
    if faults:
        raise Faults(tuple(fault for wrong in faults for fault in wrong.faults))


def _folders(given: tuple[str, ...], added: tuple[str, ...], folder: str) -> tuple[str, ...]:
    """Each folder once: one that two settings files name holds no policy twice."""
    return tuple(dict.fromkeys((*given, *(_seen(one, folder) for one in added))))


def _seen(path: str, folder: str) -> str:
    return path and os.path.normpath(os.path.join(folder, path))


def _settings_paths(flags: Flags, folder: str) -> Iterable[str]:
    if flags.config is not None and flags.no_config:
        raise Faults((UsageFault("--config and --no-config exclude each other"),))
    if flags.config is not None:
        return (os.path.join(folder, flags.config),)
    return () if flags.no_config else discover(folder)

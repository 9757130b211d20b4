"""What settings may hold: every fault of a file at once, each with its place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from linter.faults import Faults, UsageFault
from linter.record import NOTHING, dataclass
from linter.settings.ignores import IgnoreEntry, is_day
from linter.settings.item import Item, PairPlaces, Spot
from linter.settings.overrides import Override
from linter.settings.reader import Reader, suggestion

PROFILES = ("default", "recommended", "pedantic")
LEVELS = ("error", "warning", "note")
SEVERITIES = (*LEVELS, "off")


@dataclass(frozen=True, slots=True)
class Settings:
    """A file's settings; ``None`` for what it does not say. Paths of other files and folders are absolute."""

    profile: str | None = None
    fail_on: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = NOTHING
    params: Mapping[str, Mapping[str, bool | int | float | str]] = NOTHING
    exclude: tuple[str, ...] = ()
    force_exclude: bool | None = None
    versions: tuple[tuple[str, str, str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    pair_places: tuple[PairPlaces, ...] = ()
    preview: bool | None = None
    ruleset: str | None = None
    overrides: tuple[Override, ...] = ()
    ignores: tuple[IgnoreEntry, ...] = ()
    baseline: str | None = None
    policies: tuple[str, ...] = ()
    advisories: tuple[str, ...] = ()
    inherit: bool = True
    named: Mapping[str, Spot] = NOTHING


KEYS = (
    "profile",
    "fail-on",
    "select",
    "ignore",
    "severity",
    "params",
    "exclude",
    "force-exclude",
    "versions",
    "pairs",
    "preview",
    "ruleset",
    "overrides",
    "ignores",
    "baseline",
    "policies",
    "advisories",
    "inherit",
)
OVERRIDES = ("files", "profile", "ignore", "severity", "params")


def settings(path: str, item: Item | None, file: str = "") -> Settings:
    """The settings that ``item`` states; raises ``Faults``, which call the file ``path``.

    ``file`` is its absolute path, from which it sees others.
    """
    if item is None:
        return Settings()
    reader = _Reader(path, file)
    found = reader.settings(item)
    if reader.faults:
        raise Faults(tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column))))
    return found


class _Reader(Reader):
    def settings(self, item: Item) -> Settings:
        table = self.table(item, "the whole file", KEYS)
        given = {key: entry.item for key, entry in table.items()}
        pairs = tuple(pair for one in self.items(given.get("pairs"), "pairs") for pair in self._pair(one))
        select = given.get("select")
        return Settings(
            profile=self.one_of(given.get("profile"), "profile", PROFILES),
            fail_on=self.one_of(given.get("fail-on"), "fail-on", LEVELS),
            select=None if select is None else self.texts(select, "select", "policy ids or globs"),
            ignore=self.texts(given.get("ignore"), "ignore", "policy ids or globs"),
            severity=self._severity(given.get("severity")),
            params=self._params(given.get("params")),
            exclude=self.globs(given.get("exclude"), "exclude"),
            force_exclude=self.flag(given.get("force-exclude"), "force-exclude"),
            versions=tuple(
                line for one in self.items(given.get("versions"), "versions") for line in self._version(one)
            ),
            pairs=tuple((client, server) for client, server, _ in pairs),
            pair_places=tuple(places for _, _, places in pairs),
            preview=self.flag(given.get("preview"), "preview"),
            ruleset=self._ruleset(given.get("ruleset")),
            overrides=tuple(
                one for item in self.items(given.get("overrides"), "overrides") for one in self._override(item)
            ),
            ignores=tuple(one for item in self.items(given.get("ignores"), "ignores") for one in self._ignore(item)),
            baseline=self._baseline(given.get("baseline")),
            policies=self._folders(given.get("policies"), "policies"),
            advisories=self._folders(given.get("advisories"), "advisories"),
            inherit=self.flag(given.get("inherit"), "inherit") is not False,
            named=self.named,
        )

    def _baseline(self, item: Item | None) -> str | None:
        if item is None:
            return None
        found = self._beside(self.text(item, "baseline"))
        self.name("baseline", found, item.at)
        return found

    def _ruleset(self, item: Item | None) -> str | None:
        if item is None:
            return None
        from linter.settings.rulesets import rulesets

        if isinstance(item.value, int | float) and not isinstance(item.value, bool):
            self.fault("`ruleset` is read as a number: put it in quotes", item.at)
            return None
        return self.one_of(item, "ruleset", tuple(rulesets()))

    def _override(self, item: Item) -> Iterable[Override]:
        table = self.table(item, "an entry of `overrides`", OVERRIDES)
        given = {key: entry.item for key, entry in table.items()}
        files = given.get("files")
        if isinstance(item.value, dict):
            if files is None:
                self.fault("the entry of `overrides` has no `files`", item.at)
            if not given.keys() - {"files"}:
                self.fault(f"the entry of `overrides` says nothing: give {', '.join(OVERRIDES[1:])}", item.at)
        yield Override(
            self._files(files),
            self.one_of(given.get("profile"), "profile", PROFILES),
            self.texts(given.get("ignore"), "ignore", "policy ids or globs"),
            self._severity(given.get("severity")),
            self._params(given.get("params")),
        )

    def _files(self, item: Item | None) -> tuple[str, ...]:
        """One glob, or a list of them."""
        if item is None or isinstance(item.value, list):
            return self.globs(item, "files")
        return (self.glob(item, "files"),)

    def _folders(self, item: Item | None, what: str) -> tuple[str, ...]:
        found = []
        for one in self.items(item, what):
            folder = self.text(one, f"an entry of `{what}`")
            if folder and not os.path.isdir(self._beside(folder)):
                from linter.text.folder import POLICIES, no_folder

                self.fault(f"{what}: {no_folder(self._beside(folder), POLICIES, folder)}", one.at)
            found.append(self._beside(folder))
        return tuple(found)

    def _beside(self, path: str) -> str:
        """``path`` as seen from the settings file."""
        return os.path.normpath(os.path.join(os.path.dirname(self._file), path))

    def _severity(self, item: Item | None) -> dict[str, str]:
        found: dict[str, str] = {}
        for policy, entry in self.table(item, "severity").items():
            self.name("severity", policy, entry.at)
            level = self.one_of(entry.item, f"the severity of {policy}", SEVERITIES)
            if level is not None:
                found[policy] = level
        return found

    def _params(self, item: Item | None) -> dict[str, dict[str, bool | int | float | str]]:
        found: dict[str, dict[str, bool | int | float | str]] = {}
        for policy, entry in self.table(item, "params").items():
            values = found.setdefault(policy, {})
            self.name("params", policy, entry.at)
            for name, value in self.table(entry.item, f"what `params` says of {policy}").items():
                self.name("params", f"{policy} {name}", value.at)
                if isinstance(value.item.value, bool | int | float | str):
                    values[name] = value.item.value
                else:
                    self.fault(f"the parameter `{name}` has to be a text, a number, true or false", value.item.at)
        return found

    def _version(self, item: Item) -> Iterable[tuple[str, str, str]]:
        table = self.table(item, "an entry of `versions`")
        files = self._files(table["files"].item) if "files" in table else ("*",)
        subjects = [(subject, entry) for subject, entry in table.items() if subject != "files"]
        if isinstance(item.value, dict) and not subjects:
            self.fault("an entry of `versions` has to say what has which version, as in `name: 1.2.3`", item.at)
        for subject, entry in subjects:
            wrong = no_subject(subject, "files")
            if wrong:
                self.fault(wrong, entry.at)
            value = entry.item.value
            if isinstance(value, int | float) and not isinstance(value, bool):
                self.fault(f"the version of {subject} is read as a number: put it in quotes", entry.item.at)
                continue
            version = self.text(entry.item, f"the version of {subject}")
            if version and not is_version(version):
                self.fault(f"`{version}` is no version", entry.item.at)
            yield from ((pattern, subject, version) for pattern in files)

    def _pair(self, item: Item) -> Iterable[tuple[str, str, PairPlaces]]:
        ends = ("client", "server")
        table = self.table(item, "an entry of `pairs`", ends)
        missing = [end for end in ends if end not in table]
        if missing and isinstance(item.value, dict):
            self.fault(f"the pair has no `{missing[0]}`", item.at)
        given = [self.text(table[end].item, end) for end in ends if end in table]
        if len(given) == len(ends):
            yield given[0], given[1], PairPlaces(self._file, table["client"].item.at, table["server"].item.at)

    def _ignore(self, item: Item) -> Iterable[IgnoreEntry]:
        table = self.table(item, "an entry of `ignores`", ("policy", "reason", "files", "until"))
        missing = [key for key in ("policy", "reason") if key not in table]
        if missing and isinstance(item.value, dict):
            self.fault(f"the entry of `ignores` has no `{missing[0]}`", item.at)
        given = {key: entry.item for key, entry in table.items()}
        until = self._day(given["until"]) if "until" in given else ""
        files = self.glob(given["files"], "files") if "files" in given else "*"
        if not missing:
            policy, reason = (self.text(given[key], key) for key in ("policy", "reason"))
            yield IgnoreEntry(policy, reason, files, until, given["policy"].at, self._file)

    def _day(self, item: Item) -> str:
        """A day, which TOML has a type for."""
        written = str(item.value)
        if is_day(written):
            return written
        self.fault("`until` has to be a day, as in 2027-01-31", item.at)
        return ""


def versions_given(words: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """``NAME=VERSION`` as entries of `versions` for all files; raises ``Faults``."""
    found, faults = [], []
    for word in words:
        subject, _, version = word.partition("=")
        if not version or not is_version(version):
            faults.append(UsageFault(f"--assume: `{word}` names no version; give it as in `NAME=1.2.3`"))
        elif wrong := no_subject(subject):
            faults.append(UsageFault(f"--assume: {wrong}"))
        found.append(("*", subject, version))
    if faults:
        raise Faults(tuple(faults))
    return tuple(found)


def no_subject(name: str, *also: str) -> str:
    """Why nothing that has a version can be called ``name``, else ``""``; ``also`` are words that may be meant."""
    from linter.system import subjects

    known = subjects()
    if name in known or any(sign in name for sign in "/:"):
        return ""
    near = suggestion(name, (*known, *also)) or f": give a package, or one of {', '.join(known)}"
    return f"`{name}` is nothing that has a version{near}"


def is_version(text: str) -> bool:
    """Whether any scheme can read it; one of them takes any word, but no release is called by one."""
    from typing import get_args

    from linter.versions.version import Scheme, parse

    return text.removeprefix("v")[:1].isdigit() and any(parse(scheme, text) for scheme in get_args(Scheme))

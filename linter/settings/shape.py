"""What settings may hold: every fault of a file at once, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linter.faults import Fault, Faults, UsageFault
from linter.record import dataclass
from linter.settings.ignores import IgnoreEntry, is_day
from linter.settings.item import At, Entry, Item

PROFILES = ("default", "recommended", "pedantic")
LEVELS = ("error", "warning", "note")
SEVERITIES = (*LEVELS, "off")


@dataclass(frozen=True, slots=True)
class Settings:
    """A file's settings; ``None`` for what it does not say."""

    profile: str | None = None
    fail_on: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] | None = None
    params: Mapping[str, Mapping[str, bool | int | float | str]] | None = None
    exclude: tuple[str, ...] = ()
    versions: tuple[tuple[str, str, str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    pair_places: tuple[tuple[At, At], ...] = ()
    preview: bool | None = None
    ignores: tuple[IgnoreEntry, ...] = ()
    baseline: str | None = None


KEYS = (
    "profile",
    "fail-on",
    "select",
    "ignore",
    "severity",
    "params",
    "exclude",
    "versions",
    "pairs",
    "preview",
    "ignores",
    "baseline",
)


def settings(path: str, item: Item | None) -> Settings:
    """The settings that ``item`` states; raises ``Faults``."""
    if item is None:
        return Settings()
    reader = _Reader(path)
    found = reader.settings(item)
    if reader.faults:
        raise Faults(tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column))))
    return found


class _Reader:
    def __init__(self, path: str) -> None:
        self.faults: list[Fault] = []
        self._path = path

    def settings(self, item: Item) -> Settings:
        table = self._table(item, "the whole file", KEYS)
        given = {key: entry.item for key, entry in table.items()}
        select = given.get("select")
        severity = given.get("severity")
        params = given.get("params")
        preview = given.get("preview")
        pairs = tuple(pair for one in self._list(given.get("pairs"), "pairs") for pair in self._pair(one))
        baseline = given.get("baseline")
        return Settings(
            profile=self._one_of(given.get("profile"), "profile", PROFILES),
            fail_on=self._one_of(given.get("fail-on"), "fail-on", LEVELS),
            select=None if select is None else self._texts(select, "select", "policy ids or globs"),
            ignore=self._texts(given.get("ignore"), "ignore", "policy ids or globs"),
            severity=None if severity is None else self._severity(severity),
            params=None if params is None else self._params(params),
            exclude=self._texts(given.get("exclude"), "exclude", "globs over paths"),
            versions=tuple(
                line for one in self._list(given.get("versions"), "versions") for line in self._version(one)
            ),
            pairs=tuple((client, server) for client, server, _ in pairs),
            pair_places=tuple(places for _, _, places in pairs),
            preview=None if preview is None else self._bool(preview, "preview"),
            ignores=tuple(one for item in self._list(given.get("ignores"), "ignores") for one in self._ignore(item)),
            baseline=None if baseline is None else self._text(baseline, "baseline"),
        )

    def _severity(self, item: Item) -> dict[str, str]:
        found = {}
        for policy, entry in self._table(item, "severity").items():
            level = self._one_of(entry.item, f"the severity of {policy}", SEVERITIES)
            if level is not None:
                found[policy] = level
        return found

    def _params(self, item: Item) -> dict[str, dict[str, bool | int | float | str]]:
        found: dict[str, dict[str, bool | int | float | str]] = {}
        for policy, entry in self._table(item, "params").items():
            values = found.setdefault(policy, {})
            for name, value in self._table(entry.item, f"what `params` says of {policy}").items():
                if isinstance(value.item.value, bool | int | float | str):
                    values[name] = value.item.value
                else:
                    self._fault(f"the parameter `{name}` has to be a text, a number, true or false", value.item.at)
        return found

    def _version(self, item: Item) -> Iterable[tuple[str, str, str]]:
        table = self._table(item, "an entry of `versions`")
        files = self._text(table["files"].item, "files") if "files" in table else "*"
        subjects = [(subject, entry) for subject, entry in table.items() if subject != "files"]
        if isinstance(item.value, dict) and not subjects:
            self._fault("an entry of `versions` has to say what has which version, as in `name: 1.2.3`", item.at)
        for subject, entry in subjects:
            if subject not in _systems() and not any(sign in subject for sign in "/:"):
                near = suggestion(subject, (*_systems(), "files"))
                known = f"a package, or one of {', '.join(_systems())}"
                self._fault(f"`{subject}` is nothing that has a version{near or f': give {known}'}", entry.at)
            value = entry.item.value
            if isinstance(value, int | float) and not isinstance(value, bool):
                self._fault(f"the version of {subject} is read as a number: put it in quotes", entry.item.at)
                continue
            version = self._text(entry.item, f"the version of {subject}")
            if version and not is_version(version):
                self._fault(f"`{version}` is no version", entry.item.at)
            yield files, subject, version

    def _pair(self, item: Item) -> Iterable[tuple[str, str, tuple[At, At]]]:
        ends = ("client", "server")
        table = self._table(item, "an entry of `pairs`", ends)
        missing = [end for end in ends if end not in table]
        if missing and isinstance(item.value, dict):
            self._fault(f"the pair has no `{missing[0]}`", item.at)
        given = [self._text(table[end].item, end) for end in ends if end in table]
        if len(given) == len(ends):
            yield given[0], given[1], (table["client"].item.at, table["server"].item.at)

    def _ignore(self, item: Item) -> Iterable[IgnoreEntry]:
        table = self._table(item, "an entry of `ignores`", ("policy", "reason", "files", "until"))
        missing = [key for key in ("policy", "reason") if key not in table]
        if missing and isinstance(item.value, dict):
            self._fault(f"the entry of `ignores` has no `{missing[0]}`", item.at)
        given = {key: entry.item for key, entry in table.items()}
        until = self._day(given["until"]) if "until" in given else ""
        files = self._text(given["files"], "files") if "files" in given else "*"
        if not missing:
            policy, reason = (self._text(given[key], key) for key in ("policy", "reason"))
            yield IgnoreEntry(policy, reason, files, until, given["policy"].at)

    def _day(self, item: Item) -> str:
        """A day, which TOML has a type for."""
        written = str(item.value)
        if is_day(written):
            return written
        self._fault("`until` has to be a day, as in 2027-01-31", item.at)
        return ""

    def _table(self, item: Item, what: str, keys: Sequence[str] | None = None) -> Mapping[str, Entry]:
        if not isinstance(item.value, dict):
            self._fault(f"{_called(what)} has to be a mapping", item.at)
            return {}
        table: dict[str, Entry] = item.value
        for key, entry in table.items():
            if not key:
                self._fault("a key is empty", entry.at)
            elif keys is not None and key not in keys:
                self._fault(f"unknown key `{key}`{suggestion(key, keys)}", entry.at)
        return table

    def _list(self, item: Item | None, what: str) -> Sequence[Item]:
        if item is None:
            return ()
        if not isinstance(item.value, list):
            self._fault(f"{_called(what)} has to be a list", item.at)
            return ()
        return item.value

    def _texts(self, item: Item | None, what: str, of: str) -> tuple[str, ...]:
        if item is not None and not isinstance(item.value, list):
            self._fault(f"`{what}` has to be a list of {of}", item.at)
            return ()
        return tuple(self._text(one, f"an entry of `{what}`") for one in self._list(item, what))

    def _text(self, item: Item, what: str) -> str:
        if isinstance(item.value, str) and item.value:
            return item.value
        self._fault(f"{_called(what)} has to be a text that is not empty", item.at)
        return ""

    def _bool(self, item: Item, what: str) -> bool:
        if isinstance(item.value, bool):
            return item.value
        self._fault(f"{_called(what)} has to be true or false", item.at)
        return False

    def _one_of(self, item: Item | None, what: str, words: Sequence[str]) -> str | None:
        if item is None:
            return None
        if isinstance(item.value, str) and item.value in words:
            return item.value
        near = suggestion(item.value, words) if isinstance(item.value, str) else ""
        self._fault(f"{_called(what)} is one of {', '.join(words)}{near}", item.at)
        return None

    def _fault(self, message: str, at: At) -> None:
        self.faults.append(UsageFault(message, self._path, *at))


def versions_given(words: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
    """``NAME=VERSION`` as entries of `versions` for all files; raises ``Faults``."""
    found, faults = [], []
    for word in words:
        subject, _, version = word.partition("=")
        if not version or not is_version(version):
            faults.append(UsageFault(f"--assume: `{word}` names no version; give it as in `NAME=1.2.3`"))
        elif subject not in _systems() and not any(sign in subject for sign in "/:"):
            near = suggestion(subject, _systems())
            known = f": give a package, or one of {', '.join(_systems())}"
            faults.append(UsageFault(f"--assume: `{subject}` is nothing that has a version{near or known}"))
        found.append(("*", subject, version))
    if faults:
        raise Faults(tuple(faults))
    return tuple(found)


def _systems() -> tuple[str, ...]:
    from linter.system import names

    return names()


def is_version(text: str) -> bool:
    """Whether any scheme can read it; one of them takes any word, but no release is called by one."""
    from typing import get_args

    from linter.versions.version import Scheme, parse

    return text.removeprefix("v")[:1].isdigit() and any(parse(scheme, text) for scheme in get_args(Scheme))


def suggestion(word: str, known: Iterable[str]) -> str:
    """`` (did you mean `x`?)`` for the nearest of ``known``, or nothing where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean `{near[0]}`?)" if near else ""


def _called(what: str) -> str:
    """A single key in quotes, a description as it is."""
    return what if " " in what else f"`{what}`"

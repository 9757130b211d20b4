"""Reads the items of a settings file one by one; what is wrong is noted with its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linter.faults import Fault, UsageFault
from linter.settings.item import At, Entry, Item, Spot


class Reader:
    """Gives what items hold; for what is wrong it adds to ``faults`` and gives a harmless value.

    ``named`` is where policies, parameters and the baseline are named, as ``ignore a/b``; ``file`` is the absolute path
    of what faults call ``path``.
    """

    def __init__(self, path: str, file: str) -> None:
        self.faults: list[Fault] = []
        self.named: dict[str, Spot] = {}
        self._path = path
        self._file = file

    def table(self, item: Item | None, what: str, keys: Sequence[str] | None = None) -> Mapping[str, Entry]:
        if item is None:
            return {}
        if not isinstance(item.value, dict):
            self.fault(f"{_called(what)} has to be a mapping", item.at)
            return {}
        table: dict[str, Entry] = item.value
        for key, entry in table.items():
            if not key:
                self.fault("a key is empty", entry.at)
            elif keys is not None and key not in keys:
                self.fault(f"unknown key `{key}`{suggestion(key, keys)}", entry.at)
        return table

    def items(self, item: Item | None, what: str) -> Sequence[Item]:
        if item is None:
            return ()
        if not isinstance(item.value, list):
            self.fault(f"{_called(what)} has to be a list", item.at)
            return ()
        return item.value

    def texts(self, item: Item | None, what: str, of: str) -> tuple[str, ...]:
        if item is not None and not isinstance(item.value, list):
            self.fault(f"`{what}` has to be a list of {of}", item.at)
            return ()
        found = []
        for one in self.items(item, what):
            found.append(self.text(one, f"an entry of `{what}`"))
            self.name(what, found[-1], one.at)
        return tuple(found)

    def globs(self, item: Item | None, what: str) -> tuple[str, ...]:
        """Globs over reported paths; one that no such path can match is a fault, for it would do nothing in silence."""
        for one in item.value if item is not None and isinstance(item.value, list) else ():
            self._glob(one)
        return self.texts(item, what, "globs over paths")

    def glob(self, item: Item, what: str) -> str:
        self._glob(item)
        return self.text(item, what)

    def _glob(self, item: Item) -> None:
        given = item.value
        if isinstance(given, str) and given.startswith(("./", "../", "/")):
            self.fault(f"`{given}` matches no path: they are relative to the repository, as `a/b.yaml`", item.at)

    def name(self, key: str, name: str, at: At) -> None:
        """Notes where ``name`` is said, for whoever finds out that there is no such thing."""
        self.named.setdefault(f"{key} {name}", Spot(self._file, at))

    def text(self, item: Item, what: str) -> str:
        if isinstance(item.value, str) and item.value:
            return item.value
        self.fault(f"{_called(what)} has to be a text that is not empty", item.at)
        return ""

    def flag(self, item: Item | None, what: str) -> bool | None:
        if item is None or isinstance(item.value, bool):
            return None if item is None else item.value is True
        self.fault(f"{_called(what)} has to be true or false", item.at)
        return None

    def one_of(self, item: Item | None, what: str, words: Sequence[str]) -> str | None:
        if item is None:
            return None
        if isinstance(item.value, str) and item.value in words:
            return item.value
        near = suggestion(item.value, words) if isinstance(item.value, str) else ""
        self.fault(f"{_called(what)} is one of {', '.join(words)}{near}", item.at)
        return None

    def fault(self, message: str, at: At) -> None:
        self.faults.append(UsageFault(message, self._path, *at))


def suggestion(word: str, known: Iterable[str]) -> str:
    """`` (did you mean `x`?)`` for the nearest of ``known``, or nothing where none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" (did you mean `{near[0]}`?)" if near else ""


def _called(what: str) -> str:
    """A single key in quotes, a description as it is."""
    return what if " " in what else f"`{what}`"

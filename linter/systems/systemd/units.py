"""Units with their drop-ins. Source: systemd.unit(5), systemd.exec(5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.nearest import Ends, Nearest
from linter.facts.tree import Key, Map, Seq, Text
from linter.record import dataclass
from linter.syntax.document import Place
from linter.system import Fragment
from linter.systems.systemd.claim import unit_of


@dataclass(frozen=True, slots=True)
class Unit:
    """A service: the file that stands for it, and the settings of all its files in the order in which they count.

    ``unsure`` says why there may be others, else it is ``""``.
    """

    name: str
    place: Place
    settings: Sequence[Key]
    unsure: str = ""


class Environments:
    """The environment files of the input, found as units name them."""

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        self._files = Ends()
        self._variables: dict[str, Map] = {}
        for fragment in fragments:
            tree, path = fragment.data.get("variables"), fragment.place.path
            if fragment.kind == "environment" and isinstance(tree, Map):
                self._variables[path] = tree
                self._files.add(path)

    def named(self, wanted: str, unit: str) -> Map | None:
        """The variables of the file ``wanted`` of the machine, for the unit in the file ``unit``."""
        path = self._files.find(wanted, unit)
        return self._variables[path] if path is not None else None


def units(fragments: Sequence[Fragment]) -> Iterator[Unit]:
    """Every unit, and the drop-ins of units that are not in the input, by unit."""
    written = [fragment for fragment in fragments if fragment.kind == "unit"]
    named: dict[str, Nearest[str]] = {}
    for fragment in written:
        named.setdefault(_base(fragment.place.path), Nearest()).add(fragment.place.path, fragment.place.path)
    added, shared, alone = _dropins(fragments, named)
    for fragment in written:
        path = fragment.place.path
        settings = [*_settings(fragment), *(key for one in added.get(path, ()) for key in _settings(one))]
        why = f"{shared[path]} may change it" if path in shared else ""
        yield Unit(_base(path), _place(settings, fragment.place), _effective(settings), why)
    for (_, name), several in alone.items():
        settings = [key for one in several for key in _settings(one)]
        yield Unit(
            name, _place(settings, several[0].place), _effective(settings), "its unit is not in the files checked"
        )


def _dropins(
    fragments: Sequence[Fragment], named: Mapping[str, Nearest[str]]
) -> tuple[Mapping[str, Sequence[Fragment]], Mapping[str, str], Mapping[tuple[str, str], Sequence[Fragment]]]:
    """Drop-ins by the unit's file; one that may belong to several units, by these; those without a unit, by folder."""
    added: dict[str, list[Fragment]] = {}
    shared: dict[str, str] = {}
    alone: dict[tuple[str, str], list[Fragment]] = {}
    dropins = (fragment for fragment in fragments if fragment.kind == "dropin")
    for fragment in sorted(dropins, key=lambda one: (_base(one.place.path), one.place.path)):
        path = fragment.place.path
        folder = path.rpartition("/")[0]
        known = named.get(unit_of(path))
        near = known.to(f"{folder.rpartition('/')[0]}/x".lstrip("/")) if known is not None else ()
        if len(near) == 1:
            added.setdefault(near[0], []).append(fragment)
        elif near:
            shared.update(dict.fromkeys(near, path))
        else:
            alone.setdefault((folder, unit_of(path)), []).append(fragment)
    return added, shared, alone


def _base(path: str) -> str:
    return path.rpartition("/")[2]


def _settings(fragment: Fragment) -> Sequence[Key]:
    tree = fragment.data["settings"]
    return tuple(tree.entries) if isinstance(tree, Map) else ()


def _effective(settings: Sequence[Key]) -> Sequence[Key]:
    """What counts after the resets: an empty setting takes back those of its name before it."""
    found: list[Key] = []
    for key in settings:
        if words(key):
            found.append(key)
        else:
            found = [one for one in found if one.key != key.key]
    return found


def words(key: Key) -> Sequence[Text]:
    return [item for item in key.value.items if isinstance(item, Text)] if isinstance(key.value, Seq) else []


def _place(settings: Sequence[Key], default: Place) -> Place:
    """The last command's key, which stands for the unit."""
    return next((key.place for key in reversed(settings) if key.key == "ExecStart" and words(key)), default)

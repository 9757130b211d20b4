"""The elements that sources state, and the interfaces that they declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linter.facts.nearest import Nearest
from linter.facts.tree import Map, Text, Tree
from linter.facts.value import Slot, Unknown, Value
from linter.record import NamedTuple, dataclass
from linter.system import Fragment
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.settings import Setting

LOCKED = "sources are not edited"
"""Why no fix is made in one."""


@dataclass(frozen=True, slots=True)
class Interface:
    """An interface in a source: its methods that give futures, and the candidates for what it extends.

    ``renamed``, ``given`` and ``instead`` are those of its fragment.
    """

    name: str
    methods: Map
    renamed: Map
    given: Map
    supers: tuple[tuple[str, ...], ...]
    generated: bool
    instead: str = ""


class Giving(NamedTuple):
    """What gives a future: a method of an interface, ``""`` where only its type is known, and the type that says so.

    ``doubt`` is why it is not sure.
    """

    interface: Interface
    method: str
    returns: Text
    doubt: str = ""


class Sources:
    """What all sources declare, to be asked once all are there; ``named`` are interfaces that other files name."""

    def __init__(self, fragments: Mapping[str, Sequence[Fragment]], named: set[str]) -> None:
        generated = {one.place.path for one in fragments.get("source", ()) if one.data["generated"]}
        self._interfaces: dict[str, Nearest[Interface]] = {}
        self._declared = fragments.get("declared", ())
        self._calls = fragments.get("call", ())
        self._sources = fragments.get("source", ())
        for fragment in fragments.get("interface", ()):
            name, supers = str(fragment.data["name"]), str(fragment.data["supers"])
            trees = (fragment.data[key] for key in ("tree", "renamed", "given"))
            methods, renamed, given = (tree for tree in trees if isinstance(tree, Map))
            parents = tuple(tuple(one.split(",")) for one in supers.split("|") if one)
            path = fragment.place.path
            instead = str(fragment.data["instead"])
            found = Interface(name, methods, renamed, given, parents, path in generated, instead)
            self._interfaces.setdefault(name, Nearest()).add(path, found)
        self._namesakes = {str(one.data["name"]) for one in fragments.get("namesake", ())}
        self._aliases = _aliases(fragments.get("alias", ()))
        self._known = named | set(self._interfaces)
        for fragment in self._declared:
            listed = str(fragment.data["interfaces"])
            if listed and "," not in listed:
                self._known.add(listed)

    def elements(self) -> Iterator[Element]:
        """References, services and the other objects, then calls that are asynchronous by themselves."""
        made: dict[tuple[str, str], Element] = {}
        for fragment in self._declared:
            element = self._element(fragment, made)
            made[fragment.place.doc.id, element.path] = element
            yield element
        for fragment in self._calls:
            yield _call(fragment)

    def _element(self, fragment: Fragment, made: Mapping[tuple[str, str], Element]) -> Element:
        data = {key: value for key, value in fragment.data.items() if isinstance(value, str)}
        doc = fragment.place.doc
        return Element(
            data["kind"],
            data["form"],
            doc,
            fragment.place,
            data["path"],
            dict(_settings(fragment.data["settings"])),
            dict(_settings(fragment.data["params"])),
            "",
            self._resolved(data["interfaces"].split(",")),
            data.get("method", ""),
            data["written"],
            made.get((doc.id, data.get("parent", ""))),
        )

    def _resolved(self, candidates: Sequence[str]) -> str:
        """The first candidate that anything else names too; where there are several unknown ones, the simple name."""
        found = next((one for one in candidates if one in self._known), None)
        if found is not None or len(candidates) == 1:
            return found or candidates[0]
        return candidates[0].rpartition(".")[2]

    def called(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Each source's path with the names of the methods that it calls."""
        for fragment in self._sources:
            yield fragment.place.path, str(fragment.data["calls"]).split(",")

    def futures(self, name: str, path: str) -> Iterator[Giving]:
        """The methods of the interface ``name``, as the file ``path`` means it, that give futures, also inherited."""
        pending, seen = [name], {name}
        while pending:
            known = self._interfaces.get(pending.pop())
            for found in () if known is None else known.to(path):
                yield from self._giving(found)
                for parents in found.supers:
                    parent = self._resolved(parents)
                    if parent not in seen:
                        seen.add(parent)
                        pending.append(parent)

    def _giving(self, found: Interface) -> Iterator[Giving]:
        """What one interface gives; a future's simple name means a type of the package that is called so."""
        other = found.instead.rpartition(".")[2] if found.instead in self._namesakes else ""
        for entry in found.methods.entries:
            if isinstance(entry.value, Text) and entry.value.text != other:
                yield Giving(found, entry.key, entry.value)
        for entry in found.renamed.entries if self._aliases else ():
            if isinstance(entry.value, Text):
                meant = entry.value.text.split(",")
                if not self._aliases.keys().isdisjoint(meant):
                    simple = meant[0].rpartition(".")[2]
                    sure = len(meant) == 1 and self._aliases[meant[0]]
                    doubt = "" if sure else f"`{simple}` may be another name of `CompletableFuture`"
                    yield Giving(found, entry.key, entry.value, doubt)
        for entry in found.given.entries:
            if isinstance(entry.value, Text) and entry.value.text != other:
                doubt = f"whether a method of `{entry.key}` gives the `{entry.value.text}` that it is for is not known"
                yield Giving(found, "", entry.value, doubt)


def _aliases(fragments: Sequence[Fragment]) -> dict[str, bool]:
    """The other names of the future, also by way of one another, and whether each is surely one."""
    found = {str(one.data["name"]): True for one in fragments if not one.data["of"]}
    other = [(str(one.data["name"]), str(one.data["of"]).split(",")) for one in fragments if one.data["of"]]
    while True:
        more = {
            name: len(of) == 1 and found[of[0]]
            for name, of in other
            if name not in found and not found.keys().isdisjoint(of)
        }
        if not more:
            return found
        found.update(more)


def _settings(tree: Tree | str) -> Iterator[tuple[str, Setting]]:
    for entry in tree.entries if isinstance(tree, Map) else ():
        if isinstance(entry.value, Text):
            route = (entry.key,)
            yield entry.key, Setting(entry.value, Slot(entry.value.place, route, 1, locked=LOCKED))


def _call(fragment: Fragment) -> Element:
    form, path, written, why = (str(fragment.data[key]) for key in ("form", "path", "written", "why"))
    place = fragment.place
    slot = Slot(place, (path,), 1, locked=LOCKED)
    said = Setting(Text(place.doc, place.start, place.end, why or "true"), slot)
    return Element("call", form, place.doc, place, path, {"async": said}, {}, written=f"the call of {written}")


def certainty(element: Element) -> Value:
    """Whether a call is asynchronous: true, or unknown with the reason."""
    said = element.settings["async"]
    data = True if said.tree.text == "true" else Unknown(said.tree.text)
    return Value(data, "written", said.slot)

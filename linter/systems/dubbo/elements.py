"""One model for the three forms of configuration: elements with their settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.tree import Key, Map, Text
from linter.facts.value import Slot
from linter.record import dataclass
from linter.syntax.document import DocRef, Place, Route
from linter.system import Fragment
from linter.systems.dubbo.flat import Named, named
from linter.systems.dubbo.profiles import profile_of
from linter.systems.dubbo.settings import Setting
from linter.systems.dubbo.written import as_text
from linter.text.fixture import is_test

KIND = "@="
"""The key under which a bean of XML says which element it stands for."""

COMPILED = ("xml", "annotation", "java", "kotlin")
"""Forms that make an object each; the others are keys for objects made elsewhere."""

ENVIRONMENT = "environment"
"""The form of what variables of a container set."""

ELEMENTS = frozenset(
    (
        *("application", "registry", "protocol", "provider", "consumer", "service", "reference", "method"),
        *("parameter", "config-center"),
    )
)


@dataclass(frozen=True, slots=True)
class Element:
    """Settings that belong together: an XML element, or the keys of one prefix.

    ``form`` is ``xml``, ``properties``, ``yaml`` or how a source says it; ``ident`` the id or name it is known by,
    ``interface`` the service, ``method`` the method for ``kind`` ``method``. ``settings`` are by canonical name,
    ``params`` by name as written. ``written`` is what messages call it, for keys their prefix (``dubbo.consumer``),
    ``profile`` the Spring profile that it needs.
    """

    kind: str
    form: str
    doc: DocRef
    place: Place
    path: str
    settings: dict[str, Setting]
    params: dict[str, Setting]
    ident: str = ""
    interface: str = ""
    method: str = ""
    written: str = ""
    parent: Element | None = None
    profile: str = ""

    @property
    def id(self) -> str:
        return f"{self.doc.id}!{self.path}"

    @property
    def test(self) -> bool:
        """Whether it is part of a test, and never runs."""
        return is_test(self.doc.path)

    @property
    def name(self) -> str:
        """What messages call it."""
        subject = self.method or self.interface.rpartition(".")[2] or self.ident
        if self.form == "xml":
            return f"dubbo:{self.kind} {subject}".strip()
        return self.written

    @property
    def side(self) -> str:
        """``consumer`` or ``provider``."""
        if self.kind == "method":
            if self.parent is not None:
                return self.parent.side
            return "provider" if self.written.startswith("dubbo.service") else "consumer"
        return "provider" if self.kind in ("service", "provider", "protocol") else "consumer"

    def get(self, name: str) -> Setting | None:
        """A setting by canonical name: its own, else the parameter of that name."""
        return self.settings.get(name) or self.params.get(name)


def canonical(name: str) -> str:
    """A setting's name without the differences of relaxed binding."""
    return name.replace("-", "").replace("_", "").lower()


def elements(fragments: Mapping[str, list[Fragment]]) -> Iterator[Element]:
    """The elements of all fragments ``spring`` and ``settings``."""
    for fragment in fragments.get("spring", ()):
        tree = fragment.data["tree"]
        if isinstance(tree, Map):
            yield from _from_xml(tree)
    for fragment in fragments.get("settings", ()):
        tree = fragment.data["tree"]
        if isinstance(tree, Map):
            yield from _from_keys(tree, fragment.place.doc.syntax)


def _from_xml(root: Map) -> Iterator[Element]:
    stack: list[tuple[Map, Route, Element | None, str]] = [(root, (), None, "")]
    while stack:
        tree, route, parent, profile = stack.pop()
        following: list[tuple[Map, Route, Element | None, str]] = []
        for entry in tree.entries:
            if not isinstance(entry.value, Map):
                continue
            inner = (*route, entry.key)
            owner = parent
            kind = _kind(entry.value) or entry.key.rpartition("[")[0]
            if entry.value.flow and kind in ELEMENTS:
                if kind == "parameter":
                    _parameter(entry.value, inner, parent)
                    continue
                owner = _xml_element(entry, entry.value, inner, kind, parent, profile)
                yield owner
            named = entry.value.get("@profile") if not entry.value.flow else None
            within = named.text.strip() if isinstance(named, Text) else ""
            following.append((entry.value, inner, owner, within or profile))
        stack.extend(reversed(following))


def _kind(tree: Map) -> str:
    """What a bean stands for, ``""`` for an element."""
    said = tree.get(KIND)
    return said.text if isinstance(said, Text) else ""


def _xml_element(key: Key, tree: Map, route: Route, kind: str, parent: Element | None, profile: str) -> Element:
    settings = {}
    for entry in tree.entries:
        if isinstance(entry.value, Text) and entry.key != KIND:
            settings[canonical(entry.key[1:])] = Setting(entry.value, _slot(entry, entry.value, (*route, entry.key)))
    said = {name: setting.text for name, setting in settings.items()}
    interface = said.get("interface", "") or (parent.interface if kind == "method" and parent else "")
    return Element(
        kind,
        "xml",
        tree.doc,
        Place(tree.doc, key.start, key.end),
        "/".join(map(str, route)),
        settings,
        {},
        said.get("id", "") or said.get("name", ""),
        interface,
        said.get("name", "") if kind == "method" else "",
        parent=parent,
        profile=profile,
    )


def _parameter(tree: Map, route: Route, parent: Element | None) -> None:
    key, value = tree.get("@key"), tree.entry("@value")
    if parent is not None and isinstance(key, Text) and value is not None and isinstance(value.value, Text):
        parent.params[key.text] = Setting(value.value, _slot(value, value.value, (*route, "@value")))


def _slot(key: Key, text: Text, route: Route) -> Slot:
    """The slot of a written value: what ``slot`` finds from the root, without looking for it again."""
    place = text.place if text.end > text.start else Place(text.doc, key.start, key.end)
    return Slot(place, route, len(route), locked=text.locked)


def _from_keys(root: Map, form: str) -> Iterator[Element]:
    found: dict[tuple[str, str], Element] = {}
    profile = profile_of(root)
    for key in flattened(root, ()):
        name = named(key.segments)
        if name is None:
            continue
        element = found.get((name.kind, name.prefix))
        if element is None:
            element = found[name.kind, name.prefix] = _keys_element(form, name, key, profile)
        setting = Setting(key.tree, key.slot)
        if name.param:
            element.params[name.param] = setting
        else:
            element.settings[canonical(name.attribute)] = setting
    yield from found.values()


def _keys_element(form: str, name: Named, key: Flat, profile: str) -> Element:
    return Element(
        name.kind,
        form,
        key.place.doc,
        key.place,
        name.prefix,
        {},
        {},
        name.ident,
        name.interface,
        name.method,
        written=name.prefix,
        profile=profile,
    )


@dataclass(frozen=True, slots=True)
class Flat:
    """One scalar below ``dubbo`` with the dotted name that leads to it."""

    segments: tuple[str, ...]
    slot: Slot
    tree: Text
    place: Place


def flattened(tree: Map, route: Route, before: tuple[str, ...] = ()) -> Iterator[Flat]:
    """The scalars below ``tree`` that lie in no list."""
    for entry in tree.entries:
        segments = (*before, *steps(entry.key))
        inner = (*route, entry.key)
        value = as_text(entry.value)
        if isinstance(value, Map):
            yield from flattened(value, inner, segments)
        elif isinstance(value, Text):
            slot = _slot(entry, value, inner)
            yield Flat(segments, slot, value, Place(tree.doc, entry.start, entry.end))


def steps(key: str) -> list[str]:
    """The parts of a name; brackets, which Spring has around keys of maps, are dots to Dubbo's names."""
    return key.replace("[", ".").replace("]", "").strip(".").split(".") if "[" in key else key.split(".")

"""Which calls of a module give futures because an interface says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.value import Slot, Unknown, Value
from linter.syntax.document import Place
from linter.systems.dubbo.asyncs import Async
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.modules import Modules
from linter.systems.dubbo.releases import APACHE
from linter.systems.dubbo.sources.elements import LOCKED, Giving, Interface, Sources
from linter.text.fixture import is_test
from linter.versions.version import Version

_SOURCES = ("annotation", "java", "kotlin", "context", "attachment", "generic", "future")
_UNCALLED = Unknown("its interface is generated with methods that give futures, and no call of one is seen")


class Futures:
    """Asks the sources for the interfaces that modules refer to."""

    def __init__(self, sources: Sources, modules: Modules) -> None:
        self._sources = sources
        self._modules = modules
        self._called: dict[str, set[str]] = {}
        self._count: dict[str, int] = {}
        for path, names in sources.called():
            if not is_test(path):
                folder = modules.folder(path)
                self._called.setdefault(folder, set()).update(names)
                self._count[folder] = self._count.get(folder, 0) + 1
        self._known: dict[str, Sequence[Async]] = {}

    def of(self, group: Group) -> Sequence[Async]:
        """The evidence for the references of a module."""
        folder = group.module.folder
        if folder not in self._known:
            self._known[folder] = tuple(self._found(group))
        return self._known[folder]

    def searched(self, group: Group) -> str:
        """What was looked through for the module, as words."""
        files = len({one.doc.path for one in group.elements if one.form not in _SOURCES})
        sources = self._count.get(group.module.folder, 0)
        return f"{_counted(files, 'file')} of settings and {_counted(sources, 'source')} that may use it"

    def _found(self, group: Group) -> Iterator[Async]:
        seen: set[tuple[str, str]] = set()
        release = group.module.version.data
        applies: bool | Unknown = True
        if isinstance(release, Version):
            applies = release >= APACHE
        elif isinstance(release, Unknown):
            applies = release
        for reference in group.of("reference"):
            for giving in self._sources.futures(reference.interface, reference.doc.path):
                method, place = giving.method, giving.returns.place
                seen_here = self._modules.sees(group.module.folder, self._modules.folder(place.path))
                if (place.doc.id, method) not in seen and seen_here and not is_test(place.path):
                    seen.add((place.doc.id, method))
                    value = self._value(giving, group.module.folder)
                    element = _element(giving.interface, method, place, group.module.folder)
                    yield Async(element, "interface", value, applies, method)

    def _value(self, giving: Giving, folder: str) -> Value:
        method = giving.method
        slot = Slot(giving.returns.place, (method,), 1, locked=LOCKED)
        if giving.doubt:
            return Value(Unknown(giving.doubt), "written", slot)
        uncalled = giving.interface.generated and method not in self._called.get(folder, ())
        return Value(_UNCALLED if uncalled else True, "written", slot)


def _element(interface: Interface, method: str, place: Place, folder: str) -> Element:
    path = f"{folder or '.'}:{interface.name}.{method}"
    simple = interface.name.rpartition(".")[2]
    return Element(
        "future", "interface", place.doc, place, path, {}, {}, "", interface.name, method, f"{simple}.{method}"
    )


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"

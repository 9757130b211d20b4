"""What a rule or an override URL is about, and which Dubbo runs that."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.nearest import Nearest
from linter.facts.value import Evidence, Items, Unknown, Value
from linter.syntax.document import DocRef
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.modules import Module, Modules

_HOW = "say it with a comment `deadpeer: dubbo=2.7.23` in the file, or under `versions` in the settings"


class Governed:
    """Finds the modules behind services and applications."""

    def __init__(self, groups: Mapping[str, Group], modules: Modules) -> None:
        self._modules = modules
        self._services: dict[str, Nearest[Module]] = {}
        self._applications: dict[str, Nearest[Module]] = {}
        self._registries: Nearest[str | Unknown] = Nearest()
        for group in groups.values():
            for element in group.of("reference", "service"):
                if element.interface:
                    self._services.setdefault(element.interface, Nearest()).add(element.doc.path, group.module)
            for path, name in group.applications():
                self._applications.setdefault(name, Nearest()).add(path, group.module)
            for element in group.of("registry"):
                for kind in Group(group.module, [element]).registries():
                    self._registries.add(element.doc.path, kind)

    def version(self, doc: DocRef, scope: str, target: str) -> Value:
        """The Dubbo of what is governed: as told for the document, else that of the modules that it is about."""
        told = self._modules.said(doc)
        if told is not None:
            return told
        known = (self._applications if scope == "application" else self._services).get(target)
        found = [] if known is None else list(known.to(doc.path))
        if not found:
            own = self._modules.of(doc.path)
            found = [own] if own.built and not isinstance(own.version.data, Unknown) else []
        versions = {str(module.version.data): module for module in found}
        if len(versions) == 1:
            module = found[0]
            evidence = (Evidence(f"{module.name}, which it governs", module.place), *module.version.evidence)
            return Value(module.version.data, module.version.origin, None, evidence)
        if versions:
            listed = ", ".join(sorted({module.name for module in found}))
            return Value(Unknown(f"the modules it governs have different versions of Dubbo: {listed}"))
        return Value(Unknown(f"the version of Dubbo it is for is not known: no module for it was found; {_HOW}"))

    def registries(self, path: str) -> Value:
        """The kinds of registries named nearest to a file."""
        found = dict.fromkeys(self._registries.to(path))
        return Value(Items(tuple(Value(kind) for kind in found), complete=False))

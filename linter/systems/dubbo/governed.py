"""What a rule or an override URL is about, and which Dubbo runs that."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from linter.facts.nearest import Nearest
from linter.facts.value import Evidence, Items, Ref, Unknown, Value
from linter.syntax.document import DocRef
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.modules import Module, Modules
from linter.systems.dubbo.offered import other

_HOW = "say it with a comment `deadpeer: dubbo=2.7.23` in the file, or under `versions` in the settings"


class Governed:
    """Finds the modules behind services and applications."""

    def __init__(self, groups: Mapping[str, Group], modules: Modules) -> None:
        self._modules = modules
        self._services: dict[str, Nearest[Module]] = {}
        self._applications: dict[str, Nearest[Module]] = {}
        self._groups = groups
        for group in groups.values():
            for element in group.of("reference", "service"):
                if element.interface:
                    self._services.setdefault(element.interface, Nearest()).add(element.doc.path, group.module)
            for path, name in group.applications():
                self._applications.setdefault(name, Nearest()).add(path, group.module)

    def version(self, doc: DocRef, scope: str, target: str) -> Value:
        """The Dubbo of what is governed: as told for the document, else that of the modules that it is about.

        ``scope`` is ``service``, ``application``, or ``callers`` for whoever calls the application ``target``.
        """
        told = self._modules.said(doc)
        return self._modules.counting(self._of(doc, scope, target)) if told is None else told

    def _of(self, doc: DocRef, scope: str, target: str) -> Value:
        """The Dubbo of the modules that it is about."""
        found = self._about(doc.path, scope, target)
        if not found and scope != "callers":
            own = self._modules.of(doc.path)
            fits = own.built and not isinstance(own.version.data, Unknown) and not self._foreign(own, scope, target)
            found = [own] if fits else []
        versions = {str(module.version.data): module for module in found}
        if len(versions) == 1:
            module = found[0]
            evidence = (Evidence(f"{module.name}, which it governs", module.place), *module.version.evidence)
            return Value(module.version.data, module.version.origin, None, evidence)
        if versions:
            listed = ", ".join(sorted({_named(module) for module in found}))
            return Value(Unknown(f"the modules it governs have different versions of Dubbo: {listed}"))
        return Value(Unknown(f"the version of Dubbo it is for is not known: no module for it was found; {_HOW}"))

    def modules(self, path: str, scope: str, target: str) -> Value:
        """The modules that something in the file ``path`` is about, as far as the files show any."""
        found = dict.fromkeys(module.folder or "." for module in self._about(path, scope, target))
        return Value(Items(tuple(Value(Ref("dubbo.module", folder)) for folder in found), complete=False))

    def other(self, path: str, interface: str, group: str | None, version: str | None) -> Value:
        """What the service has instead of this group and version, as far as the files show; null where it has them."""
        folders = dict.fromkeys(module.folder for module in self._about(path, "service", interface))
        return other((self._groups[one] for one in folders if one in self._groups), interface, (group, version))

    def by_application(self, path: str, interface: str) -> Value:
        """Whether all modules that a URL is about register applications only, so that nobody looks for URLs."""
        folders = dict.fromkeys(module.folder for module in self._about(path, "service", interface))
        modes = [self._groups[one].register_mode() for one in folders if one in self._groups]
        if not modes:
            return Value(False)
        doubt = next((mode for mode in modes if isinstance(mode, Unknown)), None)
        return Value(doubt if doubt is not None else all(mode == "instance" for mode in modes))

    def registries(self, path: str, interface: str) -> Value:
        """The kinds of registries of the modules that a URL in the file ``path`` is about, else of the file's own."""
        modules = self._about(path, "service", interface)
        folders = [module.folder for module in modules] or [self._modules.folder(path)]
        groups = [self._groups[folder] for folder in folders if folder in self._groups]
        found = dict.fromkeys(kind for group in groups for kind in group.registries())
        return Value(Items(tuple(Value(kind) for kind in found), complete=False))

    def named(self) -> Mapping[str, Collection[str]]:
        """The names that the files have, ``application`` and ``service``."""
        return {"application": self._applications.keys(), "service": self._services.keys()}

    def names(self, key: str) -> str | None:
        """What a rule's key is for sure, ``service`` or ``application``: by its form, else by what the files name.

        Java has no hyphens in names, and only services have a group or a version.
        """
        if "/" in key or ":" in key or (key in self._services and key not in self._applications):
            return "service"
        hyphenated = "-" in key and "." not in key
        return "application" if hyphenated or (key in self._applications and key not in self._services) else None

    def _about(self, path: str, scope: str, target: str) -> list[Module]:
        if scope == "callers":
            return self._callers(path, target)
        known = (self._applications if scope == "application" else self._services).get(target)
        return [] if known is None else list(known.to(path))

    def _callers(self, path: str, application: str) -> list[Module]:
        """The modules that refer to a service of the application."""
        served = [self._groups[one.folder] for one in self._about(path, "application", application)]
        interfaces = dict.fromkeys(one.interface for group in served for one in group.of("service") if one.interface)
        near = {module.folder: module for name in interfaces for module in self._about(path, "service", name)}
        return [
            module
            for folder, module in near.items()
            if any(one.interface in interfaces for one in self._groups[folder].of("reference"))
        ]

    def _foreign(self, module: Module, scope: str, target: str) -> bool:
        """Whether a module's files name others of what ``target`` is: then it is not about the module."""
        group = self._groups.get(module.folder)
        if group is None:
            return False
        if scope == "application":
            return any(name != target for _, name in group.applications())
        return any(element.interface for element in group.of("reference", "service"))


def _named(module: Module) -> str:
    """A module with its version, where that is known."""
    return module.name if isinstance(module.version.data, Unknown) else f"{module.name} has {module.version.data}"

"""Which texts a container gets as environment variables."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.read import maps, string
from linter.facts.tree import Map, Text, at
from linter.facts.value import Evidence, Unknown
from linter.record import NamedTuple
from linter.syntax.document import Route
from linter.systems.kubernetes.manifest import Manifest
from linter.systems.kubernetes.references import ByName
from linter.systems.kubernetes.sources import File, file_of

_KEYS = (("configMapKeyRef", "ConfigMap"), ("secretKeyRef", "Secret"))
_WHOLE = (("configMapRef", "ConfigMap"), ("secretRef", "Secret"))


class Variable(NamedTuple):
    """Where a variable is set, what a Collector calls it, and its text."""

    where: Route
    target: str
    file: File


def variables(found: Manifest, route: Route, container: Map, configs: ByName) -> Iterator[Variable]:
    """The variables whose texts are documents: written in several lines, or keys of ConfigMaps and Secrets."""
    for index, source in maps(container.get("envFrom")):
        prefix = string(source.get("prefix")) or ""
        for field, kind in _WHOLE:
            name = string(at(source, field, "name"))
            for key, file in _keys(found, kind, name, None, configs) if name else ():
                yield Variable((*route, "envFrom", index), f"env:{prefix}{key}", file)
    for index, entry in maps(container.get("env")):
        variable = string(entry.get("name"))
        value = entry.get("value")
        if variable is None:
            continue
        where = (*route, "env", index)
        if isinstance(value, Text) and "\n" in value.text:
            evidence = (Evidence(f"variable {variable} of {found.title}", value.place),)
            source_id = found.inner((*where, "value")).id if value.doc == found.doc else Unknown("a patch sets it")
            yield Variable(where, f"env:{variable}", File("", source_id, evidence))
        for field, kind in _KEYS:
            reference = at(entry, "valueFrom", field)
            named, wanted = string(at(reference, "name")), string(at(reference, "key"))
            for _, file in _keys(found, kind, named, wanted, configs) if named and wanted else ():
                yield Variable(where, f"env:{variable}", file)


def _keys(found: Manifest, kind: str, name: str, key: str | None, configs: ByName) -> Iterator[tuple[str, File]]:
    """The text of ``key``, or of every key, of the object called ``name``."""
    choice = configs.find(found, kind, name)
    for config in choice.targets:
        for entry in config.keys:
            if key in (None, entry.key):
                yield entry.key, file_of(config, entry.key, "", entry.value.place, choice)

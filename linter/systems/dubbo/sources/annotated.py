"""What annotations say."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.tree import Key, Tree
from linter.record import replace
from linter.syntax.document import Document
from linter.syntax.jvm.unit import Annotation, Declared, Expr, TypeName, Unit
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM
from linter.systems.dubbo.sources.names import Names
from linter.systems.dubbo.sources.values import Values
from linter.systems.dubbo.sources.vocabulary import ANNOTATIONS

_BEANS = ("ReferenceBean", "ServiceBean", "ReferenceConfig", "ServiceConfig")
"""Methods that make beans give these; the service is their argument."""
_UNSET = ("timeout", "0")
"""The one default that annotations have and that Dubbo takes for not set (``AbstractMethodConfig``)."""
_APART = ("interfaceclass", "interfacename", "methods", "parameters")


def annotated(document: Document[Unit], names: Names, values: Values) -> Iterator[Fragment]:
    """A fragment ``declared`` for each reference and service that an annotation makes, and for their methods."""
    seen: dict[str, int] = {}
    for declared in document.root.declared:
        for annotation in declared.annotations:
            kind = ANNOTATIONS.get(names.known(annotation.name) or "")
            if kind in ("reference", "service") and not (kind == "reference" and declared.what == "type"):
                path = f"{declared.owner}.{declared.name}/@{annotation.name}".lstrip(".")
                seen[path] = seen.get(path, -1) + 1
                path = f"{path}[{seen[path]}]" if seen[path] else path
                yield from _Note(document, names, values, declared, annotation).fragments(kind, path)


class _Note:
    """One annotation on something."""

    def __init__(
        self, document: Document[Unit], names: Names, values: Values, declared: Declared, annotation: Annotation
    ) -> None:
        self._document = document
        self._names = names
        self._values = values
        self._declared = declared
        self._annotation = annotation

    def fragments(self, kind: str, path: str) -> Iterator[Fragment]:
        interfaces = self._interfaces(kind)
        written = f"@{self._annotation.name} {self._declared.name}"
        yield self._fragment(kind, self._annotation, path, written, {"interfaces": interfaces})
        methods = self._annotation.values.get("methods")
        listed = () if methods is None else methods.items if methods.kind == "list" else (methods,)
        for index, one in enumerate(listed):
            note = one.annotation
            if note is None or ANNOTATIONS.get(self._names.known(note.name) or "") != "method":
                continue
            name = note.values.get("name")
            method = "" if name is None else self._values.text(name)
            more = {"interfaces": interfaces, "method": method, "parent": path}
            yield self._fragment("method", note, f"{path}/methods[{index}]", f"{written}.{method}", more)

    def _fragment(self, kind: str, note: Annotation, path: str, written: str, more: dict[str, str]) -> Fragment:
        settings = [
            self._values.entry(name, value)
            for name, value in note.values.items()
            if name.lower() not in _APART and (name, value.text) != _UNSET
        ]
        params = self._params(note.values.get("parameters"))
        data: dict[str, Tree | str] = {
            "kind": kind,
            "form": "annotation",
            "path": path,
            "written": written,
            "settings": self._values.mapping(settings),
            "params": self._values.mapping(params),
            **more,
        }
        return Fragment(SYSTEM, "declared", self._document.place(note.start, note.end), data)

    def _params(self, listed: Expr | None) -> Iterator[Key]:
        """``parameters``: names and values in turn, or ``name=value`` and ``name:value`` (3.x)."""
        items = () if listed is None else listed.items if listed.kind == "list" else (listed,)
        texts = [self._values.text(item) for item in items]
        for sign in ("=", ":"):
            if items and all(sign in one for one in texts):
                for one, item in zip(texts, items, strict=True):
                    name, _, value = one.partition(sign)
                    tree = self._values.written(item)
                    yield Key(name.strip(), tree.start, tree.end, replace(tree, text=value.strip()))
                return
        for name, item in zip(texts[::2], items[1::2], strict=False):
            tree = self._values.written(item)
            yield Key(name, tree.start, tree.end, tree)

    def _interfaces(self, kind: str) -> str:
        """The interface's candidates, with commas between."""
        values = self._annotation.values
        named = values.get("interfaceName")
        if named is not None and self._values.text(named):
            return self._values.text(named)
        given = values.get("interfaceClass")
        if given is not None and given.kind == "class" and given.text not in ("void", "Void"):
            return ",".join(self._names.candidates(given.text))
        found = self._type(kind)
        return "" if found is None else ",".join(self._names.candidates(found.name))

    def _type(self, kind: str) -> TypeName | None:
        declared = self._declared
        if declared.what == "type":
            own = self._names.full(f"{declared.owner}.{declared.name}".lstrip("."))
            return declared.supers[0] if declared.supers else TypeName(own, 0, 0)
        found = declared.type
        if declared.what == "method" and kind == "reference" and declared.parameters:
            return declared.parameters[0]
        if found is not None and found.name.rpartition(".")[2] in _BEANS:
            return found.args[0] if found.args else None
        return found

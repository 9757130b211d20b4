"""What code sets on Dubbo's configuration objects."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from linter.facts.holes import unfilled
from linter.facts.tree import Tree
from linter.record import NamedTuple
from linter.syntax.document import Document
from linter.syntax.jvm.unit import Applied, Call, Expr, Receiver, Unit, Variable
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM
from linter.systems.dubbo.sources.names import Names
from linter.systems.dubbo.sources.values import Values
from linter.systems.dubbo.sources.vocabulary import BUILDERS, CONFIGS, CONSTRUCTED

_GENERIC = "GenericService"
_SERVICES = ("setInterface", "interfaceClass", "interfaceName")
_MORE = ("setMethods", "setParameters", "addMethod", "addMethods", "setRef", "setRegistries", "setApplication")
"""Setters of what is no setting."""


class Object(NamedTuple):
    """A configuration object: where it starts, its kind and class, its variable if it has one, whether it is made."""

    at: int
    kind: str
    name: str
    service: str
    made: bool


class Configured:
    """The configuration objects of one source."""

    def __init__(self, document: Document[Unit], names: Names, values: Values) -> None:
        self._document = document
        self._unit = document.root
        self._names = names
        self._values = values
        self._objects: dict[int, Object] = {}
        self._calls: dict[int, list[Call]] = {}
        self._given: dict[int, tuple[Expr, ...]] = {}
        self._paths: dict[int, str] = {}
        valued = ((one.value.start, one.value.end, one) for one in self._unit.variables if one.value is not None)
        self._valued = sorted(valued, key=lambda one: one[:2])

    def fragments(self) -> Iterator[Fragment]:
        """A fragment ``declared`` for each object that is made or set here."""
        for variable in self._unit.variables:
            found = self._of_variable(variable)
            if found is not None and found.made:
                self._objects[found.at] = found
        for made in self._unit.made:
            target = self._new(Receiver("new", made.text, (), made.start))
            if target is not None and target.kind in CONSTRUCTED:
                self._objects.setdefault(target.at, target)
                self._given.setdefault(target.at, made.items)
        for call in self._unit.calls:
            target = self._target(call)
            if target is not None:
                self._objects.setdefault(target.at, target)
                self._calls.setdefault(target.at, []).append(call)
        counts: dict[str, int] = {}
        for at in sorted(self._objects):
            path = f"{self._objects[at].kind}/{self._objects[at].name or 'new'}"
            counts[path] = counts.get(path, -1) + 1
            self._paths[at] = f"{path}[{counts[path]}]" if counts[path] else path
        owners = self._owners()
        for at in sorted(self._objects):
            yield self._fragment(self._objects[at], owners)

    def _of_variable(self, variable: Variable) -> Object | None:
        kind = None if variable.type is None else self._kind(variable.type.name)
        if kind is None or variable.type is None:
            return None
        args = variable.type.args
        service = args[0].name if args and not args[0].name.startswith("?") else ""
        made = variable.value is not None and variable.value.kind in ("new", "call") and bool(variable.value.text)
        made = made and (variable.value is None or variable.value.kind == "new")
        return Object(variable.start, kind, variable.name, service, made)

    def _kind(self, name: str) -> str | None:
        known = self._names.known(name)
        return CONFIGS.get(known or "") or BUILDERS.get(known or "")

    def _target(self, call: Call) -> Object | None:
        """The object that a call sets something on."""
        if not (call.name.startswith("set") or call.name in _SERVICES or self._builds(call.receiver)):
            return None
        receiver = call.receiver
        if receiver.kind == "implied" and not receiver.steps:
            around = _innermost(self._unit.applied, call.start)
            if around is None:
                return None
            receiver = around.receiver
        if receiver.kind == "name":
            name = receiver.root
            if name == "this" and len(receiver.steps) == 1:
                name = receiver.steps[0]
            elif receiver.steps:
                return self._built(receiver)
            variable = self._values.variable(name, call.start)
            return None if variable is None else self._of_variable(variable)
        if receiver.kind != "new":
            return None
        return self._new(receiver)

    def _new(self, receiver: Receiver) -> Object | None:
        kind = self._kind(receiver.root)
        if kind is None:
            return None
        before = bisect_right(self._valued, receiver.at, key=lambda one: one[0])
        if before and receiver.at < self._valued[before - 1][1]:
            found = self._of_variable(self._valued[before - 1][2])
            if found is not None:
                return found
        return Object(receiver.at, kind, "", "", True)

    def _builds(self, receiver: Receiver) -> bool:
        return self._names.leading(receiver, BUILDERS) is not None

    def _built(self, receiver: Receiver) -> Object | None:
        if not self._builds(receiver):
            return None
        return Object(receiver.at, BUILDERS[self._names.leading(receiver, BUILDERS) or ""], "", "", True)

    def _owners(self) -> dict[str, int]:
        """The objects to which ``setMethods`` and ``addMethod`` give variables, by the variables' names."""
        found = {}
        for at, calls in self._calls.items():
            for call in calls:
                if call.name in ("setMethods", "addMethod", "addMethods"):
                    for arg in _flat(call.args):
                        if arg.kind == "name":
                            found[arg.text] = at
        return found

    def _fragment(self, found: Object, owners: dict[str, int]) -> Fragment:
        settings: dict[str, Expr | None] = {}
        interfaces = ",".join(self._names.candidates(found.service)) if found.service else ""
        interfaces = "" if found.service.rpartition(".")[2] == _GENERIC else interfaces
        method = ""
        for call in self._calls.get(found.at, ()):
            if len(call.args) != 1 or call.name in _MORE:
                continue
            if call.name in _SERVICES:
                interfaces = self._service(call.args[0])
                continue
            name = call.name.removeprefix("set")
            if name.lower() == "name" and found.kind == "method":
                method = self._values.text(call.args[0])
            known = name.lower()
            same = known not in settings or self._same(settings[known], call.args[0])
            settings[known] = call.args[0] if same else None
        for name, value in zip(CONSTRUCTED.get(found.kind, ()), self._given.get(found.at, ()), strict=False):
            settings.setdefault(name, value)
        owner = self._objects.get(owners.get(found.name, -1))
        return self._stated(found, settings, interfaces, method, owner)

    def _same(self, one: Expr | None, other: Expr) -> bool:
        return one is not None and self._values.text(one) == self._values.text(other)

    def _service(self, expr: Expr) -> str:
        if expr.kind == "class":
            return ",".join(self._names.candidates(expr.text))
        text = self._values.text(expr)
        return "" if unfilled(text) is not None else text

    def _stated(
        self, found: Object, settings: dict[str, Expr | None], interfaces: str, method: str, owner: Object | None
    ) -> Fragment:
        first = self._calls.get(found.at, [None])[0]
        several = Expr("other", "", *((first.start, first.end) if first is not None else (found.at, found.at)))
        entries = [self._values.entry(name, value or several) for name, value in settings.items()]
        name = found.name or found.kind
        data: dict[str, Tree | str] = {
            "kind": found.kind,
            "form": self._document.ref.syntax,
            "path": self._paths[found.at],
            "written": f"{name} in code" if not method else f"{name} ({method}) in code",
            "settings": self._values.mapping(entries),
            "params": self._values.mapping(()),
            "interfaces": interfaces,
            "method": method,
            "parent": "" if owner is None else self._paths[owner.at],
        }
        end = found.at + (len(found.name) or 1)
        if not found.name:
            end = found.at + _word(self._document.view.text, found.at)
        return Fragment(SYSTEM, "declared", self._document.place(found.at, end), data)


def _innermost(applied: tuple[Applied, ...], at: int) -> Applied | None:
    around = [one for one in applied if one.first <= at < one.last]
    return min(around, key=lambda one: one.last - one.first, default=None)


def _flat(args: tuple[Expr, ...]) -> Iterator[Expr]:
    """Arguments, and what lists and calls such as ``List.of`` among them hold."""
    for arg in args:
        yield arg
        yield from arg.items


def _word(text: str, at: int) -> int:
    end = at
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return max(end - at, 1)

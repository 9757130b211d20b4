"""The environment of a pod's container. Source: kubernetes.io/docs/tasks/inject-data-application
(define-interdependent-environment-variables, environment-variable-expose-pod-information).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from linter.facts.kinds import NODE
from linter.facts.read import items, maps, string
from linter.facts.tree import Map, Tree, at
from linter.facts.value import Evidence, Slot, Value
from linter.pattern import pattern
from linter.record import replace
from linter.syntax.document import Route

_REFERENCE = pattern(r"\$\$|\$\(([^()\s]+)\)")
_NODE_IP = "status.hostIP"


def variables(env: Tree | None, slot: Callable[[Route], Slot]) -> tuple[tuple[Value, ...], bool]:
    """``NAME=value`` for what the list ``env`` says, and whether that is all it sets.

    ``slot`` gives the slot of a route below the list. References to earlier variables are replaced, others stay as
    written; the address of the pod's node is ``NODE``.
    """
    found: list[Value] = []
    known: dict[str, str] = {}
    complete = all(isinstance(item, Map) for _, item in items(env))
    for index, entry in maps(env):
        name, value = string(entry.get("name")), string(entry.get("value")) or ""
        if name is None:
            continue
        where = slot((index, "value"))
        if string(at(entry, "valueFrom", "fieldRef", "fieldPath")) == _NODE_IP:
            known[name] = NODE
            evidence = (Evidence("the address of the pod's node", entry.place),)
            found.append(Value(f"{name}={NODE}", "substituted", replace(where, locked="the node decides it"), evidence))
        elif entry.get("valueFrom") is not None or "{{" in name or "{{" in value:
            known.pop(name, None)
            complete = False
        else:
            known[name] = text = "".join(_replaced(value, known)) if "$" in value else value
            if text != value:
                where = replace(where, locked=where.locked or "the text holds a variable")
            found.append(Value(f"{name}={text}", "written" if text == value else "substituted", where))
    return tuple(found), complete


def _replaced(text: str, known: dict[str, str]) -> Iterator[str]:
    """The pieces of ``text``; ``$$`` stays as it is, since a reference that is not known does too."""
    at_ = 0
    for found in _REFERENCE.finditer(text):
        yield text[at_ : found.start()]
        yield known.get(found[1] or "", found[0])
        at_ = found.end()
    yield text[at_:]

"""Calls that are asynchronous by themselves.

Sources: ``RpcContext.asyncCall`` and ``RpcUtils.getInvokeMode`` of 2.5 to 3.3: a call is asynchronous if the attachment
``async``, or ``<method>.async``, is true. Taking the future of the last call does not make it so: calls that wait have
one too. ``startAsync`` is the provider's side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from linter.facts.holes import unfilled
from linter.syntax.document import Document
from linter.syntax.jvm.unit import Call, Expr, Unit
from linter.system import Fragment
from linter.systems.dubbo.names import SYSTEM
from linter.systems.dubbo.sources.names import Names
from linter.systems.dubbo.sources.values import Values
from linter.systems.dubbo.sources.vocabulary import CONTEXTS, FILTERS, GENERIC

_SETS = ("setAttachment", "setObjectAttachment")
_FUTURES = ("getFuture", "getCompletableFuture")
_SERVING = ("getServerContext()", "getServerAttachment()", "getServerResponseContext()")
_CALLING = ("getContext()", "getServiceContext()", "getCurrentServiceContext()", "getClientAttachment()")
UNSEEN = "whether what it runs gives a result is not seen"
OBSERVED = "it takes the future of a call, and what makes the call asynchronous is not seen"


def contextual(document: Document[Unit], names: Names, values: Values) -> Iterator[Fragment]:
    """A fragment ``call`` for each; its ``why`` says why it may be none."""
    filters = {
        one.name for one in document.root.types if any(names.known(parent.name, FILTERS) for parent in one.supers)
    }
    counts: dict[str, int] = {}
    for call in document.root.calls:
        found = _found(call, names, values, filters)
        if found is None:
            continue
        form, why = found
        path = f"{call.within or 'file'}/{call.name}"
        counts[path] = counts.get(path, -1) + 1
        path = f"{path}[{counts[path]}]" if counts[path] else path
        data = {"form": form, "why": why, "path": path, "written": call.name}
        yield Fragment(SYSTEM, "call", document.place(call.start, call.end), data)


def _found(call: Call, names: Names, values: Values, filters: set[str]) -> tuple[str, str] | None:
    """The form of the evidence, and why it may be none."""
    if call.name == GENERIC:
        return "generic", ""
    if call.name not in ("asyncCall", *_SETS, *_FUTURES) or not _on_context(call, names, values):
        return None
    if call.name == "asyncCall":
        why = _async_call(call, values)
        return None if why is None else ("context", why)
    if call.name in _SETS:
        why = _attachment(call, values)
        return None if why is None else ("attachment", why)
    # a filter looks at the calls of others
    return None if call.within in filters or call.args else ("future", OBSERVED)


def _on_context(call: Call, names: Names, values: Values) -> bool:
    receiver = call.receiver
    if any(step in _SERVING for step in receiver.steps):
        return False
    if receiver.kind == "implied" and receiver.steps:  # by a static import
        called = names.candidates(receiver.steps[0].removesuffix("()"))
        return any(one.rpartition(".")[0] in CONTEXTS for one in called)
    if receiver.kind == "cast":
        return names.known(receiver.root, CONTEXTS) is not None
    if receiver.kind != "name":
        return False
    variable = values.variable(receiver.root, call.start)
    if variable is None:
        return bool(receiver.steps) and names.leading(receiver, CONTEXTS) is not None
    # what a variable is made by says more than its type: both sides have contexts and attachments of one type
    made = values.made(variable)
    if made is not None and names.leading(made.receiver, CONTEXTS) is not None:
        steps = (*made.receiver.steps, f"{made.name}()")
        if any(step in _SERVING for step in steps):
            return False
        if steps[-1] in _CALLING:
            return True
    return variable.type is not None and names.known(variable.type.name, CONTEXTS) is not None


_GIVES: Mapping[str, bool] = {"Callable": True, "Runnable": False}


def _async_call(call: Call, values: Values) -> str | None:
    """Why an ``asyncCall`` may be none; ``None`` for one without an answer, which nothing waits for."""
    if len(call.args) != 1:
        return None
    gives = _result(call.args[0], call, values)
    if gives is None:
        return "" if call.used else UNSEEN
    return "" if gives else None


def _result(arg: Expr, call: Call, values: Values) -> bool | None:
    """Whether what ``asyncCall`` runs gives a result: a Callable does, a Runnable does not."""
    if arg.kind == "lambda":
        return {"value": True, "nothing": False}.get(arg.text)
    name = arg.text.rpartition(".")[2]
    if arg.kind == "name":
        variable = values.variable(arg.text, call.start)
        name = "" if variable is None or variable.type is None else variable.type.name.rpartition(".")[2]
    return _GIVES.get(name)


def _attachment(call: Call, values: Values) -> str | None:
    """Why an attachment may not make a call asynchronous, ``None`` if it is another one or not true."""
    if len(call.args) != 2:
        return None
    key, value = (values.text(arg) for arg in call.args)
    named = key == "async" or key.endswith(".async") or "ASYNC_KEY` " in key
    if not named or value.lower() == "false":
        return None
    if unfilled(value) is not None:
        return "the value of the attachment is not known"
    return "" if value.lower() == "true" else None

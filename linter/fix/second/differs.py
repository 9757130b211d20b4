"""Whether an edited text says what it was meant to say, as a parser sees it that did not make the edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linter.fix.second.tree import Leaf, Tree, Unmade, Unread, canonical, get, make
from linter.fix.second.yaml import json_literal, literal
from linter.fix.second.yaml import read as read_yaml
from linter.syntax.change import TreeChange
from linter.syntax.document import DocRef
from linter.syntax.formats import PLAIN
from linter.syntax.yaml.write_style import is_json

Changes = Mapping[DocRef, Sequence[TreeChange]]
Literal = Callable[[str], Tree]

_WRONG = "the edited text would not mean what was intended"
_DEEP = "it is nested too deeply to be proven"


def differs(path: str, syntax: str, old: str, new: str, changes: Changes) -> str:
    """Why the text ``new`` of the file at ``path`` is not ``old`` with ``changes`` made, or ``""`` if it is."""
    text = DocRef(path, syntax)
    try:
        return _text(text, old, new, changes)
    except Unmade as error:
        return str(error)
    except (Unread, ValueError) as error:
        return f"a second parser can't read the text: {error}"
    except RecursionError:
        return _DEEP


def _text(text: DocRef, old: str, new: str, changes: Changes) -> str:
    wanted = {ref: made for ref, made in changes.items() if _within(ref, text)}
    if text.syntax == "yaml":
        return _yaml(text, old, new, wanted)
    if any(ref != text for ref in wanted):
        return f"a document inside {text.syntax} can't be proven"
    own = wanted.get(text, ())
    if text.syntax in PLAIN:
        from linter.fix.second import literal as plain

        return "" if plain.intended(old, own) == new else _WRONG
    if text.syntax == "xml":
        from linter.fix.second import xml

        return "" if xml.intended(old, own) == xml.actual(new) else _WRONG
    from linter.fix.second import properties

    return "" if properties.intended(old, own) == properties.actual(new) else _WRONG


def _yaml(text: DocRef, old: str, new: str, changes: Changes) -> str:
    before, after = read_yaml(old), read_yaml(new)
    if len(before) != len(after):
        return _WRONG
    value = json_literal if is_json(old) else literal
    if value is json_literal and not is_json(new):
        return "the file would no longer be JSON"
    for index, (tree, result) in enumerate(zip(before, after, strict=True)):
        ref = DocRef(text.path, text.syntax, index, text.host, text.route)
        reason = _document(ref, tree, result, changes, value)
        if reason:
            return reason
    return ""


def _document(ref: DocRef, tree: Tree, result: Tree, changes: Changes, value: Literal) -> str:
    """Compares one document; the texts it holds are compared as documents of their own first."""
    held = []
    for inner in _held(ref, changes):
        old, new = get(tree, inner.route), get(result, inner.route)
        if not isinstance(old, Leaf) or not isinstance(new, Leaf):
            return _WRONG
        reason = _text(inner, old.text, new.text, changes)
        if reason:
            return reason
        held.append((old, new))
    for old, new in held:
        old.text = new.text
    meant = make(tree, changes.get(ref, ()), value)
    return "" if canonical(meant) == canonical(result) else _WRONG


def _held(ref: DocRef, changes: Changes) -> list[DocRef]:
    """The texts directly inside the document ``ref`` that changes lie in, each as the ref of its first document."""
    found: dict[DocRef, None] = {}
    for changed in changes:
        inner: DocRef | None = changed
        while inner is not None and inner.host != ref:
            inner = inner.host
        if inner is not None:
            found[DocRef(inner.path, inner.syntax, 0, inner.host, inner.route)] = None
    return list(found)


def _within(ref: DocRef, text: DocRef) -> bool:
    """Whether ``ref`` is a document of ``text``, or of a text inside one."""
    inner: DocRef | None = ref
    while inner is not None:
        if (inner.path, inner.syntax, inner.host, inner.route) == (text.path, text.syntax, text.host, text.route):
            return True
        inner = inner.host
    return False

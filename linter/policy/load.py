"""Policy files to policies, with all their faults at once."""

from __future__ import annotations

import os
from collections.abc import Mapping

from linter.facts.kinds import Kind
from linter.faults import Fault, Faults, PolicyFault
from linter.policy.check import check
from linter.policy.files import misplaced, policy_files
from linter.policy.model import Policy
from linter.policy.reader import Reader
from linter.policy.records import OSV, is_record
from linter.policy.shape import policy as shape
from linter.syntax.document import DocRef, Document, Problem
from linter.syntax.node import Node
from linter.syntax.yaml.parse import parse
from linter.text.read import Undecodable, decode
from linter.text.regular import regular
from linter.text.source import Lines, Source
from linter.text.view import View


def load(folder: str, kinds: Mapping[str, Kind]) -> tuple[Policy, ...]:
    """The policies of ``<folder>/<system>/<name>.yaml`` by id, checked against ``kinds``.

    Raises ``Faults`` with every ``PolicyFault`` of every file.
    """
    policies: list[Policy] = []
    faults: list[Fault] = []
    for path, name in policy_files(folder):
        found = _read(path, name, kinds)
        if isinstance(found, Policy):
            policies.append(found)
        else:
            faults += found
    if faults:
        raise Faults(tuple(faults))
    return tuple(policies)


def _read(path: str, name: str, kinds: Mapping[str, Kind]) -> Policy | tuple[PolicyFault, ...]:
    shown = path.replace(os.sep, "/")
    try:
        with regular(path) as file:
            data = file.read()
    except OSError as error:
        return (PolicyFault(f"can't be read: {error.strerror}", shown),)
    return read_policy(shown, name, data, kinds)


def read_policy(path: str, name: str, data: bytes, kinds: Mapping[str, Kind]) -> Policy | tuple[PolicyFault, ...]:
    """The policy in ``data``; ``path`` is for faults, ``name`` is ``<system>/<name>.yaml``."""
    wrong = misplaced(name)
    if wrong:
        return (PolicyFault(wrong, path),)
    source = decode(path, data)
    if isinstance(source, Undecodable):
        return (PolicyFault(f"can't be read: {source.why} at byte {source.offset}", path),)
    document = _document(source)
    if isinstance(document, PolicyFault):
        return (document,)
    if is_record(document.root):
        return (PolicyFault(OSV, path, 1, 1),)
    reader = Reader(document, path, source.text)
    found = shape(reader, document.root, name[: -len(".yaml")], name)
    check(reader, found, document.root, kinds)
    if reader.faults:
        return tuple(sorted(reader.faults, key=lambda fault: (fault.line, fault.column, fault.message)))
    return found


def _document(source: Source) -> Document[Node] | PolicyFault:
    """The one document of a policy file."""
    found: list[Document[Node]] = []
    for item in parse(View.of(source), DocRef(source.path, "yaml")):
        if isinstance(item, Problem):
            return _fault(source, item.place.start, item.message)
        found.append(item)
    if not found:
        return PolicyFault("the file is empty", source.path, 1, 1)
    if len(found) > 1:
        second = found[1]
        return _fault(source, second.place(second.root.start, second.root.end).start, "a file holds one policy")
    return found[0]


def _fault(source: Source, offset: int, message: str) -> PolicyFault:
    at = Lines(source.text).position(offset)
    return PolicyFault(message, source.path, at.line, at.column)

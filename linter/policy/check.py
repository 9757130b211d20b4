"""The expressions of a policy, checked against the kinds of entities: every mistake is found at load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TypeAlias

from linter.expr.compile import compile as compile_expr
from linter.expr.error import ExprError, suggestion
from linter.expr.program import Program
from linter.expr.template import compile_template
from linter.expr.types import BOOL, ExprType
from linter.facts.kinds import Kind
from linter.policy.model import EditSpec, Policy, Text
from linter.policy.names import condition_names, fix_names, message_names, scheme_of, with_params
from linter.policy.reader import Reader
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Node, Scalar, follow
from linter.syntax.node import Sequence as SequenceNode
from linter.versions.packages import scheme_of_package
from linter.versions.ranges import affects
from linter.versions.version import Scheme, parse

Names: TypeAlias = Mapping[str, ExprType]


def check(reader: Reader, policy: Policy, root: Node, kinds: Mapping[str, Kind]) -> None:
    """Adds to ``reader`` whatever is wrong with the expressions of ``policy``."""
    if policy.match not in kinds:
        if policy.match:
            node = root.get("match") if isinstance(root, MappingNode) else None
            reader.fault(node or root, f"no system has the kind `{policy.match}`{suggestion(policy.match, kinds)}")
        return
    _Check(reader, policy, root, kinds).run()


class _Check:
    """The check of one policy."""

    def __init__(self, reader: Reader, policy: Policy, root: Node, kinds: Mapping[str, Kind]) -> None:
        self._reader = reader
        self._policy = policy
        self._root = root
        self._kinds = with_params(policy, kinds)

    def run(self) -> None:
        policy = self._policy
        names = condition_names(policy)
        conditions = [policy.where, policy.require, *(line.when for line in chain(policy.profile, policy.severity))]
        for text in (*conditions, *(related.when for related in policy.related)):
            self._condition(text, names)
        self._path(policy.at, names, field=False)
        for related in policy.related:
            self._path(related.at, names, field=False)
            self._template(related.label, message_names(policy))
        self._template(policy.message, message_names(policy))
        for fix in policy.fixes:
            fixing = fix_names(policy, self._kinds)
            self._condition(fix.when, fixing)
            self._template(fix.title, fixing)
            for edit in fix.edits:
                self._edit(edit, fixing)
        if policy.advisory is not None:
            self._advisory()

    def _compile(self, text: Text | None, names: Names) -> Program | None:
        if text is None or (not text.text and text.start == text.end):
            return None
        try:
            return compile_expr(text.text, names, self._kinds)
        except ExprError as error:
            self._reader.fault_in(text, error.start, error.message)
            return None

    def _condition(self, text: Text | None, names: Names) -> None:
        program = self._compile(text, names)
        if text is not None and program is not None and program.type != BOOL:
            self._reader.fault_in(text, 0, f"a condition is true or false, this is a {program.type}")

    def _path(self, text: Text | None, names: Names, field: bool) -> Program | None:
        """A path such as ``it.client.time``; an edit (``field``) needs more than the name of an entity."""
        program = self._compile(text, names)
        if program is None or text is None:
            return None
        if not program.locatable or (field and "." not in text.text):
            what = "a field: `it.` and names joined by dots" if field else "a path: names joined by dots"
            self._reader.fault_in(text, 0, f"this has to be {what}")
            return None
        return program

    def _template(self, text: Text, names: Names) -> None:
        try:
            compile_template(text.text, names, self._kinds)
        except ExprError as error:
            self._reader.fault_in(text, error.start, error.message)

    def _edit(self, edit: EditSpec, names: Names) -> None:
        if edit.for_ is not None:
            items = self._compile(edit.for_, names)
            if items is not None and items.type.item is None:
                self._reader.fault_in(edit.for_, 0, f"`for` needs a list, this is a {items.type}")
            if items is None or items.type.item is None:
                return
            names = {**names, edit.as_: items.type.item}
        self._condition(edit.when, names)
        target = self._path(edit.target, names, field=True)
        value = self._compile(edit.to, names)
        if edit.to is None or target is None or value is None:
            return
        if edit.verb == "set" and not _fits(value.type, target.type):
            self._reader.fault_in(edit.to, 0, f"`to` has to be a {target.type}, this is a {value.type}")

    def _advisory(self) -> None:
        fields = self._kinds[self._policy.match].fields
        scheme = scheme_of(self._policy, self._kinds)
        node = self._root.get("advisory") if isinstance(self._root, MappingNode) else None
        if "package" not in fields or scheme is None:
            message = f"an advisory needs a kind with `package` and `version`, which `{self._policy.match}` lacks"
            self._reader.fault(node or self._root, message)
            return
        advisory = self._policy.advisory
        if advisory is not None and advisory.package and scheme_of_package(advisory.package) != scheme:
            # no entity of the kind has such a package: the advisory would never say anything
            package = node.get("package") if isinstance(node, MappingNode) else None
            message = f"`{self._policy.match}` has versions of {scheme}, and no package of this ecosystem"
            self._reader.fault(package or self._root, message)
        for part in _parts(node):
            if self._bounds(part, scheme):
                self._order(part, scheme)
                self._exceptions(part, scheme)

    def _bounds(self, part: MappingNode, scheme: Scheme) -> bool:
        """That each version of a range is one; `0`, which is none, stands for the beginning only."""
        sound = True
        for key, value in part.entries:
            for bound in _scalars(value):
                text = self._reader.plain(bound, "a version")
                if text == "0" and isinstance(key, Scalar) and key.text == "introduced":
                    continue
                if isinstance(text, str) and parse(scheme, text) is not None:
                    continue
                sound = False
                if isinstance(text, str):  # what is none has its fault already
                    self._reader.fault(bound, f"`{bound.text}` is no version ({scheme})")
        return sound

    def _order(self, part: MappingNode, scheme: Scheme) -> None:
        """That a range has an inside: its end comes after its start."""
        start = part.get("introduced")
        first = parse(scheme, start.text) if isinstance(start, Scalar) else None
        for key in ("fixed", "last_affected"):
            end = part.get(key)
            last = parse(scheme, end.text) if isinstance(end, Scalar) else None
            if end is not None and first is not None and last is not None:
                if last < first or (last == first and key == "fixed"):
                    self._reader.fault(end, f"`{key}` comes before `introduced`, so that nothing is affected")

    def _exceptions(self, part: MappingNode, scheme: Scheme) -> None:
        """That each exception takes something out: one outside of the range is a slip of the pen."""
        start, fixed, last = (
            next((bound.text for bound in _scalars(part.get(key))), None)
            for key in ("introduced", "fixed", "last_affected")
        )
        for item in _scalars(part.get("except")):
            version = parse(scheme, item.text)
            if version is not None and not affects(version, start, fixed, last):
                self._reader.fault(item, f"`except` has {item.text}, which is not in the range")


def _parts(advisory: Node | None) -> Iterator[MappingNode]:
    """The items of ``affected``."""
    affected = advisory.get("affected") if isinstance(advisory, MappingNode) else None
    found = None if affected is None else follow(affected)
    for item in found.items if isinstance(found, SequenceNode) else ():
        part = follow(item)
        if isinstance(part, MappingNode):
            yield part


def _scalars(node: Node | None) -> Iterator[Scalar]:
    """The values below ``node``."""
    node = None if node is None else follow(node)
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, SequenceNode):
        yield from chain.from_iterable(map(_scalars, node.items))
    elif isinstance(node, MappingNode):
        yield from chain.from_iterable(_scalars(value) for _, value in node.entries)


def _fits(given: ExprType, wanted: ExprType) -> bool:
    """Whether a value of one type may be written where the other is read."""
    pairs = {("string", "version"), ("version", "string"), ("int", "float"), ("bool", "block")}
    return given.base == wanted.base or (given.base, wanted.base) in pairs or wanted.base == "block"

"""The compiled expressions of policies, each made when it is first asked for and then kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from linter.expr.compile import compile as compile_expr
from linter.expr.program import Program
from linter.expr.types import NULL, ExprType
from linter.facts.kinds import Kind
from linter.policy.model import EditSpec, Policy, Text
from linter.policy.names import condition_names, fix_names, message_names, with_params
from linter.versions.ranges import affects
from linter.versions.version import Version

if TYPE_CHECKING:
    from linter.expr.template import Template


class Compiled:
    """One policy with its expressions; those of policies that nothing matches are never compiled."""

    def __init__(self, policy: Policy, kinds: Mapping[str, Kind]) -> None:
        self.policy = policy
        self._kinds = with_params(policy, kinds)
        self._programs: dict[tuple[str, str], Program] = {}
        self._templates: dict[tuple[str, str], Template] = {}
        self._affected: dict[Version, bool] = {}

    def program(self, text: Text) -> Program:
        """A condition or a path of the policy itself."""
        return self._program(text, "", {})

    def edit(self, text: Text, edit: EditSpec | None = None) -> Program:
        """An expression of a fix; of ``edit`` if it may name the items that it is repeated for."""
        if edit is None or edit.for_ is None:
            return self._program(text, "fix", {})
        item = self.edit(edit.for_).type.item or NULL
        return self._program(text, f"{edit.for_.text} {edit.as_}", {edit.as_: item})

    def message(self, text: Text) -> Template:
        """The message or a label."""
        return self._template(text, "message", message_names(self.policy))

    def title(self, text: Text) -> Template:
        """The title of a fix."""
        return self._template(text, "fix", fix_names(self.policy, self._kinds))

    def affected(self, version: Version) -> bool:
        """Whether the advisory names ``version``; false for other policies."""
        if version not in self._affected:
            parts = self.policy.advisory.affected if self.policy.advisory else ()
            self._affected[version] = any(
                affects(version, part.introduced, part.fixed, part.last_affected, part.versions, part.except_)
                for part in parts
            )
        return self._affected[version]

    @property
    def says_upgrade(self) -> bool:
        """Whether the message itself names the upgrade."""
        return any("upgrade" in hole.program.names for hole in self.message(self.policy.message).holes)

    def _program(self, text: Text, group: str, extra: Mapping[str, ExprType]) -> Program:
        key = (group, text.text)
        if key not in self._programs:
            names = {**fix_names(self.policy, self._kinds), **extra} if group else condition_names(self.policy)
            self._programs[key] = compile_expr(text.text, names, self._kinds)
        return self._programs[key]

    def _template(self, text: Text, group: str, names: Mapping[str, ExprType]) -> Template:
        key = (group, text.text)
        if key not in self._templates:
            from linter.expr.template import compile_template

            self._templates[key] = compile_template(text.text, names, self._kinds)
        return self._templates[key]


class Programs:
    """The policies of a run, in order of their ids, and their compiled forms; keep it for judging again."""

    def __init__(self, policies: Iterable[Policy], kinds: Mapping[str, Kind]) -> None:
        self._policies = {policy.id: policy for policy in policies}
        self._kinds = kinds
        self._compiled: dict[str, Compiled] = {}

    def __iter__(self) -> Iterator[Policy]:
        return iter(self._policies.values())

    def of(self, id_: str) -> Compiled:
        """The compiled policy ``id_``; ``KeyError`` if there is none."""
        if id_ not in self._compiled:
            self._compiled[id_] = Compiled(self._policies[id_], self._kinds)
        return self._compiled[id_]

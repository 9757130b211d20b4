"""Properties as pairs, read by ``javaproperties.loads``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linter.fix.second.tree import Unmade

if TYPE_CHECKING:
    from linter.syntax.change import TreeChange


def actual(text: str) -> dict[str, str]:
    """The pairs of ``text``; raises ``ValueError``."""
    import javaproperties

    return dict(javaproperties.loads(text))


def intended(old: str, changes: Sequence[TreeChange]) -> dict[str, str]:
    """The pairs of ``old`` with ``changes`` made; raises ``Unmade`` and ``ValueError``."""
    pairs = actual(old)
    for change in changes:
        name = str(change.route[-1])
        if change.verb == "set":
            pairs[name] = change.to
        elif name not in pairs:
            raise Unmade("the key is not there")
        elif change.verb == "remove":
            del pairs[name]
        elif change.verb == "rename":
            pairs[change.to] = pairs.pop(name)
        else:
            raise Unmade(f"the verb {change.verb} can't be proven")
    return pairs

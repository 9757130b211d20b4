"""Characters that end a line for YAML readers but not for editors: NEL, U+2028 and U+2029.

libyaml, go-yaml and SnakeYAML end lines at them (the ``is_break`` of go-yaml's yamlprivateh.go), YAML 1.2 and nearly
every editor don't: a line may hold more than it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.syntax.node import Alias, Mapping, Node, Scalar
from linter.syntax.yaml.runs import SEPARATOR

_SHOWN = "\xb7"


def shown(text: str) -> str:
    """``text`` as editors show it: each separator is one more character of its line."""
    return SEPARATOR.sub(_SHOWN, text)


def broken(text: str) -> str:
    """``text`` with a line feed for each separator."""
    return SEPARATOR.sub("\n", text)


def same(read: Sequence[Node | None], other: Sequence[Node | None]) -> bool:
    """Whether two readings of one text agree on what stands where."""
    return len(read) == len(other) and all(list(_shape(a)) == list(_shape(b)) for a, b in zip(read, other, strict=True))


def _shape(root: Node | None) -> Iterator[tuple[str, int, int, str]]:
    rest: list[Node] = [] if root is None else [root]
    while rest:
        node = rest.pop()
        text = ""
        if isinstance(node, Mapping):
            for entry in node.entries:
                rest.extend(entry)
        elif isinstance(node, Scalar):
            # the indentation within a block scalar is part of what it says
            text = shown(node.text) if node.style in ("|", ">") else ""
        elif not isinstance(node, Alias):
            rest.extend(node.items)
        yield type(node).__name__, node.start, node.end, text

"""The list of pairs as a graph, for Mermaid and for Graphviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from linter.facts.duration import Duration
from linter.facts.value import Ref
from linter.record import dataclass
from linter.report.listing.links import End, Links, Pair
from linter.report.printable import printable


@dataclass(frozen=True, slots=True)
class _Node:
    id: str
    group: str
    label: str


def mermaid(links: Links) -> str:
    """A flowchart; a box for each file."""
    nodes, unknown = _nodes(links), _unknown(links)
    lines = ["flowchart LR"]
    for index, (group, members) in enumerate(_groups(nodes.values()).items()):
        lines.append(f"  subgraph g{index}[{_quoted(group)}]")
        lines += [f"    {node.id}[{_quoted(node.label)}]" for node in members]
        lines.append("  end")
    for pair in links.pairs:
        arrow = "-->" if pair.verdict.word == "fine" else "-.->"
        ends = (nodes[pair.client.ref].id, nodes[pair.server.ref].id)
        lines.append(f"  {ends[0]} {arrow}|{_quoted(_edge(pair))}| {ends[1]}")
    for index, ref in enumerate(unknown):
        lines.append(f"  u{index}{{{{{_quoted('?')}}}}}")
        lines.append(f"  {nodes[ref].id} -.-> u{index}")
    return "".join(f"{line}\n" for line in lines)


def dot(links: Links) -> str:
    """A directed graph; a cluster for each file."""
    nodes, unknown = _nodes(links), _unknown(links)
    lines = ["digraph links {", "  rankdir=LR;", "  node [shape=box];"]
    for index, (group, members) in enumerate(_groups(nodes.values()).items()):
        lines.append(f"  subgraph cluster_{index} {{")
        lines.append(f"    label={_string(group)};")
        lines += [f"    {node.id} [label={_string(node.label)}];" for node in members]
        lines.append("  }")
    for pair in links.pairs:
        dashed = "" if pair.verdict.word == "fine" else ", style=dashed"
        ends = f"{nodes[pair.client.ref].id} -> {nodes[pair.server.ref].id}"
        lines.append(f"  {ends} [label={_string(_edge(pair))}{dashed}];")
    for index, ref in enumerate(unknown):
        lines.append(f'  u{index} [label="?", shape=plaintext];')
        lines.append(f"  {nodes[ref].id} -> u{index} [style=dashed];")
    return "".join(f"{line}\n" for line in (*lines, "}"))


def _nodes(links: Links) -> dict[Ref, _Node]:
    found: dict[Ref, _Node] = {}
    for end in _ends(links):
        if end.ref not in found:
            group = f"{end.place.path} [{end.instance}]" if end.instance else end.place.path
            found[end.ref] = _Node(f"n{len(found)}", printable(group), printable(end.name))
    return found


def _ends(links: Links) -> Iterator[End]:
    for pair in links.pairs:
        yield pair.client
        yield pair.server
    for alone in links.alone:
        yield alone.client


def _unknown(links: Links) -> list[Ref]:
    return [alone.client.ref for alone in links.alone]


def _groups(nodes: Iterable[_Node]) -> dict[str, list[_Node]]:
    found: dict[str, list[_Node]] = {}
    for node in nodes:
        found.setdefault(node.group, []).append(node)
    return found


def _edge(pair: Pair) -> str:
    """The verdict, and every duration that the link has."""
    times = [str(setting.data) for setting in pair.settings if isinstance(setting.data, Duration)]
    return " / ".join((pair.verdict.word, *times))


def _quoted(text: str) -> str:
    """A Mermaid text: its own marks as entity codes."""
    for mark, code in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        text = text.replace(mark, code)
    return f'"{text}"'


def _string(text: str) -> str:
    """A Graphviz string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

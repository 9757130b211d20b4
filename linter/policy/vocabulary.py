"""What policies can be about: the kinds of things and their fields, for the page and for the command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap

from linter.facts.kinds import Field, Kind

_WIDTH = 100
_HEAD = """\
# Kinds of things

What the `match` of a [policy](policy-format.md) can name, and the fields that [expressions](expressions.md) can ask
for. `deadpeer explain KIND` says the same. A field whose type is another kind leads there (`it.client.time`), and a
list of a kind has its things as items. Any value may be unknown; it is null where nothing is written and nothing else
holds.
"""


def page(kinds: Mapping[str, Kind]) -> str:
    """All kinds as a page of Markdown."""
    return "\n".join((_HEAD, *(_section(kinds[name], kinds) for name in sorted(kinds))))


def told(kind: Kind) -> str:
    """One kind as plain text."""
    names = [(name, _type(field), field.doc) for name, field in kind.fields.items()]
    widths = [max((len(row[column]) for row in names), default=0) for column in range(2)]
    margin = " " * (sum(widths) + 6)
    lines = [f"{kind.name}: {kind.doc}", ""]
    for name, type_, doc in names:
        first, *rest = wrap(doc, max(_WIDTH - len(margin), 40)) or [""]
        lines.append(f"  {name.ljust(widths[0])}  {type_.ljust(widths[1])}  {first}".rstrip())
        lines += (margin + line for line in rest)
    return "\n".join(lines) + "\n"


def _section(kind: Kind, kinds: Mapping[str, Kind]) -> str:
    return "\n".join(
        (f"## {kind.name}\n", f"{kind.doc}\n", "| field | type | |", "|---|---|---|", *_rows(kind, kinds), "")
    )


def _rows(kind: Kind, kinds: Mapping[str, Kind]) -> Iterator[str]:
    for name, field in kind.fields.items():
        type_ = _type(field)
        if field.of in kinds:
            type_ = type_.replace(field.of, f"[{field.of}](#{field.of.replace('.', '')})")
        doc = field.doc.replace("|", "\\|")
        yield f"| `{name}` | {type_} | {doc} |"


def _type(field: Field) -> str:
    if field.type == "ref":
        return field.of
    if field.type == "items":
        return f"list of {field.of}"
    return f"{field.type} ({field.of})" if field.of else field.type

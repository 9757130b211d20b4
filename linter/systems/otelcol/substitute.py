"""What the Collector puts in place of ``${env:X}`` and its kin, as far as the input tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from linter.facts.read import same
from linter.facts.tree import Seq, Text, Tree
from linter.facts.value import Items, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.systems.otelcol import releases
from linter.systems.otelcol.expansion import Filled, Held, Outcome, Refused, Rules, Variables, expand, rules, short
from linter.systems.otelcol.holes import template
from linter.systems.otelcol.layers import placed
from linter.systems.otelcol.versions import HOW
from linter.versions.version import Version

FILLED = "it is filled in when the Collector starts"
"""Why a filled-in value is not edited: what is written is a reference."""

_BARE = pattern(r"\$(?:\$|\{|([A-Za-z_]\w*))", re.ASCII)
_DEFAULT = pattern(r"\$\{env:\w+:-(?:[^{}]|\$\{[^{}]*\})*\}")
_GATE = "confmap.unifyEnvVarExpansion"

_EACH = (
    *(releases.ESCAPED_ALONE, releases.EMPTY_DEFAULT, releases.ENV_DEFAULTS, releases.RAW_INSIDE),
    *(releases.ESCAPED_ONCE, releases.ESCAPED_BRACES, releases.ONE_SYNTAX, releases.NAMES_CHECKED),
    *(releases.NESTED, Version("semver", "0.75.0")),
)
"""A release for each way in which dollar signs have been read, the newest first."""


class Surroundings(NamedTuple):
    """What decides how references are read.

    ``complete`` is whether no variable comes from elsewhere: then a default holds if the image sets none either.
    ``vendor`` is the distribution, if it may read variables in a way of its own, else ``""``.
    """

    version: Version | None
    variables: Mapping[str, str]
    complete: bool
    gates: Sequence[str] = ()
    vendor: str = ""


def surroundings(version: object, environment: Value | None, gates: Sequence[str], vendor: str = "") -> Surroundings:
    """The surroundings of a Collector of ``version`` in a container with ``environment`` (``NAME=value``)."""
    release = version if isinstance(version, Version) else None
    items = None if environment is None else environment.data
    if not isinstance(items, Items):
        return Surroundings(release, {}, items is None or not isinstance(items, Unknown), gates, vendor)
    variables = {}
    for item in items.values:
        if isinstance(item.data, str):
            name, _, text = item.data.partition("=")
            variables[name] = text
    return Surroundings(release, variables, items.complete, gates, vendor)


def rules_of(release: Version, gates: Sequence[str]) -> Rules:
    """How ``release`` reads dollar signs under feature gates."""
    told = [gate for gate in gates if gate.strip("+-") == _GATE]
    return rules(release, not told[-1].startswith("-") if told else None)


def filled(tree: Tree, around: Surroundings, listed: bool = False) -> Tree:
    """``tree``, ``listed`` if it is somewhere in a list, with each text as it takes effect; the others stay as written.

    Whether a text is known is settled here, so no text of the result is looked at for references again.
    """
    if isinstance(tree, Text):
        return _text(tree, around, listed) if "$" in tree.text else tree
    if isinstance(tree, Seq):
        items = tuple(filled(item, around, True) for item in tree.items)
        kept = all(new is old for new, old in zip(items, tree.items, strict=True))
        return tree if kept else replace(tree, items=items)
    entries = tuple(
        entry if (value := filled(entry.value, around, listed)) is entry.value else replace(entry, value=value)
        for entry in tree.entries
    )
    kept = all(new is old for new, old in zip(entries, tree.entries, strict=True))
    return tree if kept else replace(tree, entries=entries)


def _text(tree: Text, around: Surroundings, listed: bool) -> Tree:
    found = _expanded(tree.text, around, listed)
    if isinstance(found, Unknown):
        return replace(tree, unknown=found.why)
    if isinstance(found, Held):
        if tree.filled:
            return replace(tree, unknown=f"`{short(tree.text)}` stands in the value of a variable")
        return filled(placed(found.tree, tree.place, tree.locked or FILLED, "; ".join(found.notes)), around, True)
    if not found.notes:  # the dollar signs are text
        return replace(tree, text=found.text, unknown="")
    style = "" if found.scalar else '"'
    notes = "; ".join(found.notes)
    return replace(tree, text=found.text, style=style, tag=None, locked=tree.locked or FILLED, filled=notes, unknown="")


def _expanded(text: str, around: Surroundings, listed: bool) -> Filled | Held | Unknown:
    hole = template(text)
    if hole is not None:
        return hole
    variables = Variables(around.variables, around.complete)
    bare = next((found[0] for found in _BARE.finditer(text) if found[1]), "")
    release = around.version
    if release is None:
        return _agreed(text, bare, (expand(text, rules_of(one, around.gates), variables, listed) for one in _EACH))
    if bare and around.vendor and release >= releases.ONE_SYNTAX:
        return Unknown(f"whether {around.vendor} replaces `{bare}` in its own way is not known")
    outcome = expand(text, rules_of(release, around.gates), variables, listed)
    return Unknown(outcome.why) if isinstance(outcome, Refused) else outcome


def _agreed(text: str, bare: str, outcomes: Iterator[Outcome]) -> Filled | Held | Unknown:
    """What all releases that take ``text`` make of it, the newest first."""
    first = next(outcomes)
    if isinstance(first, Unknown):
        return first
    rest = [outcome for outcome in outcomes if not isinstance(outcome, Refused)]
    known = first
    if isinstance(known, Refused):
        known = next((outcome for outcome in rest if not isinstance(outcome, Unknown)), first)
    if isinstance(known, Refused):
        return Unknown(known.why)
    if all(_same(one, known) for one in rest):
        return known
    default = _DEFAULT.search(text)
    if bare:
        why = f"whether `{bare}` is a variable depends on the Collector's release, which is not known"
    elif default is not None:
        why = f"the default of `{short(default[0])}` counts from 0.110.0 on, and the Collector's release is not known"
    else:
        why = f"what `{short(text)}` is depends on the Collector's release, which is not known"
    return Unknown(f"{why}; {HOW}")


def _same(one: Outcome, other: Outcome) -> bool:
    if isinstance(one, Held) and isinstance(other, Held):
        return same(one.tree, other.tree)
    return isinstance(one, Filled) and isinstance(other, Filled) and one[:2] == other[:2]

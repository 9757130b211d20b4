"""What the Collector puts in place of ``${env:X}`` and its kin, as far as the input tells.

Sources: open-telemetry/opentelemetry-collector confmap/README.md, confmap/provider/envprovider, confmap/expand.go;
#10435 (``$X`` refused from 0.104.0 on), #5228 (defaults from 0.110.0 on).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from linter.facts.tree import Seq, Text, Tree
from linter.facts.value import Items, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.syntax.yaml.resolve import resolve
from linter.systems.otelcol.holes import closing
from linter.systems.otelcol.releases import ENV_DEFAULTS, ONE_SYNTAX, ONE_SYNTAX_ONLY
from linter.versions.version import Version

FILLED = "it is filled in when the Collector starts"
"""Why a filled-in value is not edited: what is written is a reference."""

_REFERENCE = pattern(r"(?:(env):)?([A-Za-z_][A-Za-z0-9_]*)(?:(:-)(.*))?", re.DOTALL)
_BARE = pattern(r"\$([A-Za-z_]\w*)", re.ASCII)
_GATE = "confmap.unifyEnvVarExpansion"


class Surroundings(NamedTuple):
    """What decides how references are read.

    ``complete`` is whether no variable comes from elsewhere: then a default holds if the image sets none either.
    """

    version: Version | None
    variables: Mapping[str, str]
    complete: bool
    gates: Sequence[str] = ()

    @property
    def bare(self) -> bool | None:
        """Whether ``$X`` is replaced; ``None`` where this is not known, or the Collector refuses it."""
        if self.version is None:
            return None
        if self.version >= ONE_SYNTAX_ONLY:
            return False
        gates = [gate for gate in self.gates if gate.strip("+-") == _GATE]
        unified = not gates[-1].startswith("-") if gates else self.version >= ONE_SYNTAX
        return None if unified else True


def surroundings(version: object, environment: Value | None, gates: Sequence[str]) -> Surroundings:
    """The surroundings of a Collector of ``version`` in a container with ``environment`` (``NAME=value``)."""
    release = version if isinstance(version, Version) else None
    items = None if environment is None else environment.data
    if not isinstance(items, Items):
        return Surroundings(release, {}, items is None or not isinstance(items, Unknown), gates)
    variables = {}
    for item in items.values:
        if isinstance(item.data, str):
            name, _, text = item.data.partition("=")
            variables[name] = text
    return Surroundings(release, variables, items.complete, gates)


def filled(tree: Tree, around: Surroundings) -> Tree:
    """``tree`` with every reference replaced of which the value is known; the others stay as written."""
    if isinstance(tree, Text):
        return _text(tree, around) if "$" in tree.text else tree
    if isinstance(tree, Seq):
        items = tuple(filled(item, around) for item in tree.items)
        same = all(new is old for new, old in zip(items, tree.items, strict=True))
        return tree if same else replace(tree, items=items)
    entries = tuple(
        entry if (value := filled(entry.value, around)) is entry.value else replace(entry, value=value)
        for entry in tree.entries
    )
    same = all(new is old for new, old in zip(entries, tree.entries, strict=True))
    return tree if same else replace(tree, entries=entries)


class _Filling:
    """The filling of one text: what was put in place of which reference."""

    def __init__(self, around: Surroundings) -> None:
        self.around = around
        self.notes: list[str] = []

    def fill(self, text: str) -> str | None:
        """``text`` with its references replaced; ``None`` where one of them is not known."""
        out: list[str] = []
        at = 0
        while (dollar := text.find("$", at)) >= 0:
            out.append(text[at:dollar])
            after = text[dollar + 1 : dollar + 2]
            if after == "$":
                out.append("$")
                at = dollar + 2
                continue
            end = closing(text, dollar + 2) if after == "{" else None
            bare = _BARE.match(text, dollar)
            if end is not None:
                value = self.reference(text[dollar + 2 : end])
                at = end + 1
            elif bare is not None and self.around.bare is not False:
                value = self.variable(bare[1], None, bare[0]) if self.around.bare else None
                at = bare.end()
            else:
                value, at = "$", dollar + 1
            if value is None:
                return None
            out.append(value)
        return "".join((*out, text[at:]))

    def reference(self, inner: str) -> str | None:
        """What stands for ``${inner}``."""
        if "$" in inner:
            plain = self.fill(inner)
            if plain is None:
                return None
            inner = plain
        found = _REFERENCE.fullmatch(inner)
        if found is None:
            return None
        scheme, name, dash, default = found.groups()
        if dash and (scheme is None or self.around.version is None or self.around.version < ENV_DEFAULTS):
            return None
        value = self.variable(name, default, f"${{{inner}}}")
        if value is None or scheme or (self.around.version is not None and self.around.version >= ONE_SYNTAX):
            return value
        # Before 0.104.0 the value stayed a text, whatever it looks like.
        return value if isinstance(resolve(value, "", None, "collector"), str) else None

    def variable(self, name: str, default: str | None, written: str) -> str | None:
        value = self.around.variables.get(name)
        if value is not None:
            self.notes.append(f"`{written}`: the container sets {name}")
        elif default is not None and self.around.complete:
            value = default
            self.notes.append(f"`{default}` if {name} is unset")
        return None if value is None or "$" in value else value


def _text(tree: Text, around: Surroundings) -> Text:
    filling = _Filling(around)
    text = filling.fill(tree.text)
    if text is None or text == tree.text:
        return tree
    if not filling.notes:  # only `$$`
        return replace(tree, text=text)
    whole = tree.text.startswith("${") and closing(tree.text, 2) == len(tree.text) - 1
    if whole and text.lstrip()[:1] in ("{", "[", "&", "*", "!", "|", ">", "'", '"', "#"):
        return tree  # its YAML is more than a plain scalar
    style = "" if whole else '"'
    return replace(
        tree, text=text, style=style, tag=None, locked=tree.locked or FILLED, filled="; ".join(filling.notes)
    )

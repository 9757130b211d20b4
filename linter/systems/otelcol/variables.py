"""Variables without braces, ``$NAME``, as entities."""

from __future__ import annotations

import re
from collections.abc import Iterator

from linter.facts.entity import Entity
from linter.facts.tree import Seq, Text, Tree
from linter.facts.value import Ref, Slot, Unknown, Value
from linter.pattern import pattern
from linter.syntax.document import Route
from linter.systems.otelcol.components import flag
from linter.systems.otelcol.model import Config
from linter.systems.otelcol.releases import ONE_SYNTAX
from linter.systems.otelcol.vendors import vendors
from linter.versions.version import Version

_NAME = pattern(r"\$(\$|\{|[A-Za-z_]\w*)", re.ASCII)
_MEANT = pattern(r"(?:^|[\s/:=@,;\"'(])\$([A-Z_][A-Z0-9_]+)(?![\w.$])", re.ASCII)
"""What can hardly be meant as it stands: other dollar signs belong to passwords, hashes and regular expressions."""


def variable_entities(config: Config) -> Iterator[Entity]:
    """An ``otelcol.variable`` for each text with names without braces."""
    if config.written is None:
        return
    for text, route in _texts(config.written, ()):
        names = [found[1] for found in _NAME.finditer(text.text) if found[1] not in ("$", "{")]
        if names:
            yield _entity(config, text, route, names)


def _texts(tree: Tree, route: Route) -> Iterator[tuple[Text, Route]]:
    if isinstance(tree, Text):
        if "$" in tree.text:
            yield tree, route
    elif isinstance(tree, Seq):
        for index, item in enumerate(tree.items):
            yield from _texts(item, (*route, index))
    else:
        for entry in tree.entries:
            if not entry.given:
                yield from _texts(entry.value, (*route, entry.key))


def _entity(config: Config, text: Text, route: Route, names: list[str]) -> Entity:
    slot = Slot(text.place, route, len(route), locked=text.locked)
    path = "/".join(map(str, route))
    refused, plain = _effect(config)
    meant = _MEANT.search(text.text)
    return Entity(
        Ref("otelcol.variable", f"{config.identity(text.place)}:{path}", config.ref.instance),
        text.place,
        f"${names[0]}",
        path,
        {
            "config": Value(config.ref),
            "version": config.version,
            "name": Value(meant[1] if meant and refused is not True else names[0]),
            "value": Value(text.text, "written", slot),
            "braced": Value(_braced(text.text)),
            "refused": flag(refused),
            "literal": flag(plain if meant is not None else False),
            "alone": Value(re.fullmatch(r"\$\w+", text.text) is not None),
        },
    )


def _effect(config: Config) -> tuple[bool | Unknown, bool | Unknown]:
    """Whether the Collector refuses such a name, and whether it takes it for plain text."""
    version = config.version.data
    if not isinstance(version, Version):
        why = version if isinstance(version, Unknown) else Unknown("its version is not known")
        return why, why
    distribution = config.distribution.data
    if distribution in vendors() and version >= ONE_SYNTAX:
        why = Unknown(f"whether {distribution} reads variables in its own way is not known")
        return why, why
    from linter.systems.otelcol.substitute import rules_of  # few configurations hold such names

    by = rules_of(version, config.gates)
    return by.shell and by.unified, not by.shell


def _braced(text: str) -> str:
    """``text`` with its names in braces."""
    return _NAME.sub(lambda found: found[0] if found[1] in ("$", "{") else f"${{env:{found[1]}}}", text)

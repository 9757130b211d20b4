"""Placeholders that the Collector, or something before it, replaces."""

from __future__ import annotations

import re

from linter.facts.holes import filled_in, spans, unfilled
from linter.facts.tree import Text
from linter.facts.value import Unknown
from linter.pattern import pattern

# What may be a reference where no release has settled it; `$$` is a literal dollar sign in all of them.
_DOLLAR = pattern(r"\$\$|\$\{|\$[A-Za-z_]\w*")
_LITERAL = pattern(r"\$(?!\()")


def hole_in(text: Text, part: str | None = None) -> Unknown | None:
    """Why ``part`` of a text, by default all of it, is not known.

    What a dollar sign means is settled where references are filled in, and not asked again.
    """
    part = text.text if part is None else part
    if text.unknown is None or "$" not in part:
        return placeholder(part)
    return Unknown(text.unknown) if text.unknown else unfilled(_LITERAL.sub("", part))


def template(text: str) -> Unknown | None:
    """Why ``text`` is not what the Collector reads: a template is rendered before, with dollar signs of its own."""
    for start, end in spans(text):
        if text.startswith("${{", start) or not text.startswith(("${", "$("), start):
            return filled_in(text[start:end])
    return None


def placeholder(text: str) -> Unknown | None:
    """Why ``text`` is not known, if it holds a placeholder."""
    hole = template(text)
    if hole is not None:
        return hole
    if "$" in text:
        for found in _DOLLAR.finditer(text):
            if found.group() != "$$":
                return Unknown(f"`{_reference(text, found)}` is known only where the Collector runs")
    if "{" in text or "<%" in text or "@" in text or "$(" in text:
        return unfilled(text.replace("$$", ""))
    return None


def _reference(text: str, found: re.Match[str]) -> str:
    """All of the reference that ``found`` begins, with those inside it."""
    if found.group() != "${":
        return found.group()
    end = closing(text, found.end())
    return text[found.start() :] if end is None else text[found.start() : end + 1]


def closing(text: str, at: int) -> int | None:
    """Where the brace opened before ``at`` closes; ``None`` where it never does."""
    depth = 1
    while at < len(text):
        if text.startswith("${", at):
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if not depth:
                return at
        at += 1
    return None

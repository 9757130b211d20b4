"""Placeholders that something else fills in before a configuration is used."""

from __future__ import annotations

import re

from linter.facts.value import Unknown
from linter.pattern import pattern

_HOLE = pattern(
    r"\$?\{\{.*?\}\}"  # Helm and Go templates, GitHub expressions, OpenShift's ${{X}}
    r"|\{%.*?%\}|<%.*?%>"  # Jinja, ERB
    r"|\$\{[^{}]*\}|\$\([^()]*\)"  # envsubst, kustomize and pod variables
    r"|@[A-Za-z][\w.-]*@",  # Maven's resource filter
    re.DOTALL,
)
_OWN = "{{?"

SET_ASIDE = "$(x:"
"""What the placeholders begin with that stand for whole lines of a template (``linter.syntax.template_lines``)."""


class LeftOpen(Exception):
    """A template decides what else a document says, and its system reads whole documents only."""


def spans(text: str) -> list[tuple[int, int]]:
    """Where the placeholders of ``text`` stand, in order."""
    if "{" not in text and "(" not in text and "@" not in text and "<%" not in text:
        return []
    return [found.span() for found in _HOLE.finditer(text)]


def unfilled(text: str) -> Unknown | None:
    """Why ``text`` is not known, if it holds a placeholder."""
    found = spans(text)
    if not found:
        return None
    start, end = found[0]
    return filled_in(text[start:end])


def filled_in(hole: str) -> Unknown:
    """The reason for a value with this placeholder."""
    if hole.startswith(_OWN) and hole.endswith("}}"):
        return Unknown(hole[len(_OWN) : -2])
    if hole.startswith(SET_ASIDE):
        return Unknown("a template decides what is written here")
    return Unknown(f"`{hole}` is filled in before this is used")


def hole(why: str) -> str:
    """A placeholder of our own: the text of a value that can't be known, with the reason in it."""
    return f"{_OWN}{why.replace('{{', '').replace('}}', '')}}}}}"

"""Comments for us: those that ask for findings to be ignored, and the others."""

from __future__ import annotations

from linter.system import Directive


def asks(directive: Directive) -> bool:
    """Whether a comment can be one that asks for findings to be ignored; those about versions have a ``=`` there."""
    head = directive.text.split("[", 1)[0].split(None, 2)
    return bool(head) and "=" not in head[0] and not (len(head) > 1 and head[1].startswith("="))

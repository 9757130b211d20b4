"""Why texts are not read that are no text of their own."""

from __future__ import annotations

from linter.pattern import pattern
from linter.text.fixture import fixture

_GO_TEMPLATE = pattern(r"\{\{")
_OTHER_TEMPLATE = pattern(r"\{%|<%")
_MAVEN_PLACEHOLDER = pattern(r"(?m)[:\s]@[A-Za-z][\w.-]*@")

RENDER = "a template; render it first: helm template … | deadpeer check -"
"""Why a template is not read whose actions can't be set aside."""
_RENDER_OTHER = "a template; render it first and check what comes out: … | deadpeer check -"
"""The same for templates that Helm knows nothing of: Jinja, ERB."""


def template(text: str) -> str:
    """Why a text that can't be parsed is a template and not an error, or ``""``."""
    if _OTHER_TEMPLATE.search(text):
        return _RENDER_OTHER
    if _GO_TEMPLATE.search(text):
        return RENDER
    if _MAVEN_PLACEHOLDER.search(text):
        return "holds @…@ placeholders that the build replaces; check the filtered file"
    return ""


def excused(text: str, path: str, message: str) -> str:
    """Why a text that can't be parsed is no error, or ``""``; ``message`` is what is wrong with it."""
    found, why = template(text), fixture(path)
    return found or (why and f"can't be parsed: {message}; {why}")

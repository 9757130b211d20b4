"""SBOMs that are too large to be parsed: read off their text, for what names packages.

Only package URLs count, and the scope of the component that one stands in. Sources: the schemas of CycloneDX 1.4 to
1.6, where `scope` comes before `purl` in XML and anywhere in JSON; of SPDX 2.3.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from linter.pattern import pattern
from linter.systems.inventory.item import Item, Module, purl

_PURLS = pattern(r'"(pkg:maven/[^"\\]*)"')
_XML = pattern(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<(?:\w+:)?component\b"
    r"|<(?:\w+:)?scope>\s*(?P<scope>\w+)\s*</|<(?:\w+:)?(?:purl|referenceLocator)>\s*(?P<purl>pkg:maven/[^<\s]+)",
    0x10,  # a dot is any character, also the end of a line
)
_SCOPES = {"excluded": "test", "optional": "provided"}
_KEYS = ("purl", "referenceLocator", "software_packageUrl", "packageUrl", "identifier", "locator")


class Broken(Exception):
    """The text is no JSON: why, and the offset that shows it."""

    def __init__(self, why: str, offset: int) -> None:
        super().__init__(why)
        self.offset = offset


def modules(text: str, xml: bool) -> Iterator[Module]:
    """What an SBOM lists; raises ``Broken``."""
    if xml:
        yield Module("", "", "", 0, 0, tuple(_of_xml(text)))
        return
    try:
        root = json.loads(text)
    except json.JSONDecodeError as error:
        raise Broken(error.msg, error.pos) from None
    except RecursionError:
        raise Broken("nested too deeply", 0) from None
    if isinstance(root, dict):
        subject = root.get("metadata", {})
        subject = subject.get("component", {}) if isinstance(subject, dict) else {}
        said = [_said(subject, name) for name in ("group", "name", "version")]
        yield Module(said[0], said[1], said[2], 0, 0, tuple(_of_json(root, text)))


def _said(found: Any, name: str) -> str:
    value = found.get(name) if isinstance(found, dict) else None
    return value if isinstance(value, str) else ""


def _of_json(root: dict[str, Any], text: str) -> Iterator[Item]:
    """The packages, each once, at the first place where its URL stands as a value."""
    root.pop("metadata", None)
    root.pop("dependencies", None)
    scopes: dict[str, str] = {}
    pending: list[Any] = [root]
    while pending:
        current = pending.pop()
        if isinstance(current, dict):
            for key in _KEYS:
                url = current.get(key)
                if isinstance(url, str) and url.startswith("pkg:maven/"):
                    scope = _SCOPES.get(str(current.get("scope")), "compile")
                    scopes[url] = "compile" if scopes.get(url) == "compile" else scope
            pending += current.values()
        elif isinstance(current, list):
            pending += current
    for found in _PURLS.finditer(text):
        if _is_key(text, found.end()):
            continue
        if found[1] in scopes:
            scope, said = scopes.pop(found[1]), purl(found[1])
            if said is not None:
                yield Item(*said, *found.span(1), scope)


def _is_key(text: str, at: int) -> bool:
    return text[at : at + 2].lstrip().startswith(":")


def _of_xml(text: str) -> Iterator[Item]:
    seen = set()
    scope = "compile"
    for found in _XML.finditer(text):
        if found["purl"]:
            said = purl(found["purl"])
            if said is not None and said not in seen:
                seen.add(said)
                yield Item(*said, *found.span("purl"), scope)
        else:
            scope = _SCOPES.get(found["scope"], "compile") if found["scope"] else "compile"

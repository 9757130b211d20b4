"""What Maven refuses of a pom: elements that would otherwise be passed over without a word.

Source: ``MavenXpp3Reader``, strict as for the poms of a build, and ``DefaultModelValidator`` of Maven 3.8.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from linter.syntax.document import Document, Problem
from linter.syntax.xml.element import WHITE, Element

_BASE = (
    *("dependencies", "dependencyManagement", "distributionManagement", "modules", "pluginRepositories"),
    *("properties", "reporting", "reports", "repositories", "build"),
)
_KNOWN = {
    "project": frozenset(
        (
            *("modelVersion", "parent", "groupId", "artifactId", "version", "packaging", "name", "description", "url"),
            *("inceptionYear", "organization", "licenses", "developers", "contributors", "mailingLists", "scm"),
            *("prerequisites", "issueManagement", "ciManagement", "profiles", *_BASE),
        )
    ),
    "profile": frozenset(("id", "activation", *_BASE)),
    "parent": frozenset(("groupId", "artifactId", "version", "relativePath")),
    "dependencyManagement": frozenset(("dependencies",)),
    "dependencies": frozenset(("dependency",)),
    "dependency": frozenset(
        ("groupId", "artifactId", "version", "type", "classifier", "scope", "systemPath", "exclusions", "optional")
    ),
    "exclusions": frozenset(("exclusion",)),
    "exclusion": frozenset(("groupId", "artifactId")),
    "modules": frozenset(("module",)),
    "profiles": frozenset(("profile",)),
}
"""The elements whose children matter, with what may stand in them."""
_NAMED = {"dependency": ("groupId", "artifactId"), "parent": ("groupId", "artifactId", "version")}


def refused(document: Document[Element]) -> Iterator[Problem]:
    """Unknown elements of a build's own pom, which a repository's may have, and what lacks its name."""
    root = document.root
    if not _is_old(root):
        return
    strict = posixpath.basename(document.ref.path).lower() == "pom.xml"
    pending = [(root, "the file")]
    while pending:
        element, what = pending.pop()
        if element.name == "profile":
            named = element.child("id")
            what = f"a build with the profile `{'default' if named is None else named.text.strip(WHITE)}`"
        missing = [name for name in _NAMED.get(element.name, ()) if not _text(element, name)]
        if missing:
            yield _problem(document, element, f"`{element.name}` has no {' and no '.join(missing)}", what)
        for child in element.children:
            if child.name in _KNOWN[element.name]:
                if child.name in _KNOWN:
                    pending.append((child, what))
            elif strict:
                yield _problem(document, child, f"`{child.name}` is no element of `{element.name}`", "the file")


def _is_old(root: Element) -> bool:
    """Whether it is written in the model of Maven 3: the next one has more elements, and finds out what is left out."""
    model = root.child("modelVersion")
    if model is None:
        return not root.uri or root.uri.endswith("/4.0.0")
    return model.text.strip(WHITE) == "4.0.0"


def _text(element: Element, name: str) -> str:
    child = element.child(name)
    return "" if child is None or child.children else child.text.strip(WHITE)


def _problem(document: Document[Element], element: Element, why: str, what: str) -> Problem:
    return Problem(document.place(element.name_start, element.name_end), f"{why}; Maven refuses {what}")

"""Which files are poms of the build: those called so, and others that one of these names.

A ``pom-jdk8.xml`` beside a ``pom.xml`` may be a variant with the same name that nobody builds; as the parent or the
module of a pom that is built, it counts.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from linter.systems.maven.names import usual
from linter.systems.maven.pom import Part, Pom


def meant(poms: Sequence[Pom]) -> list[Pom]:
    """The poms with usual names, and those that these lead to; in the order given."""
    others = {pom.path: pom for pom in poms if not usual(posixpath.basename(pom.path).lower())}
    if not others:
        return list(poms)
    waiting = [pom for pom in poms if pom.path not in others]
    while waiting and others:
        for path in _led_to(waiting.pop()):
            found = others.pop(path, None)
            if found is not None:
                waiting.append(found)
    return [pom for pom in poms if pom.path not in others]


def _led_to(pom: Pom) -> Iterator[str]:
    """The files that a pom names as its parent and its modules."""
    written = [] if pom.parent is None else [pom.parent.said("relativePath")]
    for part in (pom.project, *_profiles(pom.project)):
        written += [module.text for listed in part.each("modules") for module in listed.each("module")]
    folder = posixpath.dirname(pom.path)
    for one in written:
        yield posixpath.normpath(posixpath.join(folder, one.replace("\\", "/")))


def _profiles(root: Part) -> Iterator[Part]:
    for listed in root.each("profiles"):
        yield from listed.each("profile")

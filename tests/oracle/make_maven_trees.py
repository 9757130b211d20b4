"""What Maven itself makes of the small builds in ``tests/oracle/maven``: ``expected.tsv`` in each.

Needs ``mvn`` and access to Maven Central; the tests need neither. Usage: ``python tests/oracle/make_maven_trees.py
[CASE ...]``. A row is a pom, a package (with type and classifier where unusual), version, scope, and whether it
is a ``direct`` dependency; of the ``transitive`` ones only Dubbo and its starters are kept.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent / "maven"
GROUPS = ("org.apache.dubbo", "com.alibaba", "com.alibaba.boot", "com.alibaba.cloud")
GOAL = ("mvn", "-q", "-B", "compile", "dependency:tree", "-DoutputFile=tree.txt", "-DoutputType=text")
_LINE = re.compile(r"^(?P<depth>(?:[|+\\ ]-? {1,2})*)(?P<rest>\S+)")


def rows(tree: str) -> Iterator[tuple[str, str, str, str]]:
    """Package, version, scope and ``direct`` or ``transitive`` for each line of a tree but the first."""
    for line in tree.splitlines()[1:]:
        found = _LINE.match(line)
        if found is None:
            raise ValueError(f"unknown line: {line!r}")
        group, artifact, kind, *classifier, version, scope = found["rest"].split(":")
        package = ":".join((group, artifact, *(piece for piece in (kind, *classifier) if piece != "jar")))
        direct = len(found["depth"]) == len("+- ")
        if direct or (group in GROUPS and "dubbo" in artifact):
            yield package, version, scope, "direct" if direct else "transitive"


def build(case: Path, folder: Path) -> Iterator[str]:
    shutil.copytree(case, folder, dirs_exist_ok=True)
    subprocess.run(GOAL, cwd=folder, check=True)
    for path in sorted(folder.rglob("tree.txt")):
        pom = (path.parent / "pom.xml").relative_to(folder).as_posix()
        for row in rows(path.read_text("utf-8")):
            yield "\t".join((pom, *row))


def main(names: list[str]) -> None:
    for case in sorted(HERE.iterdir()):
        if case.is_dir() and (case.name in names or not names):
            with TemporaryDirectory() as folder:
                lines = list(build(case, Path(folder)))
            (case / "expected.tsv").write_text("\n".join((*lines, "")), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Writes maven-versions.tsv: pairs of versions with Maven's own verdict.

    mvn dependency:get -Dartifact=org.apache.maven:maven-artifact:3.9.6
    python tests/oracle/make_maven_versions.py maven-artifact-3.9.6.jar    # from ~/.m2/repository

Needs ``java``. The jar's class ``ComparableVersion`` has a ``main`` that compares each argument with the next.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import zipfile
from itertools import combinations
from pathlib import Path

TARGET = Path(__file__).with_name("maven-versions.tsv")
_CLASS = "org.apache.maven.artifact.versioning.ComparableVersion"
_VERDICT = re.compile(r"^   (\S+) (<|==|>) (\S+)$", re.MULTILINE)

# Releases of Dubbo, as they were published or as forks call them.
DUBBO = """
2.5.10 2.6.2 2.6.9 2.6.10.1 2.6.12 2.7.0 2.7.4 2.7.4.1 2.7.5 2.7.9 2.7.10-SNAPSHOT 2.7.10 2.7.12 2.7.12-mone-v8
2.7.12.RELEASE 2.7.13-SNAPSHOT 2.7.13 2.7.15 2.7.23 3.0.0.preview 3.0.0-preview 3.0.0-SNAPSHOT 3.0.0 3.0.1 3.0.2
3.0.2.1 3.0.5 3.2.0-beta.3 3.2.0-beta.10 3.2.0 3.3.0-beta.1 3.3.0-beta.5 3.3.0
"""
# Spellings of Spring and others in whose builds Dubbo's version is decided.
SPRING = """
2.2.6.RELEASE 2.2.6 2.2.6.RC1 2.2.6-RC1 2.2.6.M2 2.2.6.SR1 2.2.6.BUILD-SNAPSHOT 2021.1 2021.0.1.0 2020.0.RC1 2020.0
2.0.0.Final 2.0.0.GA 2.0.0 2.0.0.CR2 2.0.0.rc3 2.0.0-jre 2.0.0-android 2.0.0.SP1 2.0.0.Beta1 2.0.0.Alpha2
"""
# What the algorithm treats differently: separators, zeros, words before and after numbers, long numbers.
CORNERS = """
1 1.0 1.0.0 1. 1.. 1-0 1-1 1.1 1-1.1 1.a.1 1-a-1 1a1 1-a1 1a 1.a 1-a 1-alpha 1-alpha1 1-alpha-1 1-beta 1b 1b2
1-milestone 1m 1m3 1-rc 1-rc1 1-rc-1 1-cr 1-snapshot 1-ga 1-ga1 1-final 1-release 1.release 1-sp 1.sp 1.sp.1 1-sp-1
1-x 1-xyz 1.x1 1x1 1-X 1_1 1-01 1.01 01 001.2 1--1 1.-1 -1 .1 a a1 a.1 alpha v1.0 v1 x-1 0 0.0 0-alpha
1-123456789 1-1234567890 1-12345678901234567890 1.99999999999999999999 20240102 1-20240102.101010-3 1-abcdef0
1.0.0-x.7.z.92 1.0+build 1.0+build.2 1-0.0-1 1.0-0-a
"""
# Maven's order isn't transitive: each of these comes before the next, and the last before the first.
CYCLE = ["1-alpha", "1", "1.sp.1"]


def pairs() -> list[tuple[str, str]]:
    """Every pair within a group of real spellings; for the corners each with its next nine; some across the groups."""
    dubbo, spring, corners = DUBBO.split(), SPRING.split(), CORNERS.split()
    size = len(corners)
    chosen = [*combinations(dubbo, 2), *combinations(spring, 2)]
    chosen += [(corners[at], corners[(at + step) % size]) for at in range(size) for step in range(1, 10)]
    chosen += [(corners[at * 5 % size], version) for at, version in enumerate(dubbo + spring)]
    chosen += zip(CYCLE, [*CYCLE[1:], CYCLE[0]], strict=True)
    return chosen


def verdicts(jar: Path, chosen: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    flat = [version for pair in chosen for version in pair]
    done = subprocess.run(["java", "-cp", str(jar), _CLASS, *flat], capture_output=True, text=True, check=True)
    found = _VERDICT.findall(done.stdout)[::2]
    if [(left, right) for left, _, right in found] != chosen:
        raise SystemExit("Maven's answer has another shape than expected")
    return found


def header(jar: Path) -> list[str]:
    with zipfile.ZipFile(jar) as archive:
        properties = archive.read("META-INF/maven/org.apache.maven/maven-artifact/pom.properties").decode()
    version = re.search(r"^version=(.+)$", properties, re.MULTILINE)
    assert version is not None
    digest = hashlib.sha1(jar.read_bytes(), usedforsecurity=False).hexdigest()
    return [
        "# Pairs of versions with the verdict of Maven's own ComparableVersion.",
        f"# Asked: org.apache.maven:maven-artifact:{version[1].strip()} (jar sha1 {digest}), class {_CLASS}.",
        "# Made by: tests/oracle/make_maven_versions.py, which holds the list of versions. Don't edit by hand.",
    ]


def main(jar: Path) -> None:
    rows = ["\t".join(row) for row in verdicts(jar, pairs())]
    TARGET.write_text("\n".join([*header(jar), "left\tverdict\tright", *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]).expanduser())

"""Releases that should not be used, as a rule of the Maven Enforcer plugin.

Sources: maven.apache.org/enforcer/enforcer-rules/bannedDependencies.html; VersionRange.createFromVersionSpec, which
takes several sets with commas between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from linter.facts.bounds import Bound

_HEAD = """\
<plugin>
  <groupId>org.apache.maven.plugins</groupId>
  <artifactId>maven-enforcer-plugin</artifactId>
  <version>3.5.0</version>
  <executions>
    <execution>
      <id>known-defects</id>
      <goals><goal>enforce</goal></goals>
      <configuration>
        <rules>
          <bannedDependencies>
            <message>A release with a known defect; the comments beside the rule say which.</message>
            <excludes>
"""
_TAIL = """\
            </excludes>
          </bannedDependencies>
        </rules>
      </configuration>
    </execution>
  </executions>
</plugin>
"""
_MARGIN = " " * 14


def bounded(bounds: Sequence[Bound], signature: str) -> str:
    """A ``plugin`` element for ``build/plugins``; without bounds only the comment that says so."""
    ours = [bound for bound in bounds if bound.ecosystem == "Maven"]
    if not ours:
        return f"<!-- {_comment(signature)}: nothing to keep away from -->\n"
    lines = "".join(f"{_MARGIN}{line}\n" for line in _lines(ours))
    return f"<!-- {_comment(signature)} -->\n{_HEAD}{lines}{_TAIL}"


def _lines(bounds: Sequence[Bound]) -> Iterator[str]:
    """Single releases instead of ranges: a range would also hold forks, which are not known to be affected."""
    for bound in bounds:
        group, _, artifact = bound.released.partition(":")
        yield f"<!-- {_comment(bound.reason)} -->"
        sets = ",".join(f"[{version}]" for version in bound.versions)
        yield f"<exclude>{escape(f'{group}:{artifact}:{sets}')}</exclude>"


def _comment(text: str) -> str:
    """``text`` without what ends a comment."""
    return text.replace("--", "- -").rstrip("-")

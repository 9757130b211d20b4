"""What Maven makes of the rule that ``deadpeer emit enforcer`` writes: ``enforcer/expected.tsv``.

Needs ``mvn`` and access to Maven Central for the plugin; the tests need neither. Usage: ``python
tests/oracle/make_enforcer.py``, from the repository's root. Each row is a dependency and ``fails`` or ``passes``; the
dependencies are empty poms in a repository made for it, so that no release has to be loaded.
``enforcer/fragment.xml`` is the rule as it was run.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent / "enforcer"
POLICIES = ("dubbo/async-executor-shut-down", "dubbo/async-executor-recreated", "dubbo/alibaba-full-pool-silent")
DEPENDENCIES = (
    *(
        f"org.apache.dubbo:dubbo:{version}"
        for version in (
            *("2.7.4.1", "2.7.5", "2.7.9", "2.7.10", "2.7.11", "2.7.12", "2.7.13", "2.7.23"),
            *("3.0.0.preview", "3.0.0", "3.0.1", "3.0.2", "3.2.16"),
            *("2.7.12-acme-3", "2.7.12.1", "2.7.11-SNAPSHOT", "3.0.0-acme"),
        )
    ),
    "org.apache.dubbo:dubbo-remoting-api:2.7.12",
    "org.apache.dubbo:dubbo-remoting-api:2.7.13",
    "org.apache.dubbo:dubbo-spring-boot-starter:2.7.12",
    "org.apache.dubbo.extensions:dubbo-rpc-http:2.7.12",
    "com.alibaba:dubbo:2.5.3",
    "com.alibaba:dubbo:2.6.12",
    "com.alibaba:dubbo:2.8.4",
)
_POM = """\
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>{artifact}</artifactId>
  <version>{version}</version>
  <packaging>pom</packaging>
  {more}
</project>
"""


def emitted() -> str:
    """The rule, without the line that says who wrote it."""
    run = [sys.executable, "-m", "linter", "emit", "enforcer", "--all", "--no-config", "--profile", "pedantic"]
    run += ["--select", ",".join(POLICIES)]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout.split("\n", 1)[1]


def published(repository: Path, dependency: str) -> None:
    group, artifact, version = dependency.split(":")
    folder = repository.joinpath(*group.split("."), artifact, version)
    folder.mkdir(parents=True)
    pom = _POM.format(group=group, artifact=artifact, version=version, more="")
    (folder / f"{artifact}-{version}.pom").write_text(pom, "utf-8")


def outcome(folder: Path, fragment: str, dependency: str) -> str:
    group, artifact, version = dependency.split(":")
    repository = (folder / "repository").as_uri()
    more = (
        f"<repositories><repository><id>made</id><url>{repository}</url></repository></repositories>"
        f"<dependencies><dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version><type>pom</type></dependency></dependencies>"
        f"<build><plugins>{fragment}</plugins></build>"
    )
    (folder / "pom.xml").write_text(_POM.format(group="com.example", artifact="shop", version="1", more=more), "utf-8")
    done = subprocess.run(("mvn", "-B", "validate"), cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return "passes"
    banned = "bannedDependencies" in done.stdout.lower().replace("banneddependencies", "bannedDependencies")
    if not banned or f"{group}:{artifact}:pom:{version}" not in done.stdout:
        raise RuntimeError(done.stdout)
    return "fails"


def rows(fragment: str) -> Iterator[str]:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for dependency in DEPENDENCIES:
            published(folder / "repository", dependency)
        for dependency in DEPENDENCIES:
            yield f"{dependency}\t{outcome(folder, fragment, dependency)}"


def main() -> None:
    fragment = emitted()
    lines = list(rows(fragment))
    (HERE / "fragment.xml").write_text(fragment, "utf-8")
    (HERE / "expected.tsv").write_text("\n".join((*lines, "")), "utf-8")


if __name__ == "__main__":
    main()

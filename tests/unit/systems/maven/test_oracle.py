"""Whole builds against what Maven 3.8 makes of them (``tests/oracle/make_maven_trees.py``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown
from linter.record import NamedTuple
from linter.syntax.change import TreeChange
from linter.syntax.xml.write import write
from linter.text.edit import apply
from tests.unit.systems.maven.build import document, entities, tree

ORACLE = Path(__file__).parents[3] / "oracle" / "maven"
CASES = sorted(path.name for path in ORACLE.iterdir() if path.is_dir())

UNKNOWN = {
    ("managed-twice", "alone/pom.xml", "org.apache.dubbo:dubbo"): "twice",
    ("managed-twice", "importing/pom.xml", "org.apache.dubbo:dubbo"): "twice",
    ("managed-twice", "inheriting/pom.xml", "org.apache.dubbo:dubbo"): "twice",
    ("given-properties", "fast/pom.xml", "org.apache.dubbo:dubbo"): "the profile `slow`",
    ("given-switches", "a/pom.xml", "org.apache.dubbo:dubbo"): "the profile `r`",
    ("profile-off", "app/pom.xml", "org.apache.dubbo:dubbo"): "the profile `p`",
    ("profile-off", "plain/pom.xml", "org.apache.dubbo:dubbo"): "the profile `p`",
    ("published-boms", "new/pom.xml", "com.google.code.gson:gson"): "spring-boot-dependencies:2.3.12.RELEASE",
    ("ranges", "pom.xml", "org.apache.dubbo:dubbo-common"): "range",
    ("ranges", "pom.xml", "com.google.code.gson:gson"): "RELEASE",
    ("relative-paths", "from-repository/pom.xml", "com.google.code.gson:gson"): "spring-boot-starter-parent",
    ("relative-paths", "from-repository/pom.xml", "javax.validation:validation-api"): "spring-boot-starter-parent",
    ("shadows", "pom.xml", "org.apache.dubbo:dubbo-remoting-api"): "bring different versions",
}
"""What Maven knows and we don't, and the missing piece that we name."""


class Row(NamedTuple):
    pom: str
    package: str
    version: str
    scope: str
    kind: str


def expected(case: str) -> list[Row]:
    lines = (ORACLE / case / "expected.tsv").read_text("utf-8").splitlines()
    return [Row(*line.split("\t")) for line in lines]


def found(case: str) -> dict[tuple[str, str], Entity]:
    facts = entities(tree(ORACLE / case))
    rows = {}
    for entity in facts.of("build.package"):
        module = entity.fields["module"].data
        assert isinstance(module, Ref)
        path = module.id
        rows[path, entity.ref.id.removeprefix(f"{path}/")] = entity
    return rows


CORE = ("org.apache.dubbo:dubbo", "org.apache.dubbo:dubbo-remoting-api", "com.alibaba:dubbo")


@pytest.mark.parametrize("case", CASES)
def test_same_packages_as_maven(case: str) -> None:
    """All that Maven has of what carries Dubbo's core or is declared, and nothing that Maven has not."""
    ours = {
        (*key, entity.fields["scope"].data, "direct" if entity.fields["via"].data == "direct" else "transitive")
        for key, entity in found(case).items()
    }
    all_of_them = {(row.pom, row.package, row.scope, row.kind) for row in expected(case)}

    assert ours <= all_of_them
    assert {row for row in all_of_them - ours if row[3] == "direct" or row[1] in CORE} == set()


@pytest.mark.parametrize("case", CASES)
def test_same_versions_as_maven(case: str) -> None:
    ours = found(case)
    for row in expected(case):
        entity = ours.get((row.pom, row.package))
        if entity is None:
            continue  # see above
        version = entity.fields["version"].data
        missing = UNKNOWN.get((case, row.pom, row.package))
        if missing is None:
            assert not isinstance(version, Unknown), (row, version)
            assert str(version) == row.version, row
        else:
            assert isinstance(version, Unknown), row
            assert missing in version.why


@pytest.mark.parametrize("case", CASES)
def test_changing_the_deciding_place_changes_the_version(case: str) -> None:
    """The slot is where the version is decided: another version written there is what the module then resolves to."""
    files = tree(ORACLE / case)
    for (pom, package), entity in found(case).items():
        value = entity.fields["version"]
        if isinstance(value.data, Unknown) or value.slot is None or value.slot.locked:
            continue
        if package.endswith("spring-cloud-starter-dubbo"):
            continue  # looked up by the release of its BOM, and there is no such release
        path = value.slot.place.path
        edits = write(document(path, files[path]), [TreeChange("set", value.slot.route, "2.7.22")])
        assert isinstance(edits, tuple), edits
        changed = entities({**files, path: apply(files[path], edits)})
        after = next(one for one in changed.of("build.package") if one.ref == entity.ref)
        assert str(after.fields["version"].data) == "2.7.22", (pom, package)


@pytest.mark.parametrize("case", CASES)
def test_places_lie_on_what_they_name(case: str) -> None:
    files = tree(ORACLE / case)
    for entity in found(case).values():
        named = f"{entity.name} {entity.fields['via'].data}"
        written = files[entity.place.path][entity.place.start : entity.place.end]
        assert written in named or "${" in written
        for step in entity.fields["version"].evidence:
            if step.place is not None:
                shown = files[step.place.path][step.place.start : step.place.end]
                assert shown in step.text or "${" in shown

"""What comes through other modules and from a repository: its evidence, its bounds, what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.system import Setup
from tests.unit.systems.maven.build import (
    DUBBO,
    child,
    dependencies,
    dependency,
    entities,
    evidence,
    imported,
    managed,
    packages,
    pom,
    version,
    why,
    written,
)

STARTER = "org.apache.dubbo:dubbo-spring-boot-starter"


def sibling(artifact: str, rest: str = "") -> str:
    return dependency(f"example:{artifact}", "1.0", rest)


def profile(body: str) -> str:
    return f"<profiles><profile><id>p</id>{body}</profile></profiles>"


def test_evidence_names_every_step() -> None:
    files = {
        "api/pom.xml": pom(dependencies(dependency(version="2.7.12")), "api"),
        "service/pom.xml": pom(dependencies(sibling("api")), "service"),
        "app/pom.xml": pom(dependencies(sibling("service")), "app"),
    }

    found = packages(files, "app/pom.xml")[DUBBO]

    value = found.fields["version"]
    assert found.fields["via"].data == "example:service"
    assert files["app/pom.xml"][found.place.start : found.place.end] == "service"
    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert value.slot.place.path == "api/pom.xml"
    assert evidence(value) == [
        ("`example:service` is a dependency", "app/pom.xml"),
        ("`example:api` is a dependency", "service/pom.xml"),
        (f"`{DUBBO}` is a dependency", "api/pom.xml"),
    ]


def test_a_parents_property_is_named_behind_a_sibling() -> None:
    files = {
        "pom.xml": pom("<properties><v>2.7.12</v></properties>"),
        "lib/pom.xml": child(dependencies(dependency(version="${v}")), "lib"),
        "app/pom.xml": pom(dependencies(sibling("lib")), "app"),
    }

    assert evidence(version(files, "app/pom.xml"))[-2:] == [
        ("`v` is `2.7.12`", "pom.xml"),
        ("lib/pom.xml has this parent: `root`", "lib/pom.xml"),
    ]


def test_modules_in_a_circle_end() -> None:
    files = {
        "a/pom.xml": pom(dependencies(sibling("b"), dependency(version="2.7.12")), "a"),
        "b/pom.xml": pom(dependencies(sibling("a")), "b"),
    }

    assert written(version(files, "b/pom.xml")) == "2.7.12"
    assert written(version(files, "a/pom.xml")) == "2.7.12"


def test_a_long_chain_of_modules_is_followed() -> None:
    files = {f"m{n}/pom.xml": pom(dependencies(sibling(f"m{n + 1}")), f"m{n}") for n in range(1500)}
    files["m1500/pom.xml"] = pom(dependencies(dependency(version="2.7.12")), "m1500")

    facts = entities({path: text for path, text in files.items() if int(path[1:].split("/")[0]) >= 1300})

    found = [one for one in facts.of("build.package") if one.ref.id == f"m1300/pom.xml/{DUBBO}"]
    assert [written(one.fields["version"]) for one in found] == ["2.7.12"]


def test_a_sibling_of_another_version_is_not_that_sibling() -> None:
    files = {
        "lib/pom.xml": pom(dependencies(dependency(version="2.7.12")), "lib", "2.0"),
        "app/pom.xml": pom(dependencies(sibling("lib")), "app"),
    }

    assert DUBBO not in packages(files, "app/pom.xml")


@pytest.mark.parametrize(
    ("lib", "app", "reason"),
    [
        (
            profile(dependencies(dependency(version="2.7.12"))),
            dependencies(sibling("lib")),
            "only the profile `p` of lib/pom.xml adds it",
        ),
        (
            dependencies(dependency(version="2.7.12")),
            profile(dependencies(sibling("lib"))) + dependencies(sibling("far")),
            "another version may come with `example:lib`: only the profile `p` of app/pom.xml adds it",
        ),
        (
            dependencies(dependency(version="2.7.12")),
            dependencies(sibling("lib"), dependency(STARTER, "2.7.8")),
            "",
        ),
        (
            dependencies(dependency(version="2.7.12")),
            dependencies(dependency(STARTER, "2.7.8"), sibling("lib")),
            f"`{STARTER}` and `example:lib` bring different versions",
        ),
        (
            dependencies(dependency(version="2.7.12")),
            managed(imported("com.acme:bom", "7")) + dependencies(sibling("lib")),
            "the BOM `com.acme:bom:7`, which is not among the files, may manage it",
        ),
        (
            dependencies(dependency(version="${v}")),
            dependencies(sibling("lib")),
            "`${v}` is set in none of the poms",
        ),
    ],
)
def test_what_is_missing_behind_a_sibling_is_named(lib: str, app: str, reason: str) -> None:
    files = {
        "lib/pom.xml": pom(lib, "lib"),
        "old/pom.xml": pom(dependencies(dependency(version="2.7.8")), "old"),
        "far/pom.xml": pom(dependencies(sibling("old")), "far"),
        "app/pom.xml": pom(app, "app"),
    }

    value = version(files, "app/pom.xml")

    assert (why(value) if reason else written(value)) == (reason or "2.7.12")


def test_a_flattened_pom_tells_what_the_pom_does_not() -> None:
    body = dependencies(dependency(version="${given}"), dependency("a:b", "1"))
    files = {
        "lib/pom.xml": pom(body, "lib", "${revision}"),
        "lib/.flattened-pom.xml": pom(dependencies(dependency(version="2.7.12"), dependency("a:b", "2")), "lib", "3.0"),
        "app/pom.xml": pom(dependencies(dependency("example:lib", "3.0")), "app"),
    }

    found = packages(files, "lib/pom.xml")

    value = found[DUBBO].fields["version"]
    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert "made from the pom" in value.slot.locked
    assert evidence(value)[-1] == ("lib/.flattened-pom.xml says `2.7.12`", "lib/.flattened-pom.xml")
    assert written(found["a:b"].fields["version"]) == "1"
    assert written(version(files, "app/pom.xml")) == "2.7.12"
    assert [one.fields["folder"].data for one in entities(files).of("build.module")] == ["lib", "app"]


class TestRepository:
    """A local repository is read only if it is asked for."""

    @staticmethod
    def publish(folder: Path, artifact: str, body: str, version: str = "1.0") -> None:
        path = folder / "example" / artifact / version / f"{artifact}-{version}.pom"
        path.parent.mkdir(parents=True)
        path.write_text(pom(body, artifact, version), "utf-8")

    def test_parents_boms_and_libraries(self, tmp_path: Path) -> None:
        self.publish(tmp_path, "corporate", "<properties><v>2.7.12</v></properties>")
        self.publish(tmp_path, "bom", managed(dependency("org.apache.dubbo:dubbo-common", "2.7.8")))
        self.publish(tmp_path, "lib", dependencies(dependency(version="2.7.23")))
        files = {
            "pom.xml": child(dependencies(dependency(version="${v}")), parent="corporate"),
            "bom/pom.xml": pom(
                managed(imported("example:bom", "1.0")) + dependencies(dependency("org.apache.dubbo:dubbo-common")), "b"
            ),
            "lib/pom.xml": pom(dependencies(sibling("lib")), "l"),
        }
        setup = Setup(repository=str(tmp_path))

        assert written(packages(files, "pom.xml", setup)[DUBBO].fields["version"]) == "2.7.12"
        common = packages(files, "bom/pom.xml", setup)["org.apache.dubbo:dubbo-common"]
        assert written(common.fields["version"]) == "2.7.8"
        assert written(packages(files, "lib/pom.xml", setup)[DUBBO].fields["version"]) == "2.7.23"
        assert DUBBO not in packages(files, "lib/pom.xml")

    def test_its_places_are_not_shown(self, tmp_path: Path) -> None:
        self.publish(tmp_path, "lib", dependencies(dependency(version="2.7.23")))
        files = {"pom.xml": pom(dependencies(sibling("lib")))}

        value = packages(files, "pom.xml", Setup(repository=str(tmp_path)))[DUBBO].fields["version"]

        assert value.slot is None
        assert {path for _, path in evidence(value)} == {"pom.xml", ""}

    @pytest.mark.parametrize("text", ["", "<project", "<other/>", "\x00"])
    def test_what_cannot_be_read_is_missing(self, tmp_path: Path, text: str) -> None:
        self.publish(tmp_path, "corporate", "")
        (tmp_path / "example" / "corporate" / "1.0" / "corporate-1.0.pom").write_text(text, "utf-8")
        files = {"pom.xml": child(dependencies(dependency(version="${v}")), parent="corporate")}

        value = packages(files, "pom.xml", Setup(repository=str(tmp_path)))[DUBBO].fields["version"]

        assert "which is not among the files" in why(value)

    def test_names_do_not_leave_the_folder(self, tmp_path: Path) -> None:
        outside = tmp_path / "secret-1.0.pom"
        outside.write_text(pom(dependencies(dependency(version="2.7.12"))), "utf-8")
        (tmp_path / "repository").mkdir()
        files = {"pom.xml": pom(dependencies(dependency("..:..", "1.0"), dependency("example:lib", "../../../1")))}

        assert DUBBO not in packages(files, "pom.xml", Setup(repository=str(tmp_path / "repository")))


@pytest.mark.parametrize(
    ("bom", "known"),
    [("org.other:boms", True), ("examples:boms", True), ("example:boms", False), ("example.build:boms", False)],
)
def test_boms_that_are_not_here_manage_modules_of_the_tree_only_if_they_are_of_its_family(
    bom: str, known: bool
) -> None:
    says = managed(dependency(version="2.7.12"), imported(bom, "1"))
    files = {
        "api/pom.xml": pom(dependencies(dependency(version="2.7.12")), "api"),
        "service/pom.xml": pom(dependencies(sibling("api")), "service"),
        "app/pom.xml": pom(says + dependencies(sibling("service")), "app"),
    }
    found = packages(files, "app/pom.xml")[DUBBO].fields["version"]
    assert found.known == known
    assert (written(found) if known else why(found)) == ("2.7.12" if known else MAY_MANAGE.format(bom))


MAY_MANAGE = "the BOM `{}:1`, which is not among the files, may manage it"

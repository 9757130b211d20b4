"""Which files are poms, and what is kept of them."""

from __future__ import annotations

import pickle

import pytest

from linter.offers import Noticing
from linter.run.reading import Reader
from linter.syntax.document import Problem
from linter.system import Claim, Fragment, load_all
from linter.systems.maven import SYSTEM
from tests.unit.systems.maven.build import (
    DUBBO,
    dependencies,
    dependency,
    document,
    managed,
    packages,
    pom,
    stated,
    version,
    why,
    written,
)


@pytest.mark.parametrize("name", ["pom.xml", "POM.XML", "dubbo-2.7.12.pom"])
def test_poms_are_claimed_by_name_and_bytes(name: str) -> None:
    assert SYSTEM.claim(name, b"<?xml?><project>") == Claim("xml", sure=True)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("pom.xml", "", "the text is empty"),
        ("pom.xml", " \n", "the text is empty"),
        ("POM.XML", '<?xml version="1.0"?>\n<proj', "unclosed token"),
        ("lib-1.0.pom", "", "can't be parsed: the text is empty"),
        ("pom.xml", "<settings/>", "is no pom: its outermost element is `settings`"),
        ("pom.xml", '<project xmlns="antlib:org.apache.tools.ant"/>', "is no pom: its outermost element is `project`"),
    ],
)
def test_what_is_no_pom_is_not_passed_over(name: str, text: str, expected: str) -> None:
    reading = Reader(load_all()).read(f"app/{name}", text.encode())
    assert reading is not None
    said = [one.message for one in reading.problems] + ([reading.skip.why] if reading.skip else [])
    assert said == [expected]


@pytest.mark.parametrize(
    "text", [b"", b"<project><a>", b"\xff\x81", b"#set( $x = '#' )\n<project/>", b"<project><x/></project>"]
)
@pytest.mark.parametrize("folder", ["src/test/resources/bad", "src/it/bad", "src/main/resources/archetype-resources"])
def test_a_mistake_is_none_in_files_of_tests_and_archetypes(folder: str, text: bytes) -> None:
    reader = Reader(load_all())
    assert reader.read("app/pom.xml", text).problems  # type: ignore[union-attr]
    reading = reader.read(f"app/{folder}/pom.xml", text)
    assert reading is not None
    assert reading.problems == ()
    assert reading.skip is not None


REFUSED = "<modelVersion>4.0.0</modelVersion>"
NAMELESS = "<dependency><artifactId>x</artifactId></dependency>"


@pytest.mark.parametrize(
    ("body", "name", "expected"),
    [
        ("<Dependencies/>", "Dependencies", "`Dependencies` is no element of `project`; Maven refuses the file"),
        (dependencies("<x/>"), "x", "`x` is no element of `dependencies`; Maven refuses the file"),
        (dependencies(dependency(rest="<y/>")), "y", "`y` is no element of `dependency`; Maven refuses the file"),
        ("<modules><m>a</m></modules>", "m", "`m` is no element of `modules`; Maven refuses the file"),
        (dependencies("<dependency/>"), "dependency", "has no groupId and no artifactId; Maven refuses the file"),
        (managed(NAMELESS), "dependency", "`dependency` has no groupId; Maven refuses the file"),
        ("<parent/>", "parent", "has no groupId and no artifactId and no version; Maven refuses the file"),
        (
            f"<profiles><profile><id>p</id>{dependencies(NAMELESS)}</profile></profiles>",
            "dependency",
            "has no groupId; Maven refuses a build with the profile `p`",
        ),
    ],
)
def test_what_maven_refuses_is_not_dropped_in_silence(body: str, name: str, expected: str) -> None:
    """``mvn validate`` of 3.8 says so of each of them."""
    text = pom(REFUSED + body)
    (problem,) = (one for one in stated("pom.xml", text) if isinstance(one, Problem))
    assert expected in problem.message
    assert text[problem.place.start - 1 : problem.place.end] == f"<{name}"
    assert text[problem.place.end] in "/>"


@pytest.mark.parametrize(("path", "model"), [("x.pom", REFUSED), ("pom.xml", "<modelVersion>4.1.0</modelVersion>")])
def test_what_other_readers_take_is_no_problem(path: str, model: str) -> None:
    """Published poms are read leniently, and a later model has other elements."""
    assert len(stated(path, pom(f"{model}<subprojects/>"))) == 1


def test_the_next_model_finds_out_what_is_left_out() -> None:
    text = pom("<parent/><subprojects/>").replace("POM/4.0.0", "POM/4.1.0")
    assert len(stated("pom.xml", text)) == 1


def test_what_has_no_name_is_no_package() -> None:
    files = {"pom.xml": pom("<parent/>" + dependencies("<dependency/>", NAMELESS, dependency()))}
    assert set(packages(files, "pom.xml")) == {DUBBO}
    assert "the parent without a name" in why(version(files))


@pytest.mark.parametrize("name", ["build.xml", "pom.xml.bak", "spring.xml"])
def test_other_names_are_not(name: str) -> None:
    assert SYSTEM.claim(name, b"<project>") is None


@pytest.mark.parametrize("text", ["<beans/>", '<project xmlns="antlib:org.apache.tools.ant"/>'])
def test_other_documents_state_nothing(text: str) -> None:
    assert stated("pom.xml", text) == []
    assert isinstance(SYSTEM, Noticing)
    assert SYSTEM.lost(document("pom.xml", text)).startswith("is no pom: its outermost element is `")


def test_a_fragment_is_plain_and_small() -> None:
    plugins = "<build><plugins>" + "<plugin><version>1</version></plugin>" * 500 + "</plugins></build>"
    with_build, without = (stated("pom.xml", pom(body + dependencies(dependency()))) for body in (plugins, ""))

    assert len(pickle.dumps(with_build)) - len(pickle.dumps(without)) < 200


def test_the_fragments_place_is_the_artifacts_name() -> None:
    text = pom("", artifact="the-name")
    (fragment,) = stated("pom.xml", text)

    assert isinstance(fragment, Fragment)
    assert text[fragment.place.start : fragment.place.end] == "the-name"


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("<version>2</version>", "version"),
        ("<properties/><properties/>", "properties"),
        (dependencies(dependency(version="1", rest="<version>2</version>")), "version"),
    ],
)
def test_what_maven_refuses_is_a_problem_at_the_second_place(body: str, name: str) -> None:
    text = pom(body)
    fragment, problem = stated("pom.xml", text)

    assert isinstance(fragment, Fragment)
    assert isinstance(problem, Problem)
    assert problem.kind == "duplicate-key"
    assert text[problem.place.start : problem.place.end] == name
    assert problem.place.start == text.rindex(f"<{name}") + 1


def test_repeated_properties_are_no_problem() -> None:
    assert len(stated("pom.xml", pom("<properties><a>1</a><a>2</a></properties>"))) == 1


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_white_space_around_a_version_is_not_part_of_it(eol: str) -> None:
    text = pom(dependencies(dependency(version=f"{eol}    2.7.12{eol}  ")))

    value = version({"pom.xml": text})

    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert text[value.slot.place.start : value.slot.place.end] == "2.7.12"


def test_places_count_characters_not_bytes() -> None:
    text = pom("<name>微服务 😀</name>" + dependencies(dependency(version="2.7.12")))

    value = version({"pom.xml": text})

    assert value.slot is not None
    assert text[value.slot.place.start : value.slot.place.end] == "2.7.12"


def test_an_element_that_should_hold_text_but_does_not_is_unknown() -> None:
    found = version({"pom.xml": pom(dependencies(dependency(version="<a/>")))}, package=DUBBO)

    assert not found.known


def test_nothing_holds_other_texts() -> None:
    assert list(SYSTEM.inside(document("pom.xml", pom("")))) == []

"""Which files are poms, and what is kept of them."""

from __future__ import annotations

import pickle

import pytest

from linter.syntax.document import Problem
from linter.system import Claim, Fragment
from linter.systems.maven import SYSTEM
from tests.unit.systems.maven.build import DUBBO, dependencies, dependency, document, pom, stated, version, written


@pytest.mark.parametrize("name", ["pom.xml", "POM.XML", "dubbo-2.7.12.pom"])
def test_poms_are_claimed_by_name_and_bytes(name: str) -> None:
    assert SYSTEM.claim(name, b"<?xml?><project>") == Claim("xml", sure=True)
    assert SYSTEM.claim(name, b"<settings/>") is None


@pytest.mark.parametrize("name", ["build.xml", "pom.xml.bak", "spring.xml"])
def test_other_names_are_not(name: str) -> None:
    assert SYSTEM.claim(name, b"<project>") is None


@pytest.mark.parametrize("text", ["<beans/>", '<project xmlns="antlib:org.apache.tools.ant"/>'])
def test_other_documents_state_nothing(text: str) -> None:
    assert stated("pom.xml", text) == []


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

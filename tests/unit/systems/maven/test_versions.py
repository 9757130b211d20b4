"""Where a version comes from, and what is missing where it can't be known."""

from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from linter.system import Setup
from linter.systems.maven import SYSTEM
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
NOT_THE_PARENT = "the parent `example:root:1.0`, which is not among the files (pom.xml is another)"
PROPERTY = "<properties><dubbo.version>2.7.12</dubbo.version></properties>"
USES = dependencies(dependency(version="${dubbo.version}"))


def profile(body: str, name: str = "p") -> str:
    return f"<profiles><profile><id>{name}</id>{body}</profile></profiles>"


def test_evidence_leads_from_the_dependency_to_the_parents_property() -> None:
    files = {
        "pom.xml": pom(PROPERTY + managed(dependency(version="${dubbo.version}"))),
        "app/pom.xml": child(dependencies(dependency())),
    }

    value = version(files, "app/pom.xml")

    assert written(value) == "2.7.12"
    assert value.origin == "merged"
    assert value.slot is not None
    assert value.slot.route == ("project[0]", "properties[0]", "dubbo.version[0]")
    assert value.slot.exists
    assert not value.slot.locked
    place = value.slot.place
    assert files[place.path][place.start : place.end] == "2.7.12"
    assert evidence(value) == [
        (f"`{DUBBO}` is a dependency", "app/pom.xml"),
        ("managed as `${dubbo.version}`", "pom.xml"),
        ("`dubbo.version` is `2.7.12`", "pom.xml"),
        ("app/pom.xml has this parent: `root`", "app/pom.xml"),
    ]


def test_a_starter_brings_its_version_and_the_place_that_decides_it() -> None:
    files = {"pom.xml": pom(PROPERTY + dependencies(dependency(STARTER, "${dubbo.version}")))}

    found = packages(files, "pom.xml")[DUBBO]

    assert found.fields["via"].data == STARTER
    value = found.fields["version"]
    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert value.slot.route[-1] == "dubbo.version[0]"
    assert evidence(value) == [
        (f"`{STARTER}` is a dependency and brings it", "pom.xml"),
        ("`dubbo.version` is `2.7.12`", "pom.xml"),
    ]


def test_a_version_that_a_table_gives_is_not_written_where_the_release_is() -> None:
    files = {"pom.xml": pom(dependencies(dependency("com.alibaba.boot:dubbo-spring-boot-starter", "0.1.1")))}

    value = version(files, package="com.alibaba:dubbo")

    assert written(value) == "2.6.2"
    assert value.slot is not None
    assert "com.alibaba.boot:dubbo-spring-boot-starter` 0.1.1 decides it" in value.slot.locked


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (dependencies(dependency(version="${v}")), "`${v}` is set in none of the poms"),
        (dependencies(dependency(version="${env.V}")), "`${env.V}` comes from the environment"),
        (dependencies(dependency()), "nothing gives it a version"),
        (
            dependencies(dependency(version="[2.7,2.7.13)")),
            "`[2.7,2.7.13)` is a range; a repository decides which version it gives",
        ),
        (dependencies(dependency(version="LATEST")), "`LATEST` is no fixed version"),
        (
            dependencies(dependency(version="(2.7.12,2.7.12]")),
            "`(2.7.12,2.7.12]` is a range; a repository decides which version it gives",
        ),
        (
            "<properties><a.b>1</a.b><c>b</c></properties>" + dependencies(dependency(version="${a.${c}}")),
            "`${a.${c}}` can't be resolved",  # Maven: "must be a valid version but is '${a.${c}}'"
        ),
        (
            "<properties><a>${b}</a><b>1${a}</b></properties>" + dependencies(dependency(version="${a}")),
            "`${a}` refers to itself",
        ),
        (managed(dependency()) + dependencies(dependency()), "it is managed without a version"),
        (
            managed(imported("com.acme:bom", "7")) + dependencies(dependency()),
            "the BOM `com.acme:bom:7`, which is not among the files, may manage it",
        ),
        (
            managed(imported("com.acme:bom", "${v}")) + dependencies(dependency()),
            "`${v}` is set in none of the poms",
        ),
        (
            profile(managed(imported("com.acme:bom", "7"))) + dependencies(dependency()),
            "the profile `p` of pom.xml imports a BOM that may manage it",
        ),
        (profile(PROPERTY) + USES, "the profile `p` of pom.xml may set `dubbo.version`"),
        (
            profile(managed(dependency(version="1"))) + dependencies(dependency()),
            "the profile `p` of pom.xml may manage it",
        ),
        (profile(dependencies(dependency(version="1"))), "only the profile `p` of pom.xml adds it"),
        (
            dependencies(
                dependency(STARTER, "2.7.12"),
                dependency("com.alibaba.cloud:spring-cloud-starter-dubbo", "2.2.6.RELEASE"),
            ),
            f"`{STARTER}` and `com.alibaba.cloud:spring-cloud-starter-dubbo` bring different versions",
        ),
        (
            dependencies(dependency("com.alibaba.cloud:spring-cloud-starter-dubbo", "9")),
            f"which `{DUBBO}` `com.alibaba.cloud:spring-cloud-starter-dubbo` 9 brings is not known",
        ),
    ],
)
def test_the_missing_piece_is_named(body: str, reason: str) -> None:
    assert why(version({"pom.xml": pom(body)})) == reason


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        (
            {"app/pom.xml": child(USES)},
            "`${dubbo.version}` may be set by the parent `example:root:1.0`, which is not among the files",
        ),
        (
            {"app/pom.xml": child(USES, rest="<relativePath/>"), "pom.xml": pom(PROPERTY)},
            "`${dubbo.version}` may be set by the parent `example:root:1.0`, which comes from a repository",
        ),
        (
            {"app/pom.xml": child(USES), "pom.xml": pom(PROPERTY, version="1.1")},
            "`${dubbo.version}` may be set by " + NOT_THE_PARENT,
        ),
        (
            {"app/pom.xml": child(dependencies(dependency()), parent="corporate")},
            "the parent `example:corporate:1.0`, which is not among the files, may manage it",
        ),
        (
            {"app/pom.xml": child(USES, "root", rest="<relativePath>pom.xml</relativePath>")},
            "`${dubbo.version}` may be set by the parent `example:root:1.0`, which is its own ancestor",
        ),
    ],
)
def test_a_missing_parent_is_named(files: dict[str, str], reason: str) -> None:
    assert why(version(files, "app/pom.xml")) == reason


def test_what_the_module_states_itself_needs_no_parent() -> None:
    files = {"app/pom.xml": child(PROPERTY + USES, parent="corporate")}

    assert written(version(files, "app/pom.xml")) == "2.7.12"


def test_a_bom_that_two_poms_are_is_none() -> None:
    bom = pom(managed(dependency(version="2.7.8")), "bom")
    files = {
        "one/pom.xml": bom,
        "two/pom.xml": bom,
        "pom.xml": pom(managed(imported("example:bom", "1.0")) + dependencies(dependency())),
    }

    assert why(version(files)) == "the BOM `example:bom:1.0`, which one/pom.xml and two/pom.xml both are, may manage it"


def test_the_nearest_bom_of_one_name_counts() -> None:
    files = {
        "a/bom/pom.xml": pom(managed(dependency(version="2.7.8")), "bom"),
        "b/bom/pom.xml": pom(managed(dependency(version="2.7.12")), "bom"),
        "b/pom.xml": pom(managed(imported("example:bom", "1.0")) + dependencies(dependency())),
    }

    assert written(version(files, "b/pom.xml")) == "2.7.12"


def test_boms_in_a_circle_end() -> None:
    files = {
        "a/pom.xml": pom(managed(imported("example:b", "1.0")) + dependencies(dependency()), "a"),
        "b/pom.xml": pom(managed(imported("example:a", "1.0")), "b"),
    }

    assert why(version(files, "a/pom.xml")) == "a/pom.xml imports itself"


def test_properties_that_multiply_end() -> None:
    steps = "".join(f"<p{n}>${{p{n + 1}}}${{p{n + 1}}}</p{n}>" for n in range(40))
    body = f"<properties>{steps}<p40>1</p40></properties>" + dependencies(dependency(version="${p0}"))

    assert "can't be resolved" in why(version({"pom.xml": pom(body)}))


def test_properties_nested_deeper_than_anyone_writes_end() -> None:
    steps = "".join(f"<p{n}>${{p{n + 1}}}</p{n}>" for n in range(5000))
    body = f"<properties>{steps}<p5000>1</p5000></properties>" + dependencies(dependency(version="${p0}"))

    assert "nested too deep" in why(version({"pom.xml": pom(body)}))


def test_a_version_of_several_pieces_has_no_place_to_edit() -> None:
    body = "<properties><major>2.7</major></properties>" + dependencies(dependency(version="${major}.12"))

    value = version({"pom.xml": pom(body)})

    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert value.slot.locked == "`${major}.12` is put together from several places"


def test_the_modules_own_version_is_not_for_a_package_to_change() -> None:
    value = version({"pom.xml": pom(dependencies(dependency(version="${project.version}")), version="2.7.12")})

    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert value.slot.locked == "`project.version` decides it, which means more than this"


def test_a_property_of_two_groups_is_not_for_one_of_them_to_change() -> None:
    body = PROPERTY + dependencies(
        dependency(version="${dubbo.version}"), dependency("com.acme:other", "${dubbo.version}")
    )

    value = version({"pom.xml": pom(body)})

    assert value.slot is not None
    assert value.slot.locked == "it decides `com.acme:other` too"


def test_a_property_that_a_profile_sets_alike_is_known_but_not_changed() -> None:
    value = version({"pom.xml": pom(PROPERTY + USES + profile(PROPERTY))})

    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert value.slot.locked == "the profile `p` of pom.xml sets `dubbo.version` too"


@pytest.mark.parametrize("text", ["2.7<!-- c -->.12", "<!-- c -->2.7.12", "2.7.12<!-- c -->", "2.7.<![CDATA[12]]>"])
def test_a_value_interrupted_by_a_comment_is_read_but_locked(text: str) -> None:
    value = version({"pom.xml": pom(dependencies(dependency(version=text)))})

    assert written(value) == "2.7.12"
    assert value.slot is not None
    assert value.slot.locked


def test_the_settings_win() -> None:
    setup = Setup(versions=(("app/*", DUBBO, "2.7.23"), ("*", "otelcol", "0.95.0")))
    files = {
        "app/pom.xml": pom(dependencies(dependency(version="2.7.12")), "app"),
        "pom.xml": pom(dependencies(dependency(version="2.7.12"))),
    }

    told = packages(files, "app/pom.xml", setup)[DUBBO].fields["version"]

    assert written(told) == "2.7.23"
    assert told.slot is None
    assert evidence(told) == [("the settings say 2.7.23", "")]
    assert written(packages(files, "pom.xml", setup)[DUBBO].fields["version"]) == "2.7.12"


def test_modules_say_who_they_are() -> None:
    facts = entities({"pom.xml": pom(""), "app/pom.xml": child("")})

    rows = [
        tuple(str(module.fields[name].data) for name in ("folder", "group", "artifact", "version"))
        for module in facts.of("build.module")
    ]

    assert rows == [(".", "example", "root", "1.0"), ("app", "example", "app", "1.0")]


def test_a_name_that_cannot_be_resolved_is_unknown_not_gone() -> None:
    (found,) = packages({"pom.xml": pom(dependencies(dependency("${g}:dubbo", "1")))}, "pom.xml").values()

    assert found.fields["package"].data == Unknown("`${g}:dubbo` can't be resolved")


def test_scopes_and_kinds_are_kept() -> None:
    body = dependencies(
        dependency(version="1", rest="<scope>test</scope>"),
        dependency(version="1", rest="<classifier>sources</classifier>"),
        dependency("a:b", "1", "<type>pom</type>"),
    )

    found = packages({"pom.xml": pom(body)}, "pom.xml")

    assert {name: entity.fields["scope"].data for name, entity in found.items()} == {
        DUBBO: "test",
        f"{DUBBO}:sources": "compile",
        "a:b:pom": "compile",
    }


def _named(group: str, artifact: str) -> str:
    return f"<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>${{v}}</version>"


@pytest.mark.parametrize(
    ("rest", "other"),
    [
        (
            f"<build><plugins><plugin>{_named('org.acme', 'acme-plugin')}</plugin></plugins></build>",
            "org.acme:acme-plugin",
        ),
        (managed(dependency("org.acme:acme", "${v}")), "org.acme:acme"),
        ("<properties><w>${v}</w></properties>" + managed(dependency("org.acme:acme", "${w}")), "org.acme:acme"),
        ("<scm><tag>rel-${v}</tag></scm>", "the project"),
        (managed(dependency("org.apache.dubbo:dubbo-bom", "${v}")), ""),
        ("", ""),
    ],
)
def test_a_property_that_means_more_is_not_for_a_package_to_change(rest: str, other: str) -> None:
    own = "<properties><v>2.7.12</v></properties>" + dependencies(dependency(DUBBO, "${v}"))
    body = own.replace("</properties>", "<w>${v}</w></properties>") if "<w>" in rest else own
    text = pom(body + rest.replace("<properties><w>${v}</w></properties>", ""))
    slot = version({"pom.xml": text}).slot
    assert slot is not None
    assert (other in slot.locked) if other else not slot.locked


def test_a_property_that_is_a_childs_own_version_is_locked() -> None:
    parent = pom("<properties><v>2.7.12</v></properties>" + managed(dependency(DUBBO, "${v}")), packaging="pom")
    heir = child("<version>${v}</version>" + dependencies(dependency()))
    slot = version({"pom.xml": parent, "app/pom.xml": heir}, "app/pom.xml").slot
    assert slot is not None
    assert "the project" in slot.locked


@pytest.mark.parametrize("relative", ["..", "../", "../pom.xml", "./.."])
def test_the_root_folder_is_a_parent(relative: str) -> None:
    parent = pom("<properties><v>2.7.12</v></properties>" + managed(dependency(DUBBO, "${v}")), packaging="pom")
    heir = child(dependencies(dependency()), rest=f"<relativePath>{relative}</relativePath>")
    assert written(version({"pom.xml": parent, "app/pom.xml": heir}, "app/pom.xml")) == "2.7.12"


def test_a_pom_of_another_name_counts_where_one_leads_to_it() -> None:
    files = {
        "pom.xml": pom("<modules><module>app/app-pom.xml</module></modules>"),
        "app/app-pom.xml": child(dependencies(dependency()), rest="<relativePath>../base/base-pom.xml</relativePath>"),
        "base/base-pom.xml": pom(managed(dependency(version="2.7.12"))),
        "app/pom-jdk8.xml": child(dependencies(dependency(version="2.7.8"))),
    }
    assert written(version(files, "app/app-pom.xml")) == "2.7.12"
    modules = {one.place.path for one in entities(files).of("build.module")}
    assert modules == set(files) - {"app/pom-jdk8.xml"}


MODEL = (
    "<project><modelVersion>4.0.0</modelVersion>"
    "<groupId>example</groupId><artifactId>other</artifactId><version>1</version>"
)


def test_a_module_may_be_a_file_of_any_name() -> None:
    files = {
        "pom.xml": pom("<modules><module>m/other.xml</module></modules>", packaging="pom"),
        "m/other.xml": MODEL + dependencies(dependency(version="2.7.12")) + "</project>",
        "m/stray.xml": MODEL + dependencies(dependency(version="2.7.8")) + "</project>",
    }
    assert {one.place.path for one in entities(files).of("build.module")} == {"pom.xml", "m/other.xml"}
    assert written(version(files, "m/other.xml")) == "2.7.12"


@pytest.mark.parametrize(
    ("name", "text", "claimed"),
    [
        ("base-pom.xml", "<project><modelVersion>4.0.0</modelVersion></project>", True),
        ("pom-JDK8.XML", "<project><modelVersion>4.0.0</modelVersion></project>", True),
        ("base-pom.xml", "<project name='ant'/>", False),
        ("effective-pom.xml", "<!-- Effective POM for project --><project><modelVersion/></project>", False),
        ("base.xml", "<project><modelVersion>4.0.0</modelVersion></project>", True),
        ("build.xml", "<project name='ant'/>", False),
    ],
)
def test_which_files_may_be_poms(name: str, text: str, claimed: bool) -> None:
    assert (SYSTEM.claim(name, text.encode()) is not None) == claimed


@pytest.mark.parametrize("hole", ["@dubbo.version@", "{{ dubbo_version }}"])
def test_a_placeholder_that_is_filled_in_before_the_build_is_no_release(hole: str) -> None:
    found = version({"pom.xml": pom(dependencies(dependency(version=hole)))}).data
    assert found == Unknown(f"`{hole}` is filled in before this is used")

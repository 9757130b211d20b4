"""Which Dubbo a file runs with, and why."""

from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from tests.unit.systems.dubbo.support import (
    ASYNC,
    MAIN,
    REFERENCE,
    SERVICE,
    dependency,
    facts_of,
    fields,
    only,
    pom,
    project,
    shown,
    spring,
    token,
)

XML = f"{MAIN}/consumer.xml"
DUBBO = "org.apache.dubbo:dubbo"


@pytest.mark.parametrize(
    ("artifact", "version", "package"),
    [
        (DUBBO, "2.7.12", DUBBO),
        ("org.apache.dubbo:dubbo-remoting-api", "2.7.12", DUBBO),
        ("org.apache.dubbo:dubbo-common", "2.7.12", DUBBO),
        ("com.alibaba:dubbo", "2.6.9", "com.alibaba:dubbo"),
    ],
)
def test_the_dependency_decides(artifact: str, version: str, package: str) -> None:
    files = {"pom.xml": pom(version, artifact), XML: spring(REFERENCE)}
    consumer = only(facts_of(files), "dubbo.consumer")
    assert fields(consumer, "package", "version", "artifact") == (package, version, artifact)
    assert token(files, consumer.fields["version"]) == version


@pytest.mark.parametrize(
    "artifact",
    [
        "org.apache.dubbo:dubbo-samples-api",
        "org.apache.dubbo.extensions:dubbo-rpc-http",
        "org.apache.dubbo:hessian-lite",
    ],
)
def test_other_artifacts_say_nothing(artifact: str) -> None:
    consumer = only(facts_of({"pom.xml": pom("1.0", artifact), XML: spring(REFERENCE)}), "dubbo.consumer")
    assert fields(consumer, "version", "package") == ("?", "?")


def test_the_whole_wins_over_its_parts() -> None:
    text = project("shop", dependency("org.apache.dubbo:dubbo-remoting-api", "2.7.12"), dependency(DUBBO, "2.7.23"))
    assert (
        shown(only(facts_of({"pom.xml": text, XML: spring(REFERENCE)}), "dubbo.consumer").fields["version"]) == "2.7.23"
    )


def test_parts_of_different_versions_are_unknown() -> None:
    parts = (
        dependency(f"org.apache.dubbo:dubbo-{name}", v)
        for name, v in (("configcenter-nacos", "2.7.12"), ("common", "2.7.13"))
    )
    value = only(facts_of({"pom.xml": project("shop", *parts), XML: spring(REFERENCE)}), "dubbo.consumer").fields[
        "version"
    ]
    assert isinstance(value.data, Unknown)
    assert "2.7.12, 2.7.13" in value.data.why


def test_a_dependency_of_tests_is_none() -> None:
    facts = facts_of({"pom.xml": pom("2.7.12", scope="test"), XML: spring(REFERENCE)})
    assert shown(only(facts, "dubbo.consumer").fields["version"]) == "?"


def test_the_nearest_build_counts() -> None:
    files = {
        "pom.xml": pom("2.7.12", name="all"),
        "web/pom.xml": pom("2.7.23", name="web"),
        f"web/{XML}": spring(ASYNC),
    }
    consumers = {consumer.name: consumer for consumer in facts_of(files).of("dubbo.consumer")}
    assert fields(consumers["web"], "version", "async") == ("2.7.23", True)
    assert fields(consumers["all"], "version", "refers", "async") == ("2.7.12", "?", False)


def test_without_a_build_the_folder_is_the_module() -> None:
    files = {f"a/{XML}": spring(REFERENCE), f"b/{XML}": spring(REFERENCE), "c/consumer.xml": spring(REFERENCE)}
    assert sorted(consumer.ref.id for consumer in facts_of(files).of("dubbo.consumer")) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (XML, spring("<!-- deadpeer: dubbo=2.7.12 -->", REFERENCE)),
        (f"{MAIN}/dubbo.properties", "# deadpeer: dubbo=2.7.12\ndubbo.consumer.check=false\n"),
        (f"{MAIN}/application.yaml", "# deadpeer: dubbo=2.7.12\ndubbo:\n  consumer:\n    check: false\n"),
    ],
)
def test_a_comment_tells(path: str, text: str) -> None:
    consumer = only(facts_of({path: text, "pom.xml": pom("2.7.23")}, (("*", "dubbo", "3.2.16"),)), "dubbo.consumer")
    assert fields(consumer, "version") == ("2.7.12",)


def test_the_settings_tell() -> None:
    consumer = only(facts_of({XML: spring(REFERENCE)}, (("src/*", "dubbo", "2.6.9"),)), "dubbo.consumer")
    assert fields(consumer, "version", "package") == ("2.6.9", "com.alibaba:dubbo")


def test_comments_that_disagree_are_unknown() -> None:
    files = {
        XML: spring("<!-- deadpeer: dubbo=2.7.12 -->", REFERENCE),
        f"{MAIN}/dubbo.properties": "# deadpeer: dubbo=2.7.13\ndubbo.consumer.check=false\n",
    }
    assert shown(only(facts_of(files), "dubbo.consumer").fields["version"]) == "?"


def test_an_unknown_version_says_how_to_tell() -> None:
    value = only(facts_of({XML: spring(REFERENCE)}), "dubbo.consumer").fields["version"]
    assert isinstance(value.data, Unknown)
    assert "deadpeer: dubbo=" in value.data.why


def test_a_module_that_only_serves_is_no_consumer() -> None:
    facts = facts_of({"pom.xml": pom("2.7.12"), XML: spring(SERVICE)})
    assert not facts.of("dubbo.consumer")
    assert fields(only(facts, "dubbo.provider"), "version", "services") == ("2.7.12", 1)


def test_modules_that_share_a_version_and_show_nothing_are_one() -> None:
    shared = "<properties><v>2.7.12</v></properties>"
    managed = f"<dependencyManagement><dependencies>{dependency(DUBBO, '${v}')}</dependencies></dependencyManagement>"
    head = "<modelVersion>4.0.0</modelVersion><groupId>g</groupId><artifactId>all</artifactId><version>1</version>"
    files = {"pom.xml": f"<project>{head}<packaging>pom</packaging>{shared}{managed}</project>\n"}
    for name in ("a", "b", "c"):
        parent = "<parent><groupId>g</groupId><artifactId>all</artifactId><version>1</version></parent>"
        unversioned = dependency(DUBBO, "").replace("<version></version>", "")
        files[f"{name}/pom.xml"] = (
            f"<project><modelVersion>4.0.0</modelVersion>{parent}<artifactId>{name}</artifactId>"
            f"<dependencies>{unversioned}</dependencies></project>\n"
        )
    assert len(facts_of(files).of("dubbo.consumer")) == 1
    files[f"b/{XML}"] = spring(REFERENCE)
    assert only(facts_of(files), "dubbo.consumer").name == "b"


@pytest.mark.parametrize(
    ("body", "dubbo", "triple", "by_address"),
    [
        ("", True, False, False),
        ('protocol="dubbo"', True, False, False),
        ('protocol="tri"', False, True, False),
        ('url="tri://10.0.0.5:50051"', False, True, True),
        ('url="dubbo://10.0.0.5:20880"', True, False, False),
        ('protocol="rest"', False, False, False),
        ('protocol="${p}"', "?", "?", False),
        ('url="${u}" protocol="tri"', False, True, "?"),
    ],
)
def test_the_protocol_of_calls(body: str, dubbo: object, triple: object, by_address: object) -> None:
    facts = facts_of({XML: spring(f'<dubbo:reference id="s" interface="com.example.Stock" {body}/>')})
    consumer = only(facts, "dubbo.consumer")
    assert fields(consumer, "over_dubbo", "over_triple", "triple_by_address") == (dubbo, triple, by_address)


@pytest.mark.parametrize(
    ("version", "artifact", "base"),
    [
        ("2.7.12-acme-3", DUBBO, "2.7.12"),
        ("2.7.12-mone-v8", DUBBO, "2.7.12"),
        ("2.7.4.1-acme", DUBBO, "2.7.4.1"),
        ("2.7.12.acme", DUBBO, "2.7.12"),
        ("2.7.12-SNAPSHOT", DUBBO, "2.7.12"),
        # in the order these are 2.7.12; they are other artifacts
        ("2.7.12.Final", DUBBO, "2.7.12"),
        ("2.7.12-ga", DUBBO, "2.7.12"),
        ("2.7.12.", DUBBO, "2.7.12"),
        ("2.7.12.0", DUBBO, "2.7.12"),
        ("2.7.12-acme-3", "org.apache.dubbo:dubbo-common", "2.7.12"),
        ("2.7.12-acme-3", "org.apache.dubbo:dubbo-spring-boot-starter", "2.7.12"),
        ("2.8.4", "com.alibaba:dubbo", "its own"),
        ("2.6.9-acme", "com.alibaba:dubbo", "2.6.9"),
    ],
)
def test_a_fork_is_not_taken_for_a_release(version: str, artifact: str, base: str) -> None:
    value = only(facts_of({"pom.xml": pom(version, artifact), XML: spring(REFERENCE)}), "dubbo.consumer").fields[
        "version"
    ]
    assert isinstance(value.data, Unknown)
    package = DUBBO if artifact.endswith("starter") else artifact
    assert value.data.why.startswith(f"{version} is no release of {package}: a fork or build of {base}, can't tell")
    assert "deadpeer: dubbo=" in value.data.why


@pytest.mark.parametrize("version", ["2.7.123", "v2.7.12", "2.7.05", "2.7", "3.2.99", "4.0.0"])
def test_what_the_list_of_releases_lacks_may_be_later_than_the_list(version: str) -> None:
    found = only(facts_of({"pom.xml": pom(version, DUBBO), XML: spring(REFERENCE)}), "dubbo.consumer")
    why = found.fields["version"].data
    assert isinstance(why, Unknown)
    assert why.why.startswith(f"{version} is not among the releases of {DUBBO} that are known (up to 3.")
    assert "a later one, or a fork or build of its own, can't tell what is in it" in why.why


MANAGED = (
    "<dependencyManagement><dependencies><dependency><groupId>org.apache.dubbo</groupId>"
    "<artifactId>dubbo-bom</artifactId><version>2.7.12-mone-v8</version><type>pom</type><scope>import</scope>"
    "</dependency></dependencies></dependencyManagement>"
)


@pytest.mark.parametrize(
    ("managed", "version"),
    [
        ("<properties><v>2.7.12-mone-v8</v></properties>", "${v}"),
        (MANAGED, ""),
    ],
)
def test_a_fork_by_property_or_bom(managed: str, version: str) -> None:
    text = pom(version).replace("<dependencies>", f"{managed}<dependencies>", 1).replace("<version></version>", "")
    value = only(facts_of({"pom.xml": text, XML: spring(REFERENCE)}), "dubbo.consumer").fields["version"]
    assert isinstance(value.data, Unknown)
    assert "a fork or build of 2.7.12" in value.data.why


def test_a_fork_that_somebody_tells_is_known() -> None:
    files = {"pom.xml": pom("2.7.12-acme-3"), XML: "<!-- deadpeer: dubbo=2.7.12 -->" + spring(REFERENCE)}
    assert fields(only(facts_of(files), "dubbo.consumer"), "version") == ("2.7.12",)


@pytest.mark.parametrize(("group", "artifact"), [("org.apache.dubbo", "dubbo"), ("*", "*")])
def test_a_starter_without_its_dubbo_decides_nothing(group: str, artifact: str) -> None:
    excluded = (
        f"<exclusions><exclusion><groupId>{group}</groupId><artifactId>{artifact}</artifactId></exclusion></exclusions>"
    )
    starter = dependency("org.apache.dubbo:dubbo-spring-boot-starter", "2.7.12")
    bare = starter.replace("</dependency>", f"{excluded}</dependency>")
    consumer = only(facts_of({"pom.xml": project("shop", bare), XML: spring(REFERENCE)}), "dubbo.consumer")
    assert fields(consumer, "version") == ("?",)
    text = project("shop", bare, dependency("org.apache.dubbo:dubbo-remoting-api", "2.7.15"))
    assert fields(only(facts_of({"pom.xml": text, XML: spring(REFERENCE)}), "dubbo.consumer"), "version") == ("2.7.15",)


def test_artifacts_set_apart_are_changed_together_or_not_at_all() -> None:
    names = ("dubbo-common", "dubbo-remoting-api", "dubbo-rpc-dubbo")
    apart = project("shop", *(dependency(f"org.apache.dubbo:{name}", "2.7.12") for name in names))
    slot = only(facts_of({"pom.xml": apart, XML: spring(REFERENCE)}), "dubbo.consumer").fields["version"].slot
    assert slot is not None
    assert "dubbo-common" in slot.locked
    shared = apart.replace("2.7.12", "${v}").replace(
        "<dependencies>", "<properties><v>2.7.12</v></properties><dependencies>"
    )
    slot = only(facts_of({"pom.xml": shared, XML: spring(REFERENCE)}), "dubbo.consumer").fields["version"].slot
    assert slot is not None
    assert not slot.locked


@pytest.mark.parametrize(
    ("body", "refers"),
    [
        ('<dubbo:consumer check="false"/>', True),
        (f'<dubbo:consumer check="false"/>{SERVICE}', "?"),
        (f'<dubbo:consumer check="false"/>{SERVICE}{REFERENCE}', True),
    ],
)
def test_settings_for_references_in_a_provider_show_no_calls(body: str, refers: object) -> None:
    consumer = only(facts_of({"pom.xml": pom("2.7.12"), XML: spring(body)}), "dubbo.consumer")
    assert fields(consumer, "refers") == (refers,)


@pytest.mark.parametrize(
    ("extra", "version"),
    [
        ("<classifier>sources</classifier>", "2.7.23"),
        ("<classifier>javadoc</classifier>", "2.7.23"),
        ("<type>test-jar</type>", "2.7.23"),
        ("<type>pom</type>", "2.7.23"),
        ("<classifier>shaded</classifier>", "?"),
    ],
)
def test_what_lies_beside_the_classes_does_not_run(extra: str, version: str) -> None:
    beside = dependency("org.apache.dubbo:dubbo", "2.7.12").replace("</dependency>", f"{extra}</dependency>")
    files = {"pom.xml": project("shop", beside, dependency("org.apache.dubbo:dubbo", "2.7.23")), XML: spring(ASYNC)}
    assert fields(only(facts_of(files), "dubbo.consumer"), "version") == (version,)


@pytest.mark.parametrize(("scope", "said"), [("provided", "with the scope `provided` only"), ("test", "`test` only")])
def test_dubbo_that_somebody_else_provides(scope: str, said: str) -> None:
    files = {"pom.xml": pom("2.7.12", scope=scope), f"{MAIN}/consumer.xml": spring(REFERENCE)}
    version = only(facts_of(files), "dubbo.consumer").fields["version"].data
    assert isinstance(version, Unknown)
    assert said in version.why


def test_the_parent_in_the_same_folder_is_not_the_module() -> None:
    parent = (
        "<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>base</artifactId>"
        "<version>1</version></project>"
    )
    own = pom("2.7.12", name="web")
    for path in ("a-pom.xml", "z-pom.xml"):
        led = own.replace(
            "<artifactId>web",
            "<parent><groupId>example</groupId><artifactId>base</artifactId><version>1</version>"
            f"<relativePath>{path}</relativePath></parent><artifactId>web",
            1,
        )
        found = facts_of({path: parent, "pom.xml": led, f"{MAIN}/consumer.xml": spring(REFERENCE)})
        assert [one.name for one in found.of("dubbo.consumer")] == ["web"]

"""Several projects: what the scripts above say, other scripts, properties, and projects that depend on each other."""

from __future__ import annotations

import pytest

from tests.unit.systems.gradle.build import DUBBO, decided, entities, packages, version

USES = 'dependencies { implementation "org.apache.dubbo:dubbo:$v" }'
LITERAL = "dependencies { implementation 'org.apache.dubbo:dubbo:2.7.12' }"


@pytest.mark.parametrize(
    "files",
    [
        {"build.gradle": "ext.v = '2.7.12'", "app/build.gradle": USES},
        {"build.gradle": "allprojects { ext { v = '2.7.12' } }", "app/build.gradle": USES},
        {"build.gradle": "subprojects { ext.v = '2.7.12' }", "app/build.gradle": USES},
        {"build.gradle": "subprojects { " + LITERAL + " }", "app/build.gradle": "ext.x = '1'"},
        {"build.gradle": "configure(subprojects) { " + LITERAL + " }", "app/build.gradle": "ext.x = '1'"},
        {"build.gradle": "project(':app') { " + LITERAL + " }", "app/build.gradle": "ext.x = '1'"},
        {"build.gradle": "project(':app') { " + LITERAL + " }"},
        {"gradle.properties": "v=2.7.12", "app/build.gradle": USES},
        {"gradle.properties": "v=1", "app/gradle.properties": "v = 2.7.12", "app/build.gradle": USES},
        {"gradle.properties": "v=2.7.12", "build.gradle": "ext.v = '1'", "app/build.gradle": USES},
        {"gradle.properties": "v=1", "app/build.gradle": "ext.v = '2.7.12'\n" + USES},
        {
            "gradle/versions.gradle": "ext { v = '2.7.12' }",
            "build.gradle": 'apply from: "$rootDir/gradle/versions.gradle"',
            "app/build.gradle": USES,
        },
        {
            "gradle/versions.gradle": "ext { v = '2.7.12' }",
            "app/build.gradle": 'apply from: "../gradle/versions.gradle"\n' + USES,
        },
        {
            "gradle/versions.gradle": "ext { v = '2.7.12' }",
            "build.gradle": "subprojects { apply from: rootProject.file('gradle/versions.gradle') }",
            "app/build.gradle": USES,
        },
        {
            "gradle/v.gradle.kts": 'extra["v"] = "2.7.12"',
            "app/build.gradle": 'apply(from = "${rootDir}/gradle/v.gradle.kts")\n' + USES,
        },
        {"gradle/deps.gradle": LITERAL, "app/build.gradle": "apply { from('../gradle/deps.gradle') }"},
        {
            "buildSrc/src/main/groovy/our.java-conventions.gradle": LITERAL,
            "app/build.gradle": "plugins { id 'our.java-conventions' }",
        },
        {"buildSrc/src/main/kotlin/our.gradle.kts": LITERAL, "app/build.gradle.kts": 'plugins { id("our") }'},
        {
            "build.gradle": "allprojects {dependencies {constraints {\napi 'org.apache.dubbo:dubbo:2.7.12'}}}",
            "app/build.gradle": "dependencies { implementation 'org.apache.dubbo:dubbo' }",
        },
    ],
)
def test_what_other_files_say(files: dict[str, str]) -> None:
    files = {"settings.gradle": "include 'app'\n", **files}

    assert version(files, "app") == "2.7.12"
    assert decided(files, "app").split(": ")[1].startswith("2.7.12")


def test_a_script_for_some_projects_only() -> None:
    files = {
        "settings.gradle": "include 'a', 'b'",
        "build.gradle": "configure(subprojects.findAll { it.name == 'a' }) { " + LITERAL + " }",
        "a/build.gradle": "ext.x = '1'",
    }

    assert version(files, "a") == "? only some of the projects get it whether it is there"


def test_folders_of_projects() -> None:
    files = {
        "settings.gradle": "include ':a:b', 'c', ':moved'\nproject(':moved').projectDir = file('else/where')\n"
        "include 'deep:er'\nproject(':c').projectDir = new File(settingsDir, '../c')",
        "a/b/build.gradle": LITERAL,
        "else/where/build.gradle": LITERAL,
        "loose/build.gradle": LITERAL,
        "other/settings.gradle": "include 'x'",
        "other/x/build.gradle": LITERAL,
    }

    folders = {str(one.fields["folder"].data) for one in entities(files).of("build.module")}

    assert folders == {".", "a", "a/b", "../c", "else/where", "deep", "deep/er", "loose", "other", "other/x"}
    assert {str(one.fields["folder"].data) for one in entities(files).of("build.package")} == {
        "a/b",
        "else/where",
        "loose",
        "other/x",
    }


@pytest.mark.parametrize("ask", ["project(':lib')", "project(path: ':lib', configuration: 'x')", "projects.lib"])
def test_projects_bring_what_they_need(ask: str) -> None:
    files = {
        "settings.gradle": "include 'lib', 'app', 'user'",
        "lib/build.gradle": LITERAL,
        "app/build.gradle": f"dependencies {{ implementation {ask} }}",
        "user/build.gradle": "dependencies { testImplementation(project(':app')) }",
    }

    found = packages(files, "app")[DUBBO]

    assert version(files, "app") == "2.7.12"
    assert found.fields["via"].data == "project :lib"
    assert files["app/build.gradle"][found.place.start : found.place.end].strip(":'") in ("lib", "projects")
    assert [step.text for step in found.fields["version"].evidence] == [
        "`:lib` is a dependency",
        "`org.apache.dubbo:dubbo` is a dependency",
    ]
    assert packages(files, "user")[DUBBO].fields["scope"].data == "test"


@pytest.mark.parametrize(
    ("app", "expected"),
    [
        ("implementation project(':lib')\n implementation 'org.apache.dubbo:dubbo:2.7.8'", "2.7.12"),
        ("implementation project(':lib')\n implementation 'org.apache.dubbo:dubbo:2.7.23'", "2.7.23"),
        (
            "implementation project(':lib')\n implementation('org.apache.dubbo:dubbo') { version {strictly '2.7.8'} }",
            "2.7.8",
        ),
        (
            "implementation(project(':lib')) {exclude module: 'dubbo'}\n implementation 'org.apache.dubbo:dubbo:2.7.8'",
            "2.7.8",
        ),
        ("implementation project(':lib')\n testImplementation 'org.apache.dubbo:dubbo:3.2.0'", "2.7.12"),
        ("compileOnly 'org.apache.dubbo:dubbo:3.2.0'\n implementation project(':lib')", "2.7.12"),
        ("implementation project(':lib')\n constraints { implementation 'org.apache.dubbo:dubbo:3.2.0' }", "3.2.0"),
        (
            "implementation project(':lib')\n implementation 'org.apache.dubbo:dubbo-spring-boot-starter:2.7.23'",
            "2.7.23",
        ),
        ("implementation project(':lib')\n implementation 'org.apache.dubbo:dubbo:$v'", "? "),
    ],
)
def test_the_highest_version_counts(app: str, expected: str) -> None:
    files = {
        "settings.gradle": "include 'lib', 'app'",
        "lib/build.gradle": LITERAL,
        "app/build.gradle": f"dependencies {{ {app} }}",
    }

    assert version(files, "app").startswith(expected)


@pytest.mark.parametrize("kept", ["compileOnly", "testImplementation"])
def test_what_a_project_keeps_to_itself(kept: str) -> None:
    files = {
        "settings.gradle": "include 'lib', 'app'",
        "lib/build.gradle": f"dependencies {{ {kept} 'org.apache.dubbo:dubbo:2.7.12' }}",
        "app/build.gradle": "dependencies { implementation project(':lib') }",
    }

    assert packages(files, "app") == {}


def test_projects_in_a_circle_end() -> None:
    files = {
        "settings.gradle": "include 'a', 'b'",
        "a/build.gradle": "dependencies { api project(':b') }",
        "b/build.gradle": "dependencies { api project(':a') }\n" + LITERAL,
    }

    assert version(files, "a") == "2.7.12"


def test_a_place_of_two_groups_is_not_for_one_of_them_to_change() -> None:
    files = {"build.gradle": 'ext.v = \'2.7.12\'\ndependencies { api "a:b:$v", "org.apache.dubbo:dubbo:$v" }'}

    assert decided(files) == "build.gradle: 2.7.12 (it decides `a:b` too)"

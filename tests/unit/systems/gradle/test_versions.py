"""Where a version is stated, in every form that scripts have for it."""

from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from linter.system import Setup
from tests.unit.systems.gradle.build import DUBBO, decided, packages, version

GROOVY = r"""
dependencies { implementation 'org.apache.dubbo:dubbo:2.7.12' }
---
dependencies { implementation "org.apache.dubbo:dubbo:2.7.12" }
---
dependencies { compile('org.apache.dubbo:dubbo:2.7.12') { exclude group: 'io.netty' } }
---
dependencies { api group: 'org.apache.dubbo', name: 'dubbo', version: '2.7.12' }
---
dependencies { api(group: 'org.apache.dubbo', name: 'dubbo', version: '2.7.12') }
---
dependencies { implementation([group: 'org.apache.dubbo', name: 'dubbo', version: '2.7.12']) }
---
dependencies {
 implementation 'a:b:1',
  'org.apache.dubbo:dubbo:2.7.12'
}
---
dependencies { implementation(['a:b:1', 'org.apache.dubbo:dubbo:2.7.12']) }
---
dependencies { implementation 'org.apache.dubbo:dubbo:' + '2.7.12' }
---
dependencies { def v = '2.7.12'
  implementation "org.apache.dubbo:dubbo:$v" }
---
dependencies { compile(
   project(':api'),
   'a:b:1', // first
   'org.apache.dubbo:dubbo:2.7.12',
) }
---
def v = '2.7.12'
dependencies { implementation "org.apache.dubbo:dubbo:$v" }
---
def v = '2.7.12'
dependencies { implementation "org.apache.dubbo:dubbo:${v}" }
---
String v = '2.7.12'
dependencies { implementation 'org.apache.dubbo:dubbo:' + v }
---
ext { v = '2.7.12' }
dependencies { implementation "org.apache.dubbo:dubbo:$v" }
---
ext.v = '2.7.12'
dependencies { implementation "org.apache.dubbo:dubbo:${project.ext.v}" }
---
project.ext.v = '2.7.12'
dependencies { implementation "org.apache.dubbo:dubbo:${rootProject.ext.v}" }
---
ext['v'] = '2.7.12'
dependencies { implementation "org.apache.dubbo:dubbo:${ext['v']}" }
---
ext.set('v', '2.7.12')
dependencies { implementation "org.apache.dubbo:dubbo:$v" }
---
ext { set('v', '2.7.12') }
dependencies { implementation "org.apache.dubbo:dubbo:${property('v')}" }
---
ext { versions = [spring: '5', dubbo: '2.7.12'] }
dependencies { api "org.apache.dubbo:dubbo:$versions.dubbo" }
---
ext.versions = [
  dubbo: '2.7.12',
]
dependencies { api "org.apache.dubbo:dubbo:${versions.dubbo}" }
---
ext.v = '2.7.12'
ext.libs = [dubbo: "org.apache.dubbo:dubbo:$v"]
dependencies { api libs.dubbo }
---
def dubbo = [group: 'org.apache.dubbo', name: 'dubbo', version: '2.7.12']
dependencies { api dubbo }
---
def v = '2.7.12'
ext.deps = [dubbo: [group: 'org.apache.dubbo', name: 'dubbo', version: v], junit: 'junit:junit:4']
dependencies { api deps.dubbo, deps.junit }
---
ext { deps = [dubbo: [group: 'org.apache.dubbo', name: 'dubbo', version: "2.7.12"]] }
dependencies { api(deps.dubbo) { exclude group: 'log4j' } }
---
ext { deps = [dubbo: [group: 'org.apache.dubbo', name: 'dubbo']] }
dependencies { api deps.dubbo
 constraints { api 'org.apache.dubbo:dubbo:2.7.12' } }
---
buildscript { ext { v = '2.7.12' } }
dependencies { api "org.apache.dubbo:dubbo:$v" }
---
afterEvaluate { dependencies { api 'org.apache.dubbo:dubbo:2.7.12' } }
---
// dependencies { api 'x:y:1' }
/* ' */ dependencies { api 'org.apache.dubbo:dubbo:2.7.12' /* " */ } // it's
---
dependencies { constraints { api 'org.apache.dubbo:dubbo:2.7.12' }
 api 'org.apache.dubbo:dubbo' }
---
dependencies { api('org.apache.dubbo:dubbo') { version { strictly '2.7.12' } } }
---
dependencies { api('org.apache.dubbo:dubbo') { version { prefer '2.7.12' } } }
---
dependencies { api 'org.apache.dubbo:dubbo:2.7.12!!' }
---
dependencies { api 'org.apache.dubbo:dubbo:2.7.12:sources@jar' }
---
dependencies { api platform('org.apache.dubbo:dubbo-bom:2.7.12')
 api 'org.apache.dubbo:dubbo' }
---
dependencies { api enforcedPlatform('org.apache.dubbo:dubbo-bom:2.7.12')
 api 'org.apache.dubbo:dubbo:3.0.0' }
---
dependencies { api 'org.apache.dubbo:dubbo:2.7.8' }
configurations.all { resolutionStrategy { force 'org.apache.dubbo:dubbo:2.7.12' } }
---
dependencies { api 'org.apache.dubbo:dubbo:2.7.23' }
configurations.all { resolutionStrategy.force('org.apache.dubbo:dubbo:2.7.12') }
---
dependencies { api 'org.apache.dubbo:dubbo:2.7.8', 'org.apache.dubbo:dubbo:2.7.12' }
---
dependencyManagement { imports { mavenBom 'org.apache.dubbo:dubbo-bom:2.7.12' } }
dependencies { api 'org.apache.dubbo:dubbo' }
---
dependencyManagement { dependencies { dependency 'org.apache.dubbo:dubbo:2.7.12' } }
dependencies { api 'org.apache.dubbo:dubbo' }
---
dependencies { api 'org.apache.dubbo:dubbo-spring-boot-starter:2.7.12' }
---
List l = ['a:b:1', 'org.apache.dubbo:dubbo:2.7.12']
dependencies { implementation l }
---
final List<String> l = [
  'org.apache.dubbo:dubbo:2.7.12', // first
  'a:b:1',
]
dependencies { implementation(l) }
---
String[] l = ['org.apache.dubbo:dubbo:2.7.12']
dependencies { implementation(l) { exclude group: 'log4j' } }
---
def v = '2.7.12'
ext.libs = [rpc: ["org.apache.dubbo:dubbo:$v", deps.x], web: []]
dependencies { implementation rootProject.ext.libs.rpc, 'a:b:1' }
---
ext { base = ['a:b:1']
 rpc = base + [[group: 'org.apache.dubbo', name: 'dubbo', version: '2.7.12']] }
dependencies { implementation rpc }
---
dependencies { implementation dependencies.create('org.apache.dubbo:dubbo:2.7.12') }
---
dependencies { implementation(project.dependencies.create('org.apache.dubbo:dubbo:2.7.12')) { transitive = false } }
---
def l = ['org.apache.dubbo:dubbo:2.7.12']
dependencies { l.each { implementation it } }
---
dependencies { ['a:b:1', 'org.apache.dubbo:dubbo:2.7.12'].each { one -> implementation(one) } }
---
dependencies { for (one in ['org.apache.dubbo:dubbo:2.7.12']) { implementation one } }
""".strip("\n").split("\n---\n")

KOTLIN = r"""
dependencies { implementation("org.apache.dubbo:dubbo:2.7.12") }
---
dependencies { implementation(group = "org.apache.dubbo", name = "dubbo", version = "2.7.12") }
---
dependencies { implementation("org.apache.dubbo", "dubbo", "2.7.12") }
---
dependencies { "implementation"("org.apache.dubbo:dubbo:2.7.12") }
---
dependencies { add("implementation", "org.apache.dubbo:dubbo:2.7.12") }
---
val v = "2.7.12"
dependencies { implementation("org.apache.dubbo:dubbo:$v") }
---
val v: String = "2.7.12"
dependencies { implementation("org.apache.dubbo:dubbo:${v}") }
---
dependencies { val v = "2.7.12"
  implementation("org.apache.dubbo:dubbo:${v}") }
---
val v by extra("2.7.12")
dependencies { implementation("org.apache.dubbo:dubbo:$v") }
---
val v by extra { "2.7.12" }
dependencies { implementation("org.apache.dubbo:dubbo:$v") }
---
extra["v"] = "2.7.12"
dependencies { implementation("org.apache.dubbo:dubbo:${property("v")}") }
---
extra["v"] = "2.7.12"
dependencies { implementation("org.apache.dubbo:dubbo:${extra["v"]}") }
---
extra.set("v", "2.7.12")
dependencies { implementation("org.apache.dubbo:dubbo:${rootProject.extra["v"]}") }
---
dependencies { implementation("org.apache.dubbo:dubbo") { version { strictly("2.7.12") } } }
---
dependencies { constraints { implementation("org.apache.dubbo:dubbo:2.7.12") }
 api("org.apache.dubbo:dubbo") }
---
dependencies { api(platform("org.apache.dubbo:dubbo-bom:2.7.12"))
 api("org.apache.dubbo:dubbo") }
---
configurations.all { resolutionStrategy { force("org.apache.dubbo:dubbo:2.7.12") } }
dependencies { api("org.apache.dubbo:dubbo:2.7.8") }
---
kotlin { sourceSets { main { dependencies { implementation("org.apache.dubbo:dubbo:2.7.12") } } } }
---
dependencyManagement { imports { mavenBom("org.apache.dubbo:dubbo-bom:2.7.12") } }
dependencies { api("org.apache.dubbo:dubbo") }
---
val l: List<String> = listOf("a:b:1", "org.apache.dubbo:dubbo:2.7.12")
dependencies { l.forEach { implementation(it) } }
---
dependencies { listOf("org.apache.dubbo:dubbo:2.7.12").forEach { one -> api(one) } }
""".strip("\n").split("\n---\n")


@pytest.mark.parametrize("script", GROOVY)
def test_groovy(script: str) -> None:
    files = {"build.gradle": script}

    assert version(files) == "2.7.12"
    assert decided(files).startswith("build.gradle: 2.7.12")


@pytest.mark.parametrize("script", KOTLIN)
def test_kotlin(script: str) -> None:
    files = {"build.gradle.kts": script}

    assert version(files) == "2.7.12"
    assert decided(files).startswith("build.gradle.kts: 2.7.12")


USES = 'dependencies { implementation "org.apache.dubbo:dubbo:$v" }'


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (USES, "`v` is set in none of the files"),
        ("def v = compute()\n" + USES, "`compute()` is code, which is not run"),
        ("def v = '1'\nif (x) { v = '2' }\n" + USES, "`v` is set to different values"),
        ("ext.v = ext.w\next.w = ext.v\n" + USES, "`v` refers to itself"),
        ("dependencies { api 'org.apache.dubbo:dubbo' }", "nothing that was read gives it a version"),
        (
            "dependencies { api 'org.apache.dubbo:dubbo:2.7.+' }",
            "`2.7.+` is no fixed version; a repository decides which it gives",
        ),
        (
            "dependencies { api 'org.apache.dubbo:dubbo:[2.7,3)' }",
            "`[2.7,3)` is no fixed version; a repository decides which it gives",
        ),
        (
            "dependencies { if (x) { api 'org.apache.dubbo:dubbo:2.7.12' } }",
            "a condition decides, in build.gradle whether it is there",
        ),
        (
            "dependencies { if (x) api 'org.apache.dubbo:dubbo:2.7.12' }",
            "a condition decides, in build.gradle whether it is there",
        ),
        (
            "dependencies { if (x) { api 'a:b:1' }\n else api 'org.apache.dubbo:dubbo:2.7.12' }",
            "a condition decides, in build.gradle whether it is there",
        ),
        (
            "dependencies { while (x) { api 'org.apache.dubbo:dubbo:2.7.12' } }",
            "code decides, in build.gradle whether it is there",
        ),
        (
            "dependencies { ['a'].each { n -> api 'org.apache.dubbo:dubbo:2.7.12' } }",
            "code decides, in build.gradle whether it is there",
        ),
        (
            "dependencies { api platform('com.acme:bom:7')\n api 'org.apache.dubbo:dubbo:2.7.12' }",
            "the platform `com.acme:bom:7` may decide it",
        ),
        (
            (
                "configurations.all { resolutionStrategy.eachDependency {d -> if (d.group in 'org.apache.dubbo') "
                "{ d.useVersion '3' } } }\ndependencies { api 'org.apache.dubbo:dubbo:2.7.12' }"
            ),
            "code in the build may set its version",
        ),
        (
            (
                "configurations.all { exclude group: 'org.apache.dubbo', module: 'dubbo' }\n"
                "dependencies { api 'org.apache.dubbo:dubbo:2.7.12' }"
            ),
            "the build excludes it from some of its configurations",
        ),
        (
            "apply from: 'missing.gradle'\ndependencies { api 'org.apache.dubbo:dubbo' }",
            "build.gradle applies a script that is not among the files",
        ),
    ],
)
def test_what_is_missing_is_named(script: str, why: str) -> None:
    assert version({"build.gradle": script}) == f"? {why}"


def test_a_dependency_that_cannot_be_read_has_a_place() -> None:
    files = {"build.gradle": "dependencies {\n  implementation make('dubbo')\n  api 'a:b:1'\n}"}

    unread = packages(files)["dependency 1"]

    assert "make" in files["build.gradle"][unread.place.start - 6 : unread.place.end]
    assert unread.fields["package"].known is False


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("def l = ['a:b:1']\nl += x\ndependencies { api l }", "`l` is set to different values"),
        ("def l = ['a:b:1']\nl -= x\ndependencies { api l }", "`l` is set to different values"),
        ("def l = ['a:b:1']\nl << 'c:d:1'\ndependencies { api l }", "`l` is set to different values"),
        ("def l = ['a:b:1']\nl.add('c:d:1')\ndependencies { api l }", "`l` is set to different values"),
        ("ext.l = ['a:b:1']\next.l.remove(0)\ndependencies { api l }", "`l` is set to different values"),
        ("def l = ['a:b:1']\nif (y) l << 'c:d:1'\ndependencies { api l }", "`l` is set to different values"),
        ("def l = ['a:b:1']\n['c'].each { l << it }\ndependencies { api l }", "`l` is set to different values"),
        ("def l = ['a:b:1']\nm.each { l.add(it) }\ndependencies { api l }", "`l` is set to different values"),
        ("def v = '1'\nif (y) v = '2'\ndependencies { api \"a:b:$v\" }", "`v` is set to different values"),
        ("if (y) { l = ['a:b:1'] }\ndependencies { api l }", "a condition decides, in build.gradle what `l` is, and"),
        ("def l = m\ndef m = l\ndependencies { api l }", "`l` refers to itself"),
        ("dependencies { ['a'].each { n -> api \"x:$n:1\" } }", "`n` is set in none of the files"),
    ],
)
def test_a_list_that_can_not_be_read_has_a_place(script: str, why: str) -> None:
    found = packages({"build.gradle": script})
    said = [
        value.why
        for one in found.values()
        for value in (one.fields["package"].data, one.fields["version"].data)
        if isinstance(value, Unknown)
    ]
    assert any(why in one for one in said), said


def test_jars_are_known_by_their_names() -> None:
    files = {"build.gradle": "dependencies { implementation files('lib/dubbo-2.7.12.jar', 'lib/own.jar') }"}

    assert list(packages(files)) == [DUBBO]
    assert version(files) == "2.7.12"
    assert decided(files) == "build.gradle: 2.7.12 (it is the name of a file)"


@pytest.mark.parametrize(
    ("configuration", "scope"),
    [
        ("implementation", "compile"),
        ("runtimeOnly", "runtime"),
        ("compileOnly", "provided"),
        ("providedCompile", "provided"),
        ("testImplementation", "test"),
        ("testCompileOnly", "test"),
        ("integrationTestImplementation", "test"),
        ("ownThing", "provided"),
    ],
)
def test_scopes(configuration: str, scope: str) -> None:
    files = {"build.gradle": f"dependencies {{ {configuration} 'org.apache.dubbo:dubbo:2.7.12' }}"}

    assert packages(files)[DUBBO].fields["scope"].data == scope


@pytest.mark.parametrize(
    "script", ["annotationProcessor 'org.apache.dubbo:dubbo:1'", "implementation files('x.jar', 'dubbo.jar')", ""]
)
def test_what_is_no_dependency_of_the_program(script: str) -> None:
    files = {
        "build.gradle": "buildscript { dependencies { classpath 'org.apache.dubbo:dubbo:2.7.12' } }\n"
        f"dependencies {{ {script} }}"
    }

    assert packages(files) == {}


def test_the_settings_win() -> None:
    files = {"build.gradle": "dependencies { api 'org.apache.dubbo:dubbo' }"}

    told = packages(files, ".", Setup(versions=(("*", DUBBO, "2.7.23"),)))[DUBBO].fields["version"]

    assert str(told.data) == "2.7.23"


CATALOG = """
[versions]
dubbo = "2.7.12"
rich = { strictly = "2.7.12", prefer = "2.7.12" }
[libraries]
dubbo-core = { module = "org.apache.dubbo:dubbo", version.ref = "dubbo" }
parts = { group = "org.apache.dubbo", name = "dubbo", version = { ref = "dubbo" } }
whole = "org.apache.dubbo:dubbo:2.7.12"
own = { module = "org.apache.dubbo:dubbo", version = "2.7.12" }
strict = { module = "org.apache.dubbo:dubbo", version.ref = "rich" }
bare = { module = "org.apache.dubbo:dubbo" }
bom = { module = "org.apache.dubbo:dubbo-bom", version.ref = "dubbo" }
[bundles]
rpc = [
  "dubbo-core", # the main one
]
"""


@pytest.mark.parametrize(
    "line",
    [
        "implementation libs.dubbo.core",
        "implementation(libs.dubbo.core)",
        "implementation libs.parts",
        "implementation libs.whole",
        "implementation libs.own",
        "implementation libs.strict",
        "implementation libs.bundles.rpc",
        'implementation "org.apache.dubbo:dubbo:${libs.versions.dubbo.get()}"',
        "implementation platform(libs.bom)\n implementation libs.bare",
        "implementation libs.bare\n constraints { implementation libs.whole }",
    ],
)
def test_catalogs(line: str) -> None:
    files = {"gradle/libs.versions.toml": CATALOG, "build.gradle": f"dependencies {{ {line} }}"}

    assert version(files) == "2.7.12"
    assert decided(files).startswith("gradle/libs.versions.toml: 2.7.12")


def test_a_catalog_without_the_alias() -> None:
    files = {"gradle/libs.versions.toml": CATALOG, "build.gradle": "dependencies { api libs.nothing }"}

    found = packages(files)["dependency 1"].fields["package"].data

    assert str(found) == "Unknown(why='the catalog has no `nothing`')"


def test_a_bundle_with_an_alias_that_is_not_there() -> None:
    files = {
        "build.gradle": "dependencies { implementation libs.bundles.rpc }",
        "gradle/libs.versions.toml": f'[libraries]\nd = "{DUBBO}:2.7.12"\n[bundles]\nrpc = ["d", "gone"]\n',
    }
    assert version(files) == "2.7.12"
    unread = packages(files)["dependency 1"].fields["version"].data
    assert isinstance(unread, Unknown)
    assert unread.why == "the catalog has no `gone`"


def test_a_catalog_that_says_a_version_twice() -> None:
    catalog = '[versions]\ndubbo = "2.7.12"\ndubbo = "2.7.23"\n[libraries]\n'
    catalog += 'dubbo = {module = "org.apache.dubbo:dubbo", version.ref = "dubbo"}\n'
    files = {"gradle/libs.versions.toml": catalog, "build.gradle": "dependencies { api libs.dubbo }"}

    assert "says `dubbo` more than once" in str(packages(files)[DUBBO].fields["version"].data)


def test_a_catalog_in_the_settings() -> None:
    files = {
        "settings.gradle": "dependencyResolutionManagement { versionCatalogs { libs {\n"
        "  version('dubbo', '2.7.12')\n  library('dubbo', 'org.apache.dubbo', 'dubbo').versionRef('dubbo')\n"
        "  library('all', 'org.apache.dubbo:dubbo:2.7.23')\n} } }\ninclude 'a', 'b'",
        "a/build.gradle": "dependencies { api libs.dubbo }",
        "b/build.gradle": "dependencies { api libs.all }",
    }

    assert version(files, "a") == "2.7.12"
    assert version(files, "b") == "2.7.23"


def test_a_lock_file_decides() -> None:
    files = {
        "build.gradle": "dependencies { api 'org.apache.dubbo:dubbo:2.7.+' }",
        "gradle.lockfile": "# comment\norg.apache.dubbo:dubbo:2.7.12=compileClasspath,runtimeClasspath\nempty=\n",
    }

    assert version(files) == "2.7.12"
    assert decided(files) == "gradle.lockfile: 2.7.12 (the lock file is written by the build)"


@pytest.mark.parametrize(
    "script",
    [
        "'",
        '"',
        '"""',
        "'''x",
        "{",
        "}",
        ")]}",
        "(" * 5000,
        "{" * 5000,
        '"${"',
        "dependencies {",
        "dependencies { api ( }",
        "ext { = }",
        "=",
        "dependencies { api }",
        "def",
        "apply from:",
        "dependencies { api() }",
        "x = [a: ]",
        "by extra",
        "dependencies { api platform() }",
        "dependencies { api '' }",
        "dependencies { api [] }",
        "project() {}",
    ],
)
def test_broken_scripts_say_nothing(script: str) -> None:
    packages({"build.gradle": script + "\ndef x\n", "settings.gradle": script + " include"})
    packages({"gradle/libs.versions.toml": script + "\n[versions]\n" + script, "build.gradle": "def x = 1"})


def test_unterminated_strings_are_read_in_linear_time() -> None:
    packages({"build.gradle": 'def x = "' + "${a}" * 3000 + "\ndependencies { api 'a:b:1' }"})
    packages({"build.gradle": "def x = " + '"""a' * 3000})

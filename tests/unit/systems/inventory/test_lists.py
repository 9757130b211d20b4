"""What tools list: every form gives the same packages, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Ref, Unknown, Value
from linter.run.reading import Reader
from linter.syntax import formats
from linter.syntax.document import DocRef, Document, Place
from linter.system import Fragment, Setup
from linter.systems.inventory import SYSTEM
from linter.text.source import Source
from linter.text.view import View
from tests.unit.systems.support import made

TREE = """\
example:app:jar:1.0
+- example:service:jar:1.0:compile
|  \\- org.apache.dubbo:dubbo:jar:2.7.12:compile
+- a:b:jar:sources:1.2:runtime
\\- junit:junit:jar:4.13:test
"""
PRINTED = """\
[INFO] Scanning for projects...
[INFO] --- maven-dependency-plugin:3.6.0:tree (default-cli) @ app ---
[INFO] example:app:jar:1.0
[INFO] +- example:service:jar:1.0:compile
[INFO] |  +- (org.apache.dubbo:dubbo:jar:2.7.8:compile - omitted for conflict with 2.7.12)
[INFO] |  \\- org.apache.dubbo:dubbo:jar:2.7.12:compile (version managed from 2.7.8)
[INFO] +- a:b:jar:sources:1.2:runtime
[INFO] \\- junit:junit:jar:4.13:test
[INFO] BUILD SUCCESS
"""
DOT = """\
digraph "example:app:jar:1.0" {
 "example:app:jar:1.0" -> "example:service:jar:1.0:compile" ;
 "example:app:jar:1.0" -> "a:b:jar:sources:1.2:runtime" ;
 "example:app:jar:1.0" -> "junit:junit:jar:4.13:test" ;
 "example:service:jar:1.0:compile" -> "org.apache.dubbo:dubbo:jar:2.7.12:compile" ;
 }
"""
LIST = """\

The following files have been resolved:
   example:service:jar:1.0:compile
   org.apache.dubbo:dubbo:jar:2.7.12:compile -- module org.apache.dubbo (auto)
   a:b:jar:sources:1.2:runtime
   junit:junit:jar:4.13:test
"""
JSON = """{"groupId": "example", "artifactId": "app", "version": "1.0", "type": "jar", "scope": "", "children": [
  {"groupId": "example", "artifactId": "service", "version": "1.0", "scope": "compile", "children": [
    {"groupId": "org.apache.dubbo", "artifactId": "dubbo", "version": "2.7.12", "scope": "compile"}]},
  {"groupId": "a", "artifactId": "b", "version": "1.2", "scope": "runtime", "classifier": "sources"},
  {"groupId": "junit", "artifactId": "junit", "version": "4.13", "scope": "test"}]}
"""
EFFECTIVE = """<?xml version="1.0"?>
<!-- Effective POM for project 'example:app:jar:1.0' -->
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <groupId>example</groupId><artifactId>app</artifactId><version>1.0</version>
  <dependencies>
    <dependency><groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId><version>2.7.12</version></dependency>
  </dependencies>
</project>
"""
GRADLE = """\
------------------------------------------------------------
Project ':app' - the program
------------------------------------------------------------

compileClasspath - Compile classpath for source set 'main'.
\\--- org.apache.dubbo:dubbo:2.7.8

implementation - Implementation dependencies for the 'main' feature. (n)
\\--- org.apache.dubbo:dubbo:2.7.1 (n)

runtimeClasspath - Runtime classpath of source set 'main'.
+--- project :service
|    +--- org.apache.dubbo:dubbo:2.7.8 -> 2.7.12
|    |    \\--- a:b:{strictly 1.0} -> 1.2 (*)
|    \\--- c:d:3 -> e:f:4
+--- x:y:1 FAILED
\\--- org.apache.dubbo:dubbo:2.7.12 (c)

testRuntimeClasspath - Runtime classpath of source set 'test'.
\\--- junit:junit:4.13
"""
CYCLONE_JSON = """{"bomFormat": "CycloneDX", "specVersion": "1.5",
 "metadata": {"component": {"group": "example", "name": "app", "version": "1.0", "purl": "pkg:maven/example/app@1.0"}},
 "components": [
  {"type": "library", "group": "org.apache.dubbo", "name": "dubbo", "version": "2.7.12", "scope": "required",
   "purl": "pkg:maven/org.apache.dubbo/dubbo@2.7.12?type=jar", "components": [
     {"group": "a", "name": "b", "version": "1.2"}]},
  {"name": "left-pad", "version": "1", "purl": "pkg:npm/left-pad@1"},
  {"group": "junit", "name": "junit", "version": "4.13", "scope": "excluded", "purl": "pkg:maven/junit/junit@4.13"}],
 "dependencies": [{"ref": "pkg:maven/x/y@9"}]}
"""
CYCLONE_XML = """<bom xmlns="http://cyclonedx.org/schema/bom/1.4">
 <metadata><component><group>example</group><name>app</name><version>1.0</version></component></metadata>
 <components>
  <component type="library"><group>org.apache.dubbo</group><name>dubbo</name><version>2.7.12</version>
   <purl>pkg:maven/org.apache.dubbo/dubbo@2.7.12?type=jar</purl>
   <components><component><group>a</group><name>b</name><version>1.2</version></component></components></component>
  <component><group>junit</group><name>junit</name><version>4.13</version><scope>excluded</scope></component>
 </components></bom>
"""
SPDX_JSON = """{"spdxVersion": "SPDX-2.3", "name": "app", "packages": [{"name": "dubbo", "versionInfo": "2.7.12",
 "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
  "referenceLocator": "pkg:maven/org.apache.dubbo/dubbo@2.7.12"}]}]}
"""
SPDX_3 = """{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": [
 {"type": "software_Package", "name": "dubbo", "software_packageUrl": "pkg:maven/org.apache.dubbo/dubbo@2.7.12"}]}
"""
SPDX_XML = """<Document><spdxVersion>SPDX-2.3</spdxVersion><packages><name>dubbo</name><externalRefs>
 <referenceLocator>pkg:maven/org.apache.dubbo/dubbo@2.7.12</referenceLocator></externalRefs></packages></Document>
"""
SPDX_RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:spdx="http://spdx.org/rdf/terms#">
 <spdx:ExternalRef><spdx:referenceLocator>pkg:maven/org.apache.dubbo/dubbo@2.7.12</spdx:referenceLocator>
 </spdx:ExternalRef></rdf:RDF>
"""
SPDX_TAGS = """SPDXVersion: SPDX-2.3
PackageName: dubbo
ExternalRef: PACKAGE-MANAGER purl pkg:maven/org.apache.dubbo/dubbo@2.7.12?type=jar
"""
JARS = """\
BOOT-INF/lib/dubbo-2.7.12.jar
-rw-r--r-- 1 root root 90 Jan 1 BOOT-INF/lib/dubbo-2.7.12-sources.jar
BOOT-INF/lib/spring-core-5.3.0.jar
"""
IMAGE = """\
FROM eclipse-temurin:17
# COPY dubbo-2.7.8.jar /old
COPY lib/dubbo-2.7.12.jar /app/lib/
"""


def facts(path: str, text: str, *builds: Entity) -> FactBase:
    return joined(stated(path, text), *builds)


def stated(path: str, text: str) -> list[Fragment]:
    claim = SYSTEM.claim(path.rsplit("/", 1)[-1], text.encode())
    assert claim is not None
    (document,) = formats.parse(View.of(Source(path, text)), DocRef(path, claim.syntax))
    assert isinstance(document, Document), document
    return [one for one in SYSTEM.local(document) if isinstance(one, Fragment)]


def joined(fragments: list[Fragment], *builds: Entity) -> FactBase:
    base = FactBase(builds)
    for join in SYSTEM.joins:
        for entity in made(join.run(fragments, base, Setup())):
            assert base.get(entity.ref) is None
            base.add(entity)
    return base


def rows(base: FactBase) -> dict[str, tuple[Any, ...]]:
    return {
        one.name: (str(one.fields["version"].data), one.fields["scope"].data, one.fields["via"].data)
        for one in base.of("build.package")
    }


ALL = {
    "example:service": ("1.0", "compile", "direct"),
    "org.apache.dubbo:dubbo": ("2.7.12", "compile", "example:service"),
    "a:b": ("1.2", "runtime", "direct"),
    "junit:junit": ("4.13", "test", "direct"),
}
FLAT = {name: (version, scope, "direct") for name, (version, scope, _) in ALL.items()}
DUBBO = {"org.apache.dubbo:dubbo": ("2.7.12", "compile", "direct")}
SBOM = {**DUBBO, "a:b": ("1.2", "compile", "direct"), "junit:junit": ("4.13", "test", "direct")}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("dependencies.txt", TREE, ALL),
        ("dependencies.txt", PRINTED, ALL),
        ("dependencies.txt", TREE.replace("\n", "\r\n"), ALL),
        ("tree.dot.txt", DOT, ALL),
        ("dependencies.txt", LIST, FLAT),
        ("dependency-tree.json", JSON, ALL),
        ("effective-pom.xml", EFFECTIVE, DUBBO),
        (
            "dependencies.txt",
            GRADLE,
            {
                "org.apache.dubbo:dubbo": ("2.7.12", "compile", "direct"),
                "a:b": ("1.2", "compile", "org.apache.dubbo:dubbo"),
                "e:f": ("4", "compile", "direct"),
                "junit:junit": ("4.13", "test", "direct"),
            },
        ),
        ("bom.json", CYCLONE_JSON, SBOM),
        ("bom.xml", CYCLONE_XML, SBOM),
        ("app.spdx.json", SPDX_JSON, DUBBO),
        ("app.spdx.json", SPDX_3, DUBBO),
        ("app.spdx.xml", SPDX_XML, DUBBO),
        ("app.spdx.rdf", SPDX_RDF, DUBBO),
        ("app.spdx", SPDX_TAGS, DUBBO),
        ("jars.txt", JARS, DUBBO),
        ("Dockerfile", IMAGE, DUBBO),
    ],
)
def test_lists(path: str, text: str, expected: dict[str, tuple[str, str, str]]) -> None:
    base = facts(path, text)

    assert rows(base) == expected
    dubbo = next(one for one in base.of("build.package") if one.name == "org.apache.dubbo:dubbo")
    assert "dubbo" in text[dubbo.place.start : dubbo.place.end] or "2.7.12" in text[dubbo.place.start : dubbo.place.end]
    (step,) = dubbo.fields["version"].evidence
    assert path in step.text
    assert step.place == dubbo.place


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("x/target/dependencies.txt", TREE, "app"),
        ("x/build/reports/deps/dependencies.txt", GRADLE, "app"),
        ("x/bom.json", CYCLONE_JSON, "app"),
        ("x/target/bom.xml", CYCLONE_XML, "app"),
        ("x/jars.txt", JARS, "jars.txt"),
    ],
)
def test_the_module_is_that_of_the_folder(path: str, text: str, name: str) -> None:
    (module,) = facts(path, text).of("build.module")

    assert (module.fields["folder"].data, module.fields["artifact"].data) == ("x", name)


def test_a_module_that_a_build_states_is_taken() -> None:
    place = Place(DocRef("a/pom.xml", "xml"), 0, 1)
    build = Entity(Ref("build.module", "a"), place, "app", "project", {"folder": Value("a"), "artifact": Value("app")})

    base = facts("report/dependencies.txt", TREE, build)

    assert list(base.of("build.module")) == [build]
    assert {one.fields["folder"].data for one in base.of("build.package")} == {"a"}


def test_several_modules_have_folders_of_their_own() -> None:
    base = facts("dependencies.txt", TREE + TREE.replace(":app:", ":other:").replace("2.7.12", "2.7.8"))

    assert [one.fields["folder"].data for one in base.of("build.module")] == ["app", "other"]
    assert [
        str(one.fields["version"].data) for one in base.of("build.package") if one.name == "org.apache.dubbo:dubbo"
    ] == ["2.7.12", "2.7.8"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("notes.txt", "use org.apache.dubbo:dubbo:2.7.12 instead\n"),
        ("values.json", '{"groupId": "a"}'),
        ("bom.json", '{"bomFormat": "CycloneDX", "components": {}}'),
        ("bom.json", '{"bomFormat": "CycloneDX", "components": [1, {"purl": 3}, {"purl": "pkg:maven/x"}]}'),
        ("bom.xml", '<bom xmlns="http://cyclonedx.org/schema/bom/1.4"/>'),
        ("app.spdx.json", '{"spdxVersion": "SPDX-2.3", "packages": [{"externalRefs": "x"}]}'),
        ("Dockerfile", "FROM x\nCOPY target/*.jar /app.jar\n"),
        ("jars.txt", "lib/spring-core-5.3.0.jar\nlib/dubbo.jar\n"),
        ("tree.txt", "+- :compile\n\\--- a:b:1\n"),
    ],
)
def test_what_is_no_list_says_nothing(path: str, text: str) -> None:
    if SYSTEM.claim(path, text.encode()) is not None:
        assert not list(facts(path, text).of("build.package"))


PURL = '{"bomFormat": "CycloneDX", "components": [{"purl": "%s"}]}'


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("pkg:maven/org.apache.dubbo/dubbo@2.7.12#sub/path", "2.7.12"),
        ("pkg:Maven/org.apache.dubbo/dubbo@2.7.12?type=jar&classifier=x", "2.7.12"),
        ("pkg://maven/org.apache.dubbo/dubbo@2.7.12", "2.7.12"),
        ("pkg:maven/org%2Eapache.dubbo/dubbo@2.7.12%2Bacme", "2.7.12+acme"),
        (" pkg:maven/org.apache.dubbo/dubbo@2.7.12", "2.7.12"),
        ("pkg:maven/org.apache.dubbo/dubbo", "? the SBOM states no version of it"),
        ("pkg:maven/org.apache.dubbo/dubbo@?type=jar", "? the SBOM states no version of it"),
        ("pkg:maven/org.apache.dubbo/dubbo@2.7.12?classifier=sources", None),
        ("pkg:maven/org.apache.dubbo/dubbo@2.7.12?repository_url=x&type=pom", None),
        ("pkg:npm/org.apache.dubbo/dubbo@2.7.12", None),
    ],
)
def test_package_urls(url: str, expected: str | None) -> None:
    """github.com/package-url/purl-spec: the type in any case, slashes before it, what is optional."""
    found = {one.name: one.fields["version"].data for one in facts("bom.json", PURL % url).of("build.package")}
    version = found.get("org.apache.dubbo:dubbo")
    assert (f"? {version.why}" if isinstance(version, Unknown) else version and str(version)) == expected


def test_colours_of_a_terminal_say_nothing() -> None:
    text = "".join(f"[\x1b[1;34mINFO\x1b[m] {line}\n" for line in TREE.splitlines())
    base = facts("tree.txt", text)
    found = {one.name: text[one.place.start : one.place.end] for one in base.of("build.package")}
    assert found["org.apache.dubbo:dubbo"] == "org.apache.dubbo:dubbo:jar:2.7.12:compile"


def test_a_gradle_line_without_a_version_of_its_own() -> None:
    base = facts("dependencies.txt", "runtimeClasspath - x\n\\--- org.apache.dubbo:dubbo -> 2.7.12\n")
    assert [str(one.fields["version"].data) for one in base.of("build.package")] == ["2.7.12"]


def test_a_package_of_spdx_that_has_no_url() -> None:
    text = '{"spdxVersion": "SPDX-2.3", "packages": [{"name": "org.apache.dubbo:dubbo", "versionInfo": "2.7.12"}]}'
    (found,) = facts("app.spdx.json", text).of("build.package")
    assert (found.name, str(found.fields["version"].data)) == ("org.apache.dubbo:dubbo", "2.7.12")


@pytest.mark.parametrize(("path", "text"), [("bom.json", ""), ("a/app.cdx.xml", " \n"), ("x.spdx", "")])
def test_an_empty_list_is_named(path: str, text: str) -> None:
    reading = Reader((SYSTEM,)).read(path, text.encode())
    assert reading is not None and reading.skip is not None
    assert reading.skip.why == "the list is empty"


def test_two_lists_of_one_folder_are_two_modules_where_they_are_about_two_things() -> None:
    one = '{"bomFormat": "CycloneDX", "metadata": {"component": {"name": "%s"}}, "components": [{"purl": "%s"}]}'
    url = "pkg:maven/org.apache.dubbo/dubbo@"
    lists = [(name, one % (name, url + version)) for name, version in (("a", "2.7.12"), ("b", "2.7.23"))]
    base = joined([found for name, text in lists for found in stated(f"sboms/{name}.cdx.json", text)])
    assert [one.fields["folder"].data for one in base.of("build.module")] == ["sboms/a", "sboms/b"]


def test_long_lines_are_read_in_linear_time() -> None:
    facts("tree.txt", "|  " * 100_000 + "\n" + "a:" * 100_000 + "\n" + "-" * 100_000 + ":compile")
    facts("jars.txt", "a-1." * 50_000 + "jar x-1.jar")
    facts("jars.txt", "a-" * 100_000 + "1.jar")

"""What comments, settings and baselines keep out of a report, as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linter.cli import main
from linter.faults import Faults
from linter.finding import Result
from linter.options import Flags, Options
from linter.run import Request, check
from linter.text.source import Source
from tests.harness import run_files

WITHOUT_UNIT = "otelcol/duration-without-unit"


def collector(time: str = "min_time: 10", above: str = "", head: str = "") -> str:
    return f"""\
{head}receivers:
  otlp:
    protocols:
      grpc:
        keepalive:
          enforcement_policy:
{above}            {time}
exporters: {{debug: {{}}}}
service: {{pipelines: {{traces: {{receivers: [otlp], exporters: [debug]}}}}}}
"""


def shown(result: Result) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The policies that report, and those that are ignored with who says so and why."""
    return (
        [found.policy for found in result.findings],
        [(one.finding.policy, one.by, one.reason) for one in result.ignored],
    )


IGNORED: tuple[list[str], list[tuple[str, str, str]]] = ([], [(WITHOUT_UNIT, "comment", "it is meant")])


def configmap(text: str) -> str:
    body = "".join(f"    {line}\n" for line in text.splitlines())
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  a.yaml: |\n{body}"


@pytest.mark.parametrize(
    "text",
    [
        collector(f"min_time: 10 # deadpeer: ignore[{WITHOUT_UNIT}] it is meant"),
        collector(above=f"# deadpeer: ignore[{WITHOUT_UNIT}] it is meant\n\n# more\n"),
        collector(above="            # deadpeer: ignore[otelcol/duration-*] until=2026-11-30 it is meant\r\n"),
        collector(head=f"# deadpeer: ignore-file[{WITHOUT_UNIT}] it is meant\n"),
    ],
)
def test_comments_in_yaml(text: str) -> None:
    assert shown(run_files({"a.yaml": text}).result) == IGNORED
    assert shown(run_files({"a.yaml": configmap(text)}).result) == IGNORED


def test_a_comment_holds_for_its_line_and_its_policy_only() -> None:
    elsewhere = collector(head=f"# deadpeer: ignore[{WITHOUT_UNIT}] it is meant\n")
    assert shown(run_files({"a.yaml": elsewhere}).result)[0] == ["deadpeer/ignore-unused", WITHOUT_UNIT]
    other = collector("min_time: 10 # deadpeer: ignore[otelcol/unknown-key] it is meant")
    assert shown(run_files({"a.yaml": other}).result)[0] == [WITHOUT_UNIT, "deadpeer/ignore-unused"]


XML = """\
<beans xmlns="http://www.springframework.org/schema/beans" xmlns:dubbo="http://dubbo.apache.org/schema/dubbo">
  {above}
  <dubbo:reference id="a" interface="x.A" protocol="dubbo"/> {after}
</beans>
"""
POM = """\
<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>a</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.dubbo</groupId><artifactId>dubbo</artifactId>
      {above}
      <version>2.7.12</version> {after}
    </dependency>
  </dependencies>
</project>
"""


def test_comments_in_xml() -> None:
    files = {"src/main/resources/a.xml": XML.format(above="", after="")}
    bare = run_files({"pom.xml": POM.format(above="", after=""), **files}).result
    ids = sorted({found.policy for found in bare.findings if found.place.path == "pom.xml"})
    assert ids
    comment = f"<!-- deadpeer: ignore[{','.join(ids)}]\n   it is\n  meant -->"
    for where in ({"above": comment, "after": ""}, {"above": "", "after": comment}):
        run = run_files({"pom.xml": POM.format(**where), **files}).result
        assert [found.policy for found in run.findings if found.place.path == "pom.xml"] == []
        assert {one.reason for one in run.ignored} == {"it is meant"}
    whole = comment.replace("ignore[", "ignore-file[")
    quoted = POM.format(above=f"<description><![CDATA[{whole}]]></description>", after="")
    assert run_files({"pom.xml": quoted, **files}).result.ignored == ()


def test_a_reason_says_nothing_about_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    comment = f" # deadpeer: ignore[{WITHOUT_UNIT}] meant for otelcol=0.73.0"
    (tmp_path / "a.yaml").write_text("# deadpeer: otelcol=0.155.0\n" + collector("min_time: 10" + comment))
    main(["versions"])
    out = capfd.readouterr().out
    assert "0.155.0" in out
    assert "0.73.0" not in out


def test_comments_in_properties() -> None:
    text = "dubbo.protocol.name=dubbo\n{}dubbo.provider.cluster=failfast\ndubbo.service.x.A.interface=x.A\n"
    files = {"pom.xml": POM.format(above="", after="")}
    path = "src/main/resources/dubbo.properties"
    found = [one for one in run_files({path: text.format(""), **files}).result.findings if one.place.path == path]
    assert found
    ids = ",".join(sorted({one.policy for one in found}))
    run = run_files({path: text.format(f"! deadpeer: ignore[{ids}] it is meant\n"), **files}).result
    assert [one for one in run.findings if one.place.path == path] == []


DEPENDENCY = "dependencies {{\n{}    implementation('org.apache.dubbo:dubbo:2.7.12'){}\n}}\n"
SHUT_DOWN = "dubbo/async-executor-shut-down"


@pytest.mark.parametrize("name", ["build.gradle", "build.gradle.kts"])
def test_comments_in_gradle_scripts(name: str) -> None:
    def script(above: str = "", after: str = "") -> str:
        text = DEPENDENCY.format(above, after)
        return text if name == "build.gradle" else text.replace("'", '"')

    words = f"deadpeer: ignore[{SHUT_DOWN}] it is meant"
    files = [
        script(above=f"    // {words}\n"),
        script(above=f"    /* {words} */\n    // more\n"),
        script(above=f"    /*\n     * {words}\n     */\n"),
        script(after=f" // {words}"),
        script(after=f" /* {words} */").replace("\n", "\r\n"),
        script(above=f"    // {words.replace('ignore[', 'ignore-file[')}\n\n    println('x')\n"),
    ]
    assert [found.policy for found in run_files({name: script()}).result.findings] == [SHUT_DOWN]
    for text in files:
        assert shown(run_files({name: text}).result) == ([], [(SHUT_DOWN, "comment", "it is meant")]), text
    quoted = script(above=f"    println('https://x // {words}')\n")
    assert shown(run_files({name: quoted}).result) == ([SHUT_DOWN], [])
    with pytest.raises(Faults) as caught:
        run_files({name: script(after=" // deadpeer: ignore[dubbo/no-such] why")})
    assert [(one.line, one.path) for one in caught.value.faults] == [(2, name)]


def test_comments_in_version_catalogs() -> None:
    catalog = '[libraries]\ndubbo = "org.apache.dubbo:dubbo:2.7.12"{}\n'
    files = {"build.gradle": "dependencies { implementation(libs.dubbo) }\n", "gradle/libs.versions.toml": ""}

    def run(after: str) -> Result:
        return run_files({**files, "gradle/libs.versions.toml": catalog.format(after)}).result

    assert [found.policy for found in run("").findings] == [SHUT_DOWN]
    comment = f" # deadpeer: ignore[{SHUT_DOWN}] it is meant"
    assert shown(run(comment)) == ([], [(SHUT_DOWN, "comment", "it is meant")])


def test_a_comment_in_a_gradle_script_gives_a_version() -> None:
    text = DEPENDENCY.format("    // deadpeer: dubbo=3.2.19\n", "")
    assert run_files({"build.gradle": text}).result.findings == ()


def test_settings() -> None:
    settings = f"ignores:\n  - {{policy: {WITHOUT_UNIT}, files: 'old/*', reason: it is meant, until: 2026-11-30}}\n"
    files = {"old/a.yaml": collector(), "new/b.yaml": collector()}
    result = run_files(files, settings, Flags()).result
    assert shown(result) == ([WITHOUT_UNIT], [(WITHOUT_UNIT, "settings", "it is meant")])
    assert result.findings[0].place.path == "new/b.yaml"


def test_an_ignore_ends_the_day_after_its_last() -> None:
    settings = f"ignores:\n  - policy: {WITHOUT_UNIT}\n    reason: it is meant\n    until: 2026-11-29\n"
    result = run_files({"a.yaml": collector()}, settings, Flags()).result
    assert shown(result) == (["deadpeer/ignore-expired", WITHOUT_UNIT], [])
    place = result.findings[0].place
    assert (place.path, settings[place.start : place.end]) == (".deadpeer.yaml", WITHOUT_UNIT)


@pytest.mark.parametrize(
    ("text", "settings", "messages"),
    [
        (
            collector("min_time: 10 # deadpeer: ignore[otelcol/no-such, otelcol/x] why"),
            "",
            ["a.yaml:7:45: no policy is called `otelcol/no-such`", "a.yaml:7:62: no policy is called `otelcol/x`"],
        ),
        (
            collector(head="# deadpeer: ignore-file[a/b]\n"),
            "",
            ["a.yaml:1:1: the comment has to say why a/b is ignored"],
        ),
        (
            collector(),
            "ignores:\n  - {reason: why, policy: otelcol/duration-without-units}\n",
            [f".deadpeer.yaml:2:27: ignores: no policy is called `{WITHOUT_UNIT}s` (did you mean `{WITHOUT_UNIT}`?)"],
        ),
    ],
)
def test_faults_have_their_place(text: str, settings: str, messages: list[str]) -> None:
    with pytest.raises(Faults) as caught:
        run_files({"a.yaml": text}, settings, Flags(no_config=not settings))
    assert len(caught.value.faults) == len(messages)
    for fault, message in zip(caught.value.faults, messages, strict=True):
        assert str(fault).startswith(message)


def test_an_ignore_does_not_hold_back_a_fix_that_makes_it_useless(tmp_path: Path) -> None:
    comment = f" # deadpeer: ignore[{WITHOUT_UNIT}] it is meant"
    (tmp_path / "a.yaml").write_text(collector("min_time: 10" + comment))
    run = check(Request(str(tmp_path)), Options())
    mended = {"a.yaml": Source("a.yaml", collector("min_time: 10s" + comment))}
    assert run.relint(mended).findings == ()
    (tmp_path / "a.yaml").write_text(mended["a.yaml"].text)
    assert [found.policy for found in check(Request(str(tmp_path)), Options()).result.findings] == [
        "deadpeer/ignore-unused"
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def report(capfd: pytest.CaptureFixture[str], *argv: str) -> tuple[int, list[tuple[str, str]], int]:
    """The exit code, the findings by policy and path, and how many the baseline has."""
    code = main(["check", "--format", "json", *argv])
    made = json.loads(capfd.readouterr().out)
    found = [(one["policy"], one["path"]) for one in made["findings"]]
    return code, found, sum(1 for one in made["ignored"] if one["ignored"]["by"] == "baseline")


def test_a_baseline_from_beginning_to_end(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(collector())
    (folder / "b.yaml").write_text(collector())
    assert main(["baseline"]) == 0
    assert capfd.readouterr().out == "Wrote 2 findings to .deadpeer-baseline.json.\n"
    name = ".deadpeer-baseline.json"
    assert report(capfd, "--baseline", name) == (0, [], 2)

    (folder / "a.yaml").write_text("# moved down\n" + collector())  # lines don't count
    assert report(capfd, "--baseline", name) == (0, [], 2)

    (folder / ".deadpeer.yaml").write_text(f"baseline: {name}\n")
    assert report(capfd) == (0, [], 2)
    assert report(capfd, "--no-baseline")[0] == 1

    (folder / "b.yaml").write_text(collector("min_time: 10s"))
    (folder / "c.yaml").write_text(collector())
    assert report(capfd) == (1, [("deadpeer/baseline-stale", name), (WITHOUT_UNIT, "c.yaml")], 1)
    assert report(capfd, "c.yaml") == (1, [(WITHOUT_UNIT, "c.yaml")], 0)  # not what its author is asked about

    assert main(["baseline", "--prune"]) == 0
    assert capfd.readouterr().out == f"Took 1 finding out of {name}; 1 left.\n"
    assert report(capfd) == (1, [(WITHOUT_UNIT, "c.yaml")], 1)

    (folder / "a.yaml").write_text(collector("min_time: 10s"))
    assert main(["baseline", "-q", "c.yaml"]) == 0  # what it says of other files stays
    assert [entry["file"] for entry in json.loads((folder / name).read_text())["findings"]] == ["a.yaml", "c.yaml"]


def test_a_baseline_that_is_not_there(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(collector())
    assert main(["check", "--baseline", "no.json"]) == 2
    assert "no.json: the baseline can't be read" in capfd.readouterr().err
    (folder / ".deadpeer.yaml").write_text("profile: default\nbaseline: gone.json\n")
    assert main(["check"]) == 2
    assert ".deadpeer.yaml:2:11: the baseline gone.json can't be read: No such" in capfd.readouterr().err
    (folder / ".deadpeer.yaml").unlink()
    assert main(["baseline", "--prune"]) == 2
    assert "there is no baseline to prune" in capfd.readouterr().err
    assert main(["baseline", "--output", "no/such.json"]) == 2
    assert "no/such.json: the baseline can't be written" in capfd.readouterr().err


def test_only_part_of_the_tree_tells_nothing_about_what_is_unused(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "a.yaml").write_text(collector(f"min_time: 10s # deadpeer: ignore[{WITHOUT_UNIT}] ours"))
    assert report(capfd, "sub")[1] == []
    assert report(capfd, "sub/a.yaml")[1] == [("deadpeer/ignore-unused", "sub/a.yaml")]
    assert report(capfd)[1] == [("deadpeer/ignore-unused", "sub/a.yaml")]

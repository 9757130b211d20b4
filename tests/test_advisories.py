"""``advisories`` for others, and advisories from others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from docs.generate import data_version
from linter import resources
from linter._version import DATA
from linter.cli import main
from linter.digest import digest
from linter.policy.bundle import all_kinds
from linter.policy.load import load
from linter.policy.model import Advisory, Affected, Policy
from linter.policy.releases import Releases, releases_of
from linter.record import replace
from linter.report.advisories import osv
from linter.report.advisories.references import type_of
from linter.system import load_all
from linter.versions.ranges import affects
from linter.versions.version import Version, parse

ROOT = Path(__file__).parent.parent
OSV = Draft202012Validator(json.loads((ROOT / "tests" / "osv.json").read_text("utf-8")))
CONTRACT = Draft202012Validator(json.loads((ROOT / "schemas" / "advisories.json").read_text("utf-8")))
RELEASES = Releases(resources.folder("schemas"))
ADVISORIES = [
    policy for policy in load(resources.folder("policies"), all_kinds(load_all())) if policy.advisory is not None
]
OWN = """title: It hangs under load
since: "1"
advisory:
  package:
    ecosystem: Go
    name: github.com/open-telemetry/opentelemetry-collector-contrib/exporter/loadbalancingexporter
  affected: [{introduced: 0.150.0, fixed: 0.156.0}]
  class: hang
  evidence: [https://github.com/example/example/issues/1]
match: otelcol.load_balancer
where: it.in_pipelines
message: "{it} hangs under load"
why: |
  It was seen.
"""
PACKAGE = (
    OWN.replace("Go", "Maven")
    .replace("github.com/open-telemetry/opentelemetry-collector-contrib/exporter/loadbalancingexporter", "com.acme:a")
    .replace("otelcol.load_balancer\nwhere: it.in_pipelines", "build.package")
)
"""About a neutral kind, which belongs to no system."""
CONFIG = """# deadpeer: otelcol=0.155.0
receivers: {otlp: {protocols: {grpc: {endpoint: "0.0.0.0:4317"}}}}
exporters:
  loadbalancing:
    protocol: {otlp: {tls: {insecure: true}}}
    resolver: {static: {hostnames: ["a:4317", "b:4317"]}}
service: {pipelines: {traces: {receivers: [otlp], exporters: [loadbalancing]}}}
"""


def _told(made: osv.Record, version: Version) -> bool:
    """OSV's own rule for whether a version is affected: it is listed, or the last event at or before it says so."""
    (part,) = made["affected"]
    if str(version) in part.get("versions", []):
        return True
    for stretch in part.get("ranges", []):
        inside = False
        for event in stretch["events"]:
            ((word, text),) = event.items()
            bound = None if text == "0" else parse(version.scheme, text)
            if word == "introduced":
                inside |= bound is None or version >= bound
            elif bound is not None and (version >= bound if word == "fixed" else version > bound):
                inside = False
        if inside:
            return True
    return False


def _named(advisory: Advisory, version: Version) -> bool:
    return any(
        affects(version, part.introduced, part.fixed, part.last_affected, part.versions, part.except_)
        for part in advisory.affected
    )


@pytest.mark.parametrize("policy", [pytest.param(policy, id=policy.id) for policy in ADVISORIES])
def test_a_record_is_valid_and_names_the_same_releases(policy: Policy) -> None:
    made = osv.record(policy, RELEASES, "2026-11-30")
    assert made is not None
    assert policy.advisory is not None
    OSV.validate(made)
    assert made["references"]
    for version in releases_of(RELEASES, policy.advisory.package):
        assert _told(made, version) == _named(policy.advisory, version), version


@pytest.mark.parametrize(
    "part",
    [
        Affected("0.90.0", "0.100.0", None, (), ("0.95.0",)),
        Affected("0.90.0", "0.100.0", None, (), ("0.90.0", "0.99.0")),
        Affected("0", None, "0.97.0", (), ("0.97.0", "0.10.0")),
        Affected(None, None, None, ("0.95.0",)),
        Affected("0.150.0", None, None, (), ("0.165.0", "0.165.1")),
    ],
)
def test_exceptions_become_stretches(part: Affected) -> None:
    policy = next(policy for policy in ADVISORIES if policy.id.startswith("otelcol/"))
    assert policy.advisory is not None
    advisory = replace(policy.advisory, affected=(part,))
    made = osv.record(replace(policy, advisory=advisory), RELEASES, "2026-11-30")
    assert made is not None
    OSV.validate(made)
    for stretch in made["affected"][0].get("ranges", []):
        bounds = [text for event in stretch["events"] for text in event.values()]
        assert len(set(bounds)) == len(bounds)
    for version in releases_of(RELEASES, advisory.package):
        assert _told(made, version) == _named(advisory, version), version


def test_a_cve_is_an_alias() -> None:
    made = [osv.record(policy, RELEASES, "2026-11-30") for policy in ADVISORIES if "/cve-" in policy.id]
    assert made
    assert all(one is not None and one["aliases"][0] == f"CVE-{one['id'].rpartition('cve-')[2]}" for one in made)


def test_a_record_of_others_is_not_all_that_an_advisory_rests_on() -> None:
    source = re.compile(r"https://github\.com/[^/]+/[^/]+/(?:pull|issues|commit|blob)/")
    bare = [
        policy.id
        for policy in ADVISORIES
        if policy.advisory is not None and not any(map(source.match, policy.advisory.evidence))
    ]
    assert bare == []


def test_the_records_of_others_are_related() -> None:
    made = {policy.id: osv.record(policy, RELEASES, "2026-11-30") for policy in ADVISORIES}
    sentry = made["otelcol/sentry-path-traversal"]
    assert sentry is not None
    assert sentry["related"] == ["CVE-2026-47256", "GHSA-4jvg-4jfx-fmhc", "GO-2026-5126"]
    # two records can't be aliases of one: they would be of each other
    alias = {name for one in made.values() if one for name in one.get("aliases", ())}
    assert len(alias) == sum(len(one.get("aliases", ())) for one in made.values() if one)
    assert all(not set(one.get("aliases", ())) & set(one.get("related", ())) for one in made.values() if one)


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("https://github.com/a/b/issues/1", "REPORT"),
        # evidence names what brought a defect as well as what mended it
        ("https://github.com/a/b/pull/1", "WEB"),
        ("https://github.com/a/b/commit/abc", "WEB"),
        ("https://github.com/a/b/pull/2", "FIX"),
        ("https://github.com/a/b/pull/3", "INTRODUCED"),
        ("https://github.com/a/b/security/advisories/GHSA-1", "ADVISORY"),
        ("https://www.cve.org/CVERecord?id=CVE-2021-1", "ADVISORY"),
        ("https://github.com/a/b/blob/main/CHANGELOG.md", "WEB"),
    ],
)
def test_references_say_what_they_are(url: str, word: str) -> None:
    fixed, introduced = ("https://github.com/a/b/pull/2",), ("https://github.com/a/b/pull/3",)
    advisory = Advisory("Go", "a", (), "hang", evidence=(url,), fixes=fixed, causes=introduced)
    assert type_of(url, advisory) == word


def test_a_change_that_is_established_is_a_fix_or_what_brought_it() -> None:
    policy = next(one for one in ADVISORIES if one.id == "otelcol/github-headers-not-checked")
    made = osv.record(policy, RELEASES, "2026-11-30")
    assert made is not None
    words = {one["url"].rpartition("/")[2]: one["type"] for one in made["references"]}
    assert (words["47854"], words["37578"]) == ("FIX", "INTRODUCED")


def test_what_mended_a_defect_is_said_of_those_that_have_an_end_only() -> None:
    for policy in ADVISORIES:
        assert policy.advisory is not None
        parts = policy.advisory.affected
        ends = any(part.fixed or part.last_affected or part.versions for part in parts)
        assert ends or not policy.advisory.fixes, policy.id
        assert not set(policy.advisory.fixes) & set(policy.advisory.causes), policy.id


def _line(text: str, id_: str) -> str:
    return next(line for line in text.splitlines() if line.split(maxsplit=1)[0] == id_)


def test_the_command_lists_all(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    ids = {policy.id for policy in ADVISORIES}
    assert main(["advisories", "--format", "json"]) == 0
    listed: dict[str, Any] = json.loads(capfd.readouterr().out)
    CONTRACT.validate(listed)
    assert {one["id"] for one in listed["advisories"]} == ids
    assert listed["tool"]["data"] == DATA
    assert main(["advisories"]) == 0
    out = capfd.readouterr().out
    assert all(id_ in out for id_ in ids)
    # a long range moves its own title only
    where = {policy.id: line.index(policy.title) for policy in ADVISORIES for line in [_line(out, policy.id)]}
    assert sorted(where.values())[len(where) // 2] < 150
    assert main(["advisories", "--format", "osv"]) == 0
    records = json.loads(capfd.readouterr().out)
    assert len(records) == len(ids)
    assert main(["advisories", "--format", "osv", "--output", str(tmp_path / "osv")]) == 0
    written = {path.stem: json.loads(path.read_text("utf-8")) for path in (tmp_path / "osv").iterdir()}
    assert written == {one["id"]: one for one in records}
    assert main(["advisories", "--output", str(tmp_path)]) == 2


def _extra(folder: Path, text: str, name: str = "otelcol/own-hang.yaml") -> Path:
    path = folder / "extra" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return folder / "extra"


def test_further_advisories_are_judged_and_count_for_upgrades(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG)
    extra = str(_extra(tmp_path, OWN))
    command = ["check", "--no-config", "--format", "json", str(tmp_path / "config.yaml")]
    main(command)
    assert "otelcol/own-hang" not in capfd.readouterr().out
    assert main([*command, "--advisories", extra]) == 1
    found = {one["policy"]: one for one in json.loads(capfd.readouterr().out)["findings"]}
    assert found["otelcol/own-hang"]["message"].startswith(
        "exporter loadbalancing hangs under load. Upgrade to 0.156.0"
    )
    assert found["otelcol/own-hang"]["upgrade"]["to"] == "0.156.0"
    upgrade = ["upgrade", "--no-config", "--to", "0.156.0", "--advisories", extra, str(tmp_path / "config.yaml")]
    assert main(upgrade) == 0
    assert "[otelcol/own-hang]" in capfd.readouterr().out
    assert main(["advisories", "--advisories", extra]) == 0
    assert "otelcol/own-hang" in capfd.readouterr().out


def test_one_about_a_neutral_kind_lies_in_the_folder_of_any_system(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    extra = _extra(tmp_path, PACKAGE, "dubbo/own.yaml")
    assert main(["advisories", "--advisories", str(extra)]) == 0
    assert "dubbo/own" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            OWN.replace("otelcol.load_balancer", "otelcol.balancer"),
            "otelcol/own.yaml",
            "own.yaml:10:8: no system has the kind",
        ),
        (
            OWN.replace("introduced: 0.150.0", "introduced: next"),
            "otelcol/own.yaml",
            "own.yaml:7:27: `next` is no version",
        ),
        (OWN.replace("it.in_pipelines", "it.in_pipeline"), "otelcol/own.yaml", "own.yaml:11:"),
        (
            OWN,
            "otelcol/loadbalancing-shutdown-blocks.yaml",
            "there is a policy `otelcol/loadbalancing-shutdown-blocks`",
        ),
        (OWN, "own.yaml", "a policy lies at <system>/<name>.yaml"),
        (OWN, "otelco/own.yaml", "otelco/own.yaml:1:1: an advisory about `otelcol.load_balancer` lies in the folder"),
        (OWN, "dubbo/own.yaml", "dubbo/own.yaml:1:1: an advisory about `otelcol.load_balancer` lies in the folder"),
        (
            PACKAGE,
            "dubo/own.yaml",
            "dubo/own.yaml:1:1: no system is called `dubo` (did you mean `dubbo`?): an advisory lies in",
        ),
        ("title: [", "otelcol/own.yaml", "own.yaml:1:"),
    ],
)
def test_a_malformed_one_is_a_fault_with_its_place(
    text: str, name: str, said: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG)
    extra = _extra(tmp_path, text, name)
    assert main(["check", "--no-config", "--advisories", str(extra), str(tmp_path / "config.yaml")]) == 2
    err = capfd.readouterr().err
    assert said in err
    assert "Traceback" not in err


def test_what_is_no_advisory_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    plain = OWN[: OWN.index("advisory:")] + "severity: error\nrequire: it.in_pipelines\n" + OWN[OWN.index("match:") :]
    extra = _extra(tmp_path, plain)
    assert main(["advisories", "--advisories", str(extra)]) == 2
    assert "own-hang.yaml:1:1: this is no advisory: it lacks `advisory`" in capfd.readouterr().err
    assert main(["advisories", "--advisories", str(tmp_path / "none")]) == 2
    assert "no such folder" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["otelcol/record.json", "record.json", "otelcol/record.yaml"])
def test_a_record_of_the_osv_format_is_refused_in_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    extra = _extra(tmp_path, OWN)
    (extra / name).write_text(json.dumps({"schema_version": "1.7.5", "id": "EXAMPLE-1", "affected": []}))
    assert main(["advisories", "--advisories", str(extra)]) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert f"{name}:1:1: this is a record of the OSV format" in line


@pytest.mark.parametrize("text", ['{"id": "one"}', "[1]", "{", "", "[" * 100_000])
def test_other_json_beside_advisories_is_passed_over(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], text: str
) -> None:
    extra = _extra(tmp_path, OWN)
    (extra / "otelcol" / "other.json").write_text(text)
    assert main(["advisories", "--advisories", str(extra)]) == 0
    assert "otelcol/own-hang" in capfd.readouterr().out


def test_the_data_has_a_version_that_reports_name(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert DATA.partition("+")[2] == digest(), "run `python docs/generate.py`"
    (tmp_path / "config.yaml").write_text(CONFIG)
    for command in ("check", "links", "versions"):
        main([command, "--no-config", "--format", "json", str(tmp_path)])
        assert json.loads(capfd.readouterr().out)["tool"]["data"] == DATA
        main([command, "--no-config", "--verbose", str(tmp_path)])
        assert f"data {DATA}" in capfd.readouterr().out
    for given in (["upgrade", "--no-config", "--to", "0.157.0", str(tmp_path)], ["advisories"]):
        main(given)
        assert capfd.readouterr().out.rstrip().endswith(f"data {DATA}")
    main(["--version"])
    assert f"(data {DATA})" in capfd.readouterr().out


def test_the_data_keeps_its_day_while_it_is_the_same() -> None:
    assert data_version("2026-01-02+abc", "abc", "2026-03-04") == "2026-01-02+abc"
    assert data_version("2026-01-02+abc", "def", "2026-03-04") == "2026-03-04+def"

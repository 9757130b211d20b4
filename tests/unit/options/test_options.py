from __future__ import annotations

from pathlib import Path

import pytest

from linter.faults import Faults, UsageFault
from linter.finding import Severity
from linter.options import Flags, Options, load
from linter.record import replace
from linter.settings.item import PairPlaces
from linter.settings.overrides import Override
from linter.system import subjects

FULL_YAML = """\
# what we check
profile: recommended
fail-on: error
select: ["otelcol/*", dubbo/async-executor-shut-down]
ignore:
  - otelcol/keepalive-unset
severity:
  otelcol/duration-invalid: off
  "otelcol/*": note
params:
  otelcol/keepalive-timeout-too-long: {max_timeout: 5s, count: 3, ratio: 0.5, on: true}
exclude: [vendor/, "**/generated/*"]
force-exclude: true
ruleset: "2026.1"
overrides:
  - {files: "lab/*", profile: default, ignore: ["otelcol/*"]}
  - files: [a, b]
    severity: {dubbo/*: off}
    params: {otelcol/keepalive-timeout-too-long: {max_timeout: 9s}}
versions:
  - {files: "edge/*", otelcol: "0.95.0"}
  - otelcol: 0.155.0
    org.apache.dubbo:dubbo: 2.7.12
pairs:
  - {client: "agent.yaml#otlp/x", server: "gateway.yaml#otlp"}
preview: true
"""
FULL_TOML = """\
[project]
name = "x"

[tool.deadpeer]
profile = "recommended"
fail-on = "error"
select = ["otelcol/*", "dubbo/async-executor-shut-down"]
ignore = ["otelcol/keepalive-unset"]
exclude = ["vendor/", "**/generated/*"]
force-exclude = true
ruleset = "2026.1"
preview = true
pairs = [{ client = "agent.yaml#otlp/x", server = "gateway.yaml#otlp" }]

[tool.deadpeer.severity]
"otelcol/duration-invalid" = "off"
"otelcol/*" = "note"

[tool.deadpeer.params."otelcol/keepalive-timeout-too-long"]
max_timeout = "5s"
count = 3
ratio = 0.5
on = true

[[tool.deadpeer.overrides]]
files = "lab/*"
profile = "default"
ignore = ["otelcol/*"]

[[tool.deadpeer.overrides]]
files = ["a", "b"]
severity = { "dubbo/*" = "off" }
params = { "otelcol/keepalive-timeout-too-long" = { max_timeout = "9s" } }

[[tool.deadpeer.versions]]
files = "edge/*"
otelcol = "0.95.0"

[[tool.deadpeer.versions]]
otelcol = "0.155.0"
"org.apache.dubbo:dubbo" = "2.7.12"
"""


def expected(path: Path, places: tuple[tuple[int, int], tuple[int, int]]) -> Options:
    return Options(
        profile="recommended",
        fail_on=Severity.ERROR,
        select=("otelcol/*", "dubbo/async-executor-shut-down"),
        ignore=("otelcol/keepalive-unset",),
        severity={"otelcol/duration-invalid": "off", "otelcol/*": "note"},
        params={"otelcol/keepalive-timeout-too-long": {"max_timeout": "5s", "count": 3, "ratio": 0.5, "on": True}},
        exclude=("vendor/", "**/generated/*"),
        force_exclude=True,
        ruleset="2026.1",
        overrides=(
            Override(("lab/*",), "default", ("otelcol/*",)),
            Override(
                ("a", "b"),
                severity={"dubbo/*": "off"},
                params={"otelcol/keepalive-timeout-too-long": {"max_timeout": "9s"}},
            ),
        ),
        versions=(
            ("edge/*", "otelcol", "0.95.0"),
            ("*", "otelcol", "0.155.0"),
            ("*", "org.apache.dubbo:dubbo", "2.7.12"),
        ),
        pairs=(("agent.yaml#otlp/x", "gateway.yaml#otlp"),),
        pair_places=(PairPlaces(str(path), *places),),
        preview=True,
        config_paths=(str(path),),
    )


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [(".deadpeer.yaml", FULL_YAML, ((25, 14), (25, 43))), ("pyproject.toml", FULL_TOML, ((13, 1), (13, 1)))],
)
def test_both_formats_say_the_same(
    name: str, text: str, places: tuple[tuple[int, int], tuple[int, int]], tmp_path: Path
) -> None:
    path = write(tmp_path / name, text)
    found = load(Flags(), str(tmp_path))
    assert found.named["params otelcol/keepalive-timeout-too-long max_timeout"].file == str(path)
    assert replace(found, named={}) == replace(expected(path, places), named={})
    assert list(found.severity) == ["otelcol/duration-invalid", "otelcol/*"]


def test_without_settings_there_are_defaults(tmp_path: Path) -> None:
    write(tmp_path / ".git", "")
    assert load(Flags(), str(tmp_path)) == Options()


def test_flags_go_before_settings_and_ignores_add_up(tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", FULL_YAML)
    flags = Flags(profile="pedantic", fail_on=Severity.NOTE, select=("a/b",), ignore=("c/d",))
    found = load(flags, str(tmp_path))
    assert (found.profile, found.fail_on, found.select) == ("pedantic", Severity.NOTE, ("a/b",))
    assert found.ignore == ("otelcol/keepalive-unset", "c/d")


def test_settings_are_found_upward_to_the_repository_and_no_further(tmp_path: Path) -> None:
    outer = write(tmp_path / ".deadpeer.yaml", "profile: pedantic\n")
    deep = tmp_path / "repository" / "a" / "b"
    deep.mkdir(parents=True)
    assert load(Flags(), str(deep)).config_paths == (str(outer),)
    write(tmp_path / "repository" / ".git" / "HEAD", "")
    assert load(Flags(), str(deep)).config_paths == ()
    own = write(tmp_path / "repository" / "pyproject.toml", '[tool.deadpeer]\nprofile = "recommended"\n')
    assert load(Flags(), str(deep)).config_paths == (str(own),)
    nearer = write(tmp_path / "repository" / "a" / ".deadpeer.yaml", "")
    assert load(Flags(), str(deep)) == Options(profile="recommended", config_paths=(str(nearer), str(own)))


def test_the_own_file_goes_before_pyproject_in_one_folder(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.deadpeer]\npreview = true\n")
    own = write(tmp_path / ".deadpeer.yaml", "")
    assert load(Flags(), str(tmp_path)).config_paths == (str(own),)


@pytest.mark.parametrize("text", ["[tool.other]\n", "# deadpeer\n[tool.black]\n", "[project\n", "deadpeer = 1\n"])
def test_a_pyproject_that_is_not_about_us_is_passed_over(text: str, tmp_path: Path) -> None:
    write(tmp_path / ".git", "")
    write(tmp_path / "pyproject.toml", text)
    assert load(Flags(), str(tmp_path)) == Options()


def test_config_names_a_file_and_no_config_reads_none(tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", "profile: pedantic\n")
    other = write(tmp_path / "ci" / "strict.yaml", "profile: recommended\n")
    toml = write(tmp_path / "ci" / "strict.toml", "[tool.deadpeer]\nprofile = 'recommended'\n")
    assert load(Flags(config="ci/strict.yaml"), str(tmp_path)).config_paths == (str(other),)
    assert load(Flags(config=str(toml)), str(tmp_path)).profile == "recommended"
    assert load(Flags(no_config=True), str(tmp_path)) == Options()


IGNORES_YAML = """\
baseline: ci/known.json
ignores:
  - {policy: a/b, reason: why, until: 2027-01-31}
  - {reason: x, files: 'c/*', policy: 'c/*'}
"""
IGNORES_TOML = """\
[tool.deadpeer]
baseline = "ci/known.json"
[[tool.deadpeer.ignores]]
policy = "a/b"
reason = "why"
until = 2027-01-31
[[tool.deadpeer.ignores]]
files = "c/*"
policy = "c/*"
reason = "x"
"""


@pytest.mark.parametrize(("name", "text"), [(".deadpeer.yaml", IGNORES_YAML), ("pyproject.toml", IGNORES_TOML)])
def test_ignores_and_the_baseline(name: str, text: str, tmp_path: Path) -> None:
    write(tmp_path / name, text)
    (tmp_path / "sub").mkdir()
    found = load(Flags(today="2026-01-01"), str(tmp_path / "sub"))
    assert [(one.policy, one.reason, one.files, one.until) for one in found.ignores] == [
        ("a/b", "why", "*", "2027-01-31"),
        ("c/*", "x", "c/*", ""),
    ]
    assert (found.baseline, found.today) == (str(tmp_path / "ci" / "known.json"), "2026-01-01")
    assert load(Flags(baseline="own.json"), str(tmp_path / "sub")).baseline == str(tmp_path / "sub" / "own.json")
    assert load(Flags(baseline=""), str(tmp_path / "sub")).baseline is None


OUTER = """\
profile: pedantic
fail-on: error
preview: true
ruleset: "2026.1"
select: ["a/*"]
ignore: [a/b]
severity: {a/b: off, "a/*": note}
params: {a/b: {x: 1, y: 2}, c/d: {z: 3}}
exclude: [one]
versions: [{otelcol: 0.95.0}]
pairs: [{client: a, server: b}]
overrides: [{files: x, ignore: [a/b]}]
ignores: [{policy: a/b, reason: x}]
baseline: known.json
policies: [house]
"""
INNER = """\
profile: recommended
select: ["b/*"]
ignore: [c/d]
severity: {a/b: error}
params: {a/b: {y: 5}}
exclude: [two]
force-exclude: true
versions: [{otelcol: 0.96.0}]
pairs: [{client: c, server: d}]
overrides: [{files: y, ignore: [c/d]}]
ignores: [{policy: c/d, reason: y}]
policies: [../house, own]
"""


def test_a_file_inherits_from_those_above_it(tmp_path: Path) -> None:
    for folder in (".git", "house", "sub/own"):
        (tmp_path / folder).mkdir(parents=True)
    outer = write(tmp_path / ".deadpeer.yaml", OUTER)
    inner = write(tmp_path / "sub" / "pyproject.toml", "[tool.deadpeer]\ninherit = true\n")
    found = load(Flags(), str(tmp_path / "sub"))
    assert (found.config_paths, found.profile) == ((str(inner), str(outer)), "pedantic")
    inner.unlink()
    inner = write(tmp_path / "sub" / ".deadpeer.yaml", INNER)
    found = load(Flags(), str(tmp_path / "sub"))
    assert found.config_paths == (str(inner), str(outer))
    assert (found.profile, found.fail_on, found.preview, found.ruleset) == (
        "recommended",
        Severity.ERROR,
        True,
        "2026.1",
    )
    assert (found.select, found.ignore, found.exclude) == (("b/*",), ("a/b", "c/d"), ("one", "two"))
    assert list(found.severity.items()) == [("a/*", "note"), ("a/b", "error")]
    assert found.params == {"a/b": {"x": 1, "y": 5}, "c/d": {"z": 3}}
    assert found.force_exclude
    assert found.versions == (("*", "otelcol", "0.95.0"), ("*", "otelcol", "0.96.0"))
    assert found.pairs == (("a", "b"), ("c", "d"))
    assert [places.file for places in found.pair_places] == [str(outer), str(inner)]
    assert [one.files for one in found.overrides] == [("x",), ("y",)]
    assert [(one.policy, one.file) for one in found.ignores] == [("a/b", str(outer)), ("c/d", str(inner))]
    assert found.baseline == str(tmp_path / "known.json")
    assert found.policies == (str(tmp_path / "house"), str(tmp_path / "sub" / "own"))


def test_inherit_false_ends_it(tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", "profil: broken\n")
    middle = write(tmp_path / "a" / ".deadpeer.yaml", "inherit: false\nfail-on: note\n")
    inner = write(tmp_path / "a" / "b" / ".deadpeer.yaml", "profile: pedantic\n")
    found = load(Flags(), str(tmp_path / "a" / "b"))
    assert (found.profile, found.fail_on, found.config_paths) == (
        "pedantic",
        Severity.NOTE,
        (str(inner), str(middle)),
    )


def test_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", "profil: a\n")
    write(tmp_path / "a" / ".deadpeer.yaml", "fail-on: b\n")
    assert faults(tmp_path / "a") == [
        ".deadpeer.yaml:1:10: `fail-on` is one of error, warning, note",
        f"{tmp_path}/.deadpeer.yaml:1:1: unknown key `profil` (did you mean `profile`?)",
    ]


def test_a_settings_file_that_is_named_inherits_nothing(tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", "fail-on: note\n")
    write(tmp_path / "ci.yaml", "profile: pedantic\n")
    assert load(Flags(config="ci.yaml"), str(tmp_path)).fail_on is Severity.WARNING


def faults(folder: Path, flags: Flags = Flags()) -> list[str]:  # noqa: B008  frozen
    with pytest.raises(Faults) as caught:
        load(flags, str(folder))
    assert all(isinstance(fault, UsageFault) for fault in caught.value.faults)
    return [str(fault) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (Flags(config="none.yaml"), "none.yaml: can't be read: No such file or directory"),
        (Flags(config="none.yaml", no_config=True), "--config and --no-config exclude each other"),
        (Flags(config="other.toml"), "other.toml: has no table [tool.deadpeer]"),
        (Flags(config="latin.yaml"), "latin.yaml: is not UTF-8: byte 9"),
    ],
)
def test_a_settings_file_that_can_not_be_used(flags: Flags, message: str, tmp_path: Path) -> None:
    write(tmp_path / "other.toml", "[tool.black]\n")
    (tmp_path / "latin.yaml").write_bytes(b"profile: \xe9")
    assert faults(tmp_path, flags) == [message]


YAML_FAULTS = {
    "profil: default": [".deadpeer.yaml:1:1: unknown key `profil` (did you mean `profile`?)"],
    "a: 1\nfail_on: error\n": [
        ".deadpeer.yaml:1:1: unknown key `a`",
        ".deadpeer.yaml:2:1: unknown key `fail_on` (did you mean `fail-on`?)",
    ],
    "profile: recomended\nfail-on: 3\n": [
        ".deadpeer.yaml:1:10: `profile` is one of default, recommended, pedantic (did you mean `recommended`?)",
        ".deadpeer.yaml:2:10: `fail-on` is one of error, warning, note",
    ],
    "select: otelcol/x": [".deadpeer.yaml:1:9: `select` has to be a list of policy ids or globs"],
    "ignore: [3, a/b, '']": [
        ".deadpeer.yaml:1:10: an entry of `ignore` has to be a text that is not empty",
        ".deadpeer.yaml:1:18: an entry of `ignore` has to be a text that is not empty",
    ],
    "severity: {a/b: fatal}": [".deadpeer.yaml:1:17: the severity of a/b is one of error, warning, note, off"],
    "severity: [a]": [".deadpeer.yaml:1:11: `severity` has to be a mapping"],
    "params: {a/b: {x: [1]}}": [
        ".deadpeer.yaml:1:19: the parameter `x` has to be a text, a number, true or false",
    ],
    "params: {a/b: 3}": [".deadpeer.yaml:1:15: what `params` says of a/b has to be a mapping"],
    "versions:\n- otelcol: 0.95\n": [
        ".deadpeer.yaml:2:12: the version of otelcol is read as a number: put it in quotes",
    ],
    "versions:\n- files: a\n": [
        ".deadpeer.yaml:2:3: an entry of `versions` has to say what has which version, as in `name: 1.2.3`",
    ],
    "versions:\n- {files: a, otel: 0.95.0}\n- {spring: 1.2.3}\n- {a/b: banana}\n": [
        ".deadpeer.yaml:2:14: `otel` is nothing that has a version (did you mean `otelcol`?)",
        ".deadpeer.yaml:3:4: `spring` is nothing that has a version: give a package, or one of "
        + ", ".join(subjects()),
        ".deadpeer.yaml:4:9: `banana` is no version",
    ],
    "versions: {otelcol: 0.95.0}": [".deadpeer.yaml:1:11: `versions` has to be a list"],
    "pairs:\n- {client: a, sever: b}\n": [
        ".deadpeer.yaml:2:3: the pair has no `server`",
        ".deadpeer.yaml:2:15: unknown key `sever` (did you mean `server`?)",
    ],
    "ignores:\n- {policy: a/b, until: 2027-02-30}\n- {reason: x, polcy: a/b}\n": [
        ".deadpeer.yaml:2:3: the entry of `ignores` has no `reason`",
        ".deadpeer.yaml:2:24: `until` has to be a day, as in 2027-01-31",
        ".deadpeer.yaml:3:3: the entry of `ignores` has no `policy`",
        ".deadpeer.yaml:3:15: unknown key `polcy` (did you mean `policy`?)",
    ],
    "exclude: [a/, ./b]\nversions:\n- {files: ../c, otelcol: 0.95.0}\n": [
        ".deadpeer.yaml:1:15: `./b` matches no path: they are relative to the repository, as `a/b.yaml`",
        ".deadpeer.yaml:3:11: `../c` matches no path: they are relative to the repository, as `a/b.yaml`",
    ],
    "ignores:\n- a/b\n": [".deadpeer.yaml:2:3: an entry of `ignores` has to be a mapping"],
    "ignores:\n- {policy: a/b, reason: ''}\n": [".deadpeer.yaml:2:25: `reason` has to be a text that is not empty"],
    "ruleset: 2026.1\n": [".deadpeer.yaml:1:10: `ruleset` is read as a number: put it in quotes"],
    "ruleset: '2026.01'\n": [".deadpeer.yaml:1:10: `ruleset` is one of 2026.1 (did you mean `2026.1`?)"],
    "ruleset: true\n": [".deadpeer.yaml:1:10: `ruleset` is one of 2026.1"],
    "force-exclude: all": [".deadpeer.yaml:1:16: `force-exclude` has to be true or false"],
    "inherit: 0": [".deadpeer.yaml:1:10: `inherit` has to be true or false"],
    "policies: [gone]\nadvisories: gone\n": [
        ".deadpeer.yaml:1:12: policies: no such folder: gone",
        ".deadpeer.yaml:2:13: `advisories` has to be a list",
    ],
    "overrides:\n- {ignore: [a/b]}\n- {files: x}\n- {files: x, severty: {}}\n- x\n": [
        ".deadpeer.yaml:2:3: the entry of `overrides` has no `files`",
        ".deadpeer.yaml:3:3: the entry of `overrides` says nothing: give profile, ignore, severity, params",
        ".deadpeer.yaml:4:14: unknown key `severty` (did you mean `severity`?)",
        ".deadpeer.yaml:5:3: an entry of `overrides` has to be a mapping",
    ],
    "overrides:\n- {files: [], profile: loud, severity: {a/b: x}, params: 3}\n": [
        ".deadpeer.yaml:2:24: `profile` is one of default, recommended, pedantic",
        ".deadpeer.yaml:2:46: the severity of a/b is one of error, warning, note, off",
        ".deadpeer.yaml:2:58: `params` has to be a mapping",
    ],
    "baseline: 3": [".deadpeer.yaml:1:11: `baseline` has to be a text that is not empty"],
    "preview: 1": [".deadpeer.yaml:1:10: `preview` has to be true or false"],
    "preview: yes": [".deadpeer.yaml:1:10: `preview` has to be true or false"],
    "- a": [".deadpeer.yaml:1:1: the whole file has to be a mapping"],
    "profile: default\nprofile: pedantic\n": [".deadpeer.yaml:2:1: `profile` is given twice, first in line 1"],
    "profile: default\n---\nprofile: default\n": [".deadpeer.yaml:3:1: settings are one document"],
    "? [a]\n: b\n": [".deadpeer.yaml:1:3: a key has to be a word"],
    "params: &a {x: *a}": [".deadpeer.yaml:1:16: settings are not nested that deeply"],
}


@pytest.mark.parametrize("text", YAML_FAULTS)
def test_every_fault_of_a_yaml_file_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", text)
    assert faults(tmp_path) == YAML_FAULTS[text]


def test_yaml_that_does_not_parse_is_told_with_its_place(tmp_path: Path) -> None:
    write(tmp_path / ".deadpeer.yaml", "profile: default\nselect: [a\n")
    (message,) = faults(tmp_path)
    assert message.startswith(".deadpeer.yaml:")


TOML_FAULTS = {
    "[tool.deadpeer]\nprofil = 'default'\n": ["pyproject.toml:2:1: unknown key `profil` (did you mean `profile`?)"],
    "[tool.deadpeer]\nselect = [\n  'a',\n  3,\n]\n": [
        "pyproject.toml:2:1: an entry of `select` has to be a text that is not empty",
    ],
    "[tool]\ndeadpeer.preview = 3\n": ["pyproject.toml:2:1: `preview` has to be true or false"],
    "[tool.deadpeer]\n\n[tool.deadpeer.severity]\n'a/b' = 'off'\n'c.d/e' = 'fatal'\n": [
        "pyproject.toml:5:1: the severity of c.d/e is one of error, warning, note, off",
    ],
    "[[tool.deadpeer.pairs]]\nclient = 'a'\nserver = 'b'\n[[tool.deadpeer.pairs]]\n  client = 'a'\n  serve = 'b'\n": [
        "pyproject.toml:4:1: the pair has no `server`",
        "pyproject.toml:6:3: unknown key `serve` (did you mean `server`?)",
    ],
    "[tool.deadpeer]\nversions = [{ otelcol = 0.95 }]\n": [
        "pyproject.toml:2:1: the version of otelcol is read as a number: put it in quotes",
    ],
    "[tool.deadpeer]\nprofile = 2020-01-01\n": [
        "pyproject.toml:2:1: `profile` is one of default, recommended, pedantic"
    ],
    "[tool]\ndeadpeer = 3\n": ["pyproject.toml:2:1: the whole file has to be a mapping"],
    "[tool.deadpeer]\nprofile = \n": ["pyproject.toml:2:11: Invalid value"],
}


@pytest.mark.parametrize("text", TOML_FAULTS)
def test_every_fault_of_a_toml_file_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", text)
    assert faults(tmp_path) == TOML_FAULTS[text]


def test_an_entry_of_versions_may_be_about_several_globs(tmp_path: Path) -> None:
    (tmp_path / ".deadpeer.yaml").write_text("versions: [{files: [a/*, b], otelcol: 0.95.0}]\n")
    assert load(Flags(), str(tmp_path)).versions == (("a/*", "otelcol", "0.95.0"), ("b", "otelcol", "0.95.0"))

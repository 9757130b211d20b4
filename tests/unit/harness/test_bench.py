"""What the harness sees: each way in which an example of a policy can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter import resources
from linter.cli import main
from linter.policy.load import read_policy
from tests.unit.policy.toy import KINDS

TEMPLATE = Path(resources.path("schemas", "new-policy.yaml")).read_text("utf-8")
PLACE = "policies/acme/retries.yaml"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tried(capfd: pytest.CaptureFixture[str], text: str) -> list[str]:
    """What is said of a policy with this text; no problem is an empty list and exit 0."""
    path = Path(PLACE)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    capfd.readouterr()
    code = main(["test-policies", "policies", "-q"])
    out, err = capfd.readouterr()
    assert err == ""
    assert code == (1 if out else 0)
    return out.splitlines()


def changed(*pairs: tuple[str, str]) -> str:
    text = TEMPLATE
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_new_policy_is_as_it_should_be(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["new-policy", "acme/retries"]) == 0
    assert Path(PLACE).read_text("utf-8") == TEMPLATE
    assert capfd.readouterr().out == f"Wrote {PLACE}. Change it, then: deadpeer test-policies policies\n"
    assert main(["test-policies", "policies"]) == 0
    assert capfd.readouterr() == ("Tried 2 examples of 1 policy: all as it should be.\n", "")


def line(words: str) -> int:
    return TEMPLATE[: TEMPLATE.index(words)].count("\n") + 1


BAD = f"{PLACE}:{line('name: two minutes')}:5: acme/retries: bad example `two minutes`: "
GOOD = f"{PLACE}:{line('name: an hour')}:5: acme/retries: good example `an hour`: "
CASES = {
    "the wrong place": (
        (("max_elapsed_time: «2m»", "«max_elapsed_time»: 2m"),),
        [
            f"{BAD}it does not fire at config.yaml:6:7 `max_elapsed_time`",
            f"{BAD}it fires at config.yaml:6:25 `2m`, which is not marked",
        ],
    ),
    "a policy that never looks": (
        (("it.section == 'exporter'", "it.section == 'nothing'"),),
        [
            f"{BAD}it does not fire at config.yaml:6:25 `2m`: no grpc.client for which `where` is true",
            f"{GOOD}it looks at nothing, so its silence shows nothing: no grpc.client for which `where` is true",
        ],
    ),
    "what can't be known": (
        (
            ("max_elapsed_time: «2m»", "max_elapsed_time: «${env:T}»"),
            ("    fixed:", "    severity: warning\n    fixed:"),
        ),
        [
            f"{BAD}it does not fire at config.yaml:6:25 `${{env:T}}`: not judged, exporter otlp: `T` is not set",
        ],
    ),
    "a fix that makes something else": (
        (("max_elapsed_time: 15m", "max_elapsed_time: 15m0s"),),
        [
            (
                f"{BAD}the fix makes of config.yaml '      max_elapsed_time: 15m\\n' in line 6 where "
                "'      max_elapsed_time: 15m0s\\n' is expected"
            ),
        ],
    ),
    "a finding in a good example": (
        (("max_elapsed_time: 1h", "max_elapsed_time: 1m"),),
        [f"{GOOD}it fires at config.yaml: exporter otlp drops a batch after 1m, and it should try for 15m"],
    ),
    "another severity": (
        (("    fixed:", "    severity: error\n    fixed:"),),
        [f"{BAD}the severity is warning, not error"],
    ),
    "settings that can't be read": (
        (("    fixed:", "    settings: {profil: default}\n    fixed:"),),
        [f"{BAD}its settings: .deadpeer.yaml:1:2: unknown key `profil` (did you mean `profile`?)"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_told_with_the_place_of_the_example(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pairs, expected = CASES[name]
    told = tried(capfd, changed(*pairs))
    if name == "what can't be known":
        assert told[0].startswith(expected[0].partition(": not judged")[0] + ": not judged, exporter otlp: ")
        return
    assert told == expected


def test_a_fix_that_does_not_end_it_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    pairs = (("to: params.at_least}", "to: duration('10m')}"), ("max_elapsed_time: 15m", "max_elapsed_time: 2m"))
    told = tried(capfd, changed(*pairs))
    assert f"{BAD}after the fix it still fires at config.yaml:6:25 `2m`" in told


def test_another_error_has_to_be_named(capfd: pytest.CaptureFixture[str]) -> None:
    told = tried(capfd, changed(("max_elapsed_time: 1h", "max_elapsed_time: soon")))
    assert any("there is another error, which `also` does not name: error[otelcol/" in line for line in told)


def test_marks_that_shift_are_seen_inside_of_other_files(capfd: pytest.CaptureFixture[str]) -> None:
    """A policy that goes by the file's name fires on the file alone, and not where a manifest holds it."""
    text = changed(("where: it.section", "where: it.config.file == 'config.yaml' && it.section"))
    assert tried(capfd, text) == [
        (
            f"{BAD}inside of a manifest, it does not fire at deploy/config-objects.yaml:13:29 `2m`: no grpc.client for "
            "which `where` is true"
        ),
    ]


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("unknown", "1h", "everything is known, so it is not `unknown`"),
        ("outside", "1h", "it is concerned, as `where` is true, so it is not `outside`"),
    ],
)
def test_examples_of_the_other_kinds(kind: str, text: str, message: str, capfd: pytest.CaptureFixture[str]) -> None:
    told = tried(capfd, changed(("    good: |", f"    {kind}: |")))
    at = GOOD.replace("good", kind)
    assert told == [f"{PLACE}:1:1: acme/retries: no example is `good`", f"{at}{message}"]


def test_a_policy_without_examples(capfd: pytest.CaptureFixture[str]) -> None:
    told = tried(capfd, TEMPLATE[: TEMPLATE.index("# the examples are")])
    assert told == [
        f"{PLACE}:1:1: acme/retries: no example is `bad`",
        f"{PLACE}:1:1: acme/retries: no example is `good`",
        f"{PLACE}:1:1: acme/retries: no bad example has `fixed`, so nothing shows what the fix makes",
    ]


def test_the_house_s_other_policies_count_too(capfd: pytest.CaptureFixture[str]) -> None:
    other = Path("policies/acme/other.yaml")
    other.parent.mkdir(parents=True)
    head = TEMPLATE[: TEMPLATE.index("# a patch;")].replace("severity: warning #", "severity: error #")
    examples = TEMPLATE[TEMPLATE.index("# the examples are") :]
    start, end = examples.index("    fixed:"), examples.index("  - name: an hour")
    other.write_text(head + examples[:start] + examples[end:], "utf-8")
    told = tried(capfd, TEMPLATE)
    message = "exporter otlp drops a batch after 2m, and it should try for 15m"
    assert [line for line in told if line.startswith(PLACE)] == [
        f"{BAD}there is another error, which `also` does not name: error[acme/other] at config.yaml: {message}"
    ]
    capfd.readouterr()
    assert main(["test-policies", "policies", "--select", "acme/other"]) == 0
    assert main(["test-policies", "policies", "--select", "acme/othr"]) == 2
    assert "(did you mean `acme/other`?)" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["test-policies"], "name a folder of policies: the settings name none"),
        (["test-policies", "gone"], "no such folder: gone"),
        (["test-policies", "."], ".: no policy lies there: they are <system>/<name>.yaml below the folder"),
        (["new-policy", "retries"], "`retries` can't be the id of a policy: it is <group>/<name>, "),
        (["new-policy", "../x"], "`../x` can't be the id of a policy"),
        (["new-policy", "otelcol/keepalive-unset"], "there is a policy `otelcol/keepalive-unset` already"),
        (["explain", "acme/x", "--policies", "gone"], "--policies: no such folder: gone"),
    ],
)
def test_wrong_usage(argv: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    assert message in capfd.readouterr().err


def test_nothing_is_overwritten(capfd: pytest.CaptureFixture[str]) -> None:
    assert (main(["new-policy", "acme/retries"]), main(["new-policy", "acme/retries"])) == (0, 2)
    assert capfd.readouterr().err == f"deadpeer: error: {PLACE}: is there already\n"


def test_the_folder_of_the_settings_is_the_default_everywhere(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "rules").mkdir()
    (folder / "sub").mkdir()
    (folder / ".deadpeer.yaml").write_text("policies: [rules]\n")
    monkeypatch.chdir(folder / "sub")
    assert main(["new-policy", "acme/retries"]) == 0
    assert (folder / "rules" / "acme" / "retries.yaml").is_file()
    assert main(["test-policies"]) == 0
    capfd.readouterr()
    assert main(["policies"]) == 0
    assert "acme/retries " in capfd.readouterr().out
    assert main(["explain", "retries"]) == 0
    assert "two minutes" in capfd.readouterr().out


def test_the_files_of_policies_are_not_checked(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Their examples are broken on purpose."""
    path = folder / "policies" / "acme" / "retries.yaml"
    path.parent.mkdir(parents=True)
    override = "override://0.0.0.0/com.example.Stock?category=configurators&dynamic=true&disabled=true"
    path.write_text(TEMPLATE + f"  - name: of another kind\n    outside: |\n      - {override}\n", "utf-8")
    argv = ["check", "--profile", "pedantic"]
    assert main(argv) == 1
    assert "policies/acme" in capfd.readouterr().out
    assert main([*argv, "--policies", "policies"]) == 4
    assert main([*argv, "--policies", "policies", "policies/acme/retries.yaml"]) == 0


@pytest.mark.parametrize("name", ["/etc/x.yaml", "../x.yaml", "a/../../x.yaml", "a\\\\x.yaml"])
def test_an_example_lies_in_its_folder(name: str) -> None:
    head = 'title: t\nsince: "1"\nseverity: note\nmatch: toy.client\nrequire: "false"\nmessage: m\nwhy: w\n'
    text = f'{head}examples:\n- name: n\n  outside: {{"{name}": x}}\n'
    found = read_policy("p.yaml", "a/b.yaml", text.encode(), KINDS)
    assert isinstance(found, tuple)
    assert "is no path below the folder of the example" in found[0].message


EXAMPLE = Path(__file__).parents[3] / "examples" / "house-policies"


def test_the_example_of_a_house(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert main(["test-policies"]) == 0
    assert capfd.readouterr().out == "Tried 4 examples of 1 policy: all as it should be.\n"
    assert main(["check"]) == 1
    assert capfd.readouterr().out.startswith("agent.yaml:11:25: error[acme/retries-outlast-a-rollout] ")
    monkeypatch.chdir(EXAMPLE.parent)
    assert main(["check", "house-policies"]) == 0
    assert "\nNothing found.\n" in capfd.readouterr().out

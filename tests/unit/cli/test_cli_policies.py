from __future__ import annotations

import json
from pathlib import Path

import pytest

from linter.cli import main
from linter.cli.catalogue import policies, whole
from linter.cli.naming import named
from linter.policy.docs import explain

FOLDER = Path(__file__).parents[3] / "policies"
IDS = sorted(path.relative_to(FOLDER).with_suffix("").as_posix() for path in FOLDER.glob("*/*.yaml"))


def test_every_policy_file_is_listed_once_and_in_order(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["policies"]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert [line.split()[0] for line in out.splitlines()] == IDS


def test_the_list_for_programs_says_what_can_be_filtered_by(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["policies", "--format", "json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert report["version"] == 1
    assert [entry["id"] for entry in report["policies"]] == IDS
    for entry in report["policies"]:
        assert set(entry["severity"]) <= {"error", "warning", "note"}
        assert set(entry["profile"]) <= {"default", "recommended", "pedantic"}
        assert set(entry["fixes"]) <= {"safe", "unsafe", "show"}
        assert entry["title"]


@pytest.mark.parametrize("whole", [True, False])
def test_a_policy_is_explained_by_its_id_or_its_name(whole: bool, capfd: pytest.CaptureFixture[str]) -> None:
    policy = policies()[-1]
    assert main(["explain", policy.id if whole else policy.id.split("/")[1]]) == 0
    out, err = capfd.readouterr()
    assert err == ""
    assert out.startswith(f"{policy.id}: {policy.title}\n")
    assert " ".join(policy.why.split()[:5]) in " ".join(out.split())


@pytest.mark.parametrize("id_", IDS)
def test_every_policy_is_explained_with_its_examples(id_: str) -> None:
    policy = whole(named(id_))
    assert policy.examples
    text = explain(policy)
    assert all(example.name in text for example in policy.examples)
    assert "«" not in text
    if policy.advisory is not None:
        assert "\nAffected: " in text


def test_a_policy_that_is_not_there_is_a_fault_with_the_nearest_name(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "deadpeer/sintax"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err == "deadpeer: error: no policy is called `deadpeer/sintax` (did you mean `deadpeer/syntax`?)\n"


@pytest.mark.parametrize(
    ("word", "id_"),
    [
        ("CVE-2023-23638", "dubbo/cve-2023-23638"),
        ("DUBBO/CVE-2023-23638", "dubbo/cve-2023-23638"),
        ("GHSA-4jvg-4jfx-fmhc", "otelcol/sentry-path-traversal"),
        ("go-2026-5126", "otelcol/sentry-path-traversal"),
        ("x_DEADPEER-otelcol-loadbalancing-shutdown-blocks", "otelcol/loadbalancing-shutdown-blocks"),
    ],
)
def test_an_advisory_is_explained_by_what_others_call_it(
    word: str, id_: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", word]) == 0
    assert capfd.readouterr().out.startswith(f"{id_}: ")


def test_a_number_that_several_advisories_are_about_is_a_fault_that_names_them(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "CVE-2024-36129"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert "otelcol/grpc-decompression-bomb and otelcol/http-decompression-bomb: say which" in err


@pytest.mark.parametrize(
    ("word", "others"),
    [
        ("CVE-2021-36161", ["dubbo/alibaba-cve-2021-36161"]),
        ("otelcol/http-decompression-bomb", ["otelcol/grpc-decompression-bomb"]),
        ("otelcol/loadbalancing-shutdown-blocks", []),
        ("otelcol/unknown-key", []),
    ],
)
def test_the_other_advisories_about_one_record_are_named(
    word: str, others: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", word]) == 0
    _, _, told = capfd.readouterr().out.partition("\nAbout the same record:\n")
    assert told.split() == others


def test_a_further_advisory_is_explained(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = (FOLDER / "otelcol" / "loadbalancing-shutdown-blocks.yaml").read_text("utf-8")
    (tmp_path / "otelcol").mkdir()
    (tmp_path / "otelcol" / "own-hang.yaml").write_text(text, "utf-8")
    assert main(["explain", "otelcol/own-hang"]) == 2
    capfd.readouterr()
    assert main(["explain", "--advisories", str(tmp_path), "otelcol/own-hang"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("otelcol/own-hang: ")
    assert "\nReported: the first release before the change (error)\n" in out
    assert main(["explain", "--advisories", str(tmp_path / "none"), "otelcol/own-hang"]) == 2
    assert "--advisories: no such folder" in capfd.readouterr().err

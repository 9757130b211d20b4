from __future__ import annotations

from pathlib import Path

import pytest

from linter import resources
from linter.faults import Bug
from linter.policy.releases import Releases, read_releases, releases_of

GO = "# package: example.org/*\n# any comment\n0.10.0\t2024-01-02\n0.9.0\t\nv0.10.1\n"
MAVEN = "# package: org.example:part\n# package: org.example:other\n3.0.0\t\n2.7.10\t\n"


def test_releases_are_read_in_the_order_of_their_scheme() -> None:
    assert [str(version) for version in read_releases("r", GO)["example.org/*"]] == ["0.9.0", "0.10.0", "0.10.1"]
    found = read_releases("r", MAVEN)
    assert list(found) == ["org.example:part", "org.example:other"]
    assert {version.scheme for version in found["org.example:other"]} == {"maven"}


@pytest.mark.parametrize("text", ["0.1.0\t\n", "# package: a\nlatest\t\n", "# a comment\n"])
def test_a_list_that_is_none_is_our_mistake(text: str) -> None:
    with pytest.raises(Bug, match="r"):
        read_releases("r", text)


def test_a_package_takes_its_own_list_before_the_longest_glob() -> None:
    lists = {
        name: read_releases("r", f"# package: {name}\n{version}\n")[name]
        for name, version in (("*", "0.1.0"), ("example.org/*", "0.2.0"), ("example.org/a", "0.3.0"))
    }
    assert [str(releases_of(lists, name)[0]) for name in ("x", "example.org/b", "example.org/a")] == [
        "0.1.0",
        "0.2.0",
        "0.3.0",
    ]
    assert releases_of({}, "x") == ()


def test_all_lists_of_a_folder_are_found_and_read_when_needed(tmp_path: Path) -> None:
    found = Releases(str(tmp_path))
    for system, name, text in (("go", "releases-a.tsv", GO), ("jvm", "releases.tsv", MAVEN), ("jvm", "other.tsv", "x")):
        (tmp_path / system).mkdir(exist_ok=True)
        (tmp_path / system / name).write_text(text, "utf-8")
    assert sorted(found) == ["example.org/*", "org.example:other", "org.example:part"]
    assert len(found["org.example:part"]) == 2


def test_the_bundled_lists_are_readable() -> None:
    for versions in Releases(resources.folder("schemas")).values():
        assert versions


def test_releases_that_no_distribution_has_are_left_out_where_one_is_sent_there() -> None:
    text = "# package: a\n1.0.0\t2025-01-01\n1.0.1\t2025-01-02\tmodules only\n1.1.0\t2025-02-01\n"
    assert [str(one) for one in read_releases("releases.tsv", text)["a"]] == ["1.0.0", "1.1.0"]
    every = read_releases("releases.tsv", text, unshipped=True)["a"]
    assert [str(one) for one in every] == ["1.0.0", "1.0.1", "1.1.0"]

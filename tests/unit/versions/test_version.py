from __future__ import annotations

import pickle

import pytest

from linter.versions.version import Version, parse


def test_two_schemes_are_unequal_and_have_no_order() -> None:
    one, other = Version("semver", "1.0.0"), Version("maven", "1.0.0")
    assert one != other
    for compare in (Version.__lt__, Version.__le__, Version.__gt__, Version.__ge__):
        assert compare(one, other) is NotImplemented
    with pytest.raises(TypeError):
        one < other  # noqa: B015


def test_a_version_is_no_text() -> None:
    assert Version("semver", "1.0.0") != "1.0.0"
    with pytest.raises(TypeError):
        Version("semver", "1.0.0") < "1.0.1"  # noqa: B015


def test_what_is_no_version_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="`latest` is no version"):
        Version("semver", "latest")
    assert parse("semver", "latest") is None


def test_frozen() -> None:
    with pytest.raises(AttributeError):
        Version("semver", "1.0.0").text = "2.0.0"


@pytest.mark.parametrize("version", [Version("semver", "v1.2.3-rc.1"), Version("maven", "2.7.4.1")])
def test_survives_the_way_between_processes(version: Version) -> None:
    back = pickle.loads(pickle.dumps(version))
    assert (back, back.text, hash(back)) == (version, version.text, hash(version))

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.versions.version import Version, parse

ORDERED = """
0.95.0 0.96.0 0.97.0-rc.1 0.97.0 0.139.0-rc.1 0.139.0-rc.2 0.139.0-rc.10 0.139.0 0.140.1 1.0.0-alpha 1.0.0-alpha.1
1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0-rcv0014 1.0.0 2.0.0 10.0.0
"""
REFUSED = """
0.95 95 latest nightly 0.95.0-amd64 0.95.0-alpine 0.95.0-1 0.95.0-debian-12-r1 00.95.0 0.095.0 0.95.0. 0.95.0-
0.95.0+ V0.95.0 vv0.95.0 0.95.0-rc..1 0.95.0-rc.01 0.95.0.1 -0.95.0 0.95.x 0.95.0-rcx ٠.٩.٠
"""


def test_order_of_the_specification() -> None:
    versions = [Version("semver", text) for text in ORDERED.split()]
    for left, right in pairwise(versions):
        assert left < right
        assert not left > right
        assert left != right


def test_leading_v_is_set_aside() -> None:
    found = parse("semver", "v0.140.1")
    assert found == Version("semver", "0.140.1")
    assert str(found) == "0.140.1"


def test_build_metadata_has_no_part_in_the_order() -> None:
    one, other = Version("semver", "2.0.0+incompatible"), Version("semver", "v2.0.0")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "2.0.0+incompatible"


def test_pseudo_versions_come_before_the_release() -> None:
    assert Version("semver", "v0.0.0-20240101120000-abcdef012345") < Version("semver", "0.0.0")
    assert Version("semver", "v0.96.1-0.20240101120000-abcdef012345") > Version("semver", "0.96.0")


@pytest.mark.parametrize(
    "text",
    [*REFUSED.split(), "", " 0.95.0", "0.95.0\n", "1.0.0-rc." + "1" * 200],
)
def test_everything_else_is_none(text: str) -> None:
    assert parse("semver", text) is None


@given(st.text(max_size=30))
def test_any_text_is_a_version_or_none(text: str) -> None:
    found = parse("semver", text)
    assert found is None or "v" + str(found) in (text, "v" + text)

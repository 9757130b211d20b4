from __future__ import annotations

import pytest

from linter.facts.duration import seconds
from linter.facts.render import render
from linter.facts.value import Data, Items, Slot, Unknown, Value
from linter.syntax.document import DocRef, Place
from linter.versions.version import Version

SLOT = Slot(Place(DocRef("a.yaml", "yaml"), 0, 0), ("a",), 0)
TAG = Slot(Place(DocRef("a.yaml", "yaml"), 0, 0), ("image",), 1, part="tag")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (None, "null"),
        (True, "true"),
        (30, "30"),
        (0.5, "0.5"),
        ("text", "text"),
        ("30", '"30"'),
        ("yes", '"yes"'),
        (seconds(10), "10s"),
        (Version("semver", "0.97.0"), "0.97.0"),
        (Items((Value("a"), Value(Unknown("x")), Value(1))), "[a, 1]"),
    ],
)
def test_data_becomes_a_scalar(data: Data, expected: str) -> None:
    assert render(data, SLOT) == expected


def test_a_part_of_a_scalar_is_bare() -> None:
    assert render("1", TAG) == "1"
    assert render(Version("semver", "0.97.0"), TAG) == "0.97.0"

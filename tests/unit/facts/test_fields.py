from __future__ import annotations

from collections.abc import Mapping

from linter.facts.fields import Fields
from linter.facts.value import ABSENT, Value


class Made:
    """Two more fields, and how often they were made."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Mapping[str, Value]:
        self.times += 1
        return {"b": Value(2), "a": Value(9)}


def test_more_is_made_once_and_only_for_what_is_not_known() -> None:
    made = Made()
    fields = Fields({"a": Value(1)}, made)
    assert (fields["a"].data, fields.get("a", ABSENT).data, made.times) == (1, 1, 0)
    assert (fields["b"].data, fields.get("b", ABSENT).data, fields["a"].data, made.times) == (2, 2, 1, 1)
    assert fields.get("c", ABSENT) is ABSENT
    assert ("c" in fields, "b" in fields, made.times) == (False, True, 1)


def test_a_field_that_is_in_neither_is_looked_for_in_both() -> None:
    made = Made()
    assert Fields({"a": Value(1)}, made).get("c", ABSENT) is ABSENT
    assert made.times == 1


def test_all_of_them_are_shown_whoever_asks() -> None:
    expected = {"a": Value(1), "b": Value(2)}
    assert dict(Fields({"a": Value(1)}, Made())) == expected
    assert {**Fields({"a": Value(1)}, Made())} == expected
    assert len(Fields({"a": Value(1)}, Made())) == 2


def test_further_fields_replace_those_of_their_names_and_make_nothing() -> None:
    made = Made()
    fields = Fields({"a": Value(1)}, made).plus({"a": Value(3), "c": Value(4)})
    assert (fields["a"].data, fields["c"].data, made.times) == (3, 4, 0)
    assert dict(fields) == {"a": Value(3), "b": Value(2), "c": Value(4)}
    assert dict(Fields({"a": Value(1)}).plus({"b": Value(5)})) == {"a": Value(1), "b": Value(5)}

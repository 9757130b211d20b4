from __future__ import annotations

import copy
import pickle
from typing import Any
from typing import NamedTuple as StandardTuple  # noqa: TID251  the twin to compare with

import pytest

from linter.record import NamedTuple, dataclass, replace


@dataclass(frozen=True, slots=True)
class Point:
    """A point."""

    x: int
    y: int = 2

    @property
    def sum(self) -> int:
        return self.x + self.y

    def __str__(self) -> str:
        return f"{self.x}/{self.y}"


@dataclass(frozen=True, slots=True)
class Unused:
    """Never made here but from a pickle."""

    x: int


@dataclass(frozen=True, slots=True, order=True)
class Ordered:
    a: int
    b: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    a: int


@dataclass(frozen=True, slots=True)
class Own:
    a: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)

    def __hash__(self) -> int:
        return 7


def test_it_is_made_like_a_dataclass() -> None:
    assert Point(1) == Point(x=1, y=2)
    assert Point(1) != Point(1, 3)
    assert Point(1).sum == 3
    assert repr(Point(1)) == "Point(x=1, y=2)"
    assert str(Point(1)) == "1/2"
    assert len({Point(1), Point(1, 2)}) == 1
    assert replace(Point(1), y=5) == Point(1, 5)
    assert Point.__doc__ == "A point."
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]


def test_it_is_frozen_for_the_type_checker_and_has_no_dict() -> None:
    point = Point(1)
    point.x = 2  # type: ignore[misc]  # mypy tells if it no longer is an error
    with pytest.raises(AttributeError):
        point.z = 2  # type: ignore[attr-defined]
    assert not hasattr(point, "__dict__")


def test_it_is_copied_and_pickled() -> None:
    assert pickle.loads(pickle.dumps(Point(1, 9))) == Point(1, 9)
    assert copy.copy(Point(1)) == Point(1)


def test_it_is_unpickled_where_none_was_made_before() -> None:
    blank = Unused.__new__(Unused)
    blank.__setstate__((3,))  # type: ignore[attr-defined]
    assert hash(blank) == hash(Unused(3))
    assert blank == Unused(3)


def test_it_has_an_order_if_asked() -> None:
    assert sorted([Ordered(2), Ordered(1, "b"), Ordered(1)]) == [Ordered(1), Ordered(1, "b"), Ordered(2)]
    with pytest.raises(TypeError):
        Point(1) < Point(2)  # type: ignore[operator]  # noqa: B015


def test_it_compares_by_identity_if_asked() -> None:
    one = Same(1)
    assert one == one
    assert one != Same(1)
    assert len({one, Same(1)}) == 2


def test_own_methods_stay() -> None:
    assert Own(1) == Own(2)
    assert hash(Own(1)) == 7


def test_patterns_match() -> None:
    match Point(1, 4):
        case Point(x, y):
            assert (x, y) == (1, 4)


def test_what_it_can_not_do_it_refuses() -> None:
    with pytest.raises(TypeError, match="frozen"):
        dataclass(frozen=False, slots=True)(Unused)
    with pytest.raises(TypeError, match="no bases"):

        @dataclass(frozen=True, slots=True)
        class _Child(Point):
            z: int = 0

    with pytest.raises(TypeError, match="__post_init__"):

        @dataclass(frozen=True, slots=True)
        class _After:
            a: int

            def __post_init__(self) -> None: ...


class Pair(NamedTuple):
    """A pair."""

    new: int
    type: str = "t"

    @property
    def both(self) -> str:
        return f"{self.new}{self.type}"

    def more(self, by: int) -> Pair:
        return self._replace(new=self.new + by)


class Plain(StandardTuple):
    """The standard twin."""

    new: int
    type: str = "t"


def test_a_named_tuple_is_as_the_standard_one() -> None:
    pair, twin = Pair(1), Plain(1)
    assert (pair.new, pair.type) == (twin.new, twin.type) == tuple(pair) == tuple(twin)
    assert pair == (1, "t") and hash(pair) == hash(twin) and pair < Pair(1, "u")
    assert Pair(type="x", new=2) == Pair(2, "x") and Pair._fields == Plain._fields
    assert repr(pair) == repr(twin).replace("Plain", "Pair")
    assert Pair.__doc__ == "A pair." and Pair.__module__ == __name__ and Pair.__qualname__ == "Pair"
    first, second = pair
    assert (first, second) == (1, "t")
    match pair:
        case Pair(new, type=kind):
            assert (new, kind) == (1, "t")
    with pytest.raises(AttributeError):
        pair.new = 3  # type: ignore[misc]


@pytest.mark.parametrize("arguments", [((), {}), ((1, "a", 2), {}), ((1,), {"new": 2}), ((1,), {"other": 2})])
def test_a_named_tuple_wants_its_fields(arguments: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    for cls in (Pair, Plain):
        with pytest.raises(TypeError):
            cls(*arguments[0], **arguments[1])


def test_a_named_tuple_has_methods_and_is_replaced() -> None:
    assert Pair(1).both == "1t" and Pair(1).more(2) == (3, "t")
    assert type(Pair(1).more(2)) is Pair
    assert Pair._make([1, "x"]) == Pair(1, "x") and type(Pair._make([1, "x"])) is Pair
    with pytest.raises(TypeError):
        Pair(1)._replace(other=1)  # type: ignore[call-arg]


def test_a_named_tuple_is_pickled_and_copied() -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(Pair(1, "a"), protocol)) == Pair(1, "a")
    assert copy.copy(Pair(1)) == copy.deepcopy(Pair(1)) == Pair(1)
    assert type(copy.copy(Pair(1))) is Pair

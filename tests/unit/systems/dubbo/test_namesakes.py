"""Which names are taken for slips of others."""

from __future__ import annotations

import pytest

from linter.systems.dubbo.namesakes import Namesakes, Similar

KNOWN = Namesakes(["shop-web", "order-service", "com.example.Prices", "stock-1", "region-a", "com.example.StockA"])


@pytest.mark.parametrize(
    ("name", "similar"),
    [
        ("shop_web", Similar("shop-web", True)),
        ("Shop-Web", Similar("shop-web", True)),
        ("shopWeb", Similar("shop-web", True)),
        ("order-servcie", Similar("order-service", False)),
        ("order-servce", Similar("order-service", False)),
        ("com.example.Prizes", Similar("com.example.Prices", False)),
        ("com.exmaple.Prices", Similar("com.example.Prices", False)),
        ("shop-web", None),
        ("shop-app", None),
        ("stock-2", None),
        ("region-b", None),
        ("com.example.StockB", None),
        ("com.example.Price", None),
        ("orders-service", None),
        ("", None),
        ("x" * 100_000, None),
    ],
)
def test_slips(name: str, similar: Similar | None) -> None:
    assert KNOWN.to(name) == similar


def test_a_known_name_is_never_a_slip() -> None:
    both = Namesakes(["order-service", "order-servcie"])
    assert both.to("order-servcie") is None

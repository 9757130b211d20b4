"""Route URLs: condition rules as registries keep them."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

import pytest

from tests.unit.systems.dubbo.support import facts_of, fields, only, token

RULE = quote("host = 10.0.0.5 => false", safe="")
URL = f"condition://0.0.0.0/com.example.Stock?category=routers&dynamic=false&rule={RULE}"


@pytest.mark.parametrize(
    "files",
    [
        {"urls.yaml": f"urls:\n  - {URL!r}\n"},
        {"urls.txt": f"# routes\n{URL}\n"},
        {"routes.properties": f"a = {URL}\n"},
        {"isolate.sh": f"curl -d '{URL}' localhost\n"},
        {"isolate.sh": f"create /dubbo/com.example.Stock/routers/{quote(URL, safe='')}\n"},
        {"urls.yaml": f"a: {URL.replace('condition:', 'route:')}&router=condition\n"},
        {"src/main/java/Route.java": f'class Route {{ String rule = "{URL}"; }}\n'},
    ],
)
def test_a_route(files: Mapping[str, str]) -> None:
    facts = facts_of(files)
    condition = only(facts, "dubbo.condition")
    assert fields(condition, "text", "arrow", "everyone", "nobody") == ("host = 10.0.0.5 => false", True, False, True)
    assert fields(only(facts, "dubbo.rule"), "type", "key", "enabled", "force") == (
        *("condition", "com.example.Stock"),
        *(True, False),
    )


def test_the_place_is_that_of_the_rule() -> None:
    files = {"urls.yaml": f"urls: ['{URL}']\n"}
    assert token(files, only(facts_of(files), "dubbo.condition").fields["text"]) == f"rule={RULE}"


@pytest.mark.parametrize(
    "url",
    [
        "route://0.0.0.0/a.B?category=routers&router=script&rule=x",
        "route://0.0.0.0/a.B?category=routers&type=script&rule=x",
        "route://0.0.0.0/a.B?category=routers",
        "my-route://0.0.0.0/a.B?rule=x",
    ],
)
def test_other_routes(url: str) -> None:
    assert not facts_of({"a.yaml": f"a: {url}\n"}).of("dubbo.condition")


def test_a_rule_that_is_not_encoded_has_no_known_end() -> None:
    text = "route add condition://0.0.0.0/a.B?category=routers&rule=host = 10.0.0.5 => false\n"
    assert fields(only(facts_of({"a.sh": text}), "dubbo.condition"), "arrow", "everyone") == ("?", "?")
    whole = "a: 'condition://0.0.0.0/a.B?category=routers&rule=host=10.0.0.5=>host=10.0.0.6'\n"
    assert fields(only(facts_of({"a.yaml": whole}), "dubbo.condition"), "arrow", "everyone") == (True, False)

from __future__ import annotations

from urllib.parse import quote

import pytest

from linter.facts.entity import Entity
from tests.unit.systems.dubbo.support import facts_of, fields, only, token

URL = "override://10.0.0.5:20880/com.example.Stock?category=configurators&dynamic=false&disabled=true"
NAMES = ("host", "port", "interface", "category", "dynamic", "enabled", "disabled")
READ = ("10.0.0.5", 20880, "com.example.Stock", "configurators", False, True, True)


def _text(files: dict[str, str], entity: Entity) -> str:
    return files[entity.place.path][entity.place.start : entity.place.end]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.yaml", f"urls:\n  - {URL}\n"),
        ("a.yaml", f"urls: ['{URL}']\n"),
        ("a.yaml", f"run: |\n  # keeps it out\n  create /dubbo/x {URL}\n"),
        ("a.yaml", f"{URL}\n"),
        ("a.properties", f"isolate = {URL}\n"),
        ("a.txt", f"# keeps it out\n\n{URL}\n"),
        ("a.sh", f'#!/bin/sh\nURL="{URL}"\n'),
        ("a.json.yaml", f'{{"urls": ["{URL}"]}}\n'),
    ],
)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_urls_in_texts(path: str, text: str, eol: str) -> None:
    files = {path: text.replace("\n", eol)}
    override = only(facts_of(files), "dubbo.override")
    assert _text(files, override) == URL
    assert fields(override, *NAMES) == READ
    assert token(files, override.fields["dynamic"]) == "dynamic=false"


@pytest.mark.parametrize("encoded", [quote(URL, safe=""), quote(URL, safe="").lower().replace("stock", "Stock")])
def test_as_zookeeper_names_its_nodes(encoded: str) -> None:
    files = {"a.sh": f"zkCli.sh create /dubbo/com.example.Stock/configurators/{encoded}\n"}
    override = only(facts_of(files), "dubbo.override")
    assert _text(files, override) == encoded
    assert fields(override, "host", "port", "dynamic", "disabled") == ("10.0.0.5", 20880, False, True)
    assert token(files, override.fields["dynamic"]) == encoded


@pytest.mark.parametrize("line", ["{}", "[{}, x]", "- {}", "{} and more", "  {}"])
def test_encoded_at_the_start_of_a_line(line: str) -> None:
    encoded = quote(URL, safe="").replace(",", "%2C")
    files = {"a.txt": line.format(encoded) + "\n"}
    override = only(facts_of(files), "dubbo.override")
    assert _text(files, override).rstrip(",") == encoded


def test_in_a_list_of_texts_with_quotes() -> None:
    files = {"a.txt": f'"{URL}"\n'}
    assert _text(files, only(facts_of(files), "dubbo.override")) == URL


def test_escaped_in_properties() -> None:
    escaped = URL.replace(":", "\\:").replace("=", "\\=")
    override = only(facts_of({"a.properties": f"isolate={escaped}\n"}), "dubbo.override")
    assert fields(override, *NAMES) == READ


def test_a_configmap_is_read_once() -> None:
    files = {
        "cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n"
        f"  urls.txt: |\n    # two\n    {URL}\n    {URL.replace('10.0.0.5', '10.0.0.6')}\n  one: {URL}\n"
    }
    found = sorted(_text(files, one) for one in facts_of(files).of("dubbo.override"))
    assert found == [URL, URL, URL.replace("10.0.0.5", "10.0.0.6")]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", (True, True, False, None)),
        ("?disabled=true", (True, True, True, None)),
        ("?dynamic=true&enabled=false", (True, False, False, None)),
        ("?dynamic=${D}", ("?", True, False, None)),
        ("?category=routers&disabled=TRUE", (True, True, True, "routers")),
    ],
)
def test_defaults(query: str, expected: tuple[object, ...]) -> None:
    override = only(facts_of({"a.yaml": f"a: override://10.0.0.5/a.B{query}\n"}), "dubbo.override")
    assert fields(override, "dynamic", "enabled", "disabled", "category") == expected
    assert fields(override, "port") == (None,)


@pytest.mark.parametrize(
    ("category", "read"),
    [("configurators", True), ("providers", True), ("routers", True), ("configurator", False), ("consumers", False)],
)
def test_categories_that_consumers_read(category: str, read: bool) -> None:
    override = only(facts_of({"a.yaml": f"a: override://0.0.0.0/a.B?category={category}\n"}), "dubbo.override")
    assert fields(override, "category_read") == (read,)


@pytest.mark.parametrize(
    ("properties", "expected"),
    [
        ("dubbo.registry.address=nacos://n:8848\n", True),
        ("dubbo.registry.protocol=nacos\ndubbo.registry.address=n:8848\n", True),
        ("dubbo.registry.address=zookeeper://z:2181\n", False),
        ("dubbo.registries.a.address=zookeeper://z\ndubbo.registries.b.address=nacos://n\n", False),
        ("dubbo.registry.address=nacos://${NACOS}\n", True),
        ("dubbo.registry.address=${REGISTRY}\n", "?"),
        ("dubbo.application.name=a\n", "?"),
    ],
)
def test_registries(properties: str, expected: object) -> None:
    files = {"dubbo.properties": properties, "a.yaml": f"a: {URL}\n"}
    assert fields(only(facts_of(files), "dubbo.override"), "only_nacos") == (expected,)


@pytest.mark.parametrize(
    ("query", "typo"),
    [("disbaled=true", ("disbaled", "disabled")), ("zone=a", (None, None)), ("disable=1&disabled=true", (None, None))],
)
def test_typos(query: str, typo: tuple[object, ...]) -> None:
    override = only(
        facts_of({"a.yaml": f"a: override://10.0.0.5/a.B?category=configurators&{query}\n"}), "dubbo.override"
    )
    assert fields(override, "typo", "meant") == typo


@pytest.mark.parametrize(
    "text",
    ["a: override:// is what it is called\n", "a: Override\n", "a: route://0.0.0.0/a.B?rule=x\nb: 'override:'\n"],
)
def test_what_is_no_url(text: str) -> None:
    found = facts_of({"a.yaml": text}).of("dubbo.override")
    assert [one for one in found if one.fields["interface"].data] == []


@pytest.mark.parametrize("separator", [",", " ", ";"])
def test_two_urls_in_one_value_have_their_own_places(separator: str) -> None:
    second = URL.replace("10.0.0.5", "10.0.0.6").replace("dynamic=false", "dynamic=true")
    files = {"a.properties": f"u={URL}{separator}{second}\n"}
    found = facts_of(files).of("dubbo.override")
    assert [_text(files, one) for one in found] == [URL, second]
    assert [fields(one, "host", "dynamic") for one in found] == [("10.0.0.5", False), ("10.0.0.6", True)]
    assert token(files, found[1].fields["dynamic"]) == "dynamic=true"


def test_two_escaped_urls_are_two() -> None:
    second = URL.replace("10.0.0.5", "10.0.0.6")
    text = f"{URL},{second}".replace(":", "\\:").replace("=", "\\=")
    assert [fields(one, "host") for one in facts_of({"a.properties": f"u={text}\n"}).of("dubbo.override")] == [
        ("10.0.0.5",),
        ("10.0.0.6",),
    ]


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [("[fe80::1]:20880", "[fe80::1]", 20880), ("[::1]", "[::1]", None), ("[fe80::1%25eth0]:1", "[fe80::1%25eth0]", 1)],
)
def test_addresses_of_version_6(address: str, host: str, port: object) -> None:
    url = f"override://{address}/a.B?category=configurators&disabled=true"
    files = {"a.yaml": f"urls: ['{url}']\n"}
    override = only(facts_of(files), "dubbo.override")
    assert _text(files, override) == url
    assert fields(override, "host", "port", "disabled") == (host, port, True)


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("10.0.0.5:20880", (True, False, False)),
        ("10.0.0.5", (False, False, True)),
        ("0.0.0.0", (False, True, False)),  # noqa: S104
        ("0.0.0.0:20880", (False, True, False)),
        ("${IP}", ("?", "?", "?")),
    ],
)
def test_without_a_port_the_address_is_a_consumers(host: str, who: tuple[object, ...]) -> None:
    files = {"a.yaml": f"a: override://{host}/a.B?category=configurators&disabled=true\n"}
    assert fields(only(facts_of(files), "dubbo.isolation"), "instance", "everyone", "consumers") == who


@pytest.mark.parametrize(("folder", "found"), [("shop", True), ("ops", "?")])
def test_the_registry_of_an_unrelated_folder_says_nothing(folder: str, found: object) -> None:
    files = {"shop/dubbo.properties": "dubbo.registry.address=nacos://n:8848\n", f"{folder}/a.yaml": f"a: {URL}\n"}
    assert fields(only(facts_of(files), "dubbo.override"), "only_nacos") == (found,)


def test_the_registry_of_the_service_counts_wherever_the_url_lies() -> None:
    service = "dubbo.registry.address=nacos://n:8848\ndubbo.reference.com.example.Stock.check=false\n"
    files = {"shop/dubbo.properties": service, "ops/a.yaml": f"a: {URL}\n"}
    assert fields(only(facts_of(files), "dubbo.override"), "only_nacos") == (True,)

"""The tables under ``schemas/otelcol`` agree with each other."""

from __future__ import annotations

import re

import pytest

from linter import resources
from linter.facts.duration import parse_go
from linter.policy.releases import Releases, releases_of
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.names import PLURAL
from linter.systems.otelcol.tables import blocks, constants, durations, grpc_blocks, routing_keys
from linter.systems.otelcol.vendors import vendors
from linter.versions.version import Version

LOADBALANCING = "github.com/open-telemetry/opentelemetry-collector-contrib/exporter/loadbalancingexporter"
TYPES = {"duration", "bool", "string", "int", "list", "open"}


def test_every_component_with_grpc_settings_exists_under_its_newest_name() -> None:
    for section, kind in grpc_blocks():
        if kind in ("solarwindsapmsettings", "healthcheckv2"):  # contrib has them, no distribution does
            continue
        assert catalog().module(section, kind) is not None, kind
        assert catalog().canonical(section, kind) == kind


def test_every_component_with_durations_exists_under_its_newest_name() -> None:
    for section, kind in durations():
        assert section in PLURAL
        assert kind == "*" or (catalog().module(section, kind) and catalog().canonical(section, kind) == kind), kind


@pytest.mark.parametrize("table", ["http.tsv", "settings.tsv"])
def test_every_component_of_a_table_exists_under_its_newest_name(table: str) -> None:
    for section, kind, *_ in resources.rows("schemas", "otelcol", table):
        assert catalog().module(section, kind) is not None, kind
        assert catalog().canonical(section, kind) == kind


def test_every_default_host_is_a_word_that_is_known_and_has_a_port() -> None:
    for row in resources.rows("schemas", "otelcol", "http.tsv"):
        *_, port, host = (*row, "", "", "")[:6]
        assert (host, bool(port)) in {("localhost", True), ("any", True), ("versioned", True), ("", False)}, row


def test_every_block_is_reached_and_every_type_known() -> None:
    used = {spec.type for keys in blocks().values() for spec in keys.values()}
    assert used <= TYPES | set(blocks())
    assert set(blocks()) - used == {"client_keepalive", "server_keepalive", "load_balancing"}


def test_renamed_types_have_a_module_and_do_not_rename_twice() -> None:
    for (section, _), rename in catalog().old.items():
        assert catalog().module(section, rename.new) == catalog().module(section, rename.old) is not None
        assert (section, rename.new) not in catalog().old


def test_the_constants_are_those_of_grpc() -> None:
    expected = {
        "client.time": "10s",
        "client.timeout": "20s",
        "server.min_time": "5m",
        "server.time": "2h",
        "server.timeout": "20s",
    }
    assert {name: constants()[name] for name in expected} == {name: parse_go(text) for name, text in expected.items()}


def test_every_signal_has_its_default_key() -> None:
    assert "traceID" in routing_keys()["traces"]
    assert all("service" in keys for keys in routing_keys().values())


@pytest.mark.parametrize(
    ("package", "newest", "there", "missing"),
    [
        (
            LOADBALANCING,
            "0.165.1",
            ("0.73.0", "0.96.0", "0.97.0", "0.139.0", "0.140.1", "0.155.0"),
            ("0.140.0", "0.130.1"),
        ),
        (
            "go.opentelemetry.io/collector/exporter/otlpexporter",
            "0.165.0",
            ("0.130.1", "0.141.0"),
            ("0.140.0", "0.140.1", "0.165.1"),
        ),
    ],
)
def test_release_lists(package: str, newest: str, there: tuple[str, ...], missing: tuple[str, ...]) -> None:
    releases = releases_of(Releases(resources.folder("schemas")), package)
    texts = [str(release) for release in releases]
    assert texts[-1] == newest
    assert set(there) <= set(texts)
    assert not set(missing) & set(texts)


@pytest.mark.parametrize("name", ["releases-contrib.tsv", "releases-core.tsv"])
def test_releases_are_dated_and_in_order(name: str) -> None:
    rows = resources.rows("schemas", "otelcol", name)
    assert all(re.fullmatch(r"20\d\d-\d\d-\d\d", date) for _, date, *_ in rows)
    versions = [Version("semver", text) for text, *_ in rows]
    assert versions == sorted(set(versions))


def test_every_vendor_has_an_image_and_names_upstream_releases() -> None:
    files = ("releases-core.tsv", "releases-contrib.tsv")
    known = {row[0] for file in files for row in resources.rows("schemas", "otelcol", file)}
    assert set(vendors()) <= set(catalog().images.values())
    for releases in vendors().values():
        assert {to for own, to in releases.items() if own != "*"} <= known
        assert releases.get("*", "minor") == "minor"

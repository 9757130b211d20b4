from __future__ import annotations

import pytest

from linter.facts.value import Unknown
from linter.syntax.document import DocRef, Document
from linter.syntax.node import Scalar
from linter.systems.compose.env import variables
from linter.systems.compose.interpolate import interpolate
from linter.text.source import Source
from linter.text.view import View
from tests.unit.systems.helm.support import facts_of

COMPOSE = """\
services:
  gateway:
    image: otel/opentelemetry-collector-contrib:${OTEL_VERSION}
    volumes:
      - ${CONFIG_DIR:-./conf}/gateway.yaml:/etc/otelcol-contrib/config.yaml
"""
CONFIG = (
    "receivers: {otlp: }\nexporters: {otlp: }\nservice: {pipelines: {traces: {receivers: [otlp], exporters: [otlp]}}}\n"
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A=1.2", "1.2"),
        ("export A=1.2", "1.2"),
        ("A = 1.2  ", "1.2"),
        ("A: 1.2", "1.2"),
        ("A=1.2 # newest", "1.2"),
        ("A=1#2", "1#2"),
        ("A='1 # 2'", "1 # 2"),
        ("A='$B'", "$B"),
        ('A="1.2" # x', "1.2"),
        ("A=", ""),
        ("A=1.2\r", "1.2"),
        ("A=$B", None),
        ('A="a\\n"', None),
        ("A='open", None),
        ("# A=1", None),
    ],
)
def test_a_line_sets_a_variable(line: str, expected: str | None) -> None:
    text = f"Z=0\n{line}\n"
    source = Source(".env", text)
    ref = DocRef(".env", "text")
    found = variables(Document(ref, View.of(source), Scalar(0, len(text), text)))
    values = {entry.key: entry.value for entry in found.entries}
    assert "Z" in values
    if expected is None:
        assert "A" not in values
        return
    value = values["A"]
    assert value.text == expected  # type: ignore[union-attr]
    assert text[value.start : value.end] == expected


@pytest.mark.parametrize(
    ("text", "filled", "read", "unset"),
    [
        ("$A-${A}", "1-1", ("A",), ()),
        ("${A:-2}", "1", ("A",), ()),
        ("${E:-2}", "2", (), ("E",)),
        ("${E-2}", "", ("E",), ()),
        ("${B:-${A}}", "1", ("A",), ("B",)),
        ("${A:+2}", "${A:+2}", (), ()),
        ("${A:?no}", "1", ("A",), ()),
    ],
)
def test_variables_of_a_file_are_put_in(text: str, filled: str, read: tuple[str, ...], unset: tuple[str, ...]) -> None:
    found = interpolate(text, {"A": "1", "E": ""})
    assert (found.text, found.read, found.unset) == (filled, read, unset)


def test_the_file_beside_a_compose_file_gives_the_version_with_its_place() -> None:
    env = "# images\nOTEL_VERSION=0.97.0\nCONFIG_DIR=./etc\n"
    facts = facts_of({"a/.env": env, "a/compose.yaml": COMPOSE, "a/etc/gateway.yaml": CONFIG})
    (config,) = facts.of("otelcol.config")
    assert str(config.fields["version"].data) == "0.97.0"
    (image,) = facts.of("deploy.image")
    tag = image.fields["tag"]
    assert (tag.data, tag.origin) == ("0.97.0", "substituted")
    assert tag.slot is not None
    assert not tag.slot.locked
    assert (tag.slot.place.path, env[tag.slot.place.start : tag.slot.place.end]) == ("a/.env", "0.97.0")
    place = next(one.place for one in tag.evidence if "OTEL_VERSION" in one.text)
    assert place is not None
    assert (place.path, env[place.start : place.end]) == ("a/.env", "0.97.0")


def test_a_file_in_another_folder_gives_nothing() -> None:
    facts = facts_of({".env": "OTEL_VERSION=0.97.0\n", "a/compose.yaml": COMPOSE, "a/conf/gateway.yaml": CONFIG})
    (image,) = facts.of("deploy.image")
    assert isinstance(image.fields["tag"].data, Unknown)

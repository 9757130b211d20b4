from __future__ import annotations

import pytest

from linter.facts.holes import spans
from linter.facts.image import Reference, Written, image_fields, split
from linter.facts.value import Slot, Unknown, Value
from linter.syntax.document import DocRef, Place

DIGEST = "sha256:" + "0123456789abcdef" * 4
DOC = DocRef("a.yaml", "yaml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("otel/collector:0.73.0", Reference("otel/collector", "0.73.0", None)),
        ("collector", Reference("collector", None, None)),
        ("localhost:5000/otel/collector", Reference("localhost:5000/otel/collector", None, None)),
        ("localhost:5000/otel/collector:v1", Reference("localhost:5000/otel/collector", "v1", None)),
        (f"ghcr.io/a/b:1.0@{DIGEST}", Reference("ghcr.io/a/b", "1.0", DIGEST)),
        (f"ghcr.io/a/b@{DIGEST}", Reference("ghcr.io/a/b", None, DIGEST)),
        ("[::1]:5000/a:1", Reference("[::1]:5000/a", "1", None)),
        ("", None),
        ("a b:1", None),
        ("a:", None),
        ("a:1@", None),
        ("https://host/a:1", None),
        ("a:" + "1" * 129, None),
    ],
)
def test_a_reference_is_taken_apart(text: str, expected: Reference | None) -> None:
    assert split(text) == expected


def fields(text: str, token: tuple[int, int] | None = None) -> dict[str, Value]:
    slot = Slot(Place(DOC, 100, 100 + len(text)), ("image",), 1)
    return dict(image_fields(Written(text, slot, spans(text), token)))


def test_the_tag_is_shown_by_its_own_characters() -> None:
    text = "localhost:5000/otel/collector:0.73.0"

    tag = fields(text, (100, 100 + len(text)))["tag"]

    assert tag.data == "0.73.0"
    assert tag.slot is not None
    assert (tag.slot.part, tag.slot.locked) == ("tag", "")
    assert text[tag.slot.place.start - 100 : tag.slot.place.end - 100] == "0.73.0"


def test_a_missing_tag_is_null_and_could_be_written() -> None:
    tag = fields("otel/collector")["tag"]

    assert tag.data is None
    assert tag.slot is not None
    assert (tag.slot.part, tag.slot.locked) == ("tag", "")


@pytest.mark.parametrize(
    ("text", "repository", "tag", "digest"),
    [
        ("otel/collector:{{ .Values.tag }}", "otel/collector", Unknown, Unknown),
        ("{{ .Values.repository }}:0.73.0", Unknown, "0.73.0", None),
        ("{{ .Values.repository }}:0.73.0-amd64", Unknown, "0.73.0-amd64", None),
        ("${REGISTRY}/otel/collector:0.73.0", Unknown, "0.73.0", None),
        ("{{ .Values.image }}", Unknown, Unknown, Unknown),
        ("otel/collector:1@{{ .Values.digest }}", "otel/collector", "1", Unknown),
        ("otel/collector:v{{ .Chart.AppVersion }}", "otel/collector", Unknown, Unknown),
        ("not an image", Unknown, Unknown, Unknown),
    ],
)
def test_only_what_a_placeholder_touches_is_unknown(text: str, repository: object, tag: object, digest: object) -> None:
    found = fields(text)

    for name, expected in (("repository", repository), ("tag", tag), ("digest", digest)):
        data = found[name].data
        assert (type(data) if isinstance(data, Unknown) else data) == expected


def test_an_unknown_part_names_the_placeholder_and_is_not_edited() -> None:
    tag = fields("otel/collector:{{ .Values.tag }}")["tag"]

    assert tag.data == Unknown("`{{ .Values.tag }}` is filled in before this is used")
    assert tag.slot is not None
    assert tag.slot.locked

from __future__ import annotations

import pytest

from linter.system import Claim
from linter.systems.compose import SYSTEM
from tests.unit.systems.support import documents

BODY = "services:\n  a:\n    image: b\n"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("docker-compose.yml", BODY, Claim("yaml", sure=True)),
        ("docker-compose.dev.yaml", BODY, Claim("yaml", sure=True)),
        ("compose.yaml", "", Claim("yaml", sure=True)),
        ("compose.override.yml", BODY, Claim("yaml", sure=True)),
        ("compose-prod.yaml", "", Claim("yaml")),
        ("test.compose.yaml", "", Claim("yaml")),
        ("stack.yaml", BODY, Claim("yaml")),
        ("stack.yaml", "services:\r\n  a:\r\n    build: .\r\n", Claim("yaml")),
        ("stack.yaml", "services:\n  a: {image: b}\n", Claim("yaml")),
        ("stack.yaml", 'services:\n  a: {"user": c, "build": b}\n', Claim("yaml")),
        ("stack.yaml", "services:\n  a: {my-image: b}\n", None),
        ("stack.yaml", "services:\n  a:\n    class: b\n", None),
        ("stack.yaml", "x:\n  services:\n    a: {image: b}\n", None),
        ("composition.yaml", "services:\n", None),
        ("composer.yml", "", None),
    ],
)
def test_a_compose_file_is_told_by_name_or_bytes(name: str, text: str, expected: Claim | None) -> None:
    assert SYSTEM.claim(name, text.encode()) == expected


@pytest.mark.parametrize(
    ("path", "text", "ours"),
    [
        ("stack.yaml", BODY, True),
        ("stack.yaml", BODY + "x-a: b\nnetworks: {}\nversion: '3'\n", True),
        ("stack.yaml", "x-a: &a {image: b}\nservices: {a: *a}\n", True),
        ("stack.yaml", BODY + "ingress: true\n", False),
        ("stack.yaml", "services: {a: {class: b, arguments: []}}\n", False),
        ("stack.yaml", "services: [{image: b}]\n", False),
        ("stack.yaml", "services: {a: image}\n", False),
        ("stack.yaml", "services:\n", False),
        ("stack.yaml", "services: {a: {command: b}}\n", False),
        ("compose.yaml", "services: {a: {command: b}}\n", True),
        ("compose.yaml", "services: {a: }\n", False),
        ("compose.yaml", "- services\n", False),
    ],
)
def test_the_shape_decides(path: str, text: str, ours: bool) -> None:
    (document,) = documents(path, text)

    assert bool(list(SYSTEM.local(document))) is ours

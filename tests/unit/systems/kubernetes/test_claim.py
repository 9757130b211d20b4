from __future__ import annotations

import pytest

from linter.system import Claim
from linter.systems.kubernetes import SYSTEM


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.yaml", "apiVersion: v1\nkind: ConfigMap\n", Claim("yaml", sure=True)),
        ("a.yaml", "# note\r\nkind: ConfigMap\r\napiVersion: v1\r\n", Claim("yaml", sure=True)),
        ("a.json", '{"apiVersion": "v1", "kind": "List", "items": []}', Claim("yaml")),
        ("a.yaml", "x:\n  apiVersion: v1\n  kind: ConfigMap\n", Claim("yaml")),
        ("a.yaml", "apiVersion: v1\nx:\n  kind: y\n", Claim("yaml")),
        ("a.yaml", "kind: ConfigMap\n", None),
        ("a.yaml", "apiVersion: v1\n", None),
        ("kustomization.yaml", "images: []\n", Claim("yaml", sure=True)),
    ],
)
def test_a_manifest_is_told_by_its_bytes(name: str, text: str, expected: Claim | None) -> None:
    assert SYSTEM.claim(name, text.encode()) == expected


def test_every_claimed_text_passes_the_byte_filter() -> None:
    assert any(needle in b"apiVersion: v1\nkind: Pod\n" for needle in SYSTEM.needles)
    assert any(needle in b"images:\n- name: a\n  newTag: b\n" for needle in SYSTEM.needles)


def test_a_patch_of_operations_is_no_script() -> None:
    text = b'kubectl patch -p=\'[\n  {\n    "op": "add",\n    "path": "/spec"}]\'\n'
    assert SYSTEM.claim("deploy.sh", text) is None
    assert SYSTEM.claim("patch.json", text) == SYSTEM.claim("a patch", text) == Claim("yaml")

from __future__ import annotations

import json

from linter.syntax.node import Scalar
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import documents


def texts(text: str) -> list[tuple[tuple[str | int, ...], str, str]]:
    return [
        (inner.route, inner.name, inner.node.text)
        for document in documents("a.yaml", text)
        for inner in SYSTEM.inside(document)
        if isinstance(inner.node, Scalar)
    ]


def test_every_key_of_a_config_map_is_offered() -> None:
    found = texts("apiVersion: v1\nkind: ConfigMap\ndata:\n  relay: |\n    a: b\n  b.yml: 'x'\n  empty: ''\n  none:\n")

    assert found == [(("data", "relay"), "relay", "a: b\n"), (("data", "b.yml"), "b.yml", "x")]


def test_a_secret_offers_what_is_not_base64() -> None:
    found = texts("apiVersion: v1\nkind: Secret\ndata: {a: YTog}\nstringData: {b: 'c: d'}\n")

    assert found == [(("stringData", "b"), "b", "c: d")]


def test_items_of_lists_are_objects_too() -> None:
    item = {"apiVersion": "v1", "kind": "ConfigMap", "data": {"relay": "a: b"}}
    inner = {"apiVersion": "v1", "kind": "List", "items": [item]}

    found = texts(json.dumps({"apiVersion": "v1", "kind": "List", "items": [{}, None, inner, item]}))

    assert [route for route, _, _ in found] == [
        ("items", 2, "items", 0, "data", "relay"),
        ("items", 3, "data", "relay"),
    ]


def test_a_typed_list_gives_its_items_their_kind() -> None:
    found = texts("apiVersion: v1\nkind: ConfigMapList\nitems:\n- data: {relay: 'a: b'}\n")

    assert found == [(("items", 0, "data", "relay"), "relay", "a: b")]


def test_an_aliased_text_is_offered_at_each_use() -> None:
    found = texts("apiVersion: v1\nkind: ConfigMap\ndata:\n  a: &x |\n    k: v\n  b: *x\n")

    assert [(route, text) for route, _, text in found] == [(("data", "a"), "k: v\n"), (("data", "b"), "k: v\n")]


def test_a_list_that_holds_itself_ends() -> None:
    text = """\
apiVersion: v1
kind: List
items: &x
- {apiVersion: v1, kind: ConfigMap, data: {a: b}}
- {apiVersion: v1, kind: List, items: *x}
- &y {apiVersion: v1, kind: List, items: [*y]}
"""

    assert [route for route, _, _ in texts(text)] == [("items", 0, "data", "a")]


def test_of_a_key_written_twice_the_last_counts() -> None:
    assert [text for _, _, text in texts("apiVersion: v1\nkind: ConfigMap\ndata: {a: one, a: two}\n")] == ["two"]


def test_a_copy_in_an_annotation_is_no_configuration() -> None:
    text = """\
apiVersion: v1
kind: ConfigMap
metadata:
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"v1","data":{"relay":"receivers: {}"},"kind":"ConfigMap"}
data: {}
"""

    assert texts(text) == []


def test_other_kinds_and_broken_shapes_offer_nothing() -> None:
    for text in (
        "apiVersion: x/v1\nkind: ConfigMap\ndata: {a: b}\n",
        "apiVersion: v1\nkind: ConfigMap\ndata: [a]\n",
        "apiVersion: v1\nkind: ConfigMap\ndata: text\n",
        "apiVersion: v1\nkind: ConfigMap\n",
        "apiVersion: v1\nkind: List\nitems: {a: b}\n",
        "apiVersion: v1\nkind: [ConfigMap]\ndata: {a: b}\n",
        "- apiVersion\n- kind\n",
        "apiVersion kind",
    ):
        assert texts(text) == []

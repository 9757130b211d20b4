from __future__ import annotations

from collections.abc import Sequence

import pytest

from linter.facts.value import Unknown
from linter.syntax.document import DocRef
from linter.syntax.node import Scalar
from linter.systems.compose import SYSTEM
from tests.unit.systems.support import documents, facts_of, one, row, rows


def mounts(volume: str, folder: str = "demo/one") -> Sequence[tuple[object, ...]]:
    text = f"services:\n  a:\n    image: i\n    volumes:\n      - {volume}\n"
    path = f"{folder}/compose.yaml" if folder else "compose.yaml"
    return rows(facts_of({path: text}, SYSTEM), "deploy.mount", "source", "target")


@pytest.mark.parametrize(
    ("volume", "expected"),
    [
        ("./a.yaml:/etc/x.yaml:ro", [("demo/one/a.yaml", "/etc/x.yaml")]),
        ("../a.yaml:/etc/x.yaml", [("demo/a.yaml", "/etc/x.yaml")]),
        ("../../a.yaml:/etc/x.yaml", [("a.yaml", "/etc/x.yaml")]),
        ("../../../a.yaml:/etc/x.yaml", []),
        ("/abs/a.yaml:/etc/x.yaml", []),
        ("~/a.yaml:/etc/x.yaml", []),
        ("data:/etc/x.yaml", []),
        ("/etc/x.yaml", []),
        ("./conf/:/etc/conf/", [("demo/one/conf/", "/etc/conf/")]),
        ("./conf:/etc/conf", [("demo/one/conf", "/etc/conf"), ("demo/one/conf/", "/etc/conf/")]),
        ("./x/../a.yaml:/etc//x.yaml", [("demo/one/a.yaml", "/etc/x.yaml")]),
        (".:/src", [("demo/one", "/src"), ("demo/one/", "/src/")]),
        ("../..:/src", [("./", "/src/")]),
        ("./a.yaml:etc/x.yaml", []),
        ("${PWD}/a.yaml:/etc/x.yaml", [("demo/one/a.yaml", "/etc/x.yaml")]),
        ("$PWD:/etc/", [("demo/one", "/etc"), ("demo/one/", "/etc/")]),
        ("${DIR:-./conf}/a.yaml:/etc/x.yaml", [("demo/one/conf/a.yaml", "/etc/x.yaml")]),
        ("./a.yaml:${TARGET:-/etc/x.yaml}", [("demo/one/a.yaml", "/etc/x.yaml")]),
        ("{type: bind, source: ./a.yaml, target: /etc/x.yaml}", [("demo/one/a.yaml", "/etc/x.yaml")]),
        ("{type: volume, source: data, target: /etc}", []),
        ("{type: bind, source: ./a.yaml}", []),
        ("{type: tmpfs, target: /etc}", []),
    ],
)
def test_a_bind_mount_is_relative_to_the_compose_file(volume: str, expected: list[tuple[str, str]]) -> None:
    assert mounts(volume) == expected


def test_a_compose_file_in_the_root_mounts_the_root() -> None:
    assert mounts("./a.yaml:/etc/x.yaml", "") == [("a.yaml", "/etc/x.yaml")]
    assert mounts(".:/src", "") == [("./", "/src/")]


def test_paths_from_the_environment_are_unknown() -> None:
    assert mounts("${CONF}:/etc/x.yaml") == [(Unknown("`${CONF}` comes from the environment"), "/etc/x.yaml")]
    assert mounts("./a-${CONF:?x}.yaml:/etc/x.yaml") == [
        (Unknown("`${CONF:?x}` comes from the environment"), "/etc/x.yaml")
    ]
    assert mounts("./a.yaml:${T}") == [("demo/one/a.yaml", Unknown("`${T}` comes from the environment"))]


def test_the_source_of_a_file_is_its_first_document() -> None:
    assert mounts("./a.yaml:/x") == [(DocRef("demo/one/a.yaml", "yaml").id, "/x")]


CONFIGS = """\
services:
  a:
    image: i
    configs:
      - inline
      - {source: file, target: /etc/x.yaml}
      - {source: inline, target: sub/y.yaml}
      - outside
      - gone
configs:
  inline:
    content: |
      receivers: {}
  file: {file: ./a.yaml}
  outside: {external: true}
"""


def test_configs_are_mounted() -> None:
    facts = facts_of({"demo/compose.yaml": CONFIGS}, SYSTEM)

    host = DocRef("demo/compose.yaml", "yaml")
    inner = DocRef("demo/compose.yaml", "yaml", 0, host, ("configs", "inline", "content"))
    assert rows(facts, "deploy.mount", "source", "target") == [
        (inner.id, "/inline"),
        ("demo/a.yaml", "/etc/x.yaml"),
        (inner.id, "/sub/y.yaml"),
    ]


def test_inline_configs_are_texts_of_their_own() -> None:
    (document,) = documents("demo/compose.yaml", CONFIGS)

    (inner,) = SYSTEM.inside(document)

    assert isinstance(inner.node, Scalar)
    assert (inner.route, inner.name, inner.node.text) == (("configs", "inline", "content"), "inline", "receivers: {}\n")


def test_a_mount_belongs_to_its_service() -> None:
    facts = facts_of({"compose.yaml": "services:\n  a: {image: i, volumes: ['./a.yaml:/x']}\n"}, SYSTEM)

    mount = one(facts.of("deploy.mount"))
    assert row(mount, "workload", "container") == (one(facts.of("deploy.workload")).ref, "a")
    assert [evidence.text for evidence in mount.fields["source"].evidence] == ["mounted into service a"]

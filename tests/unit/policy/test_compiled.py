from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from linter.facts.kinds import Field, Kind
from linter.faults import Faults
from linter.policy.cache import load_cached
from linter.policy.compiled import compile_policies, encode, load_compiled
from linter.policy.load import load
from linter.policy.model import Policy
from linter.record import replace
from tests.unit.policy.toy import ADVISORY, CLIENT, KINDS, POLICY, policy

WHOLE = (
    POLICY
    + """\
status: preview
profile: [{when: it.permit, is: default}, {is: pedantic}]
when_fine: Never.
references: [https://example.org]
params:
  most: {type: duration, default: 10s, by_profile: {recommended: 5s}, doc: how long}
  none: {type: int}
related: [{at: it.permit, label: "here {it.name}", when: it.permit}]
fix:
  title: Set it
  safety: safe
  when: it.permit
  edits:
    - {set: it.time, to: duration('10s'), when: it.permit}
    - {for: it.links, as: l, remove: l.server.permit}
examples: [{name: one, bad: "a: «1»"}]
"""
)
RANGES = ADVISORY.replace(
    '[{introduced: "0", fixed: "0.97.0"}]',
    '[{introduced: "0", last_affected: "0.96.0", except: [0.95.1]}, {versions: [0.139.0]}]',
).replace(
    "[https://example.org/1]",
    "[https://example.org/1, {fixed: https://example.org/2}, {introduced: https://example.org/3}]",
)


def _without_examples(policies: tuple[Policy, ...]) -> tuple[Policy, ...]:
    return tuple(replace(each, examples=()) for each in policies)


def test_compiled_policies_equal_loaded_ones_but_for_their_examples() -> None:
    policies = (policy(WHOLE, "toy/a"), policy(RANGES, "toy/b"), policy(POLICY, "toy/c"))
    found = load_compiled(encode(policies))
    assert found == _without_examples(policies)
    assert found[0].params["most"].by_profile == {"recommended": "5s"}
    assert encode(found) == encode(policies)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'"x"',
        b"\xff",
        b'{"format": 0, "policies": []}',
        b'{"format": 1, "policies": [[]]}',
        b'{"format": 1, "policies": 5}',
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no compiled policies"):
        load_compiled(data)


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "policies"
    (folder / "toy").mkdir(parents=True)
    (folder / "toy" / "a.yaml").write_text(WHOLE, "utf-8")
    (folder / "toy" / "b.yaml").write_text(ADVISORY, "utf-8")
    return folder


def test_compiling_a_folder_gives_what_loading_it_gives(tmp_path: Path) -> None:
    folder = str(_folder(tmp_path))
    assert load_compiled(compile_policies(folder, KINDS)) == _without_examples(load(folder, KINDS))


def _cached(tmp_path: Path, kinds: Mapping[str, Kind] = KINDS) -> tuple[Policy, ...]:
    return load_cached(str(tmp_path / "policies"), kinds, str(tmp_path / "cache" / "policies.json"))


def test_a_cache_is_made_and_used(tmp_path: Path) -> None:
    _folder(tmp_path)
    first = _cached(tmp_path)
    cache = tmp_path / "cache" / "policies.json"
    key, _, data = cache.read_bytes().partition(b"\n")
    content = json.loads(data)
    content["policies"][0][2] = "from the cache"
    cache.write_bytes(key + b"\n" + json.dumps(content).encode())
    second = _cached(tmp_path)
    assert (first[0].title, second[0].title) == ("Pings too often", "from the cache")
    assert [path.name for path in cache.parent.iterdir()] == ["policies.json"]


def test_a_cache_is_left_when_a_policy_or_a_kind_changes(tmp_path: Path) -> None:
    folder = _folder(tmp_path)
    _cached(tmp_path)
    file = folder / "toy" / "b.yaml"
    file.write_text(file.read_text("utf-8").replace("It hangs", "It stops"), "utf-8")
    assert _cached(tmp_path)[1].title == "It stops"
    (folder / "toy" / "b.yaml").rename(folder / "toy" / "c.yaml")
    assert [found.id for found in _cached(tmp_path)] == ["toy/a", "toy/c"]
    poorer = {**CLIENT.fields, "time": Field("int", "no longer a duration")}
    with pytest.raises(Faults):
        _cached(tmp_path, {**KINDS, "toy.client": Kind("toy.client", "", poorer)})


@pytest.mark.parametrize("content", [b"", b"junk", b"\n", b"\xff\xfe\n{}"])
def test_a_broken_cache_is_replaced(tmp_path: Path, content: bytes) -> None:
    _folder(tmp_path)
    cache = tmp_path / "cache" / "policies.json"
    cache.parent.mkdir()
    cache.write_bytes(content)
    assert len(_cached(tmp_path)) == 2
    assert cache.read_bytes().count(b"\n") == 1


def test_a_truncated_cache_is_replaced(tmp_path: Path) -> None:
    _folder(tmp_path)
    first = _cached(tmp_path)
    cache = tmp_path / "cache" / "policies.json"
    cache.write_bytes(cache.read_bytes()[:-20])
    assert _cached(tmp_path) == first


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    _folder(tmp_path)
    (tmp_path / "cache").write_text("a file where the folder should be", "utf-8")
    assert len(_cached(tmp_path)) == 2

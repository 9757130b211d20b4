"""References and layers against what confmap makes of them (``tests/oracle/make_confmap.py``)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from linter.facts.duration import Duration
from linter.facts.tree import Map, Seq, Text, Tree, tree_of
from linter.record import NamedTuple
from linter.syntax.document import DocRef, Document, Place
from linter.syntax.yaml.parse import parse
from linter.systems.otelcol.block import as_bool, as_duration, as_string, typed
from linter.systems.otelcol.layers import Argument, layer, unfolded
from linter.systems.otelcol.merge import merged
from linter.systems.otelcol.substitute import Surroundings, filled
from linter.text.source import Source
from linter.text.view import View
from linter.versions.version import Version
from tests.oracle.make_confmap import ENV, RELEASES

ORACLE = Path(__file__).parents[3] / "oracle" / "confmap.jsonl"
DOC = DocRef("a.yaml", "yaml")
UNTOUCHED = -7


class Row(NamedTuple):
    about: str
    case: Any
    release: str
    result: Mapping[str, Any]


def rows(about: str) -> Iterator[Row]:
    for line in ORACLE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if about in row:
            for names, result in row["results"]:
                yield from (Row(about, row[about], name, result) for name in names)


def fill(text: str, release: str | None, listed: bool = False) -> Tree:
    around = Surroundings(Version("semver", release) if release else None, ENV, complete=True)
    return filled(Text(DOC, 0, len(text), text, '"'), around, listed)


def unknown(tree: Tree) -> bool:
    return any(text.unknown for text in texts(tree))


def every(rows: Iterator[Row], check: Any) -> None:
    """All that is wrong at once: a change of the simulation breaks many rows."""
    wrong = [f"{row.case!r} at {row.release}: {found}" for row in rows if (found := check(row))]
    assert not wrong, "\n".join(wrong[:20])


def same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def test_what_is_known_is_what_the_collector_makes_of_it() -> None:
    def check(row: Row) -> str:
        found = fill(row.case, row.release)
        if unknown(found):
            return ""
        if "raw" not in row.result:
            return f"the Collector does not start, but {plain(found)!r} is known"
        return "" if same(plain(found), row.result["raw"]) else f"{plain(found)!r} instead of {row.result['raw']!r}"

    every(rows("text"), check)


def test_items_of_lists() -> None:
    def check(row: Row) -> str:
        found = fill(row.case, row.release, listed=True)
        return "" if unknown(found) or plain(found) == row.result.get("raw", found) else f"{plain(found)!r}"

    every(rows("listed"), check)


def test_what_is_known_is_read_by_type_as_the_collector_does() -> None:
    """Numbers as text or truth, and truth as time, are left to the policies about types."""

    def check(row: Row) -> str:
        found = fill(row.case, row.release)
        if not isinstance(found, Text):
            return ""
        value = typed(found)
        if found.unknown or "raw" not in row.result or "{{" in found.text or "$(" in found.text:
            return ""
        duration, text, truth = as_duration(found), as_string(found), as_bool(found)
        if value is None:
            untouched = row.result["duration"] == UNTOUCHED and row.result["bool"] is True and not row.result["text"]
            return "" if untouched and (duration, text, truth) == (None, None, None) else "an empty value"
        if isinstance(value, bool):
            return "" if truth is row.result["bool"] else f"{truth}"
        count = duration.nanoseconds if isinstance(duration, Duration) else None
        if count != row.result.get("duration"):
            return f"{duration} instead of {row.result.get('duration')}"
        return f"{text!r}" if isinstance(value, str) and text != row.result["text"] else ""

    every(rows("text"), check)


@pytest.mark.parametrize("release", ["0.104.0", "0.107.0", "0.120.0", "0.165.0"])
def test_what_is_not_known_depends_on_the_image_or_is_yaml_of_its_own(release: str) -> None:
    started = [row.case for row in rows("text") if "raw" in row.result and row.release == release]
    left = [text for text in started if unknown(fill(text, release))]
    assert not [text for text in left if "GONE" not in text and not any(name in text for name in OF_ITS_OWN)]


OF_ITS_OWN = (
    *("env:E}", "env:E:", "${E}", "env:PAD}", "env:Q}", "env:DQ}", "env:NUL}", "env:TIL}"),
    *("env:HASH}", "env:BAD}", "env:MULTI}", "env:DATE}", "env:V6}", "x${env:HEX}", "x${env:EXP}"),
    *("x${env:US}", "{{X}}"),  # the last one is a template to us
)


def test_without_a_release_only_that_is_known_which_all_releases_agree_on() -> None:
    agreed: dict[str, list[Row]] = {}
    for row in rows("text"):
        agreed.setdefault(row.case, []).append(row)
    known = 0
    for text, found in agreed.items():
        outcome = fill(text, None)
        raw = [row.result["raw"] for row in found if "raw" in row.result]
        if not unknown(outcome):
            known += 1
            assert raw, text
            assert all(same(plain(outcome), one) for one in raw), text
    assert known > 40


def plain(tree: Tree) -> Any:
    if isinstance(tree, Map):
        return {entry.key: plain(entry.value) for entry in tree.entries}
    return [plain(item) for item in tree.items] if isinstance(tree, Seq) else typed(tree)


def read(source: str) -> Map:
    if source.startswith("{"):
        (document,) = parse(View.of(Source("a.yaml", source)), DOC)
        assert isinstance(document, Document)
        tree: Tree | None = unfolded(tree_of(document))
    else:
        tree = layer(Argument(f"yaml:{source}", Place(DOC, 0, 1)))
    assert isinstance(tree, Map)
    return tree


def test_layers_are_merged_as_the_collector_merges_them() -> None:
    def check(row: Row) -> str:
        around = Surroundings(Version("semver", row.release), ENV, complete=True)
        found = filled(merged([read(source) for source in row.case]), around)
        if "raw" not in row.result:
            return "" if unknown(found) else "the Collector does not start"
        if unknown(found):
            return ""
        return "" if plain(found) == row.result["raw"] else f"{plain(found)}"

    every(rows("layers"), check)


def texts(tree: Tree) -> Iterator[Text]:
    if isinstance(tree, Text):
        yield tree
    else:
        below: Sequence[Tree] = tree.items if isinstance(tree, Seq) else [entry.value for entry in tree.entries]
        for one in below:
            yield from texts(one)


@pytest.mark.parametrize("about", ["text", "listed", "layers"])
def test_each_release_has_been_asked(about: str) -> None:
    assert {row.release for row in rows(about)} == {release for release, *_ in RELEASES}

from __future__ import annotations

from collections.abc import Iterable

import pytest

from linter.facts.tree import slot, tree_of
from linter.facts.value import Slot
from linter.finding import Change, Finding, Fix, Patch, Safety, Severity, Verb
from linter.fix.draft import patches
from linter.fix.locate import locate
from linter.syntax.document import DocRef, Document, Place, Route
from linter.text.edit import apply
from linter.text.source import Source

MANIFEST = """\
apiVersion: v1
kind: ConfigMap
data:
  relay: |
    receivers:
      otlp:
        protocols:
          grpc:
    ---
    inner: |
      deep: 1
---
image: "registry:5000/otel/collector:0.73.0"
"""
HOST = DocRef("m.yaml", "yaml")
RELAY = DocRef("m.yaml", "yaml", 0, HOST, ("data", "relay"))
SECOND = DocRef("m.yaml", "yaml", 1, HOST, ("data", "relay"))
DEEP = DocRef("m.yaml", "yaml", 0, SECOND, ("inner",))
IMAGE = DocRef("m.yaml", "yaml", 1)


def located(source: Source, ref: DocRef) -> Document:  # type: ignore[type-arg]
    found = locate(source, ref)
    assert not isinstance(found, str), found
    return found


def at(source: Source, ref: DocRef, route: Route, part: str = "", locked: str = "") -> Slot:
    found = slot(tree_of(located(source, ref)), route)
    return Slot(found.place, found.route, found.written, part, locked or found.locked)


def finding(fixes: Iterable[Fix]) -> Finding:
    return Finding("p/q", Severity.ERROR, "m", Place(HOST, 0, 1), "f1", fixes=tuple(fixes))


def patched(sources: dict[str, Source], changes: Iterable[Change], safety: Safety = "safe") -> Patch:
    (patch,) = patches([finding([Fix("t", safety, tuple(changes))])], sources.get)
    return patch


def made(source: Source, *changes: Change) -> str:
    patch = patched({source.path: source}, changes)
    assert not patch.refusal
    assert all(edit.path == source.path for edit in patch.edits)
    return apply(source.text, patch.edits)


@pytest.mark.parametrize("ref", [HOST, IMAGE, RELAY, SECOND, DEEP])
def test_a_document_is_found_again_through_all_its_hosts(ref: DocRef) -> None:
    assert located(Source("m.yaml", MANIFEST), ref).ref == ref


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        (DocRef("m.yaml", "yaml", 2), "not there any more"),
        (DocRef("m.yaml", "yaml", 0, HOST, ("data", "other")), "holds the document"),
        (DocRef("m.yaml", "yaml", 0, DocRef("m.yaml", "yaml", 7), ("a",)), "not there any more"),
        (DocRef("other.yaml", "yaml"), "can't be read"),
    ],
)
def test_a_document_that_is_gone_is_a_reason(ref: DocRef, reason: str) -> None:
    found = locate(Source("m.yaml", MANIFEST), ref)
    assert isinstance(found, str)
    assert reason in found


def test_a_text_that_does_not_parse_any_more_is_a_reason() -> None:
    found = locate(Source("m.yaml", "a: [1\n"), HOST)
    assert isinstance(found, str)
    assert "can't be parsed" in found


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_changes_of_one_document_are_made_as_one_and_the_rest_of_the_file_stays(eol: str) -> None:
    source = Source("m.yaml", MANIFEST.replace("\n", eol))
    keepalive = ("receivers", "otlp", "protocols", "grpc", "keepalive", "enforcement_policy")
    text = made(
        source,
        Change("set", at(source, RELAY, (*keepalive, "min_time")), "10s"),
        Change("set", at(source, RELAY, (*keepalive, "permit_without_stream")), "true"),
        Change("set", at(source, DEEP, ("deep",)), "2"),
    )
    added = """\
            keepalive:
              enforcement_policy:
                min_time: 10s
                permit_without_stream: true
"""
    wanted = MANIFEST.replace("          grpc:\n", "          grpc:\n" + added).replace("deep: 1", "deep: 2")
    assert text == wanted.replace("\n", eol)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("otel/collector:0.73.0", "otel/collector:0.97.0"),
        ("'registry:5000/otel/collector:0.73.0'", "'registry:5000/otel/collector:0.97.0'"),
        ('"registry:5000/otel/collector"', '"registry:5000/otel/collector:0.97.0"'),
        ("collector", "collector:0.97.0"),
    ],
)
def test_only_the_tag_of_an_image_changes(before: str, after: str) -> None:
    source = Source("a.yaml", f"image: {before} # ours\n")
    ref = DocRef("a.yaml", "yaml")
    assert made(source, Change("set", at(source, ref, ("image",), "tag"), "0.97.0")) == f"image: {after} # ours\n"


def test_an_image_that_a_digest_pins_is_left_alone() -> None:
    source = Source("a.yaml", "image: a/b:1@sha256:0123\n")
    patch = patched({"a.yaml": source}, [Change("set", at(source, DocRef("a.yaml", "yaml"), ("image",), "tag"), "2")])
    assert (patch.edits, "digest" in patch.refusal) == ((), True)


@pytest.mark.parametrize(
    ("verb", "part", "text"),
    [
        ("remove", "tag", "image: a:1\n"),
        ("set", "registry", "image: a:1\n"),
        ("set", "tag", "image: >-\n  a:1\n"),
        ("set", "tag", "x: &x a:1\nimage: *x\n"),
        ("set", "tag", "x: &x {image: a:1}\n<<: *x\n"),
        ("set", "tag", "image: [a]\n"),
    ],
)
def test_a_part_that_can_not_be_changed_on_its_own_is_a_reason(verb: Verb, part: str, text: str) -> None:
    source = Source("a.yaml", text)
    patch = patched({"a.yaml": source}, [Change(verb, at(source, DocRef("a.yaml", "yaml"), ("image",), part), "2")])
    assert patch.edits == ()
    assert patch.refusal


def test_a_locked_slot_gives_its_reason() -> None:
    source = Source("a.yaml", "a: 1\n")
    change = Change("set", at(source, DocRef("a.yaml", "yaml"), ("a",), locked="a template writes it"), "2")
    assert patched({"a.yaml": source}, [change]) == Patch(
        "f1", Fix("t", "safe", (change,)), refusal="a template writes it"
    )


def test_a_fix_that_can_be_made_in_part_only_is_not_made() -> None:
    source = Source("a.yaml", "a: &a 1\nb: *a\nc: 1\n")
    ref = DocRef("a.yaml", "yaml")
    changes = [Change("set", at(source, ref, ("c",)), "2"), Change("set", at(source, ref, ("b",)), "2")]
    patch = patched({"a.yaml": source}, changes)
    assert patch.edits == ()
    assert "alias" in patch.refusal


def test_a_fix_over_several_files_names_them_in_the_order_of_its_changes() -> None:
    sources = {name: Source(name, "a: 1\n") for name in ("agent.yaml", "server.yaml")}
    changes = [
        Change("set", at(sources[f"{name}.yaml"], DocRef(f"{name}.yaml", "yaml"), ("a",)), "2")
        for name in ("server", "agent")
    ]
    assert [edit.path for edit in patched(sources, changes).edits] == ["server.yaml", "agent.yaml"]


@pytest.mark.parametrize(
    ("change", "after"),
    [(("set", "2"), "a: 2\nb: 1\n"), (("remove", ""), "b: 1\n"), (("rename", "c"), "c: 1\nb: 1\n")],
)
def test_the_same_change_twice_is_one_edit(change: tuple[Verb, str], after: str) -> None:
    source = Source("a.yaml", "a: 1\nb: 1\n")
    verb, to = change
    one = Change(verb, at(source, DocRef("a.yaml", "yaml"), ("a",)), to)
    assert made(source, one, one) == after


def test_what_is_already_so_needs_no_edit() -> None:
    source = Source("a.yaml", "a: 1\n")
    patch = patched({"a.yaml": source}, [Change("set", at(source, DocRef("a.yaml", "yaml"), ("a",)), "1")])
    assert patch.edits == ()
    assert patch.refusal


def test_text_that_the_encoding_can_not_hold_is_a_reason() -> None:
    source = Source("a.yaml", "a: 1\n", "latin-1")
    patch = patched({"a.yaml": source}, [Change("set", at(source, DocRef("a.yaml", "yaml"), ("a",)), "中")])
    assert "latin-1" in patch.refusal


def test_every_fix_gets_a_patch_as_if_it_were_the_only_one() -> None:
    source = Source("a.yaml", "a: 1\n")
    where = at(source, DocRef("a.yaml", "yaml"), ("a",))
    fixes = [Fix(text, "safe", (Change("set", where, text),)) for text in ("2", "3")] + [Fix("by hand", "show", ())]
    found = patches([finding(fixes)], {"a.yaml": source}.get)
    assert [(patch.fix.title, [edit.new for edit in patch.edits]) for patch in found] == [
        ("2", ["2"]),
        ("3", ["3"]),
        ("by hand", []),
    ]


def test_a_file_that_is_gone_is_a_reason() -> None:
    source = Source("a.yaml", "a: 1\n")
    assert "can't be read" in patched({}, [Change("set", at(source, DocRef("a.yaml", "yaml"), ("a",)), "2")]).refusal


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("a:\n  b: 1   # ok\nc: 2\n", "the comment `# ok` would be lost"),
        ("a:\n  # above\n  b: 1\nc: 2\n", "the comment `# above` would be lost"),
        ('a: {b: "#1"}\nc: 2\n', ""),
        ("c: 2 # other\na:\n  b: 1\n", ""),
    ],
)
def test_a_fix_never_loses_a_comment(text: str, lost: str) -> None:
    plain = Source("a.yaml", text)
    patch = patched({"a.yaml": plain}, [Change("remove", at(plain, DocRef("a.yaml", "yaml"), ("a",)))])
    assert (patch.refusal, bool(patch.edits)) == (lost, not lost)
    inner = Source("m.yaml", "data:\n  relay: |\n" + "".join(f"    {line}\n" for line in text.splitlines()))
    ref = DocRef("m.yaml", "yaml", 0, HOST, ("data", "relay"))
    patch = patched({"m.yaml": inner}, [Change("remove", at(inner, ref, ("a",)))])
    assert (patch.refusal, bool(patch.edits)) == (lost, not lost)


VALUES = """\
nested:
  collector:
    # kept
    config:
      exporters:
        otlp: {endpoint: "a:4317"}
      text: |
        deep: 1
  shared: &shared {a: 1}
  other: *shared
other: 1
"""
VALUES_HOST = DocRef("v.yaml", "yaml")
PART = DocRef("v.yaml", "yaml", 0, VALUES_HOST, ("nested", "collector", "config"))
IN_PART = DocRef("v.yaml", "yaml", 0, PART, ("text",))
ALIASED = DocRef("v.yaml", "yaml", 0, VALUES_HOST, ("nested", "other"))


@pytest.mark.parametrize("ref", [PART, IN_PART, ALIASED])
def test_a_mapping_that_is_a_document_is_found_again(ref: DocRef) -> None:
    assert located(Source("v.yaml", VALUES), ref).ref == ref


def test_a_change_in_a_mapping_that_is_a_document_is_one_of_the_file() -> None:
    source = Source("v.yaml", VALUES)
    deep = at(source, IN_PART, ("deep",))
    assert made(source, Change("set", deep, "2")) == VALUES.replace("deep: 1", "deep: 2")
    first = at(source, PART, ("exporters", "otlp", "endpoint"))
    second = at(source, VALUES_HOST, ("other",))
    text = made(source, Change("set", first, '"b:1"'), Change("set", second, "2"))
    assert text == VALUES.replace('"a:4317"', '"b:1"').replace("\nother: 1", "\nother: 2")


def test_a_mapping_that_is_a_document_takes_new_keys_at_its_own_depth() -> None:
    source = Source("v.yaml", VALUES)
    text = made(source, Change("set", at(source, PART, ("service", "x")), "1"))
    assert text == VALUES.replace("        deep: 1\n", "        deep: 1\n      service:\n        x: 1\n")


def test_a_shared_mapping_is_not_changed() -> None:
    source = Source("v.yaml", VALUES)
    patch = patched({"v.yaml": source}, [Change("set", at(source, ALIASED, ("a",)), "2")])
    assert "shared" in patch.refusal


@pytest.mark.parametrize(
    ("before", "to", "after"),
    [
        ("a: '5s' # why\n", "10s", "a: '10s' # why\n"),
        ('a: {b: "5s"}\n', "10s", 'a: {b: "10s"}\n'),
        ("a: 5s\n", "10s", "a: 10s\n"),
        ('a: "false"\n', "true", "a: true\n"),
        ("a: '5'\n", "30", "a: 30\n"),
        ("a: '5'\n", '"30"', 'a: "30"\n'),
        ('{"a": "5s"}\n', "10s", '{"a": "10s"}\n'),
        ("r: |\n  a: '5s'\n", "10s", "r: |\n  a: '10s'\n"),
    ],
)
def test_a_text_keeps_its_quotes_where_they_change_nothing(before: str, to: str, after: str) -> None:
    host = DocRef("a.yaml", "yaml")
    doc = DocRef("a.yaml", "yaml", 0, host, ("r",)) if before.startswith("r:") else host
    source = Source("a.yaml", before)
    route: Route = ("a", "b") if "b:" in before else ("a",)
    assert made(source, Change("set", at(source, doc, route), to)) == after

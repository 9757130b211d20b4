"""Fixes of random configurations in random clothes: what changes, what does not, and what other readers make of it.

The configurations are the bad examples of all policies, and each is rewritten at random: in a ConfigMap, as JSON, with
other indentation, line ends, a byte order mark, blanks at the end of lines, without the last line end.
``DEADPEER_FULL=1`` runs 2,000 of them, and asks git about every example instead of every eighth.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import javaproperties
from hypothesis import assume, event, given, note, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from linter import resources
from linter.fix.diff import unified
from linter.fix.draft import Draft, Operation, draft
from linter.fix.prove import prove
from linter.fix.write import write_files
from linter.options import Flags, load
from linter.policy.bundle import all_kinds
from linter.policy.examples import unmark_all
from linter.policy.load import load as load_policies
from linter.policy.model import Example, Policy
from linter.record import replace
from linter.run import Request, Run, check
from linter.syntax.document import DocRef
from linter.system import load_all
from linter.text.edit import Edit, apply
from linter.text.source import Source
from tests.harness import SETTINGS, TODAY
from tests.layouts import composed, embeddable, embedded
from tests.test_writes import changed, inverse, typed
from tests.unit.syntax.xml.test_write_tree import changed as changed_xml
from tests.unit.syntax.xml.test_write_tree import meant

CASES: list[tuple[Policy, Example]] = [
    (policy, example)
    for policy in load_policies(resources.folder("policies"), all_kinds(load_all()))
    for example in policy.examples
    if example.kind == "bad" and policy.fixes
]
EVERY = 1 if settings().max_examples > 1000 else 8
YAMLS = (".yaml", ".yml")


def dressed(random: Random, policy: Policy, example: Example) -> dict[str, str]:
    """The example's files, rewritten."""
    system = policy.id.split("/")[0]
    if embeddable(example) and random.random() < 0.3:
        files = unmark_all(embedded(example, system))[0]
    else:
        files = unmark_all(composed(example, system))[0]
    return {path: rewritten(random, path, text) for path, text in files.items()}


def rewritten(random: Random, path: str, text: str) -> str:
    kind = random.random()
    if path.endswith(YAMLS) and kind < 0.3 and "{{" not in text:
        text = as_json(random, text) if kind < 0.15 else indented(random, text)
    if path.endswith(YAMLS) and random.random() < 0.2:
        text = "".join(
            line.rstrip("\n") + "  \n" if random.random() < 0.2 and line.strip() else line
            for line in text.splitlines(keepends=True)
        )
    if path.endswith(YAMLS) and random.random() < 0.2:
        text = f"# 配置 🚀\n\n{text}\n# the end\n"
    if random.random() < 0.3:
        text = text.rstrip("\n")
    if random.random() < 0.3:
        text = text.replace("\n", "\r\n")
    return "\ufeff" + text if path.endswith(YAMLS) and random.random() < 0.1 else text


def as_json(random: Random, text: str) -> str:
    try:
        documents = list(YAML(typ="safe", pure=True).load_all(text))
        dense = random.random() < 0.3
        if len(documents) != 1 or not isinstance(documents[0], dict):
            return text
        made = json.dumps(documents[0], ensure_ascii=False, indent=None if dense else random.choice((None, 2, 4)))
    except (YAMLError, TypeError, ValueError):
        return text
    return made + "\n"


def indented(random: Random, text: str) -> str:
    writer = YAML()
    writer.preserve_quotes = True
    writer.width = 1000
    step = random.choice((3, 4, 8))
    offset = random.choice((0, 2))
    writer.indent(mapping=step, sequence=offset + 2, offset=offset)
    out = StringIO()
    try:
        writer.dump_all(list(writer.load_all(text)), out)
    except YAMLError:
        return text
    return out.getvalue()


def checked(folder: Path, policy: Policy, example: Example, files: Mapping[str, str]) -> Run:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    if example.settings:
        (folder / SETTINGS).write_text(example.settings, "utf-8")
    flags = Flags(profile="pedantic", preview=True, no_config=not example.settings)
    if "profile:" in example.settings:
        flags = replace(flags, profile=None)
    return check(Request(str(folder), jobs=1), replace(load(flags, str(folder)), today=TODAY))


def tree_at(text: str, ref: DocRef) -> Any:
    """What ``ref`` says, read by ruamel.yaml through all its hosts."""
    if ref.host is None:
        return list(YAML(typ="safe", pure=True).load_all(text))[ref.index]
    inner = tree_at(text, ref.host)
    for step in ref.route:
        inner = inner[step]
    return list(YAML(typ="safe", pure=True).load_all(inner))[ref.index] if isinstance(inner, str) else inner


def means_what_was_meant(operation: Operation, before: str, after: str) -> None:
    ref = operation.doc
    if ref.syntax == "yaml":
        old = tree_at(before, ref)
        assert changed(old, list(operation.changes), typed) == tree_at(after, ref)
    elif ref.syntax == "properties" and ref.host is None:
        pairs = dict(javaproperties.loads(before))
        for change in operation.changes:
            name = str(change.route[0])
            if change.verb == "set":
                pairs[name] = change.to
            else:
                value = pairs.pop(name)
                pairs.update({change.to: value} if change.verb == "rename" else {})
        assert dict(javaproperties.loads(after)) == pairs
    elif ref.syntax == "xml" and ref.host is None and len(operation.changes) == 1:
        (change,) = operation.changes
        assert meant(after) == changed_xml(before, change.verb, change.route, change.to)


def texts_after(drafted: Draft, run: Run) -> dict[str, tuple[Source, str]]:
    edits: dict[str, list[Edit]] = {}
    for edit in drafted.patch.edits:
        edits.setdefault(edit.path, []).append(edit)
    found = {}
    for path, made in edits.items():
        source = run.open_source(path)
        assert source is not None
        found[path] = (source, apply(source.text, made))
        assert apply(found[path][1], inverse(source.text, tuple(made))) == source.text
        if "\r\n" in source.text and "\n" not in source.text.replace("\r\n", ""):
            assert "\n" not in found[path][1].replace("\r\n", "")
    return found


@settings(max_examples=max(15, settings().max_examples // 10))
@given(st.integers(0, 2**40))
def test_a_fix_changes_what_was_meant_and_nothing_else(seed: int) -> None:
    random = Random(seed)  # noqa: S311
    policy, example = random.choice(CASES)
    files = dressed(random, policy, example)
    note(f"{policy.id}: {example.name}")
    with TemporaryDirectory() as name:
        folder = Path(name)
        run = checked(folder, policy, example, files)
        for drafted in draft(run.result.findings, run.open_source):
            if not drafted.patch.edits:
                event(f"no edits: {drafted.patch.fix.safety}")
                continue
            event("edits")
            note(f"{drafted.policy}: {drafted.patch.fix.title}")
            texts = texts_after(drafted, run)
            for operation in drafted.operations:
                source, after = texts[operation.doc.path]
                try:
                    means_what_was_meant(operation, source.text, after)
                except YAMLError:  # what ruamel.yaml refuses, such as duplicate keys, the proof refuses too
                    assume(False)
        proof = prove(run.result, "unsafe", run.open_source, run.relint)
        write_files(name, [(proof.before[path], source) for path, source in proof.after.items()])
        for path, text in files.items():
            if path not in proof.after:
                assert (folder / path).read_bytes() == text.encode(), path
        again = checked(folder, policy, example, {})
        kept = {finding.fingerprint for finding in again.result.findings}
        assert not {patch.finding for patch in proof.applied} & kept or len(kept) < len(again.result.findings)
        second = prove(again.result, "unsafe", again.open_source, again.relint)
        assert not second.after, "a second pass changes nothing"


def test_git_takes_the_patch_of_every_example() -> None:
    """All fixes of each example, one patch for all files: as they are, with CRLF, and without the last line end."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "init", "-q", name], check=True)
        patched = 0
        for number, (policy, example) in enumerate(CASES[::EVERY]):
            files = unmark_all(composed(example, policy.id.split("/")[0]))[0]
            if number % 3 == 1:
                files = {path: text.replace("\n", "\r\n") for path, text in files.items()}
            elif number % 3 == 2:
                files = {path: text.rstrip("\n") for path, text in files.items()}
            inner = folder / str(number)
            inner.mkdir()
            run = checked(inner, policy, example, files)
            before, after = merged(run)
            if not after:
                continue
            patch = unified(before, after)
            apply_ = ["git", "apply", "-p1", "--whitespace=nowarn", f"--directory={number}", "-"]
            subprocess.run(apply_, input=patch.encode("utf-8", "surrogateescape"), cwd=folder, check=True)
            for path, source in after.items():
                assert (inner / path).read_bytes() == source.encode(source.text), (policy.id, path)
            patched += 1
        assert patched > len(CASES) // EVERY // 2


def merged(run: Run) -> tuple[dict[str, Source], dict[str, Source]]:
    """The files before and after the first fix of each finding, as far as they don't overlap."""
    from linter.fix.plan import choose

    edits: dict[str, list[Edit]] = {}
    for drafted in choose(draft(run.result.findings, run.open_source), "unsafe"):
        for edit in drafted.patch.edits:
            edits.setdefault(edit.path, []).append(edit)
    before = {path: source for path in edits if (source := run.open_source(path)) is not None}
    return before, {path: replace(source, text=apply(source.text, edits[path])) for path, source in before.items()}

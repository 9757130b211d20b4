"""Proofs over a small world: files, rules about their keys, and a judgement that reads the texts again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import pytest

from linter.facts.tree import Tree, at, slot, tree_of
from linter.finding import Change, Finding, Fix, Patch, Result, Safety, Severity, Unjudged
from linter.fix.plan import ADVICE, OTHER, UNSAFE, Allow
from linter.fix.prove import PASSES, SETTLED, Proof, prove
from linter.record import replace
from linter.syntax import formats
from linter.syntax.document import DocRef, Document, Problem
from linter.system import Skip
from linter.text.source import Source
from linter.text.view import View

Rule = Callable[[Mapping[str, Tree]], Iterator["Finding | Skip | Unjudged"]]


class World:
    """Files and rules; ``relint`` counts how often it was asked."""

    def __init__(self, files: Mapping[str, str], *rules: Rule) -> None:
        self.files = {path: Source(path, text) for path, text in files.items()}
        self.rules = rules
        self.relints = 0
        self.result = self.judged({})

    def judged(self, overrides: Mapping[str, Source]) -> Result:
        trees: dict[str, Tree] = {}
        found: list[Finding | Skip | Unjudged] = []
        for path, source in {**self.files, **overrides}.items():
            for parsed in formats.parse(View.of(source), DocRef(path, "yaml")):
                if isinstance(parsed, Problem):
                    found.append(Finding("deadpeer/syntax", Severity.ERROR, "m", parsed.place, f"{path}:syntax"))
                elif isinstance(parsed, Document):
                    trees[path] = tree_of(parsed)
        for rule in self.rules:
            found.extend(rule(trees))
        return Result(
            findings=tuple(one for one in found if isinstance(one, Finding)),
            skipped=tuple(one for one in found if isinstance(one, Skip)),
            unjudged=tuple(one for one in found if isinstance(one, Unjudged)),
        )

    def relint(self, overrides: Mapping[str, Source]) -> Result:
        self.relints += 1
        return self.judged(overrides)

    def prove(self, allow: Allow = "safe") -> Proof:
        proof = prove(self.result, allow, self.files.get, self.relint)
        assert {path: source.text for path, source in proof.before.items()} == {
            path: self.files[path].text for path in proof.after
        }
        assert replace(proof.result, patches=()) == self.judged(proof.after)
        self.all_accounted_for(proof)
        return proof

    def all_accounted_for(self, proof: Proof) -> None:
        """Every fix of the first result was applied or has a reason."""
        told = {(patch.finding, patch.fix.title) for patch in (*proof.applied, *proof.refused)}
        assert {(finding.fingerprint, fix.title) for finding in self.result.findings for fix in finding.fixes} <= told
        assert all(patch.refusal and not patch.edits for patch in proof.refused)
        assert all(patch.edits and not patch.refusal for patch in proof.applied)


def change(tree: Tree, key: str, to: str) -> Change:
    return Change("set", slot(tree, tuple(key.split("."))), to)


def finding(name: str, tree: Tree, *fixes: Fix, severity: Severity = Severity.ERROR, policy: str = "t/rule") -> Finding:
    return Finding(policy, severity, "m", tree.place, name, fixes=fixes)


def text(tree: Tree | None, *keys: str) -> str | None:
    found = at(tree, *keys)
    return getattr(found, "text", None)


def wants(
    key: str, value: str, writes: str | None = None, safety: Safety = "safe", severity: Severity = Severity.ERROR
) -> Rule:
    """Every file's ``key`` has to be ``value``; the fix writes ``writes`` instead if it is given."""

    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        for path, tree in trees.items():
            if text(tree, *key.split(".")) != value:
                fix = Fix(f"set {key}", safety, (change(tree, key, writes or value),))
                yield finding(f"{path}:{key}", tree, fix, severity=severity)

    return rule


def forbids(key: str, value: str, severity: Severity) -> Rule:
    """No file's ``key`` may be ``value``; there is no fix."""

    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        for path, tree in trees.items():
            if text(tree, *key.split(".")) == value:
                yield finding(f"{path}:{key}={value}", tree, severity=severity, policy="t/forbidden")

    return rule


def texts(proof: Proof) -> dict[str, str]:
    return {path: source.text for path, source in proof.after.items()}


def reasons(patches: tuple[Patch, ...]) -> dict[str, str]:
    return {f"{patch.finding}/{patch.fix.title}": patch.refusal for patch in patches}


def test_a_fix_that_helps_is_kept() -> None:
    world = World({"a": "x: 1\n", "b": "x: 2\n"}, wants("x", "2"))
    proof = world.prove()
    assert texts(proof) == {"a": "x: 2\n"}
    assert not proof.result.findings
    assert not proof.refused
    assert world.relints == 1


def test_many_fixes_are_proven_at_once() -> None:
    world = World({f"f{number}": "x: 1\ny: 1\n" for number in range(50)}, wants("x", "2"), wants("y", "3"))
    assert set(texts(world.prove()).values()) == {"x: 2\ny: 3\n"}
    assert world.relints == 1


def test_without_fixes_nothing_is_judged_again() -> None:
    world = World({"a": "x: 1\n"}, forbids("x", "1", Severity.ERROR))
    assert (world.prove().after, world.relints) == ({}, 0)


def test_a_fix_whose_finding_stays_is_refused_and_the_others_are_kept() -> None:
    world = World({"a": "x: 1\ny: 1\nz: 1\n"}, wants("x", "2"), wants("y", "2", writes="3"), wants("z", "2"))
    proof = world.prove()
    assert texts(proof) == {"a": "x: 2\ny: 1\nz: 2\n"}
    assert reasons(proof.refused) == {"a:y/set y": "the finding would stay"}


@pytest.mark.parametrize("severity", [Severity.ERROR, Severity.WARNING])
def test_a_fix_that_brings_something_new_is_refused_and_the_others_are_kept(severity: Severity) -> None:
    files = {f"f{number}": "x: 1\n" for number in range(9)} | {"f4": "x: 1\nold: 1\n"}

    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["f4"]
        if text(tree, "x") == "2":
            yield finding("new", tree, severity=severity, policy="t/new")

    world = World(files, wants("x", "2"), rule)
    proof = world.prove()
    assert set(proof.after) == {path for path in files if path != "f4"}
    assert reasons(proof.refused) == {
        "f4:x/set x": f"it would bring a new {severity.word}: t/new at f4",
    }
    assert world.relints <= 10


def test_a_new_note_is_no_reason_to_refuse() -> None:
    world = World({"a": "x: 1\n"}, wants("x", "2"), forbids("x", "2", Severity.NOTE))
    assert texts(world.prove()) == {"a": "x: 2\n"}


def test_a_finding_that_gets_worse_is_new() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        worse = text(trees["a"], "x") == "2"
        yield finding("same", trees["a"], severity=Severity.ERROR if worse else Severity.WARNING, policy="t/same")

    proof = World({"a": "x: 1\n"}, wants("x", "2"), rule).prove()
    assert reasons(proof.refused) == {"a:x/set x": "it would bring a new error: t/same at a"}


def test_two_fixes_that_are_wrong_only_together_lose_one() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        if text(trees["a"], "x") == text(trees["a"], "y") == "2":
            yield finding("both", trees["a"], policy="t/both")

    proof = World({"a": "x: 1\ny: 1\n"}, wants("x", "2"), wants("y", "2"), rule).prove()
    assert texts(proof) == {"a": "x: 2\ny: 1\n"}
    assert reasons(proof.refused) == {"a:y/set y": "it would bring a new error: t/both at a"}


def test_a_file_that_could_not_be_read_afterwards_is_a_reason() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding | Skip]:
        tree = trees["a"]
        if text(tree, "x") == "1":
            yield finding("a:x", tree, Fix("set x", "safe", (change(tree, "x", "2"),)))
        else:
            yield Skip("a", "looks like a template")

    proof = World({"a": "x: 1\n"}, rule).prove()
    assert reasons(proof.refused) == {"a:x/set x": "a could not be read afterwards: looks like a template"}


def test_a_finding_must_not_only_become_undecidable() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding | Unjudged]:
        tree = trees["a"]
        if text(tree, "x") == "1":
            yield finding("a:x", tree, Fix("set x", "safe", (change(tree, "x", "${X}"),)))
        else:
            yield Unjudged("a", tree.place, "the variable X is not known", ("t/rule",))

    proof = World({"a": "x: 1\n"}, rule).prove()
    assert reasons(proof.refused) == {
        "a:x/set x": "t/rule could not be judged afterwards: the variable X is not known",
    }


def test_fixes_that_others_make_possible_follow() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        number = int(text(tree, "x") or "0")
        if number < 5:
            yield finding(
                f"step {number}",
                tree,
                Fix("go on", "safe", (change(tree, "x", str(number + 1)),)),
                severity=Severity.NOTE,
            )

    proof = World({"a": "x: 1\n"}, rule).prove()
    assert texts(proof) == {"a": "x: 5\n"}
    assert len(proof.applied) == 4


def test_fixes_that_overlap_are_made_one_after_the_other() -> None:
    world = World({"a": "c:\n  d: 1\n"}, wants("c.x", "1"), wants("c.y", "2"))
    assert texts(world.prove()) == {"a": "c:\n  d: 1\n  x: 1\n  y: 2\n"}
    assert world.relints == 2


def test_there_is_an_end_to_fixes_that_make_others_necessary() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        number = int(text(tree, "x") or "0")
        yield finding(
            f"step {number}", tree, Fix("go on", "safe", (change(tree, "x", str(number + 1)),)), severity=Severity.NOTE
        )

    proof = World({"a": "x: 0\n"}, rule).prove()
    assert texts(proof) == {"a": f"x: {PASSES}\n"}
    assert reasons(proof.refused)[f"step {PASSES}/go on"].startswith("fixes kept making others necessary")


def test_a_fix_that_another_one_made_needless_says_so() -> None:
    def both(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        if text(tree, "x") == "1":
            yield finding("1", tree, Fix("all", "safe", (change(tree, "x", "2"), change(tree, "y", "2"))))
            yield finding("2", tree, Fix("some", "safe", (change(tree, "y", "3"),)))

    proof = World({"a": "x: 1\ny: 1\n"}, both).prove()
    assert texts(proof) == {"a": "x: 2\ny: 2\n"}
    assert reasons(proof.refused) == {"2/some": SETTLED}


def test_one_change_that_two_findings_ask_for_is_made_once() -> None:
    def twice(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        if text(tree, "x") != "2":
            for name in ("1", "2"):
                yield finding(name, tree, Fix("t", "safe", (change(tree, "x", "2"),)))

    proof = World({"a": "y: 1\n"}, twice).prove()
    assert texts(proof) == {"a": "y: 1\nx: 2\n"}
    assert Counter(patch.finding for patch in proof.applied) == {"1": 1, "2": 1}


def test_findings_that_share_a_fingerprint_are_counted() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        for key in ("x", "y", "z"):
            if text(tree, key) != "2":
                yield finding("same", tree, Fix(f"set {key}", "safe", (change(tree, key, "2"),)))

    proof = World({"a": "x: 1\ny: 1\nz: 1\n"}, rule).prove()
    assert texts(proof) == {"a": "x: 2\ny: 2\nz: 2\n"}


@pytest.mark.parametrize(("allow", "after"), [("safe", {}), ("unsafe", {"a": "x: 2\n"})])
def test_unsafe_fixes_need_to_be_asked_for(allow: Allow, after: Mapping[str, str]) -> None:
    world = World({"a": "x: 1\n"}, wants("x", "2", safety="unsafe"))
    proof = world.prove(allow)
    assert texts(proof) == after
    assert reasons(proof.refused) == ({} if after else {"a:x/set x": UNSAFE})
    if not after:
        (left,) = proof.result.patches
        assert (bool(left.edits), left.refusal) == (True, "")


def test_when_the_first_fix_fails_the_next_one_is_tried() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        if text(tree, "x") != "2":
            bad, good = (Fix(to, "safe", (change(tree, "x", to),)) for to in ("3", "2"))
            yield finding("f", tree, Fix("by hand", "show", ()), bad, good)

    proof = World({"a": "x: 1\n"}, rule).prove()
    assert texts(proof) == {"a": "x: 2\n"}
    assert reasons(proof.refused) == {"f/by hand": SETTLED, "f/3": "the finding would stay"}


def test_what_is_left_carries_its_patches_and_reasons() -> None:
    world = World({"a": "x: 1\n"}, wants("x", "2", writes="3"))
    (left,) = world.prove().result.patches
    assert (left.edits, left.refusal) == ((), "the finding would stay")


def test_advice_stays_advice() -> None:
    world = World({"a": "x: 1\n"}, wants("x", "2", safety="show"))
    assert reasons(world.prove("unsafe").refused) == {"a:x/set x": ADVICE}


def test_a_second_fix_of_a_finding_is_named_too() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["a"]
        if text(tree, "x") == "1":
            yield finding("f", tree, *(Fix(to, "safe", (change(tree, "x", to),)) for to in ("2", "3")))

    assert reasons(World({"a": "x: 1\n"}, rule).prove().refused) == {"f/3": SETTLED}
    assert OTHER


def test_files_are_written_server_first() -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        if text(trees["agent"], "x") != "1":
            changes = (change(trees["server"], "x", "1"), change(trees["agent"], "x", "1"))
            yield finding("f", trees["agent"], Fix("t", "safe", changes))

    assert list(World({"agent": "y: 1\n", "server": "y: 1\n"}, rule).prove().after) == ["server", "agent"]


def test_a_file_that_two_passes_change_keeps_its_first_text_as_before() -> None:
    proof = World({"a": "c:\n  d: 1\n"}, wants("c.x", "1"), wants("c.y", "2")).prove()
    assert proof.before["a"].text == "c:\n  d: 1\n"
    assert proof.after["a"].text == "c:\n  d: 1\n  x: 1\n  y: 2\n"


def test_the_effort_for_fixes_that_fail_is_bounded() -> None:
    world = World(
        {f"f{number:03}": "x: 1\n" for number in range(120)}, wants("x", "2"), forbids("x", "2", Severity.ERROR)
    )
    proof = world.prove()
    assert proof.after == {}
    assert world.relints == 100
    assert any("used up" in patch.refusal for patch in proof.refused)
    assert len(proof.refused) == 120


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ((("a.b", "1"), ("a.c", "2")), "x: 0\na:\n  b: 1\n  c: 2\n"),
        ((("a.b", "1"), ("a.b", "1")), "x: 0\na:\n  b: 1\n"),
    ],
)
def test_edits_that_would_not_mean_what_was_meant_together_come_one_after_the_other(
    changes: tuple[tuple[str, str], ...], after: str
) -> None:
    def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
        tree = trees["f"]
        for number, (key, to) in enumerate(changes):
            if text(tree, *key.split(".")) != to:
                yield finding(str(number), tree, Fix(str(number), "safe", (change(tree, key, to),)))

    assert texts(World({"f": "x: 0\n"}, rule).prove()) == {"f": after}


def test_fixes_that_add_the_same_parent_are_made_one_after_the_other() -> None:
    def moves(name: str) -> Rule:
        def rule(trees: Mapping[str, Tree]) -> Iterator[Finding]:
            for path, tree in trees.items():
                if (value := text(tree, name)) is not None:
                    changes = (change(tree, f"deep.{name}", value), Change("remove", slot(tree, (name,))))
                    yield finding(f"{path}:{name}", tree, Fix(f"move {name}", "safe", changes))

        return rule

    for before in ("{one: 1, two: 2, three: 3}\n", "one: 1\ntwo: 2\nthree: 3\n"):
        proof = World({"a": before}, moves("one"), moves("two"), moves("three")).prove()
        assert len(proof.applied) == 3
        assert proof.refused == ()
        assert proof.result.findings == ()

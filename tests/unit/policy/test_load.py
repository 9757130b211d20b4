from __future__ import annotations

import os
from pathlib import Path

import pytest

from linter.facts.duration import seconds
from linter.faults import Faults
from linter.policy.arguments import argument
from linter.policy.load import load
from linter.policy.model import CLASS_SEVERITY, ParamSpec, Text, When
from tests.unit.policy.toy import ADVISORY, KINDS, POLICY, faults, policy


def test_everything_a_file_states_is_kept() -> None:
    found = policy(
        POLICY
        + """\
status: preview
profile: [{when: it.permit, is: default}, {is: pedantic}]
when_fine: Never.
references: [https://example.org]
params: {most: {type: duration, default: 10s, by_profile: {recommended: 5s}, doc: how long}}
related:
  - {at: it.permit, label: "here {it.name}", when: it.permit}
fix:
  title: Set it
  safety: safe
  edits:
    - {set: it.time, to: duration('10s')}
    - {for: it.links, as: l, set: l.server.permit, to: true, when: l.client.permit}
examples:
  - name: one
    bad: "a: «1»"
    fixed: "a: 2"
    severity: warning
    also: [toy/other]
    versions: {host: "0.73.0"}
    settings:
      profile: pedantic
      params:
        toy/often: {most: 3s}
"""
    )
    assert (found.id, found.path, found.title, found.status) == (
        "toy/often",
        "toy/often.yaml",
        "Pings too often",
        "preview",
    )
    assert found.profile == (When("default", Text("it.permit")), When("pedantic"))
    assert found.severity == (When("warning"),)
    assert (found.where, found.require) == (Text("it.permit"), Text("it.time >= duration('10s')"))
    assert found.params == {"most": ParamSpec("duration", "10s", "how long", {"recommended": "5s"})}
    assert [(edit.verb, edit.target.text, edit.as_) for edit in found.fixes[0].edits] == [
        ("set", "it.time", ""),
        ("set", "l.server.permit", "l"),
    ]
    assert found.fixes[0].edits[1].to == Text("true")
    example = found.examples[0]
    assert example.files == {"config.yaml": "a: «1»"}
    assert example.fixed == {"config.yaml": "a: 2"}
    assert example.versions == {"host": "0.73.0"}
    assert example.settings == "profile: pedantic\nparams:\n  toy/often: {most: 3s}\n"


def test_an_expression_knows_its_place_in_the_file() -> None:
    found = policy()
    assert found.where is not None
    assert POLICY[found.where.start : found.where.end] == "it.permit"


def test_an_advisory_takes_its_severity_from_its_class_unless_written() -> None:
    assert policy(ADVISORY).severity == (When("error"),)
    assert policy(ADVISORY.replace("class: hang", "class: leak")).severity == (When("warning"),)
    assert policy(ADVISORY + "severity: note\n").severity == (When("note"),)
    assert {name: severity.word for name, severity in CLASS_SEVERITY.items()} == {
        "hang": "error",
        "crash": "error",
        "config": "error",
        "data-loss": "error",
        "leak": "warning",
        "security": "warning",
        "routing": "note",
    }


STRUCTURE = {
    "an unknown key, with a suggestion": (
        POLICY + "sevrity: error\n",
        "10:1: a policy has no key `sevrity` (did you mean `severity`?)",
    ),
    "a key twice": (POLICY + "why: again\n", "10:1: a policy has `why` twice"),
    "a missing key": (POLICY.replace("why: It hurts.\n", ""), "1:1: a policy lacks `why`"),
    "a key without a value": (POLICY.replace("why: It hurts.", "why:"), "9:5: `why` of a policy has no value"),
    "no severity": (POLICY.replace("severity: warning\n", ""), "1:1: a policy lacks `severity`"),
    "no requirement": (
        POLICY.replace("require: it.time >= duration('10s')\n", ""),
        "1:1: a policy lacks `require` (or `advisory`)",
    ),
    "both requirements": (
        ADVISORY + "require: it.busy\n",
        "11:10: an advisory has no `require`: it is that the version is not affected",
    ),
    "a number for text": (
        POLICY.replace('since: "0.1"', "since: 0.1"),
        "2:8: `since` has to be text: write it in quotes, as '0.1'",
    ),
    "a list for text": (POLICY.replace("why: It hurts.", "why: [a]"), "9:6: `why` has to be a single value"),
    "text for a list": (POLICY + "references: https://example.org\n", "10:13: `references` has to be a list"),
    "no such severity": (
        POLICY.replace("severity: warning", "severity: eror"),
        "3:11: `severity` is one of error, warning, note, not `eror` (did you mean `error`?)",
    ),
    "no such profile": (
        POLICY + "profile: all\n",
        "10:10: `profile` is one of default, recommended, pedantic, not `all`",
    ),
    "no such status": (POLICY + "status: beta\n", "10:9: `status` is one of stable, preview, not `beta`"),
    "an unconditional line before others": (
        POLICY.replace("severity: warning", "severity: [{is: error}, {is: note}]"),
        "3:12: only the last item of `severity` may lack `when`: those below it are never reached",
    ),
    "an unconditional line first": (
        POLICY.replace("severity: warning", "severity: [{is: error}, {when: it.permit, is: note}]"),
        "3:12: only the last item of `severity` may lack `when`: those below it are never reached",
    ),
    "a blank text": (POLICY.replace("title: Pings too often", "title: ' '"), "1:8: `title` is empty"),
    "a blank kind": (POLICY.replace("match: toy.client", "match: ''"), "4:8: `match` is empty"),
    "a blank expression": (POLICY.replace("where: it.permit", "where: ''"), "5:8: `where` is empty"),
    "a parameter that can't be named": (
        POLICY + "params: {größe: {type: int}}\n",
        "10:17: `größe` can't be the name of a parameter",
    ),
    # what is no text has no place in an order: the exception can't be looked for
    "a start that is a number, with an exception": (
        ADVISORY.replace('introduced: "0", fixed: "0.97.0"', 'introduced: 0.9, except: ["0.95.0"]'),
        "8:27: `introduced` has to be text: write it in quotes, as '0.9'",
    ),
    "an example without files": (
        POLICY + "examples: [{name: a, good: {}}]\n",
        "10:28: `good` has no file",
    ),
    "no unconditional line": (
        POLICY.replace("severity: warning", "severity: [{when: it.permit, is: error}]"),
        "3:12: the last item of `severity` has to do without `when`, so that there always is one",
    ),
    "no line at all": (POLICY.replace("severity: warning", "severity: []"), "3:11: `severity` is empty"),
    "a fix without edits": (POLICY + "fix: {title: a, safety: safe, edits: []}\n", "10:38: `edits` is empty"),
    "two verbs": (
        POLICY + "fix: {title: a, safety: safe, edits: [{set: it.time, remove: it.time, to: it.time}]}\n",
        "10:39: an edit has exactly one of set, remove, rename",
    ),
    "set without to": (POLICY + "fix: {title: a, safety: safe, edits: [{set: it.time}]}\n", "10:39: `set` lacks `to`"),
    "remove with to": (
        POLICY + "fix: {title: a, safety: safe, edits: [{remove: it.time, to: it.time}]}\n",
        "10:61: `remove` has no `to`",
    ),
    "for without as": (
        POLICY + "fix: {title: a, safety: safe, edits: [{remove: it.time, for: it.links}]}\n",
        "10:39: `for` and `as` go together",
    ),
    "a reserved name": (
        POLICY + "fix: {title: a, safety: safe, edits: [{remove: it.time, for: it.links, as: it}]}\n",
        "10:76: `it` can't be the name of an item",
    ),
    "a duration that is none": (
        POLICY + "params: {most: {type: duration, default: 10}}\n",
        "10:42: `default` has to be a duration such as 10s, not `10`",
    ),
    "a default of another type": (
        POLICY + "params: {most: {type: int, default: 1.5}}\n",
        "10:37: `default` has to be of type int, not `1.5`",
    ),
    "a bound that is a number": (
        ADVISORY.replace('"0.97.0"', "0.97"),
        "8:39: `fixed` has to be text: write it in quotes, as '0.97'",
    ),
    "no lower bound": (
        ADVISORY.replace('introduced: "0", ', ""),
        "8:14: an item of `affected` lacks `introduced` (or `versions`)",
    ),
    "two upper bounds": (
        ADVISORY.replace('fixed: "0.97.0"', 'fixed: "0.97.0", last_affected: "0.96.0"'),
        "8:14: `fixed` and `last_affected` exclude each other",
    ),
    "an unknown ecosystem": (
        ADVISORY.replace("ecosystem: Go", "ecosystem: go"),
        "7:24: `ecosystem` is one of Go, Maven, not `go`",
    ),
    "a name of another ecosystem": (
        ADVISORY.replace("ecosystem: Go", "ecosystem: Maven"),
        "7:37: a package of Maven is group:artifact, not `example.org/part`",
    ),
    "no evidence": (ADVISORY.replace("[https://example.org/1]", "[]"), "10:13: `evidence` is empty"),
    "evidence that is no address": (
        ADVISORY.replace("[https://example.org/1]", "['javascript:alert(1)']"),
        "10:14: an item of `evidence` is an address that begins with https:// (or http://)",
    ),
    "evidence that did two things": (
        ADVISORY.replace("[https://example.org/1]", "[{fixed: https://e.org/1, introduced: https://e.org/1}]"),
        "10:14: an item of `evidence` is an address, or has exactly one of fixed, introduced",
    ),
    "evidence that did something else": (
        ADVISORY.replace("[https://example.org/1]", "[{fixd: https://e.org/1}]"),
        "10:15: an item of `evidence` has no key `fixd` (did you mean `fixed`?)",
    ),
    "a fix that is no address": (
        ADVISORY.replace("[https://example.org/1]", "[{fixed: 'abc'}]"),
        "10:22: an item of `evidence` is an address that begins with https:// (or http://)",
    ),
    "nothing affected": (ADVISORY.replace('[{introduced: "0", fixed: "0.97.0"}]', "[]"), "8:13: `affected` is empty"),
    "no such class": (
        ADVISORY.replace("class: hang", "class: hand"),
        "9:10: `class` is one of " + ", ".join(CLASS_SEVERITY) + ", not `hand` (did you mean `hang`?)",
    ),
    "an example of two kinds": (
        POLICY + "examples: [{name: a, bad: «1», good: a}]\n",
        "10:12: an example has exactly one of bad, good, unknown, outside",
    ),
    "a fix of a good example": (
        POLICY + "examples: [{name: a, good: a, fixed: b}]\n",
        "10:38: only a bad example has `fixed`",
    ),
    "a bad example without a mark": (
        POLICY + "examples: [{name: a, bad: b}]\n",
        "10:27: a bad example marks the place of the finding with « and »",
    ),
}


@pytest.mark.parametrize(("text", "expected"), STRUCTURE.values(), ids=STRUCTURE)
def test_a_wrong_structure_is_a_fault_at_its_place(text: str, expected: str) -> None:
    assert expected in faults(text)


EXPRESSIONS = {
    "an unknown field": (POLICY.replace("it.permit", "it.permitt"), "permitt", "`toy.client` has no field `permitt`"),
    "an unknown name": (POLICY.replace("it.permit", "its.permit"), "its.", "its"),
    "a condition that is none": (
        POLICY.replace("where: it.permit", "where: it.time"),
        "it.time\nreq",
        "a condition is true or false, this is a duration",
    ),
    "mixed types": (POLICY.replace("duration('10s')", "10"), "it.time >=", "duration"),
    "no such kind": (
        POLICY.replace("toy.client", "toy.cliemt"),
        "toy.cliemt",
        "no system has the kind `toy.cliemt` (did you mean `toy.client`?)",
    ),
    "no path": (POLICY.replace("at: it.time", "at: 1 + 2"), "1 + 2", "this has to be a path: names joined by dots"),
    "an edit of an entity": (
        POLICY + "fix: {title: a, safety: safe, edits: [{remove: it}]}\n",
        "it}]",
        "this has to be a field: `it.` and names joined by dots",
    ),
    "an edit with the wrong type": (
        POLICY + "fix: {title: a, safety: safe, edits: [{set: it.time, to: it.permit}]}\n",
        "it.permit}]",
        "`to` has to be a duration, this is a bool",
    ),
    "an unknown item field": (
        POLICY + "fix: {title: a, safety: safe, edits: [{for: it.links, as: l, set: l.server.nope, to: true}]}\n",
        "nope",
        "nope",
    ),
    "a loop over no list": (
        POLICY + "fix: {title: a, safety: safe, edits: [{for: it.time, as: l, set: it.permit, to: true}]}\n",
        "it.time, as",
        "`for` needs a list, this is a duration",
    ),
    "a hole in the message": (POLICY.replace("{it.time}", "{it.tme}"), "tme}", "tme"),
    "a hole in a label": (POLICY + 'related: [{at: it.time, label: "a {it.nope}"}]\n', "nope", "nope"),
    "a hole in a title": (
        POLICY + 'fix: {title: "a {it.nope}", safety: safe, edits: [{remove: it.time}]}\n',
        "nope",
        "nope",
    ),
    "an unknown parameter": (POLICY.replace("duration('10s')", "params.most"), "most", "`params` has no field `most`"),
    "upgrade outside an advisory": (POLICY.replace("{it.time}", "{upgrade}"), "upgrade", "upgrade"),
    "a severity's condition": (
        POLICY.replace("severity: warning", "severity: [{when: it.nope, is: error}, {is: note}]"),
        "nope",
        "nope",
    ),
    "a bound of another scheme": (
        ADVISORY.replace("0.97.0", "not.a.version"),
        '"not.a',
        "`not.a.version` is no version (semver)",
    ),
    "a single affected version": (
        ADVISORY.replace('introduced: "0", fixed: "0.97.0"', "versions: [0.95.0, soon]"),
        "soon",
        "`soon` is no version (semver)",
    ),
    "a range that ends where it begins": (
        ADVISORY.replace('introduced: "0"', 'introduced: "0.97.0"'),
        '"0.97.0"}]',
        "`fixed` comes before `introduced`, so that nothing is affected",
    ),
    "a range that ends before it begins": (
        ADVISORY.replace('introduced: "0", fixed: "0.97.0"', 'introduced: "0.98.0", last_affected: "0.97.0"'),
        '"0.97.0"}]',
        "`last_affected` comes before `introduced`, so that nothing is affected",
    ),
    # `0` is before every version and none itself: as an end it would stop the run that asks for it
    "an end before everything": (ADVISORY.replace("0.97.0", "0"), '"0"}]', "`0` is no version (semver)"),
    "a last affected one before everything": (
        ADVISORY.replace('fixed: "0.97.0"', 'last_affected: "0"'),
        '"0"}]',
        "`0` is no version (semver)",
    ),
    "a single version before everything": (
        ADVISORY.replace('introduced: "0", fixed: "0.97.0"', 'versions: ["0"]'),
        '"0"]',
        "`0` is no version (semver)",
    ),
    "an exception before everything": (
        ADVISORY.replace('fixed: "0.97.0"', 'fixed: "0.97.0", except: ["0"]'),
        '"0"]}',
        "`0` is no version (semver)",
    ),
    "an exception that is not in the range": (
        ADVISORY.replace('fixed: "0.97.0"', 'fixed: "0.97.0", except: ["0.90.0", "0.97.0"]'),
        '"0.97.0"]',
        "`except` has 0.97.0, which is not in the range",
    ),
    "no version": (
        ADVISORY.replace('introduced: "0", fixed: "0.97.0"', "versions: []"),
        "[]",
        "`versions` is empty",
    ),
    "a package without a name": (ADVISORY.replace("example.org/part", '""'), '""', "`name` is empty"),
    "evidence that is nothing": (
        ADVISORY.replace("[https://example.org/1]", '[""]'),
        '""',
        "an item of `evidence` is an address that begins with https:// (or http://)",
    ),
    "a package of another order of versions": (
        ADVISORY.replace("{ecosystem: Go, name: example.org/part}", '{ecosystem: Maven, name: "a:b"}'),
        "{ecosystem",
        "`toy.part` has versions of semver, and no package of this ecosystem",
    ),
    "a kind without versions": (
        ADVISORY.replace("toy.part", "toy.client"),
        "package:",
        "an advisory needs a kind with `package` and `version`, which `toy.client` lacks",
    ),
}


def _at(text: str, start: str) -> str:
    """Line and column where ``start`` occurs first."""
    before = text[: text.index(start)]
    return f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: "


@pytest.mark.parametrize(("text", "start", "words"), EXPRESSIONS.values(), ids=EXPRESSIONS)
def test_a_wrong_expression_is_a_fault_at_the_wrong_word(text: str, start: str, words: str) -> None:
    found = faults(text)
    assert any(fault.startswith(_at(text, start)) and words in fault for fault in found), found


def test_a_place_inside_a_block_scalar_is_that_of_the_file() -> None:
    text = POLICY.replace("where: it.permit", "where: |\n  it.permit &&\n    it.nope")
    assert faults(text)[0].startswith(_at(text, "nope")) and "nope" in faults(text)[0]


def test_a_place_inside_a_quoted_scalar_is_that_of_the_file() -> None:
    text = POLICY.replace("where: it.permit", 'where: "\\x69t.permit && it.nope"')
    assert faults(text)[0].startswith(_at(text, "nope")) and "nope" in faults(text)[0]


def test_marks_are_placed_in_the_file_and_belong_to_bad_examples() -> None:
    text = POLICY + "examples:\n  - name: a\n    bad: |\n      a: «1»\n      b: »\n"
    assert faults(text) == ["14:10: » without «"]
    text = POLICY + "examples:\n  - name: a\n    good: |\n      a: 0\n      b: «1»\n"
    assert faults(text) == ["14:10: only a bad example has marks"]


def test_all_faults_of_a_file_come_at_once_in_order() -> None:
    text = POLICY.replace("it.permit", "it.nope").replace("severity: warning", "severity: bad") + "colour: red\n"
    places = [fault.split(": ")[0] for fault in faults(text)]
    assert places == ["3:11", "5:11", "10:1"]


def test_text_that_is_no_yaml_or_several_documents() -> None:
    assert [fault.split(":")[0] for fault in faults("a: [1\nb: 2\n")] == ["2"]
    assert faults(POLICY + "---\n" + POLICY) == ["11:1: a file holds one policy"]
    assert faults("# nothing\n") == ["1:1: the file is empty"]
    assert faults("- a\n")[0] == "1:1: a policy has to be a mapping"


def _write(folder: Path, files: dict[str, str | bytes]) -> str:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(folder)


def test_a_folder_gives_its_policies_in_order_of_their_ids(tmp_path: Path) -> None:
    folder = _write(
        tmp_path, {"toy/b.yaml": POLICY, "toy/a.yaml": ADVISORY, "other/z.yaml": POLICY, "toy/README.md": "x"}
    )
    assert [found.id for found in load(folder, KINDS)] == ["other/z", "toy/a", "toy/b"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_a_fault_and_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "toy").mkdir()
    os.mkfifo(tmp_path / "toy" / "a.yaml")
    (tmp_path / "toy" / "b.yaml").symlink_to(tmp_path / "gone")
    with pytest.raises(Faults) as caught:
        load(str(tmp_path), KINDS)
    assert [fault.message.partition(": ")[2] for fault in caught.value.faults] == [
        "it is a pipe or a device, and no file",
        "No such file or directory",
    ]


def test_a_folder_gives_the_faults_of_all_files_at_once(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "toy/a.yaml": POLICY + "x: 1\n",
        "toy/b.yaml": POLICY + "y: 1\n",
        "toy/c.yml": POLICY,
        "toy/Bad_Name.yaml": POLICY,
        "toy/deep/d.yaml": POLICY,
        "top.yaml": POLICY,
        "toy/e.yaml": b"title: \xff\x00",
        "toy/fine.yaml": POLICY,
    }
    folder = _write(tmp_path, files)
    with pytest.raises(Faults) as caught:
        load(folder, KINDS)
    found = [str(fault).removeprefix(folder + "/") for fault in caught.value.faults]
    assert [fault.split(": ")[0] for fault in found] == [
        "top.yaml",
        "toy/Bad_Name.yaml",
        "toy/a.yaml:10:1",
        "toy/b.yaml:10:1",
        "toy/c.yml",
        "toy/deep/d.yaml",
        "toy/e.yaml",
    ]
    assert found[4] == "toy/c.yml: a policy's file name ends in .yaml"
    assert found[1].endswith("lower-case words with hyphens between them")
    assert found[0].endswith("a policy lies at <system>/<name>.yaml")


def test_parameters_become_data() -> None:
    assert argument("10s", "duration") == seconds(10)
    assert argument(3, "float") == 3.0
    assert argument(None, "duration") is None
    with pytest.raises(ValueError, match="has to be of type int"):
        argument(True, "int")

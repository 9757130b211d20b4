"""No message says that something is unknown: what a hole shows is known whenever the policy fires."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from linter import resources
from linter.facts.base import FactBase
from linter.facts.duration import Duration
from linter.facts.value import Unknown
from linter.policy.arguments import Argument, argument
from linter.policy.bundle import all_kinds
from linter.policy.examples import unmark_all
from linter.policy.load import load
from linter.policy.model import ParamSpec, Policy
from linter.policy.programs import Programs
from linter.policy.trial import Trial
from linter.system import load_all
from tests.layouts import composed
from tests.unit.systems.otelcol.support import collector, facts_of

KINDS = all_kinds(load_all())
POLICIES = tuple(one for one in load(resources.folder("policies"), KINDS) if one.id.startswith("otelcol/"))
PROGRAMS = Programs(POLICIES, KINDS)
CORPUS = Path(__file__).parents[5] / "shared" / "corpus"
SCALAR = re.compile(r"(?<=: )[\w.:]+$", re.MULTILINE)
DEFAULTS: Mapping[str, Argument] = {"max_detection": Duration(1)}


def _default(name: str, spec: ParamSpec) -> Argument:
    return DEFAULTS.get(name, argument(spec.default, spec.type))


def holes(policy: Policy, facts: FactBase) -> Iterator[str]:
    """The holes of the message and the labels that are not known where ``policy`` fires."""
    arguments = {name: _default(name, spec) for name, spec in policy.params.items()}
    trial = Trial(PROGRAMS.of(policy.id), facts, arguments)
    names = {"upgrade": "1.0.0"} if policy.advisory is not None else {}
    for entity in facts.of(policy.match):
        if trial.where(entity) is not True or trial.broken(entity) is not True:
            continue
        scope = trial.scope(entity, names)
        shown = [policy.message, *(one.label for one in policy.related if trial.holds(one.when, scope) is True)]
        for text in shown:
            for hole in trial.compiled.message(text).holes:
                data = hole.program.evaluate(scope)
                if isinstance(data, Unknown) or data is None:
                    yield f"{policy.id}: {text.text[hole.start : hole.end]} of {entity.ref} is {data}"


def messages(name: str, facts: FactBase) -> list[str]:
    """What the policy ``name`` says where it fires."""
    compiled = PROGRAMS.of(name)
    trial, message = Trial(compiled, facts, {}), compiled.message(compiled.policy.message)
    firing = (one for one in facts.of(compiled.policy.match) if trial.where(one) is True and trial.broken(one) is True)
    return [message.render(trial.scope(one)) for one in firing]


NANOSECONDS = "has no unit and is taken for nanoseconds, so it is"


@pytest.mark.parametrize(
    ("keepalive", "said"),
    [
        ("time: 30", f"`keepalive.time: 30` {NANOSECONDS} 30ns, which gRPC raises to 10s with a warning"),
        ("time: 20000000000", f"`keepalive.time: 20000000000` {NANOSECONDS} 20s"),
        ("timeout: 30", f"`keepalive.timeout: 30` {NANOSECONDS} 30ns"),
    ],
)
def test_what_becomes_of_a_number_without_a_unit(keepalive: str, said: str) -> None:
    exporter = f"otlp:\n  endpoint: gateway:4317\n  keepalive: {{{keepalive}}}"
    assert messages("otelcol/duration-without-unit", facts_of({"a.yaml": collector(exporter)})) == [said]


def test_what_becomes_of_a_number_at_the_server() -> None:
    keepalive = "      keepalive:\n        server_parameters: {time: 5}"
    receiver = f"otlp:\n  protocols:\n    grpc:\n      endpoint: 0.0.0.0:4317\n{keepalive}"
    (said,) = messages("otelcol/duration-without-unit", facts_of({"a.yaml": collector(receivers=receiver)}))
    assert said.endswith(f"server_parameters.time: 5` {NANOSECONDS} 5ns, which gRPC raises to 1s with a warning")


def less_known(files: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """``files`` without what runs them, and with each value in turn filled in at run time only."""
    yield files
    yield {path: text for path, text in files.items() if "image:" not in text}
    for path, text in files.items():
        for value in SCALAR.finditer(text):
            yield {**files, path: f"{text[: value.start()]}${{env:X}}{text[value.end() :]}"}


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.id)
def test_examples(policy: Policy) -> None:
    for example in policy.examples:
        if example.kind == "bad":
            files, _ = unmark_all(composed(example, "otelcol"))
            for variant in less_known(files):
                assert list(holes(policy, facts_of(variant))) == []


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of public files is not beside this checkout")
def test_public_files() -> None:
    for path in sorted(CORPUS.glob("otelcol/**/*.yaml")):
        if path.is_file():
            facts = facts_of({path.name: path.read_bytes().decode("utf-8", "replace")})
            assert [found for policy in POLICIES for found in holes(policy, facts)] == []

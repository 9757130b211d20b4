"""The work of ``test-policies``: load, try, print."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from linter.cli import FOUND, OK
from linter.cli.asked import split
from linter.cli.catalogue import house
from linter.cli.terminal import put, today
from linter.faults import Faults, UsageFault
from linter.harness.bench import Bench, whole
from linter.policy.bundle import all_kinds, bundled
from linter.policy.extra import load_policies
from linter.policy.model import Example, Policy
from linter.report.counting import counted
from linter.report.printable import printable
from linter.settings.reader import suggestion
from linter.syntax.yaml import lean
from linter.system import load_all
from linter.text.folder import POLICIES, no_folder


def tried(given: Sequence[str], select: tuple[str, ...], day: str | None, *, quiet: bool) -> int:
    """Prints what is wrong with the policies of the folders ``given``; returns the exit code."""
    lean.load()
    folders = _folders(given)
    systems = load_all()
    kinds = all_kinds(systems)
    known = {policy.id for policy in bundled(kinds)}
    found: list[tuple[str, Policy]] = []
    for folder in folders:
        loaded = load_policies(folder, kinds, known)
        known.update(policy.id for policy in loaded)
        found += ((folder, policy) for policy in loaded)
    chosen = _chosen(found, split(select))
    bench = Bench(systems, folders, day or today())
    problems = 0
    for folder, policy in chosen:
        path = os.path.relpath(os.path.join(folder, *policy.path.split("/"))).replace(os.sep, "/")
        for line, column, problem in _problems(bench, policy):
            problems += 1
            put(f"{printable(f'{path}:{line}:{column}: {policy.id}: {problem}')}\n")
    if not quiet:
        examples = counted(sum(len(policy.examples) for _, policy in chosen), "examples")
        end = f"{counted(problems, 'problems')} found." if problems else "all as it should be."
        put(f"Tried {examples} of {counted(len(chosen), 'policies')}: {end}\n")
    return FOUND if problems else OK


def _problems(bench: Bench, policy: Policy) -> Iterator[tuple[int, int, str]]:
    """Each with its line and column in the policy file."""
    for problem in whole(policy):
        yield 1, 1, problem
    for example in policy.examples:
        for problem in _tried(bench, policy, example):
            yield *example.at, f"{example.kind} example `{example.name}`: {problem}"


def _tried(bench: Bench, policy: Policy, example: Example) -> Iterator[str]:
    try:
        yield from bench.problems(policy, example)
    except Faults as faults:
        for fault in faults.faults:
            yield f"its settings: {fault}"


def _folders(given: Sequence[str]) -> tuple[str, ...]:
    if not given:
        found = house(())
        if not found:
            raise UsageFault("name a folder of policies: the settings name none")
        return found
    for folder in given:
        if not os.path.isdir(folder):
            raise UsageFault(no_folder(folder, POLICIES))
    return tuple(dict.fromkeys(os.path.abspath(folder) for folder in given))


def _chosen(found: Sequence[tuple[str, Policy]], select: tuple[str, ...]) -> Sequence[tuple[str, Policy]]:
    ids = [policy.id for _, policy in found]
    for pattern in select:
        if not any(fnmatchcase(id_, pattern) for id_ in ids):
            raise UsageFault(f"--select: no policy there is called `{pattern}`{suggestion(pattern, ids)}")
    return [one for one in found if not select or any(fnmatchcase(one[1].id, pattern) for pattern in select)]

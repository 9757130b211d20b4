"""Fragments of all files to one base of facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Ref, Value
from linter.faults import Bug
from linter.syntax.document import Problem
from linter.system import Fragment, Join, Reading, Setup, System


def ordered(systems: Iterable[System]) -> list[tuple[System, Join]]:
    """The steps of all systems so that each follows those that emit what it reads; a cycle is a ``Bug``."""
    waiting = [(system, join) for system in systems for join in system.joins]
    done: list[tuple[System, Join]] = []
    while waiting:
        for index, (system, join) in enumerate(waiting):
            others = waiting[:index] + waiting[index + 1 :]
            if not any(kind in other.emits for _, other in others for kind in join.reads):
                done.append((system, join))
                waiting = others
                break
        else:
            raise Bug("the joins wait for each other: " + ", ".join(join.name for _, join in waiting))
    return done


def join_all(systems: Sequence[System], readings: Sequence[Reading], setup: Setup) -> FactBase:
    """Every fact that the readings hold."""
    by_system: dict[str, list[Fragment]] = {}
    facts = FactBase()
    for reading in readings:
        for fragment in reading.fragments:
            by_system.setdefault(fragment.system, []).append(fragment)
        for index, problem in enumerate(reading.problems):
            facts.add(_problem(problem, index))
    for system, join in ordered(systems):
        for stated in join.run(by_system.get(system.name, ()), facts, setup):
            facts.take(stated)
    return facts


def _problem(problem: Problem, index: int) -> Entity:
    doc = problem.place.doc
    return Entity(
        Ref("input.problem", f"{doc.id}!{problem.kind}!{index}"),
        problem.place,
        doc.path,
        f"{problem.kind}/{index}",
        {"kind": Value(problem.kind), "message": Value(problem.message), "sure": Value(True)},
    )

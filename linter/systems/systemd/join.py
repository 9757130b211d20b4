"""Units as workloads: each command with the files that it names, and its environment."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.value import Evidence, Items, Ref, Slot, Unknown, Value
from linter.pattern import pattern
from linter.syntax.document import Place
from linter.system import Fragment
from linter.systems.systemd.command import Argument, Environment, arguments, environment
from linter.systems.systemd.units import Environments, Unit, units, words

_FILE = pattern(r"(?:^|(?<=[=:,\s\"']))(?!\w+://)[^=:,\s\"']*[^=:,\s\"'/]\.(?:ya?ml|json)(?=$|[,:\s\"'])")
_LOCKED = "a unit has to be changed by hand"
_ENGINES = ("docker", "podman", "nerdctl", "ctr")
"""Programs that run a container, whose network is its own."""


def join(fragments: Sequence[Fragment]) -> Iterator[Entity]:
    """The ``deploy.workload``, ``deploy.container`` and ``deploy.mount`` entities of each unit that runs something."""
    files = Environments(fragments)
    for unit in units(fragments):
        around = environment(unit, files)
        lines = [words(key) for key in unit.settings if key.key == "ExecStart"]
        commands = [tuple(arguments(line, around)) for line in lines]
        if commands:
            yield _workload(unit, commands)
            for row, command in enumerate(commands):
                yield _container(unit, command, around, row)
                yield from _mounts(unit, command, row)


def _ref(unit: Unit) -> Ref:
    return Ref("deploy.workload", f"{unit.place.doc.id}!{unit.name}")


def _workload(unit: Unit, commands: Sequence[Sequence[Argument]]) -> Entity:
    programs = [command[0].text for command in commands if command]
    engine = any(isinstance(one, str) and posixpath.basename(one) in _ENGINES for one in programs)
    fields = {
        "name": Value(unit.name.removesuffix(".service"), "written"),
        "namespace": Value(None),
        "platform": Value(None),
        "scope": Value(posixpath.dirname(unit.place.path) or "."),
        "kind": Value("unit"),
        "replicas": Value(None),
        "own_network": Value(None if engine else False),
    }
    return Entity(_ref(unit), unit.place, f"unit {unit.name}", unit.name, fields)


def _name(row: int) -> str:
    return str(row) if row else ""


def _container(unit: Unit, command: Sequence[Argument], around: Environment, row: int) -> Entity:
    values = tuple(Value(one.text, "written", _slot(one.place, row)) for one in command)
    known = not unit.unsure and not any(isinstance(one.text, Unknown) for one in command)
    given = tuple(
        Value(f"{name}={one.text}", "written", _slot(one.place, row)) for name, one in around.variables.items()
    )
    fields = {
        "workload": Value(_ref(unit)),
        "name": Value(_name(row)),
        "image": Value(None),
        "args": Value(Items(values, known), "written"),
        "environment": Value(Items(given, complete=not around.missing)),
    }
    ref = Ref("deploy.container", f"{_ref(unit).id}/{row}")
    return Entity(ref, unit.place, f"command of unit {unit.name}", f"{unit.name}/{row}", fields)


def _slot(place: Place, row: int) -> Slot:
    return Slot(place, ("ExecStart", row), 2, locked=_LOCKED)


def _mounts(unit: Unit, command: Sequence[Argument], row: int) -> Iterator[Entity]:
    """Files that the command names, told by their endings; the input's are found by the ends of their paths."""
    folder = next((word.text for key in unit.settings if key.key == "WorkingDirectory" for word in words(key)), "/")
    seen: set[str] = set()
    for one in command[1:]:
        for found in _FILE.finditer(one.text) if isinstance(one.text, str) else ():
            target = posixpath.normpath(posixpath.join("/", folder.lstrip("-"), found[0]))
            if target in seen or "$" in target or "%" in target:
                continue
            seen.add(target)
            evidence = (Evidence(f"named in the command of unit {unit.name}", one.place),)
            fields = {
                "workload": Value(_ref(unit)),
                "container": Value(_name(row)),
                "source": Value(f"**{target}", "written", None, evidence),
                "target": Value(target, "written", _slot(one.place, row)),
            }
            ref = Ref("deploy.mount", f"{_ref(unit).id}/{row}/{len(seen)}")
            yield Entity(ref, one.place, f"{target} of unit {unit.name}", f"{unit.name}/{row}/{target}", fields)

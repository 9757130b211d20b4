"""Units as workloads: each command with the files that it names, and its environment."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.holes import spans
from linter.facts.image import Written, image_fields, split
from linter.facts.value import Evidence, Items, Ref, Slot, Unknown, Value
from linter.pattern import pattern
from linter.record import replace
from linter.syntax.document import Place
from linter.system import Fragment
from linter.systems.systemd.command import Argument, Given, arguments, environment
from linter.systems.systemd.engine import Bind, Run, is_engine, read
from linter.systems.systemd.units import Environments, Unit, units, words

_FILE = pattern(r"(?:^|(?<=[=:,\s\"']))(?!\w+://)[^=:,\s\"']*[^=:,\s\"'/]\.(?:ya?ml|json)(?=$|[,:\s\"'])")
_ENDINGS = (".yaml", ".yml", ".json")
_LOCKED = "a unit has to be changed by hand"


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
                if not is_engine(command):
                    yield _container(unit, row, command, around.variables.items(), not around.missing, None)
                    yield from _mounts(unit, row, _named(unit, command))
                elif (run := read(command)) is not None:
                    yield from _run(unit, row, run)


def _ref(unit: Unit) -> Ref:
    return Ref("deploy.workload", f"{unit.place.doc.id}!{unit.name}")


def _workload(unit: Unit, commands: Sequence[Sequence[Argument]]) -> Entity:
    networks = {_own_network(command) for command in commands}
    fields = {
        "name": Value(unit.name.removesuffix(".service"), "written"),
        "namespace": Value(None),
        "platform": Value(None),
        "scope": Value(posixpath.dirname(unit.place.path) or "."),
        "kind": Value("unit"),
        "replicas": Value(None),
        "own_network": Value(networks.pop() if len(networks) == 1 else None),
    }
    return Entity(_ref(unit), unit.place, f"unit {unit.name}", unit.name, fields)


def _own_network(command: Sequence[Argument]) -> bool | None:
    """Whether the loopback address is the program's own; ``None`` where that can't be told."""
    if not is_engine(command):
        return False
    run = read(command)
    return None if run is None else {"": True, "bridge": True, "host": False}.get(run.network)


def _name(row: int) -> str:
    return str(row) if row else ""


def _run(unit: Unit, row: int, run: Run) -> Iterator[Entity]:
    """The entities of a container that a command runs."""
    image = _image(unit, row, run.image)
    yield image
    given = [one.text.partition("=") for one in run.variables if isinstance(one.text, str)]
    variables = [(name, Given(text, unit.place)) for name, _, text in given]
    yield _container(unit, row, run.args, variables, run.whole, image)
    yield from _mounts(unit, row, _bound(unit, run))


def _image(unit: Unit, row: int, word: Argument) -> Entity:
    slot = _slot(word.place, row)
    evidence = (Evidence(f"image in the command of unit {unit.name}", word.place),)
    known: dict[str, Value] = dict.fromkeys(
        ("reference", "repository", "tag", "digest"),
        Value(word.text if isinstance(word.text, Unknown) else None, "written", slot, evidence),
    )
    if isinstance(word.text, str):
        token = (word.place.start, word.place.end) if word.written else None
        known = dict(image_fields(Written(word.text, slot, spans(word.text), token, evidence=evidence)))
        tag, parts = known["tag"], split(word.text)
        if word.written and isinstance(tag.data, str) and parts is not None and parts.digest is None:
            start = word.place.start + parts.tag_start
            end = start + len(tag.data)
            known["tag"] = replace(tag, slot=Slot(Place(word.place.doc, start, end), (start, end), 2))
    fields = {"workload": Value(_ref(unit)), "container": Value(_name(row)), **known}
    ref = Ref("deploy.image", f"{_ref(unit).id}/{row}")
    return Entity(ref, word.place, f"image of unit {unit.name}", f"{unit.name}/{row}/image", fields)


def _container(
    unit: Unit,
    row: int,
    command: Sequence[Argument],
    variables: Iterable[tuple[str, Given]],
    whole: bool,
    image: Entity | None,
) -> Entity:
    values = tuple(Value(one.text, "written", _slot(one.place, row)) for one in command)
    known = not unit.unsure and not any(isinstance(one.text, Unknown) for one in command)
    given = tuple(Value(f"{name}={one.text}", "written", _slot(one.place, row)) for name, one in variables)
    fields = {
        "workload": Value(_ref(unit)),
        "name": Value(_name(row)),
        "image": Value(image.ref if image is not None else None),
        "args": Value(Items(values, known), "written"),
        "environment": Value(Items(given, whole)),
    }
    ref = Ref("deploy.container", f"{_ref(unit).id}/{row}")
    return Entity(ref, unit.place, f"command of unit {unit.name}", f"{unit.name}/{row}", fields)


def _slot(place: Place, row: int) -> Slot:
    return Slot(place, ("ExecStart", row), 2, locked=_LOCKED)


def _named(unit: Unit, command: Sequence[Argument]) -> Iterator[Bind]:
    """Files that the command names, told by their endings."""
    folder = next((word.text for key in unit.settings if key.key == "WorkingDirectory" for word in words(key)), "/")
    for one in command[1:]:
        for target in _files(one, folder.lstrip("-")):
            yield Bind(target, target, one.place)


def _bound(unit: Unit, run: Run) -> Iterator[Bind]:
    """The files of a container that can be told: those bound one by one, and those that it names in bound folders."""
    base = posixpath.dirname(unit.place.path)
    for bind in run.binds:
        source = (
            bind.source if bind.source.startswith("/") else posixpath.normpath(posixpath.join("/", base, bind.source))
        )
        if bind.target.endswith(_ENDINGS):
            yield bind._replace(source=source)
        for one in run.args:
            for target in _files(one, "/"):
                if target.startswith(f"{bind.target}/"):
                    yield Bind(source.rstrip("/") + target[len(bind.target) :], target, one.place)


def _files(one: Argument, folder: str) -> Iterator[str]:
    for found in _FILE.finditer(one.text) if isinstance(one.text, str) else ():
        target = posixpath.normpath(posixpath.join("/", folder, found[0]))
        if "$" not in target and "%" not in target:
            yield target


def _mounts(unit: Unit, row: int, files: Iterable[Bind]) -> Iterator[Entity]:
    """A ``deploy.mount`` for each file; those of the input are found by the ends of their paths on the machine."""
    seen: set[str] = set()
    for bind in files:
        if bind.target in seen:
            continue
        seen.add(bind.target)
        evidence = (Evidence(f"named in the command of unit {unit.name}", bind.place),)
        fields = {
            "workload": Value(_ref(unit)),
            "container": Value(_name(row)),
            "source": Value(f"**{bind.source}", "written", None, evidence),
            "target": Value(bind.target, "written", _slot(bind.place, row)),
        }
        ref = Ref("deploy.mount", f"{_ref(unit).id}/{row}/{len(seen)}")
        yield Entity(ref, bind.place, f"{bind.target} of unit {unit.name}", f"{unit.name}/{row}/{bind.target}", fields)

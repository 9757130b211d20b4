"""Commands that run a container: which image, with which files, variables and arguments.

Sources: docker/cli cli/command/container/{opts,run}.go; docs.podman.io, podman-run(1).
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.document import Place
from linter.systems.systemd.command import Argument

_ENGINES = ("docker", "podman", "nerdctl")
_SWITCHES = frozenset(
    (
        *("interactive", "tty", "rm", "privileged", "publish-all", "no-healthcheck", "oom-kill-disable", "init"),
        *("read-only", "detach", "sig-proxy", "quiet", "disable-content-trust", "use-api-socket"),
        *("replace", "rmi", "no-hosts", "no-hostname", "env-host", "http-proxy", "tls-verify", "passwd"),
    )
)
"""Options that take no word after them."""

_LETTERS = frozenset("itdPq")
_SHORT = {"v": "volume", "e": "env", "net": "network"}
_MOUNT = pattern(r"(?:^|,)(source|src|target|dst|destination)=([^,]*)")


class Bind(NamedTuple):
    """A path of the machine and where the container sees it."""

    source: str
    target: str
    place: Place


class Run(NamedTuple):
    """A container: its image, the files it sees, and what it is told. ``whole`` is whether the variables are all."""

    image: Argument
    args: tuple[Argument, ...]
    binds: tuple[Bind, ...]
    variables: tuple[Argument, ...]
    whole: bool
    network: str = ""


def is_engine(command: Sequence[Argument]) -> bool:
    """Whether the program runs containers."""
    program = command[0].text if command else ""
    return isinstance(program, str) and posixpath.basename(program) in _ENGINES


def read(command: Sequence[Argument]) -> Run | None:
    """The container that ``command`` runs; ``None`` where that can't be told."""
    words = [one.text if isinstance(one.text, str) else None for one in command]
    if "run" not in words or not _plain(words[1 : words.index("run")]):
        return None
    options: list[tuple[str, Argument]] = []
    at = words.index("run") + 1
    while at < len(words):
        text = words[at]
        if text is None:
            return None
        if not text.startswith("-") or text == "-":
            return _run(command[at], tuple(command[at + 1 :]), options)
        name, equals, value = text.lstrip("-").partition("=")
        short = not text.startswith("--")
        if short and not equals and len(name) > 1 and name[0] not in _LETTERS:
            name, equals, value = name[0], "=", name[1:]
        if equals:
            options.append((_SHORT.get(name, name), command[at]._replace(text=value)))
        elif not (set(name) <= _LETTERS if short else name in _SWITCHES) and at + 1 < len(words):
            at += 1
            options.append((_SHORT.get(name, name), command[at]))
        at += 1
    return None


def _plain(words: Sequence[str | None]) -> bool:
    """Whether these lead to the program's own `run`: options with their values, and the word `container`."""
    before = ""
    for word in words:
        if word is None or not (word == "container" or word.startswith("-") or before.startswith("-")):
            return False
        before = word
    return True


def _run(image: Argument, args: tuple[Argument, ...], options: Sequence[tuple[str, Argument]]) -> Run:
    binds: list[Bind] = []
    variables: list[Argument] = []
    whole, network = True, ""
    for name, one in options:
        text = one.text
        if isinstance(text, Unknown):
            whole = whole and name != "env"
        elif name in ("volume", "mount"):
            binds += _bound(name, text, one.place)
        elif name == "env" and "=" in text:
            variables.append(one)
        elif name in ("env", "env-file"):
            whole = False
        elif name == "entrypoint":
            args = (one, *args)
        elif name in ("network", "net"):
            network = text
    return Run(image, args, tuple(binds), tuple(variables), whole, network)


def _bound(name: str, text: str, place: Place) -> list[Bind]:
    """The bind mount of ``SOURCE:TARGET[:OPTIONS]``, or of ``type=bind,source=…,target=…``."""
    if name == "mount":
        given = dict(_MOUNT.findall(text))
        source = given.get("source") or given.get("src") or ""
        target = given.get("target") or given.get("dst") or given.get("destination") or ""
    else:
        source, target = (*text.split(":"), "")[:2]
    return [Bind(source, posixpath.normpath(target), place)] if source.startswith(("/", ".")) and target else []

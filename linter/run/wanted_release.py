"""The release that a flag asks for, as people write them: in full, as the only one of a line, or `latest`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from typing import get_args

from linter import resources
from linter.faults import UsageFault
from linter.policy.previews import preview
from linter.policy.releases import releases_of_system
from linter.system import System
from linter.versions.version import Scheme, Version, parse

_LATEST = "latest"


def newest_release(system: System) -> Version:
    """The newest release of ``system`` that is known."""
    return max(_known(system))


def wanted_release(system: System, flag: str, text: str) -> Version:
    """The release of ``system`` that ``text`` names; raises ``UsageFault`` where it is none, or one of several.

    What is written out counts first, then a line of releases (`0.157`) if there is but one in it. The newest of several
    is not meant by a line: to say `3.3` and to get 3.3.6 is as wrong as to get 3.3.0.
    """
    known = _known(system)
    shipped = [each for each in _known(system, unshipped=False) if not preview(each)]
    if text == _LATEST:
        return max(shipped)
    plain = text.removeprefix("v")
    exact = next((each for each in known if each.text == plain), None)
    line = sorted(each for each in shipped if each.text.startswith(f"{plain}."))
    if exact is None and len(line) == 1:
        return line[0]
    if exact is None and line:
        span = f"{line[0]} to {line[-1]}"
        raise UsageFault(f"{flag}: `{text}` is more than one release of {system.title} ({span}): say which")
    version = exact or _parsed(system, plain)
    if version is None:
        raise UsageFault(f"{flag}: `{text}` is no version of {system.title}, such as {max(known)}, nor `{_LATEST}`")
    if version not in known:
        told = f"{flag}: {system.title} {text} is not among the releases that are known ({_around(version, known)})"
        raise UsageFault(told)
    return next(each for each in known if each == version)


def _parsed(system: System, text: str) -> Version | None:
    scheme = next(kind.fields["version"].of for kind in system.kinds.values() if kind.subject)
    return next((parse(each, text) for each in get_args(Scheme) if each == scheme), None)


def _around(version: Version, known: Collection[Version]) -> str:
    """The releases that ``version`` lies between."""
    ordered = sorted(known)
    at = bisect_left(ordered, version)
    if at == len(ordered):
        return f"up to {ordered[-1]}"
    return f"the next one is {ordered[0]}" if at == 0 else f"beside it there are {ordered[at - 1]} and {ordered[at]}"


def _known(system: System, *, unshipped: bool = True) -> frozenset[Version]:
    return releases_of_system(resources.folder("schemas"), system.name, unshipped=unshipped)

"""What a judgement depends on beside facts and policies."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from linter.facts.value import Data, Slot
from linter.finding import Profile
from linter.policy.model import Param
from linter.policy.support import Line
from linter.record import NOTHING, dataclass
from linter.settings.item import Spot
from linter.settings.overrides import Override
from linter.versions.version import Version


def plain(_kind: str, data: Data, _slot: Slot) -> str:
    """Data as its own text, for want of a system that knows better."""
    return str(data).lower() if isinstance(data, bool) else str(data)


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """Which policies are asked for, and how; patterns are ids or globs over them (``otelcol/*``).

    Without ``select`` every policy of the profile runs. With it only matching ones do, and one that is named in full
    runs under any profile and while it is a preview. ``ignore`` wins over ``select``. ``severity`` gives a policy one
    severity for all cases, or ``off``; the last matching pattern wins. ``params`` is by policy id, durations as text.
    ``held`` are ids of policies that run only where previews do. ``overrides`` are for findings in some files.
    ``named`` says where the settings name policies and parameters, by key and name: ``params a/b most``.

    ``releases`` are ascending versions by package or glob over packages, ``known`` those of all packages of a system by
    its name; what is not among them is judged with care. ``support`` says which of them get fixes;
    ``render`` writes data as the text that belongs at a slot, as the system of an entity's kind has it.
    """

    profile: Profile = "default"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Mapping[str, str] = NOTHING
    params: Mapping[str, Mapping[str, Param]] = NOTHING
    preview: bool = False
    held: frozenset[str] = frozenset()
    overrides: tuple[Override, ...] = ()
    named: Mapping[str, Spot] = NOTHING
    releases: Mapping[str, tuple[Version, ...]] = NOTHING
    known: Mapping[str, tuple[Version, ...]] = NOTHING
    support: Mapping[str, tuple[Line, ...]] = NOTHING
    render: Callable[[str, Data, Slot], str] = plain

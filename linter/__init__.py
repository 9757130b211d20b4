"""Static linter and policy checker for OpenTelemetry Collector and Apache Dubbo configuration.

``check`` does the work, ``load_options`` reads settings, and the rest is what these two take, give and raise. The
public names are those of ``__all__``; they are imported when they are first used, as the command starts without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from linter._version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from linter.api import check, load_options
    from linter.facts.value import Ref, Slot
    from linter.faults import Bug, Fault, Faults, PolicyFault, UsageFault
    from linter.finding import Change, Finding, Fix, Ignored, Patch, Related, Result, Severity, Unjudged, Way
    from linter.options import Options
    from linter.settings.ignores import IgnoreEntry
    from linter.settings.item import PairPlaces, Spot
    from linter.settings.overrides import Override
    from linter.syntax.document import DocRef, Place
    from linter.system import Skip
    from linter.text.edit import Edit

__all__ = [
    "Bug",
    "Change",
    "DocRef",
    "Edit",
    "Fault",
    "Faults",
    "Finding",
    "Fix",
    "IgnoreEntry",
    "Ignored",
    "Options",
    "Override",
    "PairPlaces",
    "Patch",
    "Place",
    "PolicyFault",
    "Ref",
    "Related",
    "Result",
    "Severity",
    "Skip",
    "Slot",
    "Spot",
    "Unjudged",
    "UsageFault",
    "Way",
    "__version__",
    "check",
    "load_options",
]

_HOMES = {
    "linter.api": ("check", "load_options"),
    "linter.facts.value": ("Ref", "Slot"),
    "linter.faults": ("Bug", "Fault", "Faults", "PolicyFault", "UsageFault"),
    "linter.finding": (
        "Change",
        "Finding",
        "Fix",
        "Ignored",
        "Patch",
        "Related",
        "Result",
        "Severity",
        "Unjudged",
        "Way",
    ),
    "linter.options": ("Options",),
    "linter.settings.ignores": ("IgnoreEntry",),
    "linter.settings.item": ("PairPlaces", "Spot"),
    "linter.settings.overrides": ("Override",),
    "linter.syntax.document": ("DocRef", "Place"),
    "linter.system": ("Skip",),
    "linter.text.edit": ("Edit",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

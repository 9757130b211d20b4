"""Static linter and policy checker for OpenTelemetry Collector and Apache Dubbo configuration.

The public names are imported when they are first used: the command starts without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from linter._version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from linter.faults import Bug, Fault, Faults, PolicyFault, UsageFault
    from linter.finding import Change, Finding, Fix, Patch, Related, Result, Safety, Severity, Unjudged
    from linter.fix.diff import unified
    from linter.fix.draft import patches
    from linter.fix.plan import plan
    from linter.fix.prove import Proof, prove
    from linter.fix.write import WriteFault, write_files
    from linter.options import Flags, Options
    from linter.options import load as load_options
    from linter.run.check import Request, Run, check
    from linter.syntax.document import Place
    from linter.text.edit import Edit
    from linter.text.source import Source

__all__ = [
    "Bug",
    "Change",
    "Edit",
    "Fault",
    "Faults",
    "Finding",
    "Fix",
    "Flags",
    "Options",
    "Patch",
    "Place",
    "PolicyFault",
    "Proof",
    "Related",
    "Request",
    "Result",
    "Run",
    "Safety",
    "Severity",
    "Source",
    "Unjudged",
    "UsageFault",
    "WriteFault",
    "__version__",
    "check",
    "load_options",
    "patches",
    "plan",
    "prove",
    "unified",
    "write_files",
]

_HOMES = {
    "linter.faults": ("Bug", "Fault", "Faults", "PolicyFault", "UsageFault"),
    "linter.finding": (
        "Change",
        "Finding",
        "Fix",
        "Patch",
        "Related",
        "Result",
        "Safety",
        "Severity",
        "Unjudged",
    ),
    "linter.fix.diff": ("unified",),
    "linter.fix.draft": ("patches",),
    "linter.fix.plan": ("plan",),
    "linter.fix.prove": ("Proof", "prove"),
    "linter.fix.write": ("WriteFault", "write_files"),
    "linter.options": ("Flags", "Options", "load_options"),
    "linter.run": ("Request", "Run", "check"),
    "linter.syntax.document": ("Place",),
    "linter.text.edit": ("Edit",),
    "linter.text.source": ("Source",),
}
_RENAMED = {"load_options": "load"}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            value: object = getattr(import_module(home), _RENAMED.get(name, name))
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""PyYAML's C parser without the Python parser, constructor and dumper that ``import yaml`` brings along.

They take two thirds of that import's time, which is a tenth of a short run. For programs that own their process: a
library must not decide for others how they import.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

_PARTS = ("reader", "scanner", "parser", "composer", "constructor", "emitter", "serializer", "representer")
"""The modules of which the C extension takes nothing but the class ``<Part>Error``."""


def load() -> bool:
    """Loads the C parser; whether that was done, which it is not where PyYAML is loaded already or differs.

    ``yaml`` is left as a module that becomes the whole package as soon as anybody asks it for more; its modules can be
    imported as ever. Not for use while other threads import.
    """
    if "yaml" in sys.modules:
        return False
    before = set(sys.modules)
    try:
        _load()
    except Exception:  # whatever PyYAML's next release does, the plain import is the way out
        for name in set(sys.modules) - before:
            if name.partition(".")[0] == "yaml":
                del sys.modules[name]
        return False
    return True


def _load() -> None:
    from importlib import import_module
    from importlib.util import find_spec, module_from_spec

    spec = find_spec("yaml")
    if spec is None:
        raise ImportError("no PyYAML")
    package = module_from_spec(spec)
    sys.modules["yaml"] = package
    for name in ("error", "tokens", "events", "nodes"):
        part = import_module(f"yaml.{name}")
        vars(package).update({key: value for key, value in vars(part).items() if not key.startswith("_")})
        setattr(package, name, part)
    for name in _PARTS:
        stand_in = ModuleType(f"yaml.{name}")
        error = f"{name.capitalize()}Error"
        setattr(stand_in, error, _error(error, package))
        setattr(package, name, stand_in)
    extension = import_module("yaml._yaml")
    for name in _PARTS:
        delattr(package, name)
    vars(package)["__getattr__"] = _completion(package, extension, spec.loader)


def _error(name: str, package: ModuleType) -> type:
    """A stand-in for the error class that the extension raises."""
    if name != "ReaderError":
        return type(name, (package.MarkedYAMLError,), {})

    class ReaderError(package.YAMLError):  # type: ignore[name-defined,misc]
        def __init__(self, *fields: Any) -> None:
            super().__init__(*fields)

    return ReaderError


def _completion(package: ModuleType, extension: ModuleType, loader: Any) -> Callable[[str], Any]:
    """What makes ``package`` whole on the first access to something it lacks."""

    def complete(name: str) -> Any:
        del package.__getattr__
        loader.exec_module(package)
        for part in _PARTS:
            error = f"{part.capitalize()}Error"
            setattr(extension, error, getattr(sys.modules[f"yaml.{part}"], error))
        return getattr(package, name)

    return complete

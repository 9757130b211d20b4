"""``dataclass``, with the methods written when they are first needed.

The standard decorator compiles six methods for each class while a module is imported, about 0.6 ms a class; one run
uses a third of the classes it imports, and start-up is a feature. Here a class gets its slots at once and its methods
with its first use. The only form is ``dataclass(frozen=True, slots=True)`` with ``eq`` and ``order`` as in the standard
library, whose ``replace`` and ``fields`` work on instances. Classes have no bases and no ``__post_init__``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  the checker knows the standard one
else:

    def dataclass(*, frozen, slots, eq=True, order=False):
        """A decorator for frozen classes with slots."""
        if not (frozen and slots):
            raise TypeError("only frozen classes with slots")
        wanted = ["__init__", "__repr__", "__setattr__", "__delattr__"]
        wanted += ["__eq__", "__hash__"] if eq else []
        wanted += ["__lt__", "__le__", "__gt__", "__ge__"] if order else []
        return lambda cls: _slotted(cls, wanted, eq, order)

    def _slotted(cls, wanted, eq, order):
        """``cls`` made anew with slots; its defaults wait for the real decorator."""
        if cls.__bases__ != (object,) or hasattr(cls, "__post_init__"):
            raise TypeError(f"{cls.__qualname__}: no bases and no __post_init__")
        own = dict(cls.__dict__)
        annotations = own.get("__annotations__", {})
        defaults = {name: own.pop(name) for name in annotations if name in own}
        for name in ("__dict__", "__weakref__"):
            own.pop(name, None)
        wanted = [name for name in wanted if name not in own or (name == "__hash__" and own[name] is None)]
        own["__slots__"] = tuple(annotations)
        own["__match_args__"] = own["__slots__"]
        own["__getstate__"], own["__setstate__"] = _getstate, _setstate
        made = type(cls.__name__, (), own)

        def finish():
            _finish(made, annotations, defaults, wanted, eq, order)

        for name in wanted:
            setattr(made, name, _first_use(name, made, finish))
        return made

    def _first_use(name, made, finish):
        def method(self, *args, **given):
            finish()
            return getattr(made, name)(self, *args, **given)

        return method

    def _finish(made, annotations, defaults, wanted, eq, order):
        """Gives ``made`` what the standard decorator makes for a class of the same fields."""
        from dataclasses import dataclass as standard

        body = {**defaults, "__annotations__": annotations, "__module__": made.__module__, "__doc__": made.__doc__}
        full = standard(frozen=True, eq=eq, order=order)(type(made.__name__, (), body))
        full.__qualname__ = made.__qualname__
        for name in (*wanted, "__dataclass_fields__", "__dataclass_params__"):
            setattr(made, name, full.__dict__[name])

    def _getstate(self):
        return [getattr(self, name) for name in self.__slots__]

    def _setstate(self, state):
        for name, value in zip(self.__slots__, state, strict=True):
            object.__setattr__(self, name, value)

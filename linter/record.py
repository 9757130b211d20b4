"""``dataclass``, in a form that costs little at start-up.

The standard decorator compiles six methods for each class while a module is imported, about 0.9 ms a class on the
machine where it was measured: a third of a run's time. Here a class gets its slots at once, its ``__init__`` is
compiled when its first instance is made, and the other methods are shared. The only form is
``dataclass(frozen=True, slots=True)``, with ``eq`` and ``order`` as in the standard library; classes have no bases, no
``field()`` and no ``__post_init__``. ``replace`` is the standard one's twin.

``NamedTuple`` is the standard one's twin for the same reason: that one also compiles every annotation.

That instances are frozen is for the type checker to see to. The standard library's guard would make each of them take
more than twice as long to create, and creating them is a third of the work of joining facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

NOTHING: Mapping[str, Any] = MappingProxyType({})
"""An empty mapping for defaults."""

if TYPE_CHECKING:  # to the type checker these are the standard ones
    from dataclasses import dataclass as dataclass  # noqa: PLC0414
    from dataclasses import replace as replace  # noqa: PLC0414
    from typing import NamedTuple as NamedTuple  # noqa: PLC0414
else:
    try:
        from _collections import _tuplegetter  # what the standard one uses where it can, too
    except ImportError:
        from operator import itemgetter

        def _tuplegetter(at, doc):
            return property(itemgetter(at), doc=doc)

    def dataclass(*, frozen, slots, eq=True, order=False):
        """A decorator for frozen classes with slots."""
        if not (frozen and slots):
            raise TypeError("only frozen classes with slots")
        return lambda cls: _slotted(cls, eq, order)

    def replace(record, /, **changes):
        """``record`` with other values for the fields named."""
        return type(record)(**({name: getattr(record, name) for name in record.__slots__} | changes))

    def _slotted(cls, eq, order):
        """``cls`` made anew with slots."""
        own = dict(cls.__dict__)
        if cls.__bases__ != (object,) or "__post_init__" in own:
            raise TypeError(f"{cls.__qualname__}: no bases and no __post_init__")
        names = tuple(own.get("__annotations__", ()))
        defaults = {name: own.pop(name) for name in names if name in own}
        for name in ("__dict__", "__weakref__"):
            own.pop(name, None)
        if "__eq__" in own and own.get("__hash__") is None:
            own.pop("__hash__", None)
        methods = {"__init__": _first_init(names, defaults), "__repr__": _repr, "__setstate__": _setstate}
        methods["__getstate__"] = _getstate
        if eq:
            methods |= _comparisons(attrgetter(*names) if names else type, order)
        return type(cls.__name__, (), {**methods, **own, "__slots__": names, "__match_args__": names})

    def _first_init(names, defaults):
        """An ``__init__`` that compiles the real one, puts it in its place and calls it."""

        def __init__(self, *args, **given):
            cls = type(self)
            parameters = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names)
            lines = [f"    self.{name} = {name}" for name in names] or ["    pass"]
            scope = {"defaults": defaults}
            exec("\n".join([f"def __init__(self, {parameters}):", *lines]), scope)  # noqa: S102  our own field names
            cls.__init__ = scope["__init__"]
            cls.__init__.__qualname__ = f"{cls.__qualname__}.__init__"
            cls.__init__(self, *args, **given)

        return __init__

    def _comparisons(key, order):
        """The methods that compare two instances by their fields."""

        def __eq__(self, other):
            return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

        def __hash__(self):
            return hash(key(self))

        if not order:
            return {"__eq__": __eq__, "__hash__": __hash__}

        def __lt__(self, other):
            return key(self) < key(other) if other.__class__ is self.__class__ else NotImplemented

        def __le__(self, other):
            return key(self) <= key(other) if other.__class__ is self.__class__ else NotImplemented

        return {"__eq__": __eq__, "__hash__": __hash__, "__lt__": __lt__, "__le__": __le__}

    def _getstate(self):
        return [getattr(self, name) for name in self.__slots__]

    def _setstate(self, state):
        for name, value in zip(self.__slots__, state, strict=True):
            setattr(self, name, value)

    def _repr(self):
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__qualname__}({shown})"

    class _Tuples(type):
        """Makes a class of tuples of what is written as a class of fields."""

        def __new__(cls, name, _bases, body):
            names = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in names if field in body}
            own = {field: _tuplegetter(at, None) for at, field in enumerate(names)}
            own |= {"__slots__": (), "_fields": names, "__match_args__": names, "__repr__": _repr_of_tuple}
            own |= {"__new__": _first_new(names, defaults), "__getnewargs__": _given, "_replace": _replaced}
            own["_make"] = classmethod(tuple.__new__)
            return type(name, (tuple,), own | body)

    NamedTuple = type.__new__(_Tuples, "NamedTuple", (), {})

    def _first_new(names, defaults):
        """A ``__new__`` that compiles the real one, puts it in its place and calls it."""

        def __new__(cls, *args, **given):
            parameters = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in names)
            scope = {"_defaults": defaults, "_new": tuple.__new__}
            values = "".join(f"{name}, " for name in names)
            exec(f"def __new__(_cls, {parameters}): return _new(_cls, ({values}))", scope)  # noqa: S102  as above
            scope["__new__"].__qualname__ = f"{cls.__qualname__}.__new__"
            cls.__new__ = staticmethod(scope["__new__"])
            return cls(*args, **given)

        return __new__

    def _given(self):
        return tuple(self)

    def _replaced(self, /, **changes):
        return type(self)(**(dict(zip(self._fields, self, strict=True)) | changes))

    def _repr_of_tuple(self):
        shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{type(self).__name__}({shown})"

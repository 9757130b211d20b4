"""What one source says, without its statements; offsets are code points of the view's text."""

from __future__ import annotations

from linter.record import NamedTuple


class TypeName(NamedTuple):
    """A type as written, without its arguments: ``List``, ``com.example.Stock``; null and array marks are left out."""

    name: str
    start: int
    end: int
    args: tuple[TypeName, ...] = ()


class Expr(NamedTuple):
    """A value as far as it can be told.

    ``kind`` is ``text`` (a string; what is put into it stands as ``${…}``), ``word`` (``true``, ``-1``), ``class``
    (``Stock.class``), ``name`` (``A``, ``this.a``, ``Limits.A``), ``list``, ``annotation``, ``new`` (``text`` is the
    type), ``lambda`` (``text`` says what it gives: ``value``, ``nothing``, or ``""`` where that is not to be seen),
    ``call`` or ``other``. A ``text`` whose offsets span just its characters is written without escapes.
    """

    kind: str
    text: str
    start: int
    end: int
    items: tuple[Expr, ...] = ()
    annotation: Annotation | None = None


class Annotation(NamedTuple):
    """An annotation; the offsets are of ``@Name``, a single value is called ``value``."""

    name: str
    start: int
    end: int
    values: dict[str, Expr]


class Import(NamedTuple):
    """``name`` is qualified, that of the package or class if it is a ``wildcard``; ``alias`` is Kotlin's ``as``.

    Of Java's static imports it is that of the member or the class.
    """

    name: str
    wildcard: bool = False
    alias: str = ""


class Declared(NamedTuple):
    """Something with annotations: ``what`` is ``field``, ``parameter``, ``method`` or ``type``.

    ``type`` is a field's or parameter's type and what a method gives; ``parameters`` are a method's types, ``supers``
    the interfaces of a type. ``owner`` is the enclosing type, ``Outer.Inner``.
    """

    what: str
    name: str
    start: int
    end: int
    owner: str
    annotations: tuple[Annotation, ...]
    type: TypeName | None = None
    parameters: tuple[TypeName, ...] = ()
    supers: tuple[TypeName, ...] = ()


class Method(NamedTuple):
    """A method; the offsets are of its name. ``returns`` is ``None`` for one that no object of another class has.

    Those are private and static ones. A property of Kotlin's interfaces is a method, too.
    """

    name: str
    start: int
    end: int
    returns: TypeName | None


class TypeDeclared(NamedTuple):
    """A class (``class``, also enums and records) or ``interface``; ``name`` has the enclosing types before it."""

    name: str
    kind: str
    start: int
    end: int
    supers: tuple[TypeName, ...]
    methods: tuple[Method, ...]


class Receiver(NamedTuple):
    """What a method is called on: a root, and the calls and fields after it.

    ``kind`` of the root is ``name`` (a variable or a type), ``new`` and ``cast`` (``root`` is the type), ``implied``
    for none, ``other``. In ``Context.get().x`` the root is ``Context``, the steps ``get()`` and ``x``. ``at`` is where
    the root starts.
    """

    kind: str
    root: str
    steps: tuple[str, ...] = ()
    at: int = 0


class Call(NamedTuple):
    """A call; the offsets are of the method's name.

    Kotlin's assignment to a property is the call of its setter. ``used`` is whether something takes the result,
    ``within`` the type around it.
    """

    name: str
    start: int
    end: int
    receiver: Receiver
    args: tuple[Expr, ...]
    used: bool
    within: str


class Variable(NamedTuple):
    """A field, parameter or local variable, known in ``first..last``; ``fixed`` if it is never set again."""

    name: str
    start: int
    type: TypeName | None
    value: Expr | None
    fixed: bool
    first: int
    last: int


class Applied(NamedTuple):
    """A block in which calls without a receiver go to ``receiver`` (Kotlin's ``apply``, ``run`` and ``with``)."""

    receiver: Receiver
    first: int
    last: int


class Literal(NamedTuple):
    """A string that is no part of a longer one, with the names of the calls around it, innermost first.

    ``assigned`` is the variable whose first value it is in.
    """

    value: Expr
    inside: tuple[str, ...]
    assigned: str


class Unit(NamedTuple):
    """One source; ``made`` are the objects that it makes."""

    package: str
    imports: tuple[Import, ...]
    types: tuple[TypeDeclared, ...]
    declared: tuple[Declared, ...]
    variables: tuple[Variable, ...]
    calls: tuple[Call, ...]
    applied: tuple[Applied, ...]
    literals: tuple[Literal, ...]
    made: tuple[Expr, ...] = ()

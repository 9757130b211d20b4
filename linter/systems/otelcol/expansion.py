"""What the Collector makes of a text with dollar signs in it, step by step as each release does it.

Sources: open-telemetry/opentelemetry-collector confmap/expand.go, confmap/resolver.go, confmap/provider.go,
confmap/provider/envprovider and confmap/converter/expandconverter at their tags; os.Expand of Go. What they give when
run is recorded in tests/oracle/confmap.jsonl.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from linter.facts.tree import Text, Tree
from linter.facts.value import Unknown
from linter.pattern import pattern
from linter.record import NamedTuple
from linter.syntax.yaml.resolve import Resolved, resolve
from linter.systems.otelcol import releases
from linter.systems.otelcol.holes import template
from linter.systems.otelcol.layers import read
from linter.versions.version import Version

_ROUNDS = 1000
_LONGEST = 65_536
_SHOWN = 60
_SCHEME = pattern(r"([A-Za-z][A-Za-z0-9+.-]+):(.*)", re.DOTALL)
_NAME = pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_WORD = r"(?P<word>[*#$@!?\-0-9]|\w+)"
_SHELL = pattern(rf"\$(?:\{{(?P<braced>[^}}]+)\}}|\{{\}}|{_WORD})", re.ASCII)
_UNCLOSED = pattern(rf"\$(?:\{{|{_WORD})", re.ASCII)
_STRUCTURE = pattern(r"\s*(?:[\[{]|-\s|[^\s'\"#|>&*!%@`][^\n]*:(?:\s|$))")
"""What may be a mapping or a list."""
_DATE = pattern(r"[0-9]{4}-[0-9]")
_MORE_THAN_PLAIN = pattern(
    r"[\s\[\]{},&*!|>'\"#%@`]|[-?:](?:\s|$)|---|\.\.\.|[0-9]{4}-[0-9]|.*(?:[\n\t]|:(?:\s|$)|\s#|\s$)", re.DOTALL
)
"""Values that YAML reads as more than a plain scalar of one line, and dates."""


class Variables(NamedTuple):
    """The variables of a process; ``complete`` is whether no other is set but by its image."""

    known: Mapping[str, str]
    complete: bool


class Rules(NamedTuple):
    """How a release reads dollar signs.

    ``unified`` is whether ``${X}`` means ``${env:X}``, and ``shell`` whether a second pass reads what is left of ``$X``
    and ``${X}``.
    """

    release: Version
    unified: bool
    shell: bool

    def since(self, release: Version) -> bool:
        return self.release >= release

    @property
    def bare(self) -> bool:
        """Whether ``$X`` is replaced."""
        return self.shell and not self.unified


@lru_cache(maxsize=64)
def rules(release: Version, unified: bool | None = None) -> Rules:
    """The rules of ``release``; ``unified`` is what a feature gate says, which counts as long as there is one."""
    shell = release < releases.ONE_SYNTAX_ONLY
    if unified is None or not shell:
        unified = release >= releases.ONE_SYNTAX
    return Rules(release, unified, shell)


class Filled(NamedTuple):
    """What takes effect: the text, whether YAML reads it as a value of its own, and where it comes from."""

    text: str
    scalar: bool
    notes: tuple[str, ...]


class Held(NamedTuple):
    """A mapping or a list takes effect, which is all of a variable's value."""

    tree: Tree
    notes: tuple[str, ...]


class Refused(NamedTuple):
    """The Collector does not start."""

    why: str


Outcome: TypeAlias = "Filled | Held | Refused | Unknown"


def expand(text: str, by: Rules, variables: Variables, listed: bool = False) -> Outcome:
    """What ``text``, which is ``listed`` if it is somewhere in a list, is to the Collector."""
    return _Expansion(by, variables).run(text, listed)


class _Stop(Exception):
    def __init__(self, outcome: Held | Refused | Unknown) -> None:
        super().__init__()
        self.outcome = outcome


class _Expansion:
    """The expansion of one text."""

    def __init__(self, by: Rules, variables: Variables) -> None:
        self._by = by
        self._variables = variables
        self._text = ""
        self._notes: list[str] = []
        self._empty_text = False

    def run(self, text: str, listed: bool) -> Outcome:
        if len(text) > _LONGEST:
            return Unknown("the text is too long to look for references in")
        try:
            text, scalar = self._resolved(text)
            if not scalar:
                text = self._unescaped(text, listed)
                text = self._shelled(text) if self._by.shell else text
        except _Stop as stop:
            return stop.outcome
        return Filled(text, scalar, tuple(dict.fromkeys(self._notes)))

    def _resolved(self, text: str) -> tuple[str, bool]:
        """``text`` with each ``${scheme:value}`` replaced, and whether it is a value that is no text."""
        for _ in range(_ROUNDS):
            reference = self._next(text)
            if not reference:
                return text, False
            shown = short(reference)
            value = self._value(reference[2:-1], shown)
            if reference != text:
                text = text.replace(reference, self._inside(shown, value))
            elif self._is_text(shown, value):
                text = value
            else:
                return value, True
            if len(text) > _LONGEST:
                break
        raise _Stop(Unknown("its references lead to each other"))

    def _next(self, text: str) -> str:
        """The reference that is replaced next; ``""`` where none is left."""
        first = text.find("${")
        if first < 0:
            return ""
        at = text.rfind("}", 0, first) + 1
        while (close := text.find("}", at)) >= 0:
            start = (text.rfind if self._by.since(releases.NESTED) else text.find)("${", at, close + 1)
            if start >= 0 and (self._by.unified or ":" in text[start:close]):
                before = text[at:start]
                escaped = self._by.since(releases.ESCAPED_BRACES) and (len(before) - len(before.rstrip("$"))) % 2
                if not escaped:
                    return text[start : close + 1]
                if not self._by.since(releases.ESCAPED_ALONE):
                    return ""
            at = close + 1
        return ""

    def _value(self, inner: str, reference: str) -> str:
        """What stands for ``${inner}``, which is shown as ``reference``."""
        scheme, opaque = "env", inner
        if not self._by.unified or ":" in inner:
            found = _SCHEME.fullmatch(inner)
            if found is None or (found[1] != "env" and ":-" in inner):
                raise _Stop(self._without_provider(reference, inner))
            scheme, opaque = found.groups()
        if "$" in opaque:
            raise _Stop(Refused(f"the Collector refuses `{reference}`: there is a dollar sign in it"))
        if scheme != "env":
            raise _Stop(Unknown(f"`{reference}` is known only where the Collector runs"))
        return self._variable(reference, opaque)

    def _without_provider(self, reference: str, inner: str) -> Refused | Unknown:
        if not self._by.since(releases.UNKNOWN_SCHEMES):
            return Unknown(f"`{reference}` is known only where the Collector runs")
        name, dash, _ = inner.partition(":-")
        if dash and _NAME.fullmatch(name):
            better = short(f"${{env:{inner}}}")
            why = f"what stands before a colon is a provider, so a default is written `{better}`"
        else:
            why = "what stands before a colon is no provider"
        return Refused(f"the Collector refuses `{reference}` unless something fills it in before: {why}")

    def _variable(self, reference: str, opaque: str) -> str:
        name, dash, default = opaque.partition(":-")
        if dash and not self._by.since(releases.ENV_DEFAULTS):
            raise _Stop(self._ill_named(f"a default as in `{reference}` is read from 0.110.0 on"))
        if not _NAME.fullmatch(name):
            raise _Stop(self._ill_named(f"`{reference}` names no variable"))
        value = self._variables.known.get(name)
        if value is not None:
            self._notes.append(f"`{reference}`: the container sets {name}")
        elif dash and self._variables.complete:
            value = default
            self._empty_text = not default and self._by.since(releases.EMPTY_DEFAULT)
            self._notes.append(f"`{default}` if {name} is unset")
        if value is None:
            raise _Stop(Unknown(f"`{reference}` is known only where the Collector runs"))
        hole = template(value)
        if hole is not None:
            raise _Stop(hole)
        return value

    def _ill_named(self, why: str) -> Refused | Unknown:
        """For a name that no variable has: up to 0.101 it counted as one that is not set."""
        return Refused(why) if self._by.since(releases.NAMES_CHECKED) else Unknown(why)

    def _is_text(self, reference: str, value: str) -> bool:
        """Whether ``value`` is a text where it is all that stands there."""
        if self._empty_text and not value:
            return True
        held = read(value) if _STRUCTURE.match(value) else None
        if held is not None and not isinstance(held, Text):
            raise _Stop(Held(held, tuple(self._notes)))
        meant = _meant(reference, value)
        if meant is None and self._by.since(releases.RAW_INSIDE):
            raise _Stop(Unknown(f"`{reference}` has no value, and what that makes of a setting depends on its type"))
        return isinstance(meant, str)

    def _inside(self, reference: str, value: str) -> str:
        """``value`` as a part of a longer text."""
        if self._by.since(releases.RAW_INSIDE) and (self._by.since(releases.DATES) or not _DATE.match(value)):
            return value
        meant = _meant(reference, value)
        if meant is None:
            raise _Stop(Refused(f"the Collector refuses `{reference}` inside a text where it has no value"))
        exact = isinstance(meant, str) or self._by.since(releases.STRICT_TYPES)
        if not exact and str(meant) != value and value not in ("true", "false"):
            raise _Stop(Unknown(f"before 0.105.0 the value of `{reference}` is written anew as a number"))
        return value

    def _unescaped(self, text: str, listed: bool) -> str:
        """``$$`` as the resolver reads it; 0.105.0 did so outside of lists, and the second pass did it again."""
        twice = self._by.unified and not listed and not self._by.since(releases.ESCAPED_ONCE)
        twice = twice and self._by.since(releases.ESCAPED_BRACES)
        return text.replace("$$", "$") if twice or not self._by.shell else text

    def _shelled(self, text: str) -> str:
        """``text`` after the second pass; a brace that is never closed is left out with its dollar sign."""
        self._text = text
        end = text.rfind("}") + 1
        return _SHELL.sub(self._word, text[:end]) + _UNCLOSED.sub(self._word, text[end:])

    def _word(self, found: re.Match[str]) -> str:
        """What the second pass puts in place of a dollar sign and a name."""
        name, shown = found["word"] or found.groupdict().get("braced"), short(found[0])
        if name is None:
            return ""
        if name == "$":
            return "$"
        if self._by.unified and f"${name}" in self._text:
            raise _Stop(Refused(f"the Collector refuses `${short(name)}`: braces are missing"))
        if not _NAME.fullmatch(name):
            raise _Stop(self._ill_named(f"`{shown}` names no variable"))
        value = self._variables.known.get(name)
        if value is None:
            raise _Stop(Unknown(f"`{shown}` is known only where the Collector runs"))
        if not isinstance(_typed(value), str) and found[0] == self._text:
            raise _Stop(Unknown(f"before 0.104.0 `{shown}` stays a text, whatever it looks like"))
        self._notes.append(f"`{shown}`: the container sets {name}")
        return value


def short(text: str) -> str:
    """``text`` as a reason shows it."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _meant(reference: str, value: str) -> Resolved:
    """What YAML makes of a variable's value."""
    if _MORE_THAN_PLAIN.match(value):
        raise _Stop(Unknown(f"the value of `{reference}` is more than a plain word to YAML, which is not followed"))
    return _typed(value)


def _typed(value: str) -> Resolved:
    try:
        return resolve(value, "", None, "collector")
    except ValueError:  # a number of thousands of digits
        return value

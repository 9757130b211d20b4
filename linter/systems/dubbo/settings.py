"""Written settings and what Dubbo reads in them."""

from __future__ import annotations

from linter.facts.duration import Duration, milliseconds
from linter.facts.holes import unfilled
from linter.facts.tree import Text
from linter.facts.value import Data, Evidence, Origin, Slot, Unknown, Value
from linter.record import NamedTuple

_TRUE = ("true", "on", "yes", "1")
_FALSE = ("false", "off", "no", "0")
_LONGEST = 18


class Setting(NamedTuple):
    """A written value with its slot."""

    tree: Text
    slot: Slot
    evidence: tuple[Evidence, ...] = ()
    """What filled it in."""

    @property
    def text(self) -> str:
        return self.tree.text.strip()

    def value(self, data: Data | Unknown) -> Value:
        if self.text.startswith("#{"):
            data = Unknown(f"`{self.text[:60]}` is worked out when the application starts")
        origin: Origin = "substituted" if self.evidence else "merged" if self.tree.locked else "written"
        return Value(unfilled(self.text) or data, origin, self.slot, self.evidence)


def string(setting: Setting | None) -> Value:
    """Its text; null where it is not written or empty, which Dubbo takes for not written."""
    return Value(None) if setting is None else setting.value(setting.text or None)


def integer(setting: Setting | None) -> Value:
    """Its whole number."""
    if setting is None or not setting.text:
        return string(setting)
    return setting.value(_number(setting.text))


def boolean(setting: Setting | None) -> Value:
    """Its truth value, as Spring reads one."""
    if setting is None or not setting.text:
        return string(setting)
    lowered = setting.text.lower()
    known = True if lowered in _TRUE else False if lowered in _FALSE else None
    return setting.value(Unknown(f"`{setting.text}` is neither true nor false") if known is None else known)


def millis(setting: Setting | None) -> Value:
    """Its duration, a number of milliseconds."""
    if setting is None or not setting.text:
        return string(setting)
    number = _number(setting.text)
    return setting.value(number if isinstance(number, Unknown) else milliseconds(number))


def positive_millis(setting: Setting | None) -> Value:
    """Its duration; null for 0, which Dubbo takes for not written (``AbstractMethodConfig``)."""
    value = millis(setting)
    if isinstance(value.data, Duration) and value.data < milliseconds(0):
        return Value(Unknown(f"`{value.data}` is no time that a call may take"), value.origin, value.slot)
    return Value(None) if value.data == milliseconds(0) else value


def _number(text: str) -> int | Unknown:
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST:
        return int(text)
    return Unknown(f"`{text}` is not a whole number")

"""Which of several files counts that set the same thing.

What XML, annotations and code set wins over properties in 2.7, where Spring's are put among them; from 3.0 on Spring's
environment wins over all, and ``dubbo.properties`` comes last still. Variables of the process win over these. Sources:
``getPrefixedConfiguration`` of 2.7.12's ``Environment``, ``Environment`` of 3.2.16. System properties and the
configuration centre may win over everything, and are not in the files.
"""

from __future__ import annotations

from collections.abc import Iterable

from linter.facts.value import Unknown, Value
from linter.systems.dubbo.elements import COMPILED, ENVIRONMENT, Element
from linter.systems.dubbo.releases import PLURAL_KEYS
from linter.systems.dubbo.settings import string
from linter.versions.version import Version

_SUBJECTS = ("reference", "service", "consumer", "provider")
_OWN, _SPRING, _LAST = "own", "spring", "last"
_OLD = {ENVIRONMENT: 3, _OWN: 2, _SPRING: 1, _LAST: 0}
_NEW = {ENVIRONMENT: 3, _SPRING: 2, _OWN: 1, _LAST: 0}


class Precedence:
    """The order among the elements of one module that runs ``version``."""

    def __init__(self, elements: Iterable[Element], version: Value) -> None:
        release = version.data
        self._orders = [_OLD, _NEW]
        if isinstance(release, Version):
            self._orders = [_NEW if release >= PLURAL_KEYS else _OLD]
        self._subjects: dict[tuple[str, str], list[Element]] = {}
        for element in elements:
            if _subject(element) is not None:
                self._subjects.setdefault((element.kind, element.interface), []).append(element)

    def counting(self, element: Element, name: str, value: Value) -> Value:
        """``value``, set by ``element`` as ``name``; null where another file overrules it, unknown where one may."""
        subject = _subject(element)
        if subject is None or value.data is None:
            return value
        for other in self._subjects.get(subject, ()):
            setting = other.get(name)
            if setting is None or not setting.text or _form(other) == _form(element):
                continue
            over = {order[_form(other)] > order[_form(element)] for order in self._orders}
            if over == {False}:
                continue
            if other.profile:
                return Value(Unknown(f"the profile `{other.profile}` decides it"), value.origin, value.slot)
            if over == {True}:
                return Value(None)
            why = f"{other.doc.path} sets it too, and which of them counts depends on the release"
            return Value(Unknown(why), value.origin, value.slot)
        return value

    def first(self, kind: str, interface: str, name: str) -> list[Element]:
        """The elements that set ``name`` for a subject and are overruled by none."""
        listed = self._subjects.get((kind, interface), ())
        setting = ((one, one.get(name)) for one in listed)
        found = [(one, said) for one, said in setting if said is not None and said.text]
        return [one for one, said in found if self.counting(one, name, string(said)).data is not None]


def _subject(element: Element) -> tuple[str, str] | None:
    """What an element sets something for; ``None`` where ids tell several apart."""
    if element.kind not in _SUBJECTS:
        return None
    if _form(element) != _OWN and element.ident:
        return None
    return element.kind, element.interface


def _form(element: Element) -> str:
    if element.form in COMPILED:
        return _OWN
    if element.form == ENVIRONMENT:
        return ENVIRONMENT
    return _LAST if element.doc.path.rpartition("/")[2] == "dubbo.properties" else _SPRING

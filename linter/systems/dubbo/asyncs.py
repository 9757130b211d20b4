"""What makes consumers call asynchronously.

``RpcUtils.getInvokeMode`` of Dubbo takes a call for asynchronous if the URL's ``async`` or ``<method>.async`` is true.
``refer-async``, ``export-async`` and ``sent`` have nothing to do with it; a call whose ``return`` is false is one-way
and leaves nothing that could wait (the branch ``isOneway`` of ``DubboInvoker``). Profiles are not activated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.value import Items, Ref, Unknown, Value
from linter.record import NamedTuple, replace
from linter.systems.dubbo.elements import COMPILED, Element
from linter.systems.dubbo.precedence import Precedence
from linter.systems.dubbo.releases import ASYNC_GENERIC, PLURAL_KEYS, REFERENCE_KEYS
from linter.systems.dubbo.settings import Setting, boolean, string
from linter.systems.dubbo.sources.elements import certainty
from linter.versions.version import Version

_SHOWN = 12
_CALLS = frozenset(("reference", "consumer", "service", "provider", "method"))


class Async(NamedTuple):
    """One piece of evidence; ``value`` is what is set and ``applies`` whether that Dubbo reads it."""

    element: Element
    form: str
    value: Value
    applies: bool | Unknown
    method: str = ""

    @property
    def ref(self) -> Ref:
        what = "merger" if self.form == "merger" else f"{self.method}.async" if self.method else "async"
        return Ref("dubbo.async", f"{self.element.id}/{what}")

    def entity(self) -> Entity:
        element = self.element
        place = self.value.slot.place if self.value.slot is not None else element.place
        return Entity(
            self.ref,
            place,
            element.name,
            f"{element.path}/async",
            {
                "form": Value(self.form),
                "side": Value(element.side),
                "interface": Value(element.interface or None),
                "method": Value(self.method or element.method or None),
                "applies": Value(self.applies),
                "value": self.value,
            },
        )


def asyncs(elements: Sequence[Element], version: Value) -> Iterator[Async]:
    """The evidence in the elements of one module that runs ``version``; what is set to false is none."""
    calls = [element for element in elements if element.kind in _CALLS]
    order = Precedence(calls, version)
    taken_back = {_subject(one): one.profile for one in calls if one.profile and boolean(_setting(one)).data is False}
    none_left = _all_taken_back(calls, version)
    for element in calls:
        if none_left and element.kind == "consumer":
            continue
        profile = element.profile or taken_back.get(_subject(element), "")
        said = order.counting(element, "async", boolean(_setting(element)))
        value = _both_ways(_in_profile(said, profile), element)
        if value.data is True or isinstance(value.data, Unknown):
            yield Async(element, element.form, value, applies(element, version))
        yield from _of_methods(element)
        merger = _merger(element)
        if merger is not None:
            yield Async(element, "merger", _in_profile(merger, element.profile), True)
    for element in elements:
        if element.kind == "call":
            yield Async(element, element.form, certainty(element), _since(element, version))


def _all_taken_back(calls: Sequence[Element], version: Value) -> bool:
    """Whether every reference says itself that it is not asynchronous, so that what is set for all counts for none.

    ``async="false"`` as an attribute in XML or in an annotation is as good as not written
    (``DubboBeanDefinitionParser`` 2.5.10 to 3.3.1), so keys, parameters and code alone can say it.
    """
    references = [one for one in calls if one.kind == "reference"]
    keyed = {one.interface for one in references if _says_no(one) and applies(one, version) is True}
    made = [one for one in references if one.form in COMPILED]
    return bool(made) and all(_says_no(one) or one.interface in keyed for one in made)


def _says_no(element: Element) -> bool:
    attribute = element.form in ("xml", "annotation")
    said = _setting(element)
    if attribute and said is element.settings.get("async") and said is not None and not said.evidence:
        said = element.params.get("async")
    return not element.profile and said is not None and boolean(said).data is False


def _since(element: Element, version: Value) -> bool | Unknown:
    """Whether that Dubbo has what a call in the sources uses."""
    if element.form != "generic":
        return True
    return version.data >= ASYNC_GENERIC if isinstance(version.data, Version) else _which(version.data)


def _setting(element: Element) -> Setting | None:
    return element.settings.get("async") or element.params.get("async")


def _subject(element: Element) -> tuple[str, ...]:
    """What two elements that set the same thing have in common."""
    if element.form not in COMPILED:
        return element.kind, element.written
    return element.kind, element.interface, element.method, element.ident


def _in_profile(value: Value, profile: str) -> Value:
    if value.data is not True or not profile:
        return value
    return replace(value, data=Unknown(f"the profile `{profile}` decides it"))


def _both_ways(value: Value, element: Element, method: str = "") -> Value:
    """``value``, but nothing for one-way calls."""
    if value.data in (None, False):
        return value
    name = f"{method}.return" if method else "return"
    setting = None if method else element.settings.get("return") or element.settings.get("isreturn")
    answers = boolean(setting or element.params.get(name))
    if answers.data is False or isinstance(answers.data, Unknown):
        return replace(value, data=answers.data)
    return value


def _of_methods(element: Element) -> Iterator[Async]:
    """Parameters ``<method>.async``, which set the same as an element for the method."""
    for name, setting in element.params.items():
        method, dot, key = name.rpartition(".")
        if dot and key == "async":
            value = _both_ways(_in_profile(boolean(setting), element.profile), element, method)
            if value.data is True or isinstance(value.data, Unknown):
                yield Async(element, element.form, value, True, method)


def _merger(element: Element) -> Value | None:
    """A merger over several groups: each part of the call is asynchronous (``MergeableClusterInvoker``)."""
    merger = string(element.settings.get("merger"))
    owner = element.parent if element.kind == "method" and element.parent is not None else element
    if owner.kind != "reference" or merger.data in (None, "false", "default.false"):
        return None
    groups = string(owner.settings.get("group"))
    several = isinstance(groups.data, str) and ("," in groups.data or "*" in groups.data)
    merging = several or string(owner.settings.get("cluster")).data == "mergeable"
    if not merging and not isinstance(groups.data, Unknown):
        return None
    data = merger.data if isinstance(merger.data, Unknown) else groups.data if not merging else True
    return Value(data if isinstance(data, Unknown) else True, merger.origin, merger.slot)


def applies(element: Element, version: Value) -> bool | Unknown:
    """Whether that Dubbo reads a key of this form; XML, sources and a consumer's keys always are."""
    if element.form in COMPILED or element.kind in ("consumer", "provider", "service"):
        return True
    release = version.data
    if not isinstance(release, Version):
        return True if element.interface and element.kind == "reference" else _which(release)
    if element.kind == "method":
        if element.ident == "legacy":
            return release < PLURAL_KEYS
        # 2.7 takes the last part for the id of a bean, which may come from anywhere
        return True if release >= PLURAL_KEYS else Unknown("whether a reference has that id is not known")
    if element.interface:
        return release >= REFERENCE_KEYS
    if element.written.startswith("dubbo.references."):
        return release >= PLURAL_KEYS
    return release >= PLURAL_KEYS or release < REFERENCE_KEYS


def _which(release: object) -> Unknown:
    return release if isinstance(release, Unknown) else Unknown("which Dubbo reads the key is not known")


def evident(found: Sequence[Async]) -> bool | Unknown:
    """Whether some evidence counts."""
    doubt: Unknown | None = None
    for each in found:
        for part in (each.applies, each.value.data):
            if isinstance(part, Unknown):
                doubt = doubt or part
        if each.applies is True and each.value.data is True:
            return True
    return doubt if doubt is not None and any(each.applies is not False for each in found) else False


def items(found: Sequence[Async]) -> Value:
    """The first pieces of evidence as refs, those in doubt only where none is sure; there may be more elsewhere."""
    sure = [each for each in found if each.applies is True and each.value.data is True]
    shown = tuple(Value(each.ref) for each in (sure or found)[:_SHOWN])
    return Value(Items(shown, complete=False))

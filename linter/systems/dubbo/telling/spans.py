"""On which releases a rule does what it says.

Sources: ``ConfigParser``, ``AbstractConfigurator``, ``ConditionRuleParser``, ``ListenableStateRouter`` and
``TagRouterRule`` of dubbo-cluster at 2.6.12, 2.7.12, 3.1.11, 3.2.0-beta.6, 3.2.16 and 3.3.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from linter.facts.told import Effect, Here, Span
from linter.facts.value import Unknown, Value
from linter.record import NamedTuple
from linter.systems.dubbo.names import SCHEME
from linter.versions.version import Version

DOCUMENTS, TEXT_VERSIONS, ANY_PORT, PARAMS, MAPS = "2.7.0", "3.0.0", "3.2.0-beta.1", "3.2.0-beta.6", "3.3.0-beta.5"
"""From where on: rules are documents; configurators want `configVersion` as text; ports may be left out and `match` is
read; tags have `match`, and all rules want `configVersion` as text; conditions may be mappings."""
_STEPS = ("", DOCUMENTS, TEXT_VERSIONS, ANY_PORT, PARAMS, MAPS)

NO_DOCUMENTS = "rules are documents of the configuration centre from 2.7.0 on; before, only URLs in the registry count"


class State(NamedTuple):
    """What comes of a rule on some releases."""

    effect: Effect
    why: str = ""


WORKS = State("works")


def spans(of: Callable[[Version], State], documents: bool = True) -> tuple[Span, ...]:
    """The releases with the state that ``of`` gives for the first of each step; neighbours alike are one span."""
    found: list[Span] = []
    for index, since in enumerate(_STEPS):
        before = _STEPS[index + 1] if index + 1 < len(_STEPS) else ""
        old = not since and documents
        state = State("ignored", NO_DOCUMENTS) if old else of(Version(SCHEME, since or "2.5.0"))
        if found and (found[-1].effect, found[-1].why) == state:
            found[-1] = Span(found[-1].since, before, *state)
        else:
            found.append(Span(since, before, *state))
    return tuple(found)


def worst(states: Iterable[State]) -> State:
    """The state that counts most: ignored, then not known, then other than it says."""
    order = ("ignored", "unknown", "differs", "works")
    return min(states, key=lambda state: order.index(state.effect), default=WORKS)


def here(version: Value, all_spans: Sequence[Span]) -> Here:
    """What comes of it with the release of what it governs."""
    if isinstance(version.data, Version):
        found = next((span for span in all_spans if _holds(span, version.data)), None)
        if found is not None:
            return Here(str(version.data), found.effect, found.why, version.evidence)
    why = version.data.why if isinstance(version.data, Unknown) else "no release is known"
    alike = {span.effect for span in all_spans}
    return Here(None, alike.pop() if len(alike) == 1 else "unknown", why, version.evidence)


def _holds(span: Span, version: Version) -> bool:
    begun = not span.since or version >= Version(SCHEME, span.since)
    return begun and (not span.before or version < Version(SCHEME, span.before))

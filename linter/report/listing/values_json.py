"""Values with their evidence as JSON, the same in every list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from linter.facts.duration import Duration
from linter.facts.value import Evidence, Unknown
from linter.report.json import SpanJson, span
from linter.report.listing.setting import Setting, plain
from linter.report.places import Places


class StepJson(TypedDict):
    text: str
    place: SpanJson | None


class _SettingJson(TypedDict):
    """``value`` is null for what is not set, and for what is not known: then ``unknown`` says why."""

    name: str
    value: bool | int | float | str | None
    unknown: str | None
    origin: str
    place: SpanJson | None
    evidence: list[StepJson]


class SettingJson(_SettingJson, total=False):
    """``seconds`` is there for durations, null for ever."""

    seconds: float | None


def setting_json(setting: Setting, places: Places) -> SettingJson:
    data = setting.data
    made: SettingJson = {
        "name": setting.name,
        "value": plain(data),
        "unknown": data.why if isinstance(data, Unknown) else None,
        "origin": setting.origin,
        "place": None if setting.place is None else span(setting.place, places),
        "evidence": steps_json(setting.evidence, places),
    }
    if isinstance(data, Duration):
        made["seconds"] = None if data.nanoseconds is None else data.nanoseconds / 1_000_000_000
    return made


def steps_json(steps: Iterable[Evidence], places: Places) -> list[StepJson]:
    """A chain of evidence, nearest step first."""
    return [{"text": step.text, "place": None if step.place is None else span(step.place, places)} for step in steps]

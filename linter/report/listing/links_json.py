"""The list of pairs for programs: the contract of ``schemas/links.json``."""

from __future__ import annotations

import json
from typing import TypedDict

from linter.report.json import JudgedJson, SkippedJson, SpanJson, Tool, ToolJson, judged, skipped, span, tool_json
from linter.report.listing.links import Alone, End, Links, Pair, Verdict
from linter.report.listing.values_json import SettingJson, setting_json
from linter.report.places import Opener, Places

VERSION = 1
"""Of the list's form: it changes when something is taken away or means something else, not when fields are added."""


class EndJson(SpanJson):
    name: str
    instance: str | None
    settings: list[SettingJson]


class AboutJson(JudgedJson):
    about: str


class UnjudgedJson(TypedDict):
    about: str
    policies: list[str]
    why: str


class VerdictJson(TypedDict):
    """``word`` is the worst severity, ``unjudged`` or ``fine``."""

    word: str
    findings: list[AboutJson]
    unjudged: list[UnjudgedJson]
    apart: str | None


class PairJson(TypedDict):
    client: EndJson
    server: EndJson
    settings: list[SettingJson]
    verdict: VerdictJson


class AloneJson(TypedDict):
    client: EndJson
    why: str
    pairs: int
    settings: list[SettingJson]
    verdict: VerdictJson


class LinksJson(TypedDict):
    version: int
    tool: ToolJson
    profile: str
    files: int
    pairs: list[PairJson]
    alone: list[AloneJson]
    skipped: list[SkippedJson]


def render(links: Links, open_source: Opener, tool: Tool) -> str:
    """The list as JSON text."""
    places = Places(open_source)
    made: LinksJson = {
        "version": VERSION,
        "tool": tool_json(tool),
        "profile": links.profile,
        "files": links.opened,
        "pairs": [_pair(pair, places) for pair in links.pairs],
        "alone": [_alone(alone, places) for alone in links.alone],
        "skipped": skipped(links.skipped),
    }
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _pair(pair: Pair, places: Places) -> PairJson:
    return {
        "client": _end(pair.client, places),
        "server": _end(pair.server, places),
        "settings": [setting_json(setting, places) for setting in pair.settings],
        "verdict": _verdict(pair.verdict, places),
    }


def _alone(alone: Alone, places: Places) -> AloneJson:
    return {
        "client": _end(alone.client, places),
        "why": alone.why,
        "pairs": alone.pairs,
        "settings": [setting_json(setting, places) for setting in alone.settings],
        "verdict": _verdict(alone.verdict, places),
    }


def _end(end: End, places: Places) -> EndJson:
    return {
        "name": end.name,
        "instance": end.instance or None,
        **span(end.place, places),
        "settings": [setting_json(setting, places) for setting in end.settings],
    }


def _verdict(verdict: Verdict, places: Places) -> VerdictJson:
    return {
        "word": verdict.word,
        "findings": [{"about": about, **judged(finding, places)} for about, finding in verdict.findings],
        "unjudged": [
            {"about": about, "policies": list(item.policies), "why": item.why} for about, item in verdict.unjudged
        ],
        "apart": verdict.apart,
    }

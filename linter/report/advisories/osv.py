"""Advisories as records of the Open Source Vulnerability format (https://ossf.github.io/osv-schema/, 1.7.5)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from linter.pattern import pattern
from linter.policy.model import Advisory, Affected, Policy
from linter.policy.releases import releases_of
from linter.report.advisories.references import type_of
from linter.versions.packages import scheme_of_package
from linter.versions.ranges import affects
from linter.versions.version import Scheme, Version, parse

SCHEMA_VERSION = "1.7.5"
PREFIX = "x_DEADPEER-"
"""OSV's mark for databases that osv.dev does not collect."""

_ALWAYS = "0"
_CVE = pattern(r"cve-(\d{4}-\d{4,})")
_OTHERS = pattern(r"\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-[a-z0-9]{4}){3}|GO-\d{4}-\d{4,})\b")
"""Ids of CVE, GitHub and Go."""

Releases = Mapping[str, "tuple[Version, ...]"]
Event = dict[Literal["introduced", "fixed", "last_affected"], str]


class Range(TypedDict):
    type: str
    events: list[Event]


class Part(TypedDict, total=False):
    package: dict[str, str]
    ranges: list[Range]
    versions: list[str]


class Record(TypedDict, total=False):
    schema_version: str
    id: str
    modified: str
    aliases: list[str]
    related: list[str]
    summary: str
    details: str
    affected: list[Part]
    references: list[dict[str, str]]
    database_specific: dict[str, Any]


def identifier(policy: Policy) -> str:
    """The record's id: ``x_DEADPEER-otelcol-loadbalancing-shutdown-blocks``."""
    return PREFIX + policy.id.replace("/", "-")


def names(policy: Policy) -> tuple[str, ...]:
    """The ids of other databases' records that an advisory is the same as, or related to."""
    return () if policy.advisory is None else (*_aliases(policy), *_named(policy, policy.advisory))


def record(policy: Policy, releases: Releases, day: str) -> Record | None:
    """The record of an advisory, ``None`` for other policies; ``day`` (YYYY-MM-DD) is that of the data."""
    advisory = policy.advisory
    if advisory is None:
        return None
    made: Record = {"schema_version": SCHEMA_VERSION, "id": identifier(policy), "modified": f"{day}T00:00:00Z"}
    aliases = _aliases(policy)
    if aliases:
        made["aliases"] = aliases
    others = [one for one in _named(policy, advisory) if one not in aliases]
    if others:
        made["related"] = others
    made["summary"] = policy.title
    made["details"] = _details(policy)
    made["affected"] = [_affected(advisory, releases)]
    made["references"] = [{"type": type_of(url, advisory), "url": url} for url in _sources(policy, advisory)]
    made["database_specific"] = {
        "policy": policy.id,
        "class": advisory.class_,
        "severity": [line.is_ for line in policy.severity],
        "profile": [line.is_ for line in policy.profile],
        "status": policy.status,
        "match": policy.match,
        "condition": None if policy.where is None else " ".join(policy.where.text.split()),
        "reproduced": advisory.reproduced,
    }
    return made


def one(made: Record) -> str:
    """A record as JSON."""
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def text(records: Sequence[Record]) -> str:
    """Records as one JSON array."""
    return json.dumps(records, ensure_ascii=False, indent=2) + "\n"


def _details(policy: Policy) -> str:
    parts = [policy.why]
    if policy.where is not None:
        parts.append(
            f"Only where this is so, in terms of deadpeer's facts about `{policy.match}`: "
            f"`{' '.join(policy.where.text.split())}`."
        )
    if policy.when_fine:
        parts.append(f"When it is fine: {policy.when_fine}")
    return "\n\n".join(parts)


def _aliases(policy: Policy) -> list[str]:
    """The CVE that the policy is named for."""
    cve = _CVE.fullmatch(policy.id.rpartition("/")[2])
    return [] if cve is None else [f"CVE-{cve[1]}"]


def _named(policy: Policy, advisory: Advisory) -> list[str]:
    """The records of others that the title and the evidence name, by id."""
    texts = (policy.title, *advisory.evidence)
    return sorted({found for text in texts for found in _OTHERS.findall(text)})


def _sources(policy: Policy, advisory: Advisory) -> list[str]:
    found = dict.fromkeys((*advisory.evidence, *policy.references))
    return [url for url in found if url.startswith(("https://", "http://"))]


def _affected(advisory: Advisory, releases: Releases) -> Part:
    """One package with its ranges, and for versions that are not SemVer's the releases that lie in them."""
    scheme = scheme_of_package(advisory.package)
    known = releases_of(releases, advisory.package)
    made: Part = {"package": {"ecosystem": advisory.ecosystem, "name": advisory.package}}
    ranges = [
        Range(type="SEMVER" if scheme == "semver" else "ECOSYSTEM", events=events)
        for part in advisory.affected
        for events in _events(part, scheme, known)
    ]
    if ranges:
        made["ranges"] = ranges
    single = dict.fromkeys(version for part in advisory.affected for version in part.versions)
    if scheme != "semver":
        single |= dict.fromkeys(str(version) for version in known if _names(advisory, version))
    if single:
        made["versions"] = list(single)
    return made


def _names(advisory: Advisory, version: Version) -> bool:
    return any(
        affects(version, part.introduced, part.fixed, part.last_affected, part.versions, part.except_)
        for part in advisory.affected
    )


def _events(part: Affected, scheme: Scheme, known: Sequence[Version]) -> Iterator[list[Event]]:
    """The stretches of one range: OSV has no exceptions, so each one ends a stretch and the next release begins one."""
    if (part.introduced, part.fixed, part.last_affected) == (None, None, None):
        return
    start: str | None = part.introduced or _ALWAYS
    for version in sorted(filter(None, (parse(scheme, text) for text in part.except_))):
        if start is None or not affects(version, part.introduced, part.fixed, part.last_affected, (), ()):
            continue
        if str(version) != start:
            yield [{"introduced": start}, {"fixed": str(version)}]
        start = next((str(each) for each in known if each > version), None)
    if start is None or _past(start, part, scheme):
        return
    events: list[Event] = [{"introduced": start}]
    if part.fixed is not None:
        events.append({"fixed": part.fixed})
    elif part.last_affected is not None:
        events.append({"last_affected": part.last_affected})
    yield events


def _past(start: str, part: Affected, scheme: Scheme) -> bool:
    """Whether what begins at ``start`` lies beyond the end of the range."""
    version = None if start == _ALWAYS else parse(scheme, start)
    return version is not None and not affects(version, part.introduced, part.fixed, part.last_affected, (), ())

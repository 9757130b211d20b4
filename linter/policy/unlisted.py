"""What an advisory says of a version that no list of releases has."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from linter.facts.value import Unknown
from linter.policy.model import Advisory, Affected
from linter.policy.previews import preview
from linter.policy.programs import Compiled
from linter.versions.version import Version, parse


def named(compiled: Compiled, version: Version, known: Sequence[Version]) -> bool | Unknown:
    """Whether the advisory names ``version``; ``known`` are all releases of its system, ascending, or none.

    Of a release after the newest one only an advisory that ends later still knows anything. Between two releases,
    a build may hold any part of what the later one changed, and so may a number that nobody released: where that
    decides, it is unknown, unless the advisory names that version. What is older than the lists is in no doubt.
    """
    advisory = compiled.policy.advisory
    if not known or advisory is None or known[-1].scheme != version.scheme:
        return compiled.affected(version)
    if version > known[-1]:
        if any(_says(part, version) for part in advisory.affected):
            return compiled.affected(version)
        return Unknown(later(version, known[-1]))
    at = bisect_left(known, version)
    build = preview(version)
    named_too = _knows_previews(advisory, version) if build else version in _written(advisory, version)
    if known[at] == version or named_too or (at == 0 and not build):
        return compiled.affected(version)
    around = known[max(at - 1, 0) : at + 1]
    verdicts = [compiled.affected(release) for release in around]
    if len(set(verdicts)) == 1:
        return verdicts[0]
    if build:
        return Unknown(f"{version} is a build before {around[-1]}, and which of its changes it holds is not known")
    return Unknown(
        f"{version} is no release that is known, and which of the changes of {around[-1]} it holds is not known"
    )


def later(version: Version, newest: Version) -> str:
    """Why nothing is known of ``version``, which comes after ``newest``."""
    return f"{version} is later than the releases that are known (up to {newest})"


def _says(part: Affected, version: Version) -> bool:
    """Whether a range that is written down goes as far as ``version``."""
    bounds = (part.fixed, part.last_affected, *part.versions)
    ends = [parse(version.scheme, text) for text in bounds if text is not None]
    return any(end is not None and end >= version for end in ends)


def _knows_previews(advisory: Advisory, version: Version) -> bool:
    """Whether it was looked up for builds before releases: then their order says what holds."""
    return any(preview(each) for each in _written(advisory, version))


def _written(advisory: Advisory, version: Version) -> list[Version]:
    """Every version that the advisory names, of the scheme of ``version``."""
    texts = (text for part in advisory.affected for text in (part.introduced, part.fixed, part.last_affected))
    listed = (text for part in advisory.affected for text in (*part.versions, *part.except_))
    found = (parse(version.scheme, text) for text in (*texts, *listed) if text is not None)
    return [each for each in found if each is not None]

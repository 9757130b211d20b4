"""What is wrong with what a program gives; the settings are read more strictly already, with places."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from linter.expr.error import suggestion
from linter.faults import Faults, UsageFault
from linter.finding import Severity
from linter.options import Options
from linter.settings.ignores import is_day
from linter.settings.rulesets import rulesets
from linter.settings.shape import PROFILES, is_version, no_subject
from linter.text.folder import no_folder

_SEVERAL = ("select", "ignore", "exclude", "versions", "pairs", "overrides", "policies", "advisories", "ignores")
"""A text is a sequence of texts too, and would be taken letter by letter: as a folder, ``/`` is the whole machine."""


def reject(options: Options, folders: dict[str, str | None], jobs: object) -> None:
    """Raises ``Faults`` with all that is wrong with these; ``folders`` are folders or left out, by name."""
    faults = [*_wrong(options), *_missing(folders)]
    if not isinstance(jobs, int) or jobs < 0:
        faults.append(UsageFault(f"`jobs` has to be a number from 0 on, not `{jobs}`"))
    if faults:
        raise Faults(tuple(faults))


def _wrong(options: Options) -> Iterator[UsageFault]:
    if options.profile not in PROFILES:
        yield _choice("profile", options.profile, PROFILES)
    if options.ruleset is not None and options.ruleset not in rulesets():
        yield _choice("ruleset", options.ruleset, tuple(rulesets()))
    if not isinstance(options.fail_on, Severity):
        yield UsageFault(f"`fail_on` has to be a Severity, not `{options.fail_on}`")
    if options.today and not is_day(options.today):
        yield UsageFault(f"`today` has to be a day, as in 2027-01-31, not `{options.today}`")
    for name in _SEVERAL:
        given = getattr(options, name)
        if not isinstance(given, (tuple, list)):
            yield UsageFault(f"`{name}` has to be a tuple, not `{given}`")
        elif name == "versions":
            yield from _versions(given)


def _versions(given: Sequence[object]) -> Iterator[UsageFault]:
    for line in given:
        if not isinstance(line, tuple) or len(line) != 3 or not all(isinstance(part, str) for part in line):
            yield UsageFault(f"`versions` has to hold tuples of a glob, a name and a version, not `{line}`")
            continue
        _, subject, version = line
        wrong = no_subject(subject) or ("" if is_version(version) else f"`{version}` is no version")
        if wrong:
            yield UsageFault(f"`versions`: {wrong}")


def _choice(name: str, given: object, words: tuple[str, ...]) -> UsageFault:
    near = suggestion(str(given), words)
    return UsageFault(f"`{name}` is one of {', '.join(words)}, not `{given}`{near}")


def _missing(folders: dict[str, str | None]) -> Iterator[UsageFault]:
    for name, folder in folders.items():
        if folder is not None and not os.path.isdir(folder):
            yield UsageFault(f"{name}: {no_folder(folder)}")

"""The list of versions for people."""

from __future__ import annotations

from collections.abc import Iterator

from linter.facts.value import Unknown
from linter.report.counting import counted
from linter.report.listing.lines import Lines
from linter.report.listing.versions import Found, Versions, Way
from linter.report.places import Opener
from linter.report.printable import printable
from linter.report.style import Style


def render(versions: Versions, open_source: Opener, style: Style = Style()) -> str:  # noqa: B008  frozen
    """A line for each thing that has a version, its evidence below it, and a summary."""
    lines = Lines(open_source, style)
    made = [line for found in versions.found for line in _found(found, lines)]
    made += lines.skipped(versions.skipped)
    unknown = sum(1 for found in versions.found if isinstance(found.version, Unknown))
    known = counted(len(versions.found) - unknown, "versions")
    made.append(f"{known} in {counted(versions.opened, 'files')}; {unknown} not known.")
    return "".join(f"{line}\n" for line in made)


def _found(found: Found, lines: Lines) -> Iterator[str]:
    style = lines.style
    instance = f" [{printable(found.instance)}]" if found.instance else ""
    of = "" if found.of is None or found.of == found.name else f"{printable(found.of)} "
    head = f"{lines.where(found.place, bold=True)}: {printable(found.name)}{instance}: {of}"
    if isinstance(found.version, Unknown):
        yield f"{head}{style.paint('yellow', 'not known')}: {printable(found.version.why)}"
    else:
        yield f"{head}{style.paint('bold', printable(found.version))}"
    yield from lines.evidence(found.evidence, "  ")
    if found.way is not None:
        comment = f", or a comment `{found.way.comment}` in the file" if found.way.comment else ""
        yield f"  {style.paint('bold', 'help')}: `{printable(line(found.way))}` in the settings{comment}"


def line(way: Way) -> str:
    """What to write into `.deadpeer.yaml`, with the version in place of `VERSION`."""
    import json

    name = way.name if way.name.replace("_", "").replace("-", "").isalnum() else json.dumps(way.name)
    return f"versions: [{{files: {json.dumps(way.files, ensure_ascii=False)}, {name}: VERSION}}]"

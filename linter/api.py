"""What other programs call: the public names are those of ``linter.__all__``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from linter.faults import Fault, Faults, UsageFault

if TYPE_CHECKING:
    from linter.finding import Result
    from linter.options import Options
    from linter.run import Request

Path: TypeAlias = "str | os.PathLike[str]"


def load_options(folder: Path | None = None, *, config: Path | None = None, today: str = "") -> Options:
    """The options that the settings state, as the command reads them: at and above ``folder``, or the file ``config``.

    ``folder`` is the working folder where it is left out, and ``config`` is relative to it. Where there are no settings
    the options are the default ones. ``today`` is a day as ``2027-01-31``, by which ignores end. Raises ``Faults`` with
    all faults of the settings.
    """
    from linter.options import Flags, load

    flags = Flags(config=None if config is None else os.fspath(config), today=today)
    return load(flags, _whole(folder or ".", os.getcwd()))


def check(
    paths: Path | Iterable[Path] = ".",
    options: Options | None = None,
    *,
    folder: Path | None = None,
    context: Path | None = None,
    maven_repo: Path | None = None,
    diff_base: str | None = None,
    jobs: int = 1,
) -> Result:
    """Checks files and folders and gives what ``deadpeer check`` would report, with a patch for each fix.

    ``paths`` are relative to ``folder``, which is the working folder where it is left out. Without ``options`` the
    settings count, as ``load_options`` finds them; ``Options()`` reads none. ``context`` is the folder in which the
    other half of a pair is looked for when files are named (default: the repository), ``maven_repo`` a local
    repository that may be read, ``diff_base`` a revision since which changes are reported, ``jobs`` the number of
    processes (0: as many as pay off).

    Paths in the result are relative to the repository around ``folder``, or to ``folder`` outside of one; places are
    offsets in code points of a file's text. Nothing is printed or written, nothing is read but files, and git is asked
    which there are. Raises ``Faults`` where a path, an option, the settings or a policy is wrong, and ``Bug``. What is
    wrong in the files that are checked is a finding.
    """
    from linter.given import reject
    from linter.run import Request
    from linter.run.root import root_of

    here = _whole(folder or ".", os.getcwd())
    listed = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    named = tuple(_named(path, here) for path in listed)
    around = None if context is None else _whole(context, here)
    poms = None if maven_repo is None else _whole(maven_repo, here)
    options = load_options(here) if options is None else options
    reject(options, {"context": around, "maven_repo": poms}, jobs)
    request = Request(
        root_of(here, named),
        named,
        context=around,
        jobs=jobs,
        repository=poms or "",
        diff_base=diff_base,
    )
    return _run(request, options)


def _run(request: Request, options: Options) -> Result:
    from linter.fix.draft import patches
    from linter.record import replace
    from linter.run import check as run

    try:
        done = run(request, options)
    except Fault as fault:
        raise Faults((fault,)) from fault
    return replace(done.result, patches=patches(done.result.findings, done.open_source))


def _named(path: Path, folder: str) -> str:
    if not os.fspath(path):  # which a variable is that nobody has set, and not the whole folder
        raise Faults((UsageFault("no such file or folder: ``"),))
    return _whole(path, folder)


def _whole(path: Path, folder: str) -> str:
    return os.path.normpath(os.path.join(folder, os.fspath(path)))

"""What the flags of ``check`` ask for, made consistent."""

from __future__ import annotations

import os

from linter.cli.outputs import Output
from linter.cli.terminal import Color, read_input, terminal, today
from linter.faults import Faults, UsageFault
from linter.finding import Severity
from linter.options import Flags
from linter.record import dataclass
from linter.run import Request
from linter.run.root import root_of
from linter.text.folder import POLICIES, no_folder


@dataclass(frozen=True, slots=True)
class Asked:
    """The flags of ``check``, or of a command that has some of them, as they were given."""

    paths: tuple[str, ...] = ()
    format: str = "text"
    fail_on: str | None = None
    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    preview: bool = False
    config: str | None = None
    no_config: bool = False
    assume: tuple[str, ...] = ()
    context: str | None = None
    repository: str | None = None
    diff: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    fix_only: tuple[str, ...] = ()
    interactive: bool = False
    exit_zero: bool = False
    exit_non_zero_on_fix: bool = False
    force_exclude: bool = False
    stdin_filename: str | None = None
    jobs: int = 0
    color: Color = "auto"
    quiet: bool = False
    verbose: bool = False
    policies: tuple[str, ...] = ()
    advisories: tuple[str, ...] = ()
    output_file: str | None = None
    outputs: tuple[Output, ...] = (Output(),)
    hide_ignored: bool = False
    statistics: bool = False
    diff_base: str | None = None
    baseline: str | None = None
    no_baseline: bool = False
    today: str | None = None

    @property
    def stdin(self) -> bool:
        return "-" in self.paths

    @property
    def named(self) -> bool:
        """Whether files were named one by one, as by a tool that hands on whatever was touched."""
        return any(os.path.isfile(path) for path in self.paths)

    def flags(self) -> Flags:
        return Flags(
            profile=self.profile,  # type: ignore[arg-type]  # click has checked it
            fail_on=None if self.fail_on is None else Severity[self.fail_on.upper()],
            select=split(self.select),
            ignore=split(self.ignore),
            preview=self.preview,
            config=self.config,
            no_config=self.no_config,
            policies=self.policies,
            assume=split(self.assume),
            advisories=self.advisories,
            baseline="" if self.no_baseline else self.baseline,
            today=self.today or today(),
        )


def consistent(asked: Asked) -> None:
    """Raises ``UsageFault`` for flags that contradict each other, and ``Faults`` for paths that do not exist."""
    _consistent_fixing(asked)
    if asked.stdin and len(asked.paths) > 1:
        raise UsageFault("`-` stands alone: standard input is checked by itself")
    if asked.stdin and asked.diff_base is not None:
        raise UsageFault("--diff-base compares files: `-` is none")
    if asked.stdin_filename is not None and not asked.stdin:
        raise UsageFault("--stdin-filename is for `-`")
    if asked.quiet and asked.verbose:
        raise UsageFault("--quiet and --verbose exclude each other")
    if asked.baseline is not None and asked.no_baseline:
        raise UsageFault("--baseline and --no-baseline exclude each other")
    missing = [path for path in asked.paths if path != "-" and not os.path.exists(path)]
    faults = [UsageFault(f"no such file or folder: {path}") for path in missing]
    faults += [UsageFault("can't be read: Permission denied", path) for path in asked.paths if _closed(path)]
    if asked.context is not None and not os.path.isdir(asked.context):
        faults.append(UsageFault(f"--context: {no_folder(asked.context)}"))
    faults += [
        UsageFault(f"--{flag}: {no_folder(path, POLICIES)}")
        for flag, folders in (("policies", asked.policies), ("advisories", asked.advisories))
        for path in folders
        if not os.path.isdir(path)
    ]
    if asked.repository is not None and not os.path.isdir(asked.repository):
        faults.append(UsageFault(f"--maven-repo: {no_folder(asked.repository)}"))
    if faults:
        raise Faults(tuple(faults))


def _consistent_fixing(asked: Asked) -> None:
    if asked.diff and asked.fix:
        raise UsageFault("--diff shows what --fix would do: give one of them")
    if asked.fix_only and not (asked.diff or asked.fix):
        raise UsageFault("--fix-only chooses among the fixes of --fix and --diff: give one of them")
    if asked.fix_only and not split(asked.fix_only):
        raise UsageFault("--fix-only names no policy: leave it out for the fixes of all")
    if asked.exit_zero and asked.exit_non_zero_on_fix:
        raise UsageFault("--exit-zero and --exit-non-zero-on-fix contradict each other: give one of them")
    if asked.fix and asked.stdin:
        raise UsageFault("--fix can't change standard input; --diff prints the patch")
    if asked.interactive and not terminal():
        raise UsageFault("-i asks about each fix, but nobody is at a terminal: `check --fix` makes all safe ones")


def request(asked: Asked, folder: str) -> Request:
    """The request of a command that was started in the absolute ``folder``; reads standard input if it is asked to."""
    paths = tuple(absolute(path, folder) for path in asked.paths or (".",) if path != "-")
    name = absolute(asked.stdin_filename, folder) if asked.stdin_filename else None
    base = root_of(folder, [*paths, *([name] if name else [])])
    stdin = None
    if asked.stdin:
        data = read_input()
        stdin = (relative(name, base) if name else _guess(data), data)
    return Request(
        root=base,
        paths=paths,
        stdin=stdin,
        context=None if asked.context is None else absolute(asked.context, folder),
        jobs=asked.jobs,
        force_exclude=asked.force_exclude,
        repository="" if asked.repository is None else absolute(asked.repository, folder),
        diff_base=asked.diff_base,
    )


def absolute(path: str, folder: str) -> str:
    """``path`` as seen from ``folder``, links not followed."""
    return os.path.normpath(os.path.join(folder, path))


def relative(path: str, base: str) -> str:
    return os.path.relpath(path, base).replace(os.sep, "/")


def split(words: tuple[str, ...]) -> tuple[str, ...]:
    """``--select a,b --select c`` as three words."""
    return tuple(part.strip() for word in words for part in word.split(",") if part.strip())


def _closed(path: str) -> bool:
    """Whether ``path`` is a file that we may not read."""
    return os.path.isfile(path) and not os.access(path, os.R_OK)


def _guess(data: bytes) -> str:
    """A file name for standard input that has none."""
    return "stdin.xml" if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") else "stdin.yaml"

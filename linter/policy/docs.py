"""What a policy file says, for readers: Markdown pages, an index, and the plain text of ``explain``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from linter.pattern import pattern
from linter.policy.examples import unmark_all
from linter.policy.model import Advisory, Affected, Example, FixSpec, Param, ParamSpec, Policy, Text, When
from linter.policy.words import listed

_KINDS = {"bad": "Reported", "good": "Fine", "unknown": "Not judged", "outside": "Not concerned"}
_LANGUAGES = {"yaml": "yaml", "yml": "yaml", "xml": "xml", "properties": "properties", "json": "json"}


def render(policy: Policy) -> str:
    """The policy's page; the same for the same policy."""
    parts = [f"# {policy.title}", f"`{policy.id}`", _table(policy), policy.why]
    if policy.when_fine:
        parts += ["## When it is fine", policy.when_fine]
    parts += ["## How it is decided", *_decided(policy)]
    if policy.fixes:
        parts += ["## Fix", _bullets(map(_fix, policy.fixes))]
    if policy.params:
        parts += ["## Parameters", _bullets(_param(name, spec) for name, spec in policy.params.items())]
    if policy.examples:
        parts += ["## Examples", *(block for example in policy.examples for block in _example(example))]
    sources = _sources(policy)
    if sources:
        parts += ["## References", _bullets(f"<{source}>" for source in sources)]
    return "\n\n".join(parts) + "\n"


def explain(policy: Policy, also: Sequence[str] = ()) -> str:
    """The policy as plain text for a terminal; ``also`` are the ids of others about the same record."""
    parts = [f"{policy.id}: {policy.title}", "\n".join(f"{name}: {value}" for name, value in _facts(policy))]
    parts.append("\n".join(f"{name}: {' '.join(text.split())}" for name, text in _conditions(policy)))
    parts.append(policy.why)
    if policy.when_fine:
        parts.append(f"When it is fine: {policy.when_fine}")
    if policy.fixes:
        parts.append("\n".join(f"Fix: {_fix(fix)}" for fix in policy.fixes))
    if policy.params:
        parts.append("Parameters:\n" + _indented(_param(name, spec) for name, spec in policy.params.items()))
    parts += map(_told, policy.examples)
    sources = _sources(policy)
    if sources:
        parts.append("References:\n" + _indented(sources))
    if also:
        parts.append("About the same record:\n" + _indented(also))
    return "\n\n".join(parts) + "\n"


def _fix(fix: FixSpec) -> str:
    return f"{_plain(fix.title)} ({fix.safety}{f': {fix.because}' if fix.because else ''})"


_NAMED = pattern(r"(?<=\w )([A-Z]\w+) \{upgrade\}")
_POLICIES = "Generated from the files below `policies/`; each is also its own test and its fix's test."
_CHANGES = (
    "What releases do otherwise than the ones before, which is no fault in either; `deadpeer upgrade` tells it. "
    "Generated from the files below `changes/`; each is also its own test."
)


def index(policies: Iterable[Policy], title: str = "Policies", intro: str = _POLICIES) -> str:
    """The list of all policies, a table for each folder."""
    parts = [f"# {title}", intro]
    folders: dict[str, list[Policy]] = {}
    for policy in policies:
        folders.setdefault(policy.id.split("/")[0], []).append(policy)
    for folder, members in sorted(folders.items()):
        rows = ["| policy | what it reports | severity | profile |", "|---|---|---|---|"]
        for policy in sorted(members, key=lambda member: member.id):
            link = f"[{policy.id.split('/')[1]}]({policy.id}.md)"
            cells = (link, _cell(policy.title), _choices(policy.severity), _choices(policy.profile))
            rows.append(f"| {' | '.join(cells)} |")
        parts += [f"## {folder}", "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def pages(policies: Sequence[Policy], *, changes: bool = False) -> dict[str, str]:
    """All pages by their path below ``docs/policies``, or ``docs/changes``."""
    first = index(policies, "Changes", _CHANGES) if changes else index(policies)
    return {"README.md": first, **{f"{policy.id}.md": render(policy) for policy in policies}}


def _facts(policy: Policy) -> Iterator[tuple[str, str]]:
    yield "Severity", _choices(policy.severity)
    yield "Profile", _choices(policy.profile)
    if policy.status != "stable":
        yield "Status", policy.status
    if policy.advisory is not None:
        yield "Package", f"{policy.advisory.package} ({policy.advisory.ecosystem})"
        yield "Affected", affected_words(policy.advisory)
        yield "Class", policy.advisory.class_ + (", reproduced" if policy.advisory.reproduced else "")
    yield "Fix", listed(dict.fromkeys(fix.safety for fix in policy.fixes)) or "none"
    yield "Since", policy.since


def _table(policy: Policy) -> str:
    return "\n".join(["| | |", "|---|---|", *(f"| {name} | {_cell(value)} |" for name, value in _facts(policy))])


def _choices(lines: tuple[When, ...]) -> str:
    return ", ".join(dict.fromkeys(line.is_ for line in lines))


def _conditions(policy: Policy) -> Iterator[tuple[str, str]]:
    """What is looked at, where, and what has to be so, as the policy says it."""
    rows = [("looked at", policy.match), ("where", policy.where), ("required", policy.require)]
    return ((name, _source(value)) for name, value in rows if value is not None)


def _decided(policy: Policy) -> Iterator[str]:
    yield _bullets(f"{name}: {_code(text)}" for name, text in _conditions(policy))
    for name, lines in (("Severity", policy.severity), ("Profile", policy.profile)):
        if len(lines) > 1:
            yield f"{name}, the first that holds:"
            yield _bullets(f"{line.is_}: {_code(line.when.text) if line.when else 'otherwise'}" for line in lines)


def affected_words(advisory: Advisory) -> str:
    """The affected releases in words: ``from 0.82.0 before 0.84.0; 0.95.0``."""
    return "; ".join(_affected(part) for part in advisory.affected)


def _affected(part: Affected) -> str:
    bounds = []
    if part.introduced is not None and part.introduced != "0":
        bounds.append(f"from {part.introduced}")
    if part.fixed is not None:
        bounds.append(f"before {part.fixed}")
    if part.last_affected is not None:
        bounds.append(f"up to {part.last_affected}")
    text = " ".join(bounds) or ("all versions" if part.introduced is not None else "")
    text = " and ".join(filter(None, (text, ", ".join(part.versions))))
    return text + (f", not {', '.join(part.except_)}" if part.except_ else "")


def _sources(policy: Policy) -> list[str]:
    advisory: Advisory | None = policy.advisory
    return list(dict.fromkeys((*policy.references, *(advisory.evidence if advisory else ()))))


def _param(name: str, spec: ParamSpec) -> str:
    defaults = [_shown(spec.default)]
    defaults += [f"{_shown(value)} from profile {profile} on" for profile, value in (spec.by_profile or {}).items()]
    doc = f": {spec.doc}" if spec.doc else ""
    return f"`{name}` ({spec.type}, {', '.join(defaults)}){doc}"


def _shown(value: Param) -> str:
    return "unset" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _headline(example: Example) -> str:
    severity = f" ({example.severity})" if example.severity else ""
    return f"{_KINDS[example.kind]}: {example.name}{severity}"


def _runs(example: Example) -> str:
    runs = [f"{host}: {version}" for host, version in example.versions.items()]
    runs += filter(None, (example.version, example.image))
    return f"Runs {', '.join(runs)}." if runs else ""


def _told(example: Example) -> str:
    """An example as plain text: what it runs, its files, and what its fix makes of them."""
    lines = [_headline(example)]
    if runs := _runs(example):
        lines.append(f"  {runs}")
    if example.settings:
        lines += ["  with the settings", *_block(example.settings)]
    for title, files in (("", example.files), ("becomes ", example.fixed or {})):
        for path, text in unmark_all(files)[0].items():
            lines += [f"  {title}{path}", *_block(text)]
    return "\n".join(lines)


def _block(text: str) -> Iterator[str]:
    for line in text.rstrip().split("\n"):
        yield f"    | {line}".rstrip()


def _example(example: Example) -> Iterator[str]:
    yield f"### {_headline(example)}"
    if runs := _runs(example):
        yield runs
    yield from _files(example.files)
    if example.fixed:
        yield "Becomes:"
        yield from _files(example.fixed)


def _files(files: Mapping[str, str]) -> Iterator[str]:
    for path, text in unmark_all(files)[0].items():
        fence = "````" if "```" in text else "```"
        language = _LANGUAGES.get(path.rsplit(".", 1)[-1], "")
        yield f"`{path}`"
        yield f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _source(value: Text | str) -> str:
    return value if isinstance(value, str) else value.text


def _plain(template: Text) -> str:
    """A template as its readers see it; only the upgrade can be put in words before there is a finding."""
    text = template.text.strip()
    named = _NAMED.sub(r"the computed release of \1", text)
    return named.replace("{upgrade}", "the computed release")


def _code(text: str) -> str:
    text = " ".join(text.split())
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)

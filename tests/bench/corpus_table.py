"""What ``check``, ``versions`` and ``links`` make of a tree of public Collector files, as tables in Markdown.

``python tests/bench/corpus_table.py [FOLDER]``; without a folder the corpus beside this checkout. Seconds are CPU time
of each command as a process of its own.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Unknown
from linter.options import Options
from linter.run.inputs import Inputs, Request
from linter.syntax.document import DocRef
from linter.system import load_all

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "otelcol"
SEEN = tuple(
    re.compile(rf"(?m)^[\s|\"'-]*(?:{words})[\"']?[ \t]*:")
    for words in ("receivers", "exporters|processors|connectors", "service|pipelines")
)
"""Keys that a text with a Collector's configuration has, read without our own parser."""


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else CORPUS
    inputs = Inputs(Request(str(folder), jobs=1), Options(), load_all())
    facts = inputs.facts(inputs.readings)
    texts = dict(_texts(folder))
    _judged(texts, facts, {skip.path: skip.why for skip in inputs.skipped(inputs.readings)})
    _table("forms", ("form", "configurations"), Counter(_form(one.place.doc) for one in facts.of("otelcol.config")))
    _versions(facts.of("otelcol.config"))
    reports, times = {}, {}
    for name in ("check", "versions", "links"):
        reports[name], times[name] = _run(folder, name)
    _findings(reports["check"])
    links = reports["links"]
    pairs = Counter((_setting(pair, "matched_by"), pair["verdict"]["word"]) for pair in links["pairs"])
    _table("pairs", ("matched by", "verdict", "pairs"), pairs)
    alone = Counter(_blurred(one["why"]) for one in links["alone"])
    _table("clients whose servers are not all known", ("reason", "clients"), alone)
    _table("skipped files", ("reason", "files"), Counter(skip["why"] for skip in reports["check"]["skipped"]))
    _table("CPU seconds", ("command", "seconds"), times)


def _texts(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes().decode("utf-8", "replace")


def _judged(texts: Mapping[str, str], facts: FactBase, skips: Mapping[str, str]) -> None:
    """How many of the files that hold a configuration are judged, and why the others are not."""
    judged = {one.place.path for one in facts.of("otelcol.config")}
    judged |= {one.place.path for one in facts.of("otelcol.component")}
    broken = {one.place.path: str(one.fields["message"].data) for one in facts.of("input.problem")}
    holders = [path for path, text in texts.items() if all(pattern.search(text) for pattern in SEEN)]
    valid = [path for path in holders if _is_yaml(texts[path])]
    share = sum(1 for path in valid if path in judged)
    print("### files\n")
    print(f"- {len(texts)} files, {len(holders)} hold a Collector's configuration, {len(valid)} of them in valid YAML")
    print(f"- judged: {share} of {len(valid)} ({share / max(1, len(valid)):.0%})\n")
    for path in holders:
        if path not in judged:
            why = skips.get(path) or broken.get(path) or "nothing was recognised in it"
            print(f"- not judged: `{path}`: {why}{'' if path in valid else ' (no valid YAML)'}")
    print()


def _is_yaml(text: str) -> bool:
    """Whether another reader takes every document of it."""
    try:
        for document in yaml.compose_all(text.removeprefix("\ufeff"), Loader=yaml.CSafeLoader):
            del document
    except yaml.YAMLError:
        return False
    return True


def _form(doc: DocRef) -> str:
    if doc.host is None:
        return "plain file"
    route = [str(step) for step in doc.route]
    if route[-2:] == ["spec", "config"]:
        return "custom resource"
    if len(route) > 1 and route[-2] in ("data", "stringData"):
        return "ConfigMap" if route[-2] == "data" else "Secret"
    if route[0] in ("write_files", "Resources", "instance_groups") or route[0].isdigit():
        return "text in cloud-init, CloudFormation, BOSH or Ansible"
    return "compose config" if route[0] == "configs" else "Helm values or the like"


def _versions(configs: Sequence[Entity]) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for config in configs:
        version = config.fields["version"]
        if isinstance(version.data, Unknown):
            why = version.data.why.removeprefix("its Collector's version is not known: ").partition(";")[0]
            found["not known", _blurred(why)] += 1
        else:
            found["known", _blurred(version.evidence[0].text) if version.evidence else "written"] += 1
    _table("versions of configurations", ("version", "evidence or reason", "configurations"), found)


def _findings(report: Mapping[str, Any]) -> None:
    found = Counter((finding["policy"], finding["severity"]) for finding in report["findings"])
    _table("findings, profile default", ("policy", "severity", "findings"), found)


def _run(folder: Path, name: str) -> tuple[dict[str, Any], float]:
    """The JSON report of a command, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "linter", name, "--no-config", "--format", "json", "."]
    done = subprocess.run(command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), round(seconds, 2)


def _setting(pair: Mapping[str, Any], name: str) -> str:
    return next(str(setting["value"]) for setting in pair["settings"] if setting["name"] == name)


def _blurred(text: str) -> str:
    """``text`` without names, so that equal reasons count as one."""
    return re.sub(r"`[^`]*`", "`…`", text.partition("; ")[0])


def _table(title: str, heads: Sequence[str], counts: Mapping[Any, float]) -> None:
    print(f"### {title}\n\n| {' | '.join(heads)} |\n|{' --- |' * len(heads)}")
    for key, count in sorted(counts.items(), key=lambda item: (-item[1], str(item[0]))):
        cells = key if isinstance(key, tuple) else (key,)
        print(f"| {' | '.join(map(str, cells))} | {count} |")
    print()


if __name__ == "__main__":
    main()

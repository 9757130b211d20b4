"""Writes ``schemas/helm/defaults.tsv``: what the charts configure by themselves, release by release.

    python tests/oracle/make_chart_defaults.py OPENTELEMETRY_HELM_CHARTS SPLUNK_OTEL_COLLECTOR_CHART

Both arguments are git clones (of open-telemetry/opentelemetry-helm-charts and signalfx/splunk-otel-collector-chart)
with their tags. Splunk's chart makes its configuration in templates, of which only what all values lead to is recorded.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

OUT = Path(__file__).parents[2] / "schemas" / "helm" / "defaults.tsv"
SECTIONS = ("receivers", "processors", "exporters", "connectors", "extensions")
HEAD = """\
# What charts configure by themselves, below what values say: one setting of a Collector a line.
# chart, Collector within it, setting (steps joined by ::), value as JSON, first release with it, first without it again
# A line with * for the Collector has the oldest and the newest release that were read.
# `{}` is a section or a component. `?` is a setting whose value depends on other values of the chart or is too long
# to be recorded, or a component that may not be there; `*` stands for further settings of a component. What the
# Collector says of itself (service.telemetry) is left out.
# Written by tests/oracle/make_chart_defaults.py from values.yaml of charts/opentelemetry-collector and
# charts/opentelemetry-kube-stack at each tag of open-telemetry/opentelemetry-helm-charts, and from templates/config of
# helm-charts/splunk-otel-collector at each tag of signalfx/splunk-otel-collector-chart.
"""


def git(clone: str, *words: str) -> str:
    return subprocess.run(["git", "-C", clone, *words], capture_output=True, text=True, check=True).stdout


def releases(clone: str, chart: str) -> list[str]:
    """The chart's releases that have a tag, oldest first."""
    names = (tag.removeprefix(f"{chart}-") for tag in git(clone, "tag", "--list", f"{chart}-*").split())
    return sorted((name for name in names if re.fullmatch(r"\d+\.\d+\.\d+", name)), key=order)


def order(release: str) -> tuple[int, ...]:
    return tuple(map(int, release.split(".")))


def leaves(tree: Any, steps: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Each setting with its value as the table has it."""
    if tree is None or isinstance(tree, dict):
        if len(steps) == 2 or not tree:
            yield steps, "{}"
        for key, value in (tree or {}).items():
            yield from leaves(value, (*steps, str(key)))
    elif isinstance(tree, list) and not all(isinstance(item, str) for item in tree):
        yield steps, "?"
    else:
        yield steps, json.dumps(tree)


def settings(config: Any) -> dict[tuple[str, ...], str]:
    """What of a configuration is recorded."""
    found: dict[tuple[str, ...], str] = {}
    for section in SECTIONS:
        for name, value in (config.get(section) or {}).items():
            found.update(leaves(value, (section, str(name))))
    service = config.get("service") or {}
    if service.get("extensions"):
        found.update(leaves(service["extensions"], ("service", "extensions")))
    for name, pipeline in (service.get("pipelines") or {}).items():
        found.update(leaves(pipeline, ("service", "pipelines", str(name))))
    return {steps: value for steps, value in found.items() if steps[-1:] != ("pipelines",)}


def collector(clone: str, release: str) -> dict[str, Any]:
    """The configuration, without what the templates decide (_config.tpl): limits by the memory that is given.

    They take the ballast out where the values have ``useGOMEMLIMIT``.
    """
    text = git(clone, "show", f"opentelemetry-collector-{release}:charts/opentelemetry-collector/values.yaml")
    values = yaml.safe_load(text) or {}
    config = values.get("config") or {}
    if "memory_limiter" in config["processors"] and not config["processors"]["memory_limiter"]:
        config["processors"]["memory_limiter"] = {"*": [{}]}
    if "memory_ballast" in config["extensions"]:
        config["extensions"]["memory_ballast"] = {"*": [{}]}
        if "useGOMEMLIMIT" in values:
            config["extensions"]["memory_ballast"] = config["service"]["extensions"] = [{}]
    return {"": config}


def stack(clone: str, release: str) -> dict[str, Any]:
    text = git(clone, "show", f"opentelemetry-kube-stack-{release}:charts/opentelemetry-kube-stack/values.yaml")
    values = yaml.safe_load(text) or {}
    shared = (values.get("defaultCRConfig") or {}).get("config")
    if shared:
        raise SystemExit(f"opentelemetry-kube-stack {release} shares a configuration, which has no place in the table")
    return {name: value.get("config") or {} for name, value in (values.get("collectors") or {}).items()}


_OTLP = re.compile(
    r"^( *)otlp:\n\1  protocols:\n\1    grpc:\n\1      endpoint: (\S+)\n(?:\1      include_metadata: (.+)\n)?"
    r"\1    http:\n(?:\1      #.*\n)*\1      endpoint: (\S+)\n",
    re.MULTILINE,
)


def splunk(clone: str, release: str) -> dict[str, Any]:
    """The OTLP receiver, which agent and gateway always have."""
    base = f"splunk-otel-collector-{release}:helm-charts/splunk-otel-collector/templates/config"
    common = git(clone, "show", f"{base}/_common.tpl")
    found: dict[str, Any] = {}
    for role, file in (("agent", "_otel-agent.tpl"), ("gateway", "_otel-collector.tpl")):
        own = git(clone, "show", f"{base}/{file}")
        match = _OTLP.search(common if "otelReceivers" in own else own)
        if match is None:
            raise SystemExit(f"splunk-otel-collector {release} has no such receiver in its {role}")
        protocols: dict[str, Any] = {"grpc": {"endpoint": match[2]}, "http": {"endpoint": match[4]}}
        if match[3]:
            for protocol in protocols.values():
                protocol["include_metadata"] = True if match[3] == "true" else [{}]
        found[role] = {"receivers": {"otlp": {"protocols": protocols}}}
    return found


def table(chart: str, clone: str, of: Any, first: str) -> list[str]:
    """The lines about ``chart`` from release ``first`` on."""
    known = [release for release in releases(clone, chart) if order(release) >= order(first)]
    open_: dict[tuple[str, tuple[str, ...]], tuple[str, str]] = {}
    rows: list[tuple[str, tuple[str, ...], str, str, str]] = []
    for release in known:
        now = {
            (part, steps): value
            for part, config in of(clone, release).items()
            for steps, value in settings(config).items()
        }
        for key, (value, since) in list(open_.items()):
            if now.get(key) != value:
                rows.append((*key, value, since, release))
                del open_[key]
        for key, value in now.items():
            open_.setdefault(key, (value, release))
    rows += ((*key, value, since, "") for key, (value, since) in open_.items())
    rows.sort(key=lambda row: (row[0], row[1], order(row[3])))
    read = "\t".join((chart, "*", "", "", known[0], known[-1]))
    return [read, *("\t".join((chart, part, "::".join(steps), *rest)).rstrip("\t") for part, steps, *rest in rows)]


def main(upstream: str, splunks: str) -> None:
    lines = [
        *table("opentelemetry-collector", upstream, collector, "0.2.0"),
        *table("opentelemetry-kube-stack", upstream, stack, "0.0.7"),
        *table("splunk-otel-collector", splunks, splunk, "0.38.0"),
    ]
    OUT.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])

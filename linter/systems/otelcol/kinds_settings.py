"""The kinds of entities about single settings that decide whether a release's defect matters."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind

_CONFIG = Field("ref", "the configuration it stands in", "otelcol.config")
_COMPONENT = Field("ref", "the component it belongs to", "otelcol.component")
_VERSION = Field("version", "the upstream release of the Collector that runs it", "semver")
_IN_USE = Field("bool", "whether a pipeline, or `service.extensions`, names it")

SETTING = Kind(
    "otelcol.setting",
    "A setting that some advisory depends on, of a component that has it; written or not.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "package": Field("string", "the component's Go module"),
        "version": _VERSION,
        "in_use": _IN_USE,
        "section": Field("string", "the component's section"),
        "type": Field("string", "the newest name of the component's type"),
        "signals": Field("items", "the signals of the pipelines that use the component", "string"),
        "setting": Field("string", "its path below the component"),
        "section_on": Field("bool", "whether the section that it belongs to is written"),
        "written": Field("bool", "whether it is written"),
        "on": Field("bool", "whether it is written as `true`"),
    },
)
SENDER = Kind(
    "otelcol.sender",
    "The gRPC client settings of a component, as the release of the Collector takes them.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "package": Field("string", "the Go module of the settings"),
        "version": _VERSION,
        "in_use": _IN_USE,
        "compression": Field("string", "`compression` as written; null where the default holds"),
        "wait_for_ready": Field("bool", "`wait_for_ready` as written; null where it is not"),
    },
)
AUTHENTICATOR = Kind(
    "otelcol.authenticator",
    "An extension that authenticates the clients of some server.",
    {
        "config": _CONFIG,
        "component": Field("ref", "the extension", "otelcol.component"),
        "package": Field("string", "its Go module; null for a type that no upstream distribution ever had"),
        "version": _VERSION,
        "type": Field("string", "the newest name of its type"),
        "server": Field("ref", "the first server that names it, in use if one is", "otelcol.server"),
        "in_use": Field("bool", "whether a server that names it is in use"),
    },
)

"""The kinds of entities about tiers of Collectors: what one gets from, or shares with, others."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind

TAIL_SAMPLER = Kind(
    "otelcol.tail_sampler",
    "A tail_sampling processor, as one workload runs it.",
    {
        "config": Field("ref", "the configuration it stands in", "otelcol.config"),
        "component": Field("ref", "the processor", "otelcol.component"),
        "in_pipelines": Field("bool", "whether a pipeline uses it"),
        "workload": Field("ref", "what runs it; null where the input doesn't show it", "deploy.workload"),
        "replicas": Field("int", "how many run, as written; null where that is not written"),
        "autoscaler": Field("ref", "what changes how many run; null where the input has none", "deploy.autoscaler"),
        "several": Field("bool", "whether more than one may run; null where this can't be said"),
        "queued": Field("bool", "whether its Collector reads from a message queue, which may keep traces together"),
        "balanced": Field(
            "bool", "whether a load_balancing exporter in the input sends it traces, the spans of one to one place"
        ),
    },
)
RINGS = Kind(
    "otelcol.rings",
    "Two load_balancing exporters with backends in common: the one of the oldest release and the one of the newest.",
    {
        "older": Field("ref", "the exporter of the older release", "otelcol.load_balancer"),
        "newer": Field("ref", "the exporter of the newer release", "otelcol.load_balancer"),
        "backend": Field("ref", "a backend that both send to", "grpc.server"),
    },
)

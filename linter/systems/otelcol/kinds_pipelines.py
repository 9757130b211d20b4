"""The kinds of entities about pipelines: processors in their order, queues and retries, servers, the process itself."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind

_CONFIG = Field("ref", "the configuration it stands in", "otelcol.config")
_COMPONENT = Field("ref", "the component it belongs to", "otelcol.component")
_PACKAGE = Field("string", "the Go module")
_VERSION = Field("version", "the upstream release of the Collector that runs it", "semver")
_IN_USE = Field("bool", "whether a pipeline, or `service.extensions`, names it")
_OUTER = Field("bool", "whether it is a load_balancing exporter's own, in front of the choice of a backend")

PROCESSOR = Kind(
    "otelcol.processor",
    "A processor at its place in one pipeline.",
    {
        "config": _CONFIG,
        "component": Field("ref", "the processor; null where it is not defined", "otelcol.component"),
        "id": Field("string", "its id"),
        "type": Field("string", "the newest name of its type"),
        "version": _VERSION,
        "pipeline": Field("string", "the pipeline"),
        "signal": Field("string", "the pipeline's signal"),
        "first": Field("bool", "whether no processor stands before it"),
        "batch": Field("ref", "the nearest `batch` processor before it; null for none", "otelcol.processor"),
        "regrouping": Field(
            "ref",
            "the nearest processor before it that makes new batches, without the sender's address: `batch`, "
            "`tail_sampling`, `groupbytrace`; null for none",
            "otelcol.processor",
        ),
        "asks_connection": Field("bool", "for k8s_attributes: whether it may find the pod by the sender's address"),
        "by_connection": Field("bool", "for k8s_attributes: whether the sender's address is its only way to the pod"),
    },
)
SERVICE = Kind(
    "otelcol.service",
    "The process that a configuration makes of a Collector, and its own telemetry.",
    {
        "config": _CONFIG,
        "package": _PACKAGE,
        "version": _VERSION,
        "metrics_level": Field("string", "`service.telemetry.metrics.level`; null where the default holds"),
        "balances": Field("bool", "whether a pipeline uses a load_balancing exporter"),
        "first_reader": Field(
            "string", "what the first of the metric readers is, `periodic` or `pull`; null where none is written"
        ),
        "detectors": Field("items", "the resource detectors of its own telemetry", "string"),
    },
)
QUEUE = Kind(
    "otelcol.queue",
    "A `sending_queue` that an exporter's configuration writes.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "package": _PACKAGE,
        "version": _VERSION,
        "in_use": _IN_USE,
        "outer": _OUTER,
        "enabled": Field("bool", "`enabled` as written; null where it is not"),
        "off": Field("bool", "whether it is switched off in writing"),
        "storage": Field("string", "the storage extension; null for a queue in memory"),
        "size": Field("int", "`queue_size` as written; null where it is not"),
        "consumers": Field("int", "`num_consumers` as written; null where it is not"),
        "sizer": Field("string", "what `queue_size` counts, as written; null where it is not"),
        "batch": Field("block", "the `batch` section"),
        "batches": Field("bool", "whether it makes batches"),
        "batch_off": Field("bool", "whether batches are switched off in writing"),
        "batch_sizer": Field("string", "what the sizes of `batch` count, as written; null where it is not"),
        "batch_max": Field("int", "`batch.max_size` as written; null where it is not"),
        "blocks": Field("bool", "whether a full queue lets its senders wait (`block_on_overflow`, once `blocking`)"),
        "retry_off": Field("bool", "whether the exporter's retries are switched off in writing"),
        "retry_limit": Field("duration", "`retry_on_failure.max_elapsed_time` as written; null where it is not"),
    },
)
RETRY = Kind(
    "otelcol.retry",
    "A `retry_on_failure` that an exporter's configuration writes.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "version": _VERSION,
        "in_use": _IN_USE,
        "outer": _OUTER,
        "enabled": Field("bool", "`enabled` as written; null where it is not"),
        "initial_interval": Field("duration", "the first pause as written; null where it is not"),
        "max_interval": Field("duration", "the longest pause as written; null where it is not"),
        "pauses": Field("bool", "whether a first pause other than 0 is written"),
    },
)
SERVING = Kind(
    "otelcol.server",
    "A gRPC or HTTP server of a component, made of the Collector's own server settings.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "package": Field("string", "the Go module of the settings, `…/configgrpc` or `…/confighttp`"),
        "version": _VERSION,
        "protocol": Field("string", "`grpc` or `http`"),
        "in_use": _IN_USE,
        "endpoint": Field("string", "the endpoint as written; null where the default holds"),
        "port": Field("int", "the default port; null without one"),
        "local_only": Field("bool", "whether it listens on the loopback address only, that version's default applied"),
        "alone": Field(
            "bool",
            "whether it runs in a container that shares its network with no other, so that only it reaches "
            "the loopback address; null where nothing in the input runs it",
        ),
        "client_ca_reload": Field("bool", "whether it reloads the certificates that it checks clients with"),
        "authenticator": Field("ref", "the extension that authenticates its clients", "otelcol.component"),
    },
)

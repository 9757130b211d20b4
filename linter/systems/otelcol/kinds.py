"""The kinds of entities that Collector configurations give, beside those of gRPC."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind

_VERSION = Field("version", "the upstream release of the Collector that runs it", "semver")
_DISTRIBUTION = Field(
    "string", "the upstream distribution: `otelcol`, `otelcol-contrib`, `otelcol-k8s`, `otelcol-otlp`"
)
_CONFIG = Field("ref", "the configuration it stands in", "otelcol.config")
_COMPONENT = Field("ref", "the component it belongs to", "otelcol.component")
_PACKAGE = Field("string", "the Go module; null for a type that no upstream distribution ever had")
_IN_USE = Field("bool", "whether a pipeline, or `service.extensions`, names it")

CONFIG = Kind(
    "otelcol.config",
    "A Collector configuration as one container runs it; a file that several run is one for each of them.",
    {
        "version": _VERSION,
        "distribution": _DISTRIBUTION,
        "workload": Field("ref", "what runs it; null where the input doesn't show it", "deploy.workload"),
        "container": Field("string", "the container's name; null as the workload"),
        "partial": Field("bool", "whether it is only a part of what its Collector reads"),
        "file": Field("string", "the file's path"),
        "metrics_address": Field("string", "`service.telemetry.metrics.address`; null where it is not written"),
        "metrics_address_read": Field("bool", "whether that version uses this address (before 0.123.0)"),
        "metrics_address_refused": Field("bool", "whether that version refuses it (from 0.128.0)"),
        "strict_types": Field("bool", "whether a number is refused where text belongs, and the like (from 0.105.0)"),
    },
    "Collector configurations",
    subject="distribution",
)
COMPONENT = Kind(
    "otelcol.component",
    "A receiver, processor, exporter, connector or extension that a configuration defines.",
    {
        "config": _CONFIG,
        "section": Field("string", "`receiver`, `processor`, `exporter`, `connector` or `extension`"),
        "id": Field("string", "its id: type, or type/name"),
        "type": Field("string", "its type as written"),
        "canonical": Field("string", "the newest name of its type"),
        "package": _PACKAGE,
        "version": _VERSION,
        "distribution": _DISTRIBUTION,
        "available": Field("bool", "whether that release of that distribution has the type under this name"),
        "absence": Field("string", "why it does not, as a clause; null where it has it or this is not known"),
        "instead": Field("string", "what to use in the place of a type that is gone; null where none is known"),
        "anywhere": Field("bool", "whether any upstream distribution of that release has the type under this name"),
        "successor": Field("string", "the newer name of the type where that release knows it; null where none is"),
        "in_pipelines": _IN_USE,
        "signals": Field("items", "the signals of the pipelines that use it", "string"),
        "used_as_exporter": Field("bool", "for connectors: whether a pipeline ends in it"),
        "used_as_receiver": Field("bool", "for connectors: whether a pipeline starts with it"),
    },
    "components",
)
REFERENCE = Kind(
    "otelcol.reference",
    "A use of a component's id in a pipeline or in `service.extensions`.",
    {
        "config": _CONFIG,
        "role": Field("string", "what it is used as: `receiver`, `processor`, `exporter` or `extension`"),
        "id": Field("string", "the id"),
        "pipeline": Field("string", "the pipeline; null for extensions"),
        "defined": Field("bool", "whether the configuration defines it, as this or as a connector"),
        "similar": Field("string", "a defined id that it may have meant; null where none is similar"),
    },
)
DURATION = Kind(
    "otelcol.duration",
    "A written setting that is a duration.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "setting": Field("string", "its path below the component"),
        "value": Field("string", "the text as written"),
        "duration": Field("duration", "what the Collector makes of it; null where it can't"),
        "number": Field("bool", "whether it is a number, which counts nanoseconds"),
        "seconds": Field("duration", "for a number: so many seconds; else null"),
        "valid": Field("bool", "whether the Collector can read it"),
    },
)
KEY = Kind(
    "otelcol.key",
    "A key in a block whose keys are known: keepalive, resolvers, load_balancing.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "key": Field("string", "the key as written"),
        "block": Field("string", "the path of its block below the component"),
        "role": Field("string", "`client` or `server` in keepalive blocks, else null"),
        "known": Field("bool", "whether the Collector's version knows it here"),
        "note": Field("string", "since or until when it is known; null where that plays no part"),
        "suggestion": Field("string", "the known key it may have meant; null where none is similar"),
        "belongs": Field("string", "the path where such a key belongs; null where it belongs nowhere else"),
        "entry": Field("string", "the entry itself, for changing it"),
        "movable": Field("bool", "whether all of a misplaced key can be moved where it belongs"),
        "leaves": Field(
            "items", "the settings of a misplaced key that can be moved: itself, or those below it", "otelcol.move"
        ),
    },
)
MOVE = Kind(
    "otelcol.move",
    "A setting at a wrong place that has a right one.",
    {
        "to_duration": Field("duration", "the right place of a duration"),
        "to_bool": Field("bool", "the right place of a truth value"),
        "duration": Field("duration", "the value to put there; null for a truth value"),
        "bool": Field("bool", "the value to put there; null for a duration"),
    },
)
LISTENER = Kind(
    "otelcol.listener",
    "An address that a component listens on, where its port is a plain number.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "endpoint": Field("string", "the address as written; null where the default holds"),
        "port": Field("int", "its port"),
        "local_only": Field("bool", "whether it is on the loopback address only, that version's default applied"),
        "version": _VERSION,
        "in_use": _IN_USE,
        "other": Field("ref", "a component in use that takes this address before; null for none", "otelcol.component"),
    },
)
VARIABLE = Kind(
    "otelcol.variable",
    "A text with a variable without braces, `$NAME`.",
    {
        "config": _CONFIG,
        "version": _VERSION,
        "name": Field("string", "the name, without the dollar sign; the first of several"),
        "value": Field("string", "the text as written"),
        "braced": Field("string", "the text with such names as `${env:NAME}`"),
        "refused": Field("bool", "whether that version refuses it (0.104.0 to 0.106.x)"),
        "literal": Field("bool", "whether that version takes it for plain text although a variable is meant"),
        "alone": Field("bool", "whether the text is nothing but the variable"),
    },
)
LOAD_BALANCER = Kind(
    "otelcol.load_balancer",
    "A load_balancing exporter, under either of its names.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "client": Field("ref", "its gRPC client settings, shared by all backends", "grpc.client"),
        "id": Field("string", "its id"),
        "package": _PACKAGE,
        "version": _VERSION,
        "distribution": _DISTRIBUTION,
        "available": Field("bool", "whether that release of that distribution has the type under this name"),
        "in_pipelines": _IN_USE,
        "traces": Field("bool", "whether a traces pipeline uses it"),
        "metrics": Field("bool", "whether a metrics pipeline uses it"),
        "logs": Field("bool", "whether a logs pipeline uses it"),
        "resolver_count": Field("int", "how many resolvers are written"),
        "static": Field("bool", "whether the static resolver is written"),
        "dns": Field("bool", "whether the dns resolver is written"),
        "k8s": Field("bool", "whether the k8s resolver is written"),
        "aws_cloud_map": Field("bool", "whether the AWS Cloud Map resolver is written"),
        "dynamic": Field("bool", "whether the list of backends changes while it runs (any resolver but static)"),
        "dns_hostname": Field("string", "the host name that the dns resolver asks for"),
        "dns_port": Field("string", "the dns resolver's port as written"),
        "dns_port_plain_int": Field("bool", "whether that port is a number, not text"),
        "dns_port_text": Field("string", "the place for that port as text; null where a number stands there"),
        "dns_service": Field(
            "ref", "the Service that the host name means; null where the input has none", "deploy.service"
        ),
        "k8s_service": Field("string", "the Service that the k8s resolver watches"),
        "k8s_service_qualified": Field("bool", "whether it is written with more than name and namespace"),
        "k8s_timeout": Field("duration", "how long one watch lasts, that version's default applied"),
        "return_hostnames": Field("bool", "whether the k8s resolver gives host names"),
        "routing_key": Field("string", "the routing key; null where the default holds"),
        "routing_key_refused": Field(
            "string", "the signals in use for which that version refuses the key; null for none"
        ),
        "routing_key_ignored": Field("bool", "whether that version ignores the key for logs, which are in use"),
        "routing_attributes_named": Field("bool", "whether `routing_attributes` names any"),
        "endpoint": Field("string", "`protocol.otlp.endpoint`, which the resolver overrides; null where it is not set"),
        "sub_queue": Field("bool", "whether the exporter of each backend has a queue"),
        "queue_storage": Field("string", "the storage of that queue; null for one in memory"),
        "top_queue": Field("bool", "whether the exporter itself has a queue (from 0.115.0)"),
        "top_retry": Field("bool", "whether the exporter itself retries (from 0.115.0)"),
    },
    "load-balancing exporters",
    subject="package",
)

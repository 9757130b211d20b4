"""The kinds of entities about gRPC: clients, servers, and the links between them."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind

_CONFIG = Field("ref", "the configuration it stands in", "otelcol.config")
_COMPONENT = Field("ref", "the component it belongs to", "otelcol.component")
_VERSION = Field("version", "the upstream release of the Collector that runs it", "semver")

CLIENT = Kind(
    "grpc.client",
    "The gRPC client settings of a component; with load balancing, of every backend's connection.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "id": Field("string", "the component's id"),
        "section": Field("string", "the component's section: `exporter`, `extension` or `receiver`"),
        "type": Field("string", "the newest name of the component's type"),
        "version": _VERSION,
        "in_use": Field("bool", "whether a pipeline, or `service.extensions`, names the component"),
        "load_balancing": Field("bool", "whether it is a load_balancing exporter"),
        "streaming": Field("bool", "whether its RPCs stay open"),
        "rpc_timeout": Field("duration", "how long one RPC may take; for ever without a limit, null where not known"),
        "queue_size": Field("int", "how many batches wait at most; null without a queue, and where it is not known"),
        "queue_consumers": Field("int", "how many batches of the queue are sent at once"),
        "retry_for": Field("duration", "how long a batch is tried again; null where it is not, or where not known"),
        "drain": Field("duration", "worst-case time for which a removed backend blocks all routing; null for never"),
        "long_rpcs": Field("bool", "whether an RPC may be open for more than four times `time`"),
        "endpoint": Field("string", "the endpoint as written; null with load balancing"),
        "unix_socket": Field("bool", "whether it connects through a unix socket, which closes with its server"),
        "proxied": Field("bool", "whether its connections end at a proxy beside it, such as a service mesh's"),
        "keepalive": Field("block", "the `keepalive` section"),
        "enabled": Field("bool", "whether it pings at all"),
        "time": Field("duration", "effective time without reads before a ping; for ever where it does not ping"),
        "timeout": Field("duration", "effective wait for the answer; null where it does not ping"),
        "permit_without_stream": Field("bool", "whether it pings while no RPC is open"),
        "configured_time": Field("duration", "`time` as written; null where it is not"),
        "configured_timeout": Field("duration", "`timeout` as written; null where it is not"),
        "time_without_unit": Field("bool", "whether `time` is a number other than 0, so nanoseconds"),
        "detection": Field("duration", "worst-case time until a dead peer is noticed, once something is sent"),
        "idle_detection": Field("duration", "the same while no RPC is open; for ever where nothing is sent then"),
        "alone": Field("string", "why not every server that it connects to is known; null where each is"),
        "links": Field("items", "its links to servers in the input", "grpc.link"),
        "targets_known": Field("bool", "whether every server it may connect to is in the input"),
        "servers": Field("string", "the servers it is linked to, for messages; null for none"),
    },
    "gRPC clients",
    shows={
        "enabled": "pings",
        "time": "time",
        "timeout": "timeout",
        "permit_without_stream": "permit_without_stream",
        "rpc_timeout": "timeout of one RPC",
        "queue_size": "batches in the queue",
        "queue_consumers": "sent at once",
        "retry_for": "tried again for",
        "in_use": "in use",
    },
)
SERVER = Kind(
    "grpc.server",
    "A gRPC server of a component.",
    {
        "config": _CONFIG,
        "component": _COMPONENT,
        "id": Field("string", "the component's id"),
        "section": Field("string", "the component's section: `receiver` or `extension`"),
        "type": Field("string", "the newest name of the component's type"),
        "version": _VERSION,
        "in_use": Field("bool", "whether a pipeline, or `service.extensions`, names the component"),
        "endpoint": Field("string", "where it listens, that version's default applied"),
        "port": Field("int", "the port it listens on"),
        "local_only": Field("bool", "whether it listens on the loopback address only"),
        "socket": Field("string", "the path of the unix socket that it listens on; null for TCP"),
        "keepalive": Field("block", "the `keepalive` section"),
        "enforcement_policy": Field("block", "the `keepalive.enforcement_policy` section"),
        "policy_enabled": Field(
            "bool",
            "the `enabled` that counts for `enforcement_policy`: false switches it off, null where it is left out",
        ),
        "server_parameters": Field("block", "the `keepalive.server_parameters` section"),
        "min_time": Field("duration", "effective least time between a client's pings"),
        "permit_without_stream": Field("bool", "whether a client may ping while no RPC is open"),
        "configured_min_time": Field("duration", "`min_time` as written; null where it is not"),
        "time": Field("duration", "effective idle time before the server itself pings"),
        "timeout": Field("duration", "effective wait for the answer to that"),
        "configured_time": Field("duration", "`server_parameters.time` as written; null where it is not"),
        "configured_timeout": Field("duration", "`server_parameters.timeout` as written; null where it is not"),
        "max_connection_idle": Field("duration", "when an idle connection is closed; for ever where it is not"),
        "max_connection_age": Field("duration", "when any connection is closed; for ever where it is not"),
        "max_connection_age_grace": Field("duration", "how long RPCs may then go on; for ever where they may"),
        "recycles": Field("bool", "whether it closes connections for their age"),
        "links": Field("items", "its links to clients in the input", "grpc.link"),
    },
    "gRPC servers",
    shows={
        "endpoint": "listens on",
        "min_time": "min_time",
        "permit_without_stream": "permit_without_stream",
        "in_use": "in use",
    },
)
LINK = Kind(
    "grpc.link",
    "A client and a server that it connects to.",
    {
        "client": Field("ref", "the client", "grpc.client"),
        "server": Field("ref", "the server; not known where several may be meant", "grpc.server"),
        "direct": Field("bool", "false where something between them terminates HTTP/2"),
        "matched_by": Field("string", "how the two were brought together"),
        "target": Field("string", "the address the client uses"),
        "detection": Field("duration", "worst-case time until the client notices a dead peer, once something is sent"),
        "idle_detection": Field("duration", "the same while no RPC is open; for ever where nothing is sent then"),
        "drain": Field(
            "duration", "worst-case time for which the backend's removal blocks all routing; null for never"
        ),
        "apart": Field("string", "why the two are not judged as a pair; null where they are"),
    },
    "gRPC links",
    shows={
        "matched_by": "matched by",
        "target": "address",
        "direct": "direct",
        "detection": "dead peer noticed, once something is sent",
        "idle_detection": "dead peer noticed, while idle",
        "drain": "all routing blocked while a removed backend's queue is emptied",
    },
)

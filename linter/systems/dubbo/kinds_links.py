"""The kinds of entities that stand for the two ends of calls, and for the calls between them."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind
from linter.systems.dubbo.kinds import INTERFACE, VERSION

_EFFECTIVE = ", by all files that have a say"
_RETRIES = f"repetitions of a failed call{_EFFECTIVE}; 2 by default"
_TIMEOUT = f"how long a call may take{_EFFECTIVE}; 1s by default"
_CLUSTER = f"what happens to failed calls{_EFFECTIVE}; `failover` by default"
_BLOCKED = "how long a call holds its caller up at worst: `timeout` for each attempt; 0s for asynchronous calls"
_CALLS = Field("items", "the settings of calls that are written for it", "dubbo.calls")
_HEARTBEATS = Field("items", "the settings of heartbeats that are written for it", "dubbo.heartbeat")

REFERENCE = Kind(
    "dubbo.reference",
    "A reference to a service.",
    {
        "version": VERSION,
        "id": Field("string", "its interface, as `pairs` in the settings name it"),
        "interface": INTERFACE,
        "group": Field("string", f"the group it asks for{_EFFECTIVE}; null for none"),
        "service_version": Field("string", f"the service's version it asks for{_EFFECTIVE}; null for none"),
        "protocol": Field("string", "the protocol it asks for; null for whatever the provider has"),
        "url": Field("string", "the address it calls directly; null for one from the registry"),
        "timeout": Field("duration", _TIMEOUT),
        "retries": Field("int", _RETRIES),
        "cluster": Field("string", _CLUSTER),
        "loadbalance": Field("string", f"how a provider is chosen{_EFFECTIVE}; `random` by default"),
        "async": Field("bool", f"whether all its calls are asynchronous{_EFFECTIVE}"),
        "actives": Field("int", f"how many calls of one method may run at once{_EFFECTIVE}; 0 for no limit"),
        "connections": Field("int", f"connections of its own to each provider{_EFFECTIVE}; 0 for a shared one"),
        "reconnect": Field("bool", f"whether dead connections are made again{_EFFECTIVE}"),
        "lazy": Field("bool", f"whether it connects with the first call{_EFFECTIVE}"),
        "check": Field("bool", f"whether it needs a provider when it starts{_EFFECTIVE}"),
        "heartbeat": Field("duration", f"idle time before a heartbeat{_EFFECTIVE}; 60s by default"),
        "heartbeat_timeout": Field("duration", "silence after which the provider is dead; three heartbeats by default"),
        "threadpool": Field("string", "the pool that takes answers, as its files write it; `cached` by default"),
        "threads": Field("int", "the most threads of that pool, as its files write it; null for no limit"),
        "blocked": Field("duration", _BLOCKED),
        "consumer": Field("ref", "the module as a consumer", "dubbo.consumer"),
        "module": Field("ref", "the module", "dubbo.module"),
        "calls": _CALLS,
        "heartbeats": _HEARTBEATS,
        "alone": Field("string", "why no service is known for it; null if one is"),
    },
    "Dubbo references",
    shows={
        "group": "group",
        "service_version": "version",
        "timeout": "timeout",
        "retries": "retries",
        "cluster": "cluster",
        "loadbalance": "loadbalance",
        "async": "async",
        "actives": "actives",
        "connections": "connections",
        "reconnect": "reconnect",
        "lazy": "lazy",
        "check": "check",
        "heartbeat": "heartbeat",
        "heartbeat_timeout": "heartbeat.timeout",
        "threadpool": "pool for answers",
        "threads": "its threads",
    },
    about=("consumer", "module", "calls", "heartbeats"),
)
SERVICE = Kind(
    "dubbo.service",
    "A service that is provided.",
    {
        "version": VERSION,
        "id": Field("string", "its interface, as `pairs` in the settings name it"),
        "interface": INTERFACE,
        "group": Field("string", f"its group{_EFFECTIVE}; null for none"),
        "service_version": Field("string", f"its version{_EFFECTIVE}; null for none"),
        "protocol": Field("string", "the protocol it is served over; unknown where there are several"),
        "port": Field("int", "the port it is served on, as written; null where it is not"),
        "timeout": Field("duration", "the timeout that its module sets for it; null for none"),
        "retries": Field("int", "the repetitions that its module sets for it; null for none"),
        "threadpool": Field("string", "the pool that its calls run in; `fixed` by default"),
        "threads": Field("int", "the most threads of that pool; 200 by default; null for no limit"),
        "queues": Field("int", "how many calls wait for a thread; 0 by default, below 0 without a limit"),
        "executes": Field("int", "how many calls of one method may run at once; 0 for no limit"),
        "heartbeat": Field("duration", "idle time before a heartbeat of the server; 60s by default"),
        "heartbeat_timeout": Field("duration", "silence after which the server closes; three heartbeats by default"),
        "callers": Field("int", "how many modules in the files checked call it"),
        "provider": Field("ref", "the module as a provider", "dubbo.provider"),
        "module": Field("ref", "the module", "dubbo.module"),
        "calls": _CALLS,
        "heartbeats": _HEARTBEATS,
        "links": Field("items", "its links to references in the input", "dubbo.link"),
    },
    "Dubbo services",
    shows={
        "group": "group",
        "service_version": "version",
        "protocol": "protocol",
        "port": "port",
        "timeout": "timeout",
        "retries": "retries",
        "threadpool": "pool",
        "threads": "threads",
        "queues": "queues",
        "executes": "executes",
        "heartbeat": "heartbeat",
        "heartbeat_timeout": "heartbeat.timeout",
        "callers": "called by modules",
    },
    about=("provider", "module", "calls", "heartbeats"),
)
LINK = Kind(
    "dubbo.link",
    "A reference and a service that it calls: what counts between the two.",
    {
        "client": Field("ref", "the reference", "dubbo.reference"),
        "server": Field("ref", "the service", "dubbo.service"),
        "matched_by": Field("string", "how the two were brought together"),
        "protocol": Field("string", "the protocol between them"),
        "timeout": Field("duration", _TIMEOUT),
        "served_timeout": Field("duration", "the timeout that its module sets for the service itself; null for none"),
        "shared_timeout": Field("bool", "whether that is set for all references of the module at once"),
        "retries": Field("int", _RETRIES),
        "cluster": Field("string", _CLUSTER),
        "async": Field("bool", f"whether all calls are asynchronous{_EFFECTIVE}"),
        "detection": Field("duration", "worst-case time until the client gives a connection to a dead host up"),
        "blocked": Field("duration", _BLOCKED),
        "held": Field(
            "int",
            "threads that run the calling module's own services and may all wait for this one; null where it serves "
            "none or they have no limit",
        ),
        "inner": Field("ref", "the slowest reference of the module that serves it; null for none", "dubbo.reference"),
        "inner_blocked": Field("duration", "how long that may take at worst; null for none"),
        "apart": Field("string", "why the two are not judged as a pair; null where they are"),
    },
    "Dubbo links",
    shows={
        "matched_by": "matched by",
        "protocol": "protocol",
        "detection": "dead host noticed",
        "blocked": "a call holds its caller up",
        "held": "threads that may all wait for it",
        "inner_blocked": "meanwhile the service may itself wait",
    },
)

"""The kinds of entities that Dubbo's configuration gives."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind
from linter.systems.dubbo.names import SCHEME

PACKAGE = Field(
    "string", "`org.apache.dubbo:dubbo` or `com.alibaba:dubbo`, also where only some of its modules are used"
)
VERSION = Field("version", "the release of Dubbo that runs it", SCHEME)
_ARTIFACT = Field("string", "the artifact that decides the version; null where a comment or the settings do")
_FOLDER = Field("string", "the module's folder, `.` for the root")
INTERFACE = Field("string", "the service's interface; null where it has none")

MODULE = Kind(
    "dubbo.module",
    "A module whose files show that it calls or serves, with what both have in common.",
    {
        "package": PACKAGE,
        "artifact": _ARTIFACT,
        "version": VERSION,
        "folder": _FOLDER,
        "calls": Field("bool", "whether its files refer to services"),
        "serves": Field("bool", "whether its files serve some"),
        "over_dubbo": Field("bool", "whether it calls or serves over the protocol dubbo, which is the default"),
        "over_triple": Field("bool", "whether it calls or serves over the protocol tri"),
        "registry": Field("bool", "whether its files name a registry that is a server, such as ZooKeeper or Nacos"),
        "nacos": Field("bool", "whether its files name a Nacos registry"),
        "config_center": Field("bool", "whether its files name a configuration centre"),
        "ssl": Field("bool", "whether one of its protocols has TLS switched on"),
        "boot": Field("bool", "whether its build has Dubbo's starter for Spring Boot"),
        "xml": Field("bool", "whether a reference is written in Spring XML"),
        "spring": Field("bool", "whether Spring makes a reference: from XML or from an annotation"),
        "weak_serialization": Field("bool", "whether its files set kryo or fst, or its build names a module for them"),
        "longest_call": Field("duration", "the longest timeout that its files write for calls; null for none"),
        "longest_service": Field("duration", "the longest timeout that its files write for services; null for none"),
        "shutdown_wait": Field("duration", "how long a stop waits for calls, as written; 10s where it is not"),
    },
)
_MODULE = Field("ref", "the module with what its calls and its services have in common", "dubbo.module")

CONSUMER = Kind(
    "dubbo.consumer",
    "A module that calls Dubbo services, or may: one with Dubbo among its dependencies that is not seen to serve only.",
    {
        "package": PACKAGE,
        "artifact": _ARTIFACT,
        "version": VERSION,
        "folder": _FOLDER,
        "refers": Field("bool", "whether its files refer to services; unknown where they show neither side"),
        "serialize_check": Field("string", "`serialize-check-status`, as its files write it; null where none does"),
        "references": Field("int", "how many references its files write"),
        "async": Field("bool", "whether the files checked show asynchronous calls"),
        "async_evidence": Field("items", "what shows asynchronous calls", "dubbo.async"),
        "searched": Field("string", "what was searched for asynchronous calls: `2 files of settings and 5 sources`"),
        "over_dubbo": Field("bool", "whether it calls over the protocol dubbo, which is the default"),
        "over_triple": Field("bool", "whether it calls over the protocol tri"),
        "triple_by_address": Field("bool", "whether a reference calls an address over the protocol tri"),
        "zookeeper": Field("bool", "whether its files name a ZooKeeper registry"),
        "generic": Field("bool", "whether a reference is generic: it calls without the interface's class"),
        "bounded_pool": Field("bool", "whether the pool for answers is limited: `threads` or a limited `threadpool`"),
        "module": _MODULE,
    },
    "Dubbo consumers",
    subject="package",
)
PROVIDER = Kind(
    "dubbo.provider",
    "A module that serves Dubbo services.",
    {
        "package": PACKAGE,
        "artifact": _ARTIFACT,
        "version": VERSION,
        "folder": _FOLDER,
        "serialize_check": Field("string", "`serialize-check-status`, as its files write it; null where none does"),
        "services": Field("int", "how many services its files write"),
        "over_dubbo": Field("bool", "whether it serves over the protocol dubbo, which is the default"),
        "over_http": Field("bool", "whether it serves over the protocol http"),
        "over_hessian": Field("bool", "whether it serves over the protocol hessian"),
        "over_triple": Field("bool", "whether it serves over the protocol tri"),
        "over_rest": Field("bool", "whether it serves over the protocol rest"),
        "zookeeper": Field("bool", "whether its files name a ZooKeeper registry"),
        "delayed": Field("bool", "whether a service is registered with a delay"),
        "module": _MODULE,
    },
    "Dubbo providers",
    subject="package",
)
ASYNC = Kind(
    "dubbo.async",
    "A place that makes consumers call asynchronously.",
    {
        "form": Field(
            "string",
            "how: `xml`, `properties`, `yaml`, `annotation`, `java`, `kotlin`, `merger`; `interface` for a method that "
            "gives a future; `context`, `attachment`, `generic`, `future` for calls in sources",
        ),
        "side": Field("string", "`consumer`, or `provider` for a service's settings, which its consumers take over"),
        "interface": INTERFACE,
        "method": Field("string", "the method; null for all"),
        "applies": Field("bool", "whether the version of Dubbo reads it"),
        "value": Field("bool", "the setting itself"),
    },
)
APPLICATION = Kind(
    "dubbo.application",
    "An application, as a file of its module calls it.",
    {"version": VERSION, "name": Field("string", "its name"), "module": Field("ref", "its module", "dubbo.module")},
)
_HERE = "as written here; null where another file overrules it"
CALLS = Kind(
    "dubbo.calls",
    "Settings of calls that one element, or the keys of one prefix, write.",
    {
        "package": PACKAGE,
        "version": VERSION,
        "side": Field("string", "`consumer` or `provider`"),
        "element": Field("string", "`reference`, `consumer`, `service`, `provider` or `method`"),
        "interface": INTERFACE,
        "method": Field("string", "the method; null for all"),
        "form": Field("string", "how it is written: `xml`, `properties`, `yaml`, `annotation`, `java`, `kotlin`"),
        "timeout": Field("duration", f"how long a call may take, {_HERE}"),
        "retries": Field("int", f"repetitions of a failed call, {_HERE}"),
        "cluster": Field("string", f"what happens to failed calls, {_HERE}"),
        "loadbalance": Field("string", f"how a provider is chosen, {_HERE}"),
        "reconnect": Field("string", "whether dead connections are made again, as written here"),
        "mock": Field("string", "the mock, as written here or around"),
        "repeated": Field("bool", "whether its service is referred to, and all references set `retries` themselves"),
        "counted": Field("bool", "whether calls in flight are counted: `actives` or the filter `activelimit` is set"),
    },
)
HEARTBEAT = Kind(
    "dubbo.heartbeat",
    "Heartbeats as a protocol, or the parameters of another element, set them.",
    {
        "package": PACKAGE,
        "version": VERSION,
        "element": Field("string", "`protocol`, `provider`, `service`, `reference`, `consumer`, `application`"),
        "protocol": Field("string", "the protocol's name; null where it has none"),
        "heartbeat": Field("duration", "idle time before a heartbeat; 60s by default"),
        "timeout": Field(
            "duration", "silence after which the peer is dead (`heartbeat.timeout`); three heartbeats by default"
        ),
        "close_timeout": Field(
            "duration", "silence after which the server closes (`close.timeout`, from 3.2.3); as `timeout` by default"
        ),
    },
    "Dubbo heartbeat settings",
)
POOL = Kind(
    "dubbo.pool",
    "The pool and the queue of requests, or of answers, where a queue is set.",
    {
        "version": VERSION,
        "side": Field("string", "`consumer` or `provider`"),
        "threadpool": Field("string", "`fixed`, `cached`, `limited` or `eager`, as written here"),
        "threads": Field("int", "the most threads, as written here"),
        "queues": Field("int", "how many wait when all threads are busy; below 0 without a limit"),
    },
    "Dubbo queues",
)
QOS = Kind(
    "dubbo.qos",
    "The port for operators, where it is said who may use it.",
    {
        "version": VERSION,
        "enabled": Field("bool", "whether it is open; it is by default"),
        "foreign": Field("bool", "whether other hosts may use it, as written here"),
        "anonymous": Field("string", "what callers without a login may do, from 3.2 on; `PUBLIC` by default"),
    },
    "Dubbo operator ports",
)

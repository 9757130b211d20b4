"""The kinds of entities that govern services at run time."""

from __future__ import annotations

from linter.facts.kinds import Field, Kind
from linter.systems.dubbo.names import SCHEME

_VERSION = Field("version", "the release of Dubbo of the modules it governs", SCHEME)
_RULE = Field("ref", "its rule", "dubbo.rule")
_ADDRESSES = Field("items", "the instances it names, as written", "string")
_GOVERNS = Field("items", "the modules in the files checked that it is about", "dubbo.module")
_SETTINGS = Field("items", "what it sets, as `name=value`", "string")
_OTHER = Field(
    "string", "what the service has here instead of the group and version that this is for; null where it has these"
)
_ENABLED = Field("bool", "whether the rule is in force")

RULE = Kind(
    "dubbo.rule",
    "A governance rule: a document for the configuration centre.",
    {
        "type": Field("string", "`configurator`, `condition` or `tag`"),
        "form": Field("string", "`document`, or `URL` for a route in the registry"),
        "version": _VERSION,
        "governs": _GOVERNS,
        "config_version": Field("string", "`configVersion` as written; null where it is left out"),
        "config_version_number": Field("bool", "whether it is a number, not text"),
        "config_version_text": Field("string", "the place for it as text, what should stand there"),
        "scope": Field("string", "`service` or `application`; service by default"),
        "key": Field("string", "what it governs"),
        "target": Field("string", "the application, or the interface of the service, in the key"),
        "other": _OTHER,
        "names": Field("string", "what the key is for sure: `service` or `application`; null where it may be either"),
        "enabled": Field("bool", "whether it is in force; true by default"),
        "force": Field("bool", "whether no match means no provider; false by default"),
        "dynamic": Field("bool", "whether a URL goes with the session that registered it; null for documents"),
        "entries": Field("int", "how many entries its list has"),
        "destinations": Field("bool", "whether its conditions are mappings (`from`, `to`)"),
        "newest": Field("bool", "whether `configVersion` is v3.1, under which conditions are mappings from 3.3.0 on"),
        "too_new": Field("bool", "whether `configVersion` sorts after v3.1, so that clients from 3.3.0 on drop it"),
    },
    "Dubbo rules",
)
ITEM = Kind(
    "dubbo.rule_item",
    "One entry of a configurator's `configs`.",
    {
        "rule": _RULE,
        "version": _VERSION,
        "enabled": Field("bool", "whether the rule is in force"),
        "applies": Field("bool", "whether its `side` and ports let it apply at all"),
        "narrowed": Field("bool", "whether something besides `match` limits it to some instances or applications"),
        "switched_off": Field("bool", "whether it has an `enabled: false` of its own"),
        "type": Field("string", "its `type`; null where none is written"),
        "side": Field("string", "`provider` or `consumer`, as written"),
        "addresses": _ADDRESSES,
        "ports_missing": Field("bool", "whether none of its addresses has a port"),
        "ports_written": Field("bool", "whether all of its addresses have a port"),
        "provider_addresses": Field("items", "the providers it names, as written", "string"),
        "applications": Field("items", "the applications it names, as written", "string"),
        "services": Field("items", "the services it names, as written", "string"),
        "settings": _SETTINGS,
        "conditions": Field("items", "what `match` asks for, a text for each part", "string"),
        "parameters": Field("block", "what it sets"),
        "parameter_count": Field("int", "how many settings it writes"),
        "match": Field("block", "the conditions of version 3"),
        "plain_names": Field("bool", "whether `oneof` in its `match` holds plain texts"),
        "off_by_parameter": Field("bool", "whether its `parameters` say `enabled: false`"),
        "match_read": Field("bool", "whether `configVersion` makes clients read `match`"),
        "retries": Field("string", "repetitions of a failed call, as it sets them"),
        "cluster": Field("string", "what happens to failed calls, as it sets it"),
    },
    "configurator entries",
)
RULE_FIELD = Kind(
    "dubbo.rule_field",
    "A key in a governance rule where Dubbo knows all keys.",
    {
        "rule": _RULE,
        "version": _VERSION,
        "enabled": Field("bool", "whether the rule is in force"),
        "block": Field("string", "`rule`, `configs` or `match`"),
        "key": Field("string", "the key as written"),
        "known": Field("bool", "whether Dubbo reads it"),
        "suggestion": Field("string", "the key it may have meant; null where none is similar"),
        "entry": Field("string", "the entry itself, for changing it"),
    },
)
RULE_NAME = Kind(
    "dubbo.rule_name",
    "An application or a service that a rule or an override URL names.",
    {
        "rule": Field("ref", "its rule; null for an override URL", "dubbo.rule"),
        "enabled": _ENABLED,
        "what": Field("string", "`application` or `service`"),
        "name": Field("string", "the name; of a service the interface"),
        "similar": Field(
            "string", "the name in the files checked that it is almost; null where it is one, or like none"
        ),
        "spelling": Field("bool", "whether it differs from that in capitals and signs only"),
    },
)
CONDITION = Kind(
    "dubbo.condition",
    "One condition of a condition rule, `when => then`.",
    {
        "rule": _RULE,
        "version": _VERSION,
        "enabled": Field("bool", "whether the rule is in force"),
        "text": Field("string", "the condition as written"),
        "arrow": Field("bool", "whether it has an arrow; without one all of it says which providers are left"),
        "everyone": Field("bool", "whether it is for all consumers"),
        "nobody": Field("bool", "whether it leaves no provider"),
    },
    "conditions",
)
DESTINATIONS = Kind(
    "dubbo.destinations",
    "One condition of a condition rule v3.1, which has several destinations.",
    {
        "rule": _RULE,
        "version": _VERSION,
        "enabled": _ENABLED,
        "from": Field("string", "which calls it is for; null for all"),
        "to": Field("items", "which providers are left, each with its weight", "string"),
        "nobody": Field("bool", "whether it has no destination, so that no provider is left"),
    },
    "weighted conditions",
)
TAG = Kind(
    "dubbo.tag",
    "One tag of a tag rule.",
    {
        "rule": _RULE,
        "version": _VERSION,
        "enabled": _ENABLED,
        "name": Field("string", "the tag"),
        "addresses": _ADDRESSES,
        "listed": Field("bool", "whether it lists addresses"),
        "match": Field("block", "the conditions of version 3"),
        "match_read": Field("bool", "whether `configVersion` makes clients read `match`"),
        "conditions": Field("items", "what `match` asks for, a text for each part", "string"),
    },
    "tags",
)
OVERRIDE = Kind(
    "dubbo.override",
    "An override URL, as registries keep them.",
    {
        "version": _VERSION,
        "host": Field("string", "the host it is for; `0.0.0.0` for all"),
        "port": Field("int", "the port; null for none"),
        "interface": Field("string", "the service"),
        "group": Field("string", "the service's group; null for none"),
        "service_version": Field("string", "the service's version; null for none"),
        "other": _OTHER,
        "by_application": Field("bool", "whether all modules it is about register applications, and no services"),
        "application": Field("string", "the only application whose consumers it is for; null for all"),
        "settings": _SETTINGS,
        "governs": _GOVERNS,
        "category": Field("string", "where the registry keeps it; null where it is left out"),
        "category_read": Field("bool", "whether consumers subscribe to that category"),
        "dynamic": Field("bool", "whether it goes with the session that registered it; true by default"),
        "enabled": Field("bool", "whether it is in force; true by default"),
        "disabled": Field("bool", "whether it takes providers out of use"),
        "registries": Field("items", "the kinds of registries of the modules it is about", "string"),
        "only_nacos": Field("bool", "whether all of these are Nacos; unknown where there is none"),
        "typo": Field("string", "a parameter that is almost one of Dubbo's"),
        "meant": Field("string", "the parameter it may have meant"),
    },
    "override URLs",
)
ISOLATION = Kind(
    "dubbo.isolation",
    "A rule or an override URL that takes providers out of use.",
    {
        "version": _VERSION,
        "form": Field("string", "`override URL` or `configurator`"),
        "enabled": Field("bool", "whether it is in force: it is switched on and can apply"),
        "persistent": Field("bool", "whether it stays until somebody takes it away"),
        "setting": Field("string", "what makes it stay"),
        "removed": Field("bool", "whether a source or script takes the same URL away again (`registry.unregister`)"),
        "removed_at_start": Field("bool", "whether one does so when it starts; unknown where its time can't be told"),
        "removed_at_stop": Field("bool", "whether one does so when it ends; unknown where its time can't be told"),
        "instance": Field("bool", "whether it names single providers by address"),
        "consumers": Field("bool", "whether its addresses are of consumers, which lose all providers"),
        "everyone": Field("bool", "whether it names all providers"),
        "addresses": _ADDRESSES,
        "target": Field("string", "the service or application it is about"),
    },
    "isolations",
)
KINDS = (RULE, ITEM, RULE_FIELD, RULE_NAME, CONDITION, DESTINATIONS, TAG, OVERRIDE, ISOLATION)

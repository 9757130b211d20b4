"""Whether a text is Dubbo's, told by its name and bytes."""

from __future__ import annotations

import re

from linter.pattern import pattern
from linter.system import Claim
from linter.systems.dubbo.given import gives
from linter.systems.dubbo.names import NAMESPACES, RULES, SUFFIXES

NAMES = (
    "*.xml",
    "*.properties",
    "*.yaml",
    "*.yml",
    "*.json",
    "*.txt",
    "*.url",
    "*.urls",
    "*.sh",
    "*.rules",
    "*.configurators",
    "*.condition-router",
    "*.tag-router",
    "*.java",
    "*.kt",
)
NEEDLES = (
    b"dubbo",
    b"override:",
    b"override\\:",
    b"override%3A",
    b"override%3a",
    b"rule=",
    b"rule\\=",
    b"rule%3",
    b"configVersion",
    *(suffix.encode() for suffix in SUFFIXES),
    *(f"{name}:".encode() for name in RULES),
    b"CompletableFuture",
    b"$invokeAsync",
    b"interface ",
    b"typealias ",
    b"property-placeholder",
    b"PlaceholderConfigurer",
)

UNMARKED = ("*.properties", "application*.yml", "application*.yaml", "bootstrap*.yml", "bootstrap*.yaml")
"""Files that may give values to others, whatever is in them."""

_LINES = (".txt", ".url", ".urls", ".sh", ".rules")
"""Plain texts: read as properties, whose comments and line continuations they share."""
_YAML = (".yaml", ".yml", ".json")
_SOURCES = {".java": "java", ".kt": "kotlin"}
_BEAN_CLASS = b".dubbo.config."
_CONTEXT = pattern(rb"\bRpc(?:Service)?Context\b")
_FUTURES_NAME = "completablefuture"
_FUTURE = pattern(rb"\binterface\s+\w")
_HEADS = pattern(rb"\binterface\s+\w[^{}]*")
_ALIAS = pattern(rb"\btypealias\s+\w")
# Words are looked for before patterns: that is a hundred times as fast, and few texts hold them.
_RULE_WORDS = (b"configs", b"conditions", b"tags")
_STRING_HEADS = (b"scope:", b"force:", b"runtime:", b"enabled:", b"priority:")
_RULE_SIGNS = (b"side", b"ddresses", b"parameters", b"=>", b"match")
"""What the lists of rules hold, and few others of their names."""
_ELEMENT = b"<dubbo:"
_READ = pattern(r"(?:application|bootstrap|dubbo)(?:-[\w.-]+)?\.ya?ml$")
"""Files that Spring or Dubbo reads by their names."""
_URL = pattern(
    rb"override(?:://|\\://|%3A%2F%2F)|(?<![\w.-])(?:condition|route)(?:://|\\://)[^\s?]*\?[^\s]*\brule\\?="
    rb"|(?:condition|route)%3A%2F%2F\S*rule%3D",
    re.IGNORECASE,
)
_URL_WORDS = (b"override", b"rule=", b"rule\\=", b"rule%3d")
_KEYS = pattern(rb"(?m)^[ \t]*dubbo[.=: \t]")
_YAML_KEYS = pattern(rb"(?m)^(?:\xef\xbb\xbf)?[\"']?dubbo(?:\.[\w.\-\[\]]+)?[\"']?[ \t]*:|[{,]\s*[\"']?dubbo[\"']?\s*:")
_RULE_KEY = pattern(rb"(?m)^(?:\xef\xbb\xbf)?[\"']?key[\"']?[ \t]*:")
_RULE = pattern(rb"(?m)^(?:\xef\xbb\xbf)?[\"']?(?:configs|conditions|tags)[\"']?[ \t]*:")
_FLOW = pattern(rb"\A(?:\xef\xbb\xbf)?(?:\s|#[^\n]*\n|---(?=\s))*[\[{]")
"""The start of a text in flow style, as all JSON is."""
_FLOW_RULE = pattern(rb"[{,]\s*[\"']?(?:configs|conditions|tags)[\"']?\s*:")
_FLOW_KEY = pattern(rb"[{,]\s*[\"']?key[\"']?\s*:")
_FLOW_HEAD = pattern(rb"[{,]\s*[\"']?(?:configVersion|scope|force|runtime|enabled|priority)[\"']?\s*:")
_CARRIED = pattern(rb"(?:^|[\s{,\"'n|-])(?:configs|conditions|tags)(?:\\?[\"'])?[ \t]*:")
"""The list of a rule anywhere, also where a text in a text has it."""
_RULE_HEAD = pattern(
    rb"(?m)^(?:\xef\xbb\xbf)?[\"']?(?:configVersion|scope|force|runtime|enabled|priority)[\"']?[ \t]*:"
)


def claim(name: str, data: bytes) -> Claim | None:
    """A claim for Spring XML, properties, Spring YAML, rules and sources, and for any text with an override URL.

    Aside, for what may fill in their placeholders.
    """
    lowered = name.lower()
    found = _claim(lowered, data)
    if found is None and gives(lowered, data):
        syntax = "xml" if lowered.endswith(".xml") else "properties" if lowered.endswith(".properties") else "yaml"
        return Claim(syntax, aside=True)
    return found


def _claim(lowered: str, data: bytes) -> Claim | None:
    for suffix, syntax in _SOURCES.items():
        if lowered.endswith(suffix):
            if _sources(data):
                return Claim(syntax)
            if lowered == _FUTURES_NAME + suffix:  # a class of the project that is called so is meant in its package
                return Claim(syntax, aside=True)
            read = "heads" if syntax == "java" else syntax
            return Claim(read, aside=True) if _passes_on(syntax, data) else None
    if lowered.endswith(".xml"):
        named = any(uri.encode() in data for uri in NAMESPACES)
        if not named and _BEAN_CLASS in data and b"<bean" in data and b"dubbo" in data:
            return Claim("xml")
        # with the prefix alone it may be a piece of a file, which is no XML by itself
        return Claim("xml", sure=named) if named or _ELEMENT in data else None
    if lowered.endswith(".properties"):
        wanted = lowered == "dubbo.properties" or _KEYS.search(data) or _has_url(data)
        return Claim("properties", sure=lowered == "dubbo.properties") if wanted else None
    if lowered.endswith(_LINES):
        return Claim("properties") if _has_url(data) else None
    if not lowered.endswith(".json") and b"dubbo" in data and _YAML_KEYS.search(data):
        return Claim("yaml", sure=_READ.match(lowered) is not None)
    if governs(data) or lowered.endswith(SUFFIXES) or _carries(data):
        return Claim("yaml")
    if _has_url(data):
        # what has no name of YAML may be a dump, of which only the lines count
        return Claim("yaml" if lowered.endswith(_YAML) or "." not in lowered else "properties")
    return None


def _sources(data: bytes) -> bool:
    """Whether a source may use Dubbo, write a rule, or declare an interface that gives futures."""
    if b".dubbo.config" in data or b"$invokeAsync" in data or (b".dubbo." in data and _CONTEXT.search(data)):
        return True
    if b"CompletableFuture" in data and _FUTURE.search(data) is not None:
        return True
    return _has_url(data) or (_carries(data) if b"configVersion" in data else _holds(data))


def _holds(data: bytes) -> bool:
    """Whether a string in a source may be a rule that does not say its version."""
    words = any(word in data for word in _RULE_WORDS) and b"key" in data
    return words and any(word in data for word in _STRING_HEADS) and _CARRIED.search(data) is not None


def _passes_on(syntax: str, data: bytes) -> bool:
    """Whether a source that is none of ours may say where an interface has its futures from.

    In Kotlin another file may give the future another name, so that any interface may have one.
    """
    if syntax == "java":
        if b"interface" not in data or b"extends" not in data:
            return False
        return any(b"extends" in head[0] for head in _HEADS.finditer(data))
    return (b"interface" in data and _FUTURE.search(data) is not None) or (
        b"typealias" in data and _ALIAS.search(data) is not None
    )


def aside(data: bytes) -> bool:
    """Whether a source is read for its interfaces only."""
    return not _sources(data)


def _has_url(data: bytes) -> bool:
    lowered = data.lower()
    if b"://" not in lowered and b"%3a" not in lowered:
        return False
    return any(word in lowered for word in _URL_WORDS) and _URL.search(data) is not None


def governs(data: bytes) -> bool:
    """Whether a text may be a governance rule: its list and another of its keys start lines, and it says a version.

    In flow style, such as JSON, they may stand anywhere.

    Without ``configVersion``, which is often left out, something else in it must be Dubbo's.
    """
    versioned = b"configVersion" in data
    if not versioned and not any(word in data for word in _RULE_WORDS):
        return False
    flow = _FLOW.match(data) is not None
    rule, key, head = (_FLOW_RULE, _FLOW_KEY, _FLOW_HEAD) if flow else (_RULE, _RULE_KEY, _RULE_HEAD)
    if rule.search(data) is None:
        return versioned and key.search(data) is not None
    signed = versioned or (any(sign in data for sign in _RULE_SIGNS) and (not flow or key.search(data) is not None))
    return signed and head.search(data) is not None


def _carries(data: bytes) -> bool:
    """Whether rules may stand further in: in a list, or as texts in a dump of a configuration centre."""
    named = b"configVersion" in data or any(suffix.encode() in data for suffix in SUFFIXES)
    return named and any(word in data for word in _RULE_WORDS) and _CARRIED.search(data) is not None

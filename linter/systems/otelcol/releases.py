"""The upstream releases from which on the Collector behaves differently."""

from __future__ import annotations

from linter.pattern import pattern
from linter.versions.version import Version, parse

_PLACEHOLDER = pattern(r"0\.0\.0(?:[-+].*)?")

SMALL_QUEUE = Version("semver", "0.77.0")
"""Exporters queue 1000 batches by default, 5000 before (open-telemetry/opentelemetry-collector#7592)."""

SHUT_DOWN_ASIDE = Version("semver", "0.97.0")
"""load_balancing shuts a removed backend down aside (open-telemetry/opentelemetry-collector-contrib#31602)."""

LOCALHOST_BY_DEFAULT = Version("semver", "0.104.0")
"""Servers without an endpoint listen on localhost (open-telemetry/opentelemetry-collector#8510)."""

STRICT_TYPES = Version("semver", "0.105.0")
"""Numbers are refused where text belongs (confmap.strictlyTypedInput, open-telemetry/opentelemetry-collector#9532)."""

STRICT_TYPES_ONLY = Version("semver", "0.108.0")
"""The feature gate confmap.strictlyTypedInput can't be switched off any more."""

K8S_LONG_WATCH = Version("semver", "0.147.0")
"""The k8s resolver watches for 1m by default (open-telemetry/opentelemetry-collector-contrib#33004)."""

LOGS_ROUTED = Version("semver", "0.154.0")
"""load_balancing uses routing_key for logs (open-telemetry/opentelemetry-collector-contrib#46241)."""

METRICS_ADDRESS_IGNORED = Version("semver", "0.123.0")
"""service.telemetry.metrics.address has no effect (telemetry.disableAddressFieldForInternalTelemetry, which exists from
0.111.0 on, is on by default; open-telemetry/opentelemetry-collector CHANGELOG.md)."""

METRICS_ADDRESS_GATED = Version("semver", "0.111.0")
"""The feature gate of METRICS_ADDRESS_IGNORED exists."""

METRICS_ADDRESS_REFUSED = Version("semver", "0.128.0")
"""service.telemetry.metrics.address is an unknown key (open-telemetry/opentelemetry-collector#13152)."""

ONE_SYNTAX = Version("semver", "0.104.0")
"""``$X`` is refused and ``${X}`` means ``${env:X}`` (confmap.unifyEnvVarExpansion, #10435)."""

ONE_SYNTAX_ONLY = Version("semver", "0.107.0")
"""confmap.unifyEnvVarExpansion can't be switched off, and nothing reads ``$X`` (#10508): the builder leaves out
expandconverter (open-telemetry/opentelemetry-collector cmd/builder/internal/builder/templates/main.go.tmpl)."""

ENV_DEFAULTS = Version("semver", "0.110.0")
"""``${env:X:-default}`` (open-telemetry/opentelemetry-collector#5228)."""

NESTED = Version("semver", "0.76.1")
"""References inside of references (open-telemetry/opentelemetry-collector#7504)."""

UNKNOWN_SCHEMES = NESTED
"""``${scheme:value}`` is refused where no provider is called so (open-telemetry/opentelemetry-collector
confmap/expand.go)."""

NAMES_CHECKED = Version("semver", "0.102.0")
"""A variable whose name is none is refused (open-telemetry/opentelemetry-collector#10183)."""

ESCAPED_BRACES = Version("semver", "0.105.0")
"""A reference after a doubled dollar sign is none (open-telemetry/opentelemetry-collector#10560)."""

ESCAPED_ONCE = Version("semver", "0.106.0")
"""What a doubled dollar sign has become is not read again (open-telemetry/opentelemetry-collector#10716)."""

ESCAPED_ALONE = Version("semver", "0.161.0")
"""After a doubled dollar sign the references behind it are still replaced
(open-telemetry/opentelemetry-collector#15867)."""

RAW_INSIDE = Version("semver", "0.107.0")
"""A value inside of a longer text is put there as it is, whatever YAML makes of it
(open-telemetry/opentelemetry-collector confmap/provider.go)."""

EMPTY_DEFAULT = Version("semver", "0.156.0")
"""``${env:X:-}`` is an empty text, nothing before (open-telemetry/opentelemetry-collector#15131)."""

DATES = Version("semver", "0.111.0")
"""A variable may hold a date; it was refused before (open-telemetry/opentelemetry-collector#11241)."""


def release(text: str) -> Version | None:
    """The upstream version that ``text`` is, if it is one.

    0.0.0 is none, with whatever is behind it: builds that were given no number call themselves so (``0.0.0-dev``), and
    so does Go a commit of a repository without tags.
    """
    version = parse("semver", text)
    return None if version is None or _PLACEHOLDER.fullmatch(version.text) else version

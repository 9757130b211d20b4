"""The upstream releases from which on the Collector behaves differently."""

from __future__ import annotations

from linter.versions.version import Version

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
"""service.telemetry.metrics.address has no effect, unless a feature gate of service/telemetry is off."""

METRICS_ADDRESS_REFUSED = Version("semver", "0.128.0")
"""service.telemetry.metrics.address is an unknown key (open-telemetry/opentelemetry-collector#13152)."""

ONE_SYNTAX = Version("semver", "0.104.0")
"""``$X`` is refused and ``${X}`` means ``${env:X}`` (confmap.unifyEnvVarExpansion, #10435)."""

ONE_SYNTAX_ONLY = Version("semver", "0.107.0")
"""The feature gate confmap.unifyEnvVarExpansion is gone, and ``$X`` is plain text."""

ENV_DEFAULTS = Version("semver", "0.110.0")
"""``${env:X:-default}`` (open-telemetry/opentelemetry-collector#5228)."""

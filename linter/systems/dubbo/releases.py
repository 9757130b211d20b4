"""The releases from which on Dubbo behaves differently."""

from __future__ import annotations

from linter.systems.dubbo.names import SCHEME
from linter.versions.version import Version

APACHE = Version(SCHEME, "2.7.0")
"""The first release as org.apache.dubbo."""

REFERENCE_KEYS = Version(SCHEME, "2.7.0")
"""Properties of a reference are looked up by its interface (ReferenceConfigBase.getPrefix)."""

PLURAL_KEYS = Version(SCHEME, "3.0.0")
"""``dubbo.references.<id>`` and ``dubbo.reference`` are read, and methods below the reference (AbstractConfig)."""

ANY_PORT = Version(SCHEME, "3.2.0-beta.1")
"""A configurator's address without a port means any port, and ``match`` is read (AbstractConfigurator)."""

ASYNC_GENERIC = Version(SCHEME, "2.7.2")
"""``GenericService.$invokeAsync`` exists."""

GLOBALS_WIN = Version(SCHEME, "2.7.2")
"""A consumer's settings for all its references win over a provider's for one service (ReferenceConfig)."""

RETRIES_IGNORED = Version(SCHEME, "2.7.9")
"""A provider's ``retries`` are not taken over any more, nor are they from 3.0 on (RegistryDirectory)."""

RETRIES_AGAIN = Version(SCHEME, "2.7.15")
"""They are again, in 2.7 only."""

RETRIES_GONE = Version(SCHEME, "3.0.5")
"""From here on they never are."""

CLUSTER_IGNORED = Version(SCHEME, "2.7.8")
"""From here on a provider's ``cluster`` is not taken over (RegistryProtocol)."""

TIMERS = Version(SCHEME, "2.7.0")
"""A timer of its own looks for silence, every third of ``heartbeat.timeout`` (HeaderExchangeClient)."""

RECONNECTS = (Version(SCHEME, "2.7.15"), Version(SCHEME, "3.0.5"))
"""That timer does something again: in 2.7, and in 3 (#9278)."""

LEAST_RECONNECT = Version(SCHEME, "3.2.5")
"""It looks every ``least-reconnect-duration`` at most (#12639)."""

FAILS_AT_ONCE = Version(SCHEME, "2.7.4")
"""Calls under way fail when a killed provider closes the connection, and do not wait for their timeout (#4699)."""

PINGS = Version(SCHEME, "3.2.8")
"""Triple sends pings (#12955)."""

PINGS_ANSWERED = Version(SCHEME, "3.2.9")
"""The answers to them are seen (#13375)."""

PINGS_RECONNECT = Version(SCHEME, "3.2.11")
"""A client whose ping was not answered connects again (#13600)."""

PINGLESS = Version(SCHEME, "3.3.0-beta.1")
"""A release after these that has no pings, either."""

PARKS_FOR_EVER = (Version(SCHEME, "3.2.0"), Version(SCHEME, "3.2.3"))
"""From the first on, before the second, a waiting caller is not woken when the channel closes (#12484, #12503)."""

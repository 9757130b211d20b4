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

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

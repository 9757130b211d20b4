"""OpenTelemetry Collector configurations.

``shape`` tells a configuration from other YAML and keeps its tree. ``join`` then sees all of them: ``deployed`` and
``versions`` say what runs each, ``model`` and ``block`` read it as that Collector would, ``clients``, ``servers`` and
``keepalive`` give both ends of gRPC connections their effective settings, ``network`` and ``links`` bring them
together. ``catalog`` and ``tables`` read ``schemas/otelcol``.
"""

from linter.system import System
from linter.systems.otelcol.system import Otelcol

SYSTEM: System = Otelcol()
"""The OpenTelemetry Collector system."""

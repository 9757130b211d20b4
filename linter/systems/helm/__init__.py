"""Helm values: the Collectors that the charts of OpenTelemetry and Splunk set up, and with which version.

``claim`` and ``shapes`` find values and charts, ``local`` keeps what matters of them. ``join`` sees all files:
``charts`` knows versions, ``collector`` reads one Collector's values back, ``workloads`` and ``endpoints`` make
entities.
"""

from linter.system import System
from linter.systems.helm.system import Helm

SYSTEM: System = Helm()
"""What the registry finds."""

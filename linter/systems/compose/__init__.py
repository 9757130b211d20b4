"""Compose files: what runs, with which image and files, and under which names it is reached.

``claim`` and ``local`` find compose files and keep what matters, ``interpolate`` reads variables, ``service`` reads a
service back. ``join`` sees all files: ``workloads``, ``mounts`` and ``networks`` make entities.
"""

from linter.system import System
from linter.systems.compose.system import Compose

SYSTEM: System = Compose()
"""What the registry finds."""

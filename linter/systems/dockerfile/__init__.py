"""Dockerfiles that put configurations into an image: from which image, and where the files end up.

``scan`` takes the text apart, ``stages`` says what the last stage holds, ``local`` keeps it, ``join`` makes entities.
"""

from linter.system import System
from linter.systems.dockerfile.system import Dockerfile

SYSTEM: System = Dockerfile()
"""What the registry finds."""

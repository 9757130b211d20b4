"""Gradle builds, read without running them: which version of a package each project gets, and which place decides it.

``claim`` and ``local`` find scripts, catalogs, properties and lock files. ``lexer`` takes texts apart, ``reader`` says
what a script states, ``projects`` how scripts and folders hang together, ``values`` what expressions stand for,
``resolve`` which version wins, ``join`` makes the entities. What can't be read is unknown.
"""

from linter.system import System
from linter.systems.gradle.system import Gradle

SYSTEM: System = Gradle()
"""What the registry finds."""

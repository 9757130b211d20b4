"""What a build or its result holds, as tools list it: trees and lists of dependencies, SBOMs, jars and lists of them.

``texts`` and ``sboms`` read files, ``archives`` looks into jars, ``join`` makes the entities that builds make, too.
"""

from linter.system import System
from linter.systems.inventory.system import Inventory

SYSTEM: System = Inventory()
"""What the registry finds."""

"""Maven builds: which version of a package each module gets, and which place decides it.

``claim`` and ``local`` find poms and keep what matters of them. A join sees all poms: ``lineage`` finds parents,
``model`` resolves properties, ``management`` managed versions, ``packages`` dependencies, ``join`` makes the entities.
"""

from linter.system import System
from linter.systems.maven.system import Maven

SYSTEM: System = Maven()
"""What the registry finds."""

"""Tasks of Amazon ECS, in task definitions and CloudFormation templates: containers with images and variables.

``local`` finds and keeps the containers, ``join`` makes entities. The texts in variables are read as documents through
the files that write other files.
"""

from linter.system import System
from linter.systems.ecs.system import Ecs

SYSTEM: System = Ecs()
"""What the registry finds."""

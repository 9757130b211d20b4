"""Files that write other files: cloud-init, CloudFormation, BOSH and Ansible, as far as they hold a text as it is.

``claim`` finds them, ``inside`` hands their texts on; they state nothing themselves.
"""

from linter.system import System
from linter.systems.carriers.system import Carriers

SYSTEM: System = Carriers()
"""What the registry finds."""

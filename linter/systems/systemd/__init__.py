"""systemd units that run programs with files: their command lines, drop-ins and environment files.

``lines`` and ``words`` take the texts apart, ``local`` keeps what matters, ``units`` puts a unit and its drop-ins
together, ``command`` fills in variables, ``join`` makes entities.
"""

from linter.system import System
from linter.systems.systemd.system import Systemd

SYSTEM: System = Systemd()
"""What the registry finds."""

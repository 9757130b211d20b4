"""Apache Dubbo: configurations in XML, properties and YAML, and the rules that govern services at run time.

``claim`` and ``local`` find what is Dubbo's and keep it as trees. A join then sees all of it: ``elements`` reads the
three forms of configuration alike, ``modules`` says which Dubbo runs them, ``asyncs`` who calls asynchronously,
``roles`` gives consumers and providers, ``heartbeats`` and ``calls`` their settings; ``rules`` and ``overrides`` read
governance rules and override URLs, ``isolations`` what these disable.
"""

from linter.system import System
from linter.systems.dubbo.system import Dubbo

SYSTEM: System = Dubbo()
"""The Dubbo system."""

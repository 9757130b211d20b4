"""Kubernetes manifests: what runs, with which image and files, and under which names it is reached.

``claim`` and ``objects`` find the objects of a text, ``local`` keeps what matters of each, ``inside`` hands on the
texts that ConfigMaps hold. ``join`` sees all objects: ``workloads``, ``mounts``, ``services`` and ``routes`` make
entities, ``references`` decides which object a name means, ``kustomize`` and ``mesh`` know what makes a manifest's word
untrue.
"""

from linter.system import System
from linter.systems.kubernetes.system import Kubernetes

SYSTEM: System = Kubernetes()

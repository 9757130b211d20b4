"""The names by which sources use Dubbo.

Sources: the packages ``config.annotation``, ``config``, ``config.spring`` and ``config.bootstrap.builders`` of Dubbo
2.5 to 3.3.
"""

from __future__ import annotations

from collections.abc import Mapping

ROOTS = ("org.apache.dubbo", "com.alibaba.dubbo")
"""The packages since 2.7, and those before, which 2.7 and 3 still have."""
_ANNOTATIONS = {
    "DubboReference": "reference",
    "Reference": "reference",
    "DubboService": "service",
    "Service": "service",
    "Method": "method",
}
_CONFIGS = {
    "ReferenceConfig": "reference",
    "ServiceConfig": "service",
    "ConsumerConfig": "consumer",
    "ProviderConfig": "provider",
    "MethodConfig": "method",
    "ApplicationConfig": "application",
    "RegistryConfig": "registry",
    "ProtocolConfig": "protocol",
    "ConfigCenterConfig": "config-center",
}
_BEANS = {"ReferenceBean": "reference", "ServiceBean": "service"}
_BUILDERS = {
    "ReferenceBuilder": "reference",
    "ServiceBuilder": "service",
    "ConsumerBuilder": "consumer",
    "ProviderBuilder": "provider",
    "MethodBuilder": "method",
    "ApplicationBuilder": "application",
    "RegistryBuilder": "registry",
    "ProtocolBuilder": "protocol",
    "ConfigCenterBuilder": "config-center",
}
CONSTRUCTED: Mapping[str, tuple[str, ...]] = {
    "application": ("name",),
    "registry": ("address", "protocol"),
    "protocol": ("name", "port"),
}
"""What the arguments of a constructor set."""

ANNOTATIONS: Mapping[str, str] = {
    f"{root}.config.annotation.{name}": kind for root in ROOTS for name, kind in _ANNOTATIONS.items()
}
"""What each annotation makes of what it stands on."""
CONFIGS: Mapping[str, str] = {
    **{f"{root}.config.{name}": kind for root in ROOTS for name, kind in _CONFIGS.items()},
    **{f"{root}.config.spring.{name}": kind for root in ROOTS for name, kind in _BEANS.items()},
    # 3.x has it in a package of its own
    "org.apache.dubbo.config.spring.reference.ReferenceBean": "reference",
}
"""Classes with a setter for each setting."""
BUILDERS: Mapping[str, str] = {
    **{f"org.apache.dubbo.config.bootstrap.builders.{name}": kind for name, kind in _BUILDERS.items()},
    "org.apache.dubbo.config.spring.reference.ReferenceBeanBuilder": "reference",
}
"""Classes with a method for each setting that gives the builder back."""

CONTEXTS = frozenset(f"{root}.rpc.{name}" for root in ROOTS for name in ("RpcContext", "RpcServiceContext"))
FILTERS = frozenset(f"{root}.rpc.{name}" for root in ROOTS for name in ("Filter", "cluster.filter.ClusterFilter"))
"""What looks at calls that others make."""

KNOWN = frozenset((*ANNOTATIONS, *CONFIGS, *BUILDERS, *CONTEXTS, *FILTERS))
"""All names that are looked for: what a wildcard import of a package may bring."""

FUTURE = "java.util.concurrent.CompletableFuture"
GENERIC = "$invokeAsync"
"""``GenericService``'s method that gives a future, from 2.7.2 on."""

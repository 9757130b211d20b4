"""Which parts of an object are kept, by kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from linter.facts.pruning import Shape
from linter.syntax.document import Route

DIRECTIVE = "$patch"
"""The key of a strategic merge patch that says what becomes of the mapping in which it stands."""

_META: Mapping[str, Shape] = {"name": None, "generateName": None, "namespace": None}
_MESH: Mapping[str, Shape] = {
    "labels": None,
    "annotations": None,
}
_KEY: Mapping[str, Shape] = {"name": None, "key": None}
_CONTAINER: Shape = {
    "name": None,
    "image": None,
    "command": None,
    "args": None,
    "env": {
        "name": None,
        "value": None,
        "valueFrom": {"configMapKeyRef": _KEY, "secretKeyRef": _KEY, "fieldRef": None},
    },
    "envFrom": {"prefix": None, "configMapRef": {"name": None}, "secretRef": {"name": None}},
    "ports": {"name": None, "containerPort": None, "hostPort": None, "protocol": None},
    "volumeMounts": {"name": None, "mountPath": None, "subPath": None, "subPathExpr": None},
}
_CONFIG: Shape = {"name": None, "items": {"key": None, "path": None}}
_VOLUME: Shape = {
    "name": None,
    "configMap": _CONFIG,
    "secret": {"secretName": None, "items": {"key": None, "path": None}},
    "projected": {"sources": {"configMap": _CONFIG, "secret": _CONFIG}},
}
_POD: Shape = {"containers": _CONTAINER, "initContainers": _CONTAINER, "volumes": _VOLUME, "hostNetwork": None}
_TEMPLATE: Shape = {"metadata": _MESH, "spec": _POD}
_WORKLOAD: Shape = {"metadata": _META, "spec": {"replicas": None, "serviceName": None, "template": _TEMPLATE}}
_BACKEND: Shape = {
    "service": {"name": None, "port": {"name": None, "number": None}},
    "serviceName": None,
    "servicePort": None,
}

_MESH_ROUTES: Shape = {"route": {"destination": {"host": None, "port": {"number": None}}}}

WORKLOADS: Mapping[str, tuple[tuple[str, ...], Route]] = {
    "Deployment": (("apps", "extensions"), ("spec", "template")),
    "StatefulSet": (("apps",), ("spec", "template")),
    "DaemonSet": (("apps", "extensions"), ("spec", "template")),
    "ReplicaSet": (("apps", "extensions"), ("spec", "template")),
    "ReplicationController": (("",), ("spec", "template")),
    "DeploymentConfig": (("apps.openshift.io", ""), ("spec", "template")),
    "Rollout": (("argoproj.io",), ("spec", "template")),
    "Job": (("batch",), ("spec", "template")),
    "CronJob": (("batch",), ("spec", "jobTemplate", "spec", "template")),
    "Pod": (("",), ()),
}
"""The kinds that run containers: their API groups, and where their pod template stands."""

ROUTES: Mapping[str, tuple[str, ...]] = {
    "Ingress": ("networking.k8s.io", "extensions"),
    "HTTPRoute": ("gateway.networking.k8s.io",),
    "GRPCRoute": ("gateway.networking.k8s.io",),
    "TLSRoute": ("gateway.networking.k8s.io",),
    "VirtualService": ("networking.istio.io",),
}
"""The kinds behind which something terminates HTTP/2, or may do so, with their API groups."""

TEXTS = {"ConfigMap": "data", "Secret": "stringData"}
"""Where the kinds that carry texts keep them; a Secret's ``data`` is base64 and nobody writes a configuration so."""

AUTOSCALERS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "HorizontalPodAutoscaler": (("autoscaling",), "maxReplicas"),
    "ScaledObject": (("keda.sh",), "maxReplicaCount"),
}
"""The kinds that scale a workload: their API groups, and the key of the greatest number."""

_SHAPES: Mapping[str, Shape] = {
    "CronJob": {"metadata": _META, "spec": {"jobTemplate": {"spec": {"template": _TEMPLATE}}}},
    "Pod": {"metadata": {**_META, **_MESH}, "spec": _POD},
    "Service": {
        "metadata": _META,
        "spec": {
            "type": None,
            "clusterIP": None,
            "selector": None,
            "externalName": None,
            "ports": {"name": None, "port": None, "targetPort": None, "protocol": None},
        },
    },
    "Namespace": {"metadata": {**_META, **_MESH}},
    "HorizontalPodAutoscaler": {
        "metadata": _META,
        "spec": {"scaleTargetRef": {"kind": None, "name": None}, "maxReplicas": None},
    },
    "ScaledObject": {
        "metadata": _META,
        "spec": {"scaleTargetRef": {"kind": None, "name": None}, "maxReplicaCount": None},
    },
    "Ingress": {
        "metadata": _META,
        "spec": {"rules": {"host": None, "http": {"paths": {"backend": _BACKEND}}}},
    },
    "VirtualService": {
        "metadata": _META,
        "spec": {"hosts": None, "gateways": None, **dict.fromkeys(("http", "tls", "tcp"), _MESH_ROUTES)},
    },
    "HTTPRoute": {
        "metadata": _META,
        "spec": {
            "hostnames": None,
            "rules": {"backendRefs": {"kind": None, "name": None, "namespace": None, "port": None}},
        },
    },
}

_GENERATOR: Shape = {"name": None, "namespace": None, "behavior": None, "files": None, "literals": None}
_TARGETED: Mapping[str, Shape] = {"path": None, "target": None}
KUSTOMIZATION: Shape = {
    **dict.fromkeys(("resources", "bases", "components", "namespace", "namePrefix", "nameSuffix")),
    "images": {"name": None, "newName": None, "newTag": None, "digest": None},
    "replicas": {"name": None, "count": None},
    "configMapGenerator": _GENERATOR,
    "secretGenerator": _GENERATOR,
    "patches": {**_TARGETED, "patch": {}},
    "patchesJson6902": {**_TARGETED, "patch": {}},
    "patchesStrategicMerge": None,
    "commonAnnotations": None,
    "commonLabels": None,
    "labels": {"pairs": None, "includeSelectors": None, "includeTemplates": None},
    "configurations": {},
    "replacements": None,
    "transformers": {},
}
"""What is kept of a kustomization."""


@lru_cache
def shape_of(kind: str) -> Shape:
    """What is kept of an object of ``kind``, or of a patch for it."""
    if kind in _SHAPES:
        return _directed(_SHAPES[kind])
    return _directed(_SHAPES["HTTPRoute"] if kind in ROUTES else _WORKLOAD)


def _directed(shape: Shape) -> Shape:
    """``shape`` with the directives that a patch may have at any level."""
    if not shape:
        return shape
    return {**{key: _directed(value) for key, value in shape.items()}, DIRECTIVE: None, "$retainKeys": {}}

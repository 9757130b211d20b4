"""Which parts of an object are kept, by kind."""

from __future__ import annotations

from collections.abc import Mapping

from linter.facts.mesh import MARKS
from linter.facts.pruning import Shape
from linter.syntax.document import Route

_META: Mapping[str, Shape] = {"name": None, "generateName": None, "namespace": None}
_MESH: Mapping[str, Shape] = {
    "labels": None,
    "annotations": dict.fromkeys(MARKS),
}
_CONTAINER: Shape = {
    "name": None,
    "image": None,
    "command": None,
    "args": None,
    "env": {"name": None, "value": None, "valueFrom": {}},
    "envFrom": {},
    "ports": {"name": None, "containerPort": None, "protocol": None},
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
}
"""The kinds behind which something terminates HTTP/2, with their API groups."""

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
    "HTTPRoute": {
        "metadata": _META,
        "spec": {
            "hostnames": None,
            "rules": {"backendRefs": {"kind": None, "name": None, "namespace": None, "port": None}},
        },
    },
    "Kustomization": {
        "resources": None,
        "bases": None,
        "components": None,
        "images": {"name": None, "newName": None, "newTag": None, "digest": None},
    },
}


def shape_of(kind: str) -> Shape:
    """What is kept of an object of ``kind``."""
    if kind in _SHAPES:
        return _SHAPES[kind]
    return _SHAPES["HTTPRoute"] if kind in ROUTES else _WORKLOAD

"""Manifests for the examples of policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.offers import Host
from linter.pattern import pattern

_KIND = pattern(r"(?m)^\s*-?\s*kind:")


def deploys(text: str) -> bool:
    return _KIND.search(text) is not None


def staged(hosts: Sequence[Host]) -> Mapping[str, str]:
    """A file for each host: a ConfigMap with the host's file, and what runs it if something does."""
    return {
        f"deploy/{host.name}-objects.yaml": _configmap(host) + (_workload(host) if host.image else "") for host in hosts
    }


def _configmap(host: Host) -> str:
    """A ConfigMap that holds the text as it is, in a literal block indented by four."""
    text = host.text
    chomping = "-" if not text.endswith("\n") else "+" if text.endswith("\n\n") or not text.strip() else ""
    step = "2" if text.startswith((" ", "\n")) else ""
    body = "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {host.name}\ndata:\n  # the configuration\n"
    return f"{head}  {_file(host)}: |{step}{chomping}\n{body}" + ("" if body.endswith("\n") else "\n")


def _file(host: Host) -> str:
    return host.file.rsplit("/", 1)[-1]


def _workload(host: Host) -> str:
    """A Deployment that mounts the ConfigMap, and a headless Service with the host's name."""
    listed = "".join(f"    - {{name: p{port}, port: {port}}}\n" for port in host.ports)
    return f"""\
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {host.name}
spec:
  selector:
    matchLabels: {{app: {host.name}}}
  template:
    metadata:
      labels: {{app: {host.name}}}
    spec:
      containers:
        - name: main
          image: {host.image}
          args: ["{host.flag}/conf/{_file(host)}"]
          volumeMounts:
            - {{name: config, mountPath: /conf}}
      volumes:
        - name: config
          configMap: {{name: {host.name}}}
---
apiVersion: v1
kind: Service
metadata:
  name: {host.name}
spec:
  clusterIP: None
  selector: {{app: {host.name}}}
  ports:
{listed}"""

"""The files around an example's own: how its hosts run, so that versions are known and pairs link."""

from __future__ import annotations

import re
from collections.abc import Mapping

from linter.policy.model import Example

IMAGE = "otel/opentelemetry-collector-contrib"
VERSION = "0.155.0"
COMPOSE = "docker-compose.yaml"
_OWN = re.compile(r"(^|/)((docker-)?compose\.ya?ml|pom\.xml|[^/]*\.(xml|properties))$")
_KIND = re.compile(r"(?m)^\s*-?\s*kind:")
_PORT = re.compile(r":(\d{2,5})\b")


def stands_alone(example: Example) -> bool:
    """Whether the example says itself how its files are run, or needs nobody to."""
    return any(_OWN.search(path) or _KIND.search(text) for path, text in example.files.items())


_NO_BLOCK = "\0\x85\u2028\u2029"
"""What a literal block scalar can't hold, or not without changing the lines around it."""


def yaml_only(example: Example) -> bool:
    if any(char in text for text in example.files.values() for char in _NO_BLOCK):
        return False
    return not stands_alone(example) and all(path.endswith((".yaml", ".yml")) for path in example.files)


def host(path: str) -> str:
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def image(example: Example, name: str) -> str:
    """What the host ``name`` runs."""
    if example.image and name not in example.versions:
        return example.image
    return f"{IMAGE}:{example.versions.get(name, example.version or VERSION)}"


def composed(example: Example, system: str) -> dict[str, str]:
    """The example's files, marks and all, and the compose file that runs a Collector's."""
    if system != "otelcol" or not yaml_only(example):
        return dict(example.files)
    services = "".join(
        f"  {host(path)}:\n"
        f"    image: {image(example, host(path))}\n"
        f"    volumes: [./{path}:/etc/otelcol-contrib/config.yaml]\n"
        for path in example.files
    )
    return {**example.files, COMPOSE: f"services:\n{services}"}


def embedded(files: Mapping[str, str], example: Example, system: str) -> dict[str, str]:
    """``files`` (the example's, or fixed ones), each in a ConfigMap; for a Collector with what runs it."""
    ports = sorted({4317, 4318, *(int(port) for text in example.files.values() for port in _PORT.findall(text))})
    return {
        f"deploy/{host(path)}-objects.yaml": _configmap(path, text)
        + (_workload(path, image(example, host(path)), ports) if system == "otelcol" else "")
        for path, text in files.items()
    }


def crlf(files: Mapping[str, str]) -> dict[str, str]:
    return {path: text.replace("\n", "\r\n") for path, text in files.items()}


def _configmap(path: str, text: str) -> str:
    """A ConfigMap that holds ``text`` as it is, in a literal block indented by four."""
    chomping = "-" if not text.endswith("\n") else "+" if text.endswith("\n\n") or not text.strip() else ""
    step = "2" if text.startswith((" ", "\n")) else ""
    body = "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))
    name = path.rsplit("/", 1)[-1]
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {host(path)}\ndata:\n  # the configuration\n"
    return f"{head}  {name}: |{step}{chomping}\n{body}" + ("" if body.endswith("\n") else "\n")


def _workload(path: str, image_: str, ports: list[int]) -> str:
    """A Deployment that mounts the ConfigMap, and a headless Service with the host's name."""
    name, file = host(path), path.rsplit("/", 1)[-1]
    listed = "".join(f"    - {{name: p{port}, port: {port}}}\n" for port in ports)
    return f"""\
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
spec:
  selector:
    matchLabels: {{app: {name}}}
  template:
    metadata:
      labels: {{app: {name}}}
    spec:
      containers:
        - name: collector
          image: {image_}
          args: ["--config=/conf/{file}"]
          volumeMounts:
            - {{name: config, mountPath: /conf}}
      volumes:
        - name: config
          configMap: {{name: {name}}}
---
apiVersion: v1
kind: Service
metadata:
  name: {name}
spec:
  clusterIP: None
  selector: {{app: {name}}}
  ports:
{listed}"""

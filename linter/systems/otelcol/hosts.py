"""Who runs a configuration that an example of a policy shows alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.offers import Host
from linter.pattern import pattern

_IMAGE = "otel/opentelemetry-collector-contrib"
_VERSION = "0.155.0"
_MOUNT = "/etc/otelcol-contrib/config.yaml"
_PORT = pattern(r":(\d{2,5})\b")
_ALWAYS = (4317, 4318)


def hosts(files: Mapping[str, str], version: str, image: str, versions: Mapping[str, str]) -> Sequence[Host]:
    """A host for each file, with the file's name."""
    ports = tuple(sorted({*_ALWAYS, *(int(port) for text in files.values() for port in _PORT.findall(text))}))
    found = []
    for path, text in files.items():
        name = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        own = image if image and name not in versions else f"{_IMAGE}:{versions.get(name, version or _VERSION)}"
        found.append(Host(name, path, text, own, _MOUNT, "--config=", ports))
    return found

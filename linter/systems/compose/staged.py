"""A compose file for the examples of policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.offers import Host
from linter.pattern import pattern

_NAME = pattern(r"(^|/)(docker-)?compose\.ya?ml$")


def deploys(path: str) -> bool:
    return _NAME.search(path) is not None


def staged(hosts: Sequence[Host]) -> Mapping[str, str]:
    """One service a host, which mounts the host's file."""
    services = "".join(
        f"  {host.name}:\n    image: {host.image}\n    volumes: [./{host.file}:{host.mount}]\n" for host in hosts
    )
    return {"docker-compose.yaml": f"services:\n{services}"}

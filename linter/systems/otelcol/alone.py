"""Why a client stands alone, and why the two ends of a link are not judged together."""

from __future__ import annotations

from linter.facts.value import Ref, Unknown
from linter.systems.otelcol.clients import Client
from linter.systems.otelcol.links import Link, Linker
from linter.systems.otelcol.network import open_to
from linter.systems.otelcol.sdk import SdkClient
from linter.systems.otelcol.targets import Target, own_host


def why_alone(client: Client | SdkClient, linker: Linker) -> str:
    """Why not every server that ``client`` connects to is known."""
    if isinstance(client.targets, Unknown):
        return client.targets.why
    if not client.targets:
        return "its settings name no address"
    reasons: dict[str, None] = {}
    for target in client.targets:
        found = tuple(linker.reach(client, target))
        unsure = [link.server.why for link in found if link is not None and isinstance(link.server, Unknown)]
        reasons.update(dict.fromkeys(unsure))
        if not found or None in found:
            reasons[_why(client, target, linker)] = None
    return "; ".join(reasons)


def why_apart(link: Link) -> str | None:
    """What keeps a client and a server from being judged as a pair."""
    if isinstance(link.server, Unknown):
        return link.server.why
    if link.direct.data is False:
        return "something between them terminates HTTP/2 and answers pings by rules of its own"
    if isinstance(link.direct.data, Unknown):
        return link.direct.data.why
    if link.server.component.given:
        return (
            f"{link.server.component.name} is {link.server.component.given}: from profile recommended on it is judged"
        )
    used = link.client.fields["in_use"].data
    if used is False:
        return "no pipeline uses the client, so it never connects"
    return used.why if isinstance(used, Unknown) else None


def _why(client: Client | SdkClient, target: Target, linker: Linker) -> str:
    if target.socket:
        return f"nothing that was read in its own workload listens on the unix socket `{target.socket}`"
    if own_host(target.host):
        if client.config.workload is None:
            return f"`{target.text}` is its own host, and nothing in the files checked says what runs there"
        return f"nothing that was read listens on port {target.port} of its own workload"
    route = linker.network.to(target, linker.view(client.config))
    if route is None:
        return f"nothing in the files checked is called `{target.host}`"
    rows = open_to(route.rows, target)
    if not rows:
        return f"port {target.port} of `{target.host}` leads nowhere in the files checked"
    workloads = [ref for row, _ in rows if isinstance(ref := row.fields["workload"].data, Ref)]
    if not workloads:
        return f"the files checked hold nothing that runs behind `{target.host}`"
    proxy = next(filter(None, map(linker.proxies.of, workloads)), None)
    if proxy is not None:
        return f"behind `{target.text}` runs a proxy (`{proxy}`), which answers pings by rules of its own"
    return f"no server of a configuration that was read listens behind `{target.text}`"

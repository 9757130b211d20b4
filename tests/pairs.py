"""Pairs of Collectors made of public files: a client's and a server's configuration, tied together in every way.

The files lie outside the repository and are read when asked for; what ties two of them (compose files, manifests) is
ours, and every change of their text is an edit of the bytes that it concerns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.fix.locate import Locator
from linter.run.joining import join_all
from linter.run.reading import Reader
from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Route
from linter.syntax.formats import write
from linter.system import Setup, load_all
from linter.text.edit import apply
from linter.text.read import Undecodable, decode
from linter.text.source import Source

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "otelcol"

IMAGE = "otel/opentelemetry-collector-contrib:0.155.0"
TARGET = "/etc/otelcol-contrib/config.yaml"
CLIENT, SERVER = "grpc.client", "grpc.server"


@dataclass(frozen=True)
class End:
    """A client or a server: its file, and its component's id."""

    path: str
    id: str


@dataclass(frozen=True)
class Pair:
    """Files in which ``client`` talks to ``server``; ``paired`` is whether only the settings say so."""

    files: Mapping[str, str]
    client: End
    server: End
    paired: bool = False

    @property
    def settings(self) -> str:
        ends = f"client: '{self.client.path}#{self.client.id}', server: '{self.server.path}#{self.server.id}'"
        return f"pairs: [{{{ends}}}]\n" if self.paired else ""


def corpus(path: str) -> str:
    return (CORPUS / path).read_bytes().decode()


def facts_of(pair: Pair) -> FactBase:
    systems = load_all()
    reader = Reader(systems)
    readings = [reader.read(path, text.encode()) for path, text in sorted(pair.files.items())]
    named = ((f"{pair.client.path}#{pair.client.id}", f"{pair.server.path}#{pair.server.id}"),)
    setup = Setup(pairs=named if pair.paired else ())
    return join_all(systems, [reading for reading in readings if reading is not None], setup)


def linked(pair: Pair) -> bool:
    """Whether the client is linked to the server, and nothing lies between them."""
    found = ends(pair)
    for link in facts_of(pair).of("grpc.link"):
        if (link.fields["client"].data, link.fields["server"].data) == (found[CLIENT].ref, found[SERVER].ref):
            return link.fields["direct"].data is True
    return False


def ends(pair: Pair) -> Mapping[str, Entity]:
    """The pair's client and server; of several with one id in one file, those that are linked."""
    facts = facts_of(pair)
    found = {}
    for kind, end in ((CLIENT, pair.client), (SERVER, pair.server)):
        fit = [one for one in facts.of(kind) if (one.place.path, one.fields["id"].data) == (end.path, end.id)]
        assert fit, (kind, end)
        found[kind] = fit
    links = [(link.fields["client"].data, link.fields["server"].data) for link in facts.of("grpc.link")]
    for client in found[CLIENT]:
        for server in found[SERVER]:
            if (client.ref, server.ref) in links:
                return {CLIENT: client, SERVER: server}
    return {kind: fit[0] for kind, fit in found.items()}


@dataclass(frozen=True)
class Change:
    """What becomes of a field (see the kinds of entities) of an end: a text, or ``None`` to take it out."""

    kind: str
    field: str
    to: str | None


def changed(pair: Pair, *changes: Change) -> Pair:
    """``pair`` with ``changes`` made in its files."""
    by_doc: dict[DocRef, list[TreeChange]] = {}
    found = ends(pair)
    for change in changes:
        slot = found[change.kind].fields[change.field].slot
        assert slot is not None
        assert not slot.locked, slot.locked
        verb: TreeVerb = "set" if change.to is not None else "remove"
        by_doc.setdefault(slot.place.doc, []).append(TreeChange(verb, slot.route, change.to or ""))
    return _written(pair, by_doc)


def rerouted(pair: Pair, resolver: str) -> Pair:
    """``pair`` whose load-balancing client finds its backends by ``resolver``, a flow mapping."""
    slot = ends(pair)[CLIENT].fields["time"].slot
    assert slot is not None
    route: Route = (*slot.route[:2], "resolver")
    pair = _written(pair, {slot.place.doc: [TreeChange("remove", route)]})
    return _written(pair, {slot.place.doc: [TreeChange("set", route, resolver)]})


def _written(pair: Pair, by_doc: Mapping[DocRef, Sequence[TreeChange]]) -> Pair:
    files = dict(pair.files)
    for doc, wanted in by_doc.items():
        locator = Locator(lambda path: _source(path, files[path]))
        source = _source(doc.path, files[doc.path])
        owner, changes = doc, []
        for change in wanted:
            owner, route = locator.outermost(doc, change.route)
            changes.append(TreeChange(change.verb, route, change.to))
        document = locator.document(owner)
        assert not isinstance(document, str), document
        edits = write(document, changes)
        assert not isinstance(edits, str), edits
        files[doc.path] = source.encode(apply(source.text, edits)).decode()
    return replace(pair, files=files)


def _source(path: str, text: str) -> Source:
    found = decode(path, text.encode())
    assert not isinstance(found, Undecodable)
    return found


Form = Callable[[str, str, int], tuple[dict[str, str], str]]
"""Client's text, server's text and port to files, and the address at which the client finds the server."""


def compose(extra: str = "", host: str = "gateway") -> Form:
    def make(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
        text = "services:\n" + _service("agent", "client.yaml") + _service("gateway", "server.yaml", extra)
        return {"client.yaml": client, "server.yaml": server, "compose.yaml": text}, f"{host}:{port}"

    return make


def _service(name: str, path: str, extra: str = "") -> str:
    return f"  {name}:\n    image: {IMAGE}\n    volumes: ['./{path}:{TARGET}']\n{extra}"


def extended(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
    files, _ = compose()(client, server, port)
    files["compose.yaml"] += "  front:\n    extends: {service: gateway}\n"
    return files, f"front:{port}"


def kubernetes(spec: str, host: str, outer: int = 0, more: str = "") -> Form:
    """Two Deployments; the server's has a Service with ``spec`` (``PORT`` is the server's)."""

    def make(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
        head = "apiVersion: v1\nkind: Service\nmetadata: {name: gateway, namespace: core}\n"
        service = f"---\n{head}spec: {{selector: {{app: gateway}}, {spec.replace('PORT', str(port))}}}\n{more}"
        files = {
            "client.yaml": configmap("agent", "edge", client) + deployment("agent", "edge", ("agent",)),
            "server.yaml": configmap("gateway", "core", server) + deployment("gateway", "core", ("gateway",), port),
        }
        files["server.yaml"] += service
        return files, f"{host}:{outer or port}"

    return make


def sidecar(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
    files = {
        "client.yaml": configmap("agent", "edge", client) + deployment("agent", "edge", ("agent", "gateway")),
        "server.yaml": configmap("gateway", "edge", server).removesuffix("---\n"),
    }
    return files, f"localhost:{port}"


def configmap(name: str, namespace: str, text: str) -> str:
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, namespace: {namespace}}}\ndata:\n"
    return f"{head}  config.yaml: |\n" + _indented(text, 4) + "---\n"


def deployment(name: str, namespace: str, configs: Sequence[str], port: int = 0) -> str:
    lines = [
        "apiVersion: apps/v1\nkind: Deployment",
        f"metadata: {{name: {name}, namespace: {namespace}}}\nspec:\n  template:",
        f"    metadata: {{labels: {{app: {name}}}}}\n    spec:\n      containers:",
    ]
    lines += [
        f"        - {{name: {config}, image: '{IMAGE}', args: [--config=/conf/config.yaml], "
        f"ports: [{{name: grpc, containerPort: {port or 1}}}], volumeMounts: [{{name: {config}, mountPath: /conf}}]}}"
        for config in configs
    ]
    lines.append("      volumes:")
    lines += [f"        - {{name: {config}, configMap: {{name: {config}}}}}" for config in configs]
    return "".join(f"{line}\n" for line in lines)


def resource(form: str) -> Form:
    """The server in a custom resource: as a text, or as a mapping."""

    def make(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
        head = f"apiVersion: opentelemetry.io/{form}\nkind: OpenTelemetryCollector\n"
        spec = f"metadata: {{name: gw, namespace: core}}\nspec:\n  image: {IMAGE}\n"
        config = f"  config:{' |' if form == 'v1alpha1' else ''}\n{_indented(server, 4)}"
        files = {
            "client.yaml": configmap("agent", "edge", client) + deployment("agent", "edge", ("agent",)),
            "server.yaml": head + spec + config,
        }
        return files, f"gw-collector.core:{port}"

    return make


def node(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
    """The server on every node, at a port of the node."""
    env = "env: [{name: HOST_IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}], args:"
    agent = deployment("agent", "edge", ("agent",)).replace("args:", env)
    gateway = deployment("gateway", "core", ("gateway",), port).replace("kind: Deployment", "kind: DaemonSet")
    files = {
        "client.yaml": configmap("agent", "edge", client) + agent,
        "server.yaml": configmap("gateway", "core", server)
        + gateway.replace("containerPort:", f"hostPort: {port + 1}, containerPort:"),
    }
    return files, f"${{env:HOST_IP}}:{port + 1}"


def published(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
    files, _ = compose(f"    ports: ['5317:{port}']\n")(client, server, port)
    return files, "host.docker.internal:5317"


def alone(client: str, server: str, port: int) -> tuple[dict[str, str], str]:
    return {"client.yaml": client, "server.yaml": server}, ""


def _indented(text: str, width: int) -> str:
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").removeprefix("---\n")
    lines = text.removesuffix("\n").split("\n")
    return "".join(f"{' ' * width}{line}\n" if line.strip() else f"{line}\n" for line in lines)


ALIAS = """\
---
apiVersion: v1
kind: Service
metadata: {name: front, namespace: edge}
spec: {type: ExternalName, externalName: gateway.core.svc.cluster.local}
"""

FORMS: Mapping[str, Form] = {
    "compose": compose(),
    "compose-alias": compose("    networks: {default: {aliases: [otel]}}\n", "otel"),
    "compose-container-name": compose("    container_name: collector-1\n", "collector-1"),
    "compose-hostname": compose("    hostname: otel-host\n", "otel-host"),
    "compose-extends": extended,
    "compose-dns-scheme": compose(host="dns:///gateway"),
    "service": kubernetes("ports: [{port: PORT}]", "gateway.core"),
    "service-target-port": kubernetes("ports: [{port: 80, targetPort: PORT}]", "gateway.core.svc", 80),
    "service-named-port": kubernetes("ports: [{port: 80, targetPort: grpc}]", "gateway.core", 80),
    "service-full-name": kubernetes("ports: [{port: PORT}]", "gateway.core.svc.cluster.local."),
    "headless": kubernetes("clusterIP: None, ports: [{port: PORT}]", "gateway.core"),
    "external-name": kubernetes("ports: [{port: PORT}]", "front", more=ALIAS),
    "sidecar": sidecar,
    "node": node,
    "compose-host": published,
    "resource-text": resource("v1alpha1"),
    "resource-mapping": resource("v1beta1"),
    "settings": alone,
}

RESOLVERS: Mapping[str, tuple[Form, str]] = {
    "static": (compose(), "{static: {hostnames: ['gateway:PORT']}}"),
    "dns": (kubernetes("clusterIP: None, ports: [{port: PORT}]", ""), "{dns: {hostname: gateway.core, port: 'PORT'}}"),
    "k8s": (kubernetes("ports: [{port: 80, targetPort: PORT}]", ""), "{k8s: {service: gateway.core, ports: [PORT]}}"),
}

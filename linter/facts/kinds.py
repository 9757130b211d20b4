"""How kinds of entities are declared, and the neutral kinds through which systems talk to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from linter.record import NOTHING, dataclass

Base: TypeAlias = Literal["bool", "int", "float", "string", "duration", "version", "block", "ref", "items"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field's type and meaning, for checking expressions and for the documentation.

    ``of`` is the kind of a ``ref``, the element's type of ``items`` (a base type, or a kind for refs), and the scheme
    (``semver``, ``maven``) of a ``version``. A ``block`` is true where the section is written, else null.
    """

    type: Base
    doc: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entity. ``many`` is the noun for counting it ("3 gRPC clients").

    ``shows`` are the fields that lists print, with their labels. ``subject`` is the field that names what the field
    ``version`` is the version of; things of such a kind stand in the list of versions.

    A kind whose ``client`` and ``server`` are refs is a link. Its ``apart`` says why its ends are not judged as a pair,
    and ``alone`` of a client why the files do not show every server for it. ``about`` names its fields with things
    whose findings are findings about it, too, in the verdict of a link.
    """

    name: str
    doc: str
    fields: Mapping[str, Field]
    many: str = ""
    shows: Mapping[str, str] = NOTHING
    subject: str = ""
    about: tuple[str, ...] = ()


COLLECTOR_CONFIG = "collector.yaml"
"""The name under which a part of a document is offered that can be nothing but a Collector's configuration."""

PATCH = "a patch"
"""The name under which a patch is offered that stands in a text: a part of an object, which is none by itself."""

KUBERNETES, COMPOSE = "kubernetes", "compose"
"""The values of ``platform``: they are part of the neutral words."""

NODE, DOCKER_HOST = "status.hostip", "host.docker.internal"
"""Host names that mean the machine on which the client runs, whichever that is."""

WORKLOAD = Kind(
    "deploy.workload",
    "Something that runs containers: a Deployment, a compose service.",
    {
        "name": Field("string", "its name"),
        "namespace": Field("string", "its namespace; null where none is written or the platform has none"),
        "platform": Field("string", "`kubernetes` or `compose`; null for others"),
        "scope": Field("string", "where its host names are looked up: namespace, or the compose project's folder"),
        "shares": Field("string", "what all name that share its host and its localhost; null for its own alone"),
        "kind": Field(
            "string",
            "Deployment, StatefulSet, Pod, Job …, `service` for compose, `image` for one that is built, or `unit`",
        ),
        "replicas": Field("int", "how many run; null where it is not written or can't be said"),
        "own_network": Field(
            "bool",
            "whether its loopback address is its own, not the host's or another workload's; null where not stated",
        ),
        "build": Field("string", "the kustomization that rolls it out; null where it is used as written"),
        "annotations": Field("items", "`name=value` for the annotations of its pods", "string"),
        "meshed": Field("bool", "whether a mesh's proxy beside it terminates the HTTP/2 that it sends; null for no"),
    },
    "workloads",
)
CONTAINER = Kind(
    "deploy.container",
    "One container of a workload.",
    {
        "workload": Field("ref", "whose container it is", "deploy.workload"),
        "name": Field("string", "its name"),
        "image": Field("ref", "what it runs; null without an image", "deploy.image"),
        "args": Field("items", "command and arguments as one list", "string"),
        "environment": Field("items", "`NAME=value` for the values that are written", "string"),
    },
)
IMAGE = Kind(
    "deploy.image",
    "A container's image reference.",
    {
        "workload": Field("ref", "where it runs", "deploy.workload"),
        "container": Field("string", "the container's name"),
        "reference": Field("string", "the reference as written"),
        "repository": Field("string", "registry and path, without tag and digest"),
        "tag": Field("string", "the tag, without `:`; null where there is none. Its slot has part `tag`"),
        "digest": Field("string", "the digest; null where there is none"),
        "files": Field("items", "the YAML files that its build names; of Dockerfiles only", "string"),
        "args": Field("items", "what it runs by itself, as one list; of Dockerfiles only", "string"),
    },
)
BUILD = Kind(
    "deploy.build",
    "How a container's image is built from a Dockerfile.",
    {
        "workload": Field("ref", "where the image runs", "deploy.workload"),
        "container": Field("string", "the container's name"),
        "file": Field("string", "path of the Dockerfile"),
        "context": Field("string", "the folder that it copies from, `.` for the root"),
        "target": Field("string", "the stage that becomes the image; null for the last one"),
        "args": Field("items", "`NAME=value` for its build arguments; one that is not known is in none", "string"),
        "open": Field("items", "names of build arguments whose values are not known", "string"),
    },
)
MOUNT = Kind(
    "deploy.mount",
    "A document or folder that a container sees as a file or folder.",
    {
        "workload": Field("ref", "who sees it", "deploy.workload"),
        "container": Field("string", "the container's name"),
        "source": Field(
            "string",
            "`DocRef.id` of the document, a folder's path ending in `/`, or `**` and the path of a machine's file",
        ),
        "target": Field(
            "string", "absolute path in the container, ending in `/` for a folder; `env:NAME` for a variable"
        ),
        "partial": Field("string", "why what is seen there holds more than the document; null where it is all"),
        "base": Field(
            "items", "what the rest may hold, as paths (`exporters/otlp`); null where it can be anything", "string"
        ),
        "below": Field(
            "string",
            "settings that hold where the document says nothing, as YAML, which a null in it takes away; null for "
            "none. Its evidence says whose they are",
        ),
    },
)
CHANGE = Kind(
    "deploy.change",
    "What is done to the objects of some files before they are used, for systems that read such objects themselves.",
    {
        "build": Field("string", "the kustomization that rolls the result out"),
        "files": Field("items", "the files whose objects it may concern", "string"),
        "kind": Field("string", "the kind of the objects; null for any"),
        "name": Field("string", "their name; null for any"),
        "does": Field(
            "string",
            "`take` for nothing more, `namespace`, `prefix`, `suffix`, `merge` a file's object, `set` a part, "
            "`delete`, or `hide` a document that no build has as it stands",
        ),
        "value": Field("string", "the namespace, prefix, suffix, file, document, or the part as a JSON pointer"),
    },
)
SERVICE = Kind(
    "deploy.service",
    "A Kubernetes Service or what plays its part.",
    {
        "name": Field("string", "its name"),
        "namespace": Field("string", "its namespace; null where none is written"),
        "headless": Field("bool", "clusterIP is None"),
    },
)
NAMESPACE = Kind(
    "deploy.namespace",
    "A namespace of Kubernetes that says something about everything in it.",
    {
        "name": Field("string", "its name"),
        "meshed": Field("bool", "whether its pods get a mesh's proxy that terminates HTTP/2; null for no"),
        "annotations": Field("items", "`name=value` for its annotations", "string"),
    },
)
ENDPOINT = Kind(
    "net.endpoint",
    "One name and port that clients can use, and where it leads.",
    {
        "host": Field(
            "string",
            "the host name, lower case, without trailing dot; `status.hostip` and `host.docker.internal` for the "
            "machine on which the client runs",
        ),
        "platform": Field("string", "`kubernetes` or `compose`: only clients of the same platform see it"),
        "scope": Field("string", "namespace or project folder where the name is valid; null for everywhere"),
        "port": Field("int", "the port clients name; null for any"),
        "target_port": Field("int", "the port the workload listens on; null for the same one"),
        "workload": Field("ref", "where it leads; null where the input holds no workload for it", "deploy.workload"),
        "service": Field("ref", "the Service behind the name; null for compose", "deploy.service"),
        "alias": Field("string", "the host name that it stands for, valid everywhere (ExternalName); null for none"),
        "headless": Field("bool", "whether the name resolves to the workload's own addresses"),
        "direct": Field("bool", "false if something on the way terminates HTTP/2"),
        "build": Field("string", "the kustomization that rolls it out; null where it is used as written"),
    },
)
MODULE = Kind(
    "build.module",
    "A module of a build.",
    {
        "folder": Field("string", "its folder, `.` for the root"),
        "group": Field("string", "its group"),
        "artifact": Field("string", "its artifact"),
        "version": Field("version", "its own version", "maven"),
    },
    "modules",
)
PACKAGE = Kind(
    "build.package",
    "A dependency as a module resolves it.",
    {
        "module": Field("ref", "whose dependency", "build.module"),
        "folder": Field("string", "the module's folder"),
        "package": Field("string", "`group:artifact`"),
        "version": Field("version", "resolved; its slot is where it is decided, its evidence the chain", "maven"),
        "scope": Field("string", "compile, runtime, provided, test, system"),
        "via": Field("string", "how it got there: `direct`, or the artifact that brings it"),
        "code": Field("bool", "false where it is known to hold no code that runs: sources, a pom, tests"),
    },
    subject="package",
)
AUTOSCALER = Kind(
    "deploy.autoscaler",
    "What changes how many of a workload run, by load.",
    {
        "workload": Field("ref", "what it scales", "deploy.workload"),
        "most": Field("int", "how many there are at most; null where that is not written"),
    },
)
PROBLEM = Kind(
    "input.problem",
    "A piece of input that can't be read as what it claims to be.",
    {
        "kind": Field("string", "`syntax`, `duplicate-key`, `encoding` … : the name of the policy that reports it"),
        "message": Field("string", "what is wrong, as a sentence without a full stop"),
        "sure": Field("bool", "whether the text can be nothing but what it was taken for"),
    },
)

NEUTRAL: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        *(WORKLOAD, CONTAINER, IMAGE, BUILD, MOUNT, CHANGE, SERVICE, NAMESPACE, ENDPOINT, AUTOSCALER),
        *(MODULE, PACKAGE, PROBLEM),
    )
}

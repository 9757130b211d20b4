"""Which release and distribution runs a configuration, with the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from linter.facts.base import text
from linter.facts.entity import Entity
from linter.facts.value import Evidence, Slot, Unknown, Value
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.syntax.document import DocRef
from linter.system import Directive, Setup
from linter.systems.otelcol.builder import Manifests
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.deployed import Deployment, image_path
from linter.systems.otelcol.names import SYSTEM
from linter.systems.otelcol.releases import release
from linter.systems.otelcol.vendors import upstream, vendors
from linter.versions.version import Version

_DIRECTIVE = pattern(r"(?:^|[\s,])otelcol\s*=\s*([^\s,]+)")
_TAG = pattern(r"(v?)(\d+\.\d+\.\d+)((?:-(?:386|amd64|arm|arm64|armv7|ppc64le|riscv64|s390x|windows.*))?)")
_PINNED = "the image is pinned by its digest, which a new tag would not change"
HOW = "say it with a comment `# deadpeer: otelcol=0.155.0` in the file, or under `versions` in the settings"


class Release(NamedTuple):
    """What runs: both fields know where they come from, or why they are not known."""

    version: Value
    distribution: Value


class Releases:
    """Finds the release of a deployed document: a comment in the file wins over the settings, these over the image.

    A builder's manifest beside the file counts where nothing else runs it; one that a Dockerfile names, where its base
    is no image of a Collector.
    """

    __slots__ = ("_comments", "_manifests", "_setup")

    def __init__(self, setup: Setup, manifests: Manifests) -> None:
        self._setup = setup
        self._manifests = manifests
        self._comments = _comments(setup.directives)

    def of(self, docs: Sequence[DocRef], deployment: Deployment | None) -> Release:
        """The release that runs ``docs`` together."""
        found = self._found(docs, deployment)
        supposed = self._setup.supposed.get(SYSTEM)
        return found if supposed is None else found._replace(version=supposed.over(found.version))

    def _found(self, docs: Sequence[DocRef], deployment: Deployment | None) -> Release:
        image = deployment.image if deployment is not None else None
        distribution = _distribution(image)
        for doc in docs:
            told = self._told(doc)
            if told is not None:
                return Release(told, distribution)
        built = self._built(docs, image)
        if built is not None:
            return Release(built, distribution)
        return Release(_from_image(image, deployment), distribution)

    def _built(self, docs: Sequence[DocRef], image: Entity | None) -> Value | None:
        if image is None:
            return self._manifests.beside(docs[0])
        return None if _path(image) in catalog().images else self._manifests.named(image)

    def _told(self, doc: DocRef) -> Value | None:
        found: DocRef | None = doc
        while found is not None:
            directive = self._comments.get(found.id) or (self._comments.get(found.path) if found.index else None)
            if directive is not None:
                return _stated(directive[1], Evidence("a comment in the file", directive[0].place))
            found = found.host
        setting = self._setup.version_for(doc.path, SYSTEM)
        return None if setting is None else _stated(setting, Evidence("`versions` in the settings, or `--assume`"))


def _comments(directives: Iterable[Directive]) -> Mapping[str, tuple[Directive, str]]:
    """The last comment about the version in each document."""
    found = {}
    for directive in directives:
        match = _DIRECTIVE.search(directive.text)
        if match:
            found[directive.place.doc.id] = (directive, match[1])
    return found


def _stated(written: str, evidence: Evidence) -> Value:
    version = release(written)
    if version is None:
        return Value(Unknown(f"`{written}` is no version of the Collector"), evidence=(evidence,))
    return Value(version, "written", evidence=(evidence,))


def _from_image(image: Entity | None, deployment: Deployment | None) -> Value:
    if deployment is None:
        return Value(Unknown(f"its Collector's version is not known: nothing in the files checked runs it; {HOW}"))
    if image is None:
        return Value(Unknown(f"its Collector's version is not known: what runs it names no image; {HOW}"))
    tag = image.fields["tag"]
    evidence: tuple[Evidence, ...] = (
        Evidence(f"image {text(image, 'reference') or ''}".strip(), tag.slot.place if tag.slot else image.place),
        *_chosen(tag),
        Evidence("the container that mounts this file", deployment.place),
    )
    data = _tag_version(image, tag)
    slot = _as_written(tag)
    if isinstance(data, Unknown):
        data = Unknown(f"its Collector's version is not known: {data.why}; {HOW}")
    elif slot is not None and data.text not in str(tag.data):
        evidence = (Evidence(f"{_name(image)} {tag.data} is built from upstream {data}"), *evidence)
    if slot is not None and catalog().images.get(_path(image)) in vendors():
        slot = replace(slot, locked=slot.locked or f"the tags of {_name(image)} are not upstream releases")
    if slot is not None and text(image, "digest"):
        slot = replace(
            slot, locked=slot.locked or "the image is pinned by its digest, which a new tag would not change"
        )
    return Value(data, tag.origin, slot, evidence)


def _chosen(tag: Value) -> tuple[Evidence, ...]:
    """Why this is the tag, beside being written in the image's name, which the last of its evidence says then."""
    if tag.origin == "default":
        return tag.evidence if isinstance(tag.data, str) else ()
    return tag.evidence[:-1]


def _as_written(tag: Value) -> Slot | None:
    """The slot of a release in ``tag``: an image for one platform stays one, as upstream has them of every release."""
    found = _TAG.fullmatch(tag.data) if isinstance(tag.data, str) else None
    return tag.slot if tag.slot is None or found is None else replace(tag.slot, around=(found[1], found[3]))


def _path(image: Entity) -> str:
    return image_path(text(image, "repository") or "")


def _name(image: Entity) -> str:
    return catalog().images.get(_path(image), "the image")


def _tag_version(image: Entity, tag: Value) -> Version | Unknown:
    if isinstance(tag.data, Unknown):
        return tag.data
    repository = text(image, "repository")
    if repository is None:
        return Unknown("the image's name can't be read")
    if image_path(repository) not in catalog().images:
        return Unknown(f"how the tags of `{repository}` relate to upstream releases is not known")
    if not tag.data or not isinstance(tag.data, str):
        return Unknown("the image is named by digest only" if text(image, "digest") else "the image has no tag")
    distribution = catalog().images[image_path(repository)]
    if distribution in vendors():
        return upstream(distribution, tag.data)
    found = _TAG.fullmatch(tag.data)
    version = release(found[2] if found else tag.data)
    return version or Unknown(f"the tag `{tag.data}` names no release")


def _distribution(image: Entity | None) -> Value:
    if image is None:
        return Value(Unknown("its distribution is not known: no image was found for it"))
    repository = image.fields["repository"]
    if isinstance(repository.data, Unknown):
        return Value(repository.data, repository.origin, repository.slot)
    name = repository.data if isinstance(repository.data, str) else ""
    found = catalog().images.get(image_path(name))
    own = Evidence(f"image {name}", repository.slot.place if repository.slot else image.place)
    evidence = (own, *(repository.evidence if repository.origin == "default" else ()))
    return Value(
        found or Unknown(f"which components `{name}` holds is not known"), repository.origin, repository.slot, evidence
    )

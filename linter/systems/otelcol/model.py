"""One configuration as one Collector runs it: its components and what uses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.read import is_null
from linter.facts.tree import Key, Map, Seq, Text
from linter.facts.value import Ref, Unknown
from linter.record import NamedTuple
from linter.syntax.document import DocRef, Place
from linter.systems.otelcol.block import Block
from linter.systems.otelcol.catalog import catalog
from linter.systems.otelcol.deployed import Deployment
from linter.systems.otelcol.holes import hole_in, placeholder
from linter.systems.otelcol.names import PLURAL, SECTIONS, ComponentId, component_id
from linter.systems.otelcol.versions import Release

_ROLES = {"receivers": "receiver", "processors": "processor", "exporters": "exporter"}


class Use(NamedTuple):
    """A place that names a component. ``role`` is what it is used as, ``signal`` is empty for extensions.

    ``given`` says whose default it is that names it, ``""`` where a file does.
    """

    role: str
    id: ComponentId
    pipeline: str
    signal: str
    place: Place
    given: str = ""


class Component(NamedTuple):
    """A defined component. ``type`` is the newest name of its type, ``id.type`` the written one.

    ``given`` says whose default it is if no file defines it, else it is ``""``.
    """

    section: str
    id: ComponentId
    type: str
    place: Place
    block: Block
    ref: Ref
    path: str
    given: str = ""

    @property
    def name(self) -> str:
        return f"{self.section} {self.id.text}"


class Layout(NamedTuple):
    """Where a configuration comes from.

    ``operated`` is whether the operator completes it; ``written`` is the configuration before anything was filled in,
    ``None`` where nothing is to be; ``path`` is the file that stands for it, of several the last that is whole. ``key``
    is the key that holds it, where defaults stand for what it leaves out.
    """

    docs: frozenset[str] = frozenset()
    operated: bool = False
    written: Map | None = None
    path: str = ""
    key: Place | None = None


class Config:
    """What one Collector reads, in one deployment.

    ``docs`` are the documents it comes from, by ``DocRef.id``. ``partial`` says why it is only a part of what the
    Collector reads, else it is ``None``. ``base`` has the components that the other parts may add to, by path, or is
    ``None`` for any. ``open`` has the sections that can't be listed, with the reason.
    """

    def __init__(
        self,
        ref: Ref,
        tree: Map,
        partial: Unknown | None,
        release: Release,
        deployment: Deployment | None,
        layout: Layout = Layout(),  # noqa: B008 - immutable
    ) -> None:
        self.ref = ref
        self.path = layout.path or tree.doc.path
        self.tree = tree
        self.partial = partial
        self.version, self.distribution = release
        self.deployment = deployment
        self.base = deployment.base if deployment is not None else None
        self.workload = deployment.workload if deployment is not None else None
        self.gates = feature_gates(deployment)
        self.operated = layout.operated
        self.written = layout.written
        self._docs = layout.docs
        self._identity: tuple[DocRef, str] | None = None
        self.root = Block.root(tree, partial, layout.key)
        self.open: dict[str, Unknown] = {}
        self.components: dict[tuple[str, str], Component] = {}
        for plural, section in SECTIONS.items():
            for found in self._section(plural, section):
                self.components[section, found.id.text] = found
        self.uses: list[Use] = []
        self.uses_open: Unknown | None = partial
        self._pipelines()
        self._extensions()
        self.signals: dict[tuple[str, str], list[str]] = {}
        self.roles: set[tuple[str, str]] = set()
        for use in self.uses:
            signals = self.signals.setdefault(self.key(use), [])
            self.roles.add((use.role, use.id.text))
            if use.signal and use.signal not in signals:
                signals.append(use.signal)

    def identity(self, place: Place) -> str:
        """What the document at ``place`` is called in the ids of entities."""
        if self._identity is None or self._identity[0] is not place.doc:
            name = place.doc.id
            self._identity = (place.doc, name if name in self._docs else self.ref.id)
        return self._identity[1]

    def key(self, use: Use) -> tuple[str, str]:
        """The component that ``use`` means: a connector where its role has none of that name."""
        own = (use.role, use.id.text)
        connector = ("connector", use.id.text)
        return connector if own not in self.components and connector in self.components else own

    def in_use(self, component: Component) -> bool | Unknown:
        """Whether a pipeline, or ``service.extensions``, names the component."""
        if (component.section, component.id.text) in self.signals:
            return True
        return self.uses_open or False

    def signals_of(self, component: Component) -> list[str]:
        return self.signals.get((component.section, component.id.text), [])

    def _section(self, plural: str, section: str) -> Iterator[Component]:
        entry = self.tree.entry(plural)
        block = self.root.below(plural)
        if self.partial is not None:
            self.open[section] = self.partial
        elif block.why is not None:
            self.open[section] = block.why
        if entry is None or not isinstance(entry.value, Map):
            return
        if entry.value.open:
            self.open.setdefault(section, Unknown(entry.value.open))
        for item in entry.value.entries:
            hole = placeholder(item.key)
            if hole is not None or not item.key.strip():
                self.open[section] = hole or Unknown(f"a key of `{plural}` can't be read")
                continue
            yield self._component(section, block, item)

    def _component(self, section: str, parent: Block, item: Key) -> Component:
        name = component_id(item.key)
        kind = catalog().canonical(section, name.type)
        path = f"{PLURAL[section]}/{name.text}"
        place = Place(item.value.doc, item.start, item.end)
        ref = Ref("otelcol.component", f"{self.identity(place)}:{path}", self.ref.instance)
        block = parent.enter(item)
        if self.base is not None and path not in self.base:
            block = Block(block.tree, block.slot, None, block.why)
        return Component(section, name, kind, place, block, ref, path, item.given)

    def defined(self) -> Iterator[Component]:
        """The components of which something is written."""
        return (component for component in self.components.values() if not component.given)

    def _pipelines(self) -> None:
        pipelines = self.root.below("service", "pipelines")
        if pipelines.why is not None:
            self.uses_open = pipelines.why
        written = pipelines.tree.entries if pipelines.tree is not None else ()
        for tree in (self.tree.get("service"), pipelines.tree, *(entry.value for entry in written)):
            if isinstance(tree, Map) and tree.open:
                self.uses_open = Unknown(tree.open)
        for pipeline in written:
            signal = component_id(pipeline.key).type
            if not isinstance(pipeline.value, Map):
                if not is_null(pipeline.value):
                    self.uses_open = Unknown(f"pipeline `{pipeline.key}` can't be read")
                continue
            for plural, role in _ROLES.items():
                self._list(pipeline.value.entry(plural), role, pipeline.key, signal)

    def _extensions(self) -> None:
        service = self.root.below("service")
        self._list(service.key("extensions"), "extension", "", "")

    def _list(self, entry: Key | None, role: str, pipeline: str, signal: str) -> None:
        """A list of ids. One that is not a list, or holds a placeholder, leaves open what is used."""
        if entry is None or is_null(entry.value):
            return
        tree = entry.value
        if not isinstance(tree, Seq):
            self.uses_open = (hole_in(tree) if isinstance(tree, Text) else None) or Unknown(
                f"a list of {role}s can't be read"
            )
            return
        for item in tree.items:
            hole = hole_in(item) if isinstance(item, Text) else Unknown(f"a {role} in a list can't be read")
            if hole is not None or not isinstance(item, Text):
                self.uses_open = hole
                continue
            place = item.place if item.end > item.start else tree.place
            self.uses.append(Use(role, component_id(item.text), pipeline, signal, place, entry.given))


def feature_gates(deployment: Deployment | None) -> tuple[str, ...]:
    """What ``--feature-gates`` switches on and off (``-name``), in order."""
    args: Sequence[str] = deployment.args if deployment is not None else ()
    found: list[str] = []
    for at, arg in enumerate(args):
        name, _, value = arg.partition("=")
        if name in ("--feature-gates", "-feature-gates"):
            found += (value or "".join(args[at + 1 : at + 2])).split(",")
    return tuple(found)

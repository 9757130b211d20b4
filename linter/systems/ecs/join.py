"""Containers of tasks as workloads, since only some network modes give them one network."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.holes import spans, unfilled
from linter.facts.image import Written, image_fields
from linter.facts.read import items, maps, string, verbatim
from linter.facts.tree import Map, Seq, Text, Tree, at
from linter.facts.value import Evidence, Items, Ref, Slot, Unknown, Value
from linter.syntax.document import DocRef, Place, Route
from linter.system import Fragment

_ONE_NETWORK = ("awsvpc", "host")
_FILLED = Unknown("a function of the template decides it")
_SUB = (None, "!Sub")
_LOCKED = "a task definition has to be changed by hand"


def join(fragments: Sequence[Fragment]) -> Iterator[Entity]:
    """The ``deploy`` entities of each container of each task."""
    for fragment in fragments:
        containers = fragment.data["containers"]
        for index, one in maps(containers if isinstance(containers, Seq) else None):
            yield from _Container(fragment, index, one).entities()


class _Container:
    """One container of a task."""

    def __init__(self, fragment: Fragment, index: int, tree: Map) -> None:
        self.doc: DocRef = fragment.place.doc
        steps = [step for step in str(fragment.data["route"]).split("/") if step]
        self.task = f"{self.doc.id}!{'/'.join(steps) or 'task'}"
        self.route: Route = (*steps, str(fragment.data["listed"]), index)
        self.tree = tree
        self.network = str(fragment.data["network"])
        self.name = string(tree.get("name")) or str(index)
        self.ref = Ref("deploy.workload", f"{self.task}/{index}")
        name = tree.get("name")
        self.place: Place = name.place if name is not None else tree.place
        self.title = f"container {self.name} of {steps[1] if len(steps) > 1 else 'the task'}"

    def entities(self) -> Iterator[Entity]:
        image = self._image()
        yield self._workload()
        if image is not None:
            yield image
        yield self._container(image)
        yield from self._mounts()

    def _workload(self) -> Entity:
        fields = {
            "name": Value(self.name, "written"),
            "namespace": Value(None),
            "platform": Value(None),
            "scope": Value(self.task),
            "shares": Value(self.task if self.network in _ONE_NETWORK else None),
            "kind": Value("task"),
            "replicas": Value(None),
            "own_network": Value(False if self.network in _ONE_NETWORK else None),
        }
        return Entity(self.ref, self.place, self.title, f"task/{self.name}", fields)

    def _slot(self, *route: str | int) -> Slot:
        found = at(self.tree, *route)
        place = found.place if found is not None else self.place
        whole = (*self.route, *route)
        return Slot(place, whole, len(whole) if found is not None else len(self.route), locked=_LOCKED)

    def _image(self) -> Entity | None:
        tree = self.tree.get("image")
        slot = self._slot("image")
        if tree is None:
            return None
        evidence = (Evidence(f"image of {self.title}", slot.place),)
        text = string(tree) if isinstance(tree, Text) and tree.tag in _SUB else None
        if isinstance(tree, Text) and text is not None:
            known = dict(image_fields(Written(text, slot, spans(text), verbatim(tree), evidence=evidence)))
        else:
            parts = ("reference", "repository", "tag", "digest")
            known = dict.fromkeys(parts, Value(_FILLED, "written", slot, evidence))
        fields = {"workload": Value(self.ref), "container": Value(""), **known}
        ref = Ref("deploy.image", self.ref.id)
        return Entity(ref, slot.place, f"image of {self.title}", f"task/{self.name}/image", fields)

    def _container(self, image: Entity | None) -> Entity:
        words, known = [], True
        for key in ("entrypoint", "command"):
            tree = self.tree.get(key)
            known = known and (tree is None or isinstance(tree, Seq))
            for index, item in items(tree):
                words.append(Value(_text(item), "written", self._slot(key, index)))
        known = known and not any(isinstance(word.data, Unknown) for word in words)
        fields = {
            "workload": Value(self.ref),
            "name": Value(""),
            "image": Value(image.ref if image is not None else None),
            "args": Value(Items(tuple(words), known), "written" if words else "default"),
            "environment": self._environment(),
        }
        return Entity(
            Ref("deploy.container", self.ref.id), self.place, self.title, f"task/{self.name}/container", fields
        )

    def _environment(self) -> Value:
        values = []
        listed = self.tree.get("environment")
        complete = (listed is None or isinstance(listed, Seq)) and self.tree.get("environmentfiles") is None
        complete = complete and self.tree.get("secrets") is None
        for index, one in maps(listed):
            name, text = string(one.get("name")), _text(one.get("value"))
            if name is None or isinstance(text, Unknown) or text == "\n":
                complete = complete and text == "\n"
            else:
                values.append(Value(f"{name}={text}", "written", self._slot("environment", index, "value")))
        return Value(Items(tuple(values), complete), "written" if values else "default")

    def _mounts(self) -> Iterator[Entity]:
        """The variables whose texts are documents."""
        for index, one in maps(self.tree.get("environment")):
            name, value, way = string(one.get("name")), one.get("value"), string(one.get("route"))
            if name is None or not isinstance(value, Text) or value.text != "\n" or way is None:
                continue
            key, _, rest = way.partition("/")
            inner = DocRef(self.doc.path, "yaml", 0, self.doc, (*self.route, key, index, *rest.split("/")))
            evidence = (Evidence(f"variable {name} of {self.title}", value.place),)
            fields = {
                "workload": Value(self.ref),
                "container": Value(""),
                "source": Value(inner.id, "written", None, evidence),
                "target": Value(f"env:{name}", "written", self._slot("environment", index, "value")),
            }
            ref = Ref("deploy.mount", f"{self.ref.id}/{index}")
            yield Entity(ref, value.place, f"env:{name} in {self.title}", f"task/{self.name}/{name}", fields)


def _text(tree: Tree | None) -> str | Unknown:
    """A text that nothing fills in."""
    if not isinstance(tree, Text) or tree.tag not in _SUB:
        return _FILLED
    return unfilled(tree.text) or tree.text

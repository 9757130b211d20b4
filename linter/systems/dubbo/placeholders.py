"""Spring's placeholders with what the files of their module give for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from linter.facts.holes import hole
from linter.facts.tree import Map, Text
from linter.facts.value import Evidence
from linter.pattern import pattern
from linter.record import NamedTuple, replace
from linter.system import Fragment
from linter.systems.dubbo.elements import Element, flattened
from linter.systems.dubbo.given import by_name
from linter.systems.dubbo.modules import Modules
from linter.systems.dubbo.profiles import profile_of
from linter.systems.dubbo.settings import Setting
from linter.text.fixture import is_test

_HOLE = pattern(r"\$\{([^${}:]+)(:[^{}]*)?\}")
_FORMS = ("xml", "properties", "yaml")
_MOST = 20
_LONGEST = 500


class _Given(NamedTuple):
    """A value with the profile that it needs, ``""`` for none."""

    tree: Text
    profile: str

    @property
    def text(self) -> str:
        return self.tree.text.strip()

    @property
    def path(self) -> str:
        return self.tree.doc.path


class Placeholders:
    """Fills in settings; what no file gives stays open, also with a default: something outside is meant to give it."""

    def __init__(self, fragments: Mapping[str, Sequence[Fragment]], modules: Modules) -> None:
        self._modules = modules
        self._trees: dict[str, list[Map]] = {}
        for fragment in fragments.get("given", ()):
            tree = fragment.data["tree"]
            if isinstance(tree, Map) and not is_test(tree.doc.path):
                self._trees.setdefault(modules.folder(tree.doc.path), []).append(tree)
        self._located: dict[str, list[str]] = {}
        for fragment in fragments.get("located", ()):
            named = self._located.setdefault(modules.folder(fragment.place.path), [])
            named += str(fragment.data["files"]).split("\n")
        self._known: dict[str, Mapping[str, list[_Given]]] = {}

    def fill(self, elements: Iterable[Element]) -> None:
        """Fills in what is left open in the settings of ``elements``."""
        for element in elements:
            if element.form in _FORMS:
                for settings in (element.settings, element.params):
                    for name, setting in settings.items():
                        if "${" in setting.tree.text:
                            settings[name] = self._filled(setting)

    def _filled(self, setting: Setting) -> Setting:
        given = self._of(self._modules.folder(setting.tree.doc.path))
        text, evidence = setting.tree.text, []
        for _ in range(_MOST if given else 0):
            found = _HOLE.search(text)
            if found is None:
                break
            name = found[1].strip()
            answer = _answer(name, given.get(name, ()))
            if answer is None:
                return setting
            value, step = answer
            evidence.append(step)
            text = text[: found.start()] + value + text[found.end() :]
            if len(text) > _LONGEST:
                return setting
        if not evidence or _HOLE.search(text) is not None:
            return setting
        why = f"{evidence[0].text}, which has to be changed instead"
        tree = replace(setting.tree, text=text)
        return Setting(tree, replace(setting.slot, locked=setting.slot.locked or why), tuple(evidence))

    def _of(self, folder: str) -> Mapping[str, list[_Given]]:
        known = self._known.get(folder)
        if known is None:
            known = self._known[folder] = self._read(folder)
        return known

    def _read(self, folder: str) -> Mapping[str, list[_Given]]:
        found: dict[str, list[_Given]] = {}
        for tree in self._trees.get(folder, ()):
            path = tree.doc.path
            if by_name(path.rpartition("/")[2].lower()) or self._names(folder, path):
                profile = profile_of(tree)
                for key in flattened(tree, ()):
                    found.setdefault(".".join(key.segments), []).append(_Given(key.tree, profile))
        return found

    def _names(self, folder: str, path: str) -> bool:
        """Whether the XML of the module names the file ``path``."""
        return any(
            f"/{path}".endswith(f"/{one}") or fnmatchcase(path, f"*/{one}") for one in self._located.get(folder, ())
        )


def _answer(name: str, several: Sequence[_Given]) -> tuple[str, Evidence] | None:
    """The text that counts for ``name``, or a reason in its place, with the step that shows it; ``None`` for none."""
    if not several:
        return None
    first = next((one for one in several if not one.profile), several[0])
    step = Evidence(f"`{name}` is `{first.text}` in {first.path}", first.tree.place)
    other = next((one for one in several if one.text != first.text), None)
    if first.profile:
        return hole(f"the profile `{first.profile}` decides `{name}`"), step
    if other is not None and other.profile:
        return hole(f"the profile `{other.profile}` decides `{name}`"), step
    if other is not None:
        return hole(f"`{name}` is set to different values in {first.path} and {other.path}"), step
    return first.text, step

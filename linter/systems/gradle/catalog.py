"""Version catalogs: ``libs.versions.toml``, and those that the settings build."""

from __future__ import annotations

from collections.abc import Sequence

from linter.facts.tree import Seq, Text, Tree
from linter.facts.value import Evidence, Unknown
from linter.pattern import pattern
from linter.record import dataclass, replace
from linter.syntax.document import Place
from linter.systems.gradle.answer import Answer, of_text
from linter.systems.gradle.lexer import flat, inside, is_name, is_op, is_string, split, words

_PARTS = pattern(r"[-_.]")
_RICH = ("strictly", "require", "prefer")


@dataclass(frozen=True, slots=True)
class Library:
    """An entry of ``[libraries]``; ``strict`` where its version is strictly that."""

    name: str
    version: Answer | None
    place: Place
    strict: bool = False


class Catalog:
    """Versions, libraries and bundles by accessor (``dubbo.core`` for ``dubbo-core``)."""

    def __init__(self) -> None:
        self.versions: dict[str, tuple[Answer, bool]] = {}
        self.libraries: dict[str, Library] = {}
        self.bundles: dict[str, list[str]] = {}

    def version(self, accessor: str) -> Answer | None:
        found = self.versions.get(accessor)
        return None if found is None else found[0]

    def add_version(self, alias: str, answer: Answer, place: Place, strict: bool = False) -> None:
        shown = answer.text if isinstance(answer.text, str) else "not known"
        step = Evidence(f"`{alias}` is `{shown}` in the catalog", place)
        self.versions[accessor(alias)] = (replace(answer, evidence=(step, *answer.evidence)), strict)

    def add_library(
        self, alias: str, name: str, version: Answer | str | None, place: Place, strict: bool = False
    ) -> None:
        """``version`` is an answer, or the alias of one that is declared anywhere in the catalog."""
        if isinstance(version, str):
            known = self.versions.get(accessor(version))
            found = known or (Answer(Unknown(f"the catalog has no version `{version}`")), False)
            version, strict = found
        self.libraries[accessor(alias)] = Library(name, version, place, strict)


def accessor(alias: str) -> str:
    return _PARTS.sub(".", alias)


def from_toml(root: Seq) -> Catalog:
    """The catalog that a TOML file holds; what is malformed is left out."""
    tables: dict[str, list[tuple[Tree, ...]]] = {}
    table = ""
    for statement in root.items:
        items = words(statement)
        header = inside(items[0], "[") if len(items) == 1 else None
        if header is not None:
            table = "".join(word.text for word in flat(items[0]) if isinstance(word, Text))
        else:
            tables.setdefault(table, []).append(items)
    catalog = Catalog()
    for alias, key, value in _entries(tables.get("versions", ())):
        answer, strict = _version(value)
        if answer is not None:
            if accessor(alias) in catalog.versions:
                answer = Answer(Unknown(f"the catalog says `{alias}` more than once, which Gradle refuses"))
            catalog.add_version(alias, answer, key, strict)
    for alias, key, value in _entries(tables.get("libraries", ())):
        _library(catalog, alias, key, value)
    for alias, _, value in _entries(tables.get("bundles", ())):
        catalog.bundles[accessor(alias)] = [accessor(word.text) for word in _strings(value)]
    return catalog


def _entries(lines: Sequence[tuple[Tree, ...]]) -> list[tuple[str, Place, tuple[Tree, ...]]]:
    found = []
    for items in lines:
        equals = next((at for at, item in enumerate(items) if is_op(item, "=")), 0)
        if equals and isinstance(items[0], Text):
            found.append((items[0].text, items[0].place, items[equals + 1 :]))
    return found


def _fields(value: tuple[Tree, ...]) -> dict[str, tuple[Tree, ...]]:
    """An inline table's entries, dotted keys as they are."""
    fields = {}
    for entry in split(flat(value[0])) if value and inside(value[0], "{") is not None else ():
        equals = next((at for at, item in enumerate(entry) if is_op(item, "=")), 0)
        name = "".join(item.text for item in entry[:equals] if isinstance(item, Text))
        fields[name] = entry[equals + 1 :]
    return fields


def _version(value: tuple[Tree, ...]) -> tuple[Answer | None, bool]:
    if value and is_string(value[0]) and isinstance(value[0], Text):
        return of_text(value[0]), value[0].text.endswith("!!")
    fields = _fields(value)
    for name in _RICH:
        text = next(iter(_strings(fields.get(name, ()))), None)
        if text is not None:
            return of_text(text), name == "strictly"
    return None, False


def _library(catalog: Catalog, alias: str, key: Place, value: tuple[Tree, ...]) -> None:
    if value and is_string(value[0]) and isinstance(value[0], Text):
        text = value[0]
        group, _, rest = text.text.partition(":")
        name, _, version = rest.partition(":")
        at = text.end - len(version)
        answer = of_text(replace(text, start=at, text=version)) if version else None
        catalog.add_library(alias, f"{group}:{name}", answer, key)
        return
    fields = _fields(value)
    said = {name: found[0].text for name, words_ in fields.items() if (found := _strings(words_))}
    name = said.get("module") or f"{said.get('group', '')}:{said.get('name', '')}"
    if "version.ref" in said:
        catalog.add_library(alias, name, said["version.ref"], key)
        return
    nested = _fields(fields.get("version", ()))
    if "ref" in nested:
        catalog.add_library(alias, name, next((one.text for one in _strings(nested["ref"])), ""), key)
        return
    answer, strict = _version(fields.get("version", ()))
    catalog.add_library(alias, name, answer, key, strict)


def from_settings(lines: Sequence[tuple[tuple[Tree, ...], Place]]) -> Catalog:
    """The catalog that calls of ``version``, ``library`` and ``bundle`` make."""
    catalog = Catalog()
    for items, place in sorted(lines, key=lambda line: not is_name(line[0][0], "version")):
        texts = _strings(items)
        if is_name(items[0], "version") and len(texts) == 2:
            catalog.add_version(texts[0].text, of_text(texts[1]), place)
        elif is_name(items[0], "library", "alias") and len(texts) >= 2:
            _called(catalog, items, texts, place)
        elif is_name(items[0], "bundle") and len(texts) > 1:
            catalog.bundles[accessor(texts[0].text)] = [accessor(one.text) for one in texts[1:]]
    return catalog


def _called(catalog: Catalog, items: tuple[Tree, ...], texts: list[Text], place: Place) -> None:
    by_ref = any(is_name(item, "versionRef") for item in items)
    by_text = any(is_name(item, "version") for item in items[1:])
    last: Answer | str | None = texts[-1].text if by_ref else of_text(texts[-1]) if by_text else None
    names = texts[1:-1] if by_ref or by_text else texts[1:]
    if len(names) == 1:
        group, _, rest = names[0].text.partition(":")
        name, _, version = rest.partition(":")
        if version:
            last = of_text(replace(names[0], start=names[0].end - len(version), text=version))
        catalog.add_library(texts[0].text, f"{group}:{name}", last, place)
    elif len(names) == 2:
        catalog.add_library(texts[0].text, f"{names[0].text}:{names[1].text}", last, place)


def _strings(items: Sequence[Tree]) -> list[Text]:
    found: list[Text] = []
    for item in items:
        if is_string(item) and isinstance(item, Text):
            found.append(item)
        elif inside(item) is not None:
            found += _strings(flat(item))
    return found

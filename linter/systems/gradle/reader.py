"""Statements to what they state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linter.facts.tree import Seq, Text, Tree
from linter.syntax.document import Place
from linter.systems.gradle.changes import below, changed
from linter.systems.gradle.dependencies import Dependencies, exclusion
from linter.systems.gradle.lexer import flat, inside, is_name, is_op, is_string, split, strings, words
from linter.systems.gradle.loops import runs
from linter.systems.gradle.script import ALL, OWN, SUB, Definition, Script, Words

_DEFINES = ("def", "val", "var", "final", "const", "String", "private", "lateinit", "public", "internal")
_EXTRA = ("ext", "extra")
_OWNERS = ("project", "rootProject", "this", "it", "gradle")
_THROUGH = (
    "afterEvaluate",
    "kotlin",
    "sourceSets",
    "main",
    "commonMain",
    "jvmMain",
    "with",
    "run",
    "pluginManager",
)
_RULES = ("resolutionStrategy", "all", "configureEach", "configurations", "eachDependency", "dependencySubstitution")
_CONDITIONS = ("if", "else", "try", "catch", "finally", "for", "while", "switch", "when")


def read(path: str, statements: Seq) -> Script:
    """What a script says; a statement that isn't understood says nothing."""
    script = Script(path)
    _Reader(script).block(statements.items, OWN, "")
    return script


def place_of(tree: Tree) -> Place:
    return tree.place


class _Reader:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._dependencies = Dependencies(script, self._assigned)
        self._blocks: Mapping[str, Callable[[Words, str, str], None]] = {
            "dependencies": self._dependencies.block,
            "dependencyManagement": self._dependencies.plugin,
            "plugins": self._plugins,
            "ext": self._extra,
            "extra": self._extra,
            "versionCatalogs": self._catalogs,
        }

    def block(self, statements: Sequence[Tree], target: str, doubt: str) -> None:
        for statement in statements:
            self._statement(words(statement), target, doubt)

    def _statement(self, items: Words, target: str, doubt: str) -> None:
        equals = next((at for at, item in enumerate(items) if is_op(item, "=")), 0)
        body = inside(items[-1], "{")
        if body is None and is_name(items[0], *_CONDITIONS):
            if rest := below(items):
                self._statement(rest, target, doubt or f"a condition decides, in {self._script.path}")
        elif equals and not is_name(items[0], *_CONDITIONS):
            self._assigned(items[:equals], items[equals + 1 :], target, doubt)
        elif any(is_name(item, "by") for item in items[1:]):
            self._delegated(items, target, doubt)
        elif body is not None and is_name(items[0]):
            self._block_of(items, body, target, doubt)
        else:
            self._called(items, target, doubt)

    def _block_of(self, items: Words, body: Words, target: str, doubt: str) -> None:
        head = items[0]
        assert isinstance(head, Text)  # noqa: S101  the caller looked
        names = [item.text for item in items if isinstance(item, Text) and item.style == "name"]
        named = head.text if head.text not in _OWNERS or len(names) == 1 else names[-1]
        reader = self._blocks.get(named)
        if head.text == "buildscript":
            # what the build itself runs on; its properties are the project's
            for statement in body:
                if is_name(words(statement)[0], *_EXTRA):
                    self._statement(words(statement), target, doubt)
        elif reader is not None and len(names) <= 2:
            reader(body, target, doubt)
        elif names[0] in ("allprojects", "subprojects") or (names[0] == "configure" and len(items) > 1):
            self.block(body, *self._whom(items, doubt))
        elif names[0] == "project" and len(items) > 1:
            self.block(body, *self._project(items[1], doubt))
        elif names[0] in _CONDITIONS:
            self._conditional(items, target)
        elif names[0] in _RULES:
            self._rules(items, target)
        elif names[0] in (*_THROUGH, "dependencyResolutionManagement", "pluginManagement"):
            self.block(body, target, doubt)
        elif names[0] == "apply":
            self._called(items, target, doubt)
        elif runs(items):
            self.block(body, target, doubt or f"code decides, in {self._script.path}")

    def _conditional(self, items: Words, target: str) -> None:
        doubt = f"a condition decides, in {self._script.path}"
        for item in items:
            body = inside(item, "{")
            if body is not None:
                self.block(body, target, doubt)

    @staticmethod
    def _whom(items: Words, doubt: str) -> tuple[str, str]:
        names = [item.text for item in items if isinstance(item, Text) and item.style == "name"]
        if names[0] == "configure":
            names = [item.text for item in flat(items[1]) if isinstance(item, Text) and item.style == "name"]
        if names == ["allprojects"]:
            return ALL, doubt
        if names == ["subprojects"]:
            return SUB, doubt
        return SUB, doubt or "only some of the projects get it"

    @staticmethod
    def _project(argument: Tree, doubt: str) -> tuple[str, str]:
        found = next((word for word in flat(argument) if is_string(word)), None)
        if isinstance(found, Text) and "$" not in found.text:
            return ":" + found.text.strip(":"), doubt
        return SUB, doubt or "only some of the projects get it"

    def _assigned(self, left: Words, right: Words, target: str, doubt: str) -> None:
        if not right:
            return
        if left and (is_op(left[-1], "+") or is_op(left[-1], "-")):
            left = left[:-1]  # one more value, so that there are two
        name = _name(left)
        if name.startswith("project(") and name.endswith(".projectDir"):
            self._script.folders.append((name[len("project(") : name.index(")")], right))
        elif name:
            self._define(name, right, left[0], target, doubt)

    def _define(self, name: str, value: Words, at: Tree, target: str, doubt: str) -> None:
        bracket = value[0] if len(value) == 1 else None
        entries = flat(bracket) if bracket is not None and inside(bracket, "[") is not None else ()
        if any(is_op(word, ":") for word in entries):
            for entry in split(entries):
                key = entry[0]
                if len(entry) > 2 and isinstance(key, Text) and is_op(entry[1], ":"):
                    self._define(f"{name}.{key.text}", tuple(entry[2:]), key, target, doubt)
            return
        self._script.definitions.append(Definition(name, value, place_of(at), target, doubt))

    def _delegated(self, items: Words, target: str, doubt: str) -> None:
        """``val x by extra("1")``, ``val x by extra { "1" }``, ``val x: String by project``."""
        by = next(at for at, item in enumerate(items) if is_name(item, "by"))
        names = [
            item for item in items[:by] if isinstance(item, Text) and item.style == "name" and item.text not in _DEFINES
        ]
        if not names or by + 1 >= len(items):
            return
        if is_name(items[by + 1], "extra") and by + 2 < len(items):
            self._define(names[0].text, flat(items[by + 2]), names[0], target, doubt)

    def _extra(self, body: Words, target: str, doubt: str) -> None:
        for statement in body:
            items = words(statement)
            equals = next((at for at, item in enumerate(items) if is_op(item, "=")), 0)
            if equals:
                self._assigned(items[:equals], items[equals + 1 :], target, doubt)
            else:
                self._set(items, target, doubt)

    def _set(self, items: Words, target: str, doubt: str) -> None:
        """``set("name", value)``."""
        pieces = list(split(flat(items[-1]))) if items else []
        if len(items) >= 2 and is_name(items[-2], "set") and len(pieces) == 2 and is_string(pieces[0][0]):
            key = pieces[0][0]
            assert isinstance(key, Text)  # noqa: S101  it is a string
            self._define(key.text, pieces[1], key, target, doubt)

    def _plugins(self, body: Words, target: str, _doubt: str) -> None:
        for statement in body:
            for word in words(statement):
                for one in flat(word) if inside(word, "(") is not None else (word,):
                    if is_string(one) and isinstance(one, Text):
                        self._script.plugins.append((one.text, target))
                        break

    def _rules(self, items: Words, target: str) -> None:
        """``force``, and code that decides versions, wherever they are nested."""
        pending = [items]
        while pending:
            current = pending.pop()
            head = [item.text for item in current if isinstance(item, Text) and item.style == "name"]
            if "force" in head:
                at = next(index for index, item in enumerate(current) if is_name(item, "force"))
                self._dependencies.forced(current[at + 1 :], target)
                continue
            if "exclude" in head:
                self._script.excluded.append((exclusion(current), target))
                continue
            if "eachDependency" in head or "dependencySubstitution" in head:
                said = tuple(text.text for text in strings(current))
                self._script.rules.append((said, place_of(current[0]), target))
                continue
            pending += [words(one) for item in current for one in inside(item, "{") or ()]

    def _catalogs(self, body: Words, _target: str, _doubt: str) -> None:
        """``libs { version(…); library(…); from(files(…)) }`` in the settings."""
        for statement in body:
            items = words(statement)
            content = inside(items[-1], "{")
            named = next((item.text for item in strings(items[:-1])), "")
            named = named or next((item.text for item in items if isinstance(item, Text) and item.style == "name"), "")
            for one in content or ():
                each = words(one)
                if is_name(each[0], "from") and strings(each):
                    self._script.catalog_files.append((named, strings(each)[-1].text))
                else:
                    self._script.catalogs.append((named, each, place_of(each[0])))

    def _called(self, items: Words, target: str, doubt: str) -> None:
        head = items[0].text if is_name(items[0]) and isinstance(items[0], Text) else ""
        rest, body = items[1:], inside(items[-1], "{")
        if head == "include":
            self._script.included += strings(rest)
        elif head == "apply":
            self._applied(rest, target)
        elif head in ("version", "group") and rest and (is_string(rest[0]) or is_name(rest[0])):
            self._define(head, rest, items[0], target, doubt)
        elif head in (*_EXTRA, *_OWNERS):
            self._set(items, target, doubt)
            self._changed(items, target, doubt)
        elif head in _RULES:
            self._rules(items, target)
        elif body is not None and runs(items):
            self.block(body, target, doubt or f"code decides, in {self._script.path}")
        elif head:
            self._changed(items, target, doubt)

    def _changed(self, items: Words, target: str, doubt: str) -> None:
        """A list or a map that is not left as it was made: ``l << x``, ``l.add(x)``: it counts as having two values."""
        name = _name(changed(items))
        if name:
            self._script.definitions.append(Definition(name, items, place_of(items[0]), target, doubt))

    def _applied(self, rest: Words, target: str) -> None:
        """``apply from: x``, ``apply(plugin = "x")``, ``apply { from("x") }``."""
        pending = list(rest)
        flattened: list[Tree] = []
        while pending:
            item = pending.pop(0)
            content = inside(item)
            if content is None or (flattened and is_name(flattened[-1], "file")):
                flattened.append(item)
            else:
                pending = [word for one in content for word in words(one)] + pending
        for at, item in enumerate(flattened):
            if is_name(item, "from"):
                value = tuple(one for one in flattened[at + 1 :] if not is_op(one, ":") and not is_op(one, "="))
                self._script.applied.append((value, target))
            elif is_name(item, "plugin"):
                self._script.plugins += [(one.text, target) for one in strings(flattened[at + 1 :])[:1]]


def _without_arguments(items: Words) -> list[Tree]:
    """A variable's type and name without what the type is of: ``List<String> l``, ``String[] l``."""
    found, depth = [], 0
    for at, item in enumerate(items):
        depth += is_op(item, "<")
        array = at and inside(item, "[") == () and at + 1 < len(items) and is_name(items[at + 1])
        if not depth and not array:
            found.append(item)
        depth -= is_op(item, ">")
    return found


def _name(left: Words) -> str:
    """What an assignment's left side names: without ``def``, ``ext`` and the like."""
    items = [item for item in _without_arguments(left) if not is_name(item, *_DEFINES)]
    if items and any(is_op(item, ":") for item in items):
        items = items[: next(at for at, item in enumerate(items) if is_op(item, ":"))]  # Kotlin's type
    if len(items) == 2 and is_name(items[0]) and is_name(items[1]):
        items = items[1:]  # Groovy's type
    parts: list[str] = []
    for item in items:
        if is_name(item) and isinstance(item, Text):
            parts.append(item.text)
        elif inside(item) is not None:
            named = next((word.text for word in flat(item) if isinstance(word, Text) and is_string(word)), None)
            if named is None:
                return ""
            if parts == ["project"]:
                parts = [f"project({named})"]
            else:
                parts.append(named)
        elif not is_op(item, "."):
            return ""
    while len(parts) > 1 and parts[0] in (*_OWNERS, *_EXTRA):
        parts = parts[1:]
    return ".".join(parts)

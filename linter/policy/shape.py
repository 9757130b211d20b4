"""From the tree of a policy file to a ``Policy``: structure only; ``check`` looks at the expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, cast

from linter.policy.model import (
    CLASS_SEVERITY,
    PROFILES,
    Advisory,
    Affected,
    Class,
    EditSpec,
    FixSpec,
    Policy,
    RelatedSpec,
    Text,
    When,
)
from linter.policy.reader import Reader
from linter.policy.shape_examples import examples
from linter.policy.shape_params import NAME, params
from linter.syntax.node import Mapping as MappingNode
from linter.syntax.node import Node, Scalar, follow
from linter.syntax.node import Sequence as SequenceNode

KEYS = (
    "title", "status", "since", "profile", "severity", "params", "match", "where", "require", "at", "related",
    "message", "fix", "why", "when_fine", "references", "examples", "advisory",
)  # fmt: skip
SEVERITIES = ("error", "warning", "note")
SAFETIES = ("safe", "unsafe", "show")
VERBS = ("set", "remove", "rename")
_NOTHING = Text("")

Status: TypeAlias = Literal["stable", "preview"]


def policy(reader: Reader, root: Node, id_: str, path: str) -> Policy:
    """The policy that ``root`` states; incomplete where ``reader`` has faults."""
    top = reader.mapping(root, "a policy", KEYS, ("title", "since", "match", "message", "why"))
    advised = advisory(reader, top["advisory"]) if "advisory" in top else None
    _requirement(reader, root, top, advised)
    return Policy(
        id=id_,
        path=path,
        title=reader.words(top.get("title"), "`title`"),
        status=cast("Status", reader.choice(top.get("status"), "`status`", ("stable", "preview"), "stable")),
        since=reader.words(top.get("since"), "`since`"),
        profile=ordered(reader, top.get("profile"), "profile", PROFILES) or (When("default"),),
        severity=_severity(reader, root, top, advised),
        match=reader.words(top.get("match"), "`match`"),
        where=reader.expression(top.get("where"), "`where`"),
        require=reader.expression(top.get("require"), "`require`"),
        at=reader.expression(top.get("at"), "`at`"),
        message=reader.expression(top.get("message"), "`message`") or _NOTHING,
        why=reader.words(top.get("why"), "`why`").strip(),
        when_fine=reader.string(top.get("when_fine"), "`when_fine`").strip(),
        references=reader.strings(top.get("references"), "`references`"),
        params=params(reader, top.get("params")),
        related=tuple(related(reader, node) for node in reader.items(top.get("related"), "`related`")),
        fixes=fixes(reader, top.get("fix")),
        advisory=advised,
        examples=examples(reader, top.get("examples")),
    )


def _requirement(reader: Reader, root: Node, top: dict[str, Node], advised: Advisory | None) -> None:
    if advised is not None and "require" in top:
        reader.fault(top["require"], "an advisory has no `require`: it is that the version is not affected")
    if "advisory" not in top and "require" not in top:
        reader.fault(root, "a policy lacks `require` (or `advisory`)")


def _severity(reader: Reader, root: Node, top: dict[str, Node], advised: Advisory | None) -> tuple[When, ...]:
    if "severity" in top:
        return ordered(reader, top["severity"], "severity", SEVERITIES) or (When("error"),)
    if "advisory" not in top:
        reader.fault(root, "a policy lacks `severity`")
    return (When(CLASS_SEVERITY[advised.class_].word if advised else "error"),)


def ordered(reader: Reader, node: Node | None, key: str, options: tuple[str, ...]) -> tuple[When, ...]:
    """One of ``options``, or an ordered list ``[{when: …, is: …}, …, {is: …}]``, first true wins."""
    if node is None:
        return ()
    if isinstance(follow(node), Scalar):
        return (When(reader.choice(node, f"`{key}`", options, options[0])),)
    found: list[When] = []
    items = reader.items(node, f"`{key}`", 1)
    for index, item in enumerate(items):
        line = reader.mapping(item, f"an item of `{key}`", ("when", "is"), ("is",))
        when = reader.expression(line.get("when"), "`when`")
        if when is None and index < len(items) - 1:
            reader.fault(item, f"only the last item of `{key}` may lack `when`: those below it are never reached")
        if when is not None and index == len(items) - 1:
            reader.fault(item, f"the last item of `{key}` has to do without `when`, so that there always is one")
        found.append(When(reader.choice(line.get("is"), "`is`", options, options[0]), when))
    return tuple(found)


def related(reader: Reader, node: Node) -> RelatedSpec:
    found = reader.mapping(node, "an item of `related`", ("at", "label", "when"), ("at", "label"))
    return RelatedSpec(
        reader.expression(found.get("at"), "`at`") or _NOTHING,
        reader.expression(found.get("label"), "`label`") or _NOTHING,
        reader.expression(found.get("when"), "`when`"),
    )


def fixes(reader: Reader, node: Node | None) -> tuple[FixSpec, ...]:
    if node is None:
        return ()
    several = isinstance(follow(node), SequenceNode)
    return tuple(_fix(reader, item) for item in (reader.items(node, "`fix`") if several else (node,)))


def _fix(reader: Reader, node: Node) -> FixSpec:
    found = reader.mapping(node, "`fix`", ("title", "safety", "because", "edits", "when"), ("title", "safety", "edits"))
    return FixSpec(
        reader.expression(found.get("title"), "`title`") or _NOTHING,
        cast("Literal['safe', 'unsafe', 'show']", reader.choice(found.get("safety"), "`safety`", SAFETIES, "show")),
        tuple(_edit(reader, item) for item in reader.items(found.get("edits"), "`edits`", 1)),
        reader.expression(found.get("when"), "`when`"),
        " ".join(reader.words(found["because"], "`because`").split()) if "because" in found else "",
    )


def _edit(reader: Reader, node: Node) -> EditSpec:
    found = reader.mapping(node, "an edit", (*VERBS, "to", "when", "for", "as"))
    verbs = [verb for verb in VERBS if verb in found]
    if len(verbs) != 1:
        reader.fault(node, f"an edit has exactly one of {', '.join(VERBS)}")
    verb = verbs[0] if verbs else "set"
    if verb == "remove" and "to" in found:
        reader.fault(found["to"], "`remove` has no `to`")
    elif verb != "remove" and "to" not in found and verbs:
        reader.fault(node, f"`{verb}` lacks `to`")
    if ("for" in found) != ("as" in found):
        reader.fault(node, "`for` and `as` go together")
    name = reader.words(found.get("as"), "`as`")
    if name and (not NAME.fullmatch(name) or name in ("it", "params", "upgrade")):
        reader.fault(found["as"], f"`{name}` can't be the name of an item")
        name = ""
    return EditSpec(
        cast("Literal['set', 'remove', 'rename']", verb),
        reader.expression(found.get(verb), f"`{verb}`") or _NOTHING,
        reader.expression(found.get("to"), "`to`"),
        reader.expression(found.get("when"), "`when`"),
        reader.expression(found.get("for"), "`for`"),
        name,
    )


_ROLES = ("fixed", "introduced")
"""What a change did to the defect, in the words of a range."""
_ECOSYSTEMS = ("Go", "Maven")
"""OSV's names of those whose order of versions is known here."""


def advisory(reader: Reader, node: Node) -> Advisory:
    keys = ("package", "affected", "class", "reproduced", "evidence")
    found = reader.mapping(node, "`advisory`", keys, ("package", "affected", "class", "evidence"))
    package: dict[str, Node] = {}
    if "package" in found:
        package = reader.mapping(found["package"], "`package`", ("ecosystem", "name"), ("ecosystem", "name"))
    reproduced = reader.plain(found["reproduced"], "`reproduced`") if "reproduced" in found else False
    if not isinstance(reproduced, bool):
        reader.fault(found["reproduced"], "`reproduced` is true or false")
    class_ = reader.choice(found.get("class"), "`class`", tuple(CLASS_SEVERITY), "hang")
    evidence = [_source(reader, item) for item in reader.items(found.get("evidence"), "`evidence`", 1)]
    return Advisory(
        reader.choice(package.get("ecosystem"), "`ecosystem`", _ECOSYSTEMS, "Go"),
        _package(reader, package),
        tuple(_affected(reader, item) for item in reader.items(found.get("affected"), "`affected`", 1)),
        cast("Class", class_),
        reproduced is True,
        evidence=tuple(url for _, url in evidence),
        fixes=tuple(url for role, url in evidence if role == "fixed"),
        causes=tuple(url for role, url in evidence if role == "introduced"),
    )


def _package(reader: Reader, package: Mapping[str, Node]) -> str:
    """The package's name, in the form that its ecosystem has."""
    name = reader.words(package.get("name"), "`name`")
    if name and "ecosystem" in package:
        ecosystem = reader.plain(package["ecosystem"], "`ecosystem`")
        if ecosystem == "Maven" and ":" not in name:
            reader.fault(package["name"], f"a package of Maven is group:artifact, not `{name}`")
        if ecosystem == "Go" and ":" in name:
            reader.fault(package["name"], f"a package of Go is the path of a module, not `{name}`")
    return name


def _source(reader: Reader, node: Node) -> tuple[str, str]:
    """An item of ``evidence``: what the change there did, ``""`` where that is not said, and the address."""
    if not isinstance(follow(node), MappingNode):
        return "", _address(reader, node)
    found = reader.mapping(node, "an item of `evidence`", _ROLES)
    if len(found) != 1:
        reader.fault(node, f"an item of `evidence` is an address, or has exactly one of {', '.join(_ROLES)}")
        return "", ""
    role, value = next(iter(found.items()))
    return role, _address(reader, value)


def _address(reader: Reader, node: Node) -> str:
    text = reader.string(node, "an item of `evidence`")
    if not text.startswith(("https://", "http://")):
        reader.fault(node, "an item of `evidence` is an address that begins with https:// (or http://)")
    return text


def _affected(reader: Reader, node: Node) -> Affected:
    keys = ("introduced", "fixed", "last_affected", "versions", "except")
    found = reader.mapping(node, "an item of `affected`", keys)
    if "introduced" not in found and "versions" not in found:
        reader.fault(node, "an item of `affected` lacks `introduced` (or `versions`)")
    if "fixed" in found and "last_affected" in found:
        reader.fault(node, "`fixed` and `last_affected` exclude each other")
    bounds = {key: reader.string(found.get(key), f"`{key}`") or None for key in keys[:3]}
    return Affected(
        bounds["introduced"],
        bounds["fixed"],
        bounds["last_affected"],
        reader.strings(found.get("versions"), "`versions`", 1),
        reader.strings(found.get("except"), "`except`", 1),
    )

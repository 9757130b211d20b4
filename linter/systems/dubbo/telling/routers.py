"""Condition rules and tag rules in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.entity import Entity
from linter.facts.value import Evidence, Items, Unknown
from linter.systems.dubbo.names import SCHEME
from linter.systems.dubbo.telling.spans import MAPS, PARAMS, WORKS, State
from linter.systems.dubbo.telling.words import items_line, line, listed, series, text, value
from linter.versions.version import Version


def consumers(rule: Entity) -> Evidence:
    """Whose calls a condition rule is about."""
    key = text(value(rule, "key"))
    if text(value(rule, "scope")) == "application":
        said = f"calls of the application `{key}`; from {PARAMS} on also calls to the services that it provides"
        return line(said, value(rule, "key"))
    return line(f"calls to the service `{key}`", value(rule, "key"))


def condition_about(condition: Entity, rule: Entity) -> Iterator[Evidence]:
    """Whom a condition is for."""
    yield consumers(rule)
    if value(condition, "everyone").data is True:
        yield line("from every consumer", value(condition, "text"))
    else:
        when = text(value(condition, "text")).partition("=>")[0].strip()
        yield line(f"only where `{when}`", value(condition, "text"))


def condition_does(condition: Entity, rule: Entity) -> Iterator[Evidence]:
    """What a condition does to them."""
    if value(condition, "nobody").data is True:
        yield line("leaves no provider: these calls fail, whatever `force` says", value(condition, "text"))
        return
    whole = text(value(condition, "text"))
    then = (whole.partition("=>")[2] if value(condition, "arrow").data is True else whole).strip()
    yield line(f"leaves the providers with `{then}` only", value(condition, "text"))
    yield _forced(rule)


def destinations_about(found: Entity, rule: Entity) -> Iterator[Evidence]:
    """Whom a condition with destinations is for."""
    yield consumers(rule)
    when = value(found, "from")
    yield line(f"only where `{text(when)}`" if when.data is not None else "from every consumer", when)


def destinations_does(found: Entity, rule: Entity) -> Iterator[Evidence]:
    """What a condition with destinations does to them."""
    if value(found, "nobody").data is True:
        yield line("leaves no provider: it has no destination (`to`), so these calls fail", value(found, "to"))
        return
    to = value(found, "to").data
    for each in to.values if isinstance(to, Items) else ():
        yield line(f"sends a share to the providers that match {text(each)}", each)
    yield _forced(rule)


def _forced(rule: Entity) -> Evidence:
    force = value(rule, "force")
    if isinstance(force.data, Unknown):
        return line("where no provider is left: not known, since `force` is not", force)
    if force.data:
        return line("where no provider is left, calls fail (`force: true`: No provider available)", force)
    return line("where no provider is left, it is passed over (`force: false`)", force)


def condition_state(found: Entity, rule: Entity, release: Version) -> State:
    """What comes of a condition on a release that reads documents."""
    if value(rule, "enabled").data is False:
        return State("ignored", "the rule is switched off (`enabled: false`)")
    number = value(rule, "config_version_number").data is True
    if number and release >= Version(SCHEME, PARAMS):
        return State("ignored", "`configVersion` is a number: clients reject the whole rule (ClassCastException)")
    maps = found.ref.kind == "dubbo.destinations"
    if release < Version(SCHEME, MAPS):
        return _taken_for_text(rule) if maps else WORKS
    version = value(rule, "config_version").data
    if isinstance(version, Unknown):
        return State("unknown", version.why)
    if value(rule, "too_new").data is True:
        return State("ignored", f"`configVersion: {version}` is newer than v3.1: clients drop the rule with a warning")
    newest = value(rule, "newest").data is True
    if maps and not newest:
        return _taken_for_text(rule)
    if newest and not maps:
        return State(
            "ignored", "under `configVersion: v3.1` conditions are mappings: a text makes clients drop the rule"
        )
    return WORKS


def _taken_for_text(rule: Entity) -> State:
    """A mapping as its text: no arrow in it, so it would have to describe the providers."""
    if value(rule, "force").data is True:
        return State("differs", "a mapping is taken for text that fits no provider: with `force: true` calls fail")
    return State("ignored", "a mapping is taken for text that fits no provider, or can't be parsed")


def tag_about(rule: Entity, tags: Sequence[Entity]) -> Iterator[Evidence]:
    """Whom a tag rule is for."""
    yield line(f"calls to the providers of the application `{text(value(rule, 'key'))}`", value(rule, "key"))
    for tag in tags:
        name = text(value(tag, "name")) or "(none)"
        addresses = listed(tag, "addresses")
        if addresses:
            yield items_line(f"the tag `{name}`: providers at {series(addresses)}", tag, "addresses")
        elif value(tag, "match").data is True:
            conditions = ", ".join(listed(tag, "conditions")) or "nothing"
            yield line(f"the tag `{name}`: providers that match {conditions}", value(tag, "match"))
        else:
            yield line(f"the tag `{name}`: no provider", value(tag, "name"))


def tag_does(rule: Entity, tags: Sequence[Entity]) -> Iterator[Evidence]:
    """What a tag rule does to them."""
    if not tags:
        yield Evidence("nothing: it has no tags")
        return
    yield Evidence("calls with one of the tags go to its providers only")
    force = value(rule, "force")
    if force.data is True:
        yield line("where none of these is there, such calls fail (`force: true`)", force)
    else:
        yield line("where none of these is there, such calls go to providers without any tag (`force: false`)", force)
    yield Evidence("calls without a tag go to none of them; where a tag names every instance, such calls fail")


def tag_state(rule: Entity, tags: Sequence[Entity], release: Version) -> State:
    """What comes of a tag rule on a release that reads documents."""
    if value(rule, "enabled").data is False:
        return State("ignored", "the rule is switched off (`enabled: false`)")
    matching = [tag for tag in tags if value(tag, "listed").data is False and value(tag, "match").data is True]
    if release < Version(SCHEME, PARAMS):
        return State("ignored", "`match` in tags is not known before it: these tags are empty") if matching else WORKS
    if value(rule, "config_version_number").data is True:
        return State("ignored", "`configVersion` is a number: clients reject the whole rule (ClassCastException)")
    newer = any(value(tag, "match_read").data is True for tag in tags)
    empty = [tag for tag in tags if value(tag, "listed").data is False and value(tag, "match").data is None]
    if newer and empty:
        return State("ignored", "a v3.0 tag with neither `match` nor `addresses` makes clients reject the whole rule")
    if matching and not newer:
        return State("ignored", "`match` counts under `configVersion: v3.0` only: these tags are empty")
    return WORKS

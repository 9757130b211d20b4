"""All rules of the input in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.told import Span, Told
from linter.facts.value import Evidence, Ref, Unknown
from linter.record import replace
from linter.systems.dubbo.rules import interface
from linter.systems.dubbo.telling import configurators, overrides, routers
from linter.systems.dubbo.telling.reach import Reach
from linter.systems.dubbo.telling.spans import here, spans
from linter.systems.dubbo.telling.words import line, listed, text, value

_PARTS = ("dubbo.rule_item", "dubbo.condition", "dubbo.destinations")


def told(facts: FactBase) -> tuple[Told, ...]:
    """Every rule, in the order of files and places."""
    teller = _Teller(facts)
    found = [one for rule in facts.of("dubbo.rule") for one in teller.rule(rule)]
    found += [teller.override(one) for one in facts.of("dubbo.override")]
    return tuple(sorted(found, key=lambda one: (one.place.path, one.place.start)))


class _Teller:
    """The parts of each rule, looked up once."""

    def __init__(self, facts: FactBase) -> None:
        self._reach = Reach(facts)
        self._isolations = {one.ref.id: one for one in facts.of("dubbo.isolation")}
        self._parts: dict[Ref, list[Entity]] = {}
        self._fields: dict[tuple[Ref, str], list[Ref]] = {}
        for kind in (*_PARTS, "dubbo.tag"):
            for part in facts.of(kind):
                owner = part.fields["rule"].data
                if isinstance(owner, Ref):
                    self._parts.setdefault(owner, []).append(part)
        for field in facts.of("dubbo.rule_field"):
            owner = field.fields["rule"].data
            if isinstance(owner, Ref):
                self._fields.setdefault((owner, _entry(field.path)), []).append(field.ref)

    def rule(self, rule: Entity) -> Iterator[Told]:
        """One for each entry of a rule; for a tag rule, and for one without entries, one in all."""
        parts = self._parts.get(rule.ref, [])
        if value(rule, "type").data == "tag":
            yield self._tags(rule, parts)
        elif not parts:
            yield self._empty(rule)
        for part in parts if value(rule, "type").data != "tag" else ():
            if part.ref.kind == "dubbo.rule_item":
                yield self._item(rule, part)
            else:
                yield self._condition(rule, part)

    def _item(self, rule: Entity, item: Entity) -> Told:
        found = spans(lambda release: configurators.state(item, rule, release))
        hits = tuple(configurators.about(item, rule))
        applications = listed(item, "applications")
        about = f"configurator, {item.name}"
        return self._told(rule, item, about, hits, configurators.does(item), found, applications)

    def _condition(self, rule: Entity, part: Entity) -> Told:
        url = value(rule, "form").data == "URL"
        if part.ref.kind == "dubbo.destinations":
            hits, does = tuple(routers.destinations_about(part, rule)), tuple(routers.destinations_does(part, rule))
        else:
            hits, does = tuple(routers.condition_about(part, rule)), tuple(routers.condition_does(part, rule))
        if url:
            found = spans(lambda release: overrides.url_state(rule, release), documents=False)
            about = f"route URL for {rule.name}"
            hits = (overrides.route_about(rule), *hits[1:])
        else:
            found = spans(lambda release: routers.condition_state(part, rule, release))
            about = f"condition rule, {part.name}"
        return self._told(rule, part, about, hits, does, found)

    def _tags(self, rule: Entity, tags: Sequence[Entity]) -> Told:
        found = spans(lambda release: routers.tag_state(rule, tags, release))
        hits, does = tuple(routers.tag_about(rule, tags)), tuple(routers.tag_does(rule, tags))
        told = self._told(rule, rule, f"tag rule for {rule.name}", hits, does, found)
        key = text(value(rule, "key"))
        return _with_known(told, self._reach.of("application", key) if key else (), tags)

    def _empty(self, rule: Entity) -> Told:
        kind = text(value(rule, "type"))
        about = f"{'configurator' if kind == 'configurator' else f'{kind} rule' if kind else 'rule'} for {rule.name}"
        entries = value(rule, "entries").data
        why = entries.why if isinstance(entries, Unknown) else "it has no entries that can be read"
        hits = (line(f"`{text(value(rule, 'key'))}`", value(rule, "key")),)
        found = (Span("", "", "unknown" if isinstance(entries, Unknown) else "ignored", why),)
        return self._told(rule, rule, about, hits, (Evidence(f"nothing that can be told: {why}"),), found)

    def override(self, found: Entity) -> Told:
        """An override URL."""
        states = spans(lambda release: overrides.url_state(found, release), documents=False)
        name = value(found, "interface").data
        application = value(found, "application").data
        known = self._reach.of("service", str(name or ""), (str(application),) if isinstance(application, str) else ())
        return Told(
            (found.ref, Ref("dubbo.isolation", found.ref.id)),
            f"override URL for {text(value(found, 'interface')) or text(value(found, 'host')) or 'all services'}",
            found.place,
            tuple(overrides.override_about(found)),
            overrides.override_does(found),
            states,
            here(found.fields["version"], states),
            known,
            (*overrides.url_ends(found), *self._taken(found)),
        )

    def _told(
        self,
        rule: Entity,
        part: Entity,
        about: str,
        hits: tuple[Evidence, ...],
        does: tuple[Evidence, ...],
        states: tuple[Span, ...],
        applications: Sequence[str] = (),
    ) -> Told:
        scope, key = text(value(rule, "scope")), text(value(rule, "key"))
        target = interface(key) if scope == "service" else key
        fields = [ref for path in dict.fromkeys(("", part.path)) for ref in self._fields.get((rule.ref, path), ())]
        ends = tuple(overrides.url_ends(rule)) if value(rule, "form").data == "URL" else tuple(_stays(rule))
        return Told(
            (part.ref, *((rule.ref,) if rule.ref != part.ref else ()), Ref("dubbo.isolation", part.ref.id), *fields),
            about,
            part.place,
            hits,
            does,
            states,
            here(rule.fields["version"], states),
            self._reach.of(scope, target, applications) if target else (),
            (*ends, *self._taken(part)),
        )

    def _taken(self, part: Entity) -> Iterator[Evidence]:
        """Whether a source takes back what disables providers."""
        isolation = self._isolations.get(part.ref.id)
        if isolation is not None and value(isolation, "removed").data is True:
            yield Evidence("a source in the files checked takes it away again")


def _entry(path: str) -> str:
    """The entry of a rule that a key stands in: ``configs/0`` of ``configs/0/match/app``, ``""`` for its own."""
    parts = path.split("/")
    return "/".join(parts[:2]) if len(parts) > 2 else ""


def _with_known(told: Told, known: tuple[Evidence, ...], tags: Sequence[Entity]) -> Told:
    return replace(told, known=known, refs=(*told.refs, *(tag.ref for tag in tags)))


def _stays(rule: Entity) -> Iterator[Evidence]:
    """How a document goes away."""
    enabled = value(rule, "enabled")
    if isinstance(enabled.data, Unknown):
        yield line(f"whether it is switched on is not known: {enabled.data.why}", enabled)
    elif enabled.data is False:
        yield line("it is switched off (`enabled: false`)", enabled)
    yield Evidence("stays in the configuration centre until somebody deletes it or sets `enabled: false`")

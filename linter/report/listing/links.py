"""Every pair of a client and a server with its verdict, and the clients whose servers are not known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.kinds import Kind
from linter.facts.value import ABSENT, Items, Ref, Unknown
from linter.finding import Finding, Severity, Unjudged
from linter.policy.judge import Judgement
from linter.record import dataclass
from linter.report.listing.setting import Setting, settings, shown_by
from linter.syntax.document import Place
from linter.system import Skip

_CLIENT, _SERVER, _APART, _ALONE = "client", "server", "apart", "alone"
_NO_SERVER = "its server is not known"


@dataclass(frozen=True, slots=True)
class End:
    """A client or a server; ``instance`` names its deployment where its file has several."""

    ref: Ref
    name: str
    place: Place
    settings: tuple[Setting, ...]

    @property
    def instance(self) -> str:
        return self.ref.instance


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the policies say about a pair or its ends; ``about`` is ``link``, ``client`` or ``server``.

    ``findings`` and ``unjudged`` are (about, what). ``apart`` says why there is no judgement about a pair.
    """

    findings: tuple[tuple[str, Finding], ...]
    unjudged: tuple[tuple[str, Unjudged], ...]
    apart: str | None = None

    @property
    def word(self) -> str:
        """``error``, ``warning`` or ``note`` by the worst finding; ``unjudged``, or ``fine``."""
        if self.findings:
            return max(finding.severity for _, finding in self.findings).word
        return "unjudged" if self.unjudged or self.apart is not None else "fine"

    def count(self, severity: Severity) -> int:
        return sum(1 for _, finding in self.findings if finding.severity is severity)


@dataclass(frozen=True, slots=True)
class Pair:
    """A client and the server that it connects to; ``settings`` are those of the link itself."""

    client: End
    server: End
    settings: tuple[Setting, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Alone:
    """A client of which not every server is known, and why; ``pairs`` counts the servers that are."""

    client: End
    why: str
    pairs: int
    settings: tuple[Setting, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Links:
    """The list; ``profile`` is the one that the verdicts are from."""

    pairs: tuple[Pair, ...]
    alone: tuple[Alone, ...]
    profile: str
    opened: int
    skipped: tuple[Skip, ...]


class Collector:
    """Collects pairs from ``facts`` and their verdicts from ``judgement``; ``concerns`` says which paths count."""

    def __init__(
        self,
        facts: FactBase,
        kinds: Mapping[str, Kind],
        judgement: Judgement,
        concerns: Callable[[Sequence[str]], bool],
    ) -> None:
        self._facts = facts
        self._kinds = kinds
        self._concerns = concerns
        self._findings: dict[Ref, list[Finding]] = {}
        for finding in judgement.findings:
            if finding.subject is not None:
                for instance in finding.instances or (finding.subject.instance,):
                    ref = Ref(finding.subject.kind, finding.subject.id, instance)
                    self._findings.setdefault(ref, []).append(finding)
        self._unjudged: dict[Ref, list[Unjudged]] = {}
        for item in judgement.unjudged:
            for ref in item.about:
                self._unjudged.setdefault(ref, []).append(item)
        self._links = [kind for kind in kinds.values() if _is_link(kind)]

    def pairs(self) -> Iterator[Pair]:
        """Pairs by the places of their clients, then of their servers."""
        found = []
        for kind in self._links:
            for link in self._facts.of(kind.name):
                client, server = self._end(link, _CLIENT), self._end(link, _SERVER)
                if client is None or server is None or not self._concerns((client.place.path, server.place.path)):
                    continue
                apart = link.fields.get(_APART, ABSENT).data
                verdict = self._verdict(
                    (("link", link.ref), (_CLIENT, client.ref), (_SERVER, server.ref)),
                    apart.why if isinstance(apart, Unknown) else None if apart is None else str(apart),
                )
                found.append(Pair(client, server, settings(link, kind.shows), verdict))
        yield from sorted(found, key=lambda pair: (_order(pair.client), _order(pair.server)))

    def alone(self, pairs: Sequence[Pair]) -> Iterator[Alone]:
        """Clients of which not every server is known, by place."""
        counts: dict[Ref, int] = {}
        for pair in pairs:
            counts[pair.client.ref] = counts.get(pair.client.ref, 0) + 1
        found = []
        for kind in self._links:
            clients = kind.fields[_CLIENT].of
            own = shown_by(self._kinds.get(clients))
            further = {name: label for name, label in kind.shows.items() if name not in own}
            for entity in self._facts.of(clients):
                why = entity.fields.get(_ALONE, ABSENT).data
                if not isinstance(why, str) or not self._concerns((entity.place.path,)):
                    continue
                end = self._made(entity)
                verdict = self._verdict(((_CLIENT, entity.ref),), _NO_SERVER)
                found.append(Alone(end, why, counts.get(end.ref, 0), settings(entity, further), verdict))
        yield from sorted(found, key=lambda alone: _order(alone.client))

    def _end(self, link: Entity, name: str) -> End | None:
        ref = link.fields.get(name, ABSENT).data
        entity = self._facts.get(ref) if isinstance(ref, Ref) else None
        return None if entity is None else self._made(entity)

    def _made(self, entity: Entity) -> End:
        shows = shown_by(self._kinds.get(entity.ref.kind))
        return End(entity.ref, entity.name, entity.place, settings(entity, shows))

    def _verdict(self, subjects: Sequence[tuple[str, Ref]], apart: str | None) -> Verdict:
        subjects = [(about, one) for about, ref in subjects for one in (ref, *self._concerned(ref))]
        findings = [(about, finding) for about, ref in subjects for finding in self._findings.get(ref, ())]
        return Verdict(
            tuple(sorted(findings, key=lambda found: (-found[1].severity, found[1].policy, found[0]))),
            tuple((about, item) for about, ref in subjects for item in self._unjudged.get(ref, ())),
            apart,
        )

    def _concerned(self, ref: Ref) -> Iterator[Ref]:
        """The things whose findings are findings about this one, too."""
        kind, entity = self._kinds.get(ref.kind), self._facts.get(ref)
        if kind is None or entity is None:
            return
        for name in kind.about:
            data = entity.fields.get(name, ABSENT).data
            for one in (value.data for value in data.values) if isinstance(data, Items) else (data,):
                if isinstance(one, Ref):
                    yield one


def _is_link(kind: Kind) -> bool:
    return all(name in kind.fields and kind.fields[name].type == "ref" for name in (_CLIENT, _SERVER))


def _order(end: End) -> tuple[str, int, str, str]:
    return (end.place.path, end.place.start, end.ref.id, end.instance)

"""What the drawing shows: a box for each deployment of a file, with its servers and clients, and the lines between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linter.facts.duration import Duration
from linter.facts.value import Ref, Unknown
from linter.record import dataclass
from linter.report.listing.links import Alone, End, Pair, Verdict

DRAWN = 150
"""Lines drawn; beyond them a picture says nothing. The worst come first."""
UNKNOWN = "server not known"

WORDS = {
    "error": ("✕", "error"),
    "warning": ("!", "warning"),
    "note": ("i", "note"),
    "unjudged": ("?", "not judged"),
    "fine": ("✓", "nothing reported"),
}
"""A sign and words for each verdict, the worst first."""


@dataclass(frozen=True, slots=True)
class Box:
    """``path`` and ``instance`` name it, the others are its ends; one that is not known has no ``path``."""

    path: str
    instance: str
    servers: tuple[str, ...]
    clients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """From a client to a server, both as (box, which of its ends); ``anchor`` is where the page says more of it."""

    client: tuple[int, int]
    server: tuple[int, int]
    word: str
    time: str
    told: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Diagram:
    """``left_out`` counts lines that are not drawn; ``meaning`` says what the times on the lines are."""

    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    left_out: int
    meaning: tuple[str, ...]


def rank(verdict: Verdict) -> int:
    """0 for the worst."""
    return list(WORDS).index(verdict.word)


def said(end: End) -> str:
    """An end as the page calls it."""
    return f"{end.name} [{end.instance}]" if end.instance else end.name


def times(pairs: Iterable[Pair]) -> frozenset[str]:
    """The names of the settings of links that are times."""
    return frozenset(setting.name for pair in pairs for setting in pair.settings if isinstance(setting.data, Duration))


def diagram(pairs: Sequence[tuple[str, Pair]], alone: Sequence[tuple[str, Alone]], left_out: int = 0) -> Diagram:
    """The drawing of pairs and of clients without servers, each with its anchor; ``left_out`` are known to be more."""
    builder = _Builder(times(pair for _, pair in pairs))
    drawn = pairs[:DRAWN]
    for anchor, pair in drawn:
        builder.pair(anchor, pair)
    rest = alone[: DRAWN - len(drawn)]
    for anchor, one in rest:
        builder.alone(anchor, one.client, one.verdict.word, one.why)
    left_out += len(pairs) + len(alone) - len(drawn) - len(rest)
    return Diagram(builder.boxes(), tuple(builder.edges), left_out, tuple(builder.meaning))


class _Builder:
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._keys: dict[tuple[str, str], int] = {}
        self._ends: list[tuple[dict[Ref, str], dict[Ref, str]]] = []
        self.edges: list[Edge] = []
        self.meaning: dict[str, None] = {}

    def boxes(self) -> tuple[Box, ...]:
        return tuple(
            Box(path, instance, tuple(servers.values()), tuple(clients.values()))
            for (path, instance), (servers, clients) in zip(self._keys, self._ends, strict=True)
        )

    def pair(self, anchor: str, pair: Pair) -> None:
        client, server = self._end(pair.client, 1), self._end(pair.server, 0)
        time = self._time(pair)
        told = "; ".join(f"{setting.label}: {setting.text}" for setting in pair.settings if setting.name in self._names)
        names = f"{said(pair.client)} ({pair.client.place.path}) to {said(pair.server)} ({pair.server.place.path})"
        word = pair.verdict.word
        self.edges.append(Edge(client, server, word, time, f"{names}: {WORDS[word][1]}; {told}", anchor))

    def alone(self, anchor: str, client: End, word: str, why: str) -> None:
        """A client that leads nowhere we know of; each has a box of its own for that."""
        start = self._end(client, 1)
        box = self._box(("", f"{len(self._ends)}"))
        self._ends[box][0][client.ref] = UNKNOWN
        told = f"{said(client)} ({client.place.path}): {UNKNOWN}: {why}; {WORDS[word][1]}"
        self.edges.append(Edge(start, (box, 0), word, "", told, anchor))

    def _end(self, end: End, side: int) -> tuple[int, int]:
        box = self._box((end.place.path, end.instance))
        ends = self._ends[box][side]
        ends.setdefault(end.ref, end.name)
        return box, list(ends).index(end.ref)

    def _box(self, key: tuple[str, str]) -> int:
        if key not in self._keys:
            self._keys[key] = len(self._keys)
            self._ends.append(({}, {}))
        return self._keys[key]

    def _time(self, pair: Pair) -> str:
        """The first time that the link states: how soon a dead peer is noticed."""
        for setting in pair.settings:
            if setting.name in self._names:
                self.meaning[setting.label] = None
                return "?" if isinstance(setting.data, Unknown) else setting.text
        return ""

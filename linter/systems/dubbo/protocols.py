"""The protocols and ports of services, and the pools that their calls run in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from linter.facts.value import Evidence, Unknown, Value
from linter.record import NamedTuple
from linter.systems.dubbo.effective import DEFAULT
from linter.systems.dubbo.elements import Element
from linter.systems.dubbo.groups import Group
from linter.systems.dubbo.settings import Setting, integer, string

PORTS = {"dubbo": 20880, "tri": 50051}
"""Where no port is written."""
_UNLIMITED = ("cached", "eager", "virtual")
"""Pools that have no limit where ``threads`` is not set."""
_THREADS = 200
_DISCOVERED = frozenset(
    ("registry", "service-discovery-registry", "zookeeper", "nacos", "consul", "etcd3", "multicast")
)
"""Schemes of registries: an address of one is none of a provider."""


class Protocol(NamedTuple):
    """A protocol by its name and its port; ``port`` is null where it is not written."""

    name: str | Unknown
    port: Value


class Address(NamedTuple):
    """One address of ``url``: where a reference connects, past any registry."""

    text: str
    protocol: str
    port: int | None


def served(group: Group, service: Element) -> Sequence[Protocol]:
    """The protocols of a service: those that it names, else all of its module's; dubbo where none is written."""
    wanted = string(service.get("protocol")).data
    named = {one.strip() for one in wanted.split(",")} if isinstance(wanted, str) else set()
    if isinstance(wanted, Unknown):
        return (Protocol(wanted, Value(wanted)),)
    found: list[Protocol] = []
    for element in group.of("protocol"):
        name = string(element.get("name")).data
        known = name if isinstance(name, (str, Unknown)) else "dubbo"
        if not named or known in named or element.ident in named:
            found.append(Protocol(known, _in_profile(element, integer(element.get("port")))))
            more = string(element.get("extprotocol")).data
            found += [Protocol(one.strip(), found[-1].port) for one in more.split(",")] if isinstance(more, str) else []
    if not found:
        found = [Protocol(name, Value(None)) for name in sorted(named)]
    return _distinct(found) or (Protocol("dubbo", Value(None)),)


def _distinct(found: Sequence[Protocol]) -> Sequence[Protocol]:
    """One for each name; what says the port wins over what leaves it out, and two ports leave it open."""
    by_name: dict[str | Unknown, Protocol] = {}
    for one in found:
        known = by_name.get(one.name)
        if known is None or known.port.data is None:
            by_name[one.name] = one
        elif one.port.data not in (None, known.port.data):
            by_name[one.name] = Protocol(one.name, Value(Unknown("several places set its port")))
    return tuple(by_name.values())


def _in_profile(element: Element, value: Value) -> Value:
    if not element.profile or value.data is None:
        return value
    return Value(Unknown(f"the profile `{element.profile}` decides it"), value.origin, value.slot)


def addresses(reference: Element) -> Sequence[Address] | Unknown:
    """The providers' addresses in ``url``; none where there is no ``url`` or it is a registry's."""
    url = string(reference.get("url")).data
    if not isinstance(url, str):
        return url if isinstance(url, Unknown) else ()
    return tuple(
        one for one in map(_address, filter(None, (part.strip() for part in url.split(";")))) if one is not None
    )


def _address(text: str) -> Address | None:
    scheme, found, rest = text.partition("://")
    scheme, rest = (scheme, rest) if found else ("dubbo", text)
    if scheme in _DISCOVERED:
        return None
    host = rest.partition("/")[0].partition("?")[0]
    digits = host.rpartition(":")[2] if ":" in host.rpartition("]")[2] else ""
    port = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None
    return Address(text, scheme, port if port is not None else PORTS.get(scheme))


class Pool(NamedTuple):
    """``threads`` is null for no limit."""

    name: Value
    threads: Value
    queues: Value


def pool(group: Group) -> Pool:
    """The pool that a module's services run in; source: ``ThreadPool`` and its implementations, 2.7.12 and 3.3.1."""
    name = _first(group, "threadpool")
    name = name if name.data is not None else Value("fixed", evidence=(DEFAULT,))
    threads = _number(group, "threads")
    if threads.data is None and name.data not in _UNLIMITED:
        limit = _THREADS if isinstance(name.data, str) else name.data
        threads = Value(limit, evidence=(DEFAULT,) if limit == _THREADS else ())
    queues = _number(group, "queues")
    return Pool(name, threads, queues if queues.data is not None else Value(0, evidence=(DEFAULT,)))


def _settings(group: Group, name: str) -> Iterator[tuple[Element, Setting]]:
    """What protocols set, or else providers."""
    for kind in ("protocol", "provider"):
        found = [(one, said) for one in group.of(kind) if (said := one.get(name)) is not None and said.text]
        if found:
            yield from found
            return


def _first(group: Group, name: str) -> Value:
    return _one([_in_profile(one, string(said)) for one, said in _settings(group, name)])


def _number(group: Group, name: str) -> Value:
    return _one([_in_profile(one, integer(said)) for one, said in _settings(group, name)])


def _one(values: Sequence[Value]) -> Value:
    if any(one.data != values[0].data for one in values):
        return Value(Unknown("its protocols set it differently"))
    return values[0] if values else Value(None)


def noted(threads: int, name: object, module: str, value: Value) -> tuple[Evidence, ...]:
    """How the number of threads that a call can hold up comes about."""
    default = "" if value.place is not None else ", the default"
    return (
        Evidence(f"{threads} threads of the pool `{name}` run the services of {module} itself{default}", value.place),
        Evidence("assumes that all of them call the same dead provider at once; no `actives` limits that"),
    )

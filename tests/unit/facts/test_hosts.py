from __future__ import annotations

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.hosts import Hosts, Reached
from linter.facts.value import Data, Ref, Unknown, Value
from linter.syntax.document import DocRef, Place


def place(path: str) -> Place:
    return Place(DocRef(path, "yaml"), 0, 0)


def client(path: str, scope: str = "", platform: str = "kubernetes") -> Entity:
    fields = {"platform": Value(platform), "scope": Value(scope)}
    return Entity(Ref("deploy.workload", path), place(path), "client", "", fields)


def hosts(*rows: tuple[str, str | None, str, Data | Unknown, str]) -> Hosts:
    """Endpoints given as (host, scope, file, port, Service or empty for a compose service)."""
    facts = FactBase()
    for index, (host, scope, path, port, service) in enumerate(rows):
        fields = {
            "host": Value(host),
            "platform": Value("kubernetes" if service else "compose"),
            "scope": Value(scope),
            "port": Value(port),
            "service": Value(Ref("deploy.service", service) if service else None),
        }
        facts.add(Entity(Ref("net.endpoint", str(index)), place(path), f"Service {host}", "", fields))
    return Hosts(facts)


def ids(reached: Reached) -> list[str]:
    return [endpoint.ref.id for endpoint in reached.endpoints]


def test_a_bare_name_holds_in_its_scope_only() -> None:
    index = hosts(("gw", "one", "a.yaml", None, "s1"), ("gw", "two", "a.yaml", None, "s2"))

    assert ids(index.find(client("a.yaml", "two"), "GW.", 4317)) == ["1"]
    assert ids(index.find(client("a.yaml", "three"), "gw", 4317)) == []


def test_a_full_name_holds_everywhere() -> None:
    index = hosts(("gw.one.svc", None, "a.yaml", None, "s1"))

    assert ids(index.find(client("b/c.yaml", "two"), "gw.one.svc", 4317)) == ["0"]


def test_only_the_named_port_is_reached() -> None:
    index = hosts(("gw", "", "a.yaml", 1, "s"), ("gw", "", "a.yaml", 2, "s"), ("gw", "", "a.yaml", Unknown("why"), "s"))

    assert ids(index.find(client("a.yaml"), "gw", 2)) == ["1"]
    assert index.find(client("a.yaml"), "gw", 3) == Reached(why="why")
    assert ids(index.find(client("a.yaml"), "gw")) == ["0", "1", "2"]


def test_several_workloads_behind_one_service_are_all_reached() -> None:
    index = hosts(("gw", "", "a.yaml", None, "s"), ("gw", "", "a.yaml", None, "s"))

    assert ids(index.find(client("a.yaml"), "gw", 1)) == ["0", "1"]


def test_the_nearest_namesake_is_meant() -> None:
    index = hosts(("gw", "", "a/s.yaml", None, "s1"), ("gw", "", "b/s.yaml", None, "s2"))

    assert ids(index.find(client("b/c.yaml"), "gw", 1)) == ["1"]
    assert index.find(client("c.yaml"), "gw", 1) == Reached(why="several things are called so: s1, s2")


@pytest.mark.parametrize("name", ["gw", "gw.obs", "gw.obs.svc", "gw.obs.svc.cluster.local"])
def test_a_service_without_a_namespace_is_taken_if_it_lies_beside(name: str) -> None:
    index = hosts(("gw", "", "k/s.yaml", None, "s"))

    reached = index.find(client("k/c.yaml", "obs"), name, 1)
    assert ids(reached) == ["0"]
    assert reached.notes[0].text == "no namespace is written on one side; Service gw is the only match beside it"
    assert ids(index.find(client("l/c.yaml", "obs"), name, 1)) == []


def test_a_client_without_a_namespace_takes_the_only_service_beside_it() -> None:
    one = ("gw", "one", "k/s.yaml", None, "s1")

    assert ids(hosts(one).find(client("k/c.yaml"), "gw", 1)) == ["0"]
    assert hosts(one, ("gw", "two", "k/t.yaml", None, "s2")).find(client("k/c.yaml"), "gw", 1).why


def test_pods_are_found_without_a_namespace_too() -> None:
    index = hosts(("gw-0.gw", "", "k/s.yaml", None, "s"))

    assert ids(index.find(client("k/c.yaml"), "gw-0.gw.obs.svc.cluster.local", 1)) == ["0"]


def test_platforms_do_not_mix() -> None:
    index = hosts(("gw", ".", "compose.yaml", None, ""))

    assert ids(index.find(client("compose.yaml", ".", "compose"), "gw", 1)) == ["0"]
    assert ids(index.find(client("compose.yaml", "."), "gw", 1)) == []
    assert ids(index.find(client("compose.yaml", "", "compose"), "gw.x", 1)) == []


def test_compose_files_that_share_a_folder_and_a_name_are_not_guessed_at() -> None:
    index = hosts(("gw", ".", "a.yaml", None, ""), ("gw", ".", "b.yaml", None, ""))

    assert ids(index.find(client("a.yaml", ".", "compose"), "gw", 1)) == ["0"]
    assert index.find(client("c.yaml", ".", "compose"), "gw", 1).why == "several things are called so: a.yaml, b.yaml"

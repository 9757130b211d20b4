from __future__ import annotations

import pytest

from linter.facts.value import Ref
from linter.systems.compose import SYSTEM
from tests.unit.systems.support import facts_of, row


def reached(services: str, client: str, path: str = "demo/compose.yaml", **more: str) -> dict[str, set[str]]:
    """The host names that the service ``client`` can use, with the services behind them."""
    facts = facts_of({path: f"services:\n{services}", **more}, SYSTEM)
    scopes = {row(workload, "name")[0]: row(workload, "scope")[0] for workload in facts.of("deploy.workload")}
    found: dict[str, set[str]] = {}
    for endpoint in facts.of("net.endpoint"):
        host, scope, workload = row(endpoint, "host", "scope", "workload")
        if scope == scopes[client]:
            assert isinstance(workload, Ref)
            found.setdefault(str(host), set()).add(workload.id.rsplit("/", 1)[-1])
    return found


def test_services_without_networks_share_one() -> None:
    found = reached("  a: {image: i}\n  B: {image: i, container_name: Box, hostname: h}\n", "a")

    assert found == {"a": {"a"}, "b": {"B"}, "box": {"B"}, "h": {"B"}}


def test_any_port_passes_and_nothing_is_in_between() -> None:
    endpoint = facts_of({"compose.yaml": "services: {a: {image: i, ports: ['1:2']}}"}, SYSTEM).of("net.endpoint")[0]

    assert row(endpoint, "platform", "scope", "port", "target_port", "service", "headless", "direct") == (
        "compose",
        ".",
        None,
        None,
        None,
        True,
        True,
    )


NETWORKS = """\
  client: {image: i, networks: [front]}
  server: {image: i, networks: {front: {aliases: [one, "${X}"]}, back: {aliases: [two]}}}
  hidden: {image: i, networks: [back]}
  default: {image: i}
  empty: {image: i, networks: }
"""


def test_only_a_shared_network_connects() -> None:
    assert reached(NETWORKS, "client") == {"client": {"client"}, "server": {"server"}, "one": {"server"}}
    assert reached(NETWORKS, "hidden") == {"hidden": {"hidden"}, "server": {"server"}, "two": {"server"}}
    assert reached(NETWORKS, "default") == {"default": {"default"}, "empty": {"empty"}}
    assert set(reached(NETWORKS, "server")) == {"client", "server", "hidden", "one", "two"}


def test_the_hosts_network_has_no_names() -> None:
    services = "  a: {image: i}\n  b: {image: i, network_mode: host}\n  c: {image: i, network_mode: none}\n"

    assert reached(services, "a") == {"a": {"a"}}
    assert reached(services, "b") == {}


def test_a_service_in_anothers_network_looks_up_from_there() -> None:
    services = (
        "  a: {image: i, networks: [n]}\n  b: {image: i, network_mode: 'service:a'}\n  c: {image: i, networks: [n]}\n"
    )

    assert reached(services, "b") == {"a": {"a"}, "c": {"c"}}
    assert reached("  a: {image: i, network_mode: 'service:a'}\n", "a") == {}


def test_a_link_gives_a_name_to_one_service_only() -> None:
    services = "  a: {image: i, links: ['b:db', b, 'gone:x']}\n  b: {image: i}\n  c: {image: i}\n"

    assert reached(services, "a") == {"a": {"a"}, "b": {"b"}, "c": {"c"}, "db": {"b"}}
    assert set(reached(services, "c")) == {"a", "b", "c"}


def test_files_of_one_folder_are_one_project() -> None:
    found = reached("  a: {image: i}\n", "a", **{"demo/compose.more.yaml": "services: {b: {image: i}}\n"})

    assert set(found) == {"a", "b"}
    assert set(reached("  a: {image: i}\n", "a", **{"other/compose.yaml": "services: {b: {image: i}}\n"})) == {"a"}


def test_a_file_that_only_adds_to_a_service_has_no_name_for_it() -> None:
    more = {"demo/compose.extra.yaml": "services: {a: {environment: {A: b}}}\n"}

    facts = facts_of({"demo/compose.yaml": "services: {a: {image: i}}\n", **more}, SYSTEM)

    assert len(facts.of("deploy.workload")) == 2
    assert [endpoint.place.path for endpoint in facts.of("net.endpoint")] == ["demo/compose.yaml"]


@pytest.mark.parametrize(
    ("mode", "own"),
    [("", True), ("bridge", True), ("host", False), ("service:b", False), ("container:x", False)],
)
def test_a_service_has_a_network_of_its_own_unless_it_joins_another(mode: str, own: bool) -> None:
    line = f"    network_mode: {mode}\n" if mode else ""
    facts = facts_of({"compose.yaml": f"services:\n  a:\n    image: x:1\n{line}"}, SYSTEM)
    (found,) = facts.of("deploy.workload")
    assert found.fields["own_network"].data is own

"""Which reference calls which service, and what a dead provider means for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Evidence
from linter.run.joining import join_all
from linter.system import Setup
from tests.unit.systems.dubbo.support import (
    MAIN,
    SYSTEMS,
    dependency,
    facts_of,
    fields,
    only,
    pom,
    project,
    readings,
    shown,
    spring,
    token,
)

CONSUMER = f"web/{MAIN}/consumer.xml"
PROVIDER = f"shop/{MAIN}/provider.xml"
STOCK = 'interface="com.example.Stock"'


def tree(reference: str, service: str, version: str = "2.7.23", **more: str) -> dict[str, str]:
    """A consumer's module and a provider's; ``more`` stands before each: ``consumer``, ``provider``."""
    return {
        "web/pom.xml": pom(version, name="web"),
        CONSUMER: spring(more.get("consumer", ""), f'<dubbo:reference id="s" {reference}/>'),
        "shop/pom.xml": pom(version, name="shop"),
        PROVIDER: spring(more.get("provider", ""), f'<dubbo:service ref="s" {service}/>'),
    }


def link(files: Mapping[str, str]) -> Entity:
    return only(facts_of(files), "dubbo.link")


def said(evidence: tuple[Evidence, ...]) -> str:
    return "; ".join(step.text for step in evidence)


@pytest.mark.parametrize(
    ("wanted", "offered", "linked"),
    [
        ("", "", True),
        ('group="a"', 'group="a"', True),
        ('group="a"', 'group="b"', False),
        ('group="a"', "", False),
        ("", 'group="a"', False),
        ('group="*"', 'group="a"', True),
        ('group="*"', "", True),
        ('group="b, a"', 'group="a"', True),
        ('group="b,c"', 'group="a"', False),
        ('version="1.0"', 'version="1.0"', True),
        ('version="1.0"', 'version="2.0"', False),
        ('version="*"', 'version="2.0"', True),
        ('version="1.0,2.0"', 'version="2.0"', False),
        ('version="0.0.0"', "", True),
        ('group=""', "", True),
        ('protocol="dubbo"', "", True),
        ('protocol="tri"', "", False),
        ('url="dubbo://10.0.0.5:20880"', "", True),
        ('url="dubbo://10.0.0.5:20880" group="*"', 'group="a"', False),
        ('url="dubbo://10.0.0.5:20881"', "", False),
        ('url="10.0.0.4:20881;10.0.0.5:20880"', "", True),
        ('url="tri://10.0.0.5:50051"', "", False),
        ('url="zookeeper://10.0.0.5:2181"', "", True),
        ('group="${g}"', 'group="${g}"', False),
    ],
)
def test_who_is_meant(wanted: str, offered: str, linked: bool) -> None:
    facts = facts_of(tree(f"{STOCK} {wanted}", f"{STOCK} {offered}"))
    assert len(facts.of("dubbo.link")) == linked
    assert (shown(only(facts, "dubbo.reference").fields["alone"]) is None) == linked


@pytest.mark.parametrize(
    ("reference", "service", "why"),
    [
        (STOCK, 'interface="com.example.Price"', "no service in the files checked has the interface"),
        (
            f'{STOCK} group="a"',
            STOCK,
            "served as group none and version none, and it asks for group a and version none",
        ),
        ('interface="${i}"', STOCK, "its interface is `${i}`"),
        (f'{STOCK} version="${{v}}"', STOCK, "${v}"),
        (STOCK, f'{STOCK} version="${{v}}"', f"{PROVIDER} may serve it"),
        (f'{STOCK} url="${{u}}"', STOCK, "${u}"),
        (
            f'{STOCK} url="dubbo://h:1"',
            STOCK,
            "calls dubbo://h:1 directly, and the services that were read listen on dubbo://…:20880",
        ),
        (f'{STOCK} protocol="rest"', STOCK, "asks for the protocol `rest`"),
    ],
)
def test_why_there_is_none(reference: str, service: str, why: str) -> None:
    assert why in str(shown(only(facts_of(tree(reference, service)), "dubbo.reference").fields["alone"]))


def test_the_group_of_all_references_and_of_all_services() -> None:
    both = {"consumer": '<dubbo:consumer group="a"/>', "provider": '<dubbo:provider group="a"/>'}
    assert link(tree(STOCK, STOCK, **both)).fields["matched_by"].data == "interface and group"


JAVA = "src/main/java/com/example"
USES = """package com.example;
import org.apache.dubbo.config.annotation.DubboReference;
class Web { @DubboReference(timeout = 4000, group = "a") private Stock stock; }
"""
SERVES = """package com.example;
import org.apache.dubbo.config.annotation.DubboService;
@DubboService(group = "a")
class Shop implements Stock { }
"""
CODE = """package com.example;
import org.apache.dubbo.config.ServiceConfig;
class Start {
  void run() {
    ServiceConfig<Stock> service = new ServiceConfig<>();
    service.setInterface(Stock.class);
    service.setGroup("a");
  }
}
"""
INTERFACE = "package com.example;\npublic interface Stock { int count(); }\n"


@pytest.mark.parametrize("service", [SERVES, CODE])
def test_sources_and_settings(service: str) -> None:
    files = {
        "web/pom.xml": pom("2.7.23", name="web"),
        f"web/{JAVA}/Web.java": USES,
        f"web/{MAIN}/application.yaml": "dubbo:\n  consumer:\n    retries: 1\n",
        "shop/pom.xml": pom("2.7.23", name="shop"),
        f"shop/{JAVA}/Shop.java": service,
        f"shop/{MAIN}/application.properties": "dubbo.protocol.heartbeat=5000\n",
        f"api/{JAVA}/Stock.java": INTERFACE,
    }
    found = link(files)
    assert fields(found, "timeout", "retries", "blocked", "detection") == ("4s", 1, "8s", "20s")
    assert token(files, found.fields["timeout"]) == "4000"


def test_several_providers_have_a_link_each_with_what_counts_between_the_two() -> None:
    files = tree(STOCK, f'{STOCK} timeout="3000"')
    files |= {f"shop2/{MAIN}/provider.xml": files[PROVIDER].replace("3000", "4000"), "shop2/pom.xml": pom("2.7.23")}
    facts = facts_of(files)
    assert [fields(one, "timeout", "blocked") for one in facts.of("dubbo.link")] == [("3s", "9s"), ("4s", "12s")]
    assert shown(only(facts, "dubbo.reference").fields["timeout"]) == "?"


def test_one_tree_does_not_call_another() -> None:
    first = tree(STOCK, STOCK)
    files = {f"{folder}/{path}": text for folder in ("one", "two") for path, text in first.items()}
    ends = [(one.fields["client"].data, one.fields["server"].data) for one in facts_of(files).of("dubbo.link")]
    assert len(ends) == 2
    assert all(str(client).count("one/") == str(server).count("one/") for client, server in ends)


def test_the_settings_pair_what_nothing_else_does() -> None:
    files = tree(f'{STOCK} group="${{g}}"', STOCK)
    files |= {f"shop/{MAIN}/other.xml": spring('<dubbo:service ref="p" interface="com.example.Price"/>')}
    pairs = ((f"{CONSUMER}#com.example.Stock", "shop/*"),)
    found = only(join_all(SYSTEMS, readings(files), Setup(pairs=pairs)), "dubbo.link")
    assert found.fields["matched_by"].data == "`pairs` in the settings"


def test_one_module_calls_within_its_process() -> None:
    def alone(reference: str) -> FactBase:
        return facts_of(
            {"pom.xml": pom("2.7.23"), f"{MAIN}/a.xml": spring(reference, f'<dubbo:service ref="s" {STOCK}/>')}
        )

    inside = only(alone(f'<dubbo:reference id="s" {STOCK}/>'), "dubbo.link")
    assert (shown(inside.fields["detection"]), "one module" in str(inside.fields["apart"].data)) == ("?", True)
    for reference in (
        f'<dubbo:reference id="s" {STOCK} scope="remote"/>',
        f'<dubbo:reference id="s" {STOCK} injvm="false"/>',
    ):
        assert fields(only(alone(reference), "dubbo.link"), "apart", "detection") == (None, "4m")


@pytest.mark.parametrize(
    ("version", "protocol", "time", "step"),
    [
        ("2.6.12", "", "2m", "one each heartbeat"),
        ("2.7.0", "", "15m54.6s", "fixed in 2.7.15"),
        ("2.7.14", "", "15m54.6s", "fixed in 2.7.15"),
        ("2.7.15", "", "2m", "a third of that"),
        ("3.0.4", "", "?", ""),
        ("3.2.7", 'name="tri"', "15m24.6s", "no pings in 3.2.7"),
        ("3.3.0-beta.1", 'name="tri"', "15m24.6s", "no pings"),
        ("2.7.23", 'name="rest"', "?", ""),
    ],
)
def test_how_soon_a_dead_host_is_noticed(version: str, protocol: str, time: str, step: str) -> None:
    provider = f'<dubbo:protocol heartbeat="30000" {protocol}/>'
    artifact = "com.alibaba:dubbo" if version < "2.7" else "org.apache.dubbo:dubbo"
    files = tree(STOCK, STOCK, version, provider=provider)
    files |= {f"{name}/pom.xml": pom(version, artifact, name) for name in ("web", "shop")}
    found = link(files).fields["detection"]
    assert shown(found) == time
    assert step in said(found.evidence)


@pytest.mark.parametrize(
    ("version", "protocol", "time", "step"),
    [
        ("3.0.4", "", "16m24.6s", "fixed in 3.0.5"),
        ("3.0.5", "", "4m", "a third of that"),
        ("3.2.8", 'name="tri"', "4m", "healthy connections"),
        ("3.2.10", 'name="tri"', "4m", "closed for good"),
        ("3.2.11", 'name="tri"', "4m", "`close.timeout`"),
    ],
)
def test_how_soon_with_defaults(version: str, protocol: str, time: str, step: str) -> None:
    found = link(tree(STOCK, STOCK, version, provider=f"<dubbo:protocol {protocol}/>")).fields["detection"]
    assert shown(found) == time
    assert step in said(found.evidence)
    assert ("closed for good" in said(found.evidence)) == (version in ("3.2.8", "3.2.10"))


def test_short_heartbeats_are_looked_for_no_sooner_than_once_a_minute() -> None:
    own = "<dubbo:consumer><dubbo:parameter key='heartbeat' value='10000'/></dubbo:consumer>"
    assert shown(link(tree(STOCK, STOCK, "3.2.4", consumer=own)).fields["detection"]) == "40s"
    assert shown(link(tree(STOCK, STOCK, "3.2.5", consumer=own)).fields["detection"]) == "1m30s"


def test_a_client_that_does_not_reconnect() -> None:
    found = link(tree(f'{STOCK} reconnect="false"', STOCK))
    assert shown(found.fields["detection"]) == "16m24.6s"
    assert "`reconnect` is off" in said(found.fields["detection"].evidence)


@pytest.mark.parametrize("beat", ["0", "-1", "x", "${beat}"])
def test_heartbeats_that_are_none(beat: str) -> None:
    found = link(tree(STOCK, STOCK, provider=f'<dubbo:protocol heartbeat="{beat}"/>'))
    assert shown(found.fields["detection"]) == "?"


def test_short_urls_do_not_carry_the_heartbeat() -> None:
    provider = '<dubbo:registry address="zookeeper://z:1" simplified="{}"/><dubbo:protocol heartbeat="10000"/>'
    assert shown(link(tree(STOCK, STOCK, provider=provider.format("false"))).fields["detection"]) == "40s"
    short = link(tree(STOCK, f'{STOCK} timeout="3000"', provider=provider.format("true")))
    assert fields(short, "detection", "timeout") == ("4m", "3s")


@pytest.mark.parametrize(
    ("reference", "version", "time"),
    [
        ("", "2.7.23", "3s"),
        ('timeout="2000" retries="0"', "2.7.23", "2s"),
        ('timeout="2000" retries="-1"', "2.7.23", "2s"),
        ('timeout="0"', "2.7.23", "3s"),
        ('timeout="2000" cluster="failfast"', "2.7.23", "2s"),
        ('timeout="2000" cluster="broadcast"', "2.7.23", "?"),
        ('timeout="2000" cluster="own"', "2.7.23", "?"),
        ('timeout="2000" async="true"', "2.7.23", "0s"),
        ('timeout="${t}"', "2.7.23", "?"),
        ('timeout="-1"', "2.7.23", "?"),
        ('timeout="5 s"', "2.7.23", "?"),
        ('timeout="2000"', "3.2.2", "for ever"),
        ('timeout="2000"', "3.2.3", "6s"),
    ],
)
def test_how_long_a_caller_waits(reference: str, version: str, time: str) -> None:
    assert shown(link(tree(f"{STOCK} {reference}", STOCK, version)).fields["blocked"]) == time


def test_the_slowest_method_counts() -> None:
    files = tree(f'{STOCK} timeout="1000"', STOCK)
    method = '<dubbo:method name="report" timeout="9000" retries="1"/>'
    files[CONSUMER] = files[CONSUMER].replace('1000"/>', f'1000">{method}</dubbo:reference>')
    found = link(files).fields["blocked"]
    assert (shown(found), "of `report`" in said(found.evidence)) == ("18s", True)
    theirs = tree(f'{STOCK} timeout="1000"', STOCK)
    service = f'<dubbo:service ref="s" {STOCK}><dubbo:method name="report" timeout="5000"/></dubbo:service>'
    theirs[PROVIDER] = spring(service)
    assert shown(link(theirs).fields["blocked"]) == "15s"


def chain(order: str, stock: str = "", version: str = "2.7.23") -> dict[str, str]:
    """``web`` calls ``shop``, which calls ``stock``."""
    files = tree(f'interface="com.example.Order" {order}', 'interface="com.example.Order"', version)
    files[PROVIDER] = files[PROVIDER].replace("</beans>", f'  <dubbo:reference id="t" {STOCK} {stock}/>\n</beans>')
    return files | {
        "stock/pom.xml": pom(version, name="stock"),
        f"stock/{MAIN}/provider.xml": spring(f'<dubbo:service ref="s" {STOCK}/>'),
    }


def outer(files: Mapping[str, str]) -> Entity:
    (found,) = [one for one in facts_of(files).of("dubbo.link") if one.place.path == CONSUMER]
    return found


def test_modules_that_may_run_in_one_process_are_not_judged_as_a_pair() -> None:
    files = tree(STOCK, STOCK)
    both = (dependency("org.apache.dubbo:dubbo", "2.7.23"), dependency("com.example:shop", "1"))
    found = link(files | {"web/pom.xml": project("web", *both)})
    assert "one process" in str(found.fields["apart"].data)
    apart = link(files | {"web/pom.xml": project("web", both[0], dependency("com.example:other", "1"))})
    assert apart.fields["apart"].data is None


def test_what_a_provider_waits_for_itself() -> None:
    assert fields(outer(chain('timeout="2000"', 'timeout="3000"')), "inner_blocked") == ("9s",)
    assert "inner_blocked" not in outer(tree(STOCK, STOCK)).fields
    assert fields(outer(chain('timeout="2000"', 'timeout="${t}"')), "inner_blocked") == ("?",)


def test_the_threads_that_may_wait() -> None:
    facts = facts_of(chain("", ""))
    held = {one.place.path: shown(one.fields["held"]) for one in facts.of("dubbo.link") if "held" in one.fields}
    assert held == {PROVIDER: 200}
    limited = chain("", 'actives="5"')
    (inner,) = [one for one in facts_of(limited).of("dubbo.link") if one.place.path == PROVIDER]
    assert shown(inner.fields["held"]) == "?"
    sized = chain("")
    sized[PROVIDER] = sized[PROVIDER].replace(
        "<dubbo:service", '<dubbo:protocol name="dubbo" threads="50"/><dubbo:service'
    )
    (inner,) = [one for one in facts_of(sized).of("dubbo.link") if one.place.path == PROVIDER]
    assert shown(inner.fields["held"]) == 50
    assert token(sized, inner.fields["held"]) == "50"


def test_a_service_counts_its_callers() -> None:
    files = tree(STOCK, STOCK)
    files |= {f"app/{MAIN}/consumer.xml": files[CONSUMER], "app/pom.xml": pom("2.7.23", name="app")}
    assert fields(only(facts_of(files), "dubbo.service"), "callers", "threads", "threadpool") == (2, 200, "fixed")


def test_keys_alone_make_no_second_reference() -> None:
    files = tree(STOCK, STOCK)
    files[f"web/{MAIN}/dubbo.properties"] = "dubbo.reference.com.example.Stock.timeout=4000\n"
    assert fields(link(files), "timeout") == ("4s",)
    del files[CONSUMER]
    assert fields(link(files), "timeout") == ("4s",)


def test_calls_within_the_process_and_endless_ones_are_no_inner_calls() -> None:
    within = chain("", 'timeout="9000"')
    within[PROVIDER] = within[PROVIDER].replace("</beans>", f'  <dubbo:service ref="x" {STOCK}/>\n</beans>')
    assert "inner_blocked" not in outer(within).fields
    assert "inner_blocked" not in outer(chain("", 'timeout="9000"', "3.2.2")).fields
    assert shown(outer(chain("", 'timeout="9000"', "3.2.3")).fields["inner_blocked"]) == "27s"


def test_the_number_of_links_of_one_reference_is_bounded() -> None:
    files = tree(STOCK, STOCK)
    files[PROVIDER] = spring(*(f'<dubbo:service ref="s{n}" {STOCK}/>' for n in range(23)))
    facts = facts_of(files)
    assert len(facts.of("dubbo.link")) == 20
    assert only(facts, "dubbo.reference").fields["alone"].data == "3 more services are equally near"

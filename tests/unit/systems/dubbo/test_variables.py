"""Variables of containers: a layer over all files, for the module that they are kept with."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from linter.facts.value import Unknown, Value
from tests.unit.systems.dubbo.support import MAIN, facts_of, only, pom, shown, spring, token

XML = spring('<dubbo:consumer timeout="1500"/>', '<dubbo:reference id="s" interface="com.example.Stock"/>')
DEPLOYMENT = """apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  template:
    spec:
      containers:
        - name: shop
          image: shop:1
          env:
            - {name: NAME, value: "VALUE"}
"""


def deployment(name: str, value: str) -> str:
    return DEPLOYMENT.replace("NAME", name).replace("VALUE", value)


def timeout(files: Mapping[str, str], version: str = "2.7.12") -> Value:
    whole = {"pom.xml": pom(version), f"{MAIN}/consumer.xml": XML, **files}
    found = [one for one in facts_of(whole).of("dubbo.reference") if one.place.path.endswith(".xml")]
    assert len(found) == 1
    return found[0].fields["timeout"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("DUBBO_CONSUMER_TIMEOUT", "4s"),
        ("dubbo.consumer.timeout", "4s"),
        ("DUBBO_REFERENCE_COM_EXAMPLE_STOCK_TIMEOUT", "4s"),
        ("dubbo.reference.com.example.Stock.timeout", "4s"),
        ("DUBBO_PROVIDER_TIMEOUT", "1s500ms"),
        ("DUBBO_REFERENCE_COM_EXAMPLE_OTHER_TIMEOUT", "1s500ms"),
        ("DUBBO_IP_TO_REGISTRY", "1s500ms"),
        ("CONSUMER_TIMEOUT", "1s500ms"),
    ],
)
@pytest.mark.parametrize("version", ["2.7.12", "3.2.16"])
def test_variables_win(name: str, expected: str, version: str) -> None:
    files = {"deploy/shop.yaml": deployment(name, "4000")}
    value = timeout(files, version)
    assert shown(value) == expected.replace("1s500ms", "1.5s")
    if expected == "4s":
        assert token(files, value) in ("4000", '"4000"')
        assert value.slot is not None and value.slot.locked == "it is a variable of a container"


def test_old_releases_do_not_read_them() -> None:
    whole = {
        "pom.xml": pom("2.6.5", "com.alibaba:dubbo"),
        f"{MAIN}/consumer.xml": spring(
            '<dubbo:consumer timeout="1500"/>',
            '<dubbo:reference id="s" interface="com.example.Stock"/>',
            namespace="http://code.alibabatech.com/schema/dubbo",
        ),
        "deploy/shop.yaml": deployment("DUBBO_CONSUMER_TIMEOUT", "4000"),
    }
    assert shown(only(facts_of(whole), "dubbo.reference").fields["timeout"]) != "4s"


def test_containers_that_disagree_leave_a_doubt() -> None:
    files = {f"deploy/{name}.yaml": deployment("DUBBO_CONSUMER_TIMEOUT", name) for name in ("4000", "5000")}
    data = timeout(files).data
    assert isinstance(data, Unknown)
    assert "deploy/4000.yaml, deploy/5000.yaml" in data.why


def test_a_container_of_another_module_sets_nothing() -> None:
    files = {"other/pom.xml": pom("2.7.12", name="other"), "other/shop.yaml": deployment("DUBBO_CONSUMER_TIMEOUT", "4")}
    assert shown(timeout(files)) == "1.5s"


def test_asynchronous_by_a_variable() -> None:
    files = {
        "pom.xml": pom("2.7.12"),
        f"{MAIN}/consumer.xml": XML,
        "deploy/shop.yaml": deployment("DUBBO_CONSUMER_ASYNC", "true"),
    }
    found = only(facts_of(files), "dubbo.consumer").fields["async"]
    assert found.data is True


def test_an_aggregator_is_no_consumer() -> None:
    files = {
        "pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId>"
        "<version>1</version><packaging>pom</packaging></project>",
        "shop.yaml": deployment("DUBBO_CONSUMER_TIMEOUT", "4000"),
    }
    assert facts_of(files).of("dubbo.consumer") == ()

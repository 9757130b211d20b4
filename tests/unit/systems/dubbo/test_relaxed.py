"""Names as Spring takes them, beans of Dubbo's classes, and configuration objects made in code."""

from __future__ import annotations

import pytest

from tests.unit.systems.dubbo.support import MAIN, facts_of, fields, only, shown

P = f"{MAIN}/application.properties"
Y = f"{MAIN}/application.yaml"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (P, "dubbo.protocol.parameters[heartbeat.timeout]=1000\ndubbo.protocol.heartbeat=5000\n"),
        (P, "dubbo.protocol.parameters.heartbeat.timeout=1000\ndubbo.protocol.heartbeat=5000\n"),
        (P, "dubbo.protocols[main].parameters[heartbeat.timeout]=1000\ndubbo.protocols[main].heartbeat=5000\n"),
        (Y, 'dubbo:\n  protocol:\n    heartbeat: 5000\n    parameters: {"[heartbeat.timeout]": 1000}\n'),
        (Y, "dubbo.protocol.heartbeat: 5000\ndubbo.protocol.parameters[heartbeat.timeout]: 1000\n"),
    ],
)
def test_keys_of_maps_stand_in_brackets(name: str, text: str) -> None:
    heartbeat = only(facts_of({name: text}), "dubbo.heartbeat")
    assert fields(heartbeat, "heartbeat", "timeout") == ("5s", "1s")
    slot = heartbeat.fields["timeout"].slot
    assert slot is not None
    assert text[slot.place.start : slot.place.end] == "1000"


@pytest.mark.parametrize("key", ["loadbalance", "load-balance", "loadBalance", "load_balance", "LOADBALANCE"])
def test_spellings_are_one_setting(key: str) -> None:
    calls = only(facts_of({P: f"dubbo.consumer.{key}=leastactive\n"}), "dubbo.calls")
    assert fields(calls, "loadbalance") == ("leastactive",)


BEANS = """\
<beans xmlns="http://www.springframework.org/schema/beans" xmlns:p="http://www.springframework.org/schema/p">
  <bean id="registry" class="{root}.config.RegistryConfig"><property name="address" value="nacos://n:8848"/></bean>
  <bean id="stock" class="{root}.config.spring.ReferenceBean" p:timeout="3000">
    <property name="interface" value="com.example.Stock"/>
    <property name="async" value="true"/>
  </bean>
  <bean id="other" class="com.example.Other"/>
</beans>
"""


@pytest.mark.parametrize("root", ["org.apache.dubbo", "com.alibaba.dubbo"])
def test_beans_of_dubbo_are_elements(root: str) -> None:
    text = BEANS.format(root=root)
    facts = facts_of({f"{MAIN}/beans.xml": text})
    reference = only(facts, "dubbo.reference")
    assert fields(reference, "interface", "timeout") == ("com.example.Stock", "3s")
    assert text[reference.place.start : reference.place.end] == "bean"
    assert shown(only(facts, "dubbo.consumer").fields["async"]) is True
    assert shown(only(facts, "dubbo.module").fields["nacos"]) is True
    slot = reference.fields["timeout"].slot
    assert slot is not None
    assert slot.locked


def test_other_beans_are_nothing() -> None:
    text = BEANS.replace("{root}.config.spring.ReferenceBean", "com.example.dubbo.config.Other").replace(
        "{root}.config.RegistryConfig", "com.example.dubbo.config.R"
    )
    assert not facts_of({f"{MAIN}/beans.xml": text}).of("dubbo.module")


JAVA = """\
package com.example;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
class Config {{
  @Bean RegistryConfig registry() {{ {registry} }}
  @Bean ApplicationConfig application() {{ return new ApplicationConfig("shop-web"); }}
  @Bean ProtocolConfig protocol() {{ {protocol} }}
  void refer() {{
    ReferenceConfig<Stock> stock = new ReferenceConfig<>();
    stock.setInterface("com.example.Stock");
  }}
}}
"""
SETTERS = "RegistryConfig r = new RegistryConfig(); r.setAddress({}); return r;"


@pytest.mark.parametrize(
    ("registry", "nacos"),
    [
        ('return new RegistryConfig("nacos://n:8848");', True),
        ('return new RegistryConfig("n:8848", "nacos");', True),
        ('return new RegistryConfig("zookeeper://z:2181");', False),
        ('RegistryConfig r = new RegistryConfig("zookeeper://z"); r.setAddress("nacos://n"); return r;', True),
        (SETTERS.format('"nacos://n:8848"'), True),
        (SETTERS.format("address()"), "?"),
    ],
)
def test_registries_that_code_makes(registry: str, nacos: object) -> None:
    text = JAVA.format(registry=registry, protocol='return new ProtocolConfig("dubbo", 20880);')
    facts = facts_of({"src/main/java/com/example/Config.java": text})
    assert shown(only(facts, "dubbo.module").fields["nacos"]) == nacos
    assert fields(only(facts, "dubbo.application"), "name") == ("shop-web",)


def test_protocols_that_code_makes() -> None:
    protocol = 'ProtocolConfig p = new ProtocolConfig("dubbo"); p.setHeartbeat(5000); return p;'
    facts = facts_of({"src/main/java/com/example/Config.java": JAVA.format(registry="return null;", protocol=protocol)})
    assert fields(only(facts, "dubbo.heartbeat"), "protocol", "heartbeat") == ("dubbo", "5s")


def test_kotlin_makes_them_without_new() -> None:
    text = (
        "package com.example\nimport org.apache.dubbo.config.*\nclass Config {\n"
        '  fun registry() = RegistryConfig("nacos://n:8848")\n'
        '  fun application() = ApplicationConfig("shop-web")\n'
        '  fun refer() { val stock = ReferenceConfig<Stock>()\n    stock.setInterface("com.example.Stock") }\n}\n'
    )
    facts = facts_of({"src/main/kotlin/Config.kt": text})
    assert fields(only(facts, "dubbo.application"), "name") == ("shop-web",)
    assert shown(only(facts, "dubbo.module").fields["nacos"]) is True

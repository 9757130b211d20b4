"""When an isolation is taken away: by sources, scripts and hooks."""

from __future__ import annotations

import pytest

from tests.unit.systems.dubbo.support import facts_of, fields

URL = "override://10.0.0.5:20880/com.example.Stock?category=configurators&dynamic=false&disabled=true"
ENCODED = URL.replace(":", "%3A").replace("/", "%2F").replace("?", "%3F").replace("=", "%3D").replace("&", "%26")
MADE = {"isolate.sh": f'zkCli.sh create "{URL}"\n'}
FIELDS = ("removed", "removed_at_start", "removed_at_stop")


def _java(body: str) -> str:
    return (
        "package com.example;\nimport org.apache.dubbo.common.URL;\nclass Isolation {\n"
        f'  static final String SICK = "{URL}";\n'
        f"  void put(Registry r) {{ r.register(URL.valueOf(SICK)); }}\n{body}}}\n"
    )


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("", (False, False, False)),
        ("  @PreDestroy void x(Registry r) { r.unregister(URL.valueOf(SICK)); }\n", (True, False, True)),
        ("  @PostConstruct void x(Registry r) { r.unregister(URL.valueOf(SICK)); }\n", (True, True, False)),
        ("  Isolation(Registry r) { r.unregister(URL.valueOf(SICK)); }\n", (True, True, False)),
        ("  public void close() { r.unregister(URL.valueOf(SICK)); }\n", (True, False, True)),
        (
            (
                "  void start() { Runtime.getRuntime().addShutdownHook(new Thread(() -> "
                "r.unregister(URL.valueOf(SICK)))); }\n"
            ),
            (True, False, True),
        ),
        ("  void repaired(Registry r) { r.unregister(URL.valueOf(SICK)); }\n", (True, "?", "?")),
        (
            (
                "  Isolation(Registry r) { r.unregister(URL.valueOf(SICK)); }\n"
                "  void destroy() { r.unregister(URL.valueOf(SICK)); }\n"
            ),
            (True, True, True),
        ),
    ],
)
def test_sources(body: str, expected: tuple[object, ...]) -> None:
    (isolation,) = facts_of({"src/main/java/Isolation.java": _java(body)}).of("dubbo.isolation")
    assert fields(isolation, *FIELDS) == expected


def test_kotlin() -> None:
    text = (
        "package com.example\nimport org.apache.dubbo.common.URL\nclass Isolation(val r: Registry) {\n"
        f'  private val sick = "{URL}"\n  init {{ r.unregister(URL.valueOf(sick)) }}\n'
        "  fun put() { r.register(URL.valueOf(sick)) }\n  fun close() { r.unregister(URL.valueOf(sick)) }\n}\n"
    )
    (isolation,) = facts_of({"src/main/kotlin/Isolation.kt": text}).of("dubbo.isolation")
    assert fields(isolation, *FIELDS) == (True, True, True)


@pytest.mark.parametrize(
    ("name", "line", "expected"),
    [
        ("pre-stop.sh", f'zkCli.sh delete "{URL}"', (True, False, True)),
        ("entrypoint.sh", f"zkCli.sh deleteall /dubbo/com.example.Stock/configurators/{ENCODED}", (True, True, False)),
        ("repair.sh", f'curl -X DELETE "http://admin/rules?url={ENCODED}"', (True, "?", "?")),
        ("pre-stop.sh", f'echo deleted; zkCli.sh create "{URL}"', (False, False, False)),
        ("pre-stop.sh", f'zkCli.sh delete "{URL.replace("0.5", "0.6")}"', (False, False, False)),
    ],
)
def test_scripts(name: str, line: str, expected: tuple[object, ...]) -> None:
    isolation = next(iter(facts_of({**MADE, name: f"{line}\n"}).of("dubbo.isolation")))
    assert fields(isolation, *FIELDS) == expected


@pytest.mark.parametrize(("hook", "expected"), [("preStop", (True, False, True)), ("postStart", (True, True, False))])
def test_hooks_of_containers(hook: str, expected: tuple[object, ...]) -> None:
    pod = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - name: a\n      lifecycle:\n"
        f"        {hook}:\n          exec:\n            command: [sh, -c, 'zkCli.sh delete \"{URL}\"']\n"
    )
    (isolation,) = facts_of({**MADE, "pod.yaml": pod}).of("dubbo.isolation")
    assert fields(isolation, *FIELDS) == expected

"""Java and Kotlin sources: every way to call asynchronously, what only looks like one, and whose module it is."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from linter.facts.base import FactBase
from linter.facts.entity import Entity
from linter.facts.value import Unknown
from linter.options import Flags, load
from linter.run import Request, check
from linter.run.reading import Reader
from linter.syntax.jvm import parse
from tests.unit.systems.dubbo.support import (
    MAIN,
    REFERENCE,
    SYSTEMS,
    dependency,
    facts_of,
    fields,
    only,
    pom,
    project,
    shown,
    spring,
    token,
)

pytest.importorskip("tree_sitter_java")
pytest.importorskip("tree_sitter_kotlin")

JAVA = "src/main/java/com/example/web/Web.java"
KOTLIN = "src/main/kotlin/com/example/web/Web.kt"
STOCK = "src/main/java/com/example/Stock.java"
APACHE = "org.apache.dubbo.config.annotation"
OLD = "com.alibaba.dubbo.config.annotation"


def java(body: str, *imports: str, head: str = "") -> str:
    listed = "".join(f"import {name};\n" for name in imports)
    return f"package com.example.web;\n\n{listed}\n{head}class Web {{\n{body}\n}}\n"


def kotlin(body: str, *imports: str) -> str:
    listed = "".join(f"import {name}\n" for name in imports)
    return f"package com.example.web\n\n{listed}\nclass Web {{\n{body}\n}}\n"


def facts(files: Mapping[str, str], version: str = "2.7.12") -> FactBase:
    return facts_of({"pom.xml": pom(version), **files})


def consumer(files: Mapping[str, str], version: str = "2.7.12") -> Entity:
    return only(facts(files, version), "dubbo.consumer")


ANNOTATED = [
    ("@DubboReference(async = true) Stock stock;", (f"{APACHE}.DubboReference",)),
    ("@DubboReference(async = true) Stock stock;", (f"{APACHE}.*",)),
    ("@Reference(async = true) Stock stock;", (f"{APACHE}.Reference",)),
    ("@Reference(check = false, async=true) Stock stock;", (f"{OLD}.Reference",)),
    ("@Reference(async = true) Stock stock;", (f"{OLD}.*", "org.springframework.stereotype.*")),
    (f"@{APACHE}.Reference(async = true) Stock stock;", ()),
    ('@Reference(methods = {@Method(name = "a"), @Method(name = "b", async = true)}) Stock s;', (f"{APACHE}.*",)),
    ('@Reference(methods = @Method(name = "b", async = true)) Stock s;', (f"{APACHE}.*",)),
    ("static final boolean YES = true;\n@Reference(async = YES) Stock s;", (f"{APACHE}.*",)),
    ('@Reference(parameters = {"a", "b", "async", "true"}) Stock s;', (f"{APACHE}.*",)),
    ('@Reference(parameters = {"reserve.async=true"}) Stock s;', (f"{APACHE}.*",)),
    ('@Reference(group = "a,b", merger = "true") Stock s;', (f"{APACHE}.*",)),
    ('@Reference(group = {"a", "b"}, merger = "list") Stock s;', (f"{APACHE}.*",)),
    ("@Reference(async = true) void setStock(Stock s) {}", (f"{APACHE}.*",)),
    ("@Bean @DubboReference(async = true) ReferenceBean<Stock> s() { return null; }", (f"{APACHE}.*",)),
]


@pytest.mark.parametrize(("body", "imports"), ANNOTATED)
def test_annotations(body: str, imports: tuple[str, ...]) -> None:
    found = consumer({JAVA: java(body, "com.example.Stock", *imports)})
    assert fields(found, "async", "refers", "references") == (True, True, 1)


@pytest.mark.parametrize(
    ("body", "imports"),
    [
        ("@DubboReference(async = false) Stock stock;", (f"{APACHE}.*",)),
        ("@DubboReference(referAsync = true, sent = true) Stock stock;", (f"{APACHE}.*",)),
        ("@DubboReference Stock stock;\n@Async void run() {}", (f"{APACHE}.*", "org.springframework.scheduling.*")),
        ('@DubboReference(merger = "true") Stock stock;', (f"{APACHE}.*",)),
        ('// @DubboReference(async = true)\n@DubboReference(version = "async=true") Stock stock;', (f"{APACHE}.*",)),
        (
            "@DubboReference Stock stock;\n@Service(async = true) class Mine {}",
            (f"{APACHE}.DubboReference", "my.Service"),
        ),
        ("@DubboReference Stock s;\n@Reference(async = true) Stock t;\n@interface Reference {}", (f"{APACHE}.*",)),
        (
            "@DubboReference Stock s;\nvoid run() { RpcContext.startAsync(); }",
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            '@DubboReference Stock s;\nvoid run() { RpcContext.getContext().setAttachment("async", "false"); }',
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            '@DubboReference Stock s;\nvoid run() { RpcContext.getServerAttachment().setAttachment("async", "true"); }',
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            "@DubboReference Stock s;\nvoid run() { RpcContext.getContext().asyncCall(() -> { s.reserve(); }); }",
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            "@Reference S s;\nvoid f() { var c = RpcContext.getServerAttachment(); c.setAttachment(ASYNC_KEY, true); }",
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            '@Reference S s;\nRpcContext c = RpcContext.getServerContext();\n{ c.setAttachment("async", "true"); }',
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            "@Reference Stock s;\nObject f = com.example.RpcContext.getContext().asyncCall(() -> s.a());",
            (f"{APACHE}.*", "org.apache.dubbo.rpc.RpcContext"),
        ),
        (
            "@DubboReference Stock s;\nvoid run() { pool.setAsync(true); }\nRunner pool;",
            (f"{APACHE}.*",),
        ),
        (
            "@DubboReference Stock s;\nvoid run() { RpcContext.getContext().asyncCall(() -> 1).get(); }",
            (f"{APACHE}.*", "com.example.RpcContext"),
        ),
    ],
)
def test_what_only_looks_like_it(body: str, imports: tuple[str, ...]) -> None:
    found = consumer({JAVA: java(body, "com.example.Stock", *imports)})
    assert fields(found, "async", "refers") == (False, True)


RPC = "org.apache.dubbo.rpc.RpcContext"
CALLED = [
    ("RpcContext.getContext().asyncCall(() -> { s.reserve(); return 1; });", "asyncCall"),
    ("Future<String> f = RpcContext.getContext().asyncCall(() -> s.reserve());", "asyncCall"),
    (
        "RpcContext.getContext().asyncCall(new Callable<String>() { public String call() { return s.a(); } });",
        "asyncCall",
    ),
    ("Callable<String> c = null; RpcContext.getContext().asyncCall(c);", "asyncCall"),
    ("RpcContext c = RpcContext.getContext(); Object f = c.asyncCall(() -> s.reserve());", "asyncCall"),
    ("var c = RpcContext.getContext(); Object f = c.asyncCall(() -> s.reserve());", "asyncCall"),
    ("Object f = org.apache.dubbo.rpc.RpcContext.getContext().asyncCall(() -> s.reserve());", "asyncCall"),
    (
        "var c = org.apache.dubbo.rpc.RpcContext.getServiceContext(); Object f = c.asyncCall(() -> s.reserve());",
        "asyncCall",
    ),
    (
        'RpcContextAttachment a = RpcContext.getClientAttachment(); a.setAttachment("async", "true");',
        "setAttachment",
    ),
    ('RpcContext.getContext().setAttachment("async", "true");', "setAttachment"),
    ('RpcContext.getClientAttachment().setAttachment("reserve.async", "true");', "setAttachment"),
    ("RpcContext.getContext().setAttachment(Constants.ASYNC_KEY, String.valueOf(true));", "setAttachment"),
    ('RpcContext.getContext().setAttachment("a", "b").setAttachment("async", "true");', "setAttachment"),
    ('service.$invokeAsync("reserve", null, null);', "$invokeAsync"),
    ('Object f = service.$invokeAsync("reserve", null, null).get();', "$invokeAsync"),
]


@pytest.mark.parametrize(("code", "name"), CALLED)
def test_calls(code: str, name: str) -> None:
    files = {JAVA: java(f"void run() {{ {code} }}", RPC)}
    stated = facts(files)
    assert shown(only(stated, "dubbo.consumer").fields["async"]) is True
    sure = [one for one in stated.of("dubbo.async") if shown(one.fields["value"]) is True]
    assert [token(files, one.fields["value"]) for one in sure] == [name]


@pytest.mark.parametrize(
    "code",
    [
        "RpcContext.getContext().asyncCall(() -> s.reserve());",
        "RpcContext.getContext().getFuture();",
        "Object f = RpcContext.getContext().getCompletableFuture();",
        "Object f = RpcContext.getServiceContext().getFuture();",
        'RpcContext.getContext().setAttachment("async", flag);',
    ],
)
def test_calls_that_may_be_none(code: str) -> None:
    found = consumer({JAVA: java(f"@Reference Stock s; void run() {{ {code} }}", RPC, f"{APACHE}.*")})
    assert shown(found.fields["async"]) == "?"


def test_a_filter_looks_at_the_calls_of_others() -> None:
    body = "public Result invoke() { RpcContext.getContext().getFuture(); return null; }"
    text = java(body, RPC, "org.apache.dubbo.rpc.*").replace("class Web", "class Web implements Filter")
    reference = java("@DubboReference Stock stock;", f"{APACHE}.*").replace("Web", "Shop")
    assert shown(consumer({JAVA: text, "src/main/java/Shop.java": reference}).fields["async"]) is False


CONFIGURED = [
    ("ReferenceConfig<Stock> r = new ReferenceConfig<>(); r.setAsync(true);", "true"),
    ("ReferenceConfig<Stock> r = new ReferenceConfig<>(); r.setAsync(Boolean.TRUE);", "Boolean.TRUE"),
    ("var r = new ReferenceConfig<Stock>(); r.setInterface(Stock.class); r.setAsync(true);", "true"),
    ("ConsumerConfig c = new ConsumerConfig(); c.setAsync(true);", "true"),
    ('MethodConfig m = new MethodConfig(); m.setName("a"); m.setAsync(true); m.setAsync(true);', "true"),
    ("ReferenceBean<Stock> b = new ReferenceBeanBuilder().setInterface(Stock.class).setAsync(true).build();", "true"),
    ("ReferenceBuilder.<Stock>newBuilder().interfaceClass(Stock.class).async(true).build();", "true"),
    (
        "org.apache.dubbo.config.bootstrap.builders.ReferenceBuilder.<Stock>newBuilder().async(true).build();",
        "true",
    ),
]


@pytest.mark.parametrize(("code", "written"), CONFIGURED)
def test_configuration_by_code(code: str, written: str) -> None:
    files = {
        JAVA: java(
            f"void run() {{ {code} }}",
            "org.apache.dubbo.config.*",
            "org.apache.dubbo.config.bootstrap.builders.*",
            "org.apache.dubbo.config.spring.reference.*",
        )
    }
    stated = facts(files)
    assert shown(only(stated, "dubbo.consumer").fields["async"]) is True
    assert token(files, only(stated, "dubbo.async").fields["value"]) == written


def test_a_context_by_static_import() -> None:
    body = "void run() { Object f = getContext().asyncCall(() -> s.a()); }"
    assert shown(consumer({JAVA: java(body, f"static {RPC}.getContext")}).fields["async"]) is True
    assert shown(consumer({JAVA: java(body, f"static {RPC}.*")}).fields["async"]) is True
    other = java(f"@Reference Stock s; {body}", "static com.example.Calls.getContext", f"{APACHE}.*", RPC)
    assert shown(consumer({JAVA: other}).fields["async"]) is False


def test_a_name_is_that_of_the_nearest_declaration() -> None:
    body = (
        "void serve() { ServiceConfig<Stock> c = new ServiceConfig<>(); c.setAsync(true); }\n"
        "void call() { ReferenceConfig<Stock> c = new ReferenceConfig<>(); c.setTimeout(3000); }"
    )
    stated = facts({JAVA: java(body, "org.apache.dubbo.config.*", "com.example.Other")})
    assert [shown(one.fields["side"]) for one in stated.of("dubbo.async")] == ["provider"]
    assert fields(only(stated, "dubbo.calls"), "side", "form", "timeout") == ("consumer", "java", "3s")


def test_a_setter_called_with_two_values_says_neither() -> None:
    code = (
        "ReferenceConfig<Stock> r = new ReferenceConfig<>(); if (x) { r.setAsync(true); } else { r.setAsync(false); }"
    )
    assert shown(consumer({JAVA: java(f"void run() {{ {code} }}", "org.apache.dubbo.config.*")}).fields["async"]) == "?"


INTERFACE = (
    "package com.example;\n\nimport java.util.concurrent.CompletableFuture;\n\n"
    "public interface Stock {{\n    String get();\n    {method}\n}}\n"
)


@pytest.mark.parametrize(
    ("method", "version", "found"),
    [
        ("CompletableFuture<String> reserve(int count);", "2.7.12", True),
        ("default CompletableFuture<String> reserve(int count) { return null; }", "2.7.12", True),
        ("java.util.concurrent.CompletableFuture<String> reserve();", "2.7.12", True),
        ("Future<String> reserve();", "2.7.12", False),
        ("void reserve(CompletableFuture<String> done);", "2.7.12", False),
        ("List<CompletableFuture<String>> reserve();", "2.7.12", False),
    ],
)
@pytest.mark.parametrize("by", ["xml", "annotation"])
def test_interfaces_that_give_futures(method: str, version: str, found: bool, by: str) -> None:
    by_xml = {f"{MAIN}/consumer.xml": spring(REFERENCE)}
    by_note = {JAVA: java("@DubboReference Stock stock;", f"{APACHE}.*", "com.example.Stock")}
    files = {f"api/{STOCK}": INTERFACE.format(method=method), **(by_xml if by == "xml" else by_note)}
    assert shown(consumer(files, version).fields["async"]) is found


def test_futures_count_from_2_7_on() -> None:
    text = INTERFACE.format(method="CompletableFuture<String> reserve();")
    files = {"pom.xml": pom("2.6.8", "com.alibaba:dubbo"), STOCK: text, f"{MAIN}/consumer.xml": spring(REFERENCE)}
    assert shown(only(facts_of(files), "dubbo.consumer").fields["async"]) is False


def test_an_interface_that_nobody_refers_to_is_no_evidence() -> None:
    text = INTERFACE.format(method="CompletableFuture<String> reserve();").replace("Stock", "Other")
    assert shown(consumer({STOCK: text, f"{MAIN}/consumer.xml": spring(REFERENCE)}).fields["async"]) is False


@pytest.mark.parametrize(
    ("imported", "method", "found"),
    [
        (
            "java.util.concurrent.*",
            "CompletableFuture<String> reserve();",
            False,
        ),  # JLS 6.4.1: the package's own is meant
        ("java.util.concurrent.CompletableFuture", "CompletableFuture<String> reserve();", True),
        ("java.util.concurrent.*", "java.util.concurrent.CompletableFuture<String> reserve();", True),
    ],
)
def test_a_class_of_the_package_may_be_called_as_the_future(imported: str, method: str, found: bool) -> None:
    text = INTERFACE.format(method=method).replace("java.util.concurrent.CompletableFuture;", f"{imported};", 1)
    path = "src/main/java/com/example/CompletableFuture.java"
    files = {STOCK: text, f"{MAIN}/consumer.xml": spring(REFERENCE)}
    own = {path: "package com.example;\npublic class CompletableFuture<T> { }\n"}
    other = {path: "package com.other;\npublic class CompletableFuture<T> { }\n"}
    assert shown(consumer({**files, **own}).fields["async"]) is found
    assert shown(consumer({**files, **other}).fields["async"]) is True


def test_what_an_interface_inherits() -> None:
    base = INTERFACE.format(method="CompletableFuture<String> reserve();").replace("Stock", "Base")
    stock = "package com.example;\ninterface Stock extends Base, Stock { }\n// CompletableFuture\n"
    files = {"src/main/java/com/example/Base.java": base, STOCK: stock, f"{MAIN}/c.xml": spring(REFERENCE)}
    stated = facts(files)
    assert shown(only(stated, "dubbo.consumer").fields["async"]) is True
    assert token(files, only(stated, "dubbo.async").fields["value"]) == "CompletableFuture"


def test_generated_interfaces_count_if_they_are_called() -> None:
    text = "// Generated by a compiler. DO NOT EDIT\n" + INTERFACE.format(
        method="CompletableFuture<String> getAsync();"
    )
    note = java("@DubboReference Stock stock;", f"{APACHE}.*", "com.example.Stock")
    called = java("@DubboReference Stock stock; void run() { stock.getAsync(); }", f"{APACHE}.*", "com.example.Stock")
    assert shown(consumer({STOCK: text, JAVA: note}).fields["async"]) == "?"
    assert shown(consumer({STOCK: text, JAVA: called}).fields["async"]) is True


def test_tests_are_no_evidence() -> None:
    reference = java("@DubboReference Stock stock;", f"{APACHE}.*")
    test = java("@DubboReference(async = true) Stock stock;", f"{APACHE}.*")
    for folder in ("src/test/java", "src/jvmTest/kotlin", "src/integration-test/java"):
        assert shown(consumer({JAVA: reference, f"{folder}/WebTest.java": test}).fields["async"]) is False


def test_a_provider_is_no_consumer() -> None:
    text = java("", f"{APACHE}.*", head="@DubboService(async = true)\n").replace("Web {", "Web implements Stock {")
    stated = facts({JAVA: text})
    assert not stated.of("dubbo.consumer")
    assert fields(only(stated, "dubbo.provider"), "services") == (1,)
    assert fields(only(stated, "dubbo.async"), "side", "interface") == ("provider", "Stock")


def test_a_consumer_takes_over_what_the_provider_sets() -> None:
    service = java("", f"{APACHE}.*", "com.example.Stock", head="@DubboService(async = true)\n")
    files = {
        "web/pom.xml": pom("2.7.12", name="web"),
        f"web/{JAVA}": java("@DubboReference Stock stock;", f"{APACHE}.*", "com.example.Stock"),
        "shop/pom.xml": pom("2.7.12", name="shop"),
        f"shop/{JAVA}": service.replace("Web {", "Web implements Stock {"),
    }
    assert shown(only(facts_of(files), "dubbo.consumer").fields["async"]) is True


def test_the_module_is_that_of_the_nearest_build() -> None:
    files = {
        "web/pom.xml": pom("2.7.12", name="web"),
        f"web/{JAVA}": java("@DubboReference(async = true) Stock stock;", f"{APACHE}.*"),
        "jobs/pom.xml": pom("2.7.12", name="jobs"),
        f"jobs/{JAVA}": java("@DubboReference Stock stock;", f"{APACHE}.*"),
    }
    found = {one.name: shown(one.fields["async"]) for one in facts_of(files).of("dubbo.consumer")}
    assert found == {"web": True, "jobs": False}


KOTLIN_CODE = [
    ("fun run() { val c = RpcContext.getContext(); val f = c.asyncCall(Callable { s.reserve() }) }", RPC),
    ("fun run() { val f = org.apache.dubbo.rpc.RpcContext.getContext().asyncCall(Callable { s.reserve() }) }", RPC),
    ("@DubboReference(async = true) private lateinit var stock: Stock", f"{APACHE}.DubboReference"),
    ("@field:Ref(async = true) lateinit var stock: Stock", f"{APACHE}.Reference as Ref"),
    ('@Reference(methods = [Method(name = "a", async = true)])\nlateinit var stock: Stock?', f"{APACHE}.*"),
    ("fun run() {\nval r = ReferenceConfig<Stock>()\nr.isAsync = true\n}", "org.apache.dubbo.config.ReferenceConfig"),
    ("fun run() {\nval r = ReferenceConfig<Stock>()\nr.setAsync(true)\n}", "org.apache.dubbo.config.ReferenceConfig"),
    ("val r = ReferenceConfig<Stock>().apply {\nisAsync = true\n}", "org.apache.dubbo.config.ReferenceConfig"),
    ("fun run() {\nRpcContext.getContext().asyncCall(Callable { stock.x() })\n}", RPC),
    ("fun run() = RpcContext.getContext().asyncCall { stock.x() }", RPC),
    ('fun run() {\nRpcContext.getContext().setAttachment("async", "true")\n}', RPC),
    ('fun run() {\ng.`$invokeAsync`("a", null, null)\n}', RPC),
]


@pytest.mark.parametrize(("body", "name"), KOTLIN_CODE)
def test_kotlin(body: str, name: str) -> None:
    assert shown(consumer({KOTLIN: kotlin(body, name)}).fields["async"]) is True


def test_an_interface_in_kotlin() -> None:
    text = (
        "package com.example\n\nimport java.util.concurrent.CompletableFuture\n\n"
        "interface Stock {\n    fun reserve(count: Int): CompletableFuture<String>?\n}\n"
    )
    files = {"src/main/kotlin/com/example/Stock.kt": text, f"{MAIN}/consumer.xml": spring(REFERENCE)}
    stated = facts(files)
    assert shown(only(stated, "dubbo.consumer").fields["async"]) is True
    assert token(files, only(stated, "dubbo.async").fields["value"]) == "CompletableFuture"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", ""), ("utf-8", "\ufeff"), ("gb18030", ""), ("utf-16", "")])
def test_places_are_code_points(ends: str, encoding: str, mark: str) -> None:
    body = '/* 库存 𝄞 */ @DubboReference(version = "库存", async = /* 异步 */ true) Stock 库存;'
    text = java(body, f"{APACHE}.*").replace("\n", ends)
    reading = Reader(SYSTEMS).read(JAVA, (mark + text).encode(encoding))
    assert reading is not None
    assert reading.skip is None
    (declared,) = [one for one in reading.fragments if one.kind == "declared"]
    assert text[declared.place.start : declared.place.end] == "@DubboReference"
    settings = declared.data["settings"]
    assert not isinstance(settings, str)
    found = {entry.key: text[entry.start : entry.end] for entry in getattr(settings, "entries", ())}
    assert found == {"version": "库存", "async": "true"}


def test_a_note_says_what_was_searched() -> None:
    files = {JAVA: java("@DubboReference Stock stock;", f"{APACHE}.*"), f"{MAIN}/c.xml": spring(REFERENCE)}
    assert shown(consumer(files).fields["searched"]) == "1 file of settings and 1 source that may use it"
    assert shown(consumer({}).fields["searched"]) == "no files of settings and no sources that may use it"


def test_the_note_reads_well_where_no_file_was_looked_through(tmp_path: Path) -> None:
    (tmp_path / "pom.xml").write_text(pom("2.7.12"))
    (tmp_path / "Web.java").write_text(java("@DubboReference Stock stock;", f"{APACHE}.*"))
    result = check(Request(str(tmp_path), jobs=1), load(Flags(no_config=True), str(tmp_path))).result
    (note,) = (one for one in result.findings if one.policy == "dubbo/async-executor-shut-down")
    assert "asynchronously (looked through: no files of settings and 1 source that may use it): when" in note.message


def test_a_value_from_elsewhere_is_unknown() -> None:
    body = "@DubboReference(async = Limits.ASYNC, retries = Limits.RETRIES, loadbalance = Limits.LB) Stock stock;"
    stated = facts({JAVA: java(body, f"{APACHE}.*")})
    assert shown(only(stated, "dubbo.consumer").fields["async"]) == "?"
    assert isinstance(only(stated, "dubbo.calls").fields["retries"].data, Unknown)
    assert isinstance(only(stated, "dubbo.calls").fields["loadbalance"].data, Unknown)


def test_settings_of_calls() -> None:
    files = {
        JAVA: java('@DubboReference(timeout = 3_000, retries = 0, cluster = "failfast") Stock stock;', f"{APACHE}.*")
    }
    found = only(facts(files), "dubbo.calls")
    assert fields(found, "timeout", "retries", "cluster", "form") == ("3s", 0, "failfast", "annotation")
    assert token(files, found.fields["timeout"]) == "3_000"
    assert found.fields["timeout"].slot is not None
    assert found.fields["timeout"].slot.locked


def test_broken_sources_are_read_as_far_as_they_go() -> None:
    text = java("@DubboReference(async = true) Stock stock;\nvoid run() { if ( }\n", f"{APACHE}.*")
    reading = Reader(SYSTEMS).read(JAVA, text.encode())
    assert reading is not None
    assert reading.skip is not None
    assert "line" in reading.skip.why
    assert any(one.kind == "declared" for one in reading.fragments)


@pytest.mark.parametrize("suffix", ["java", "kt"])
@pytest.mark.parametrize(
    "inner",
    [
        "(" * 900,
        "(" * 30_000,
        "{" * 30_000,
        '"a" + ' * 5_000 + '"b"',
        "f(" * 20_000,
        "!" * 30_000,
        "@A(" * 10_000,
        "[" * 20_000,
        "<" * 4_000,
    ],
)
def test_nesting_without_end(suffix: str, inner: str) -> None:
    text = f"import {APACHE}.*;\nclass Web {{ Object x = {inner}"
    assert Reader(SYSTEMS).read(f"src/main/java/Web.{suffix}", text.encode()) is not None


@pytest.mark.parametrize(
    "text", ["", "\x00", "package", "@", '"', "class", "import org.apache.dubbo.", "interface \udc80"]
)
def test_odd_sources_do_no_harm(text: str) -> None:
    data = (text + "\n// .dubbo.config").encode("utf-8", "surrogateescape")
    for name in (JAVA, KOTLIN):
        Reader(SYSTEMS).read(name, data)


@pytest.mark.parametrize("name", [JAVA, KOTLIN])
def test_without_the_parser_a_skip_says_what_to_install(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = java("@DubboReference(async = true) Stock stock;", f"{APACHE}.*").encode()
    parse._parser.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter", None)
    reading = Reader(SYSTEMS).read(name, text)
    parse._parser.cache_clear()
    assert reading is not None
    assert reading.fragments == ()
    assert reading.skip is not None
    assert "pip install 'deadpeer[jvm]'" in reading.skip.why


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_comment_says_the_version(ends: str) -> None:
    text = java("@DubboReference(async = true) Stock stock; // deadpeer: dubbo=2.7.12 ", f"{APACHE}.*")
    found = only(facts_of({"Web.java": text.replace("\n", ends)}), "dubbo.consumer")
    assert fields(found, "version", "async") == ("2.7.12", True)


def test_a_comment_ignores_what_stands_below(tmp_path: Path) -> None:
    note = '@DubboReference(loadbalance = "leastactive") Stock stock;'
    why = "// deadpeer: ignore[dubbo/loadbalance-without-actives] nobody minds"
    for name, body in {"A.java": note, "B.java": f"{why}\n// more\n{note}", "C.java": f"{note} {why}"}.items():
        (tmp_path / name).write_text(java(body, f"{APACHE}.*"))
    result = check(Request(str(tmp_path), jobs=1), load(Flags(no_config=True), str(tmp_path))).result
    assert [one.place.path for one in result.findings] == ["A.java"]


def test_sources_that_do_not_use_it_are_not_parsed() -> None:
    assert Reader(SYSTEMS).read(JAVA, java("String s;").encode()) is None
    assert Reader(SYSTEMS).read(JAVA, java("CompletableFuture<String> s;").encode()) is None


def test_override_urls_in_strings() -> None:
    url = "override://10.0.0.5:20880/com.example.Stock?category=configurators&dynamic=false&disabled=true"
    files = {JAVA: java(f'// 库存\nString url = "{url}";')}
    stated = facts(files)
    assert fields(only(stated, "dubbo.isolation"), "persistent", "instance", "removed") == (True, True, False)
    assert token(files, only(stated, "dubbo.isolation").fields["persistent"]) == "dynamic=false"


def test_an_override_url_in_pieces() -> None:
    pieces = '"override://10.0.0.5:20880/" + service + "?category=configurators"', '"&dynamic=false&disabled=true"'
    code = f"String url = {' + '.join(pieces)};"
    found = only(facts({JAVA: java(code)}), "dubbo.override")
    assert fields(found, "host", "port", "dynamic", "disabled") == ("10.0.0.5", 20880, False, True)


@pytest.mark.parametrize(
    "code",
    [
        'String url = String.format("override://%s:%d/a.B?dynamic=false&disabled=true", host, port);',
        'String url = "override://" + host + ":20880/a.B?dynamic=false&disabled=true";',
    ],
)
def test_an_address_that_is_put_together_is_unknown(code: str) -> None:
    assert shown(only(facts({JAVA: java(code)}), "dubbo.override").fields["host"]) == "?"


def test_a_url_that_is_taken_away() -> None:
    url = '"override://10.0.0.5:20880/a.B?category=configurators&dynamic=false&disabled=true"'
    gone = facts({JAVA: java(f"void run() {{ registry.unregister(URL.valueOf({url})); }}")})
    assert not gone.of("dubbo.isolation")
    both = java(
        f"URL u = URL.valueOf({url}); void a() {{ registry.register(u); }} void b() {{ registry.unregister(u); }}"
    )
    assert shown(only(facts({JAVA: both}), "dubbo.isolation").fields["removed"]) is True


FUTURES = """package com.example;
import java.util.concurrent.CompletableFuture;
public interface Stock { CompletableFuture<Integer> count(); }
"""


@pytest.mark.parametrize(("dependency_of_web", "found"), [("", False), ("com.example:api", True)])
def test_an_interface_of_a_module_that_is_not_on_the_path(dependency_of_web: str, found: bool) -> None:
    more = dependency(dependency_of_web, "1") if dependency_of_web else ""
    files = {
        "web/pom.xml": project("web", dependency("org.apache.dubbo:dubbo", "2.7.12"), more),
        f"web/{MAIN}/consumer.xml": spring(REFERENCE),
        "api/pom.xml": project("api", dependency("org.apache.dubbo:dubbo", "2.7.12")),
        "api/src/main/java/com/example/Stock.java": FUTURES,
    }
    (web,) = [one for one in facts_of(files).of("dubbo.consumer") if one.name == "web"]
    assert shown(web.fields["async"]) is found


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("5000", 5000),
        ("5_000", 5000),
        ("60 * 1000", 60000),
        ("(2 + 3) * 1_000 - 1", 4999),
        ("2 * -3 + 7", 1),
        ("0x1388", 5000),
        ("0b101", 5),
        ("1.5", "?"),
        ("100000 * 100000", "?"),  # it wraps around
        ("6 / 2", "?"),
        ("2 * SECOND", "?"),
    ],
)
def test_numbers_of_code(written: str, expected: object) -> None:
    for files in (
        {JAVA: java(f"@DubboReference(retries = {written}) Stock s;", f"{APACHE}.*")},
        {KOTLIN: kotlin(f"@DubboReference(retries = {written}) lateinit var s: Stock", f"{APACHE}.*")},
    ):
        assert shown(only(facts(files), "dubbo.reference").fields["retries"]) == expected


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("default CompletableFuture<String> later() { return null; }", True),
        ("static CompletableFuture<String> of() { return null; }", False),
        ("private CompletableFuture<String> mine() { return null; }", False),
    ],
)
def test_methods_that_no_proxy_has(method: str, expected: bool) -> None:
    files = {STOCK: INTERFACE.format(method=method), f"{MAIN}/c.xml": spring(REFERENCE)}
    assert consumer(files).fields["async"].data is expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("val later: CompletableFuture<String>", True),
        ("private fun mine(): CompletableFuture<String> = x", False),
        ("companion object {\n fun of(): CompletableFuture<String> = x\n}", False),
        ("fun a(f: () -> CompletableFuture<String> = { g() }): String", False),
    ],
)
def test_what_an_interface_of_kotlin_gives(line: str, expected: bool) -> None:
    stock = f"package com.example\n\nimport java.util.concurrent.*\n\ninterface Stock {{\n{line}\n}}\n"
    files = {"src/main/kotlin/com/example/Stock.kt": stock, f"{MAIN}/c.xml": spring(REFERENCE)}
    assert consumer(files).fields["async"].data is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("interface Limits { int T = 3_000; }\n@DubboReference(timeout = Limits.T) Stock s;", "3s"),
        ("static final int T = 2000;\n@DubboReference(timeout = Web.T) Stock s;", "2s"),
        ("static int T = 2000;\n@DubboReference(timeout = Web.T) Stock s;", "?"),
        ("@DubboReference(timeout = Other.T) Stock s;\nclass A { static final int T = 1; }", "?"),
        (
            "class A { static final int T = 1; }\nclass B { int T = 2; }\n@DubboReference(timeout = B.T) Stock s;",
            "?",
        ),
    ],
)
def test_constants_by_their_type(body: str, expected: str) -> None:
    files = {JAVA: java(body, f"{APACHE}.*")}
    assert shown(only(facts(files), "dubbo.reference").fields["timeout"]) == expected


def test_an_octal_number_of_java() -> None:
    files = {JAVA: java("@DubboReference(retries = 010) Stock s;", f"{APACHE}.*")}
    assert shown(only(facts(files), "dubbo.reference").fields["retries"]) == 8


BASE = "src/main/java/com/example/Base.java"
GIVES = INTERFACE.format(method="CompletableFuture<String> reserve();").replace("Stock", "Base")
HEIR = "package com.example;\npublic interface Stock\n    extends Base, java.io.Serializable { }\n"


def test_an_interface_that_inherits_its_futures_from_another_file() -> None:
    files = {
        f"api/{BASE}": GIVES,
        f"api/{BASE.replace('Base', 'Middle')}": HEIR.replace("Stock", "Middle"),
        STOCK: HEIR.replace("Base", "Middle"),
        f"{MAIN}/c.xml": spring(REFERENCE),
    }
    stated = facts(files)
    assert shown(only(stated, "dubbo.consumer").fields["async"]) is True
    assert token(files, only(stated, "dubbo.async").fields["value"]) == "CompletableFuture"
    # the sources read aside are not among those that may use it
    assert "1 source that" in str(only(stated, "dubbo.consumer").fields["searched"].data)


@pytest.mark.parametrize("text", [HEIR, HEIR + "class {{{ broken"])
def test_a_source_that_is_read_for_its_interfaces_counts_as_nobodys(text: str) -> None:
    reading = Reader(SYSTEMS).read(STOCK, text.encode())
    assert reading is not None
    assert (reading.claimed, reading.problems, reading.skip) == ((), (), None)
    assert {one.kind for one in reading.fragments} == {"interface"}


def test_an_argument_of_what_an_interface_extends_may_be_what_it_gives() -> None:
    base = "package com.example;\npublic interface Base<T> { T get(); }\n"
    stock = (
        "package com.example;\nimport java.util.concurrent.CompletableFuture;\n"
        "public interface Stock extends Base<CompletableFuture<String>> { }\n"
    )
    found = consumer({BASE: base, STOCK: stock, f"{MAIN}/c.xml": spring(REFERENCE)}).fields["async"].data
    assert isinstance(found, Unknown)
    assert "`Base`" in found.why


@pytest.mark.parametrize(
    ("imports", "alias", "expected"),
    [
        ("", "CompletableFuture<T>", True),
        ("import com.example.kinds.*\n", "CompletableFuture<T>", "?"),
        ("", "List<T>", False),
        ("", "CompletableFuture<T>.() -> Unit", False),
    ],
)
def test_another_name_of_the_future_in_kotlin(imports: str, alias: str, expected: object) -> None:
    kinds = f"package com.example\n\nimport java.util.concurrent.CompletableFuture\n\ntypealias Later<T> = {alias}\n"
    stock = f"package com.example\n\n{imports}interface Stock {{\n    fun reserve(count: Int): Later<String>\n}}\n"
    folder = "src/main/kotlin/com/example"
    files = {f"{folder}/Kinds.kt": kinds, f"{folder}/Stock.kt": stock, f"{MAIN}/c.xml": spring(REFERENCE)}
    assert shown(consumer(files).fields["async"]) == expected


@pytest.mark.parametrize(
    ("imports", "second", "expected"),
    [
        ("", "Soon<T>", True),
        ("import com.example.kinds.*\n", "Soon<T>", "?"),
        ("", "Later<T>", False),
        ("", "Other<T>", False),
    ],
)
def test_another_name_of_another_name(imports: str, second: str, expected: object) -> None:
    folder = "src/main/kotlin/com/example"
    soon = "package com.example\n\ntypealias Soon<T> = java.util.concurrent.CompletableFuture<T>\n"
    later = f"package com.example\n\n{imports}typealias Later<T> = {second}\n"
    stock = "package com.example\n\ninterface Stock {\n    fun reserve(count: Int): Later<String>\n}\n"
    files = {f"{folder}/A.kt": later, f"{folder}/Soon.kt": soon, f"{folder}/Stock.kt": stock}
    assert shown(consumer({**files, f"{MAIN}/c.xml": spring(REFERENCE)}).fields["async"]) == expected


def test_signs_of_java_that_are_written_as_escapes() -> None:
    """JLS 3.3."""
    text = (
        'package com.example;\n@A("\\u007b") // \\u007b\n'
        "interface Stock \\u007b java.util.concurrent.CompletableFuture\\u003cString> get\\uu0028); \\u007d\n"
    )
    files = {STOCK: text, f"{MAIN}/c.xml": spring(REFERENCE)}
    found = only(facts(files), "dubbo.async")
    assert token(files, found.fields["value"]) == "java.util.concurrent.CompletableFuture"

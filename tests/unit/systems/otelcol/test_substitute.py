from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.facts.tree import Text
from linter.syntax.document import DocRef
from linter.systems.otelcol.block import typed
from linter.systems.otelcol.substitute import Surroundings, filled
from linter.versions.version import Version
from tests.unit.systems.otelcol.support import CONTRIB, collector, facts_of, fields, only, shown, why

X = {"X": "30s", "N": "30", "E": "", "D": "a$b", "M": "{a: 1}", "NAME": "X", "SPACED": "a b"}


def fill(text: str, version: str | None, variables: dict[str, str] | None = None, gates: tuple[str, ...] = ()) -> Text:
    release = Version("semver", version) if version else None
    around = Surroundings(release, X if variables is None else variables, complete=True, gates=gates)
    found = filled(Text(DocRef("a.yaml", "yaml"), 0, len(text), text, '"'), around)
    assert isinstance(found, Text)
    return found


@pytest.mark.parametrize(
    ("text", "version", "expected"),
    [
        ("${env:X}", None, "30s"),
        ("${env:X}", "0.90.0", "30s"),
        ("${env:N}", "0.120.0", 30),
        ("${env:E}", "0.120.0", "?"),
        ("${X}", "0.120.0", "30s"),
        ("${X}", "0.90.0", "30s"),
        ("${X}", None, "30s"),
        ("${N}", "0.120.0", 30),
        ("${N}", "0.90.0", "?"),
        ("${N}", None, "?"),
        ("${env:GONE}", "0.120.0", "?"),
        ("${env:GONE:-10s}", "0.110.0", "10s"),
        ("${env:GONE:-10s}", "0.109.0", "?"),
        ("${env:GONE:-10s}", None, "?"),
        ("${env:GONE:-}", "0.120.0", "?"),
        ("${env:GONE:-}", "0.156.0", ""),
        ("${env:GONE:-a:-b}", "0.120.0", "a:-b"),
        ("${GONE:-10s}", "0.120.0", "?"),
        ("${env:X:-10s}", "0.120.0", "30s"),
        ("${env:E:-10s}", "0.120.0", "?"),
        ("${env:GONE:-${env:X}}", "0.120.0", "30s"),
        ("${env:GONE:-${env:ALSO_GONE:-5s}}", "0.120.0", "5s"),
        ("${env:${env:NAME}}", "0.120.0", "30s"),
        ("a-${env:X}-${env:N}", "0.120.0", "a-30s-30"),
        ("${env:N}${env:N}", "0.120.0", "3030"),
        ("a-${env:X}-${env:GONE}", "0.120.0", "?"),
        ("${env:D}", "0.120.0", "a$b"),
        ("${env:D}", "0.104.0", "?"),
        ("${env:D}", None, "?"),
        ("${env:SPACED}", "0.120.0", "a b"),
        ("${file:/x}", "0.120.0", "?"),
        ("${env:X", "0.120.0", "${env:X"),
        ("${env:X", None, "?"),
        ("$$", None, "$"),
        ("$${env:X}", "0.120.0", "${env:X}"),
        ("$$X", "0.90.0", "$X"),
        ("$X", "0.90.0", "30s"),
        ("$X", "0.104.0", "?"),
        ("$X", None, "?"),
        ("a$1 b$", "0.120.0", "a$1 b$"),
        ("a$1 b$", "0.103.0", "?"),
        ("a$b", "0.107.0", "a$b"),
        ("a$b", "0.106.0", "?"),
        ("a$$b", None, "a$b"),
        ("a$$b", "0.105.0", "?"),
    ],
)
def test_what_stands_for_a_reference(text: str, version: str | None, expected: object) -> None:
    found = fill(text, version)
    assert ("?" if found.unknown else typed(found)) == expected


LATER = "; say it with a comment `# deadpeer: otelcol=0.155.0` in the file, or under `versions` in the settings"


@pytest.mark.parametrize(
    ("text", "version", "reason"),
    [
        ("${env:GONE}", None, "`${env:GONE}` is known only where the Collector runs"),
        ("a-${env:X}-${env:GONE}", "0.120.0", "`${env:GONE}` is known only where the Collector runs"),
        ("${file:/x}", None, "`${file:/x}` is known only where the Collector runs"),
        (
            "${env:GONE:-10s}",
            None,
            "the default of `${env:GONE:-10s}` counts from 0.110.0 on, and the Collector's release is not known"
            + LATER,
        ),
        ("${env:GONE:-10s}", "0.109.0", "a default as in `${env:GONE:-10s}` is read from 0.110.0 on"),
        (
            "${GONE:-10s}",
            None,
            (
                "the Collector refuses `${GONE:-10s}` unless something fills it in before: what stands before a colon "
                "is a provider, so a default is written `${env:GONE:-10s}`"
            ),
        ),
        (
            "${ENV:X:-10s}",
            "0.120.0",
            (
                "the Collector refuses `${ENV:X:-10s}` unless something fills it in before: what stands before a "
                "colon is no provider"
            ),
        ),
        (
            "${X:1}",
            "0.120.0",
            (
                "the Collector refuses `${X:1}` unless something fills it in before: what stands before a colon is no "
                "provider"
            ),
        ),
        ("$X", None, "whether `$X` is a variable depends on the Collector's release, which is not known" + LATER),
        ("$X", "0.105.0", "the Collector refuses `$X`: braces are missing"),
        ("debug/{{ $name }}", "0.120.0", "`{{ $name }}` is filled in before this is used"),
        ("${{ X }}-$X", None, "`${{ X }}` is filled in before this is used"),
        ("<% $x %>${env:X}", "0.120.0", "`<% $x %>` is filled in before this is used"),
        ("${N}", None, "what `${N}` is depends on the Collector's release, which is not known" + LATER),
        ("${env:1X}", "0.120.0", "`${env:1X}` names no variable"),
        ("${env:$X}", "0.120.0", "the Collector refuses `${env:$X}`: there is a dollar sign in it"),
        ("${env:S}", "0.120.0", "its references lead to each other"),
        (
            "${env:Q}",
            "0.120.0",
            "the value of `${env:Q}` is more than a plain word to YAML, which is not followed",
        ),
        ("${env:T}", "0.120.0", "`{{ .T }}` is filled in before this is used"),
        ("${env:E}", "0.120.0", "`${env:E}` has no value, and what that makes of a setting depends on its type"),
    ],
)
def test_why_a_value_is_not_known(text: str, version: str | None, reason: str) -> None:
    assert fill(text, version, {**X, "S": "${env:S}", "Q": "'q'", "T": "{{ .T }}"}).unknown == reason


def test_a_distribution_with_variables_of_its_own() -> None:
    around = Surroundings(Version("semver", "0.120.0"), X, complete=True, vendor="splunk")
    (bare, braced) = (filled(Text(DocRef("a.yaml", "yaml"), 0, 2, text), around) for text in ("$X", "${X}"))
    assert isinstance(bare, Text)
    assert bare.unknown == "whether splunk replaces `$X` in its own way is not known"
    assert isinstance(braced, Text)
    assert braced.text == "30s"


def test_the_gate_brings_bare_names_back() -> None:
    assert fill("$X", "0.104.0", gates=("-confmap.unifyEnvVarExpansion",)).text == "30s"
    assert fill("$X", "0.103.0", gates=("confmap.unifyEnvVarExpansion",)).text == "$X"
    assert fill("$X", "0.107.0", gates=("-confmap.unifyEnvVarExpansion",)).text == "$X"


@given(
    st.lists(st.sampled_from(["$", "${", "}", "env:", ":-", "X", "GONE", "S", ":", " ", "{", "a"]), max_size=30),
    st.sampled_from([None, "0.75.0", "0.90.0", "0.103.0", "0.104.0", "0.105.0", "0.106.0", "0.107.0", "0.165.0"]),
)
def test_whatever_is_written_is_known_or_has_a_reason(parts: list[str], version: str | None) -> None:
    text = "".join(parts)
    found = fill(text, version, {**X, "S": "${env:S}${X}$"})
    assert (found.unknown is None) == ("$" not in text)
    assert found.text == text or not found.unknown


@pytest.mark.parametrize("version", [None, "0.90.0", "0.105.0", "0.120.0", "0.165.0"])
@pytest.mark.parametrize(
    "text",
    [
        "$" * 60_000,
        "${" * 30_000,
        "${env:" * 9000 + "}",
        "$${a}" * 12_000,
        "}" * 60_000 + "${env:X}",
        "${" + "a" * 70_000,
    ],
)
def test_reasons_stay_short(text: str, version: str | None) -> None:
    assert len(fill(text, version).unknown or "") < 400


def test_a_filled_value_says_so_and_is_not_edited() -> None:
    found = fill("${env:GONE:-10s}", "0.120.0")
    assert found.filled == "`10s` if GONE is unset"
    assert found.locked


def test_a_literal_dollar_is_no_reference() -> None:
    assert fill("a$$b", "0.120.0").filled == ""
    assert fill("a$$b", "0.120.0").locked == ""


EXPORTER = "otlp:\n  endpoint: gateway:4317\n  keepalive:\n    time: ${env:TIME:-20s}"


def compose(rest: str = "") -> str:
    return (
        f"services:\n  c:\n    image: {CONTRIB}:0.120.0\n    volumes: ['./a.yaml:/etc/otelcol-contrib/config.yaml']\n"
    ) + rest


@pytest.mark.parametrize(
    ("rest", "time"),
    [
        ("", "20s"),
        ("    environment: {TIME: 40s}\n", "40s"),
        ("    environment: [TIME=40s]\n", "40s"),
        ("    environment: [TIME]\n", "?"),
        ("    env_file: .env\n", "?"),
    ],
)
def test_the_container_says_what_is_set(rest: str, time: str) -> None:
    client = only(facts_of({"a.yaml": collector(EXPORTER), "compose.yaml": compose(rest)}), "grpc.client")
    assert shown(client, "time") == time


def test_a_value_that_is_filled_in_has_evidence_and_its_place() -> None:
    text = collector(EXPORTER)
    time = only(facts_of({"a.yaml": text, "compose.yaml": compose()}), "grpc.client").fields["time"]
    assert time.origin == "substituted"
    assert [step.text for step in time.evidence] == ["`20s` if TIME is unset"]
    assert time.slot is not None
    assert text[time.slot.place.start : time.slot.place.end] == "${env:TIME:-20s}"
    assert time.slot.locked


@pytest.mark.parametrize(
    ("endpoint", "port", "local", "reason"),
    [
        ("${env:POD}:4317", 4317, "?", "`${env:POD}` is known only where the Collector runs"),
        ("${env:LISTEN}", "?", "?", "`${env:LISTEN}` is known only where the Collector runs"),
        ("$POD_IP:4317", 4317, "?", "`$POD_IP:4317` names no host"),
        ("${env:HOST:-127.0.0.1}:4317", 4317, True, ""),
        ("127.0.0.1:4317", 4317, True, ""),
    ],
)
def test_where_a_server_listens(endpoint: str, port: object, local: object, reason: str) -> None:
    receiver = f"otlp:\n  protocols:\n    grpc:\n      endpoint: {endpoint}"
    facts = facts_of({"a.yaml": collector(receivers=receiver), "compose.yaml": compose()})
    server = only(facts, "grpc.server")
    assert (shown(server, "port"), shown(server, "local_only")) == (port, local)
    assert not reason or why(server, "local_only") == reason
    listeners = [shown(one, "local_only") for one in facts.of("otelcol.listener")]
    assert listeners == ([] if port == "?" else [local])


def test_a_value_that_grpc_raises_keeps_its_evidence() -> None:
    files = {"a.yaml": collector(EXPORTER), "compose.yaml": compose("    environment: {TIME: 5s}\n")}
    time = only(facts_of(files), "grpc.client").fields["time"]
    assert [step.text for step in time.evidence] == [
        "`${env:TIME:-20s}`: the container sets TIME",
        "grpc-go raises anything below 10s to 10s",
    ]


def test_a_variable_may_hold_settings() -> None:
    held = (
        "    environment:\n      KA: '{time: 5s, permit_without_stream: true}'\n      HOSTS: '[a:1, \"$${env:B}\"]'\n"
        "      B: b:2\n"
    )
    exporter = (
        "loadbalancing:\n  protocol:\n    otlp:\n      keepalive: ${env:KA}\n"
        "  resolver:\n    static:\n      hostnames: ${env:HOSTS}"
    )
    text = collector(exporter)
    facts = facts_of({"a.yaml": text, "compose.yaml": compose(held)})
    client = only(facts, "grpc.client")
    assert (shown(client, "configured_time"), shown(client, "permit_without_stream")) == ("5s", True)
    assert (
        client.fields["alone"].data
        == "nothing in the files checked is called `a`; nothing in the files checked is called `b`"
    )
    time = client.fields["configured_time"]
    assert time.place is not None
    assert text[time.place.start : time.place.end] == "${env:KA}"
    assert time.slot is not None
    assert time.slot.locked
    assert [step.text for step in time.evidence] == ["`${env:KA}`: the container sets KA"]


def test_a_variable_may_hold_what_makes_a_configuration_whole() -> None:
    held = "    environment: {PIPES: '{traces: {receivers: [otlp], exporters: [otlp]}}'}\n"
    text = collector(EXPORTER).partition("  pipelines:")[0] + "  pipelines: ${env:PIPES}\n"
    client = only(facts_of({"a.yaml": text, "compose.yaml": compose(held)}), "grpc.client")
    assert fields(client, "in_use", "time") == (True, "20s")


@pytest.mark.parametrize("version", [None, "0.90.0", "0.120.0"])
@pytest.mark.parametrize("value", ["{a: ${env:LOOP}}", "- ${env:LOOP}\n- ${env:LOOP}", "a:\n  b: ${env:LOOP}"])
def test_settings_of_a_variable_that_hold_themselves_end(value: str, version: str | None) -> None:
    around = Surroundings(Version("semver", version) if version else None, {"LOOP": value}, complete=True)
    found = filled(Text(DocRef("a.yaml", "yaml"), 0, 11, "${env:LOOP}"), around)
    assert len(str(found)) < 5000

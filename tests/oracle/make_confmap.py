"""Writes confmap.jsonl: what the Collector's own confmap makes of texts with dollar signs, and of several layers.

    python tests/oracle/make_confmap.py FOLDER    # builds one program a release in FOLDER

Needs ``go`` and its module proxy. Each program resolves settings with the providers and converters that the builder
puts into a Collector of that release (cmd/builder/internal/builder/templates/main.go.tmpl), and decodes ``a::v`` as
the Collector decodes text, durations and booleans. Lines with ``text`` are about one text in ``a::v``, those with
``listed`` about one in a list there, and those with ``layers`` about several sources. ``results`` has the releases that
agree and what they give: ``error`` where the Collector does not start, else the raw value, and for a text what the
types give, which are left out where decoding fails. A duration that is -7 and a boolean that is true were not touched.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TARGET = Path(__file__).with_name("confmap.jsonl")
_MODULE = "go.opentelemetry.io/collector/confmap"
# release of the Collector, of confmap, and how a program of its time is put together
RELEASES = (
    ("0.75.0", "v0.75.0", "old"),
    ("0.90.0", "v0.90.0", "old"),
    ("0.103.0", "v0.103.0", "factories"),
    ("0.104.0", "v0.104.0", "default scheme"),
    ("0.105.0", "v0.105.0", "default scheme"),
    ("0.106.1", "v0.106.1", "default scheme"),
    ("0.107.0", "v0.107.0", "no converter"),
    ("0.111.0", "v1.17.0", "no converter"),
    ("0.120.0", "v1.26.0", "no converter"),
    ("0.155.0", "v1.61.0", "no converter"),
    ("0.159.0", "v1.65.0", "no converter"),
    ("0.165.0", "v1.71.0", "no converter"),
)

ENV = dict(
    [
        *(("X", "30s"), ("N", "30"), ("E", ""), ("D", "a$b"), ("DD", "a$$b"), ("R", "${env:X}"), ("RB", "$X")),
        *(("M", "{a: 1}"), ("LI", "[a, b]"), ("NAME", "X"), ("SPACED", "a b"), ("PAD", " 30s "), ("Q", "'q'")),
        *(("DQ", '"30s"'), ("T", "true"), ("BR", "a}b"), ("HEX", "0x1F"), ("OCT", "010"), ("F", "1.5"), ("EXP", "1e3")),
        *(("NUL", "null"), ("TIL", "~"), ("COL", "a: b"), ("HASH", "a #b"), ("BAD", "{a"), ("NEG", "-5")),
        *(("US", "1_000"), ("MULTI", "a\nb"), ("DATE", "2001-01-01"), ("YES", "yes"), ("b", "BEE"), ("HOST", "h")),
        *(("PORT", "4317"), ("V6", "[::1]:4317"), ("OFF", "false"), ("S", "${env:S}")),
    ]
)

TEXTS = r"""
${env:X} ${X} $X ${env:N} ${N} $N ${env:E} ${E} ${env:GONE} ${GONE} $GONE ${env:T} ${T} ${env:OFF} ${OFF}
${env:GONE:-10s} ${env:GONE:-} ${env:GONE:-a:-b} ${GONE:-10s} ${X:-10s} ${env:X:-10s} ${env:E:-10s}
${env:GONE:-${env:X}} ${env:GONE:-${X}} ${env:GONE:-${env:ALSO_GONE:-5s}} ${env:GONE:-10} ${env:GONE:-"10s"}
${env:GONE:-a}b} ${env:GONE:-$$x} ${env:GONE:-$b} ${env:GONE:-true} ${env:GONE:-0.0.0.0}:4317 ${env:GONE:-}:4317
${env:GONE:-${GONE:-1s}} ${env:NAME:-${env:X}} ${env:GONE:-$${X}} ${env:X:=10s} ${env:X:+10s} ${env:X:?err}
${env:${env:NAME}} ${env:${NAME}} ${${NAME}} ${env:$NAME} ${env:$${NAME}} a-${env:X}-${env:N} ${env:N}${env:N}
${env:HOST}:${env:PORT} ${HOST}:${PORT} $HOST:$PORT a-${env:GONE}-b a-${env:E}-b a-${env:M}-b a-${env:LI}-b
${env:D} x${env:D} ${env:DD} ${env:R} ${env:RB} x${env:R} ${env:M} ${env:LI} ${env:SPACED} ${env:PAD} ${env:Q}
${env:DQ} x${env:DQ} ${env:BR} x${env:HEX} ${env:HEX} ${env:OCT} ${env:F} ${env:EXP} x${env:EXP} ${env:NUL}
x${env:NUL} ${env:TIL} x${env:TIL} ${env:COL} x${env:COL} ${env:HASH} x${env:HASH} ${env:BAD} x${env:BAD} ${env:NEG}
${env:US} x${env:US} ${env:MULTI} ${env:DATE} x${env:DATE} ${env:YES} ${env:V6} x${env:T} ${env:S} x${env:S}
$$ $$X $${X} $${env:X} $$$X $$${X} $$${env:X} $$$$ $$$$X $$$${X} $$$${env:X} $$$ $$$$$ a$$b a$$b$$c a$b a$ a$.b a$1
a$-b a$@b a$1X a$(X) $(env:X) ^a$ ^(.*)\.(.*)$$ k.$${1}.$${2} k.${1} pass$$word $${env:X}_${env:X} $${env:N}_${env:X}
${env:N}_$${env:X} ${env:X}_$${env:X} $${A}${env:X} $${env:ESCAPED}:${env:PORT} a$$b_${env:X} a$b_${env:X}
a$$_${env:X} a$$${env:X}$$ ${env:X ${env:X_$${env:N} ${X $${X ${X}} {${X}} }${env:X} {a}${env:X} ${env:X}}
${} ${env:} ${:X} ${env:X-1} ${env:1X} ${ENV:X} ${foo:X} ${env:X}${X} ${X}$X ${env:X}$X ${env:X}$$X ${b}$b $X$X $X_
$X-a $X.a $${b}$b $$b $b ${env:GONE}${env:X} {{.X}} ${{X}} $${{X}} http://${env:HOST}:${env:PORT}/v1 %${env:X}%
"""
SPACED = (
    "a$ b",
    "${ X }",
    "${env: X}",
    " ${env:X}",
    "${env:X} $${env:N} ${env:X}",
    "${env:GONE:-[a, b]}",
    "${env:GONE:-a b}",
)

_EXPORTER = '{"exporters": {"otlp": {"endpoint": "a:1", "tls": {"insecure": true}, "list": [1, 2]}}}'
LAYERS: Sequence[Sequence[str]] = (
    [_EXPORTER, '{"exporters": {"otlp": {"endpoint": "b:2", "list": [3]}}}'],
    [_EXPORTER, '{"exporters": {"otlp": {"tls": null}}}'],
    [_EXPORTER, '{"exporters": {"otlp": null}}'],
    [_EXPORTER, '{"exporters": {"otlp": {}}}'],
    [_EXPORTER, '{"exporters": null}', _EXPORTER],
    [_EXPORTER, '{"exporters": {"otlp": {"endpoint": "b:2", "tls": null, "more": 1}}}', _EXPORTER],
    ['{"exporters": {"otlp": null}}', _EXPORTER],
    [_EXPORTER, '{"exporters": {"otlp": {"tls": "off"}}}'],
    [_EXPORTER, '{"exporters": {"otlp": {"tls": "off"}}}', '{"exporters": {"otlp": {"tls": {"insecure": false}}}}'],
    [_EXPORTER, "exporters::otlp::endpoint: c:3"],
    [_EXPORTER, "exporters::otlp::tls: null"],
    [_EXPORTER, "exporters::otlp::list: [4, 5]"],
    [_EXPORTER, "exporters::otlp/2::endpoint: ${env:HOST}:1"],
    [_EXPORTER, "exporters::otlp: "],
    [_EXPORTER, "exporters::otlp::tls::insecure: ${env:GONE:-false}"],
    [_EXPORTER, '{"exporters": {"OTLP": {"endpoint": "d:4"}}}'],
    [_EXPORTER, '{"exporters": {"otlp": {"a.b": 1}}}'],
    ['{"exporters": {"otlp::tls": {"insecure": true}, "otlp": {"endpoint": "a:1"}}}'],
)

_GO = """package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/envprovider"
	"go.opentelemetry.io/collector/confmap/provider/yamlprovider"
	CONVERTER
)

type asText struct { V string `mapstructure:"v"` }
type asDuration struct { V time.Duration `mapstructure:"v"` }
type asBool struct { V bool `mapstructure:"v"` }
type input struct { Sources []string; Env map[string]string }

func try(do func()) { defer func() { _ = recover() }(); do() }

func one(in input) map[string]any {
	for name, value := range in.Env { os.Setenv(name, value) }
	out := map[string]any{}
	uris := in.Sources
	resolver, err := confmap.NewResolver(confmap.ResolverSettings{URIs: uris, SETTINGS})
	if err != nil { return map[string]any{"error": err.Error()} }
	conf, err := resolver.Resolve(context.Background())
	if err != nil { return map[string]any{"error": err.Error()} }
	out["raw"] = conf.ToStringMap()
	sub, err := conf.Sub("a")
	if err != nil { return out }
	try(func() { s := asText{}; if sub.Unmarshal(&s) == nil { out["text"] = s.V } })
	try(func() { d := asDuration{-7}; if sub.Unmarshal(&d) == nil { out["duration"] = int64(d.V) } })
	try(func() { b := asBool{true}; if sub.Unmarshal(&b) == nil { out["bool"] = b.V } })
	return out
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	for lines.Scan() {
		var in input
		if err := json.Unmarshal(lines.Bytes(), &in); err != nil { panic(err) }
		line, err := json.Marshal(one(in))
		if err != nil { panic(err) }
		fmt.Println(string(line))
	}
}
"""
_FACTORIES = "ProviderFactories: []confmap.ProviderFactory{envprovider.NewFactory(), yamlprovider.NewFactory()}"
_CONVERTERS = ", ConverterFactories: []confmap.ConverterFactory{expandconverter.NewFactory()}"
_SETTINGS = {
    "old": 'Providers: map[string]confmap.Provider{"env": envprovider.New(), "yaml": yamlprovider.New()}, '
    "Converters: []confmap.Converter{expandconverter.New()}",
    "factories": _FACTORIES + _CONVERTERS,
    "default scheme": _FACTORIES + _CONVERTERS + ', DefaultScheme: "env"',
    "no converter": _FACTORIES + ', DefaultScheme: "env"',
}


def build(folder: Path, module: str, form: str) -> Path:
    """The program for one release of confmap."""
    folder.mkdir(parents=True, exist_ok=True)
    converter = "" if form == "no converter" else f'"{_MODULE}/converter/expandconverter"'
    (folder / "main.go").write_text(_GO.replace("CONVERTER", converter).replace("SETTINGS", _SETTINGS[form]))
    parts = ["", "/provider/envprovider", "/provider/yamlprovider", "/converter/expandconverter" if converter else ""]
    own = [""] if form == "old" else [part for index, part in enumerate(parts) if part or index == 0]
    (folder / "go.mod").write_text(
        "module oracle\n\ngo 1.21\n\nrequire (\n" + "".join(f"\t{_MODULE}{part} {module}\n" for part in own) + ")\n"
    )
    for command in (["mod", "tidy"], ["build", "-o", "oracle", "."]):
        subprocess.run(["go", *command], cwd=folder, check=True)
    got = subprocess.run(["go", "list", "-m", _MODULE], cwd=folder, check=True, capture_output=True, text=True).stdout
    assert got.split()[1] == module, f"{got} instead of {module}"
    return folder / "oracle"


def ask(program: Path, inputs: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    asked = ({"sources": [f"yaml:{one}" for one in sources], "env": ENV} for sources in inputs)
    lines = "".join(f"{json.dumps(one)}\n" for one in asked)
    done = subprocess.run([program], input=lines, env={}, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def shown(about: str, answer: dict[str, Any]) -> dict[str, Any]:
    """What is kept of an answer."""
    if "error" in answer:
        return {"error": True}
    if about == "layers":
        return {"raw": answer["raw"]}
    value = answer["raw"]["a"]["v"]
    if about == "listed":
        return {"raw": value[0]}
    types: list[str] = ["text", "duration", "bool"]
    return {"raw": value} | {key: answer[key] for key in types if key in answer}


def main(folder: Path) -> None:
    texts = [*TEXTS.split(), *SPACED]
    cases: list[tuple[str, Any, Sequence[str]]] = [
        *(("text", text, [json.dumps({"a": {"v": text}})]) for text in texts),
        *(("listed", text, [json.dumps({"a": {"v": [text]}})]) for text in texts if "$$" in text),
        *(("layers", layers, layers) for layers in LAYERS),
    ]
    results: list[list[list[Any]]] = [[] for _ in cases]
    for release, module, form in RELEASES:
        program = build(folder / release, module, form)
        for case, found, answer in zip(cases, results, ask(program, [sources for *_, sources in cases]), strict=True):
            kept = shown(case[0], answer)
            if found and found[-1][1] == kept:
                found[-1][0].append(release)
            else:
                found.append([[release], kept])
    with TARGET.open("w", encoding="utf-8", newline="\n") as file:
        for (about, value, _), found in zip(cases, results, strict=True):
            file.write(json.dumps({about: value, "results": found}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

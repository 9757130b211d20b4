from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linter.syntax.document import DocRef, Document
from linter.syntax.node import Mapping, Scalar, Sequence
from linter.syntax.template import LOCKED, masked
from linter.syntax.yaml.parse import parse
from linter.text.source import Source
from linter.text.view import View


def read(text: str) -> object:
    """The masked text as plain data; ``None`` where it can't be read."""
    view = masked(View.of(Source("a.yaml", text)))
    if view is None:
        return None
    assert len(view.text) == len(text)
    found = list(parse(view, DocRef("a.yaml", "yaml")))
    assert all(isinstance(each, Document) for each in found), (view.text, found)
    plain = [data(each.root) for each in found if isinstance(each, Document)]
    return plain[0] if len(plain) == 1 else plain


def data(node: object) -> object:
    if isinstance(node, Scalar):
        return "?" if node.text.startswith("$(x") else node.text
    if isinstance(node, Sequence):
        return [data(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {data(key): data(value) for key, value in node.entries}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: {{ .Values.a }}\n", {"a": "?"}),
        ("a: http://{{ .Values.a }}:1\nb: c\n", {"a": "http://$(xxxxxxxxxxxx):1", "b": "c"}),
        ('a: "{{ .Values.a | default "}}" }}"\n', {"a": "?"}),
        ("a: [x, {{ .b }}]\n", {"a": ["x", "?"]}),
        ("{{ .key }}: b\n", {"?": "b"}),
        ("{{- /* no {{ word */ -}}\na: b\n", {"a": "b"}),
        ("{{- $x := .y }}\na: b\n", {"a": "b"}),
        ("a: {{ if .x }}b{{ else }}c{{ end }}\n", {"a": "?"}),
        ("a:\n  {{- if .x }}\n  b: c\n  {{- end }}\n  d: e\n", {"a": {"?": "", "d": "e"}}),
        ("a:\n  d: e\n  {{- if .x }}\n  b: c\n  {{- else }}\n  f: g\n  {{- end }}\n", {"a": {"d": "e", "?": ""}}),
        ("a:\n{{- if .x }}\n  b: c\n{{- end }}\nd: e\n", {"a": "?", "d": "e"}),
        ("a:\n  b:\n    c: d\n  {{- toYaml .x | nindent 2 }}\ne: f\n", {"a": {"b": {"c": "d"}, "?": ""}, "e": "f"}),
        ("a:\n  {{- toYaml .x | nindent 2 }}\nd: e\n", {"a": "?", "d": "e"}),
        ("a:\n  {{- toYaml .x | nindent 2 }}\n  b: c\n", {"a": {"?": "", "b": "c"}}),
        ("a:\n  - b\n  {{- with .x }}\n  - {{ . }}\n  {{- end }}\n", {"a": ["b", "?"]}),
        ("a:\n  - b: c\n    {{- toYaml .x | nindent 4 }}\n", {"a": [{"b": "c", "?": ""}]}),
        ("a:\n  {{- if .x }}\n  {{- toYaml .x | nindent 2 }}\n  {{- end }}\n  {{- if .y }}\n  b: c\n  {{- end }}\n",
         {"a": {"?": ""}}),
        ("{{- if .x }}\na: b\n{{- end }}\n", {"a": "b"}),
        ("# head\n{{- if .x }}\na: b\n{{- end }}\n---\n{{ with .y }}\nc: d\n{{ end }}\n", [{"a": "b"}, {"c": "d"}]),
        ("{{- if .x }}\na: b\n{{- else }}\na: c\n{{- end }}\nd: e\n", {"?": "", "d": "e"}),
        ("a: |\n  {{- $long := printf .x }}\n  b: c\n", {"a": "#                        \nb: c\n"}),
        ("a:\r\n  {{- if .x }}\r\n  b: c\r\n  {{- end }}\r\n  d: e\r\n", {"a": {"?": "", "d": "e"}}),
    ],
)  # fmt: skip
def test_actions_are_set_aside(text: str, expected: object) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n",
        "a: {{ .x\n",
        "{{ end }}\na: b\n",
        "a: b\n{{ if .x }}\n",
        'a:\n  {{ template "x" . }}\n',
        "a:\n{{ toYaml .x | indent 0 }}\nb: c\n",
        "{% if x %}\na: {{ b }}\n{% endif %}\n",
        "a:\n  b:\n    c: d\n    {{- if .x }}\n    e: f\n  g: h\n    {{- end }}\n",
    ],
)
def test_what_can_not_be_placed_is_not_read(text: str) -> None:
    assert read(text) is None


def test_offsets_stay_and_nothing_is_edited() -> None:
    text = "a: {{ .x }}\nb: 5s\n"
    view = masked(View.of(Source("a.yaml", text)))

    assert view is not None
    assert view.outer(15, 17) == (15, 17)
    assert view.edit(15, 17, "9s") == LOCKED


LINES = (
    "a: b",
    "  c: {{ .d }}",
    "{{- if .x }}",
    "{{- end }}",
    "  - {{ . }}",
    "{{ toYaml .y | nindent 2 }}",
    "e: |",
    "",
)


@given(st.lists(st.sampled_from(LINES), max_size=8))
def test_any_text_keeps_its_length_and_its_lines(lines: list[str]) -> None:
    text = "\n".join(lines)
    view = masked(View.of(Source("a.yaml", text)))

    if view is not None:
        assert [len(line) for line in view.text.split("\n")] == [len(line) for line in text.split("\n")]
        assert "{{" not in view.text

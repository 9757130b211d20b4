"""Nothing that is no markup gets through as such."""

from __future__ import annotations

import pytest

from linter.report.html.markup import Markup, join, link, paragraphs, prose, tag


def test_children_and_attributes_are_escaped_unless_they_are_markup() -> None:
    assert tag("p", "a < b & 'c'") == "<p>a &lt; b &amp; &#x27;c&#x27;</p>"
    assert tag("p", tag("b", "x")) == "<p><b>x</b></p>"
    assert tag("p", title='"><script>') == '<p title="&quot;&gt;&lt;script&gt;"></p>'


def test_names_of_attributes_and_those_that_are_not_there() -> None:
    made = tag("input", class_="a", data_policy="b", checked=True, hidden=False, value=None)
    assert made == '<input class="a" data-policy="b" checked>'


def test_what_can_not_be_seen_is_made_visible() -> None:
    assert tag("p", "a\x1b[31m\u202eb\ud800") == "<p>a\\x1b[31m\\u202eb\\ud800</p>"


def test_joining_and_formatting_escape_again_what_is_plain() -> None:
    assert join(["<", Markup("<i>")], "&") == "&lt;&<i>"
    assert isinstance(join([]), Markup)
    assert tag("p", f"{tag('b', 'x')}") == "<p>&lt;b&gt;x&lt;/b&gt;</p>"  # a formatted text is plain again


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("a `b<` c", "a <code>b&lt;</code> c"),
        ("a ` b", "a ` b"),
        ("a `` b", "a `` b"),
        ("one\ntwo\n", "one<br>two"),
    ],
)
def test_prose_has_code_in_backticks(text: str, made: str) -> None:
    assert prose(text) == made


def test_paragraphs_are_divided_by_empty_lines() -> None:
    assert paragraphs("a\nb\n\n c \n\n") == "<p>a b</p><p>c</p>"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", 'https://a/"onclick=', "//a.example"])
def test_only_links_to_the_web_are_links(url: str) -> None:
    assert "<a" not in link(url)
    assert link("https://a.example/?b&c") == (
        '<a href="https://a.example/?b&amp;c" rel="noreferrer">https://a.example/?b&amp;c</a>'
    )

"""Comments may stand anywhere, and say nothing."""

import re

import pytest

from linter.syntax import formats
from linter.syntax.document import DocRef, Document
from linter.text.source import Source
from linter.text.view import View

JAVA = """
import a.b.Reference;
@Reference(async = true, methods = {@Method(name = "x" + "y", retries = 1 + 2)})
class Uses extends Base<List<Long>> implements One<A, B>, Two {
    static final int LIMIT = (5);
    @Note("z") Stock stock = new Stock(1, "a");
    Future<String> get(@Deprecated Long id) {
        Context.get().setAttachment("k", (String) value);
        var config = new Config<Stock>();
        config.setType(Stock.class);
        run(() -> { return 5; });
        return ((Heir) stock).get(null);
    }
}
"""
KOTLIN = """
import a.b.Reference as Ref
@Ref(async = true, methods = [Method(name = "x" + "y", retries = 1)])
class Uses(val first: Long) : Base<List<Long>>(first), One<A>, Two {
    val limit: Int? = (5)
    val negative = -1
    fun get(id: Long): Future<String>? {
        Context.get().setAttachment("k", value as String)
        val config = Config<Stock>().apply { retries = 2 }
        config.type = Stock::class.java
        with(config) { setTimeout(5) }
        return (stock).get(null)
    }
}
"""
AFTER = re.compile(r"(?<=[(,={\[<@])(?=[\s\w\"(@])|(?<=: )")
"""Where people write them; elsewhere the grammar for Kotlin takes some for the end of a statement."""


def said(text: str, syntax: str) -> object:
    view = View.of(Source("A", text))
    documents = [one for one in formats.parse(view, DocRef("A", syntax)) if isinstance(one, Document)]
    return placeless(documents[0].root)


def placeless(found: object) -> object:
    """Without offsets, which comments move."""
    if isinstance(found, dict):
        return {key: placeless(value) for key, value in found.items()}
    if isinstance(found, tuple):
        return tuple(placeless(one) for one in found)
    return None if isinstance(found, int) and not isinstance(found, bool) else found


@pytest.mark.parametrize(("syntax", "text"), [("java", JAVA), ("kotlin", KOTLIN)])
def test_comments_change_nothing(syntax: str, text: str) -> None:
    expected = said(text, syntax)
    places = [found.start() for found in AFTER.finditer(text)]
    assert [text[at - 9 : at + 9] for at in places if said(f"{text[:at]}/* c */{text[at:]}", syntax) != expected] == []

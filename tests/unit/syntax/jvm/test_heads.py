"""The heads of a source: what the grammar says of its types, for less."""

import pytest

from linter.syntax import formats
from linter.syntax.document import DocRef, Document
from linter.syntax.jvm.unit import Unit
from linter.text.source import Source
from linter.text.view import View

PLAIN = """package com.example.stock;

import java.util.List;
import com.example.base.*;

/** interface Ghost extends Nobody { */
public interface Stock<T extends Comparable<T>> extends Base<List<T>>, com.example.Other, Wild {
    String BRACES = "} interface Text extends Nobody {";
    char BRACE = '{';
    void run();
    interface Inner extends Stock<String> { class Deep extends Inner2 implements Inner {} }
    enum Kind implements Marked { A { void x() {} }, B }
}
"""
LATER = """sealed interface Shape extends @NonNull Base permits Square {}
record Square(int side, @A("x") String y) implements java.io.Serializable { }
class Uses { Object interface_ = Stock.class; String text = \"\"\"
  } interface Text extends Nobody {
  \"\"\"; }
interface Last extends Uses.Inner {}
"""
WIDE = "// éß𝒳\ninterface Wide /* 𝒳 { */ extends\n    Base // , Other\n    , Third { }\n"


def unit(text: str, syntax: str) -> Unit:
    view = View.of(Source("A.java", text))
    documents = [one for one in formats.parse(view, DocRef("A.java", syntax)) if isinstance(one, Document)]
    root = documents[0].root
    assert isinstance(root, Unit)
    return root


@pytest.mark.parametrize("text", [PLAIN, LATER, WIDE, "", "interface", "}}} interface A {"])
def test_heads_are_those_of_the_grammar(text: str) -> None:
    whole, heads = unit(text, "java"), unit(text, "heads")
    assert heads.package == whole.package
    assert heads.imports == whole.imports

    def shown(found: Unit) -> list[object]:
        types = [one for one in found.types if one.supers]
        return [(one.name, one.kind, one.start, one.end, [s[:3] for s in one.supers]) for one in types]

    assert shown(heads) == shown(whole)


@pytest.mark.parametrize(
    "piece", ["interface a ", '"', '"\\"', "/* ", "//", '"""', "class a extends ", "'", "import a."]
)
def test_what_does_not_end_is_read_once(piece: str) -> None:
    """Reading each beginning again to the end would take minutes here."""
    text = piece * 100_000
    assert unit(text, "heads").package == ""

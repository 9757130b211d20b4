"""Attributes and elements that are added, taken out and renamed; lxml judges what comes out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import etree

from linter.fix.second.differs import differs
from linter.syntax.change import TreeChange, TreeVerb
from linter.syntax.document import DocRef, Document, Route
from linter.syntax.node import Mapping, Scalar
from linter.syntax.xml.element import Attribute, Element, find, walk
from linter.syntax.xml.parse import parse as parse_xml
from linter.syntax.xml.write import write
from linter.syntax.yaml.inside import inside
from linter.syntax.yaml.parse import parse
from linter.text.edit import Edit, apply
from linter.text.source import Source
from linter.text.view import View
from tests.unit.syntax.xml.texts import PLAIN, documents, tree

BEANS = """\
<?xml version="1.0"?>
<beans xmlns="urn:b" xmlns:dubbo="urn:d">
    <!-- first -->
    <dubbo:reference id="a"
                     interface='x.A' check="false"/> <!-- a -->
    <dubbo:service ref="b">
    </dubbo:service>

    <bean/>
    <dubbo:reference id="c"><dubbo:method name="m"/></dubbo:reference>
</beans>
"""
ROOT = "beans[0]"

CASES: list[tuple[str, list[tuple[TreeVerb, str, str]], str, str]] = [
    (
        "an attribute, apart as the last one is",
        [("set", "reference[0]/@timeout", '5"<')],
        'check="false"/>',
        'check="false" timeout="5&quot;&lt;"/>',
    ),
    (
        "two attributes",
        [("set", "reference[0]/@timeout", "5"), ("set", "reference[0]/@retries", "0")],
        'check="false"/>',
        'check="false" timeout="5" retries="0"/>',
    ),
    ("the first attribute", [("set", "bean[0]/@id", "x")], "<bean/>", '<bean id="x"/>'),
    ("inserted", [("insert", "bean[0]/@id", "x")], "<bean/>", '<bean id="x"/>'),
    (
        "a child of an empty element",
        [("set", "bean[0]/property[0]", "a & b")],
        "    <bean/>",
        "    <bean>\n        <property>a &amp; b</property>\n    </bean>",
    ),
    (
        "a chain with attributes",
        [("set", "bean[0]/a[0]/b[0]/@x", "1"), ("set", "bean[0]/a[0]/b[0]/@y", "2"), ("set", "bean[0]/a[0]/c[0]", "3")],
        "    <bean/>",
        '    <bean>\n        <a>\n            <b x="1" y="2"/>\n            <c>3</c>\n        </a>\n    </bean>',
    ),
    (
        "a child of an element of blanks",
        [("set", "service[0]/method[0]/@name", "m")],
        '<dubbo:service ref="b">\n    </dubbo:service>',
        '<dubbo:service ref="b">\n        <dubbo:method name="m"/>\n    </dubbo:service>',
    ),
    (
        "a child beside one on the same line",
        [("set", "reference[1]/method[1]/@name", "n")],
        '<dubbo:method name="m"/></dubbo:reference>',
        '<dubbo:method name="m"/><dubbo:method name="n"/></dubbo:reference>',
    ),
    (
        "a child of the root, behind all others",
        [("set", "bean[1]/@id", "x")],
        "</dubbo:reference>\n</beans>",
        '</dubbo:reference>\n    <bean id="x"/>\n</beans>',
    ),
    (
        "an attribute taken out",
        [("remove", "reference[0]/@interface", "")],
        "\n                     interface='x.A'",
        "",
    ),
    (
        "one taken out and one added",
        [("remove", "reference[0]/@check", ""), ("set", "reference[0]/@async", "true")],
        ' check="false"/>',
        ' async="true"/>',
    ),
    ("an attribute renamed", [("rename", "reference[0]/@check", "lazy")], 'check="false"', 'lazy="false"'),
    (
        "an element renamed",
        [("rename", "service[0]", "reference")],
        "dubbo:service",
        "dubbo:reference",
    ),
    ("an element taken out with its line", [("remove", "bean[0]", "")], "\n\n    <bean/>", ""),
    (
        "an element taken out before a comment, which stays on its line",
        [("remove", "reference[0]", "")],
        '<dubbo:reference id="a"\n                     interface=\'x.A\' check="false"/> <!-- a -->',
        "<!-- a -->",
    ),
    (
        "an element taken out of a line",
        [("remove", "reference[1]/method[0]", "")],
        '<dubbo:method name="m"/>',
        "",
    ),
]


def asked(changes: list[tuple[TreeVerb, str, str]]) -> list[TreeChange]:
    return [TreeChange(verb, (ROOT, *route.split("/")), to) for verb, route, to in changes]


@pytest.mark.parametrize("eol", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(("name", "changes", "old", "new"), CASES, ids=[case[0] for case in CASES])
def test_change(name: str, changes: list[tuple[TreeVerb, str, str]], old: str, new: str, eol: str) -> None:
    text = BEANS.replace("\n", eol)
    edits = write(tree(text), asked(changes))
    assert isinstance(edits, tuple), edits
    wanted = BEANS.replace(old, new) if name.startswith("an element renamed") else BEANS.replace(old, new, 1)
    assert wanted != BEANS
    after = apply(text, edits)
    assert after == wanted.replace("\n", eol)
    ref = DocRef("a.xml", "xml")
    assert differs("a.xml", "xml", text, after, {ref: asked(changes)}) == ""
    assert differs("a.xml", "xml", text, text, {ref: asked(changes)}) != ""


@pytest.mark.parametrize(("name", "changes", "old", "new"), CASES, ids=[case[0] for case in CASES])
def test_change_inside_a_configmap(name: str, changes: list[tuple[TreeVerb, str, str]], old: str, new: str) -> None:
    def around(text: str) -> str:
        lines = "".join("    " + line if line.strip() else line for line in text.splitlines(keepends=True))
        return f"data:\n  beans.xml: |\n{lines}tail: 1\n"

    text = around(BEANS)
    host = next(parse(View.of(Source("a.yaml", text)), DocRef("a.yaml", "yaml")))
    assert isinstance(host, Document)
    assert isinstance(host.root, Mapping)
    data = host.root.get("data")
    assert isinstance(data, Mapping)
    scalar = data.get("beans.xml")
    assert isinstance(scalar, Scalar)
    view = inside(host, scalar)
    assert isinstance(view, View)
    document = parse_xml(view, DocRef("a.yaml", "xml", 0, host.ref, ("data", "beans.xml")))
    assert isinstance(document, Document)
    edits = write(document, asked(changes))
    assert isinstance(edits, tuple), edits
    wanted = BEANS.replace(old, new) if name.startswith("an element renamed") else BEANS.replace(old, new, 1)
    assert apply(text, edits) == around(wanted)


def test_parts_of_a_pom_are_indented_with_tabs_where_it_is() -> None:
    text = "<project>\n\t<dependencies>\n\t\t<dependency>\n\t\t</dependency>\n\t</dependencies>\n</project>"
    route = ("project[0]", "dependencies[0]", "dependency[0]", "version[0]")
    edits = write(tree(text), [TreeChange("set", route, "1")])
    assert isinstance(edits, tuple)
    assert apply(text, edits) == text.replace("<dependency>\n", "<dependency>\n\t\t\t<version>1</version>\n")


def meant(text: str) -> Any:
    """The text as lxml reads it, without white space beside elements."""

    def said(element: Any) -> Any:
        if not isinstance(element.tag, str):
            return ("aside", element.text)
        content = (element.text or "").strip()
        return (element.tag, dict(element.attrib), content, [(said(one), (one.tail or "").strip()) for one in element])

    return said(etree.fromstring(text.encode()))


def changed(text: str, verb: TreeVerb, route: Route, to: str) -> Any:
    """The tree that lxml has after the same change."""
    root: Any = etree.fromstring(text.encode())
    element, rest = root, list(map(str, route[1:]))
    while rest and not rest[0].startswith("@"):
        name, _, index = rest[0].partition("[")
        same = [one for one in element if isinstance(one.tag, str) and etree.QName(one).localname == name]
        if int(index[:-1]) == len(same):
            space = etree.QName(element).namespace
            same.append(etree.SubElement(element, f"{{{space}}}{name}" if space else name))
        element = same[int(index[:-1])]
        rest = rest[1:]
    if rest:
        prefix, _, local = rest[0][1:].rpartition(":")
        key = f"{{{element.nsmap[prefix]}}}{local}" if prefix else local
        if verb == "remove":
            del element.attrib[key]
        elif verb == "rename":
            element.set(f"{{{element.nsmap[prefix]}}}{to}" if prefix else to, element.attrib.pop(key))
        else:
            element.set(key, to)
    elif verb == "remove":
        parent = element.getparent()
        assert parent is not None
        assume(not (element.tail or "").strip())
        parent.remove(element)
    elif verb == "rename":
        space = etree.QName(element).namespace
        element.tag = f"{{{space}}}{to}" if space else to
    else:
        holder = next((one for one in element if (one.tail or "").strip()), None)
        if holder is None:
            element.text = to
        else:
            holder.tail = to
    return meant(etree.tostring(root, encoding="unicode"))


def inverse(text: str, edits: tuple[Edit, ...]) -> list[Edit]:
    moved, back = 0, []
    for edit in sorted(edits):
        start = edit.start + moved
        back.append(Edit(edit.path, start, start + len(edit.new), text[edit.start : edit.end]))
        moved += len(edit.new) - (edit.end - edit.start)
    return back


def test_a_text_beside_a_comment_is_set_and_proven() -> None:
    for text, wanted in (
        ("<p> 1 <!-- c --></p>", "<p> 2 <!-- c --></p>"),
        ("<p><!-- c -->1</p>", "<p><!-- c -->2</p>"),
    ):
        change = TreeChange("set", ("p[0]",), "2")
        edits = write(tree(text), [change])
        assert isinstance(edits, tuple)
        assert apply(text, edits) == wanted
        assert differs("a.xml", "xml", text, wanted, {DocRef("a.xml", "xml"): [change]}) == ""


@given(documents(), st.data())
def test_any_change_means_what_lxml_makes_of_it(text: str, data: st.DataObject) -> None:
    document = tree(text)
    route, element = data.draw(st.sampled_from(list(walk(document.root))))
    attributes = [f"@{one.qualified}" for one in element.attributes if "xmlns" not in one.qualified]
    verb: TreeVerb = data.draw(st.sampled_from(["set", "insert", "remove", "rename"]))
    to = data.draw(PLAIN) if verb in ("set", "insert") else data.draw(st.sampled_from(["n", "item.x", "名"]))
    count = sum(1 for child in element.children if child.name == "fresh")
    steps = data.draw(st.sampled_from([(), ("@new",), (f"fresh[{count}]",), (f"fresh[{count}]", "in[0]", "@x")]))
    if verb in ("remove", "rename") or not steps:
        steps = data.draw(st.sampled_from([(), *((one,) for one in attributes)]))
    target = (*route, *steps)
    edits = write(document, [TreeChange(verb, target, to)])
    if isinstance(edits, str):
        return
    after = apply(text, edits)
    assert apply(after, inverse(text, edits)) == text
    assert meant(after) == changed(text, verb, target, to)
    made = find(tree(after).root, target)
    assert isinstance(made, Element | Attribute) or verb in ("remove", "rename")
    ref = DocRef("a.xml", "xml")
    assert differs("a.xml", "xml", text, after, {ref: [TreeChange(verb, target, to)]}) == ""

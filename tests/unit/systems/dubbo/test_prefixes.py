"""Prefixes that nothing binds, and XML in wide characters."""

from __future__ import annotations

import pytest

from tests.harness import run_files
from tests.unit.systems.dubbo.support import REFERENCE, facts_of, only, readings, spring

XML = "src/main/resources/consumer.xml"


def _problems(text: str) -> list[str]:
    """The tokens at which the file is refused."""
    return [text[one.place.start : one.place.end] for reading in readings({XML: text}) for one in reading.problems]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (f"<beans>{REFERENCE}{REFERENCE}</beans>", ["dubbo:reference"]),
        (f"<beans><x:a y:b='1'/>{REFERENCE}</beans>", ["x:a", "y:b", "dubbo:reference"]),
        (spring(f"<context:scan/>{REFERENCE}"), ["context:scan"]),
        (spring(REFERENCE), []),
        # nobody can tell whose prefix it is
        ("<beans><!-- <dubbo:reference/> --><x:a/></beans>", []),
    ],
)
def test_spring_refuses_what_nothing_binds(text: str, tokens: list[str]) -> None:
    assert _problems(text) == tokens


def test_a_piece_of_a_file_is_passed_over() -> None:
    assert [reading.skip is not None for reading in readings({XML: f"{REFERENCE}{REFERENCE}"})] == [True]


def test_a_prefix_is_a_finding_at_its_place() -> None:
    text = f"<beans>\n  {REFERENCE}\n</beans>\n"
    found = run_files({XML: text}).result.findings
    assert [(one.policy, text[one.place.start : one.place.end]) for one in found] == [
        ("deadpeer/syntax", "dubbo:reference")
    ]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_xml_in_wide_characters_is_read(encoding: str) -> None:
    from linter.run.reading import Reader
    from tests.unit.systems.dubbo.support import SYSTEMS

    text = f'<?xml version="1.0" encoding="UTF-16"?>{spring(REFERENCE)}'
    reading = Reader(SYSTEMS).read(XML, text.encode(encoding))
    assert reading is not None
    assert [fragment.kind for fragment in reading.fragments] == ["spring"]
    place = reading.fragments[0].place
    assert text[place.start : place.end] == "beans"


def test_bound_prefixes_state_facts() -> None:
    assert only(facts_of({XML: spring(REFERENCE)}), "dubbo.reference").name == "dubbo:reference Stock"

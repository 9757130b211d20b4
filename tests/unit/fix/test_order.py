from __future__ import annotations

from linter.facts.value import Slot
from linter.finding import Change, Fix
from linter.fix.order import rollout, stages
from linter.syntax.document import DocRef, Place


def fix(*paths: str) -> Fix:
    changes = tuple(Change("set", Slot(Place(DocRef(path, "yaml"), 0, 0), ("a",), 0), "1") for path in paths)
    return Fix("", "safe", changes)


def test_a_server_comes_before_its_client_whatever_their_names() -> None:
    assert rollout([fix("z", "a")], ["a", "z"]) == ("z", "a")


def test_several_fixes_agree_on_one_order() -> None:
    assert rollout([fix("b", "c"), fix("d", "b"), fix("c", "a", "c")], ["a", "b", "c", "d"]) == ("d", "b", "c", "a")


def test_of_two_fixes_that_contradict_each_other_the_first_decides() -> None:
    assert rollout([fix("z", "a"), fix("a", "z")], ["a", "z"]) == ("z", "a")
    assert rollout([fix("c", "b"), fix("b", "a"), fix("a", "c")], ["a", "b", "c"]) == ("c", "b", "a")


def test_in_one_file_the_documents_have_an_order() -> None:
    def within(*docs: DocRef) -> Fix:
        return Fix("", "safe", tuple(Change("set", Slot(Place(doc, 0, 0), ("a",), 0), "1") for doc in docs))

    first, second, other = DocRef("a", "yaml"), DocRef("a", "yaml", 1), DocRef("b", "yaml")
    held = [DocRef("a", "yaml", 0, first, ("items", index, "data", "x.yaml")) for index in (1, 0)]
    outer = DocRef("a", "yaml", 0, second, ("data", "x.yaml"))
    assert stages(within(second, first, second)) == ("document 2 of a", "document 1 of a")
    assert stages(within(outer, held[0])) == ("document 2 of a", "document 1 of a")
    assert stages(within(*held)) == ("items.1.data.x.yaml of a", "items.0.data.x.yaml of a")
    assert stages(within(other, first, held[0])) == ("b", "a")
    assert stages(within(first, first)) == ("a",)


def test_files_that_did_not_change_and_files_no_fix_names() -> None:
    assert rollout([fix("z", "m", "a")], ["a", "q", "z"]) == ("z", "a", "q")

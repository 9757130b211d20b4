from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from linter.text.edit import Claims, Edit, overlaps

EDITS = st.builds(
    lambda path, start, size, new: Edit(path, start, start + size, new),
    st.sampled_from("ab"),
    st.integers(0, 12),
    st.integers(0, 4),
    st.sampled_from(("", "x")),
)


@given(st.lists(EDITS, max_size=14))
def test_claims_know_what_comparing_with_each_would_say(edits: list[Edit]) -> None:
    claims = Claims()
    taken: list[Edit] = []
    for edit in edits:
        assert claims.overlap(edit) == any(overlaps(edit, other) for other in taken)
        if not claims.overlap(edit):
            claims.add(edit)
            taken.append(edit)

from __future__ import annotations

from pathlib import Path

from docs.generate import stale, write_docs
from linter.policy.docs import explain, index, pages, render
from tests.unit.policy.test_compiled import RANGES, WHOLE
from tests.unit.policy.toy import POLICY, policy

PAGE = """\
# Pings too often

`toy/often`

| | |
|---|---|
| Severity | warning |
| Profile | default, pedantic |
| Status | preview |
| Fix | safe |
| Since | 0.1 |

It hurts.

## When it is fine

Never.

## How it is decided

- looked at: `toy.client`
- where: `it.permit`
- required: `it.time >= duration('10s')`

Profile, the first that holds:

- default: `it.permit`
- pedantic: otherwise

## Fix

- Set it (safe)

## Parameters

- `most` (duration, 10s, 5s from profile recommended on): how long
- `none` (int, unset)

## Examples

### Reported: one

`config.yaml`

```yaml
a: 1
```

## References

- <https://example.org>
"""


def test_a_page_says_all_that_the_file_says() -> None:
    assert render(policy(WHOLE)) == PAGE


def test_an_advisory_shows_its_versions() -> None:
    page = render(policy(RANGES))
    assert "| Affected | up to 0.96.0, not 0.95.1; 0.139.0 |" in page
    assert "| Package | example.org/part (Go) |" in page
    assert "- <https://example.org/1>" in page
    fix = 'fix: {title: "Run {upgrade}", safety: unsafe, edits: [{set: it.version, to: upgrade}]}\n'
    assert "- Run the computed release (unsafe)" in render(policy(RANGES + fix))


def test_explain_is_plain_text_without_examples() -> None:
    text = explain(policy(WHOLE))
    assert text.startswith("toy/often: Pings too often\n\nSeverity: warning\n")
    assert "When it is fine: Never." in text
    assert "Fix: Set it (safe)" in text
    assert "a: 1" not in text


def test_the_index_lists_every_policy_with_a_link_by_folder() -> None:
    text = index([policy(POLICY, "toy/b"), policy(POLICY, "toy/a"), policy(POLICY, "other/c")])
    assert text.index("## other") < text.index("## toy")
    assert text.index("| [a](toy/a.md) | Pings too often | warning | default |") < text.index("| [b](toy/b.md)")


def test_writing_makes_the_folder_equal_and_checking_only_tells(tmp_path: Path) -> None:
    wanted = pages([policy(POLICY, "toy/a")])
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "gone.md").write_text("old", "utf-8")
    expected = ["README.md", "toy/a.md", "toy/gone.md"]
    assert stale(tmp_path, wanted) == expected
    assert write_docs(tmp_path, wanted) == expected
    assert stale(tmp_path, wanted) == []
    assert sorted(path.name for path in (tmp_path / "toy").iterdir()) == ["a.md"]

from __future__ import annotations

from pathlib import Path

import pytest

from docs.generate import stale, transcribed, write_docs
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
    named = fix.replace("Run {upgrade}", "Use Part {upgrade}")
    assert "- Use the computed release of Part (unsafe)" in render(policy(RANGES + named))


def test_explain_is_plain_text_with_examples() -> None:
    text = explain(policy(WHOLE))
    assert text.startswith("toy/often: Pings too often\n\nSeverity: warning\n")
    assert "When it is fine: Never." in text
    assert "Fix: Set it (safe)" in text
    assert "\n\nReported: one\n  config.yaml\n    | a: 1\n\nReferences:\n" in text


def test_explain_shows_what_an_example_runs_and_what_its_fix_makes() -> None:
    example = "{name: two, severity: error, image: x:1, bad: 'a: «1»', fixed: {config.yaml: 'a: 2'}, settings: 'x: y'}"
    text = explain(policy(WHOLE.replace("[{name: one,", f"[{example}, {{name: one,")))
    assert "Reported: two (error)\n  Runs x:1.\n  with the settings\n    | x: y\n  config.yaml\n    | a: 1\n" in text
    assert "  becomes config.yaml\n    | a: 2\n\nReported: one\n" in text


def test_explain_shows_the_affected_versions() -> None:
    assert "\nAffected: up to 0.96.0, not 0.95.1; 0.139.0\n" in explain(policy(RANGES))


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


def test_a_transcript_of_nothing_is_a_fault() -> None:
    page = "<!-- run: deadpeer versions no/such/folder -->\nas it was\n<!-- end -->"
    with pytest.raises(SystemExit, match=r"deadpeer versions no/such/folder prints nothing: .*no such file"):
        transcribed(page)

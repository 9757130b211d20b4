"""Upgrades written where a build decides them: nothing but the literal changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from linter.fix.prove import prove
from linter.options import Options
from linter.run import Request, check

USES = 'dependencies {\n    implementation "org.apache.dubbo:dubbo:${v}" // the client\n}\n'


@pytest.mark.parametrize(
    "files",
    [
        {"build.gradle": "dependencies { implementation 'org.apache.dubbo:dubbo:2.7.12' }\r\n"},
        {"build.gradle.kts": '/* 中文 */\ndependencies { implementation("org.apache.dubbo:dubbo:2.7.12") }\n'},
        {"build.gradle": "ext.v = '2.7.12'\n" + USES},
        {"build.gradle": USES, "gradle.properties": "# versions\nv = 2.7.12\n"},
        {
            "build.gradle": "dependencies { implementation libs.dubbo }\n",
            "gradle/libs.versions.toml": '[versions]\ndubbo = "2.7.12" # old\n[libraries]\n'
            'dubbo = { module = "org.apache.dubbo:dubbo", version.ref = "dubbo" }\n',
        },
    ],
)
def test_an_upgrade_changes_the_literal_only(files: dict[str, str], tmp_path: Path) -> None:
    files = {**files, "src/main/resources/application.properties": "dubbo.consumer.async=true\n"}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    run = check(Request(str(tmp_path)), Options())

    proof = prove(run.result, "unsafe", run.open_source, run.relint)

    (changed,) = proof.after.values()
    before = files[changed.path]
    assert changed.text != before
    assert changed.text.count("2.7.15") == 1
    assert changed.text.replace("2.7.15", "2.7.12") == before
    assert not proof.result.findings


def test_a_version_of_two_pieces_is_left_alone(tmp_path: Path) -> None:
    script = "ext.v = '12'\ndependencies { implementation \"org.apache.dubbo:dubbo:2.7.$v\" }\n"
    (tmp_path / "build.gradle").write_text(script, "utf-8")
    (tmp_path / "application.properties").write_text("dubbo.consumer.async=true\n", "utf-8")
    run = check(Request(str(tmp_path)), Options())

    proof = prove(run.result, "unsafe", run.open_source, run.relint)

    assert run.result.findings
    assert not proof.after
    assert any("put together" in patch.refusal for patch in proof.refused)

"""A third system is one folder of code and one of policies, and no edited file of ours."""

from __future__ import annotations

from pathlib import Path

from linter.fix.prove import prove
from linter.options import Options
from linter.run import Request, Run
from linter.system import load_all
from tests.toy_system import SYSTEM

POLICIES = Path(__file__).parent / "toy_system" / "policies"


def run(folder: Path) -> Run:
    return Run(Request(str(folder)), Options(), (*load_all(), SYSTEM), (str(POLICIES),))


def test_it_is_found_judged_across_files_and_mended(tmp_path: Path) -> None:
    (tmp_path / "desk.lamp.yaml").write_text("# by the window\nsocket: desk\nwatts:  60  # warm\n")
    (tmp_path / "sockets.lamp.yaml").write_text("sockets: {desk: 40}\n")
    found = run(tmp_path)
    (finding,) = found.result.findings
    assert finding.policy == "toy/too-bright"
    assert finding.message == "60 W on a socket for 40 W"
    assert [related.place.path for related in finding.related] == ["sockets.lamp.yaml"]
    assert (found.result.checked or {})["lamps"] == 1
    proof = prove(found.result, "safe", found.open_source, found.relint)
    assert proof.after["desk.lamp.yaml"].text == "# by the window\nsocket: desk\nwatts:  40  # warm\n"


def test_its_unknowns_stay_silent_and_are_counted(tmp_path: Path) -> None:
    (tmp_path / "desk.lamp.yaml").write_text("socket: desk\nwatts: 60\n")
    result = run(tmp_path).result
    assert result.findings == ()
    assert [item.policies for item in result.unjudged] == [("toy/too-bright",)]

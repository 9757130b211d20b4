"""SBOMs that are too large to be parsed: the same packages, each at its place, and no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linter.run.files import LIMIT
from linter.run.pool import _Texts
from linter.run.reading import Reader
from linter.system import load_all
from linter.systems.inventory.large import Broken, modules
from linter.systems.inventory.texts import references

DUBBO = "pkg:maven/org.apache.dubbo/dubbo@2.7.12?type=jar"
OTHER = "pkg:maven/a/b@1"
SUBJECT = {"component": {"group": "example", "name": "app", "version": "1", "purl": "pkg:maven/example/app@1"}}
JSON = {
    "bomFormat": "CycloneDX",
    "metadata": SUBJECT,
    "components": [
        {"bom-ref": DUBBO, "purl": DUBBO, "components": [{"purl": OTHER, "scope": "excluded"}]},
        {"name": "none"},
    ],
    "dependencies": [{"ref": DUBBO, "dependsOn": [OTHER]}],
}
SPDX = {"packages": [{"externalRefs": [{"referenceLocator": DUBBO}]}, {"externalRefs": [{"referenceLocator": OTHER}]}]}
XML = f"""<bom xmlns="http://cyclonedx.org/schema/bom/1.5"><components>
<!-- <purl>pkg:maven/no/no@1</purl> -->
<component><purl>{DUBBO}</purl></component>
<component><scope>excluded</scope><purl>{OTHER}</purl></component>
<component><purl>{DUBBO}</purl></component></components></bom>
"""


@pytest.mark.parametrize("xml", [False, True])
def test_the_packages_with_their_scopes_and_places(xml: bool) -> None:
    text = XML if xml else json.dumps(JSON, indent=1)
    (module,) = modules(text, xml)
    assert [(one.artifact, one.version, one.scope) for one in module.items] == [
        ("dubbo", "2.7.12", "compile"),
        ("b", "1", "test"),
    ]
    assert [text[one.start : one.end] for one in module.items] == [DUBBO, OTHER]
    assert xml or module[:3] == ("example", "app", "1")


def test_spdx() -> None:
    (module,) = modules(json.dumps(SPDX), xml=False)
    assert [one.artifact for one in module.items] == ["dubbo", "b"]


@pytest.mark.parametrize("text", ['{"components": [', "[" * 100_000])
def test_what_is_no_json_says_so(text: str) -> None:
    with pytest.raises(Broken):
        list(modules(text, xml=False))


def test_lists_of_package_urls() -> None:
    text = f'{DUBBO}\n  "{OTHER}",\r\nsee {DUBBO} for more\n'
    assert [text[one.start : one.end] for one in references(text)] == [DUBBO, OTHER]


@pytest.mark.parametrize(
    ("name", "start", "kind"),
    [("bom.json", "{", "SBOM"), ("bom.json", '{"x" ', "broken"), ("compose.json", "{", "skip")],
)
def test_files_beyond_the_limit(name: str, start: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(start + json.dumps(JSON)[1:] + " " * LIMIT)
    (found,) = _Texts(Reader(load_all()), str(tmp_path)).read(str(path))
    assert [one.kind for one in found.fragments] == (["SBOM"] if kind == "SBOM" else [])
    assert [one.kind for one in found.problems] == (["syntax"] if kind == "broken" else [])
    assert (found.skip is not None) == (kind == "skip")

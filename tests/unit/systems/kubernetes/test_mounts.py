from __future__ import annotations

from collections.abc import Sequence

import pytest

from linter.facts.value import Unknown
from linter.syntax.document import DocRef
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import facts_of, one, row, rows

CONFIG = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: conf}
data:
  relay: 'a: b'
  other.yaml: 'c: d'
"""
HIDDEN = "apiVersion: v1\nkind: Secret\nmetadata: {name: hidden}\nstringData: {relay: 'a: b'}\n"
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: x}
spec:
  volumes: [{name: v, VOLUME}]
  containers:
  - {name: otel, image: i, volumeMounts: [{name: v, MOUNT}]}
"""


def mounts(volume: str, mount: str, **files: str) -> Sequence[tuple[object, ...]]:
    pod = POD.replace("VOLUME", volume).replace("MOUNT", mount)
    return rows(facts_of({"pod.yaml": pod, "conf.yaml": CONFIG, **files}, SYSTEM), "deploy.mount", "source", "target")


RELAY, OTHER = "conf.yaml#0/data/relay", "conf.yaml#0/data/other.yaml"


@pytest.mark.parametrize(
    ("volume", "mount", "expected"),
    [
        ("configMap: {name: conf}", "mountPath: /conf", [(RELAY, "/conf/relay"), (OTHER, "/conf/other.yaml")]),
        ("configMap: {name: conf}", "mountPath: /conf/", [(RELAY, "/conf/relay"), (OTHER, "/conf/other.yaml")]),
        ("configMap: {name: conf}", "mountPath: /", [(RELAY, "/relay"), (OTHER, "/other.yaml")]),
        (
            "configMap: {name: conf, items: [{key: relay, path: relay.yaml}]}",
            "mountPath: /conf",
            [(RELAY, "/conf/relay.yaml")],
        ),
        (
            "configMap: {name: conf, items: [{key: relay, path: sub/relay.yaml}, {key: gone, path: x}]}",
            "mountPath: /conf",
            [(RELAY, "/conf/sub/relay.yaml")],
        ),
        ("configMap: {name: conf}", "mountPath: /etc/a.yaml, subPath: relay", [(RELAY, "/etc/a.yaml")]),
        (
            "configMap: {name: conf, items: [{key: relay, path: sub/relay.yaml}]}",
            "mountPath: /etc, subPath: ./sub/",
            [(RELAY, "/etc/relay.yaml")],
        ),
        ("configMap: {name: conf}", "mountPath: /etc/a.yaml, subPath: gone", []),
        ("configMap: {name: conf}", "mountPath: ", []),
        ("configMap: {name: gone, optional: true}", "mountPath: /conf", []),
        ("emptyDir: {}", "mountPath: /conf", []),
        ("hostPath: {path: /conf.yaml}", "mountPath: /conf", []),
        (
            "projected: {sources: [{configMap: {name: conf, items: [{key: relay, path: r}]}}, {downwardAPI: {}}]}",
            "mountPath: /conf",
            [(RELAY, "/conf/r")],
        ),
    ],
)
def test_a_volume_makes_a_mount_for_each_key(volume: str, mount: str, expected: list[tuple[str, str]]) -> None:
    assert mounts(volume, mount) == expected


@pytest.mark.parametrize("volume", ["secret: {secretName: hidden}", "projected: {sources: [{secret: {name: hidden}}]}"])
def test_a_secret_is_mounted_alike(volume: str) -> None:
    found = mounts(volume, "mountPath: /conf", **{"secret.yaml": HIDDEN})

    assert found == [("secret.yaml#0/stringData/relay", "/conf/relay")]


def test_the_source_is_the_id_of_the_document_in_the_text() -> None:
    text = (
        "apiVersion: v1\nkind: List\nitems:\n- "
        + CONFIG.replace("\n", "\n  ")
        + "\n- "
        + POD.replace("VOLUME", "configMap: {name: conf, items: [{key: relay, path: r}]}")
        .replace("MOUNT", "mountPath: /conf")
        .replace("\n", "\n  ")
    )

    mount = one(facts_of({"k/a.yaml": "---\nx: y\n---\n" + text}, SYSTEM).of("deploy.mount"))

    host = DocRef("k/a.yaml", "yaml", 1)
    assert row(mount, "source") == (DocRef("k/a.yaml", "yaml", 0, host, ("items", 0, "data", "relay")).id,)


def test_a_mount_says_why() -> None:
    pod = POD.replace("VOLUME", "configMap: {name: conf}").replace("MOUNT", "mountPath: /c, subPath: relay")

    facts = facts_of({"a.yaml": CONFIG + "---\n" + pod}, SYSTEM)

    mount = one(facts.of("deploy.mount"))
    assert [evidence.text for evidence in mount.fields["source"].evidence] == [
        "mounted into container otel of Pod x",
        "key relay of ConfigMap conf",
    ]
    assert row(mount, "container", "workload") == ("otel", one(facts.of("deploy.workload")).ref)


def test_config_maps_that_differ_and_are_equally_near_leave_it_unknown() -> None:
    twin = CONFIG.replace("c: d", "c: e")

    found = mounts("configMap: {name: conf}", "mountPath: /conf", **{"twin.yaml": twin})

    assert found == [(Unknown("several objects are called ConfigMap conf and differ: conf.yaml, twin.yaml"), "/conf/")]


def test_equal_copies_are_as_good_as_one() -> None:
    found = mounts("configMap: {name: conf}", "mountPath: /r, subPath: relay", **{"twin.yaml": "\n" + CONFIG})

    assert found == [(RELAY, "/r")]


def test_the_nearest_config_map_is_meant() -> None:
    pod = POD.replace("VOLUME", "configMap: {name: conf}").replace("MOUNT", "mountPath: /r, subPath: relay")
    files = {f"{folder}/{name}.yaml": text for folder in "ab" for name, text in (("pod", pod), ("conf", CONFIG))}
    files["b/conf.yaml"] = CONFIG.replace("c: d", "c: e")

    assert rows(facts_of(files, SYSTEM), "deploy.mount", "source") == [
        ("a/conf.yaml#0/data/relay",),
        ("b/conf.yaml#0/data/relay",),
    ]


def test_paths_filled_in_later_are_unknown() -> None:
    assert mounts("configMap: {name: conf}", "mountPath: /r, subPathExpr: $(NAME)") == [
        (Unknown("`subPathExpr` is filled in when the pod starts"), "/r")
    ]
    ((_, target),) = mounts("configMap: {name: conf}", 'mountPath: "{{ .Values.path }}", subPath: relay')
    assert isinstance(target, Unknown)

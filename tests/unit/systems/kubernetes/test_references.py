from __future__ import annotations

from linter.facts.value import Unknown
from linter.systems.kubernetes import SYSTEM
from tests.unit.systems.support import facts_of, one, row, rows


def config(namespace: str = "", text: str = "a: b") -> str:
    meta = f"name: conf, namespace: {namespace}" if namespace else "name: conf"
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{{meta}}}\ndata: {{relay: '{text}'}}\n"


def pod(namespace: str = "") -> str:
    meta = f"name: x, namespace: {namespace}" if namespace else "name: x"
    return f"""\
apiVersion: v1
kind: Pod
metadata: {{{meta}}}
spec:
  volumes: [{{name: v, configMap: {{name: conf}}}}]
  containers: [{{name: c, image: i, volumeMounts: [{{name: v, mountPath: /c}}]}}]
"""


def sources(files: dict[str, str]) -> list[object]:
    return [source for (source,) in rows(facts_of(files, SYSTEM), "deploy.mount", "source")]


def test_another_namespace_is_another_object() -> None:
    assert sources({"pod.yaml": pod("one"), "conf.yaml": config("two")}) == []
    assert sources({"pod.yaml": pod("one"), "conf.yaml": config("one")}) == ["conf.yaml#0/data/relay"]


def test_objects_without_a_namespace_share_one_anywhere() -> None:
    assert sources({"a/pod.yaml": pod(), "b/conf.yaml": config()}) == ["b/conf.yaml#0/data/relay"]


def test_a_namespace_on_one_side_only_needs_a_single_match_beside_it() -> None:
    for one_side, other in (("", "two"), ("one", "")):
        assert sources({"k/pod.yaml": pod(one_side), "k/conf.yaml": config(other)}) == ["k/conf.yaml#0/data/relay"]
        assert sources({"k/pod.yaml": pod(one_side), "l/conf.yaml": config(other)}) == []


def test_the_evidence_tells_of_the_missing_namespace() -> None:
    facts = facts_of({"k/pod.yaml": pod(), "k/conf.yaml": config("two")}, SYSTEM)

    evidence = one(facts.of("deploy.mount")).fields["source"].evidence
    assert "no namespace is written on one side; ConfigMap conf is the only one beside it" in [
        step.text for step in evidence
    ]


def test_several_namespaces_beside_it_are_not_guessed_at() -> None:
    found = sources({"k/pod.yaml": pod(), "k/one.yaml": config("one"), "k/two.yaml": config("two")})

    assert found == [Unknown("the namespace of Pod x and of these can't be compared: k/one.yaml, k/two.yaml")]


def test_the_same_file_settles_it() -> None:
    files = {"k/a.yaml": pod() + "---\n" + config("one"), "k/two.yaml": config("two")}

    assert sources(files) == ["k/a.yaml#1/data/relay"]


SERVICE = """\
apiVersion: v1
kind: Service
metadata: {name: gw}
spec:
  clusterIP: None
  selector: {app: gw, tier: front}
"""


def workload(name: str, labels: str, image: str = "i", meta: str = "") -> str:
    return f"""\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: {name}{meta}}}
spec: {{template: {{metadata: {{labels: {{{labels}}}}}, spec: {{containers: [{{name: c, image: {image}}}]}}}}}}
"""


def behind(files: dict[str, str]) -> list[object]:
    """Ids of the workloads to which the name ``gw`` leads."""
    found = []
    for host, data in rows(facts_of(files, SYSTEM), "net.endpoint", "host", "workload"):
        if host == "gw":
            found.append(getattr(data, "id", data))
    return found


def test_all_labels_of_the_selector_must_match() -> None:
    files = {
        "service.yaml": SERVICE,
        "a.yaml": workload("a", "app: gw"),
        "b.yaml": workload("b", "app: gw, tier: front, x: y"),
        "c.yaml": workload("c", "app: gw, tier: back"),
    }

    assert behind(files) == ["b.yaml"]
    files["b.yaml"] = workload("b", "app: other, tier: front")
    assert behind(files) == [None]


def test_every_matching_workload_gets_its_endpoint() -> None:
    files = {
        "service.yaml": SERVICE,
        "a.yaml": workload("a", "app: gw, tier: front"),
        "b.yaml": workload("b", "app: gw, tier: front"),
        "far/c.yaml": workload("c", "app: gw, tier: front"),
    }

    assert behind(files) == ["a.yaml", "b.yaml"]


def test_a_service_without_its_workload_leads_nowhere_we_know() -> None:
    assert behind({"service.yaml": SERVICE}) == [None]
    named = workload("a", "app: gw, tier: front", meta=", namespace: one")
    assert behind({"k/service.yaml": SERVICE, "l/a.yaml": named}) == [None]


def test_one_workload_stated_twice_and_differently_is_unknown() -> None:
    files = {
        "service.yaml": SERVICE,
        "a.yaml": workload("a", "app: gw, tier: front", "i:1"),
        "b.yaml": workload("a", "app: gw, tier: front", "i:2"),
    }

    assert behind(files) == [Unknown("several objects are called Deployment a and differ: a.yaml, b.yaml")]
    files["b.yaml"] = "\n\n" + files["a.yaml"]
    assert behind(files) == ["a.yaml"]


def test_base_and_overlays_keep_to_themselves() -> None:
    files = {}
    for folder in ("base", "overlays/one", "overlays/two"):
        files[f"{folder}/service.yaml"] = SERVICE
        files[f"{folder}/a.yaml"] = workload("a", "app: gw, tier: front", f"i:{len(folder)}")

    assert behind(files) == ["base/a.yaml", "overlays/one/a.yaml", "overlays/two/a.yaml"]


def test_ids_are_unique_however_often_a_name_occurs() -> None:
    text = workload("a", "app: gw") + "---\n" + workload("a", "app: gw")

    facts = facts_of({"a.yaml": text, "b/a.yaml": text}, SYSTEM)

    assert [entity.ref.id for entity in facts.of("deploy.workload")] == ["a.yaml", "a.yaml#1", "b/a.yaml", "b/a.yaml#1"]
    assert len(facts.of("deploy.image")) == 4


def test_a_template_in_a_selector_is_unknown() -> None:
    text = SERVICE.replace("app: gw,", "app: {{ .Values.app }},")

    (found,) = behind({"service.yaml": text, "a.yaml": workload("a", "app: gw, tier: front")})

    assert found == Unknown("the selector of Service gw is filled in by a template")


def test_equal_templates_are_equal_names() -> None:
    text = SERVICE.replace("app: gw,", 'app: "{{ .Release.Name }}",')
    files = {"service.yaml": text, "a.yaml": workload("a", 'app: "{{ .Release.Name }}", tier: front')}

    facts = facts_of(files, SYSTEM)

    assert row(facts.of("net.endpoint")[0], "workload") == (facts.of("deploy.workload")[0].ref,)

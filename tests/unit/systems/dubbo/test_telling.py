"""Rules in words: whom they hit, on which releases, and how they end."""

from __future__ import annotations

import pytest

from linter.facts.told import Told
from linter.offers import Telling
from linter.systems.dubbo import SYSTEM
from linter.systems.dubbo.telling.told import told
from tests.unit.systems.dubbo.support import MAIN, REFERENCE, SERVICE, facts_of, pom, spring

URL = "override://10.0.0.5:20880/com.example.Stock?category=configurators&dynamic=false&disabled=true"
ANY = ".".join("0" * 4)
HEAD = "configVersion: {version}\nscope: service\nkey: com.example.Stock\nenabled: true\n"


def _told(text: str, **files: str) -> Told:
    (one,) = told(facts_of({"rule.yaml": text, **files}))
    return one


def _rule(body: str, version: str = "v3.0") -> str:
    return HEAD.format(version=version) + body


def _effects(one: Told) -> list[tuple[str, str]]:
    return [(span.since, span.effect) for span in one.spans]


def _words(said: tuple[object, ...]) -> str:
    return "\n".join(getattr(each, "text") for each in said)  # noqa: B009  of several types


def test_it_is_found_without_being_named() -> None:
    assert isinstance(SYSTEM, Telling)


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            _rule("configs:\n- side: provider\n  parameters: {weight: 5}\n"),
            [("", "ignored"), ("2.7.0", "ignored"), ("3.2.0-beta.1", "works")],
        ),
        (
            _rule("configs:\n- side: provider\n  addresses: ['0.0.0.0:20880']\n  parameters: {weight: 5}\n"),
            [("", "ignored"), ("2.7.0", "works")],
        ),
        (
            _rule("configs:\n- side: consumer\n  addresses: ['10.0.0.9:0']\n  parameters: {weight: 5}\n"),
            [("", "ignored"), ("2.7.0", "works")],
        ),
        (
            _rule("configs:\n- side: consumer\n  match: {app: {oneof: [{exact: a}]}}\n  parameters: {timeout: 5}\n"),
            [("", "ignored"), ("2.7.0", "differs"), ("3.2.0-beta.1", "works")],
        ),
        (
            _rule("configs:\n- side: consumer\n  match: {app: {}}\n  parameters: {timeout: 5}\n", "v2.7"),
            [("", "ignored"), ("2.7.0", "differs"), ("3.2.0-beta.1", "differs")],
        ),
        (_rule("configs:\n- parameters: {timeout: 5}\n"), [("", "ignored"), ("2.7.0", "ignored")]),
        (_rule("configs:\n- side: consumer\n"), [("", "ignored"), ("2.7.0", "ignored")]),
        (
            _rule("configs:\n- side: consumer\n  parameters: {timeout: 5}\n", "3.0"),
            [("", "ignored"), ("2.7.0", "works"), ("3.0.0", "ignored")],
        ),
        (
            _rule("configs:\n- side: ${SIDE}\n  parameters: {timeout: 5}\n"),
            [("", "ignored"), ("2.7.0", "unknown")],
        ),
        (_rule("conditions: ['a=b => c=d']\n"), [("", "ignored"), ("2.7.0", "works")]),
        (
            _rule("conditions: ['a=b => c=d']\n", "v3.1"),
            [("", "ignored"), ("2.7.0", "works"), ("3.3.0-beta.5", "ignored")],
        ),
        (
            _rule("conditions: ['a=b => c=d']\n", "v4.0"),
            [("", "ignored"), ("2.7.0", "works"), ("3.3.0-beta.5", "ignored")],
        ),
        (
            _rule("conditions: ['a=b => c=d']\n", "3.0"),
            [("", "ignored"), ("2.7.0", "works"), ("3.2.0-beta.6", "ignored")],
        ),
        (
            _rule("conditions: [{from: {match: a=b}, to: [{match: c=d}]}]\n", "v3.1"),
            [("", "ignored"), ("2.7.0", "ignored"), ("3.3.0-beta.5", "works")],
        ),
        (
            _rule("force: true\nconditions: [{from: {match: a=b}, to: [{match: c=d}]}]\n", "v3.0"),
            [("", "ignored"), ("2.7.0", "differs")],
        ),
        (_rule("force: true\ntags: [{name: a, addresses: ['10.0.0.5:1']}]\n"), [("", "ignored"), ("2.7.0", "works")]),
        (
            _rule("tags: [{name: a, match: [{key: env, value: {exact: a}}]}]\n"),
            [("", "ignored"), ("2.7.0", "ignored"), ("3.2.0-beta.6", "works")],
        ),
        (
            _rule("tags: [{name: a}, {name: b, addresses: [c]}]\n"),
            [("", "ignored"), ("2.7.0", "works"), ("3.2.0-beta.6", "ignored")],
        ),
        (_rule("conditions: ['a=b => c=d']\n").replace("enabled: true", "enabled: false"), None),
        (f"urls: ['{URL}']\n", [("", "works"), ("3.0.0", "works")]),
        (f"urls: ['{URL}&enabled=false']\n", [("", "ignored")]),
        (f"urls: ['{URL.replace('configurators', 'configurator')}']\n", [("", "ignored")]),
    ],
)
def test_on_which_releases_it_works(text: str, effects: list[tuple[str, str]] | None) -> None:
    one = _told(text)
    if effects is None:
        assert {span.effect for span in one.spans} == {"ignored"}
    else:
        assert _effects(one) == effects
    # no gap, no overlap
    assert [span.before for span in one.spans[:-1]] == [span.since for span in one.spans[1:]]
    assert (one.spans[0].since, one.spans[-1].before) == ("", "")


@pytest.mark.parametrize(
    ("version", "effect"), [("2.6.12", "ignored"), ("3.1.11", "ignored"), ("3.2.0", "works"), ("3.3.1", "works")]
)
def test_the_release_of_what_it_governs_decides_here(version: str, effect: str) -> None:
    artifact = "com.alibaba:dubbo" if version.startswith("2.6") else "org.apache.dubbo:dubbo"
    files = {f"{MAIN}/c.xml": spring(REFERENCE), "pom.xml": pom(version, artifact)}
    one = _told(_rule("configs:\n- side: provider\n  parameters: {weight: 5}\n"), **files)
    assert (one.here.version, one.here.effect) == (version, effect)
    assert one.here.evidence


def test_an_unknown_release_is_not_guessed() -> None:
    one = _told(_rule("configs:\n- side: provider\n  parameters: {weight: 5}\n"))
    assert (one.here.version, one.here.effect) == (None, "unknown")
    assert "not known" in one.here.why


def test_whom_an_entry_hits_and_what_it_does() -> None:
    body = (
        "configs:\n- side: consumer\n  addresses: ['10.0.0.9']\n  providerAddresses: ['10.0.0.5:20880']\n"
        "  applications: [shop-web]\n  match: {param: [{key: zone, value: {exact: a}}]}\n"
        "  parameters: {disabled: true, timeout: 3000, weight: 0, enabled: false}\n"
    )
    one = _told(_rule(body), **{f"{MAIN}/c.xml": spring(REFERENCE)})
    hits, does = _words(one.hits), _words(one.does)
    assert "consumers of the service `com.example.Stock`" in hits
    assert "only consumers at `10.0.0.9`" in hits
    assert "the providers `10.0.0.5:20880`" in hits
    assert "only in the applications `shop-web`" in hits
    assert "only where `match` holds: param zone exact `a`" in hits
    assert "takes the providers out of use" in does
    assert "sets `timeout=3000`" in does
    assert "gives them no new calls" in does
    assert "nothing by `enabled=false`" in does
    assert "is called here" in _words(one.known)
    assert "no file checked calls its application `shop-web`" in _words(one.known)
    assert "until somebody deletes it" in _words(one.ends)


@pytest.mark.parametrize(
    ("url", "hits"),
    [
        (URL, "the provider at `10.0.0.5:20880` of the service `com.example.Stock`"),
        (URL.replace(":20880", ""), "consumers of the service `com.example.Stock` at `10.0.0.5`"),
        (URL.replace("10.0.0.5:20880", ANY), "all providers and consumers of the service `com.example.Stock`"),
        (URL.replace("com.example.Stock", "*"), "of all services"),
        (f"{URL}&group=a&version=1.0", "only the group `a` of it"),
        (f"{URL}&application=shop", "only in the application `shop`"),
    ],
)
def test_whom_an_override_hits(url: str, hits: str) -> None:
    assert hits in _words(_told(f"urls: ['{url}']\n").hits)


@pytest.mark.parametrize(
    ("url", "ends"),
    [
        (URL, "until somebody takes it away (`dynamic=false`)"),
        (URL.replace("&dynamic=false", ""), "goes with the session that registered it (`dynamic=true`, by default)"),
        (URL.replace("dynamic=false", "dynamic=true"), "(`dynamic=true`)"),
        (URL.replace("dynamic=false", "dynamic=${D}"), "not known"),
    ],
)
def test_how_an_override_ends(url: str, ends: str) -> None:
    assert ends in _words(_told(f"urls: ['{url}']\n").ends)


def test_conditions_and_tags() -> None:
    condition = _told(_rule("force: true\nconditions: ['method=find* => host=a']\n"))
    assert "only where `method=find*`" in _words(condition.hits)
    assert "leaves the providers with `host=a` only" in _words(condition.does)
    assert "calls fail (`force: true`" in _words(condition.does)
    assert "leaves no provider" in _words(_told(_rule("conditions: ['=> false']\n")).does)
    several = _told(_rule("conditions: [{from: {match: a=b}, to: [{match: c=d, weight: 80}, {match: e=f}]}]\n", "v3.1"))
    assert "match c=d with weight 80" in _words(several.does)
    assert "match e=f with weight 100" in _words(several.does)
    assert "no destination" in _words(_told(_rule("conditions: [{from: {match: a=b}}]\n", "v3.1")).does)
    tags = _told("key: shop\nforce: false\ntags: [{name: gray, addresses: ['10.0.0.5:20880']}]\n")
    assert "providers of the application `shop`" in _words(tags.hits)
    assert "the tag `gray`: providers at `10.0.0.5:20880`" in _words(tags.hits)
    assert "go to providers without any tag" in _words(tags.does)


def test_a_rule_without_entries_is_told_as_well() -> None:
    assert "no entries" in _words(_told(_rule("configs: []\n")).does)


def test_who_calls_an_application_gives_the_release_of_a_tag_rule() -> None:
    files = {
        "web/pom.xml": pom("3.1.11"),
        f"web/{MAIN}/c.xml": spring(REFERENCE),
        "shop/pom.xml": pom("3.2.16"),
        f"shop/{MAIN}/p.xml": spring('<dubbo:application name="shop"/>', SERVICE),
    }
    one = _told("configVersion: v3.0\nkey: shop\ntags: [{name: a, match: [{key: env, value: {exact: a}}]}]\n", **files)
    assert (one.here.version, one.here.effect) == ("3.1.11", "ignored")
    assert "the application `shop` is here" in _words(one.known)


@pytest.mark.parametrize(
    "text",
    [
        "configVersion: v3.0\nkey: {a: b}\nscope: 3\nconfigs:\n- 1\n- side: [x]\n  addresses: x\n  match: 3\n",
        "configVersion: v3.1\nkey: a.B\nconditions:\n- {from: x, to: y}\n- {}\n- {from: {match: [1]}, to: [1, {}]}\n",
        "configVersion: v3.0\nkey: a.B\ntags:\n- 1\n- {name: [a], addresses: {a: b}, match: {key: [1]}}\n- {}\n",
        "configVersion: v3.0\nkey: a.B\nconfigs: &a\n- side: provider\n  parameters: {a: 1}\nconditions: *a\n",
        "urls: ['override://?', 'route://:x/?rule=', 'override://[::1]:1/?disabled=', 'condition://a/b?rule=%zz']\n",
        "urls: ['override://${H}:${P}/${S}?disabled=true&application=${A}']\n",
    ],
)
def test_odd_rules_are_told_without_a_fault(text: str) -> None:
    found = told(facts_of({"rule.yaml": text}))
    assert found
    for one in found:
        assert one.hits
        assert one.does
        assert one.ends
        assert (one.spans[0].since, one.spans[-1].before) == ("", "")


def test_what_is_filled_in_later_is_not_guessed() -> None:
    one = _told("urls: ['override://${H}:${P}/${S}?disabled=true']\n")
    assert "an instance that is filled in later" in _words(one.hits)
    assert one.known == ()

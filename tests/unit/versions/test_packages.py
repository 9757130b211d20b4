from __future__ import annotations

from linter.versions.packages import scheme_of_package


def test_coordinates_have_a_colon() -> None:
    assert scheme_of_package("org.apache.dubbo:dubbo") == "maven"
    assert scheme_of_package("go.opentelemetry.io/collector/*") == "semver"

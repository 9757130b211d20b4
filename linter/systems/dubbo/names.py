"""Names that mark texts as Dubbo's."""

from __future__ import annotations

from linter.versions.packages import scheme_of_package

SYSTEM = "dubbo"

NAMESPACES = ("http://dubbo.apache.org/schema/dubbo", "http://code.alibabatech.com/schema/dubbo")
"""The Spring namespaces: of Apache Dubbo, and of Alibaba's Dubbo, which Apache Dubbo still reads."""

APACHE = "org.apache.dubbo:dubbo"
"""What versions since 2.7.0 are published as; findings about their modules name it too."""
ALIBABA = "com.alibaba:dubbo"
"""What versions up to 2.6 are published as."""
SCHEME = scheme_of_package(APACHE)
"""How its versions are ordered."""

SUFFIXES = (".configurators", ".condition-router", ".tag-router")
"""The ends of the names under which the configuration centre keeps rules."""

RULES = ("configs", "conditions", "tags")
"""The lists that make a document a configurator, a condition rule or a tag rule."""

"""Files beside poms that Maven or its plugins read and write."""

FLATTENED = ".flattened-pom.xml"
CONFIG = "maven.config"
CONFIG_FOLDER = ".mvn"


def usual(name: str) -> bool:
    """Whether a file with this name, in small letters, is a pom by its name alone."""
    return name in ("pom.xml", FLATTENED) or name.endswith(".pom")

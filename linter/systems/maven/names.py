"""Files beside poms that Maven or its plugins read and write."""

FLATTENED = ".flattened-pom.xml"
CONFIG = "maven.config"
CONFIG_FOLDER = ".mvn"

#!/bin/sh
# Any CI that runs a shell, such as a `sh` step of Jenkins: the log says what was found, JUnit carries it into the build.
set -u
python3 -m venv .deadpeer-venv
.deadpeer-venv/bin/pip install --quiet "$DEADPEER" # a wheel, an index's package or a repository
.deadpeer-venv/bin/deadpeer check --format text --format junit --output deadpeer.xml

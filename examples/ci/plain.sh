#!/bin/sh
# Any CI that runs a shell, such as a `sh` step of Jenkins: the log says what was found, JUnit carries it into the build.
set -u
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet "$DEADPEER" # a wheel, an index's package or a repository
"$tools/bin/deadpeer" check --format text --format junit --output deadpeer.xml

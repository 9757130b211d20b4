# One command for everything: `make check`. `make demo` runs the main job, `make test` the tests.
# Both set up their own virtual environment in .venv; only git, make and Python are needed.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
STAMP = $(VENV)/.installed

.PHONY: demo test check format lint types contracts docs docs-check site bench full clean

# the examples hold broken configuration on purpose, so findings (exit 1) are what this target is for
demo: $(STAMP)
	@$(BIN)/deadpeer check examples; code=$$?; test $$code -le 1

test: $(STAMP)
	$(BIN)/python -m pytest -q -n auto

check: $(STAMP) lint types contracts docs-check test

format: $(STAMP)
	$(BIN)/ruff format linter tests
	$(BIN)/ruff check --fix linter tests

lint: $(STAMP)
	$(BIN)/ruff format --check linter tests
	$(BIN)/ruff check linter tests

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

docs: $(STAMP)
	$(BIN)/python docs/generate.py

docs-check: $(STAMP)
	$(BIN)/python docs/generate.py --check

# the documentation as pages, in build/site; a broken link is an error
site: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

# all property tests with their full number of cases
full: $(STAMP)
	DEADPEER_FULL=1 $(BIN)/python -m pytest -q -n auto

bench: $(STAMP)
	$(BIN)/python tests/bench/bench.py

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

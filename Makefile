.PHONY: demo test suite lint bench dist
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile

# The tests start hundreds of interpreters. What one of them compiles, the next ones read; nothing is left in the tree.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

# Two markers: the core is enough for the demo, the tests need more.
.venv/core-installed: pyproject.toml
	test -d .venv || $(PYTHON) -m venv .venv
	$(PIP) --editable .
	touch $@

.venv/test-installed: .venv/core-installed
	$(PIP) --editable '.[test]'
	touch $@

demo: .venv/core-installed  ## learn and extract on the bundled pages
	$(BIN)/unweave demo
	@echo "The command is installed. Before you use it in this shell:  . .venv/bin/activate"

# mypy uses one core, and the last tests do not use all of them: side by side they take less time.
test: .venv/test-installed  ## everything: ruff, mypy, import-linter, pytest
	$(MAKE) --jobs=2 lint suite

# With worksteal neighbours stay together, so that the fixtures of a module are made once.
suite: .venv/test-installed
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: .venv/test-installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/test-installed  ## the quality gate: quick benchmarks against benchmarks/floors.json
	$(BIN)/python benchmarks/gate.py

dist: .venv/test-installed  ## sdist and wheel, in dist/
	rm -rf dist
	$(BIN)/python -m build --no-isolation --outdir dist .

.PHONY: demo test lint bench
PYTHON ?= python3
BIN := .venv/bin

.venv/ready: pyproject.toml
	test -d .venv || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	touch $@

demo: .venv/ready  ## learn and extract on the bundled pages
	$(BIN)/unweave demo

test: lint  ## everything: ruff, mypy, import-linter, pytest
	$(BIN)/python -m pytest -n auto

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready  ## the quality gate: quick benchmarks against benchmarks/floors.json
	$(BIN)/python benchmarks/gate.py

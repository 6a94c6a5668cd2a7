# make play: set up, start the server and open the browser. make test: set up and pass all tests.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/ready

.PHONY: setup play test check bench clean

setup: $(READY)

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $(READY)

play: setup
	$(BIN)/fathom5 serve --open

test: setup
	$(BIN)/fathom5 compile
	$(BIN)/python -m pytest -n auto --dist loadgroup

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: setup
	$(BIN)/python -m pip install --quiet --editable ".[bench]"
	$(BIN)/python bench/peers.py

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

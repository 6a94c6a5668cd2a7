# make play: set up, start the server and open the browser. make test: set up and pass all tests.
# make mutants: run the clause tests on mutants of the rules and write docs/mutants.md; GAME=scuba for one game.
# make mutant-sample: the same for a few mutants of each game.
# make ray: run a study on a Ray cluster of two nodes here, one of which is lost.
# make lock: pin the newest versions of everything we use. make audit: ask whether a pinned one is known to be weak.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/ready
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt

.PHONY: setup play test check mutants mutant-sample bench ray care lock audit clean

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(PIP) --editable ".[dev]"
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

mutants: setup
	$(BIN)/python -m tests.mutation $(GAME) --page

mutant-sample: setup
	$(BIN)/python -m tests.mutation $(GAME) --sample 8

ray: setup
	$(PIP) --editable ".[ray]"
	$(BIN)/python -m pytest tests/lab/test_ray.py

bench: setup
	$(PIP) --editable ".[bench]"
	$(BIN)/python bench/peers.py

care: setup
	$(PIP) --editable ".[care]"

lock: care
	$(BIN)/uv pip compile --quiet --universal --all-extras --upgrade --no-annotate --custom-compile-command "make lock" \
		--output-file constraints.txt pyproject.toml

audit: care
	@$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement constraints.txt || \
		{ echo "The audit did not pass: a package is known to be weak, or the advisory service could not be asked (then nothing is known)." >&2; exit 1; }

clean:
	rm -rf .venv .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis

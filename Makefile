PYTHON ?= $(shell command -v python3.11 || command -v python3)
PYTHONS ?= $(PYTHON)
BIN := .venv/bin
READY := .venv/ready
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt
EDIT := $(PIP) --build-constraint constraints.txt --editable

.NOTPARALLEL:
.PHONY: help setup play compile quick test test-in-process test-processes check mutants mutant-sample kills bench peers ray care lock audit dist docs pictures notebooks clean

help: ## list what can be made
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "  make %-14s %s\n", $$1, $$2 }'

setup: $(READY) ## set up .venv with everything that developing needs

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --upgrade pip
	$(EDIT) ".[dev]"
	touch $(READY)

play: setup ## start the server on a local file and open the browser
	$(BIN)/fathom5 serve --open

compile: setup ## compile the rules of all games ahead
	PYTHONPATH=tests/example $(BIN)/fathom5 compile

test: test-in-process test-processes ## pass all tests

quick: setup ## the tests of rules, match and text: what one runs while writing
	$(BIN)/python -m tests.stages quick

test-in-process: compile ## the tests that need no other process, on all cores
	$(BIN)/python -m tests.stages in-process

test-processes: compile ## the tests with browsers, database servers and other processes, one by one
	$(BIN)/python -m tests.stages processes

check: setup ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

mutants: setup ## run the clause tests on mutants of the rules, write docs/mutants.md; GAME=scuba for one game
	$(BIN)/python -m tests.mutation $(GAME) --page

mutant-sample: setup ## the same for a few mutants of each game, no page
	$(BIN)/python -m tests.mutation $(GAME) --sample 8

ray: setup ## run a study on a Ray cluster of two nodes here, one of which is lost
	$(EDIT) ".[ray]"
	$(BIN)/python -m pytest tests/lab/test_ray.py

peers: ## try the games in the libraries of others (PPO of several, OpenSpiel), in an environment of their own
	test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --editable ".[envs,openspiel]" hypothesis pytest \
		--requirement examples/requirements.txt
	.venv-peers/bin/python -m pytest tests/peers

bench: setup ## measure Deep Sea Adventure beside OpenSpiel, Pgx and RLCard
	$(EDIT) ".[bench]"
	$(BIN)/python bench/peers.py

kills: compile ## kill servers under load 50 times on each database; nothing may be lost
	FATHOM5_KILLS=50 $(BIN)/python -m pytest -p no:xdist tests/server/test_nothing_lost.py

care: setup
	$(EDIT) ".[care]"

lock: care ## pin the newest versions of everything we use in constraints.txt
	$(BIN)/uv pip compile --quiet --universal --all-extras --upgrade --no-annotate --custom-compile-command "make lock" \
		--output-file constraints.txt pyproject.toml

audit: care ## ask whether a pinned version is known to be weak
	@$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement constraints.txt || \
		{ echo "The audit did not pass: a package is known to be weak, or the advisory service could not be asked (then nothing is known)." >&2; exit 1; }

dist: care ## build wheel and source archive and try both in empty environments; PYTHONS="python3.11 python3.13"
	rm -rf dist
	$(BIN)/uv build --quiet --build-constraint constraints.txt --out-dir dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/python tools/try_dist.py dist $(PYTHONS)

docs: setup ## build the documentation site in site/, to be opened without a server too
	$(EDIT) ".[docs]"
	$(BIN)/mkdocs build --strict

pictures: setup ## draw the moving pictures of the documentation from recorded games
	$(BIN)/python tools/moving_pictures.py

notebooks: setup ## run the notebooks in examples/ and keep what they show
	$(BIN)/python tools/notebooks.py

clean: ## remove what was made
	rm -rf .venv .venv-peers .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis dist site

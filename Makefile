PYTHON ?= $(shell command -v python3.11 || command -v python3)
PYTHONS ?= $(PYTHON)
BIN := .venv/bin
READY := .venv/ready
PIP := $(BIN)/python -m pip install --quiet --constraint constraints.txt

.PHONY: help setup play test check mutants mutant-sample bench peers ray care lock audit dist docs pictures notebooks clean

help: ## list what can be made
	@sed -nE 's/^([a-z-]+):[^#]*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "  make %-14s %s\n", $$1, $$2 }'

setup: $(READY) ## set up .venv with everything that developing needs

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(PIP) --editable ".[dev]"
	touch $(READY)

play: setup ## start the server on a local file and open the browser
	$(BIN)/fathom5 serve --open

test: setup ## pass all tests
	$(BIN)/fathom5 compile
	$(BIN)/python -m pytest -n auto --dist loadgroup

check: setup ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

mutants: setup ## run the clause tests on mutants of the rules, write docs/mutants.md; GAME=scuba for one game
	$(BIN)/python -m tests.mutation $(GAME) --page

mutant-sample: setup ## the same for a few mutants of each game, no page
	$(BIN)/python -m tests.mutation $(GAME) --sample 8

ray: setup ## run a study on a Ray cluster of two nodes here, one of which is lost
	$(PIP) --editable ".[ray]"
	$(BIN)/python -m pytest tests/lab/test_ray.py

peers: ## try the games in the libraries of others (PPO of several, OpenSpiel), in an environment of their own
	test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --editable ".[envs,openspiel]" hypothesis pytest \
		--requirement examples/requirements.txt
	.venv-peers/bin/python -m pytest tests/peers

bench: setup ## measure Deep Sea Adventure beside OpenSpiel, Pgx and RLCard
	$(PIP) --editable ".[bench]"
	$(BIN)/python bench/peers.py

care: setup
	$(PIP) --editable ".[care]"

lock: care ## pin the newest versions of everything we use in constraints.txt
	$(BIN)/uv pip compile --quiet --universal --all-extras --upgrade --no-annotate --custom-compile-command "make lock" \
		--output-file constraints.txt pyproject.toml

audit: care ## ask whether a pinned version is known to be weak
	@$(BIN)/pip-audit --strict --no-deps --disable-pip --progress-spinner off --requirement constraints.txt || \
		{ echo "The audit did not pass: a package is known to be weak, or the advisory service could not be asked (then nothing is known)." >&2; exit 1; }

dist: care ## build wheel and source archive and try both in empty environments; PYTHONS="python3.11 python3.13"
	rm -rf dist
	$(BIN)/uv build --quiet --out-dir dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/python tools/try_dist.py dist $(PYTHONS)

docs: setup ## build the documentation site in site/, to be opened without a server too
	$(PIP) --editable ".[docs]"
	$(BIN)/mkdocs build --strict

pictures: setup ## draw the moving pictures of the documentation from recorded games
	$(BIN)/python tools/moving_pictures.py

notebooks: setup ## run the notebooks in examples/ and keep what they show
	$(BIN)/python tools/notebooks.py

clean: ## remove what was made
	rm -rf .venv .venv-peers .mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis dist site

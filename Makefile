# Everything here sets itself up: a fresh machine needs only Python 3.11 or later and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: docs release lowest help demo run test test-all lint installed bench site site-test corpus mutations fuzz soak monkeys pictures mutants differential schemas warm clean

help:
	@echo "make demo    check the example rosters and show one"
	@echo "make run     the program itself: make run ARGS='check examples/40k-10e/legal'"
	@echo "make test    the quick tests, three minutes on two cores        make lint   types, style, import contracts"
	@echo "make test-all  every test, the slow ones too: a quarter of an hour (what .ci/run calls)"
	@echo "make installed  the wheel in an empty environment: every command on every game, byte for byte as here, and the builder"
	@echo "make docs    the documentation site, in build/docs"
	@echo "make site    the page that checks lists in a browser, into build/site (needs node and npm); then listbuilder serve --static"
	@echo "make site-test  every test of that page in Chromium (the gate runs the shortest)"
	@echo "make release build and prove what is put into the registries; nothing is uploaded (ARGS=--draft from any work tree)"
	@echo "make lowest  the quick tests with the oldest dependencies that pyproject.toml allows (half an hour; ARGS=tests/cli)"
	@echo "make bench   speed and memory against references"
	@echo "make fuzz    damaged and hostile input for every reader: make fuzz SECONDS=3600 SEED=7 (no SEED: the day's)"
	@echo "make soak    100,000 lists of every game and form through one process: its memory stays flat (hours; ARGS='--seconds 600')"
	@echo "make monkeys random keys, clicks and window sizes in the builder: make monkeys ARGS='--seeds 5 --base 100'"
	@echo "make pictures the pictures of the READMEs again, each looked through for what its caption promises (pages need Chromium)"
	@echo "make mutants small faults put into the law and the games: do the tests see them? make mutants SEED=7"
	@echo "make differential  our verdicts beside those of wh40kdc, on rosters made by dice: make differential SEED=2"
	@echo "make mutations  what pasting and retyping do to 23 real lists and 58 of ours, and whether they still say the same (needs ../shared/corpus)"
	@echo "make corpus  how well other programs' lists are read, by form and language (needs ../shared/corpus)"

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "listbuilder needs Python 3.11 or later, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(READY)

demo: $(READY)
	@$(BIN)/python -m tools.demo

run: $(READY)
	@$(BIN)/listbuilder $(ARGS)

# Byte code is kept even where Python is told not to: without it, every worker and every program that a test starts
# compiles everything again, 30 seconds in all.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest

test: $(READY)
	$(PYTEST) -n auto --dist worksteal -m "not slow"

test-all: $(READY)
	$(PYTEST) -n auto --dist worksteal

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tools.make_schemas --check
	$(BIN)/python -m tools.readme --check
	$(BIN)/python -m tools.readings --check
	$(BIN)/python -m tools.names_table --check
	$(BIN)/python -m tools.make_man --check
	$(BIN)/python -m tools.patterns
	$(BIN)/python -m tools.house_numbers --check
	$(BIN)/python -m listbuilder data check

site: $(READY)
	@$(BIN)/python -m tools.site $(ARGS)

site-test: $(READY)
	WHOLE_PAGE=1 $(BIN)/python -m pytest tests/pages

installed: $(READY)
	@$(BIN)/python -m tools.installed $(ARGS)

corpus: $(READY)
	@$(BIN)/python -m tools.corpus $(ARGS)

mutations: $(READY)
	@$(BIN)/python -m tools.mutations $(ARGS)

SECONDS := 60
fuzz: $(READY)
	@$(BIN)/python -m tools.fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) $(ARGS)

soak: $(READY)
	@$(BIN)/python -m tools.soak $(if $(SEED),--seed $(SEED)) $(ARGS)

monkeys: $(READY)
	@$(BIN)/python -m tools.monkeys $(ARGS)

pictures: $(READY)
	@$(BIN)/python -m tools.pictures $(ARGS)

mutants: $(READY)
	@$(BIN)/python -m tools.mutants --seed $(or $(SEED),1) $(ARGS)

differential: $(READY)
	@$(BIN)/python -m tools.differential --seed $(or $(SEED),1) $(ARGS)

docs: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	$(BIN)/python -m tools.make_docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

release: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[release]'
	$(BIN)/python -m tools.release $(ARGS)

lowest: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[release]'
	$(BIN)/python -m tools.lowest $(ARGS)

bench: $(READY)
	@$(BIN)/python -m tools.bench

schemas: $(READY)
	$(BIN)/python -m tools.make_schemas

warm: $(READY)
	$(BIN)/python -m tools.compile_data build/compiled

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# `make demo` and `make test` need Python 3.11 or newer and nothing else; everything they install goes into .venv.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check

SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
CANDIDATES := python3 python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(firstword $(foreach name,$(CANDIDATES),$(if $(shell $(name) -c '$(SUITABLE)' 2>/dev/null && echo yes),$(name))))

# Each stamp is written last, so an environment whose making was cut short is made anew; so is one that was moved or
# whose Python is gone.
USABLE := $(shell { $(BIN)/python -c '' && test "$$(cat $(VENV)/.made)" = "$(CURDIR)"; } 2>/dev/null && echo yes)
ifneq ($(USABLE),yes)
$(shell rm -f $(VENV)/.made $(VENV)/.core $(VENV)/.test $(VENV)/.postgres)
endif

.DEFAULT_GOAL := help
.PHONY: help demo test lint types imports docs test-postgres fuzz interop bench peers calibrate check clean

help:
	@echo 'make demo     install Perdure into .venv and show what it does'
	@echo 'make test     install what the tests need and run them'
	@echo 'make check    test, lint, types, imports, docs: all that has to pass'
	@echo 'make lint     ruff, rules and format'
	@echo 'make types    mypy'
	@echo 'make imports  which module may import which'
	@echo 'make docs     the documents against the code'
	@echo 'make test-postgres  what reads a live PostgreSQL, against one that is started for it'
	@echo 'make fuzz     2,000 mutated files for every importer; takes an hour'
	@echo 'make bench    measure speed; bench/README.md says what else can be measured'
	@echo 'make peers    the same labelled sets on other systems: DATA=FOLDER [SETS="NAME ..."] [ONLY="NAME ..."]'
	@echo 'make calibrate  measure the bundled embedder anew'
	@echo 'make interop  other products open what is written for them: [ONLY="NAME ..."]'
	@echo 'make clean    remove what these commands made'

demo: $(VENV)/.core
	@$(BIN)/perdure demo

test: $(VENV)/.test
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

imports: $(VENV)/.test
	$(BIN)/lint-imports

docs: $(VENV)/.test
	$(BIN)/python -m pytest tests/docs

test-postgres: $(VENV)/.postgres
	$(BIN)/python -m pytest -q tests/postgres/*_checks.py

fuzz: $(VENV)/.test
	PERDURE_FUZZ=2000 $(BIN)/python -m pytest -n 2 tests/fuzz

bench: $(VENV)/.test
	$(BIN)/python bench/ingest.py
	$(BIN)/python bench/latency.py
	$(BIN)/python bench/startup.py

peers: $(VENV)/.test
	@$(BIN)/python -m bench.peers --data '$(DATA)' $(if $(SETS),--sets $(SETS)) $(if $(ONLY),--only $(ONLY))

calibrate: $(VENV)/.test
	$(BIN)/python bench/calibrate.py

interop: $(VENV)/.test
	@$(BIN)/python -m tests.interop $(ONLY)

check: test lint types imports docs

clean:
	rm -rf $(VENV) .interop build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@test -n '$(PYTHON)' || { echo 'Perdure needs Python 3.11 or newer with its venv module (Debian and Ubuntu: apt install python3-venv).' >&2; exit 1; }
	@echo 'Making $(VENV) with $(PYTHON) ...'
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@echo '$(CURDIR)' > $@

$(VENV)/.core: pyproject.toml | $(VENV)/.made
	@echo 'Installing Perdure ...'
	@rm -f $(VENV)/.made $@ $(VENV)/.test
	@$(PIP) -e .
	@echo '$(CURDIR)' > $(VENV)/.made
	@touch $@

$(VENV)/.postgres: $(VENV)/.test
	@$(PIP) -e '.[test-postgres]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/.made
	@echo 'Installing Perdure and what its tests need ...'
	@rm -f $(VENV)/.made $(VENV)/.core $@
	@$(PIP) -e '.[test]'
	@echo '$(CURDIR)' > $(VENV)/.made
	@touch $(VENV)/.core $@

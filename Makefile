# The two commands of the README, and what they are made of.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BASE   := $(VENV)/.base
READY  := $(VENV)/.ready
SENTENCE := A hearing is scheduled on the issue today, which nobody expected.

.PHONY: demo test check unit bounds slow browser docs site clean

# On a machine that has seen nothing of it, most of the time goes into compiling, once.
demo: $(BASE)
	$(BIN)/multiplane systems '2-planar[single-head,acyclic]'
	$(BIN)/multiplane draw tests/data/figures.conllu
	$(BIN)/multiplane parse --text '$(SENTENCE)' --output demo.conllu
	$(BIN)/multiplane draw demo.conllu
	$(BIN)/multiplane draw demo.conllu --output demo.svg
	@echo "CoNLL-U in demo.conllu, a picture in demo.svg"

test: check unit bounds

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

unit: $(READY)
	$(BIN)/pytest -n 2

# Tests of every compiled function, with each access to an array checked.  They have a cache of their
# own, since Numba takes code without checks for the same as with them.
bounds: $(READY)
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/$(VENV)/bounds $(BIN)/pytest -q -p support.bounds @tests/bounds.txt

# For the tests of the playground's pages, which are skipped where there is none.
browser:
	command -v chromium || apt-get install --yes --no-install-recommends chromium

slow: $(READY)
	$(BIN)/pytest -m slow

docs: $(READY)
	$(BIN)/python docs/make.py

# The documentation as pages for a browser, in site/.
site: docs
	$(BIN)/mkdocs build --strict

# What users get; the tests need more, which takes longer.
$(BASE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $(BASE)

$(READY): $(BASE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis site

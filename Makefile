# The two commands of the README, and what they are made of.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BASE   := $(VENV)/.base
READY  := $(VENV)/.ready
TOOLS  := $(VENV)/tools
CLEAN  := $(VENV)/clean
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/$(VENV)/bounds
SENTENCE := A hearing is scheduled on the issue today, which nobody expected.

.PHONY: demo test check unit bounds fuzz machine slow browser docs site lock audit dist sbom clean

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
	$(CHECKED) $(BIN)/pytest -q -p support.bounds @tests/bounds.txt

# Every reader of what may come from anybody, tried with inputs that coverage leads to, as checked as
# above; SECONDS are those of all readers together.  What failed before is among the tests.
SECONDS ?= 600
fuzz: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	cd tests && $(CHECKED) $(CURDIR)/$(BIN)/python -m fuzz $(SECONDS) $(TARGETS)

# Random systems: the compiled machine does what the definitions say, for so many steps.
STEPS ?= 1000000
machine: $(READY)
	cd tests && $(CHECKED) $(CURDIR)/$(BIN)/python -m fuzz.machine $(STEPS)

# For the tests of the playground's pages, which are skipped where there is none.
browser:
	command -v chromium || apt-get install --yes --no-install-recommends chromium

slow: $(READY)
	$(BIN)/pytest -m slow

docs: $(READY)
	$(BIN)/python docs/make.py

# The documentation and the playground as pages for a browser, in site/, which any file server can
# host.  Python for browsers (Pyodide) is fetched once, by npm.  SERVER, such as /parser/, is where a
# proxy on the same host forwards to a playground with a model, if there is one.
site: docs
	$(BIN)/mkdocs build --strict
	$(BIN)/python -m multiplane.browser.site site/play $(VENV)/pyodide ../ $(SERVER)

# The newest versions that pyproject.toml permits, for Python 3.11 and newer on all machines, with
# checksums of their files.  The package itself keeps its ranges; torch is in no lock.
COMPILE = $(TOOLS)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command 'make lock'
lock: $(TOOLS)/.ready
	$(COMPILE) requirements/tools.in --output-file requirements/tools.lock
	$(COMPILE) pyproject.toml --extra dev requirements/ci.in --output-file requirements/ci.lock
	$(COMPILE) pyproject.toml --constraints requirements/ci.lock --output-file requirements/base.lock
	$(COMPILE) pyproject.toml --extra serve requirements/ci.in --constraints requirements/ci.lock \
		--output-file requirements/serve.lock

# Error 1: vulnerabilities are known; error 3: the service cannot be asked.
audit: $(TOOLS)/.ready
	$(TOOLS)/bin/python requirements/audit.py $(TOOLS)/bin/pip-audit $(wildcard requirements/*.lock)

INSTALL = $(TOOLS)/bin/python -m pip --python $(CLEAN)/bin/python install --quiet
# The package and its bill of materials (CycloneDX): what an environment holds with the package, all
# that base.lock names, and nothing else.
dist sbom: $(READY) $(TOOLS)/.ready
	rm -rf dist $(CLEAN)
	$(BIN)/hatchling build
	$(PYTHON) -m venv --without-pip $(CLEAN)
	$(INSTALL) --require-hashes --only-binary :all: --requirement requirements/base.lock
	$(INSTALL) --no-deps --no-index --find-links dist multiplane
	$(TOOLS)/bin/cyclonedx-py environment --output-reproducible --output-file dist/multiplane.cdx.json \
		$(CLEAN)/bin/python

# What users get.
$(BASE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $(BASE)

# What the tests need, which is more and takes longer, in the versions of the lock.
$(READY): pyproject.toml requirements/ci.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python requirements/install.py
	touch $(BASE) $(READY)

$(TOOLS)/.ready: requirements/tools.lock
	$(PYTHON) -m venv $(TOOLS)
	$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--only-binary :all: --requirement requirements/tools.lock
	touch $(TOOLS)/.ready

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .fuzz site dist

# Two commands matter: `make play` and `make test`. The others are parts of them.

VENV := .venv
WEB := clients/web
PYTHON ?= python3
export PYTHON
export PATH := $(CURDIR)/$(VENV)/bin:$(PATH)

# What is already set up: empty files, newer than the lock files they stand for.
READY := $(VENV)/ready
PLAY := $(READY)/play
DEV := $(READY)/dev
NODE := $(READY)/node
CHROMIUM := $(READY)/chromium
REDIS := $(READY)/redis
POSTGRESQL := $(READY)/postgresql
HAPROXY := $(READY)/haproxy
MODULES := $(WEB)/node_modules/.package-lock.json
PAGE := $(WEB)/dist/index.html
PAGE_SOURCES := $(wildcard $(WEB)/*.json $(WEB)/*.ts $(WEB)/*.js $(WEB)/*.html) \
  $(shell find $(WEB)/src $(WEB)/public docs/rules 2>/dev/null)

# What wants the whole machine: browsers, and servers that are killed.
ALONE := tests/browser $(wildcard tests/faults)

.DEFAULT_GOAL := help
.PHONY: help play cluster test soak lint format types types-python types-page page docs bench bench-bots load lock clean

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

play: $(PLAY) $(PAGE) ## Start the server on http://localhost:8080
	python -m server

cluster: $(PLAY) $(PAGE) $(REDIS) $(POSTGRESQL) $(HAPROXY) ## Start three nodes behind a proxy, with PostgreSQL and Redis of their own
	exec python tools/cluster.py

test: lint types $(PAGE) $(CHROMIUM) $(REDIS) $(POSTGRESQL) $(HAPROXY) ## Everything that is checked
	cd $(WEB) && npm run --silent test
	python -m pytest --cov --cov-fail-under=0 -n 2 --dist loadfile $(ALONE:%=--ignore=%)
	python -m pytest --cov --cov-append $(ALONE)

soak: $(DEV) $(REDIS) $(POSTGRESQL) ## What takes minutes: the server killed at every entry of a longer pulya
	timeout 1200 python -m pytest -m soak
	timeout 1500 python -m tests.faults
	timeout 600 python -m tests.faults.resume

lint: $(DEV) ## Style of the Python code
	ruff check
	ruff format --check

format: $(DEV) ## Bring the Python code into that style
	ruff check --fix
	ruff format

types: types-python types-page ## Types of the server and of the page

types-python: $(DEV)
	mypy

types-page: $(MODULES)
	cd $(WEB) && npm run --silent check

page: $(PAGE) ## Build the web page

docs: $(DEV) ## Write the generated pages and the page's types anew
	python tools/docs.py
	python tools/page_types.py > $(WEB)/src/generated.ts

bench-bots: $(DEV) ## Print what the bots are worth
	python -m benchmarks.bots

bench: $(DEV) $(PAGE) ## Print the measures
	python -m tests.load

load: $(DEV) $(REDIS) $(POSTGRESQL) ## Print what an answer costs, on one node and on three
	timeout 1800 python -m tests.load.costs

lock: $(DEV) $(NODE) ## Write the lock files anew (UPGRADE=--upgrade: take newer releases)
	tools/lock.sh $(UPGRADE)

clean: ## Remove all that make has made
	rm -rf $(VENV) $(WEB)/node_modules $(WEB)/dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY): requirements.txt
	tools/setup-python.sh $<
	@mkdir -p $(READY) && touch $@

$(DEV): requirements-dev.txt
	tools/setup-python.sh $<
	@mkdir -p $(READY) && touch $@

$(NODE): requirements-node.txt
	tools/setup-node.sh
	@mkdir -p $(READY) && touch $@

$(CHROMIUM) $(REDIS) $(POSTGRESQL) $(HAPROXY): tools/setup-debian.sh
	tools/setup-debian.sh $(@F)
	@mkdir -p $(READY) && touch $@

$(MODULES): $(WEB)/package-lock.json | $(NODE)
	cd $(WEB) && npm ci

$(PAGE): $(PAGE_SOURCES) | $(MODULES)
	cd $(WEB) && npm run --silent build

# `make run` shows Third Card with a demo; `make test` checks everything. Each failure says one clear line.
SHELL := /bin/sh
.DEFAULT_GOAL := help
unexport FLASK_APP
.PHONY: help setup run test tools check bench coverage soak golden screenshots lock clean packages test-packages

BIN := .venv/bin
LOG := .venv/setup.log
WORKERS ?= 2
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-header $(COMPILE_OPTIONS) pyproject.toml

# The Python of the virtual environment: $(PYTHON) when given, else the first that is new enough.
NEW_ENOUGH = -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
define find_python
found=; \
for candidate in $(or $(PYTHON),python3.13 python3.12 python3.11 python3); do \
	if "$$candidate" $(NEW_ENOUGH); then found=$$candidate; break; fi; \
done; \
if [ -z "$$found" ]; then \
	echo "Third Card needs Python 3.11 or newer, and $(or $(PYTHON),python3) is $$($(or $(PYTHON),python3) --version 2>&1 \
		| grep '^Python' || echo missing): install it or name one with PYTHON=…" >&2; \
	exit 1; \
fi
endef

# $(call install,LOCK): the packages of LOCK in .venv. A copy of each installed lock lies in .venv; it is taken away
# before anything changes and put back last, so that an environment left half made is made anew.
define install
@if cmp -s $(1) .venv/installed-$(1) && $(BIN)/flask --version >/dev/null 2>&1; then exit 0; fi; \
if ! ls .venv/installed-* >/dev/null 2>&1 || ! $(BIN)/flask --version >/dev/null 2>&1; then \
	$(find_python); \
	echo "Making .venv with $$found"; \
	rm -rf .venv; \
	if ! said=$$("$$found" -m venv .venv 2>&1); then \
		mkdir -p .venv && echo "$$said" >$(LOG); \
		echo "$$found cannot make a virtual environment (Debian: apt install python3-venv); its words are in $(LOG)" >&2; \
		exit 1; \
	fi; \
fi; \
echo "Installing the packages of $(1)"; \
rm -f .venv/installed-*; \
if ! $(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check --retries 2 \
	--require-hashes -r $(1) >$(LOG) 2>&1 </dev/null; then \
	echo "Could not install the packages of $(1) (is the network there?); pip's own words are in $(LOG)" >&2; \
	exit 1; \
fi; \
cp requirements.txt .venv/installed-requirements.txt; \
cp $(1) .venv/installed-$(1).new && mv .venv/installed-$(1).new .venv/installed-$(1)
endef

help:
	@echo "make run          serve the demo on http://127.0.0.1:8000 (PORT=… for another port)"
	@echo "make setup        all of that but serving"
	@echo "make test         check everything, as .ci/run does"
	@echo "make check        the checks that run nothing: ruff, mypy, import-linter, djlint"
	@echo "make bench        speed, as ratios within one run"
	@echo "make coverage     the lines and branches that no test reaches, the browser tests aside"
	@echo "make soak         the long tests"
	@echo "make golden       the golden playthroughs anew, to be read as a diff"
	@echo "make screenshots  the pictures, README's among them"
	@echo "make lock         lock the packages again after a change of pyproject.toml (COMPILE_OPTIONS=--upgrade for the newest)"
	@echo "make clean        remove .venv and caches; instance/ with its data stays"

packages:
	$(call install,requirements.txt)

test-packages:
	$(call install,requirements-test.txt)

setup: packages
	@$(BIN)/flask demo load

run: setup
	@exec $(BIN)/flask demo serve

tools: test-packages
	@missing=; \
	command -v chromium >/dev/null || missing="chromium"; \
	fc-list 2>/dev/null :lang=en family | grep -q . || missing="$$missing fontconfig fonts-dejavu-core"; \
	fc-list 2>/dev/null :lang=zh family | grep -q . || missing="$$missing fonts-wqy-microhei"; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "The browser tests need these Debian packages (or their like), please install them:" $$missing >&2; \
		exit 1; \
	fi; \
	echo "Installing" $$missing; \
	export DEBIAN_FRONTEND=noninteractive; \
	if ! { apt-get update && apt-get install --yes --no-install-recommends $$missing; } >.venv/apt.log 2>&1 </dev/null; then \
		echo "apt could not install $$missing (is the network there?); its own words are in .venv/apt.log" >&2; \
		exit 1; \
	fi

check: test-packages
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-logo
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/djlint templates --check

test: tools check
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not browser and not soak"
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m browser

coverage: test-packages
	$(BIN)/coverage run -m pytest -m "not browser and not soak"
	$(BIN)/coverage report --show-missing --skip-covered

soak: test-packages
	$(BIN)/pytest -m soak

bench: packages
	@PYTHONPATH=. $(BIN)/python tests/bench.py

golden: packages
	@PYTHONPATH=. $(BIN)/python tests/golden/make.py

screenshots: tools
	@PYTHONPATH=. $(BIN)/python tests/browser/screenshots.py

lock: test-packages
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --extra test --output-file requirements-test.txt

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

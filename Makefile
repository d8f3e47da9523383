# Two commands: `make test` and `make demo [FILE=tournament.trf]`. Both need only make and Python 3.11
# or newer; each makes .venv on its first run. The other tiers of tests have their own commands.

PYTHON ?= python3
WORKERS ?= auto
BIN := .venv/bin

# What Python made of the sources is kept in one folder, that of the packages and the tests too.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help test test-desk test-peers test-server test-elsewhere test-long test-lowest test-times \
  mutants endorsement demo docs sheets pictures manual app release audit image clean

help:
	@echo "make test               lint, types and tests"
	@echo "make test-desk          the tests that need Chromium"
	@echo "make test-peers         the tests beside gacrux, py4swiss and Dask, which it installs"
	@echo "make test-server        the tests that need PostgreSQL"
	@echo "make test-elsewhere     the program as on Windows: without modules of Unix, open files refused"
	@echo "make test-long          large random families, those of today (DAY=20261126: of a day); hours"
	@echo "make test-lowest        make test with the lowest versions of packages that pyproject.toml allows"
	@echo "make test-times         the tests, and the 30 that take most of a processor"
	@echo "make mutants            change the program in 500 small places: does a test fail? hours"
	@echo "make endorsement        50,000 generated tournaments each way beside gacrux (N=2000: fewer); hours"
	@echo "make demo [FILE=x.trf]  the main job on the shipped tournament, or on a file of yours"
	@echo "make docs               write the generated pages of docs/ again"
	@echo "make sheets             write the kept pages of sheets again (tests/vectors/sheets)"
	@echo "make pictures           take the pictures of docs/ again, with Chromium"
	@echo "make manual             build the manual, a site in both languages, for the desk and the wheel"
	@echo "make app                pack the program as a folder that runs without Python, in dist/, and try it"
	@echo "make release            all that is handed out, in dist/, each part tried in a clean folder"
	@echo "make audit              is a package of the release known to be unsafe? asks a service on the net"
	@echo "make image ROOT=FOLDER  carry out the steps of the image in a folder, as root, and start it"
	@echo "make clean              remove .venv and everything a tool left behind"

test: .venv/installed-for-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(BIN)/mypy > .venv/types.txt & types=$$!; \
	  $(BIN)/pytest -n $(WORKERS); tests=$$?; \
	  wait $$types; types=$$?; cat .venv/types.txt; exit $$((tests + types))

test-desk: .venv/installed-for-test
	$(BIN)/pytest -m desk -n $(WORKERS)

test-server: .venv/installed-for-test
	$(BIN)/pytest -m server -n $(WORKERS)

test-elsewhere: .venv/installed-for-test
	$(BIN)/pytest -m elsewhere -n $(WORKERS)

test-peers: .venv/installed-for-peers
	$(BIN)/pytest -m peers -n $(WORKERS)

test-long: .venv/installed-for-test
	$(BIN)/pytest -m long -n $(WORKERS) $(if $(DAY),--hypothesis-seed $(DAY))

test-lowest: .venv/installed-for-test
	$(BIN)/python -m tests.lowest > .venv/lowest.txt
	$(PYTHON) -m venv --clear .venv/lowest
	.venv/lowest/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' \
	  --constraint .venv/lowest.txt
	.venv/lowest/bin/pytest -n $(WORKERS)

test-times: .venv/installed-for-test
	$(BIN)/pytest -n $(WORKERS) -p tests.helpers.times

mutants: .venv/installed-for-peers
	$(BIN)/python -m tests.mutants $(if $(KEPT),--kept) $(if $(SEED),--seed $(SEED)) \
	  $(if $(ROOM),--room $(ROOM)) $(if $(MEASURE),--measure) --jobs 2

endorsement: .venv/installed-for-peers
	$(BIN)/python -m tests.endorsement $(if $(N),--tournaments $(N))

demo: .venv/installed
	@$(BIN)/toernooi demo $(if $(FILE),"$(FILE)")
	@echo "To type commands here yourself, first: . .venv/bin/activate"

docs: .venv/installed-for-test
	$(BIN)/python -m tests.docs.make

sheets: .venv/installed-for-test
	$(BIN)/python -m tests.docs.sheet_pages

pictures: .venv/installed-for-test
	$(BIN)/python -m tests.docs.desk_pictures

manual: .venv/installed-for-test
	$(BIN)/python -m packages.manual

app: .venv/installed-for-test
	$(BIN)/python -m packages.release app

release: .venv/installed-for-test
	$(BIN)/python -m packages.release

# --strict: a package that the service does not know is a failure; without it nothing known is no fault.
audit: .venv/installed-for-audit
	.venv/audit/bin/pip-audit --strict --require-hashes --disable-pip -r dist/requirements.lock

image:
	$(BIN)/python -m packages.image.steps "$(ROOT)"

clean:
	rm -rf desk/manual/site .venv .mutants .endorsement .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps make a second run fast; a change of pyproject.toml installs again.

.venv/made:
	@$(PYTHON) --version >/dev/null 2>&1 || \
	  { echo "$(PYTHON) does not run: install Python 3.11 or newer, or say make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is `$(PYTHON) --version`; Python 3.11 or newer is needed (make PYTHON=python3.12)"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make a venv; on Debian and Ubuntu: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/installed: pyproject.toml | .venv/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-for-test: pyproject.toml | .venv/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch .venv/installed $@

.venv/installed-for-audit: | .venv/made
	$(PYTHON) -m venv .venv/audit
	.venv/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	@touch $@

.venv/installed-for-peers: pyproject.toml | .venv/made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench,cluster]'
	@touch .venv/installed .venv/installed-for-test $@

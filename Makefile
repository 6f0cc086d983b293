# make kit            create or update the environment if necessary, then build every PDF into build/: a minute on a
#                     fresh machine, half a second when nothing changed
# make test           lint, types, tests: some ten minutes on two cores. Browser tests need Chromium, installed if
#                     root on Debian
# make long           the tests that take longest, listed in tests/long.txt, which `make test` leaves out: ten minutes;
#                     before a release, and after changes of a game's data, of pages or screens
# make faults         every fault test, counted as held / tried by table row; `make test` runs a few of each row
# make screens        every browser test in Chromium and Firefox, and axe on every view of all games
# make mutants        mutation testing of the most important modules; MODULE=generator/rcwkit/dice for some,
#                     SAMPLE=100 for so many mutants of each
# make versions       the tests on each Python from 3.11 found here, and with the oldest allowed dependencies: as long
#                     as all tests, for each of them
# make bench          timed tests, whole builds compared with Typst and WeasyPrint, the preview; also in build/bench*.json;
#                     AGAINST=FOLDER compares with the checkout of an older version, too
# make update-goldens rewrite the expected outputs: as long as all tests; read the diff before you commit it;
#                     TESTS=tests/test_gauges.py for those of some tests: seconds
# make clean          empty build/ and remove caches; keep the environment

BIN := .venv/bin
# Where bytecode may not be written, each worker would compile all tests again.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest

.PHONY: kit test long faults screens mutants versions bench update-goldens clean environment browser
.NOTPARALLEL:

kit: environment
	$(BIN)/rcwkit build

test: environment browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy -n 2
	$(PYTEST) -n 2 --dist worksteal -m "not long"

long: environment browser
	$(PYTEST) -n 2 --dist worksteal -m long

faults: environment
	FAULTS=all $(PYTEST) -n 2 --dist worksteal -m row

screens: environment
	@bash .ci/browser.sh firefox-esr
	SCREENS=all $(PYTEST) -n 2 tests/test_browser*.py

mutants: environment
	PYTHONDONTWRITEBYTECODE= PYTHONPATH=tests $(BIN)/python -m mutants $(MODULE) $(if $(SAMPLE),--sample $(SAMPLE))

versions:
	bash .ci/versions.sh

bench: environment
	$(BIN)/python -c "import typst" 2>/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[bench]' || true
	$(PYTEST) --benchmark-enable --benchmark-only
	$(BIN)/python tests/bench/speed.py $(if $(AGAINST),--against $(AGAINST))
	$(BIN)/python tests/bench/preview.py

update-goldens: environment
	$(PYTEST) --update $(TESTS)

clean:
	find build -mindepth 1 ! -name .gitkeep -delete
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks dist
	find generator tests .ci -name __pycache__ -type d -prune -exec rm -rf {} +

environment:
	@bash .ci/environment.sh

browser:
	@bash .ci/browser.sh

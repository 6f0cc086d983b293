# make kit            the environment where it is missing or out of date, then every PDF into build/
# make test           lint, types, tests; what CI runs. The browser tests need Chromium: as root on Debian it is installed
# make faults         every fault, counted as held / tried by row of the table; `make test` tries a few of each row
# make mutants        small changes to the modules that matter most, and the share that their own tests notice; MODULE=generator/rcwkit/dice for some
# make versions       the tests on each Python from 3.11 on that is here, and with the oldest allowed version of each dependency
# make bench          the timed tests, then whole builds beside Typst and WeasyPrint; a table, and build/bench.json
# make update-goldens write the expected outputs anew; read the difference before you commit it
# make clean          empty build/ and remove caches; the environment stays

BIN := .venv/bin

.PHONY: kit test faults mutants versions bench update-goldens clean environment browser
.NOTPARALLEL:

kit: environment
	$(BIN)/rcwkit build

test: environment browser
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n 2

faults: environment
	FAULTS=all $(BIN)/pytest -n 2 --dist worksteal -m row

mutants: environment
	PYTHONPATH=tests $(BIN)/python -m mutants $(MODULE)

versions:
	bash .ci/versions.sh

bench: environment
	$(BIN)/python -c "import typst" 2>/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[bench]' || true
	$(BIN)/pytest --benchmark-enable --benchmark-only
	$(BIN)/python tests/bench/speed.py

update-goldens: environment
	$(BIN)/pytest --update

clean:
	find build -mindepth 1 ! -name .gitkeep -delete
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks dist
	find generator tests .ci -name __pycache__ -type d -prune -exec rm -rf {} +

environment:
	@bash .ci/environment.sh

browser:
	@bash .ci/browser.sh

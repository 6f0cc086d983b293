"""Shared fixtures: the Triumph of Chaos game, goldens that `--update` rewrites, and counts for the table of faults.

A test marked `row("I1")` counts as one case of that row, or as many as its `cases` fixture saw; the summary shows
`held / tried` for each row.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from faults_support import FULL, Cases, many
from rcwkit.game.game import Game
from rcwkit.source.project import Project
from tests_support import Golden, WriteGame, shipped

GOLDENS = Path(__file__).parent / "goldens"
LONG = Path(__file__).parent / "long.txt"
"""The tests that `make long` runs and `make test` leaves out, a line each: quicker ones cover most of what they do."""

# On a busy machine an example may take any time, as may what it is drawn from.
# `make test` tries the same few cases in every run; FAULTS=all draws new ones, and more.
SLOW = [hypothesis.HealthCheck.too_slow]
hypothesis.settings.register_profile(
    "unhurried", deadline=None, suppress_health_check=SLOW, derandomize=not FULL, max_examples=many(100, 50)
)
hypothesis.settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the goldens anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with tests/goldens/<name>, or write it with --update."""

    def compare(name: str, text: str) -> None:
        path = GOLDENS / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"no golden {name}: run pytest --update and read it"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def triumph() -> Game:
    """Load the Triumph of Chaos data."""
    return shipped("triumph_of_chaos")


@pytest.fixture
def write_game(tmp_path: Path) -> WriteGame:
    """Return a function that writes YAML files into a folder and returns its project."""

    def write(files: dict[str, str]) -> Project:
        for name, text in files.items():
            path = tmp_path / "game" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return Project(tmp_path / "game", shown="game")

    return write


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set documents in this process, where a test can watch or patch the code."""
    monkeypatch.setattr("rcwkit.workers.confined", lambda function, *args, **options: function(*args, **options))


COUNTED = pytest.StashKey[Cases]()


NUMBERS = {
    "I1": 5200,
    "I2": 8300,
    "I3": 540,
    "I4": 90,
    "I5": 55,
    "I6": 94,
    "I7": 2060,
    "I8": 620,
    "D1": 25,
    "D2": 1150,
    "D3": 2120,
    "D4": 1010,
    "D5": 500,
}
NUMBERS |= {
    "L1": 760,
    "L2": 120,
    "L3": 2000,
    "L4": 620,
    "A1": 176,
    "A2": 99,
    "A3": 470,
    "T1-4": 105,
    "T5": 250,
    "T6": 200,
}
NUMBERS |= {
    "B1": 9,
    "B2": 6,
    "B3": 37,
    "C1": 190,
    "F1": 300,
    "M1": 19,
    "O1": 100,
    "O2": 75,
    "O3": 30,
    "O4": 36,
    "O5": 10,
    "O6": 72,
    "O7": 320,
    "O8": 35,
}
NUMBERS |= {
    "V1": 17900,
    "V2": 1001750,
    "V3": 1800,
    "S1": 4,
    "T7": 70,
    "T8": 60,
    "TO": 3000,
    "W1": 2000,
    "W2": 2000,
    "X1": 50,
    "X2": 800,
    "Y1": 7000,
}
"""The number of cases in each row of the table of faults under `make faults`."""


def pytest_configure(config: pytest.Config) -> None:
    # Garbage is hardly ever in circles, and looking for it means walking through all that tests keep. But it is looked
    # for, as nothing here ends after one kit.
    gc.set_threshold(3_000_000, 5, 5)
    config.addinivalue_line(
        "markers", "row(name, cases=1): the row of the table of faults that a test's cases belong to"
    )
    config.addinivalue_line("markers", "long: a test of tests/long.txt, for `make long`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long tests. Fails when all tests are collected and one that is listed is not among them."""
    listed = {line for line in LONG.read_text(encoding="utf-8").splitlines() if line}
    found = [item for item in items if item.nodeid.removeprefix("tests/") in listed]
    for item in found:
        item.add_marker(pytest.mark.long)
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and len(found) < len(listed):
        missing = listed - {item.nodeid.removeprefix("tests/") for item in found}
        raise pytest.UsageError(f"tests/long.txt lists what is no test: {', '.join(sorted(missing))}")


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking through thousands of tests again and again."""
    gc.freeze()


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> Cases:
    """Count several cases in one test; the test fails at its end if any was lost."""
    counted: Cases = request.node.stash.setdefault(COUNTED, Cases())
    return counted


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    result = yield
    counted = pyfuncitem.stash.get(COUNTED, None)
    if counted is not None and counted.lost:
        pytest.fail(
            "\n".join([f"{len(counted.lost)} of {counted.tried} cases lost", *counted.lost[:12]]), pytrace=False
        )
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    mark = item.get_closest_marker("row")
    if mark is not None and (report.when == "call" or report.outcome != "passed"):
        counted = item.stash.get(COUNTED, None)
        tried = max(counted.tried, 1) if counted else (*mark.args, 1)[1]
        # A test that failed outside its cases has lost one more.
        lost = 0 if report.outcome == "passed" else max(len(counted.lost), 1) if counted else 1
        report.user_properties.append(("row", (mark.args[0], tried - lost, tried, report.outcome == "skipped")))
    return report


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    rows = _rows(terminalreporter.stats)
    if rows:
        terminalreporter.section("held / tried")
    for row in sorted({*rows, *(NUMBERS if _whole(config) else ())}):
        held, tried, skipped = rows.get(row, (0, 0, 0))
        note = f"  ({skipped} skipped)" if skipped else ""
        lost = "" if held == tried else f"  {tried - held} LOST"
        few = f"  of {NUMBERS[row]:,} WANTED" if _whole(config) and tried < NUMBERS[row] else ""
        terminalreporter.write_line(f"{row:<5}{held:>7,} / {tried:,}{note}{lost}{few}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail `make faults` if a row has fewer cases than the table."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == 0 and _whole(session.config) and reporter is not None:
        rows = _rows(reporter.stats)
        if any(rows.get(row, (0, 0, 0))[1] < number for row, number in NUMBERS.items()):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _whole(config: pytest.Config) -> bool:
    """Return whether this is `make faults`: every case of every row."""
    return FULL and config.option.markexpr == "row" and not hasattr(config, "workerinput")


def _rows(stats: Mapping[str, Sequence[Any]]) -> dict[str, tuple[int, int, int]]:
    """Return each row's cases: held, tried, skipped."""
    rows: dict[str, tuple[int, int, int]] = {}
    for report in (report for reports in stats.values() for report in reports):
        for name, value in getattr(report, "user_properties", ()):
            if name == "row":
                row, kept, number, skip = value
                held, tried, skipped = rows.get(row, (0, 0, 0))
                rows[row] = (held, tried, skipped + number) if skip else (held + kept, tried + number, skipped)
    return rows

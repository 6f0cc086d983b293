"""The runner: counts cases by the row of the table of faults that they belong to, and prints `held / tried` for each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator
from typing import Any

import pytest
from faults_support import Cases

COUNTED = pytest.StashKey[Cases]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "row(name): the row of the table of faults that a test's cases belong to")


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> Cases:
    """Counts several cases in one test; the test fails at its end if any was lost."""
    return request.node.stash.setdefault(COUNTED, Cases())


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, Any, Any]:
    result = yield
    counted = pyfuncitem.stash.get(COUNTED, None)
    if counted is not None and counted.lost:
        pytest.fail("\n".join([f"{len(counted.lost)} of {counted.tried} cases lost", *counted.lost[:12]]), pytrace=False)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    mark = item.get_closest_marker("row")
    if mark is not None and (report.when == "call" or report.outcome != "passed"):
        counted = item.stash.get(COUNTED, None)
        tried = max(counted.tried, 1) if counted else 1
        # A test that broke off outside its cases has lost one more.
        lost = 0 if report.outcome == "passed" else max(len(counted.lost), 1) if counted else 1
        report.user_properties.append(("row", (mark.args[0], tried - lost, tried, report.outcome == "skipped")))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    held: dict[str, int] = defaultdict(int)
    tried: dict[str, int] = defaultdict(int)
    skipped: dict[str, int] = defaultdict(int)
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == "row":
                    row, kept, number, skip = value
                    held[row] += 0 if skip else kept
                    tried[row] += 0 if skip else number
                    skipped[row] += number if skip else 0
    if tried:
        terminalreporter.section("held / tried")
    for row in sorted(tried):
        note = f"  ({skipped[row]} skipped)" if skipped[row] else ""
        lost = "" if held[row] == tried[row] else f"  {tried[row] - held[row]} LOST"
        terminalreporter.write_line(f"{row:<4}{held[row]:>7,} / {tried[row]:,}{note}{lost}")

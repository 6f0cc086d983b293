"""The mutation run: the mutants made from a source, and their fate under tests."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from mutants import trial as trial_module
from mutants.__main__ import HERE, ROOT
from mutants.mutations import mutants
from mutants.trial import UnsoundError, trial


def changes(source: str) -> list[str]:
    return [one.change for one in mutants(source, "source.py")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b → pass", "a < b → a <= b", "a < b → a >= b"]),
        ("x = a == 2", ["a == 2 → a != 2", "2 → 3", "2 → 1"]),
        ("x = a is None", ["a is None → a is not None"]),
        ("x = a - b", ["a - b → a + b"]),
        ("x = a and b and c", ["a and b and c → b and c", "a and b and c → a and c", "a and b and c → a and b"]),
        ("x = not a", ["not a → a"]),
        ("x = -a", ["-a → a"]),
        ("if a: b = c", ["a → not a"]),
        ("x = [a for a in b if a.c]", ["a.c → not a.c"]),
        ("x = a if b else c", ["a if b else c → c if b else a"]),
        ("x = a[1:b]", ["1:b → :b", "1:b → 1:", "1 → 2"]),
        ("x = min(a)", ["min(a) → max(a)"]),
        ("x += a", ["x += a → pass", "x += a → x -= a"]),
        ("x.y = a", ["x.y = a → pass"]),
        ("raise a", ["raise a → pass"]),
        ("while True: break", ["True → False", "break → continue"]),
        ("def f(a=0): return a", ["0 → 1", "return a → return"]),
        ("@property\ndef f(): pass", ["@property def f → def f"]),
        ("class A:\n    b: int = 0", ["0 → 1"]),
    ],
)
def test_what_is_changed(source: str, expected: list[str]) -> None:
    assert changes(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A text."""',
        "import a",
        '__all__ = ["a"] + b',
        "x: int | None",
        "def f(a: b | c = d) -> b | c: ...",
        "if TYPE_CHECKING: x = 1",
        "@cache\ndef f(): pass",
        "@dataclass(frozen=True)\nclass A: pass",
        'x = f"{a:>9} 2"',
    ],
)
def test_what_no_test_could_notice_is_left_alone(source: str) -> None:
    assert changes(source) == []


def test_mutants_know_their_place() -> None:
    source = "class A:\n    def f(self, b):\n        if (b or\n            self):\n            return lambda: b + 1\n"
    found = {
        one.change: (one.line, list(one.lines), one.inside, one.text, one.function) for one in mutants(source, "a.py")
    }
    assert found["b or self → b"] == (3, [3, 4], "A.f", "if (b or", ("A.f", 2))
    assert found["1 → 2"] == (5, [5], "A.f", "return lambda: b + 1", ("A.f", 2))


SOURCE = """
LIMIT = 3
STEP = 1

def ready():
    return True

READY = ready()

def count(n):
    found = 0
    while found < n:
        found += STEP
    return found

def small(n):
    return n <= LIMIT

def idle():
    return 1
"""
TESTS = """
import sys
sys.path.insert(0, {folder!r})
from made_for_mutants import LIMIT, READY, count, small

def test_count():
    assert READY
    assert count(3) == 3
    assert count(0) == 0

def test_small():
    assert small(2)
    assert not small(5)
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    (tmp_path / "test_made.py").write_text(TESTS.format(folder=str(tmp_path)))
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    path = tmp_path / "made_for_mutants.py"
    path.write_text(SOURCE)
    return path


def test_what_becomes_of_mutants(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_module, "SPARE", 2)  # two of the mutants run until they are stopped
    tried = list(mutants(SOURCE, str(made)))
    verdicts = dict(trial(str(made), [str(made.with_name("test_made.py"))], tried, 2))
    assert {(one.inside, one.change): verdicts[index] for index, one in enumerate(tried)} == {
        ("", "3 → 4"): "survived",
        ("", "1 → 2"): "killed",
        ("ready", "True → False"): "killed",
        ("count", "0 → 1"): "killed",
        ("count", "found < n → found <= n"): "killed",
        ("count", "found < n → found >= n"): "killed",
        ("count", "found += STEP → pass"): "timeout",
        ("count", "found += STEP → found -= STEP"): "timeout",
        ("count", "return found → return"): "killed",
        ("small", "n <= LIMIT → n < LIMIT"): "survived",
        ("small", "n <= LIMIT → n > LIMIT"): "killed",
        ("small", "return n <= LIMIT → return"): "killed",
        ("idle", "1 → 2"): "survived",
        ("idle", "return 1 → return"): "survived",
    }


def test_functions_are_replaced_in_tests_that_are_frozen(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bug: they were not found, and each mutant had a process that imported everything and ran all tests."""
    made.with_name("conftest.py").write_text("import gc\ndef pytest_collection_finish():\n    gc.freeze()\n")
    monkeypatch.setattr(trial_module, "_imported", lambda *_: 0)
    tried = [one for one in mutants(SOURCE, str(made)) if one.change == "n <= LIMIT → n > LIMIT"]
    assert dict(trial(str(made), [str(made.with_name("test_made.py"))], tried, 1)) == {0: "killed"}


def test_tests_that_fail_without_a_mutant_are_refused(made: Path) -> None:
    made.with_name("test_made.py").write_text("def test_it():\n    assert False\n")
    with pytest.raises(UnsoundError, match=r"do not pass without a mutant, .*: .*test_made\.py"):
        list(trial(str(made), [str(made.with_name("test_made.py"))], [], 1))


def test_tests_that_hang_on_their_order_are_refused(made: Path) -> None:
    made.with_name("test_made.py").write_text(
        "seen = []\ndef test_a():\n    seen.append(1)\ndef test_b():\n    assert seen\n"
    )
    with pytest.raises(UnsoundError, match="or in another order"):
        list(trial(str(made), [str(made.with_name("test_made.py"))], [], 1))


def test_every_module_of_dice_and_checks_is_tried() -> None:
    tried = tomllib.loads((HERE / "modules.toml").read_text("utf-8"))
    package = ROOT / "generator" / "rcwkit"
    # Models and what is looked up in them are left to the tests of kinds, words for people to those of the commands.
    found = [
        path
        for path in (package / "dice").glob("*.py")
        if path.name not in ("conditions.py", "counters.py", "places.py", "setups.py", "wording.py")
    ]
    found += [*package.glob("kinds/*/check*.py"), *package.glob("kit/check*.py")]
    with_code = {
        path.relative_to(ROOT).as_posix() for path in found if any(mutants(path.read_text("utf-8"), str(path)))
    }
    assert with_code
    assert with_code - tried.keys() == set()
    assert [
        name for name in (*tried, *(test for tests in tried.values() for test in tests)) if not (ROOT / name).is_file()
    ] == []

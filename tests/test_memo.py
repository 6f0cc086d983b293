"""What is kept within a budget: the least recently used is forgotten first, and functions are called once."""

from __future__ import annotations

import functools
import gc
import pickle
from collections import deque
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from faults_support import many
from pictures_support import svg
from preview_support import SMALL
from rcwkit.memo import Memo
from rcwkit.screens.preview import workshop as workshop_module
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.yaml import DOCUMENTS
from rcwkit.type.fonts import Font
from tests_support import write


def test_what_was_used_least_recently_is_forgotten() -> None:
    memo = Memo(10)
    for name, size in (("a", 4), ("b", 4), ("c", 2)):
        assert memo.keep(name, name.upper(), size) == name.upper()
    assert (len(memo), memo.size, [*memo]) == (3, 10, ["A", "B", "C"])
    assert memo.find("a") == "A"
    memo.keep("d", "D")
    assert (memo.find("b"), [*memo], memo.size) == (None, ["C", "A", "D"], 7)


def test_a_value_kept_again_counts_once() -> None:
    memo = Memo(10)
    memo.keep("a", 1, 6)
    memo.keep("b", 2, 3)
    memo.keep("a", 3, 7)
    assert ([*memo], memo.size) == ([2, 3], 10)


def test_the_last_value_stays_however_large() -> None:
    memo = Memo(10)
    memo.keep("a", 1)
    memo.keep("b", 2, 99)
    assert ([*memo], memo.size) == ([2], 99)
    memo.keep("c", 3)
    assert ([*memo], memo.size) == ([3], 1)


def test_functions_share_a_memo_and_are_called_once_for_equal_arguments() -> None:
    memo, called = Memo(8), list[str]()

    @memo.of(len)
    def twice(text: str, *, end: str = "") -> str:
        called.append(text)
        return text * 2 + end

    @memo.of(len)
    def once(text: str) -> str:
        return text

    assert [twice("ab"), twice("ab"), once("ab"), twice("a", end="c"), twice("a", end="d")] == [
        *("abab", "abab", "ab", "aac", "aad")
    ]
    assert called == ["ab", "a", "a"]
    assert [*memo] == ["ab", "aac", "aad"], "longer than the budget together with the first"


def test_a_function_that_returns_none_is_called_once() -> None:
    """Bug: a name without room was looked for again at each edit of a map."""
    memo, called = Memo(8), list[str]()
    memo.of(lambda _: 1)(called.append)("a")
    memo.of(lambda _: 1)(called.append)("a")
    assert called == ["a"]


def test_another_process_begins_with_none() -> None:
    memo = Memo(10)
    memo.keep("a", 1)
    copy = pickle.loads(pickle.dumps(memo))
    assert (copy.budget, len(copy)) == (10, 0)


CARDS = """\
kind: cards
id: deck
title: Deck
source: Rules
back: {title: Deck, art: back.svg}
cards:
  a: {title: Ace}
"""


def entries(root: object) -> int:
    """Count what the containers hold that are reached from an object, but for the widths that fonts keep."""
    seen, waiting, count = dict[int, Any](), [root], 0
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, (Font, ModuleType, type, FunctionType)):
            seen[id(one)] = one
            count += len(one) if isinstance(one, (dict, list, set, tuple, deque)) else 0
            waiting += gc.get_referents(one)
    return count


def unbounded() -> int:
    """Count what is in caches of functions that have no limit."""
    gc.collect()
    found = [one.cache_info() for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    return sum(info.currsize for info in found if info.maxsize is None)


def test_a_preview_does_not_grow_from_edit_to_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, odds, colours and pictures change with every save; what is kept of them stays within a budget."""
    monkeypatch.setattr(workshop_module, "PAUSE", 0.0)
    monkeypatch.setattr(DOCUMENTS, "budget", 200_000)
    folder = write(tmp_path / "toy", {**SMALL, "cards.yaml": CARDS})
    (folder / "back.svg").write_bytes(svg("<circle r='9'/>"))
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    assert workshop.game is not None
    memo = workshop.game.memo
    memo.budget = 20_000
    counts: list[tuple[int, int]] = []
    edits = many(300, 90)
    for number in range(1, edits + 1):
        files = {
            "game.yaml": f"{SMALL['game.yaml']}look: {{gold: '#FFE{number:03}'}}\n",
            "red.yaml": SMALL["red.yaml"].replace("name: A", f"name: A{number}"),
            "tables.yaml": SMALL["tables.yaml"].replace("1-4: Loss", f"1-4: Loss {number}"),
        }
        write(folder, files)
        (folder / "back.svg").write_bytes(svg(f"<circle r='9' fill='#{number:06}'/>"))
        workshop.refresh([folder / name for name in files])
        assert [one.diagnostic.message for one in workshop.problems] == []
        assert memo.size <= memo.budget
        assert DOCUMENTS.size <= DOCUMENTS.budget
        if number % (edits // 3) == 0:
            counts.append((entries(workshop), unbounded()))
    _, (some, caches), (more, cached) = counts
    assert more <= some + 20
    assert cached == caches

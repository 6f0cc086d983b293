"""What is kept within a budget: the least recently used is forgotten first, and functions are called once."""

from __future__ import annotations

from rcwkit.memo import Memo


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

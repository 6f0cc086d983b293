"""One changed value changes one place of a file, and the rest stays as it was written."""

from __future__ import annotations

import copy
import difflib
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.diagnostics import InputError
from rcwkit.source.splicing import spliced, yaml_of
from rcwkit.source.yaml import parse
from test_writing import ENTRY, MAPPING, SCALAR

DATA = sorted((Path(__file__).parent.parent / "data").rglob("*.yaml"))

TEXT = """# The decks.
kind: cards   # a comment
title: 'It''s ours'

cards:
  # The first card.
  noise: {title: "Noise, or \\"not\\"", copies: 2}   # twice

  rain:
    title: Rain
    text: >-
      Rain falls on
      the town.
    items:
      - One
      - {a: 1, b: [x, y]}   # pair
    empty:
list:
- first
- second
"""

CASES = {
    "a scalar, with its comment": (("kind",), "decks", "kind: decks   # a comment"),
    "within single quotes": (("title",), "It's theirs", "title: 'It''s theirs'"),
    "within double quotes": (
        ("cards", "noise", "title"),
        'Noise, "not"',
        '  noise: {title: "Noise, \\"not\\"", copies: 2}   # twice',
    ),
    "a number": (("cards", "noise", "copies"), 13, '  noise: {title: "Noise, or \\"not\\"", copies: 13}   # twice'),
    "a word of a long text": (("cards", "rain", "text"), "Rain falls on the village.", "      the village."),
    "a word in a sequence": (("cards", "rain", "items", 0), "Two", "      - Two"),
    "a sequence in braces": (("cards", "rain", "items", 1, "b", 1), "z", "      - {a: 1, b: [x, z]}   # pair"),
    "an empty value": (("cards", "rain", "empty"), "full", "    empty: full"),
    "a new key in braces": (
        ("cards", "noise", "foot"),
        "a, b",
        '  noise: {title: "Noise, or \\"not\\"", copies: 2, foot: "a, b"}   # twice',
    ),
    "a new key in a block": (("cards", "rain", "foot"), "a, b", '    foot: "a, b"'),
    "a new entry": (("cards", "snow"), {"title": "Snow"}, "  snow: {title: Snow}"),
    "a text that needs quotes": (("cards", "rain", "title"), "no: 1", '    title: "no: 1"'),
    "a text that looks like a number": (("cards", "rain", "title"), "12", '    title: "12"'),
}


CHANGED = st.dictionaries(st.sampled_from("abcdef"), SCALAR | ENTRY | MAPPING, min_size=1, max_size=4)


def _set(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    wanted = copy.deepcopy(data)
    at = wanted
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return wanted


def _hunks(before: str, after: str) -> list[tuple[list[str], list[str]]]:
    old, new = before.splitlines(), after.splitlines()
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [(old[a:b], new[c:d]) for tag, a, b, c, d in codes if tag != "equal"]


@pytest.mark.parametrize("name", CASES)
def test_one_line_changes(name: str) -> None:
    path, value, line = CASES[name]
    done = spliced(TEXT, _set(parse(TEXT, "").plain(), path, value))
    ((_, after),) = _hunks(TEXT, done)
    assert after == [line]


def test_entries_are_taken_out_with_their_lines() -> None:
    data = parse(TEXT, "").plain()
    del data["cards"]["noise"], data["cards"]["rain"]["items"][1]["a"], data["list"][0]
    assert spliced(TEXT, data) == TEXT.replace(
        '  noise: {title: "Noise, or \\"not\\"", copies: 2}   # twice\n', ""
    ).replace("{a: 1, b", "{b").replace("- first\n", "")


def test_entries_are_added_in_their_place() -> None:
    data = parse(TEXT, "").plain()
    data["cards"] = {"fog": {"title": "Fog"}, **data["cards"]}
    data["list"].insert(1, "between")
    done = spliced(TEXT, data)
    assert "  # The first card.\n  fog: {title: Fog}\n  noise:" in done
    assert "- first\n- between\n- second\n" in done


def test_a_key_is_renamed_where_it_stands() -> None:
    data = parse(TEXT, "").plain()
    data["cards"] = {"row": data["cards"]["noise"], "rain": data["cards"]["rain"]}
    assert spliced(TEXT, data) == TEXT.replace("noise:", "row:")


def test_a_line_that_grows_too_long_is_filled_again() -> None:
    data = parse(TEXT, "").plain()
    data["cards"]["rain"]["text"] = " ".join(["Rain", "falls"] * 40)
    done = spliced(TEXT, data)
    assert max(map(len, done.splitlines())) <= 120
    assert "    text: >-\n      Rain falls Rain" in done


def test_windows_line_ends_stay() -> None:
    text = TEXT.replace("\n", "\r\n")
    data = parse(text, "").plain()
    data["list"].append("third")
    assert spliced(text, data) == text + "- third\r\n"


def test_entries_change_places_where_no_comment_is_lost() -> None:
    assert spliced("a:\n  b: 1\n  c: 2\n", {"a": {"c": 2, "b": 1}}) == "a:\n  c: 2\n  b: 1\n"
    with pytest.raises(InputError) as refused:
        spliced("a:\n  b: 1  # one\n  c: 2\n", {"a": {"c": 2, "b": 1}})
    assert refused.value.diagnostics[0].message == "the change would take comments out of the file"


def test_entries_that_kept_their_places_keep_their_comments() -> None:
    """Bug: the first entry was taken for the second, which it was like before, and so all had moved."""
    text = "- a: 1\n  # about b\n  b: 2\n- a: 1\n  # about b\n  b: 2\n- c: 3\n  # about d\n  d: 4\n"
    wanted = [{"b": 2}, {"a": 1, "b": 2}, {"d": 4}]
    assert spliced(text, wanted) == "- # about b\n  b: 2\n- a: 1\n  # about b\n  b: 2\n- # about d\n  d: 4\n"


@given(CHANGED, CHANGED)
def test_any_change_is_read_back(old: dict[str, Any], new: dict[str, Any]) -> None:
    text = yaml_of(old)
    order = [*(name for name in old if name in new), *(name for name in new if name not in old)]
    wanted = {name: new[name] for name in order}
    try:
        assert parse(spliced(text, wanted), "").plain() == wanted
    except InputError as error:
        assert error.diagnostics[0].code == "E390"


@given(
    st.lists(st.dictionaries(st.sampled_from("abcdef"), SCALAR, min_size=1), min_size=1, max_size=3),
    st.sets(st.tuples(st.integers(0, 2), st.sampled_from("abcdef"))),
    st.booleans(),
)
def test_any_keys_but_the_last_are_taken_out_behind_dashes(
    rows: list[dict[str, Any]], gone: set[tuple[int, str]], comments: bool
) -> None:
    lines = []
    for row in rows:
        for at, (name, value) in enumerate(row.items()):
            lines += [f"  # about {name}"] if comments and at else []
            first, *more = yaml_of({name: value}).rstrip("\n").split("\n")
            lines += [f"{' ' if at else '-'} {first}", *(f"  {line}" if line else "" for line in more)]
    text = "\n".join(lines) + "\n"
    assert parse(text, "").plain() == rows
    wanted = [
        {name: value for name, value in row.items() if (at, name) not in gone} or row for at, row in enumerate(rows)
    ]
    done = spliced(text, wanted)
    assert parse(done, "").plain() == wanted
    assert done.count("# about") == text.count("# about")


@lru_cache
def _read(path: Path) -> tuple[str, Any, list[tuple[Any, ...]]]:
    text = path.read_bytes().decode()
    data = parse(text, "").plain()
    return text, data, list(_paths(data))


def _paths(data: Any, path: tuple[Any, ...] = ()) -> Any:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in entries:
        yield *path, name
        yield from _paths(value, (*path, name))


@pytest.mark.parametrize("path", DATA, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_one_edit_of_real_data_is_one_hunk(path: Path) -> None:
    text, data, paths = _read(path)
    chance = random.Random(path.name)
    for place in chance.sample(paths, min(6, len(paths))):
        old = data
        for step in place:
            old = old[step]
        new = _other(old, chance)
        done = spliced(text, _set(data, place, new))
        assert len(_hunks(text, done)) == 1, (place, old, new)


def _other(old: Any, chance: random.Random) -> Any:
    """Return another value of the same kind: a word changed, an entry taken out or added."""
    if isinstance(old, bool) or old is None:
        return "changed"
    if isinstance(old, int | float):
        return 7 if old != 7 else 8
    if isinstance(old, str):
        words = old.split(" ")
        words[chance.randrange(len(words))] = "changed"
        return " ".join(words)
    if isinstance(old, list):
        return [*old, "added: one"] if chance.random() < 0.5 or len(old) < 2 else old[1:]
    names = list(old)
    gone = chance.choice(names)
    more = {"added_key": "added, one"} if chance.random() < 0.5 or len(names) < 2 else {}
    return {name: old[name] for name in names if more or name != gone} | more


BRACES = """m: {
  a: 1,  # about a
  b: 2,  # about b
  # above c
  c: 3,  # about c
  d: 4  # about d
}
n: [x, y,  # both
  z]
"""


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        (("m", "a"), "  a: 1,  # about a\n"),
        (("m", "b"), "  b: 2,  # about b\n"),
        (("m", "c"), "  c: 3,  # about c\n"),
        (("m", "d"), "  d: 4  # about d\n"),
        (("n", 1), ", y"),
        (("n", 2), "z"),
        (("n", 0), "x, "),
    ],
)
def test_an_entry_of_braces_goes_with_its_own_comment_alone(path: tuple[Any, ...], gone: str) -> None:
    """Bug: it took the comment of its neighbour, and left its own."""
    wanted = parse(BRACES, "").plain()
    del wanted[path[0]][path[1]]
    assert spliced(BRACES, wanted) == BRACES.replace(gone, "", 1)


def test_comments_within_braces_do_not_go_unnoticed() -> None:
    wanted = {**parse(BRACES, "").plain(), "m": "a text"}
    with pytest.raises(InputError, match="would take comments out"):
        spliced(BRACES, wanted)
    assert spliced('m: {a: "x # y"}\n', {"m": "a text"}) == "m: a text\n", "no comment, but a text"

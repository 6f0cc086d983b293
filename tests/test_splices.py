"""What becomes of a small document when one thing in it changes: only the words concerned, to the character."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.source.splicing import spliced
from rcwkit.source.yaml import parse

X = "x" * 20
FULL = " ".join([X] * 5)
"""104 characters."""

Case = tuple[str, Any, str]

VALUES: dict[str, Case] = {
    "a list to a mapping": ("a: [b]\n", {"a": {"b": 1}}, "a: {b: 1}\n"),
    "a mapping to a list": ("a: {b: 1}\n", {"a": ["b"]}, "a: [b]\n"),
    "a text to a list": ("a: xy\n", {"a": ["x"]}, "a: [x]\n"),
    "keys that change places": (
        "z: 1\na:\n  b: 1\n  c: 2\n",
        {"z": 1, "a": {"c": 2, "b": 1}},
        "z: 1\na:\n  c: 2\n  b: 1\n",
    ),
    "nothing": ("a: 1  # one\nb: [x]\n", {"a": 1, "b": ["x"]}, "a: 1  # one\nb: [x]\n"),
    "a number to a truth": ("a: 1\n", {"a": True}, "a: true\n"),
    "a text to a number": ("a: 'x #1'  # one\n", {"a": 3}, "a: 3  # one\n"),
    "a list to a text": ("a:\n  - 1\n# c\nb: 2\n", {"a": "x", "b": 2}, "a: x\n# c\nb: 2\n"),
    "a mapping to nothing in it": ("a: {b: 1}\n", {"a": {}}, "a: {}\n"),
    "a list to nothing in it": ("a: [1]\nb: 2\n", {"a": [], "b": 2}, "a: []\nb: 2\n"),
    "a block to nothing in it": ("a:\n  - 1\n  - 2\nb: 2\n", {"a": [], "b": 2}, "a: []\nb: 2\n"),
    "a block with comments around it to nothing in it": (
        "a:  # one\n  # two\n  - 1  # three\n# four\nb: 2\n",
        {"a": [], "b": 2},
        "a: []  # one\n  # two  # three\n# four\nb: 2\n",
    ),
    "a block as far left as its key to nothing in it": ("a:\n- 1\n- 2\nb: 2\n", {"a": [], "b": 2}, "a: []\nb: 2\n"),
    "an empty list": ("a: []\n", {"a": [1, 2]}, "a: [1, 2]\n"),
    "an empty mapping": ("a: {}\n", {"a": {"b": 1}}, "a: {b: 1}\n"),
    "other keys": ("a:\n  b: 1\n  c: 2\n", {"a": {"x": 3}}, "a:\n  x: 3\n"),
    "other keys behind a dash": ("- b: 1\n  c: 2\n- 3\n", [{"c": 2, "b": 1}, 3], "- c: 2\n  b: 1\n- 3\n"),
    "an empty value": ("a:   # one\nb: 1\n", {"a": "x", "b": 1}, "a: x   # one\nb: 1\n"),
    "beside an empty value": ("a:\nb: 1\n", {"a": None, "b": 2}, "a:\nb: 2\n"),
    "an empty value in braces": ("{a: , b: 1}\n", {"a": "x, y", "b": 1}, '{a: "x, y" , b: 1}\n'),
    "an empty value of a quoted key": ('"a:b":\nc: 1\n', {"a:b": "x, y", "c": 1}, '"a:b": x, y\nc: 1\n'),
}

KEYS: dict[str, Case] = {
    "all renamed": ("a: 1  # one\nb: 2\n", {"c": 1, "d": 2}, "c: 1  # one\nd: 2\n"),
    "a later one moved up": ("a: 1  # one\nb: 1  # two\n", {"b": 1, "c": 1}, "b: 1  # two\nc: 1\n"),
    "an earlier one moved down": ("a: 1  # one\nb: 1\n", {"c": 1, "a": 1}, "c: 1\na: 1  # one\n"),
    "one more before, under a blank line": ("\na: 1\n", {"b": 2, "a": 1}, "\nb: 2\na: 1\n"),
    "the first out under a blank line": ("\na: 1\n# two\nb: 2\n", {"b": 2}, "\n# two\nb: 2\n"),
    "the first of three out behind a dash": ("- a: 1\n  b: 2\n  c: 3\n", [{"b": 2, "c": 3}], "- b: 2\n  c: 3\n"),
    "renamed": ("a: 1  # one\nb: 2\n", {"c": 1, "b": 2}, "c: 1  # one\nb: 2\n"),
    "the only one renamed": ("a: 1  # one\n", {"b": 1}, "b: 1  # one\n"),
    "one renamed and another changed": ("a: 1  # one\nb: 2\n", {"c": 1, "b": 3}, "c: 1  # one\nb: 3\n"),
    "renamed in braces": ("{a: 1, b: 2}\n", {"x: y": 1, "b": 2}, '{"x: y": 1, b: 2}\n'),
    "another with another value": ("a: 1  # one\nb: 2\n", {"c": 5, "b": 2}, "c: 5\nb: 2\n"),
    "one more after": ("a: 1  # one\n# end\n", {"a": 1, "b": 2}, "a: 1  # one\nb: 2\n# end\n"),
    "one more after without a line end": ("a: 1", {"a": 1, "b": 2}, "a: 1\nb: 2"),
    "two more between": ("a: 1\nd: 4\n", {"a": 1, "b": 2, "c": 3, "d": 4}, "a: 1\nb: 2\nc: 3\nd: 4\n"),
    "one more before": ("a: 1\n", {"b": 2, "a": 1}, "b: 2\na: 1\n"),
    "one more before, indented": ("z:\n  a: 1\n", {"z": {"b": 2, "a": 1}}, "z:\n  b: 2\n  a: 1\n"),
    "one more before, behind a dash": ("- a: 1\n", [{"b": 2, "a": 1}], "- b: 2\n  a: 1\n"),
    "one more after, behind a dash": ("- a: 1\n- 2\n", [{"a": 1, "b": 2}, 2], "- a: 1\n  b: 2\n- 2\n"),
    "one more in braces": ("{a: 1, c: 3}\n", {"a": 1, "b": 2, "c": 3}, "{a: 1, b: 2, c: 3}\n"),
    "two more before in braces": ("{c: 3}\n", {"a": 1, "b": 2, "c": 3}, "{a: 1, b: 2, c: 3}\n"),
    "the last out": ("a: 1\nb: 2  # two\n", {"a": 1}, "a: 1\n"),
    "the last out without a line end": ("a: 1\nb: 2", {"a": 1}, "a: 1\n"),
    "the first out": ("a: 1  # one\nb: 2\n", {"b": 2}, "b: 2\n"),
    "the first out behind a dash": ("- a: 1  # one\n  b: 2\n", [{"b": 2}], "- b: 2\n"),
    "the first two out behind a dash": ("- a: 1\n  b: 2\n  c: 3\n", [{"c": 3}], "- c: 3\n"),
    "the first and third out behind a dash": (
        "- a: 1\n  b: 2\n  c: 3\n  d: 4\n",
        [{"b": 2, "d": 4}],
        "- b: 2\n  d: 4\n",
    ),
    "the first two out behind a dash, before a comment": (
        "- a: 1  # one\n\n  b: 2\n  # three\n  c: 3\n",
        [{"c": 3}],
        "- # three\n  c: 3\n",
    ),
    "the first two out behind a dash, around a comment": (
        "- a: 1\n  # two\n  b: 2\n  c: 3\n",
        [{"c": 3}],
        "- # two\n  c: 3\n",
    ),
    "the first two out behind a dash, and one more": (
        "- a: 1\n  b: 2\n  c: 3\n",
        [{"d": 4, "c": 3}],
        "- d: 4\n  c: 3\n",
    ),
    "the last out behind a dash": ("- a: 1\n  b: 2\n- 3\n", [{"a": 1}, 3], "- a: 1\n- 3\n"),
    "two apart out": ("a: 1\nb: 2\nc: 3\nd: 4\n", {"b": 2, "d": 4}, "b: 2\nd: 4\n"),
    "two together out": ("a: 1\nb: 2\nc: 3\nd: 4\n", {"a": 1, "d": 4}, "a: 1\nd: 4\n"),
    "the first out in braces": ("{a: 1, b: 2, c: 3}\n", {"b": 2, "c": 3}, "{b: 2, c: 3}\n"),
    "the last two out in braces": ("{a: 1, b: 2, c: 3}\n", {"a": 1}, "{a: 1}\n"),
    "two apart out in braces": ("{a: 1, b: 2, c: 3, d: 4}\n", {"b": 2, "d": 4}, "{b: 2, d: 4}\n"),
}

ITEMS: dict[str, Case] = {
    "in two together": (
        "- {a: 1}\n- {b:  2, c: 3}\n- 4\n",
        [{"a": 9}, {"b": 2, "c": 9}, 4],
        "- {a: 9}\n- {b:  2, c: 9}\n- 4\n",
    ),
    "two for two": ("[0, 1, 2, 3]\n", [0, 8, 9, 3], "[0, 8, 9, 3]\n"),
    "one for another": ("[1, 2, 3]\n", [1, 5, 3], "[1, 5, 3]\n"),
    "one for two": ("[1, 2, 3]\n", [4, 3], "[4, 3]\n"),
    "two for one": ("[1]\n", [2, 3], "[2, 3]\n"),
    "before the first": ("[1]\n", [0, 1], "[0, 1]\n"),
    "after the first": ("[1, 2]\n", [1, 9, 2], "[1, 9, 2]\n"),
    "after the last": ("[1, 2]\n", [1, 2, {"a": 1}], "[1, 2, {a: 1}]\n"),
    "one of three alike out": ("[1, 1, 1]\n", [1, 1], "[1, 1]\n"),
    "two apart": ("[1, 2, 3, 4, 5]\n", [1, 9, 3, 8, 5], "[1, 9, 3, 8, 5]\n"),
    "two apart out": ("[1, 2, 3, 4, 5]\n", [1, 3, 5], "[1, 3, 5]\n"),
    "the first two out": ("[1, 2, 3, 4]\n", [3, 4], "[3, 4]\n"),
    "a new first line": ("a:\n  - 1  # one\n", {"a": [0, 1]}, "a:\n  - 0\n  - 1  # one\n"),
    "a line between": ("- 1  # one\n- 2\n", [1, 9, 2], "- 1  # one\n- 9\n- 2\n"),
    "lines out": ("- 1\n- 2  # two\n- 3\n- 4\n", [1, 4], "- 1\n- 4\n"),
    "one whose dash stands above it": ("- 1\n- # a-b\n  c: 2\n- 3\n", [1, 3], "- 1\n- 3\n"),
    "the last, whose dash stands above it": ("- 1\n# - 2\n-\n  c: 2\n", [1], "- 1\n# - 2\n"),
    "the first two out behind two dashes": ("- - 1\n  - 2\n  - 3\n- 3\n", [[3], 3], "- - 3\n- 3\n"),
    "the first out behind two dashes": ("- - 1  # one\n  - 2\n- 3\n", [[2], 3], "- - 2\n- 3\n"),
}

TEXTS: dict[str, Case] = {
    "a word above a key": (
        "a: >-\n  one two\n  three\nb: 1\n",
        {"a": "one 2 three", "b": 1},
        "a: >-\n  one 2\n  three\nb: 1\n",
    ),
    "a word before three others": (
        "a: >-\n  one two\n  three four five\n",
        {"a": "one 2 three four five"},
        "a: >-\n  one 2\n  three four five\n",
    ),
    "the last word in double quotes": ('a: "one\n  two"\n', {"a": 'one "2"'}, 'a: "one\n  \\"2\\""\n'),
    "the last word in single quotes": ("a: 'one\n  two'\n", {"a": "one it's"}, "a: 'one\n  it''s'\n"),
    "the last word of a plain text": ("a:\n  one\n  two\n", {"a": "one it's"}, "a:\n  one\n  it's\n"),
    "the last word of two lines in braces": (
        "{a: one\n  two, b: 1}\n",
        {"a": "one 2", "b": 1},
        "{a: one\n  2, b: 1}\n",
    ),
    "other words in double quotes": ('a: "one\n  two  x"\n', {"a": "one 3"}, 'a: "one 3"\n'),
    "between lines that are longer": (
        f"# {FULL * 2}\na:\n  one\n  two\n# {FULL * 2}\n",
        {"a": "one 2"},
        f"# {FULL * 2}\na:\n  one\n  2\n# {FULL * 2}\n",
    ),
    "a word": ("a: one two three\n", {"a": "one four three"}, "a: one four three\n"),
    "a word with a comma": ("a: one two\n", {"a": "one, two"}, "a: one, two\n"),
    "a word with a comma in braces": ("{a: one two}\n", {"a": "one, two"}, '{a: "one, two"}\n'),
    "a word with a colon": ("a: one two\n", {"a": "one: two"}, 'a: "one: two"\n'),
    "a word before": ("a: >-\n  two\n  three\n", {"a": "one two three"}, "a: >-\n  one two\n  three\n"),
    "a word after": ("a: >-\n  one\n  two\n", {"a": "one two three"}, "a: >-\n  one\n  two three\n"),
    "a word between": ("a: >-\n  one\n  three\n", {"a": "one two three"}, "a: >-\n  one two\n  three\n"),
    "a word repeated": ("a: >-\n  so\n  so\n", {"a": "so so so"}, "a: >-\n  so\n  so so\n"),
    "the first word out": ("a: >-\n  one two\n  three\n", {"a": "two three"}, "a: >-\n  two\n  three\n"),
    "the last word out": ("a: >-\n  one\n  two three\n", {"a": "one two"}, "a: >-\n  one\n  two\n"),
    "a word between out": ("a: >-\n  one two\n  three\n", {"a": "one three"}, "a: >-\n  one\n  three\n"),
    "words over two lines": ("a: >-\n  one two\n  three four\n", {"a": "one 2 3 four"}, "a: >-\n  one 2 3 four\n"),
    "a plain text of two lines": ("a:\n  one two\n  three\n", {"a": "one 2 three"}, "a:\n  one 2\n  three\n"),
    "in single quotes": ("a: 'it''s one  '\n", {"a": "it's two  "}, "a: 'it''s two  '\n"),
    "a word in single quotes": ("a: 'one: two'\n", {"a": "one: it's"}, "a: 'one: it''s'\n"),
    "a line end in single quotes": ("a: 'one: two'\n", {"a": "one\ntwo"}, 'a: "one\\ntwo"\n'),
    "in double quotes": ('a: "one  two"\n', {"a": 'ünd  "two"'}, 'a: "ünd  \\"two\\""\n'),
    "a word in double quotes": ('a: "one: two"\n', {"a": 'ünd "two"'}, 'a: "ünd \\"two\\""\n'),
    "an escaped space": ('a: "one\\u0020two"\n', {"a": "one three"}, 'a: "one three"\n'),
    "double quotes over two lines": ('a: "one\n  two: x"\n', {"a": "one 2: x"}, 'a: "one\n  2: x"\n'),
    "a line of a block": ("a: |-\n  one\n\n  two\nb: 1\n", {"a": "1\n\n2", "b": 1}, "a: |-\n  1\n\n  2\nb: 1\n"),
    "a line of a block that ends in a line end": ("a: |\n  one\n  two\n", {"a": "one\n2\n"}, "a: |\n  one\n  2\n"),
    "a word of a block of one line": ("a: |-\n  one two\n", {"a": "one 2"}, "a: |-\n  one 2\n"),
    "other words for a plain text": ("a: one  two\n", {"a": "3"}, 'a: "3"\n'),
    "a line of 120": (
        f"a:\n  one\n  {FULL} two\n",
        {"a": f"one {FULL} {'y' * 13}"},
        f"a:\n  one\n  {FULL} {'y' * 13}\n",
    ),
    "a line of 121": (
        f"a:\n  one\n  {FULL} two\n",
        {"a": f"one {FULL} yyyy-{'y' * 9}"},
        f"a:\n  one {FULL}\n  yyyy-{'y' * 9}\n",
    ),
    "a folded line of 121": (
        f"a: >-\n  one\n  {FULL} two\n",
        {"a": f"one {FULL} {'y' * 14}"},
        f"a: >-\n  one {FULL}\n  {'y' * 14}\n",
    ),
}

CASES = {
    f"{group}: {name}": case
    for group, cases in {"value": VALUES, "key": KEYS, "item": ITEMS, "text": TEXTS}.items()
    for name, case in cases.items()
}


@pytest.mark.parametrize("name", CASES)
def test_a_change_is_written_where_it_belongs(name: str) -> None:
    before, wanted, after = CASES[name]
    assert spliced(before, wanted) == after
    assert parse(after, "").plain() == wanted


@pytest.mark.parametrize("name", [name for name, (before, _, _) in CASES.items() if before.endswith("\n")])
def test_windows_line_ends_stay(name: str) -> None:
    before, wanted, after = (one.replace("\n", "\r\n") if isinstance(one, str) else one for one in CASES[name])
    assert spliced(before, wanted) == after


@pytest.mark.parametrize(
    ("before", "wanted", "message"),
    [
        ("a:\n  b: 1  # one\n  c: 2\n", {"a": {"c": 2, "b": 1}}, "the change would take comments out of the file"),
        ("a:\n  - 1  # one\n  - 2\n", {"a": []}, "the change would take comments out of the file"),
        ("a:  # one\n  b: 1\n", [1], "the change would take comments out of the file"),
    ],
)
def test_what_cannot_be_written_in_place_is_refused(before: str, wanted: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        spliced(before, wanted, "cards.yaml")
    (found,) = refused.value.diagnostics
    assert (found.code, found.message, found.span.file) == ("E390", message, "cards.yaml")


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(InputError):
        spliced("a: [", {"a": []})

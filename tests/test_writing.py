"""Data written as YAML are read back as they were."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rcwkit.source.splicing import yaml_of
from rcwkit.source.yaml import STRANGE, parse

LONG = "A text of many words that goes on and on, until nobody would read it on one line of a file any more." * 2
PLAIN = """a: b c
d: 2
e: true
f: "2"
g: "no: 1"
h: |-
  one
  two
cards:
  n: {title: "Noise, or not", copies: 2}
"""


def test_short_things_stand_on_one_line_and_quotes_only_where_needed() -> None:
    card = {"title": "Noise, or not", "copies": 2}
    data = {"a": "b c", "d": 2, "e": True, "f": "2", "g": "no: 1", "h": "one\ntwo", "cards": {"n": card}}
    assert yaml_of(data) == PLAIN


def test_long_things_go_over_several_lines() -> None:
    text = yaml_of({"cards": {"n": {"title": "N", "foot": LONG, "sections": [{"head": "E", "text": LONG}]}}})
    assert max(map(len, text.splitlines())) <= 120
    assert text.startswith("cards:\n  n:\n    title: N\n    foot:\n      A text of many words")
    assert "    sections:\n      - head: E\n        text:\n          A text" in text


TEXT = st.text(max_size=40).filter(lambda text: text and not STRANGE.search(text))
SCALAR = TEXT | st.integers(-(10**17), 10**17) | st.booleans()
ID = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,9}", fullmatch=True)
ITEM = st.dictionaries(ID, SCALAR, min_size=1, max_size=2)
ENTRY = st.dictionaries(ID, SCALAR | st.lists(SCALAR | ITEM, max_size=3), min_size=1, max_size=3)
MAPPING = st.dictionaries(ID, ENTRY | SCALAR, min_size=1, max_size=3)


@given(st.dictionaries(ID, SCALAR | MAPPING, min_size=1, max_size=3))
def test_everything_is_read_back(data: dict[str, object]) -> None:
    assert parse(yaml_of(data), "a.yaml").plain() == data

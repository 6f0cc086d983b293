"""Y1: three parsers agree on every accepted text, from mutated documents and from YAML's indicators."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from faults_support import Cases, many
from parsers_support import accepted, alike
from tests_support import TOY

SIGNS = ["a", "b", "cd", "1", "0", "e", "x: ", "=", "<<", "~", "@", "`", "!", "! ", "!!str ", "*a", "&a ", "%", "\\"]
SIGNS += [
    " ",
    " ",
    "  ",
    "\n",
    "\n",
    "\n  ",
    "\n    ",
    "\n- ",
    "\n\n",
    "\r",
    "\r\n",
    "\t",
    "\x85",
    "\u2028",
    "\ufeff",
    "\xa0",
    "\u3000",
]
SIGNS += [
    ": ",
    ": ",
    ":",
    "- ",
    "-",
    "? ",
    "?",
    ", ",
    ",",
    "[",
    "]",
    "{",
    "}",
    "'",
    '"',
    "''",
    '""',
    "#",
    " #",
    "[a, ",
    "{a: ",
    "]\n",
    "}\n",
]
SIGNS += [
    "|",
    ">",
    "|\n",
    ">\n",
    "|2\n",
    ">-\n",
    "|+\n",
    "---",
    "--- ",
    "...",
    "\n---\n",
    "\n...\n",
    "%YAML 1.1\n--- ",
    "%FOO a\n",
]
SIGNS += [f"\\{sign}" for sign in ("/", "x41", "n", "\n", "u263A", "U0001F600", "P", "_", "N", "e", " ", "\t", '"')] + [
    "é",
    "😀",
    "\x7f",
    "\u200b",
]
FRAMES = [
    ("a: ", ""),
    ("a: [", "]"),
    ("a: {b: ", "}"),
    ("a:\n  - ", "\n"),
    ('a: "', '"'),
    ("a: '", "'"),
    ("a: |\n", "\n"),
    ("a: >\n", "\n"),
]
SHORT = [*TOY.values(), *(text[text.index("\n  ") + 1 :] for text in TOY.values() if "\n  " in text)]


def signs(dice: random.Random) -> str:
    start, end = dice.choice(FRAMES)
    return start + "".join(dice.choices(SIGNS, k=dice.randint(1, 10))) + end


def mutated(dice: random.Random) -> str:
    text = dice.choice(SHORT)
    for _ in range(dice.randint(1, 2)):
        at = dice.choice([number for number, sign in enumerate(text) if not sign.isalnum()])
        text = text[:at] + dice.choice(SIGNS) + text[at + dice.randint(0, 1) :]
    return text


@pytest.mark.row("Y1")
@pytest.mark.parametrize(("kind", "full", "fast"), [(signs, 6000, 600), (mutated, 1000, 60)], ids=["signs", "mutated"])
def test_an_accepted_text_is_read_alike(
    cases: Cases, kind: Callable[[random.Random], str], full: int, fast: int
) -> None:
    """Only accepted texts count as cases; texts are generated until there are enough."""
    dice = random.Random(f"Y1/{kind.__name__}")
    while cases.tried < many(full, fast):
        text = kind(dice)
        if accepted(text):
            with cases(ascii(text)):
                alike(text)

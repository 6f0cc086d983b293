"""I4: texts and numbers made to exhaust the machine are refused at once, in little memory."""

from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from faults_support import FULL, refused, spawn
from tests_support import TOY, write


def laughs(levels: int) -> str:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, levels)]
    return "\n".join(rows)


def procedure(body: str) -> str:
    return f"kind: procedures\nid: bomb\ntitle: Bomb\nsource: none\nprocedures:\n{body}\n"


def fan(levels: int, wide: int) -> str:
    """Procedures that run the next one over and over, level by level."""
    rows = []
    for level in range(levels):
        steps = ", ".join(f"{{id: s{n}, run: p{level + 1}}}" for n in range(wide))
        rows.append(f"  p{level}: {{title: P, steps: [{steps}]}}")
    return procedure("\n".join([*rows, f"  p{levels}: {{title: P, steps: [{{id: a, roll: 1d6}}]}}"]))


def step(text: str) -> str:
    return procedure(f"  p: {{title: P, steps: [{{id: a, {text}}}]}}")


RANDOM = random.Random("bombs")
DEEP = (65, 66, 100, 1000, 10**5, 10**6)
BOMBS: dict[str, tuple[str | bytes, str]] = {
    "laughs": (laughs(9), "E114"),
    "laughs of mappings": ("a: &a {x: 1}\nb: &b {<<: *a, y: *a}\n", "E114"),
    "an alias of itself": ("a: &a [*a]\n", "E114"),
    **{f"lists {depth} deep": ("a: " + "[" * depth + "]" * depth, "E111") for depth in DEEP},
    **{f"open lists {depth} deep": ("a: " + "[" * depth, "E111") for depth in DEEP},
    **{f"mappings {depth} deep": ("a: " + "{a: " * depth + "}" * depth, "E111") for depth in DEEP[:-1]},
    **{f"blocks {depth} deep": ("\n".join(" " * level + "a:" for level in range(depth)), "E111") for depth in (70, 1000)},
    "dashes": ("- " * 100_000 + "x", "E111"),
    "question marks": ("? " * 100_000 + "x", "E1"),
    "a text of 15 MiB": ("kind: game\ntitle: " + "x" * (15 * 2**20), "E12"),
    "17 MiB": ("#" * (17 * 2**20), "E102"),
    "a number of 10^5 digits": ("kind: game\nid: " + "9" * 10**5, "E118"),
    "a number of 10^7 digits": ("kind: game\nid: " + "9" * 10**7, "E118"),
    "an exponent": ("kind: game\nid: 1e" + "9" * 30, "E118"),
    "30,000 keys": ("kind: rulings\n" + "\n".join(f"k{n}: 1" for n in range(30_000)), "E12"),
    "100,000 items": ("kind: rulings\nid: [" + "x," * 100_000 + "]", "E12"),
    "a repeated key among 30,000": ("kind: rulings\n" + "\n".join(f"k{n}: 1" for n in range(30_000)) + "\nk7: 2", "E117"),
    "eight million items": ("kind: rulings\nid: [" + "x," * (8 * 2**20 - 100) + "]", "E106"),
    "two million keys": ("kind: rulings\n" + "\n".join(f"k{n}: " for n in range(1_600_000)), "E106"),
    "a python tag": ("a: !!python/object/apply:os.system ['touch /tmp/owned']", "E115"),
    "a binary tag": ("a: !!binary aGVsbG8=", "E115"),
    "a set tag": ("--- !!set {a, b}", "E115"),
    "an own tag": ("%TAG ! tag:evil.example,2026:\n--- !x\na: 1", "E115"),
    "byte order mark alone": (b"\xef\xbb\xbf", "E112"),
    "two byte order marks": (b"\xef\xbb\xbf\xef\xbb\xbfkind: game", "E1"),
    "UTF-16": ("kind: game\n".encode("utf-16"), "E104"),
    "UTF-16 without a mark": ("kind: game\n".encode("utf-16-le"), "E110"),
    "UTF-32": ("kind: game\n".encode("utf-32"), "E104"),
    "NUL": ("kind: game\0\n", "E110"),
    "NULs only": (b"\0" * 1000, "E110"),
    "empty": ("", "E112"),
    "several documents": ("kind: game\n---\n" * 1000, "E113"),
    "an unfinished document": ("kind: [" + string.ascii_letters * 1000, "E110"),
    "random bytes": (RANDOM.randbytes(100_000), "E104"),
    "random letters": ("".join(RANDOM.choices(string.printable, k=100_000)), "E1"),
    "overlong UTF-8": (b"kind: \xc0\xae\xc0\xae/", "E104"),
    "a lone surrogate": (b"kind: \xed\xa0\x80", "E104"),
    "a procedure of itself": (procedure("  p: {title: P, steps: [" + ", ".join(f"{{id: s{n}, run: p}}" for n in range(20)) + "]}"), "E229"),
    "procedures in a circle": (procedure("  p: {title: P, steps: [{id: a, run: q}]}\n  q: {title: Q, steps: [{id: a, run: p}]}"), "E229"),
    "procedures that fan out": (fan(7, 20), "E243"),
    "99 dice of 999 sides": (step("roll: 99d999"), "E243"),
    "items past counting": (step("roll: 1d6, for_each: 1-999999999"), "E243"),
    "items beyond all numbers": (step(f"roll: 1d6, for_each: 1-{'9' * 5000}"), "E243"),
    "times past counting": (step("roll: 1d6, times: 99999999999"), "E243"),
    "a deck past counting": (
        procedure("  p: {title: P, decks: {d: {title: D, cards: 1-999999999}}, steps: [{id: a, draw: {deck: d}}]}"),
        "E243",
    ),
    "an input past counting": (procedure("  p: {title: P, inputs: {n: {title: N, range: 1-999999999}}, steps: [{id: a, roll: 1d6}]}"), "E243"),
}
FAST = ("laughs", "lists 1000000 deep", "17 MiB", "procedures that fan out", "99 dice of 999 sides", "items past counting", "random bytes")


@pytest.mark.row("I4")
@pytest.mark.parametrize("name", BOMBS if FULL else FAST)
def test_a_bomb_is_refused_at_once(tmp_path: Path, name: str) -> None:
    text, code = BOMBS[name]
    toy = write(tmp_path / "toy", TOY)
    (toy / "bomb.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    result = spawn("build", "toy", "--out", "out", cwd=tmp_path, limit=30)
    refused(result)
    assert f"bomb.yaml:1:1: error[{code}" in result.stderr or f"error[{code}" in result.stderr, result.stderr[:400]
    assert len(result.stderr) < 20_000
    # Processor time, since other tests run beside; starting Python and reading a sound game take half of it.
    # As many values as a file may have are read before they are too many.
    seconds, peak = (8, 500) if code == "E106" else (2, 150)
    assert result.seconds < seconds, result.seconds
    assert result.peak < peak, result.peak
    assert not (tmp_path / "out").exists()

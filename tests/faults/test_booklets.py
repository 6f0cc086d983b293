"""Booklets that are too wide for their pages, or too much to set: an error at their place, at once."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from faults_support import Cases, command, many
from pypdfium2 import PdfDocument
from rcwkit.kinds.booklet.markdown import MOST, MOST_BRACKETS, Origin, prose
from tests_support import TOY, write

HEAD = 8
"""The first line of the text in its file."""


def booklet(folder: Path, text: str, form: str) -> Path:
    """Write the small game with a booklet of this text."""
    body = "".join(f"  {line}\n" for line in text.splitlines())
    document = f"kind: booklet\nid: notes\ntitle: Notes\nsource: S\nformat: {form}\n\ntext: |\n{body}"
    return write(folder / "toy", {"game.yaml": TOY["game.yaml"], "booklet.yaml": document})


def table(columns: int, word: str) -> str:
    return "\n".join(f"| {' | '.join([one] * columns)} |" for one in ("Head", "---", word, "x"))


LONG = "W" * 400
BROKEN = {
    "a paragraph": LONG,
    "strong and emphasised": f"**{LONG}** *{LONG}*",
    "a heading": f"# {LONG}\n\nA.",
    "a heading of many words": "# " + "Capital " * 60 + "\n\nA.",
    "a smaller heading": f"### {LONG}",
    "a footnote": f"A.[^a]\n\n[^a]: {LONG}",
    "a nested list": f"- a\n  - b\n    - c\n      - {LONG}",
    "a numbered list": f"1. a\n   1. b\n      1. {LONG}",
    "a quotation": f"> {LONG}",
    "an address": f"[x](http://{LONG})",
}
"""Texts whose words are broken, and where it takes one, the number of letters that must stand on the page."""


@pytest.mark.row("L1")
@pytest.mark.parametrize("form", ["a4", "a5"])
def test_long_words_of_a_booklet_are_broken_not_cut(tmp_path: Path, cases: Cases, form: str) -> None:
    for name, text in [*BROKEN.items()][: many(len(BROKEN), 2)]:
        with cases(name):
            game = booklet(tmp_path, text, form)
            made = command("build", game, "--out", tmp_path / "out", "--screen")
            assert made.exit_code == 0, made.stderr[:400]
            data = (tmp_path / "out" / "toy" / "booklet-notes.pdf").read_bytes()
            _all_inside(data, 24.0)


def _all_inside(data: bytes, margin: float) -> None:
    """Assert that all characters of a PDF stand inside its pages, less a margin in points."""
    for page in PdfDocument(io.BytesIO(data)):
        width, _ = page.get_size()
        text = page.get_textpage()
        boxes = [text.get_charbox(at) for at in range(text.count_chars())]
        assert min(left for left, *_ in boxes) >= margin
        assert max(right for _, _, right, _ in boxes) <= width - margin


WIDE = {
    "many columns": (table(18, "ordinary words here"), 0),
    "a table below other text": ("# One\n\nA.\n\n" + table(18, "ordinary words here"), 4),
    "a long word in a cell": (table(2, "W" * 300), 0),
    "long words at the right": (table(2, LONG).replace("---", "--:"), 0),
    "a table in a list": ("- a\n\n  " + table(18, "ordinary words here").replace("\n", "\n  "), 2),
    "a table in a quotation": ("> " + table(18, "ordinary words here").replace("\n", "\n> "), 0),
}
"""Tables that are too wide, and the row in which they begin."""


@pytest.mark.row("L1")
@pytest.mark.parametrize("form", ["a4", "a5"])
@pytest.mark.parametrize("words", ["build", "build --screen", "check --layout"])
def test_a_table_too_wide_for_its_page_is_an_error_at_its_line(
    tmp_path: Path, cases: Cases, form: str, words: str
) -> None:
    verb, *options = words.split()
    out = ["--out", tmp_path / "out"] if verb == "build" else []
    for name, (text, row) in [*WIDE.items()][: many(len(WIDE), 1)]:
        with cases(name):
            said = command(verb, booklet(tmp_path, text, form), *options, *out)
            assert said.exit_code == 2
            assert f"booklet.yaml:{HEAD + row}:" in said.stderr, said.stderr[:400]
            assert "error[E310]: the table is" in said.stderr


@pytest.mark.row("L1")
@pytest.mark.parametrize(("form", "columns"), [("a4", 9), ("a5", 6)])
def test_a_table_a_little_too_wide_is_set_smaller(tmp_path: Path, form: str, columns: int) -> None:
    text = f"{table(columns, 'extraordinary quartz')}\n\nIn *between*.\n\n{table(2, 'quartz')}"
    made = command("build", booklet(tmp_path, text, form), "--out", tmp_path / "out", "--screen")
    assert made.exit_code == 0, made.stderr[:400]
    data = (tmp_path / "out" / "toy" / "booklet-notes.pdf").read_bytes()
    _all_inside(data, 24.0)
    sizes = set()
    for page in PdfDocument(io.BytesIO(data)):
        words = page.get_textpage()
        for at in range(words.count_chars()):
            left, low, right, high = words.get_charbox(at)
            sizes |= {round(high - low, 1)} if words.get_text_range(at, 1) == "z" and right > left else set()
    assert len(sizes) > 1 and 0.7 * max(sizes) < min(sizes), "the second table is as large as ever"


NOTES, HEADINGS, ROWS = (MOST[kind] for kind in ("footnote_open", "heading_open", "tr_open"))
TOO_MUCH: dict[str, tuple[Callable[[], str], int]] = {
    "footnotes": (lambda: "".join(f"A.[^{n}]\n\n[^{n}]: B.\n\n" for n in range(NOTES + 1)), 4 * NOTES + 2),
    "3,000 footnotes": (lambda: "".join(f"A.[^{n}]\n\n[^{n}]: B.\n\n" for n in range(3000)), 4 * NOTES + 2),
    "a long footnote": (lambda: "A.[^a]\n\n[^a]: " + "word " * 4000, 2),
    "headings": (lambda: "# A\n\n" * (HEADINGS + 1), 2 * HEADINGS),
    "a long heading": (lambda: "A.\n\n# " + "word " * 700, 2),
    "rows": (lambda: "| a |\n| - |\n" + "| 1 |\n" * ROWS, ROWS + 1),
    "40,000 rows": (lambda: "| a |\n| - |\n" + "| 1 |\n" * 40_000, 2 * ROWS),
    "brackets": (lambda: "A.\n\n" + "[" * 200_000, 2),
    "brackets in many lines": (lambda: "[ \n" * 90_000, MOST_BRACKETS),
}


@pytest.mark.row("L1")
def test_too_much_for_a_booklet_is_refused_where_it_is_read(tmp_path: Path, cases: Cases) -> None:
    for name, (text, row) in TOO_MUCH.items():
        with cases(name, 2):
            (found,) = prose(text(), Origin("notes.md")).found
            assert (found.code, found.span.line) == ("E130", row + 1), found

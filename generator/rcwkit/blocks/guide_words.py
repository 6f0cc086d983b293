"""What the print guide says of papers, backs, shelves and files that are not cut into pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rcwkit.look.edition import Backs, Flip
from rcwkit.look.language import word
from rcwkit.models.base import Shelf

__all__ = ["BACKS", "CHOOSE", "FLIPPED", "FONTS", "MEASURE", "PAPER", "SHELF", "WHOLE", "Form"]

Form = Literal["counters", "cards", "boards", "document", "booklet"]
PAPER: Mapping[str, Mapping[Form, str]] = {
    "a4": {
        "counters": word("label on 1.5–2 mm board, or card"),
        "cards": word("card, 200–300 g/m², or sleeves"),
        "boards": word("card, 160–250 g/m²"),
        "document": word("80–100 g/m²"),
        "booklet": word("80–100 g/m²"),
    },
    "letter": {
        "counters": word("label on 1/16 in board, or card"),
        "cards": word("card, 80–110 lb cover, or sleeves"),
        "boards": word("card, 65–90 lb cover"),
        "document": word("20–28 lb bond"),
        "booklet": word("20–28 lb bond"),
    },
}
"""Weights of paper as sold where text documents are printed on A4 or on Letter."""
WHOLE = {
    "tracks.pdf": (
        word("boards"),
        word("Boards fill a page each: use them as they are, or trim them along their frames."),
    ),
    "gauges.pdf": (
        word("gauges"),
        word(
            "Glue gauges to board, then cut along their outer edges. "
            "Join parts of a stick letter to letter, over the tab."
        ),
    ),
    "storage.pdf": (
        word("boxes"),
        word(
            "Cut boxes and labels along the solid lines, score and fold them along the dashed ones, and glue the tabs."
        ),
    ),
}
"""What to do with files that are not cut into pieces: (heading, instruction)."""
SHELF: Mapping[Shelf, str] = {
    "table": word("For play"),
    "proxies": word("Proxies of pieces that owners of the game have"),
    "study": word("For study"),
}
FLIPPED: Mapping[Flip, str] = {
    "long": word("two-sided, turned over the long edge"),
    "short": word("two-sided, turned over the short edge"),
}
CHOOSE: Mapping[Flip, str] = {
    "long": word("Choose **two-sided, turn over the long edge**."),
    "short": word("Choose **two-sided, turn over the short edge**."),
}
BACKS: Mapping[Backs, str] = {
    "gutterfold": word("backs beside their fronts, to fold"),
    "sheets": word("backs on sheets of their own, to glue"),
    "none": word("without backs"),
}
MEASURE = (word("Measure this first."), word("The bar is 100 mm long, or the page was not printed at 100 %."))
FONTS = word("PT Sans, PT Sans Narrow and PT Serif: © 2009 ParaType Ltd., ParaType Free Font License.")

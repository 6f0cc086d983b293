"""What print shops would refuse: texts near the cut of pieces of any shape, missing backs, too few or many cards."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt
from typing import Any

import pytest
from rcwkit.export.shops import ASCENT, DESCENT, Batch, Shop, clearance, refused
from rcwkit.frame import MM, Frame, Group, Item, Rect, Text
from rcwkit.sheets.imposition import CutPiece
from rcwkit.type.fonts import FontBook

POKER = 63.0, 88.0
FONTS = FontBook()
WIDTH = FONTS.width("IOU", "sans", 10) / MM
"""Width of the letters of `word` in mm."""


def word(x: float, y: float, text: str = "IOU", spacing: float = 0.0) -> Text:
    """Return a text of 10 pt whose baseline starts there, in mm."""
    return Text(x * MM, y * MM, text, "sans", 10, "#000000", spacing)


def frame(*items: Item, size: tuple[float, float] = POKER, **given: Any) -> Frame:
    """Return a face of this size in mm."""
    return Frame(size[0] * MM, size[1] * MM, (Rect(0, 0, 9, 9, "#000000"), *items), 2 * MM, **given)


def free(
    *items: Item, size: tuple[float, float] = POKER, trim: tuple[float, float] | None = None, **given: Any
) -> float:
    return clearance(frame(*items, size=size, **given), trim or size, FONTS)


def shop(**given: Any) -> Shop:
    facts = {"title": "Cutters", "delivers": "pictures", "dpi": 300, "bleed": 3.0, "safe": 3.0}
    more = {"backs": "optional", "copies": "once", "sources": [{"says": "all", "at": "here", "read": "today"}]}
    return Shop.model_validate({**facts, **more, **given})


def told(
    pieces: Sequence[CutPiece], trim: tuple[float, float] = POKER, **given: Any
) -> list[tuple[str, str, str, str]]:
    """Return code, message, place and hint of what a shop refuses."""
    found = refused(Batch("deck", "", trim, tuple(pieces)), shop(**given), FONTS)
    return [(one.code, one.message, str(one.span), one.hint) for one in found]


def card(*items: Item, name: str = "smoke", title: str = "", at: str = "cards.yaml:7", **given: Any) -> CutPiece:
    return CutPiece(frame(*items, name=name, at=at), title=title, **given)


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (word(5, 40), 5.0),
        (word(63 - 7 - WIDTH, 40), 7.0),
        (word(30, 6 + ASCENT * 10 / MM), 6.0),
        (word(30, 88 - 4 - DESCENT * 10 / MM), 4.0),
        (word(-3, 40), -3.0),
        (word(30, -2), -2 - ASCENT * 10 / MM),
        # A signpost's turned word hangs below its start, with its letters' tops to the right.
        (Group((word(0, 0),), 20 * MM, 3 * MM, rotate=90), 3.0),
        (Group((word(0, 0),), 63 * MM - 9 * MM, 40 * MM, rotate=90), 9 - ASCENT * 10 / MM),
        (Group((word(0, 0),), 6 * MM, 40 * MM, rotate=90), 6 - DESCENT * 10 / MM),
        (Group((word(0, 0),), 20 * MM, 88 * MM - 30 * MM + 20 * MM, rotate=90), 10 - WIDTH),
        (Group((word(1, 0),), 6 * MM, 40 * MM, scale=2), 8.0),
        (Group((word(2, 0),), 30 * MM, 4 * MM, rotate=90, scale=2), 8.0),
        (Group((word(0, 1),), 20 * MM, 82 * MM, scale=2), 6 - 2 - 2 * DESCENT * 10 / MM),
        (Group((Group((word(2, 0),), 1 * MM, 0, scale=2),), 4 * MM, 40 * MM), 9.0),
        (Group((Group((word(2, 0),), 1 * MM, 0),), 30 * MM, 4 * MM, rotate=90), 7.0),
    ],
)
def test_clearance_is_that_of_the_nearest_letter(item: Item, expected: float) -> None:
    assert free(item) == pytest.approx(expected, abs=1e-6)


def test_only_letters_need_to_keep_away() -> None:
    assert free() == inf
    assert free(word(0, 40, "  "), Group((Rect(0, 0, 9, 9, "#000000"),))) == inf
    assert free(word(30, 40), word(4, 40), word(20, 40)) == pytest.approx(4)


def test_spaced_letters_reach_further() -> None:
    wide = FONTS.width("IOU", "sans", 10, 6) / MM
    assert wide > WIDTH + 4
    assert free(word(60 - wide, 40, spacing=6)) == pytest.approx(3)


@pytest.mark.parametrize("trim", [(126.0, 176.0), (126.0, 88.0), (63.0, 176.0)])
def test_clearance_is_that_of_the_piece_enlarged_to_fill_the_product(trim: tuple[float, float]) -> None:
    # Twice as large, and in the middle of the product: what it hides is cut off.
    x, y = 30 * 2 + (trim[0] - 126) / 2, (44 + DESCENT * 10 / MM) * 2 + (trim[1] - 176) / 2
    right, top = trim[0] - x - WIDTH * 2, (44 - ASCENT * 10 / MM) * 2 + (trim[1] - 176) / 2
    assert free(word(30, 44), trim=trim) == pytest.approx(min(x, right, top, trim[1] - y))


def test_clearance_of_a_disc_and_a_hex_is_from_their_own_outline() -> None:
    corner, size = word(5, 6, "I"), (40.0, 40.0)
    assert free(corner, size=size) > 0
    assert free(corner, size=size, shape="round") == pytest.approx(20 - hypot(15, 14 + ASCENT * 10 / MM), abs=0.02)
    # The left corner of a hex lies half a side below its top, at its middle: its sides rise by √3 to 1.
    tall = 20 * sqrt(3)
    text = word(4, tall / 2 - 2, "I")
    top = tall / 2 - 2 - ASCENT * 10 / MM
    assert free(text, size=(40.0, tall), shape="hex") == pytest.approx((sqrt(3) * 4 - (tall / 2 - top)) / 2)


def test_a_deck_has_as_many_cards_as_the_shop_takes() -> None:
    few, many = [card(copies=2), card(name="fog", at="cards.yaml:9")], [card(copies=9), card(copies=2)]
    for pieces in (few, [card(copies=10)]):
        assert told(pieces, least=3, most=10) == []
    assert told(few, least=4) == [("W374", "'deck' has 3 cards, and Cutters takes at least 4", "cards.yaml:7:1", "")]
    assert told(many, most=10) == [("W374", "'deck' has 11 cards, and Cutters takes at most 10", "cards.yaml:7:1", "")]
    assert told([card(copies=9999)]) == []


def test_a_shop_that_needs_backs_is_given_them() -> None:
    back = frame(name="back", at="cards.yaml:3")
    backed, bare = card(back=back), card(name="fog", title="Fog", at="cards.yaml:9")
    hint = "give them a back, or order without"
    assert told([backed, bare], backs="needed") == [
        ("W375", "'Fog' has no back, and Cutters wants one", "cards.yaml:9:1", hint)
    ]
    two = [backed, card(at="built-in"), bare, bare]
    assert told(two, backs="needed") == [
        ("W375", "'smoke' and 2 more have no back, and Cutters wants one", "built-in:1:1", hint)
    ]
    assert told([backed], backs="needed") == told([bare]) == []


def test_the_worst_text_in_the_unsafe_zone_is_told_with_the_number_of_pieces() -> None:
    near, worst, safe = word(0.9, 40), word(0.4, 40), word(2.96, 40)
    hint = "Cutters wants 3.0 mm free of text"
    # The number counts pieces, not faces; half a tenth of a millimetre is no matter.
    both = card(near, title="Near", back=frame(near, name="back", at="cards.yaml:3"))
    assert told([card(safe, name="safe"), both]) == [
        ("W372", "'Near' has text in the unsafe zone, at worst 0.9 mm from the cut", "cards.yaml:7:1", hint)
    ]
    behind = card(safe, title="Far", back=frame(worst, name="back", at="cards.yaml:3"))
    assert told([both, behind]) == [
        ("W372", "'Far' and 1 more have text in the unsafe zone, at worst 0.4 mm from the cut", "cards.yaml:3:1", hint)
    ]
    # Up to two millimetres too near, the texts of all pieces are drawn in.
    assert told([card(word(1.1, 40))]) == []
    ((_, message, _, _),) = told([card(word(2.94, 40)), card(near)])
    assert message == "'smoke' and 1 more have text in the unsafe zone, at worst 0.9 mm from the cut"
    assert told([card(safe)]) == []


@pytest.mark.parametrize(("x", "where"), [(0.0, "0.0 mm from the cut"), (-0.5, "beyond the cut")])
def test_text_at_the_cut_and_beyond_it(x: float, where: str) -> None:
    ((_, message, _, _),) = told([card(word(x, 40))])
    assert message.endswith(f"at worst {where}")

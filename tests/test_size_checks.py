"""Sizes of a look that set nothing: whichever layout a game's faces have, and whatever that is made of."""

from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.diagnostics import Diagnostic
from rcwkit.game.loader import load
from rcwkit.kit.checks import sizes
from rcwkit.source.project import Project
from tests_support import TOY, write

BARE = 'bare: {boxes: {words: {size: 9, text: "{{ face.width }}", at: [5, 5, 20, 20]}}}'
USES = 'uses: {boxes: {words: {size: "{{ look.size }}", text: A, at: [5, 5, 20, 20]}}}'
NESTED = "nested: {boxes: {inner: {layout: uses, at: [0, 0, 20, 20]}}}"
CARDS = """\
kind: cards
id: deck
title: Deck
source: S
layout: bare
back: {title: Deck}
cards: {a: {title: A}}
"""
PIECES = """\
kind: pieces
id: tiles
title: Tiles
source: S
size: 40mm
layout: bare
pieces: {wood: {title: Wood}}
"""
COUNTERS = "kind: counters\nid: red\ntitle: Red\nsource: S\nside: red\ncounters: {A: {type: corps, name: A}}\n"


def found(folder: Path, *layouts: str, given: str = "cards: 12", types: str = "", **files: str) -> list[Diagnostic]:
    """What is found in a game of these layouts and files, with sizes in line 13 of its document."""
    game = TOY["game.yaml"].replace("corps, symbol: infantry}", f"corps, symbol: infantry{types}}}")
    laid = "kind: layouts\nid: l\nlayouts:\n" + "".join(f"  {one}\n" for one in (BARE, USES, *layouts))
    named = {f"{name}.yaml": text for name, text in files.items()}
    texts = {**named, "game.yaml": f"{game}look: {{sizes: {{{given}}}}}\n", "layouts.yaml": laid}
    return [*sizes(load(Project(write(folder, texts), shown="toy")))]


@pytest.mark.parametrize(
    ("layouts", "files"),
    [
        ((), {"cards": CARDS}),
        ((), {"cards": CARDS, "pieces": PIECES, "counters": COUNTERS}),
        ((), {"cards": CARDS.replace("bare", "unknown")}),
        (
            (
                "one: {boxes: {inner: {layout: two, at: [0, 0, 9, 9]}}}",
                "two: {boxes: {inner: {layout: one, at: [0, 0, 9, 9]}}}",
            ),
            {"cards": CARDS.replace("bare", "one")},
        ),
        ((NESTED,), {"cards": CARDS}),
        ((), {}),
    ],
    ids=["cards", "all", "unknown", "circle", "unused", "nothing"],
)
def test_a_size_of_cards_that_no_face_uses_is_told(
    tmp_path: Path, layouts: tuple[str, ...], files: dict[str, str]
) -> None:
    (told,) = found(tmp_path, *layouts, **files)
    assert (told.code, str(told.span)) == ("W271", "toy/game.yaml:13:23")
    assert told.message == "the size of cards changes nothing: no layout of this game uses it"
    assert told.hint == "give the texts of their layouts a `size`, such as `{{ look.size }}`"


@pytest.mark.parametrize(
    ("layouts", "types", "files"),
    [
        ((), "", {"cards": CARDS.replace("bare", "uses")}),
        ((), "", {"cards": CARDS.replace("title: A", "title: A, layout: uses")}),
        ((), "", {"cards": CARDS.replace("layout: bare\n", "")}),
        ((), "", {"cards": CARDS.replace("layout: bare", "layout: bare\nreverse: uses")}),
        ((), "", {"cards": CARDS.replace("title: Deck}", "title: Deck, layout: uses}")}),
        ((USES.replace("uses", "poster"),), "", {"cards": CARDS}),
        ((), "", {"cards": CARDS, "pieces": PIECES.replace("bare", "uses")}),
        ((), "", {"cards": CARDS, "pieces": PIECES.replace("Wood}", "Wood, back: uses}")}),
        ((), ", layout: uses", {"cards": CARDS, "counters": COUNTERS}),
        ((), "", {"cards": CARDS.replace("bare", "uses"), "pieces": PIECES.replace("bare", "unknown")}),
        ((NESTED,), "", {"cards": CARDS.replace("bare", "nested")}),
        ((BARE.replace("bare", "plain").replace("size: 9, ", ""),), "", {"cards": CARDS.replace("bare", "plain")}),
        (
            ('listed: {boxes: {words: {sections: "{{ card.sections }}", at: [5, 5, 20, 20]}}}',),
            "",
            {"cards": CARDS.replace("bare", "listed")},
        ),
        (
            ('named: {let: {big: "{{ look.size }}"}, boxes: {words: {size: "{{ big }}", text: A}}}',),
            "",
            {"cards": CARDS.replace("bare", "named")},
        ),
    ],
    ids=[
        *("deck", "card", "house", "reverse", "back", "poster", "pieces", "their backs", "counters"),
        *("beside an unknown one", "within another", "usual", "sections", "value"),
    ],
)
def test_a_size_of_cards_that_a_face_uses_is_not_told(
    tmp_path: Path, layouts: tuple[str, ...], types: str, files: dict[str, str]
) -> None:
    assert found(tmp_path, *layouts, types=types, **files) == []


def test_a_size_of_booklets_needs_one(tmp_path: Path) -> None:
    (told,) = found(tmp_path / "without", given="booklets: 11", cards=CARDS)
    assert (told.code, str(told.span)) == ("W271", "toy/game.yaml:13:26")
    assert told.message == "the size of booklets changes nothing: this game has no booklets"
    assert told.hint == "leave it out"
    booklet = "kind: booklet\nid: notes\ntitle: Notes\nsource: S\ntext: A.\n"
    assert found(tmp_path / "with", given="booklets: 11", booklet=booklet) == []


def test_sizes_that_are_not_given_are_not_told(tmp_path: Path) -> None:
    assert found(tmp_path, given="pages: 10", cards=CARDS) == []

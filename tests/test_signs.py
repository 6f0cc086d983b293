from __future__ import annotations

from collections.abc import Callable

import pytest
from rcwkit.checks.signs import signs
from rcwkit.layout.copy import Inset
from rcwkit.layout.look import Look
from rcwkit.look.frame import Rect
from rcwkit.look.signs import SIGNS, sign
from rcwkit.look.text import Setter
from rcwkit.models.game import Owner
from rcwkit.models.signs import SHIPPED, Sign, TrackBox
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project
from sheets_support import extents

GAME = """
kind: game
id: pond
title: The Pond
source: {title: Rules}
credits: Ours.
sides: {red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}}
"""


def table(text: str) -> str:
    return (
        f"kind: tables\nid: t\ntitle: T\nsource: s\ntables: {{a: {{title: A, rows: {{x: [y]}}, foot: ['{text}']}}}}\n"
    )


def test_boxes_are_full_or_in_outline_and_one_has_the_start() -> None:
    assert Sign("boxes", "red red-! white").boxes == (TrackBox("red"), TrackBox("red", False, True), TrackBox("white"))


def test_every_sign_has_words_and_a_picture_within_its_box() -> None:
    assert set(SHIPPED) == set(SIGNS)
    for name in SIGNS:
        for _, area in extents(sign(name, 10.0, "#000000", "#FFFFFF")):
            assert all(-0.5 <= value <= 10.5 for value in area), name


def width(*texts: str) -> float:
    look = Look(Setter())
    return look.copy(*((text, look.letters(9)) for text in texts)).most


def test_a_sign_is_as_wide_as_its_drawing_and_keeps_to_the_word_before_it() -> None:
    look = Look(Setter())
    letters = look.letters(9)
    copy = look.copy(("port :port:.", letters))
    insets = [part.inset for atom in copy.atoms for part in atom.parts if part.inset]
    assert len(insets) == 1
    assert isinstance(insets[0], Inset)
    assert len(copy.atoms) == 2  # the full stop stays with the sign
    assert width("port :port:.") > width("port .")


def test_a_blank_die_and_every_box_of_a_row_have_a_field() -> None:
    look = Look(Setter(), owners={"red": Owner(title="Red", short="R", colour="#B3201F", mark="star")})
    copy = look.copy(("{die} {boxes red red- red!}", look.letters(9)))
    fields = copy.set(200.0).fields
    assert [field.kind for field in fields] == ["write", "tick", "tick", "tick"]


def test_a_box_to_tick_is_light_on_every_ground() -> None:
    look = Look(Setter())
    for fill in (look.theme.ink, look.theme.paper):
        ((inset,),) = (
            [part.inset for part in atom.parts if part.inset]
            for atom in look.copy(("{box}", look.letters(9, fill=fill))).atoms
        )
        assert inset is not None
        (box,) = inset.items
        assert isinstance(box, Rect)
        assert (box.fill, box.stroke) == (look.theme.page, look.theme.ink)


def test_a_flag_never_begins_a_line() -> None:
    look = Look(Setter())
    copy = look.copy(("word {flag 12}", look.letters(9)))
    assert len(copy.atoms) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (":harbour:", "E245"),
        ("{mark blue}", "E220"),
        ("{ruling late}", "E225"),
        ("{die 7}", "E245"),
        ("{die 4 7}", "E245"),
        ("{boxes red- blue}", "E220"),
        ("{flag 1}", "E245"),
    ],
)
def test_an_unknown_sign_is_an_error(write_game: Callable[[dict[str, str]], Project], text: str, code: str) -> None:
    game = load(write_game({"game.yaml": GAME, "t.yaml": table(text)}))
    assert [found.code for found in signs(game)] == [code]


def test_signs_are_refused_where_they_are_not_drawn(write_game: Callable[[dict[str, str]], Project]) -> None:
    game = load(
        write_game(
            {
                "game.yaml": GAME.replace("Ours.", "'Ours {box}'"),
                "t.yaml": table("{mark red} {box} :port: {die 4 5}"),
            }
        )
    )
    assert [found.code for found in signs(game)] == ["E245"]


@pytest.mark.parametrize(("old", "new"), [("title: A", "title: '{box}'"), ("x: [y]", "x: [':harbour:']")])
def test_signs_are_checked_in_titles_and_in_rows(
    write_game: Callable[[dict[str, str]], Project], old: str, new: str
) -> None:
    game = load(write_game({"game.yaml": GAME, "t.yaml": table("y").replace(old, new)}))
    assert [found.code for found in signs(game)] == ["E245"]

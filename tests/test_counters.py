"""Counters: sizes, the contents of each side, and minimum type sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from log_support import describe
from pictures_support import here, picture, saved, setter_of
from rcwkit.art.theme import HOUSE, LOW_INK, Theme
from rcwkit.diagnostics import InputError
from rcwkit.dice.counters import Counter, size_of
from rcwkit.document.prose import badge
from rcwkit.faces.counters import BLEED, chip, chip_face, chip_of, faces
from rcwkit.faces.counters import numbered as split_name
from rcwkit.faces.faces import Faces
from rcwkit.faces.layouts import Chip
from rcwkit.faces.parts import ChipFace
from rcwkit.faces.parts import chip as draw_chip
from rcwkit.frame import MM, Frame, Group, Item, Line, Polygon, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.type.text import Setter
from sheets_support import extents
from tests_support import Golden, WriteGame

GAME = """
kind: game
id: demo
title: Demo
source: {title: Demo rules}
credits: Nobody's.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: White, short: W, colour: "#27425F", mark: diamond, plays: true}
unit_types:
  army: {title: army, plural: armies, symbol: infantry, unit_size: XXXX, reverse: reduced}
  leader: {title: leader, plural: leaders, symbol: leader}
"""
COUNTERS = """
kind: counters
id: units
title: Red units
source: Demo rules
side: red
counters:
  a7: {type: army, name: 7 Army}
  defector: {type: army, name: Don, reverse: {side: white, state: defected}}
  lenin: {type: leader, name: Lenin, reverse: {state: wounded}}
  trotsky: {type: leader, name: Trotsky}
  long: {type: army, name: Transcaucasian Federation}
  impossible: {type: army, name: Gosudarstvennoyeupravleniye}
  arrow: {type: leader, name: a → b}
"""


@pytest.fixture
def game(write_game: WriteGame) -> Game:
    return load(write_game({"game.yaml": GAME, "counters.yaml": COUNTERS}))


def texts(frame: Frame | None) -> list[Text]:
    def walk(items: tuple[Item, ...]) -> Iterator[Text]:
        for item in items:
            if isinstance(item, Group):
                yield from walk(item.items)
            elif isinstance(item, Text):
                yield item

    assert frame is not None
    return list(walk(frame.items))


def test_front_and_reduced_back(game: Game, golden: Golden) -> None:
    setter = Setter()
    front, back = faces(Faces(game, setter), game[Counter]["a7"])
    assert back is not None
    assert setter.found == []
    assert (front.width, front.height, front.bleed) == (45, 45, BLEED)
    assert [text.text for text in texts(front)] == ["XXXX", "7 Army"]
    assert front.at == "game/counters.yaml:8"
    assert {text.fill for text in texts(front)} == {"#F4ECDD"}
    assert {text.fill for text in texts(back)} == {"#B3201F"}
    golden("counters/army.txt", describe(front) + describe(back))


@pytest.mark.parametrize("layout", ["classic", "modern", "leader", "naval", "block", "marker"])
def test_every_face_prints_a_label_in_place_of_a_name(write_game: WriteGame, layout: str) -> None:
    """Bug: some faces printed the name or, on counters without one, nothing."""
    kind = f"  scout: {{title: scout, symbol: star, layout: {layout}, values: [a]}}\n"
    units = "".join(
        f"  {name}: {{type: scout, {more}label: Brief, values: {{a: 1}}}}\n"
        for name, more in (("one", ""), ("two", "name: Long, "))
    )
    game = load(write_game({"game.yaml": GAME + kind, "counters.yaml": COUNTERS + units}))
    for unit in ("one", "two"):
        front, _ = faces(Faces(game, Setter()), game[Counter][unit])
        assert "brief" in " ".join(one.text for one in texts(front)).lower()


def test_a_look_may_be_its_name_alone(write_game: WriteGame) -> None:
    game = load(write_game({"game.yaml": GAME + "look: naval\n", "counters.yaml": COUNTERS}))
    assert game.info.look.title != "emblem"
    assert game.info.look == load(write_game({"game.yaml": GAME + "look: {like: naval}\n"})).info.look


def test_ground_reaches_into_the_bleed(game: Game) -> None:
    for frame in faces(Faces(game, Setter()), game[Counter]["a7"]):
        assert frame is not None
        ground = frame.items[0]
        assert isinstance(ground, Rect)
        assert (ground.x, ground.y, ground.width, ground.height) == (-BLEED, -BLEED, 45 + 2 * BLEED, 45 + 2 * BLEED)


def test_a_back_of_another_side_takes_its_colour_mark_and_word(game: Game) -> None:
    front, back = faces(Faces(game, Setter()), game[Counter]["defector"])
    assert back is not None
    assert back.items[0] == Rect(-BLEED, -BLEED, 45 + 2 * BLEED, 45 + 2 * BLEED, "#27425F")
    assert [text.text for text in texts(back)] == ["defected", "XXXX", "Don"]
    assert describe(front) != describe(back)


def test_a_state_is_written_out_and_a_leader_without_one_has_no_back(game: Game) -> None:
    _, wounded = faces(Faces(game, Setter()), game[Counter]["lenin"])
    assert "wounded" in [text.text for text in texts(wounded)]
    assert faces(Faces(game, Setter()), game[Counter]["trotsky"])[1] is None


def test_long_names_break_before_they_fall_below_the_floor(game: Game) -> None:
    setter = Setter()
    front, _ = faces(Faces(game, setter), game[Counter]["long"])
    name = [text for text in texts(front) if text.text != "XXXX"]
    assert [text.text for text in name] == ["Transcaucasian", "Federation"]
    assert min(text.size for text in name) >= 6
    assert setter.found == []


def test_a_name_that_cannot_fit_is_reported_at_its_line(game: Game) -> None:
    setter = Setter()
    faces(Faces(game, setter), game[Counter]["impossible"])
    assert {found.code for found in setter.found} == {"E310"}
    assert setter.found[0].span.line == 13
    faces(Faces(game, setter), game[Counter]["arrow"])
    assert setter.found[-1].code == "E320"


ECHELONS = ["Ø", "•", "••", "•••", "I", "II", "III", "X", "XX", "XXX", "XXXX", "XXXXX", "XXXXXX", "++"]


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK], ids=["full", "low"])
@pytest.mark.parametrize("size", ["5/8in", "1/2in", "12mm"])
@pytest.mark.parametrize("echelon", ECHELONS)
def test_every_echelon_has_room_beside_the_mark(write_game: WriteGame, echelon: str, size: str, theme: Theme) -> None:
    files = {"game.yaml": GAME.replace("XXXX,", f'"{echelon}",') + f"counter_size: {size}\n", "counters.yaml": COUNTERS}
    game, setter = load(write_game(files)), Setter(theme)
    front, back = faces(Faces(game, setter), game[Counter]["a7"])
    assert setter.found == []
    for face in (front, back):
        (text,) = [text for text in texts(face) if text.text == echelon]
        width = setter.book.width(text.text, text.font, text.size, text.spacing)
        assert text.size >= theme.counter_floor
        assert 3.8 * front.width / 15.9 <= text.x and text.x + width <= 15 * front.width / 15.9


def test_an_unknown_unit_size_is_an_error_where_it_is_written(write_game: WriteGame) -> None:
    with pytest.raises(InputError) as error:
        load(write_game({"game.yaml": GAME.replace("XXXX,", "brigad,"), "counters.yaml": COUNTERS}))
    (found,) = error.value.diagnostics
    assert (found.code, found.message, found.span.line) == ("E124", "unknown unit size 'brigad'", 11)
    assert "brigade" in found.hint


def test_every_counter_of_the_data_is_clean(triumph: Game) -> None:
    setter = Setter()
    drawing = Faces(triumph, setter)
    for item in triumph[Counter].values():
        front, back = faces(drawing, item)
        size = size_of(triumph, item.id)
        for frame in (front, back or front):
            for text in texts(frame):
                width = setter.book.width(text.text, text.font, text.size)
                assert text.size >= setter.theme.counter_floor
                assert text.x >= 0.5 * MM and text.x + width <= size[0] - 0.5 * MM, (
                    f"{item.id}: '{text.text}' runs out of the counter"
                )
    assert setter.found == []


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_a_counter_without_a_symbol_has_its_name_large_in_the_middle(write_game: WriteGame, theme: Theme) -> None:
    names = {"one": "name: Cheka", "two": "name: Politburo marker, reverse: {state: spent}", "letter": "name: A"}
    counters = "".join(f"  {key}: {{type: leader, {name}, symbol: none}}\n" for key, name in names.items())
    game = load(write_game({"game.yaml": GAME, "counters.yaml": COUNTERS + counters}))
    setter = Setter(theme)
    usual = texts(faces(Faces(game, setter), game[Counter]["trotsky"])[0])[-1].size
    for key in names:
        front, back = faces(Faces(game, setter), game[Counter][key])
        for frame in filter(None, (front, back)):
            found = [text for text in texts(frame) if text.text != "spent"]
            assert key == "two" or found[0].size > usual
            middle = (found[0].y - 0.72 * found[0].size + found[-1].y) / 2
            assert 0.4 < middle / frame.height < 0.65
            assert all(
                text.x + setter.book.width(text.text, text.font, text.size) < frame.width - 0.5 * MM for text in found
            )
    assert setter.found == []


def test_equal_counters_side_by_side_are_one_chip(game: Game) -> None:
    assert [text.text for text in texts(chip(game, game[Counter]["a7"], Setter(), copies=3))] == ["3 ×", "7 Army"]


def test_a_chip_grows_with_its_name_and_shows_its_state(game: Game) -> None:
    setter = Setter()
    short, long = chip(game, game[Counter]["a7"], setter), chip(game, game[Counter]["long"], setter)
    assert short.height == long.height and short.width < long.width
    assert [text.text for text in texts(chip(game, game[Counter]["lenin"], setter, reversed=True))] == [
        "Lenin",
        "wounded",
    ]
    assert [text.text for text in texts(chip(game, game[Counter]["a7"], setter, reversed=True))] == ["7", "Army"]
    reduced, rolled = (
        chip(game, game[Counter]["a7"], setter, reversed=True, rolled=rolled).items[0] for rolled in (False, True)
    )
    assert isinstance(reduced, Rect) and isinstance(rolled, Rect)
    assert (reduced.fill, reduced.stroke, rolled.stroke) == ("#F4ECDD", "#B3201F", setter.theme.gold)
    assert min(text.size for text in texts(short)) >= setter.theme.aid_floor


def test_without_fills_a_counter_is_a_frame_a_mark_and_a_hatch(game: Game, golden: Golden) -> None:
    setter = Setter(LOW_INK)
    front, back = faces(Faces(game, setter), game[Counter]["a7"])
    assert back is not None
    assert setter.found == []
    filled = [
        item
        for item in (*front.items, *back.items)
        if getattr(item, "fill", None) not in (None, LOW_INK.page) and not isinstance(item, Text)
    ]
    assert [type(item) for item in filled] == [Polygon, Polygon], "only the marks are filled, a star on either side"
    assert [text.text for text in texts(front)] == [text.text for text in texts(back)] == ["XXXX", "7 Army"]
    golden("counters/army-low-ink.txt", describe(front) + describe(back))


def test_without_fills_a_reduced_side_is_dashed_and_lacks_a_corner(game: Game) -> None:
    front, back = faces(Faces(game, Setter(LOW_INK)), game[Counter]["a7"])
    assert back is not None
    size = front.width
    assert any(
        isinstance(item, Polygon) and len(item.points) == 4 and max(x for x, _ in item.points) > 0.9 * size
        for item in front.items
    )
    assert not any(isinstance(item, Polygon) and max(x for x, _ in item.points) > 0.9 * size for item in back.items)
    reached = [
        item
        for item in back.items
        if isinstance(item, Line) and min(item.x1, item.x2) > 0.86 * size and max(item.y1, item.y2) < 0.1 * size
    ]
    assert reached == [], "the corner is cut off"


def test_without_fills_every_counter_of_the_data_is_clean(triumph: Game) -> None:
    setter = Setter(LOW_INK)
    drawing = Faces(triumph, setter)
    for item in triumph[Counter].values():
        for frame in filter(None, faces(drawing, item)):
            for text in texts(frame):
                width = setter.book.width(text.text, text.font, text.size)
                assert text.size >= setter.theme.counter_floor
                assert text.x >= 1 * MM and text.x + width <= frame.width - 1 * MM, (
                    f"{item.id}: '{text.text}' runs into the frame"
                )
    assert setter.found == []


def test_a_chip_that_may_not_come_is_dashed_and_a_series_is_a_pile_with_its_range(game: Game) -> None:
    usual = chip(game, game[Counter]["a7"], Setter())
    face = chip_face(game, game[Counter]["a7"], Setter(), until="9")
    for theme in (HOUSE, LOW_INK):
        unsure = draw_chip(face._replace(sure=False, pile=False), Setter(theme))
        assert sum(isinstance(item, Line) for item in unsure.items) > 12
    series = draw_chip(face, Setter())
    assert series.width > usual.width and [text.text for text in texts(series)] == ["7–9", "Army"]


NUMBERED = """
kind: counters
id: more
title: More red units
source: Demo rules
side: red
counters:
  c16: {type: corps, name: Rc16, label: Red Corps, designation: "16"}
  c17: {type: corps, name: Rc17, label: Red Corps, designation: "17"}
  elite: {type: corps, name: R E1, designation: "1", symbol: infantry+elite}
  horse: {type: corps, name: Rc18, designation: "18", symbol: cavalry}
  horsemen: {type: corps, name: Red Cav, designation: Cav, symbol: cavalry}
  front: {type: corps, name: "2", label: Front, designation: "2"}
  tsar: {type: leader, name: Tsar, reverse: {state: arrested, overlay: bars}}
"""


@pytest.fixture
def numbered(write_game: WriteGame) -> Game:
    corps = "  corps: {title: corps, plural: corps, symbol: infantry, unit_size: XXX, reverse: reduced}\n"
    portraits = "portraits:\n  tsar: {head: long, beard: full}\n"
    return load(write_game({"game.yaml": GAME + corps + portraits, "counters.yaml": NUMBERED}))


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("c16", ["16", "Rc"]),
        ("elite", ["1", "R E"]),
        ("horsemen", ["Red Cav"]),
        ("front", ["2", "Front"]),
        ("tsar", ["Tsar"]),
    ],
)
def test_a_chip_says_its_number_once(numbered: Game, unit: str, said: list[str]) -> None:
    assert [text.text for text in texts(chip(numbered, numbered[Counter][unit], Setter()))] == said


def test_a_chip_with_a_number_shows_its_symbol_before_it_unless_the_echelon_says_enough(numbered: Game) -> None:
    def boxes(unit: str) -> int:
        shown = [*_flat(chip(numbered, numbered[Counter][unit], Setter()).items)]
        return sum(isinstance(item, Rect) and item.fill == HOUSE.paper for item in shown)

    assert [boxes(unit) for unit in ("c16", "horse", "horsemen")] == [0, 1, 1]


def _flat(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        yield from _flat(item.items) if isinstance(item, Group) else (item,)


@pytest.mark.parametrize(
    ("name", "parts"),
    [("Ra6", ("Ra", "6")), ("1st Army", ("Army", "1")), ("Cannon 1-0", ("Cannon 1-0", "")), ("V 2.5", ("V 2.5", ""))],
)
def test_values_in_a_name_are_no_number_of_it(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_a_picture_on_a_chip_is_as_high_as_it_with_its_words_beside() -> None:
    """Bug: a counter of a picture had it in a quarter of its chip, over a name that was cut off."""
    setter = setter_of({"a.png": saved(picture(60, 60))})
    words = "Highland Infantry 3-2 Northumbrian"
    frame = draw_chip(ChipFace("#B3201F", art=setter.picture("a.png", here), words=(words,), large="3 ×"), setter)
    (shown,) = [one for one in frame.items if isinstance(one, Group)]
    ((_, (left, top, right, bottom)),) = extents((shown,))
    assert bottom - top == pytest.approx(7.1 * MM, abs=0.1)
    assert right - left == pytest.approx(bottom - top, abs=0.1)
    beside = [one for one in frame.items if isinstance(one, Text)]
    assert [one.text for one in beside] == ["3 ×", "Highland Infantry", "3-2 Northumbrian"]
    assert min(one.x for one in beside) > right
    assert frame.width < 32 * MM


def test_a_portrait_on_a_chip_shows_its_state_instead_of_a_word(numbered: Game) -> None:
    tsar = numbered[Counter]["tsar"]
    usual, arrested = (chip(numbered, tsar, Setter(), reversed=back) for back in (False, True))
    assert [text.text for text in texts(arrested)] == ["Tsar"]
    (picture,) = (item for item in usual.items if isinstance(item, Group))
    (clipped,) = (item for item in arrested.items if isinstance(item, Group))
    (barred,) = clipped.items
    assert isinstance(barred, Group) and barred.key != picture.key
    assert all(key.startswith("portrait-") for key in (barred.key, picture.key))


@pytest.mark.parametrize("theme", [HOUSE, LOW_INK])
def test_bars_before_a_portrait_leave_the_edge_and_the_mark_of_a_chip(numbered: Game, theme: Theme) -> None:
    """Bug: they reached over its edge, and cut the mark."""
    frame = chip(numbered, numbered[Counter]["tsar"], Setter(theme), reversed=True)
    (at,) = (index for index, item in enumerate(frame.items) if isinstance(item, Group))
    areas = [area for _, area in extents(frame.items[at : at + 1])]
    assert min(top for _, top, _, _ in areas) > 0.44 * MM, "the edge"
    assert min(left for left, *_ in areas) > 1.15 * MM, "the middle of the mark"
    star, name = frame.items[at + 1 :]
    assert isinstance(star, Polygon) and isinstance(name, Text)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (Chip(of=("c16",)), ["16", "corps"]),
        (Chip(of=("c16", "c17")), ["16–17", "corps"]),
        (Chip(of=("c16", "horsemen")), ["corps"]),
        (Chip(of=("c16", "horsemen"), figure="2", label="reserve"), ["2", "reserve"]),
    ],
)
def test_a_chip_of_a_card_is_one_of_a_set_up_sheet(numbered: Game, written: Chip, said: list[str]) -> None:
    frame = draw_chip(chip_of(numbered, written, Setter()), Setter(), 7 * MM)
    assert [text.text for text in texts(frame)] == said
    assert frame.height == 7 * MM
    assert (frame.width > 7 * MM) == (len(written.of) > 1), "a pile stands out"


def test_without_fills_a_chip_shows_reduction_and_rolls(game: Game) -> None:
    setter = Setter(LOW_INK)
    plain, reduced, rolled = (
        chip(game, game[Counter]["a7"], setter, reversed=back, rolled=dice)
        for back, dice in ((False, False), (True, False), (False, True))
    )
    assert len({describe(plain), describe(reduced), describe(rolled)}) == 3
    assert plain.width == rolled.width == reduced.width
    assert sum(isinstance(item, Rect) and item.width > 0.8 * plain.width for item in rolled.items) == 2


def test_a_badge_is_the_mark_and_hatch_of_its_owner(game: Game) -> None:
    red, white = (badge(game.owners[side], LOW_INK) for side in ("red", "white"))
    assert {(line.x1 == line.x2, line.y1 == line.y2) for line in red.items if isinstance(line, Line)} == {(True, False)}
    assert {(line.x1 == line.x2, line.y1 == line.y2) for line in white.items if isinstance(line, Line)} == {
        (False, True)
    }

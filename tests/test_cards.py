"""Cards: their contents, where each part may be, and what is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from log_support import describe
from pydantic import ValidationError
from rcwkit.art.theme import Ink
from rcwkit.dice.counters import Counter, owner_of
from rcwkit.dice.setups import Track
from rcwkit.dice.tables import Table
from rcwkit.faces.faces import Faces
from rcwkit.faces.layouts import CardSection
from rcwkit.faces.strips import POINT
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect, Text
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.check import set_aside
from rcwkit.kinds.cards.draw import BLEED, decks, leaves, poses, sides
from rcwkit.kinds.cards.model import Card, CardPoster, Deck
from rcwkit.source.info import MOTIFS
from rcwkit.source.patterns import CARDS as SIZES
from rcwkit.source.patterns import size as size_of
from rcwkit.type.text import CAP, Setter
from sheets_support import extents
from tests_support import TOY, Golden, WriteGame, shipped

GAME = """
kind: game
id: demo
title: Demo
source: {title: Demo rules}
credits: Nobody's.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
  white: {title: White, short: W, colour: "#27425F", mark: diamond, plays: true}
"""
TRACKS = """
kind: tracks
id: tracks
title: Tracks
source: Demo rules
tracks:
  control:
    title: Control
    layout: table
    boxes:
      red_control: {title: Red Control, colour: red}
      neutral: {title: Neutral}
      white_control: {title: White Control, colour: white}
    rows:
      ukraine: {title: Ukraine, start: neutral}
"""
RULINGS = """
kind: rulings
id: rulings
source: Demo rules
rulings:
  one: {type: gap, title: A, places: [{rule: "1", says: a}], prints: a}
  two: {type: gap, title: B, places: [{rule: "2", says: b}], prints: b}
"""
CARDS = """
kind: cards
id: factions
title: Factions
source: Demo rules
size: SIZE
back: {title: Factions, motif: MOTIF}
cards:
  ukraine:
    title: Ukraine
    subtitle: Republic
    rule: "15.38, 15.13"
    rulings: [two]
    strip: {track: control, row: ukraine}
    sections:
      - {head: Usable by, text: Red or White.}
      - {head: Gates, items: ["Red: R1 or R24", "White: W5"]}
      - head: Forces
        text: |-
          5 armies; up to 6 corps and 2 leaders: roll the **Variable Ukrainian Set-up** before the turn begins.
    foot: Not usable before the withdrawal
  blank:
    title: A card to write in
    number: W53
    write_in: 3
  endless:
    title: Endless
    sections:
      - {head: Text, text: "LONG"}
"""


@pytest.fixture
def demo(write_game: WriteGame) -> Callable[..., Game]:
    def build(size: str = "poker", motif: str = "wedge") -> Game:
        cards = CARDS.replace("SIZE", size).replace("MOTIF", motif).replace("LONG", "Vologda and Petrograd. " * 150)
        return load(
            write_game({"game.yaml": GAME, "tracks.yaml": TRACKS, "rulings.yaml": RULINGS, "cards.yaml": cards})
        )

    return build


def everything(items: tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from everything(item.items)
        yield item


def texts(frame: Frame) -> list[Text]:
    return list(_placed(frame.items))


def _placed(items: tuple[Item, ...], x: float = 0.0, y: float = 0.0) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Group):
            yield from _placed(item.items, x + item.x, y + item.y)
        elif isinstance(item, Text):
            yield item._replace(x=x + item.x, y=y + item.y)


def inside(frame: Frame, setter: Setter) -> None:
    for text in texts(frame):
        width = setter.book.width(text.text, text.font, text.size, text.spacing)
        assert text.x >= 2 * MM and text.x + width <= frame.width - 2 * MM, text.text
        assert text.y - 0.7 * text.size >= 2 * MM and text.y <= frame.height - 2 * MM, text.text


@pytest.mark.parametrize("size", [*SIZES, "57x87mm", "120.5x80mm"])
def test_front_and_back_at_every_size(demo: Callable[..., Game], size: str) -> None:
    game, setter = demo(size), Setter()
    front, back = sides(Faces(game, setter), game[Deck]["factions"], "ukraine", 1)
    across, down = size_of(size)
    assert (front.width, front.height, front.bleed) == pytest.approx((across * MM, down * MM, BLEED))
    assert min(text.size for text in texts(front)) >= setter.theme.card_floor or size == "mini"
    assert [found for found in setter.found if found.code[0] == "E" and size != "mini"] == []
    inside(front, setter)
    inside(back, setter)


@pytest.mark.parametrize("words", [1, 40, 80, 300, 600])
def test_a_warning_has_the_room_under_the_strip_and_no_more(demo: Callable[..., Game], words: int) -> None:
    """Bug: a warning longer than its card went on over its head, and off the paper, without a word."""
    game, setter = demo(), Setter()
    deck = game[Deck]["factions"]
    card = deck.value.cards["ukraine"].model_copy(update={"foot": "Narva " * words, "sections": ()})
    front, _ = sides(
        Faces(game, setter),
        deck._replace(value=deck.value.model_copy(update={"cards": {"ukraine": card}})),
        "ukraine",
        1,
    )
    errors = [found for found in setter.found if found.code[0] == "E"]
    if words > 80:
        assert [(found.code, found.span.line) for found in errors] == [("E310", 21)]
        assert "too long for the foot" in errors[0].message
        return
    assert errors == []
    inside(front, setter)
    heights = [text.y for text in texts(front) if "Narva" in text.text]
    assert not any(min(heights) - 5 < text.y < max(heights) for text in texts(front) if "Narva" not in text.text)


def test_a_card_says_everything(demo: Callable[..., Game], golden: Golden) -> None:
    game, setter = demo(), Setter()
    front, _ = sides(Faces(game, setter), game[Deck]["factions"], "ukraine", 1)
    shown = [text.text for text in texts(front)]
    for expected in (
        "UKRAINE",
        "REPUBLIC · 15.38",
        "1",
        "USABLE BY",
        "GATES",
        "•",
        "ruling 2",
        "Factions 1 of 3",
        "Demo rules",
        "15.38, 15.13",
    ):
        assert expected in shown
    assert "Not usable before the withdrawal" in shown
    assert [text.font for text in texts(front) if text.text.startswith("Variable")] == ["sans-bold"]
    assert front.at == "game/cards.yaml:9"
    golden("cards/ukraine.txt", describe(front))


def test_the_strip_marks_the_start(demo: Callable[..., Game]) -> None:
    game = demo()
    front, _ = sides(Faces(game, Setter()), game[Deck]["factions"], "ukraine", 1)
    discs = [item for item in front.items if isinstance(item, Circle)]
    assert discs[0].x == pytest.approx(front.width / 2)


def test_space_to_write_in(demo: Callable[..., Game]) -> None:
    game, setter = demo(), Setter()
    front, _ = sides(Faces(game, setter), game[Deck]["factions"], "blank", 2)
    rules = [item for item in front.items if isinstance(item, Line)]
    gaps = {round(b.y1 - a.y1, 2) for a, b in zip(rules, rules[1:], strict=False)}
    assert len(rules) == 3 and gaps == {round(8 * MM, 2)}
    assert "W53" in [text.text for text in texts(front)]
    assert setter.found == []


PLATED = """
kind: cards
id: plated
title: Plated
source: Demo rules
poster: {symbol: tank, small: smoke}
cards:
  short:
    title: Short
    rulings: [two]
    sections: [{head: When, text: A tank moves.}]
  long:
    title: Long
    rulings: [two]
    sections: [{head: When, text: "LONG"}]
"""


@pytest.fixture
def plated(write_game: WriteGame) -> Callable[..., Game]:
    def build(look: str) -> Game:
        files = {"game.yaml": GAME + look, "rulings.yaml": RULINGS}
        return load(write_game(files | {"cards.yaml": PLATED.replace("LONG", "Vologda and Petrograd. " * 45)}))

    return build


def test_a_picture_stands_where_the_texts_of_a_card_leave_room(plated: Callable[..., Game]) -> None:
    game, setter = plated(""), Setter()
    (_, short, _), (_, long, _) = leaves(Faces(game, setter), game[Deck]["plated"])
    assert setter.found == []
    bare = game[Deck]["plated"]._replace(value=game[Deck]["plated"].value.model_copy(update={"poster": CardPoster()}))
    (_, without, _), (_, crowded, _) = leaves(Faces(game, Setter()), bare)

    def drawn(frame: Frame) -> int:
        return sum(not isinstance(item, Text) for item in everything(frame.items))

    assert drawn(short) > drawn(without) + 3, "a plate with two pictures"
    for with_picture, bare_front in ((short, without), (long, crowded)):
        sizes = [{text.size for text in texts(one) if text.font == "sans"} for one in (with_picture, bare_front)]
        assert sizes[0] == sizes[1], "texts are as large as without it"


@pytest.mark.parametrize("band", ["straight", "none", "slanted"])
def test_readings_stand_clear_of_the_texts_of_a_card(plated: Callable[..., Game], band: str) -> None:
    """Bug: without a slant, they stood on the end of the first line of text."""
    game = plated(f"look: {{band: {band}}}\n")
    for _, front, _ in leaves(Faces(game, game.setter()), game[Deck]["plated"]):
        (flag,) = (text for text in texts(front) if "ruling" in text.text)
        first = min(text.y for text in texts(front) if text.font == "sans")
        assert band == "slanted" or flag.y < first - 7


@pytest.mark.parametrize("band", ["straight", "none", "slanted"])
def test_the_subtitle_of_a_card_is_free_of_its_hatch_in_low_ink(plated: Callable[..., Game], band: str) -> None:
    """Bug: in looks without a slant, the hatch of the band went through it."""
    game = plated(f"look: {{band: {band}}}\n")
    card = game[Deck]["plated"].value.cards["short"].model_copy(update={"subtitle": "Mode of play"})
    deck = game[Deck]["plated"]._replace(value=game[Deck]["plated"].value.model_copy(update={"cards": {"short": card}}))
    front, _ = sides(Faces(game, game.setter("low")), deck, "short", 1)
    (subtitle,) = (text for text in texts(front) if "MODE" in text.text.upper())
    (hatched,) = (item for item in everything(front.items) if isinstance(item, Polygon) and item.line == 0.6)
    left = [y for x, y in hatched.points if x < subtitle.x]
    assert band == "slanted" or min(left) > subtitle.y


def test_points_that_begin_with_a_die_have_no_bullet(demo: Callable[..., Game]) -> None:
    game = demo()
    card = (
        game[Deck]["factions"]
        .value.cards["ukraine"]
        .model_copy(
            update={"sections": (CardSection(head="Roll", items=("{die 1} Stays", "{die 2} Leaves", "Others stay")),)}
        )
    )
    deck = game[Deck]["factions"]
    deck = deck._replace(value=deck.value.model_copy(update={"cards": {"ukraine": card}}))
    front, _ = sides(Faces(game, Setter()), deck, "ukraine", 1)
    assert [text.text for text in texts(front)].count("•") == 1


def test_too_much_text_is_an_error_at_its_line(demo: Callable[..., Game]) -> None:
    game, setter = demo(), Setter()
    sides(Faces(game, setter), game[Deck]["factions"], "endless", 3)
    (found,) = setter.found
    assert found.code == "E310" and "too long for the sections" in found.message
    assert found.span.line == 29


@pytest.mark.parametrize("motif", MOTIFS)
def test_posters_are_drawn_once_and_clipped(demo: Callable[..., Game], motif: str) -> None:
    game = demo(motif=motif)
    drawing = Faces(game, Setter())
    backs = [sides(drawing, game[Deck]["factions"], card, 1)[1] for card in ("ukraine", "blank")]
    (first,), (second,) = (back.items for back in backs)
    assert first is second
    assert isinstance(first, Group) and first.key.endswith(" factions ")
    assert first.clip == (-BLEED, -BLEED, backs[0].width + 2 * BLEED, backs[0].height + 2 * BLEED)
    assert [text.text for text in texts(backs[0])] == ["FACTIONS"]


def test_the_ground_is_shared_between_cards_of_a_colour(demo: Callable[..., Game]) -> None:
    game = demo()
    drawing = Faces(game, Setter())
    grounds = [sides(drawing, game[Deck]["factions"], card, 1)[0].items[0] for card in ("ukraine", "blank")]
    assert grounds[0] is grounds[1]
    assert isinstance(grounds[0], Group) and grounds[0].key


@pytest.mark.parametrize("ink", ["full", "low"])
def test_every_card_of_the_data_fits(triumph: Game, ink: Ink) -> None:
    setter = triumph.setter(ink)
    drawing = Faces(triumph, setter)
    for deck in triumph[Deck].values():
        for number, card in enumerate(deck.value.cards, 1):
            front, back = sides(drawing, deck, card, number)
            inside(front, setter)
            inside(back, setter)
    assert [f"{found.span}: {found.message}" for found in setter.found] == []


def test_a_poster_shows_the_topics_of_its_card() -> None:
    cards = {
        "a": {"title": "The Train", "sections": [{"head": "Event", "text": "VP for a Port."}]},
        "b": {"title": "B", "sections": [{"head": "Ships", "items": ["A port", "A train"]}]},
        "c": {"title": "C"},
        "d": {"title": "Train", "poster": {"symbol": "horse"}},
    }
    topics = {"train": "locomotive", "rail": "locomotive", "port": "steamer", "VP": "banner"}
    poster = {"symbol": "eye", "ground": "disc"}
    deck = Deck.model_validate({**DECK, "poster": poster, "topics": topics, "cards": cards})
    shown = [deck.poster_of(card) for card in deck.cards.values()]
    assert [(one.symbol, one.small) for one in shown] == [
        ("locomotive", "steamer"),
        ("locomotive", "steamer"),
        ("eye", None),
        ("horse", None),
    ]
    assert [one.ground for one in shown] == ["disc", "disc", "disc", "rays"]


def test_cards_take_several_posters_in_turn() -> None:
    cards = {"a": {"title": "A", "copies": 2}, "b": {"title": "Train"}, "c": {"title": "C"}}
    posters = [{"symbol": "eye"}, {"symbol": "map", "ground": "disc"}, {"symbol": "gear", "ground": "wedge"}]
    deck = Deck.model_validate({**DECK, "posters": posters, "topics": {"train": "locomotive"}, "cards": cards})
    shown = [deck.poster_of(card, deck.firsts[name]) for name, card in deck.cards.items()]
    assert [(one.symbol, one.ground) for one in shown] == [("eye", "rays"), ("locomotive", "wedge"), ("eye", "rays")]


def test_words_of_a_track_in_miniature_stay_clear_of_its_points(triumph: Game) -> None:
    """Bug: what a box is less for a faction stood over the edge of its point."""
    deck, setter = triumph[Deck]["factions"], triumph.setter()
    fronts = {front.name: front for _, front, _ in leaves(Faces(triumph, setter), deck)}
    shown = [*everything(fronts["factions/makhno"].items)]
    pointed = (one.points for one in shown if isinstance(one, Polygon) and len(one.points) == 5 and one.stroke)
    box = max(pointed, key=lambda points: points[0][0])
    left, tip, top, low = (edge(point[at] for point in box) for at, edge in ((0, min), (0, max), (1, min), (1, max)))
    within = [one for one in shown if isinstance(one, Text) and left < one.x < tip and top < one.y < low]
    assert [one.text for one in within] == ["White", "Control", "no", "forces"]
    for one in within:
        assert left + 1 < one.x, one.text
        assert one.x + setter.book.width(one.text, one.font, one.size) < tip - POINT + 0.5, one.text


def test_words_of_a_track_in_miniature_have_a_clear_ground(triumph: Game) -> None:
    """Bug: words stood over the hatch of a box that is less to a faction, and three lines burst it."""
    deck, setter, seen = triumph[Deck]["factions"], triumph.setter(), 0
    for _, front, _ in leaves(Faces(triumph, setter), deck):
        shown = [*everything(front.items)]
        pointed = [one for one in shown if isinstance(one, Polygon) and len(one.points) == 5]
        for clear in (one.points for one in pointed if one.fill and not one.stroke and one.closed):
            left, right = min(x for x, _ in clear), max(x for x, _ in clear)
            top, low = min(y for _, y in clear), max(y for _, y in clear)
            within = [one for one in texts(front) if left < one.x < right and top < one.y < low + 2 * MM]
            if "Control" not in [one.text for one in within]:
                continue
            seen += 1
            for one in within:
                assert one.x + setter.book.width(one.text, one.font, one.size) < right, one.text
                assert top < one.y - CAP * one.size and one.y < low, one.text
            assert all(a.y < b.y - CAP * b.size for a, b in pairwise(within)), "they overlap"
    assert seen == 8


@pytest.mark.parametrize("deck_id", ["action_red", "action_white", "political"])
def test_numbers_of_proxies_are_the_largest_on_them_and_of_one_size(triumph: Game, deck_id: str) -> None:
    """Bug: cards of which nothing is known were told apart by arbitrary pictures, and their numbers were small."""
    deck, shown = triumph[Deck][deck_id], dict[str, float]()
    for card, front, _ in leaves(Faces(triumph, triumph.setter()), deck):
        largest = max(texts(front), key=lambda text: text.size)
        assert largest.text == card.number, card.title
        shown[str(card.number)] = largest.size
    sizes = [size for number, size in shown.items() if number not in ("64", "65", "66")]
    assert len(shown) == len(deck.value.cards) and min(shown.values()) > 30
    assert len(set(sizes)) == 1


def test_political_cards_are_read_across(triumph: Game) -> None:
    """Each faction of the table stands at one height on all of them, with four points to fill in, 3 mm wide, apart."""
    deck, found = triumph[Deck]["political"], set[tuple[tuple[str, float], ...]]()
    named = {one.short for one in triumph.info.factions.values() if one.type != "Involvement track"}
    for card, front, _ in leaves(Faces(triumph, triumph.setter()), deck):
        if deck.value.layout_of(card) == "political":
            found.add(tuple((text.text, round(text.y, 2)) for text in texts(front) if text.text in named))
            circles = (one for one in everything(front.items) if isinstance(one, Circle) and one.stroke)
            points = [one for one in circles if one.fill == "#FFFFFF" and one.radius - one.line / 2 > 1.49 * MM]
            assert len(points) == 4 * len(named), card.title
            across = sorted({(one.x - one.radius, one.x + one.radius) for one in points})
            assert len(across) == 4 and across[-1][1] < front.width - 2.95 * MM, "a slip of the knife cuts them"
            assert all(one[1] + 0.6 * MM < other[0] for one, other in pairwise(across)), "they touch"
    (rows,) = found
    assert {name for name, _ in rows} == named and len({y for _, y in rows}) == len(named) == 18


@pytest.mark.parametrize("deck_id", ["action_red", "action_white", "political", "leaders"])
def test_proxies_have_room_to_write(triumph: Game, deck_id: str) -> None:
    """A card that asks for lines has one at least, after a colon two, and one that is untitled another for it."""
    deck, setter = triumph[Deck][deck_id], triumph.setter()
    long = (25 if deck_id == "political" else 40) * MM  # beside the column of factions, or the value
    for card, front, _ in leaves(Faces(triumph, setter), deck):
        ruled = [item for item in everything(front.items) if isinstance(item, Line) and item.x2 - item.x1 > long]
        assert (len(ruled) > card.untitled) == (card.write_in > 0), card.title
        if any((section.text or "").endswith(":") for section in card.sections):
            assert len(ruled) >= card.untitled + 2, f"{card.number}: what to write on?"
        named = " ".join(text.text for text in texts(front) if text.font == "display").casefold().replace("- ", "-")
        assert named.count(card.title.casefold()) == (not card.untitled), card.title


def test_ratings_of_leaders_have_their_words_above_them(triumph: Game) -> None:
    """Bug: words between two boxes fitted either, and the line of the third ran to the trim."""
    deck, setter = triumph[Deck]["leaders"], triumph.setter()
    for card, front, _ in leaves(Faces(triumph, setter), deck):
        shown = [*everything(front.items)]
        boxes = [one for one in shown if isinstance(one, Rect) and abs(one.width - 8.4 * MM) < 0.01]
        words = [one for one in texts(front) if one.text in ("leadership", "other")]
        lines = [one for one in shown if isinstance(one, Line) and 9 * MM < one.x2 - one.x1 < 25 * MM]
        over = [
            *((one.x + setter.book.width(one.text, one.font, one.size) / 2, one.y) for one in words),
            *(((one.x1 + one.x2) / 2, one.y1) for one in lines),
        ]
        assert len(over) == len(boxes) == 3, card.title
        for box, (x, y) in zip(sorted(boxes, key=lambda one: one.x), sorted(over), strict=True):
            assert abs(box.x + box.width / 2 - x) < 0.5 and box.y - 2 * MM < y < box.y, card.title
        assert max(one.x2 for one in lines) < front.width - 2.9 * MM


@pytest.mark.parametrize(
    ("deck_id", "known"), [("action_red", {38, 30, 18}), ("action_white", {38, 30, 18}), ("leaders", {24})]
)
def test_bands_of_a_deck_are_of_few_heights(triumph: Game, deck_id: str, known: set[int]) -> None:
    """Bug: the more a card said, the lower its poster was, so that no two in a row were alike."""
    deck, highs = triumph[Deck][deck_id], list[float]()
    for card, front, _ in leaves(Faces(triumph, triumph.setter()), deck):
        bands = (item for item in everything(front.items) if isinstance(item, Rect) and item.y < 0)
        highs.append(round(min(item.y + item.height for item in bands if item.width > front.width) / MM))
        assert highs[-1] in known, card.title
    assert set(highs) == known and highs.count(max(known)) > len(highs) / 2


@pytest.mark.parametrize("deck_id", ["action_red", "action_white", "political", "leaders"])
def test_backs_of_stand_ins_name_their_deck_on_the_bar(triumph: Game, deck_id: str) -> None:
    deck = triumph[Deck][deck_id].value
    (_, _, back), *_ = leaves(Faces(triumph, triumph.setter()), triumph[Deck][deck_id])
    said = [text.text for text in texts(back)]
    assert said == [line.upper() for line in (deck.back.title, deck.back.subtitle) if line]


@pytest.mark.parametrize("deck_id", ["action_red", "action_white", "political"])
def test_lines_to_write_on_are_as_far_apart_on_all_stand_ins(triumph: Game, deck_id: str) -> None:
    """Bug: the fewer words a card had, the wider apart its lines were."""
    apart = set[float]()
    for _, front, _ in leaves(Faces(triumph, triumph.setter()), triumph[Deck][deck_id]):
        lines = [one for one in everything(front.items) if isinstance(one, Line) and one.line < 0.6 and one.x1 > 2 * MM]
        down = sorted(one.y1 for one in lines if one.y1 > 0.5 * front.height)
        apart |= {round(low - high, 1) for high, low in pairwise(down)}
    assert apart == {round(5.8 * MM, 1)}


DECK = {"kind": "cards", "id": "d", "title": "D", "source": "s", "reference": True, "back": {"title": "B"}}


def test_a_card_behind_another_is_its_back(write_game: WriteGame) -> None:
    behind = CARDS.replace("SIZE", "poker").replace("MOTIF", "wedge").replace("LONG", "Short.")
    behind = behind.replace("size: poker", "size: poker\nreference: true").replace("number: W53", "behind: ukraine")
    game = load(write_game({"game.yaml": GAME, "tracks.yaml": TRACKS, "rulings.yaml": RULINGS, "cards.yaml": behind}))
    deck, setter = game[Deck]["factions"], Setter()
    made = [(card.title, front.name, back.name) for card, front, back in leaves(Faces(game, setter), deck)]
    assert made == [
        ("Ukraine", "factions/ukraine", "factions/blank"),
        ("Endless", "factions/endless", "factions/endless back"),
    ]
    assert [pose.name for pose in poses(game, deck, "ukraine", 1)] == ["factions/ukraine", "factions/blank"]


def test_numbers_count_the_cards_that_a_player_holds(triumph: Game) -> None:
    deck, setter = triumph[Deck]["factions"], triumph.setter()
    count = len(deck.value.cards)
    for number, (card, front, back) in enumerate(leaves(Faces(triumph, setter), deck), 1):
        for face in (front, back):
            shown = [text.text for text in texts(face) if f" of {count}" in text.text]
            assert shown == [f"Factions {number} of {count}"], card.title


def faction_faces(triumph: Game) -> Iterator[tuple[Card, Frame]]:
    deck, setter = triumph[Deck]["factions"], triumph.setter()
    for card, front, back in leaves(Faces(triumph, setter), deck):
        yield card, front
        yield card.turned, back


def test_both_faces_of_a_card_bear_its_name(triumph: Game) -> None:
    for card, face in faction_faces(triumph):
        large = max(texts(face), key=lambda text: text.size if text.font == "display" else 0)
        assert large.text in card.title.upper()


def test_faction_cards_keep_the_floors_of_type(triumph: Game) -> None:
    for card, face in faction_faces(triumph):
        small = {text.size for text in texts(face) if 2 * MM < text.y < face.height - 4 * MM}
        labels = {size for size in small if size < 8}
        assert min(small) >= 5.5 and len(labels) <= 3, card.title  # numbers of rulings, labels of chips


def test_no_two_cards_of_factions_have_the_same_poster(triumph: Game) -> None:
    """Bug: four had one flag and three one ship."""
    posters = [card.poster for card in triumph[Deck]["factions"].value.cards.values()]
    shown = [poster.portrait or poster.symbol for poster in posters if poster]
    assert len(set(shown)) == len(shown) == 24


def test_every_counter_of_a_faction_is_on_its_card(triumph: Game) -> None:
    """All but markers, and each on one chip: nothing is lost, and nothing is there twice."""
    shown = [
        (unit, card.owner)
        for card in triumph[Deck]["factions"].value.cards.values()
        for section in card.sections
        for chip in section.chips
        for unit in chip.of
    ]
    owners = {card.owner for card in triumph[Deck]["factions"].value.cards.values() if card.owner}
    own = {(unit, owner_of(triumph, unit)) for unit in triumph[Counter] if owner_of(triumph, unit) in owners}
    assert {one for one in shown if one[1] == owner_of(triumph, one[0])} == own
    assert sorted(set(shown)) == sorted(shown)
    others = {unit for unit, owner in shown if owner_of(triumph, unit) != owner}
    assert others == {"RedBelarus", "RedTrans2", "RedTurkistan", "RedCPBu", "Bermondt"}


def test_chances_on_cards_are_those_of_the_table(triumph: Game) -> None:
    table = triumph[Table]["withdrawal"].value
    cards = [card for card in triumph[Deck]["factions"].value.cards.values() if card.owner in table.columns]
    shown = {
        (card.owner, turn.removeprefix("Turn ")): faces
        for card in cards
        for section in card.turned.sections
        for turn, faces in section.chances.items()
    }
    told: dict[tuple[str, str], tuple[int, ...] | str] = {}
    for turn, row in table.rows.items():
        assert isinstance(row, tuple)
        for column, cell in zip(table.columns, row, strict=True):
            if type(cell) is int or cell == "A":
                told[column, str(turn)] = "automatic" if cell == "A" else tuple(range(1, int(cell) + 1))
    del told["france", "7"]  # printed again in the source: it is gone by then
    assert shown == told


def test_gates_and_locks_on_cards_are_those_of_the_track(triumph: Game) -> None:
    rows = triumph[Track]["faction_control"].value.rows
    for card, face in faction_faces(triumph):
        if card.strip:
            row, words = rows[card.strip.row], [text.text for text in texts(face)]
            for bar in (*row.gates, *row.locks):
                assert all(any(title in word for word in words) for title in bar.cards), card.title


def test_screens_say_what_cards_draw(triumph: Game) -> None:
    said = repr(decks(triumph))
    for words in (
        "Ukrainian Army Pavlenko",
        ":gate: Red Control: R1, R24",
        "{die 1 2 3 4}",
        "Limited:** also adjacent",
    ):
        assert words in said


def test_copies_count_as_cards_of_the_deck(demo: Callable[..., Game]) -> None:
    game, setter = demo(), Setter()
    deck = game[Deck]["factions"]
    copied = {**deck.value.cards, "blank": deck.value.cards["blank"].model_copy(update={"copies": 4})}
    deck = deck._replace(value=Deck.model_construct(**{**dict(deck.value), "cards": copied}))
    shown = [
        [text.text for text in texts(sides(Faces(game, setter), deck, name, number)[0])]
        for number, name in enumerate(copied, 1)
    ]
    assert [next(text for text in one if text.startswith("Factions")) for one in shown] == [
        "Factions 1 of 6",
        "Factions 2–5 of 6",
        "Factions 6 of 6",
    ]


@pytest.mark.parametrize(
    ("cards", "reference", "said"),
    [
        ({"a": {}, "b": {"behind": "a"}}, False, "only the cards of a reference deck"),
        ({"a": {}, "b": {"behind": "c"}}, True, "'c' is none"),
        ({"a": {"behind": "a"}}, True, "'a' is none"),
        ({"a": {}, "b": {"behind": "a"}, "c": {"behind": "b"}}, True, "'b' is none"),
        ({"a": {}, "b": {"behind": "a"}, "c": {"behind": "a"}}, True, "'b' and 'c' are both behind 'a'"),
        ({"a": {"copies": 2}, "b": {"behind": "a"}}, True, "as many copies as 'a': 2"),
    ],
)
def test_a_card_can_be_behind_a_free_front_only(
    cards: dict[str, dict[str, object]], reference: bool, said: str
) -> None:
    titled = {name: {"title": name, **card} for name, card in cards.items()}
    with pytest.raises(ValidationError, match=said):
        Deck.model_validate({**DECK, "reference": reference, "cards": titled})


@pytest.mark.parametrize(
    ("more", "codes"), [("", ["N295"]), ("shelf: proxies\n", []), ("shelf: table\n", []), ("layout: stand_in\n", [])]
)
def test_a_deck_that_builds_leave_out_is_told(write_game: WriteGame, more: str, codes: list[str]) -> None:
    """Bug: a deck of titles alone was missing in the kit without a word."""
    deck = "kind: cards\nid: moves\ntitle: Moves\nsource: Toy rules\n" + more
    game = load(
        write_game({"game.yaml": TOY["game.yaml"], "moves.yaml": deck + "cards: {three: {title: '3', owner: red}}\n"})
    )
    assert [one.code for one in set_aside(game) if "'moves'" in one.message] == codes


def test_pictures_of_the_white_generals_roster_keep_clear_of_names_and_titles() -> None:
    """Bug: the train and the gun touched the field for the name, and a symbol's box the title beside it."""
    game = shipped("white_general")
    for card, front, _ in leaves(Faces(game, game.setter()), game[Deck]["roster"]):
        head = [(item, area) for item, area in extents(front.items) if 2 * MM < area[1] < area[3] < 24 * MM]
        words = [area for item, area in head if isinstance(item, Text)]
        (field,) = (area for item, area in head if isinstance(item, Rect) and area[0] < 5 * MM)
        pictured = [area[0] for item, area in head if not isinstance(item, Text) and area != field]
        picture = min(pictured, default=front.width)  # some have no straight edge
        assert picture - max(area[2] for area in (field, *words)) > 1 * MM, card.title

"""What is wrong in layouts and fields: each fault once, at its place, with what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from counters_support import RIVER
from layouts_support import DECK, GAME, face_of
from rcwkit.art.theme import HOUSE, LOW_INK
from rcwkit.faces.inherited import layout_of
from rcwkit.frame import Frame
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check
from rcwkit.source.project import Project
from tests_support import WriteGame, write

HEAD = "kind: layouts\nid: layouts\nlayouts:\n"
PLAIN = "  own: {boxes: {a: {text: x}}}\n"


def game_of(folder: Path, layouts: str = PLAIN, deck: str = DECK, **more: str) -> Game:
    """Return a game with a deck of cards and these layouts, whose first line is the fourth of their file."""
    files = {"game": GAME, "layouts": HEAD + layouts, "cards": deck} | more
    return load(Project(write(folder, {f"{name}.yaml": text for name, text in files.items()}), shown="demo"))


def told(game: Game) -> list[tuple[str, str, str]]:
    """Return the code, the place and the message of each error."""
    found = [one for one in check(game) if one.code[0] == "E"]
    return [(one.code, str(one.span).removeprefix("demo/"), one.message) for one in found]


def hints(game: Game) -> list[str]:
    return [one.hint for one in check(game) if one.code[0] == "E"]


@pytest.mark.parametrize(
    ("layouts", "place", "message"),
    [
        ("  own: {extends: own}\n", "4:18", "layout 'own' extends itself"),
        ("  own: {extends: two}\n  two: {extends: own}\n", "4:18", "layout 'own' extends itself, by 'two'"),
        ("  own: {extends: b}\n  b: {extends: c}\n  c: {extends: b}\n", "5:16", "layout 'b' extends itself, by 'c'"),
        (
            "  own: {extends: b}\n  b: {extends: c}\n  c: {extends: own}\n",
            "4:18",
            "layout 'own' extends itself, by 'b'",
        ),
    ],
)
def test_a_circle_of_layouts_is_told_once_where_it_begins(
    tmp_path: Path, layouts: str, place: str, message: str
) -> None:
    assert told(game_of(tmp_path, layouts)) == [("E252", f"layouts.yaml:{place}", message)]


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        (
            "cork: {fill: gold}, ground: {fill: paper}",
            [("4:53", "'ground' is a box of 'blank' and drawn before 'cork', as it is there")],
        ),
        ("ground: {fill: paper}, cork: {fill: gold}", []),
        ("cork: {fill: gold}, ground: {when: '{{ low_ink }}'}", []),
        ("cork: {fill: gold}, paper: {fill: paper}", []),
    ],
)
def test_an_inherited_box_is_not_drawn_where_it_is_listed_again(
    tmp_path: Path, boxes: str, found: list[tuple[str, str]]
) -> None:
    """Bug: a drawing called as the ground of 'blank' was below the pictures listed before it, without a word."""
    checked = check(game_of(tmp_path, f"  own: {{extends: blank, boxes: {{{boxes}}}}}\n"))
    warned = [one for one in checked if one.code == "W295"]
    assert [(str(one.span).removeprefix("demo/layouts.yaml:"), one.message) for one in warned] == found


def test_a_layout_may_extend_the_shipped_one_of_its_name(tmp_path: Path) -> None:
    assert told(game_of(tmp_path, PLAIN + "  house: {extends: house}\n")) == []


@pytest.mark.parametrize(
    ("boxes", "found"),
    [
        ("a: {like: b}, b: {like: c}, c: {text: x}", []),
        ("a: {like: b}, b: {like: b}", [("4:41", "b")]),
        ("a: {like: b}, b: {like: c}, c: {like: a}", [("4:27", "a"), ("4:41", "b"), ("4:55", "c")]),
    ],
)
def test_a_box_may_be_like_any_but_itself(tmp_path: Path, boxes: str, found: list[tuple[str, str]]) -> None:
    game = game_of(tmp_path, f"  own: {{boxes: {{{boxes}}}}}\n")
    assert told(game) == [("E252", f"layouts.yaml:{place}", f"box '{name}' is like itself") for place, name in found]


def test_a_condition_that_is_a_text_always_holds(tmp_path: Path) -> None:
    boxes = "a: {text: x, when: card.title}, b: {text: x, when: '{{ card.title }}'}, c: {text: x, when: true}"
    game = game_of(tmp_path, f"  own: {{boxes: {{{boxes}}}}}\n")
    assert told(game) == [("E251", "layouts.yaml:4:36", "'card.title' is a text, which always holds")]
    assert hints(game) == ['write "{{ card.title }}"']


def test_layouts_that_contain_one_another_are_told_at_each(tmp_path: Path) -> None:
    layouts = "  own: {boxes: {a: {layout: b}}}\n  b: {boxes: {a: {layout: c}, t: {layout: blank}}}\n"
    game = game_of(tmp_path, layouts + "  c: {boxes: {t: {text: x}, a: {layout: b}}}\n")
    assert told(game) == [
        ("E252", "layouts.yaml:5:27", "layout 'b' contains itself"),
        ("E252", "layouts.yaml:6:41", "layout 'c' contains itself"),
    ]
    assert hints(game) == ["name another layout"] * 2
    assert told(game_of(tmp_path, layouts + "  c: {boxes: {t: {text: x}}}\n")) == []


def test_an_unknown_layout_in_a_box_is_told_as_that(tmp_path: Path) -> None:
    ((code, place, _),) = told(game_of(tmp_path, "  own: {boxes: {a: {layout: blanc}}}\n"))
    assert (code, place) == ("E250", "layouts.yaml:4:29")


@pytest.mark.parametrize(
    ("layout", "code", "place", "message", "hint"),
    [
        ("let: {card: 1}", "E253", 15, "'card' has a meaning of its own", "not one of: card, deck, game, owner, back"),
        ('let: {n: "{{ 1 +"}', "E251", 18, "", ""),
        ("boxes: {a: ~}", "E250", 17, "unknown box 'a'", ""),
        ("extends: blank, boxes: {grond: ~}", "E250", 33, "unknown box 'grond'", "did you mean 'ground'?"),
        ("extends: blank, boxes: {ground: ~, b: {fill: inc}}", "E254", 54, "unknown colour 'inc'", ""),
        ("boxes: {aa: {fill: ink, under: aa}}", "E250", 40, "unknown box 'aa'", ""),
        ("boxes: {a: {fill: ink, under: bb}, b: {fill: ink}}", "E250", 39, "unknown box 'bb'", "did you mean 'b'?"),
        ("boxes: {a: {like: bb}, b: {fill: ink}}", "E250", 27, "unknown box 'bb'", "did you mean 'b'?"),
        ("boxes: {a: {stroke: inc}}", "E254", 29, "unknown colour 'inc'", "did you mean 'ink'?"),
        ("boxes: {a: {ink: inc, text: x}}", "E254", 26, "unknown colour 'inc'", "did you mean 'ink'?"),
        ("boxes: {a: {font: serifs, text: x}}", "E254", 27, "unknown font 'serifs'", "did you mean 'serif'?"),
        ("boxes: {a: {symbol: infantri}}", "E254", 29, "unknown symbol 'infantri'", "did you mean 'infantry'?"),
        ("boxes: {a: {mark: stat}}", "E254", 27, "unknown mark 'stat'", "did you mean 'star'?"),
        ("boxes: {a: {mark: zzzzzz}}", "E254", 27, "unknown mark 'zzzzzz'", "one of: "),
        ('boxes: {a: {points: [[0, "{{ 1 +"], [1, 1]], fill: ink}}', "E251", 34, "", ""),
    ],
)
def test_one_fault_of_a_box_is_told_at_its_place(
    tmp_path: Path, layout: str, code: str, place: int, message: str, hint: str
) -> None:
    game = game_of(tmp_path, f"  own: {{{layout}}}\n")
    assert [one[:2] for one in told(game)] == [(code, f"layouts.yaml:4:{place}")]
    ((_, _, said),) = told(game)
    (more,) = hints(game)
    assert said.startswith(message) and more.startswith(hint)


@pytest.mark.parametrize(
    "layout",
    [
        "let: {size: 1, again: '{{ size }}'}, boxes: {a: {text: '{{ again }}'}}",
        "extends: blank, boxes: {a: {fill: ink, under: ground}}",
        "extends: blank, boxes: {a: {like: ground}}",
        "boxes: {a: {fill: ink, under: b}, b: {fill: ink}}",
        "boxes: {a: {fill: '{{ owner.colour }}', stroke: red, ink: '#112233'}}",
        "boxes: {a: {mark: none}, b: {mark: star}, c: {mark: '{{ owner.mark }}'}}",
        "boxes: {a: {symbol: infantry}, b: {symbol: '{{ words }}'}, c: {font: '{{ words }}', text: x}}",
    ],
)
def test_what_is_right_in_a_box(tmp_path: Path, layout: str) -> None:
    assert told(game_of(tmp_path, f"  own: {{{layout}}}\n")) == []


@pytest.mark.parametrize(
    ("layout", "place", "name", "hint"),
    [
        ("boxes: {a: {text: '{{ wards }}'}}", 31, "wards", "did you mean 'words'?"),
        ("boxes: {a: {text: '{{ title }}'}}", 31, "title", "write game.title"),
        ("boxes: {a: {text: '{{ xyzzy }}'}}", 31, "xyzzy", "there are: game, look, low_ink, face, deck, card, owner, "),
        ("boxes: {a: {text: '{{ card.titel }}'}}", 36, "titel", "did you mean 'title'?"),
        ("boxes: {a: {text: '{{ owner.xyzzy }}'}}", 37, "xyzzy", "there are: id, title, short, colour, mark"),
        ("boxes: {a: {text: '{{ game.title.x.y ~ game.credit }}'}}", 53, "credit", "did you mean 'credits'?"),
        ("let: {b: '{{ n }}', n: 1}", 22, "n", ""),
        ("boxes: {a: {text: '{{ item }}'}}", 31, "item", ""),
        ("boxes: {a: {repeat: '{{ item }}', fill: ink}}", 33, "item", ""),
        ("boxes: {a: {repeat: '{{ needs }}', text: '{{ loop.indx }}'}}", 59, "indx", "did you mean 'index'?"),
        ("boxes: {a: {at: [0, '{{ cots }}', 1, 1], fill: ink}}", 33, "cots", "did you mean 'cost'?"),
    ],
)
def test_a_name_that_cards_lack_is_told_at_its_word(
    tmp_path: Path, layout: str, place: int, name: str, hint: str
) -> None:
    game = game_of(tmp_path, f"  own: {{{layout}}}\n")
    assert told(game) == [("E251", f"layouts.yaml:4:{place}", f"unknown name '{name}' on cards of 'events'")]
    assert hints(game)[0].startswith(hint)


@pytest.mark.parametrize(
    "layout",
    [
        "let: {n: 1, b: '{{ n }}'}, boxes: {a: {text: '{{ b }}'}}",
        "boxes: {a: {repeat: '{{ needs }}', text: '{{ item }} {{ loop.index }} {{ loop.length }}'}}",
        "boxes: {a: {text: '{{ needs[0] }} {{ card[words] }} {{ words.x }}'}}",
        "boxes: {a: {text: '{{ card.title.game.xyzzy }}'}}",
        "boxes: {a: {text: 'card.titel'}}",
    ],
)
def test_names_that_every_card_has(tmp_path: Path, layout: str) -> None:
    assert told(game_of(tmp_path, f"  own: {{{layout}}}\n")) == []


def test_a_layout_in_a_repeated_box_has_its_item(tmp_path: Path) -> None:
    inner = "  inner: {boxes: {a: {text: '{{ item }} {{ itm }}'}}}\n"
    game = game_of(tmp_path, "  own: {boxes: {a: {repeat: '{{ needs }}', layout: inner}}}\n" + inner)
    assert told(game) == [("E251", "layouts.yaml:5:44", "unknown name 'itm' on cards of 'events'")]
    assert hints(game) == ["did you mean 'item'?"]


@pytest.mark.parametrize(("deep", "found"), [(4, 1), (5, 0)])
def test_names_are_looked_for_as_deep_as_layouts_are_drawn(tmp_path: Path, deep: int, found: int) -> None:
    names = ["own", *(f"in{number}" for number in range(1, deep + 1))]
    layouts = "".join(
        f"  {name}: {{boxes: {{a: {{layout: {inner}}}}}}}\n" for name, inner in zip(names, names[1:], strict=False)
    )
    game = game_of(tmp_path, f"{layouts}  {names[-1]}: {{boxes: {{a: {{text: '{{{{ wards }}}}'}}}}}}\n")
    assert len(told(game)) == found


def test_every_layout_of_a_deck_is_looked_at_once(tmp_path: Path) -> None:
    """The cards' own, those of their reverses and that of the shared back, whose names are those of the deck."""
    deck = DECK.replace("{title: Events}", "{title: Events, layout: behind}")
    deck += "  truce: {title: Truce, fields: {cost: 1}}\n"
    deck += "  war: {title: War, fields: {cost: 2}, reverse: {title: Peace, layout: turned}}\n"
    layouts = "".join(
        f"  {name}: {{boxes: {{a: {{text: '{{{{ {name}_x }}}}'}}, b: {{text: '{{{{ deck.title }}}}'}}}}}}\n"
        for name in ("own", "turned", "behind")
    )
    assert told(game_of(tmp_path, layouts, deck)) == [
        ("E251", "layouts.yaml:4:31", "unknown name 'own_x' on cards of 'events'"),
        ("E251", "layouts.yaml:5:34", "unknown name 'turned_x' on cards of 'events'"),
        ("E251", "layouts.yaml:6:34", "unknown name 'behind_x' on the back that all cards of 'events' share"),
    ]


def test_a_back_has_its_own_names(tmp_path: Path) -> None:
    deck = DECK.replace("{title: Events}", "{title: Events, layout: behind}")
    behind = "  behind: {boxes: {a: {text: '{{ back.title }} {{ deck.title }} {{ card.title }}'}}}\n"
    assert told(game_of(tmp_path, PLAIN + behind, deck)) == [
        ("E251", "layouts.yaml:5:68", "unknown name 'card' on the back that all cards of 'events' share")
    ]


@pytest.mark.parametrize(
    ("fields", "given", "place", "message", "hint"),
    [
        ("{card: number}", "", "8:10", "'card' has a meaning of its own", "not one of: card, deck, game"),
        ("{cost: {type: number, default: high}}", "", "8:40", "'high' is not a number", ""),
        ("{cost: number}", "fields: {cost: high}", "10:32", "'high' is not a number", ""),
        ("{cost: number}", "fields: {kost: 3}", "10:26", "unknown field 'kost'", "did you mean 'cost'?"),
        (
            "{cost: number}",
            "fields: {xyzzy: 3}",
            "10:26",
            "unknown field 'xyzzy'",
            "declare it in `fields:` of this document of cards",
        ),
        (
            "{cost: {type: number, needed: true}}",
            "",
            "10:3",
            "card 'a' lacks 'cost'",
            "give it under the card's `fields`",
        ),
        (
            "{cost: {type: number, needed: true}}",
            "fields: {cost: 1}, reverse: {title: B, fields: {kost: 2}}",
            "10:65",
            "unknown field 'kost'",
            "did you mean 'cost'?",
        ),
    ],
)
def test_fields_of_cards(tmp_path: Path, fields: str, given: str, place: str, message: str, hint: str) -> None:
    deck = "kind: cards\nid: events\ntitle: Events\nsource: Demo rules\n\n\nback: {title: Events}\n"
    game = game_of(tmp_path, deck=f"{deck}fields: {fields}\ncards:\n  a: {{title: A, {given}}}\n")
    assert told(game) == [("E253", f"cards.yaml:{place}", message)]
    assert hints(game)[0].startswith(hint)


def test_a_value_or_a_default_that_fits_is_right(tmp_path: Path) -> None:
    more = "more: {type: number, default: 2}, most: {type: text, needed: true}, rank: {type: text, choice: [A, B]}"
    deck = DECK.replace("cost: number", f"cost: number, {more}")
    assert told(game_of(tmp_path, deck=deck.replace("{cost: 3,", "{cost: 3, most: x,"))) == []


@pytest.mark.parametrize(
    ("layouts", "kind", "found", "hint"),
    [
        ("{event: own}", "evnt", True, "did you mean 'event'?"),
        ("{event: own, other: own}", "xyzzy", True, "one of: event, other"),
        ("{event: own}", "event", False, ""),
        ("{}", "evnt", False, ""),
    ],
)
def test_cards_have_a_type_with_a_layout(tmp_path: Path, layouts: str, kind: str, found: bool, hint: str) -> None:
    deck = DECK.replace("layout: own", f"layouts: {layouts}").replace("title: Ambush", f"type: {kind}, title: Ambush")
    game = game_of(tmp_path, deck=deck)
    assert told(game) == [("E257", "cards.yaml:9:18", f"no layout for cards of type '{kind}'")] * found
    assert hints(game) == [hint] * found


def test_a_card_without_a_type_needs_no_layout_of_one(tmp_path: Path) -> None:
    assert told(game_of(tmp_path, deck=DECK.replace("layout: own", "layouts: {event: own}"))) == []


@pytest.mark.parametrize("name", ["house", "poster"])
def test_a_changed_shipped_layout_is_looked_at_where_none_is_named(tmp_path: Path, name: str) -> None:
    """Fronts without a layout are of the house, backs are posters."""
    layouts = f"  {name}: {{extends: {name}, boxes: {{more: {{text: '{{{{ xyzzy }}}}'}}}}}}\n"
    ((code, _, message),) = told(game_of(tmp_path, layouts, DECK.replace("layout: own\n", "")))
    assert code == "E251" and message.startswith("unknown name 'xyzzy' on ")


def test_boxes_of_an_unknown_layout_are_not_told_as_unknown(tmp_path: Path) -> None:
    boxes = "{gone: ~, a: {fill: ink, under: gone}, b: {like: gone, fill: ink}}"
    game = game_of(tmp_path, f"  own: {{extends: blnk, boxes: {boxes}}}\n")
    assert [message for _, _, message in told(game)] == ["unknown layout 'blnk'"]


def test_boxes_below_an_unknown_layout_may_be_named_by_others(tmp_path: Path) -> None:
    """Its own boxes cannot be told from those that it may have inherited; what a box is like, and lies under, too."""
    boxes = "{a: {fill: ink, under: first, like: second}, c: {under: third}, d: {like: fourth}, gone: ~}"
    game = game_of(tmp_path, f"  own: {{extends: blnk, boxes: {boxes}}}\n")
    assert [(code, message) for code, _, message in told(game)] == [("E250", "unknown layout 'blnk'")]


def test_an_unknown_layout_of_a_deck_is_told_as_that(tmp_path: Path) -> None:
    game = game_of(tmp_path, deck=DECK.replace("layout: own", "layout: onw"))
    assert [code for code, _, _ in told(game)] == ["E250"]


@pytest.mark.parametrize("layout", ["own", "classic"])
def test_counters_of_an_unknown_side_are_told_as_that(write_game: WriteGame, layout: str) -> None:
    game = RIVER["game.yaml"].replace("layout: modern", f"layout: {layout}")
    files = {**RIVER, "game.yaml": game, "layouts.yaml": HEAD + "  own: {boxes: {a: {text: '{{ counter.name }}'}}}\n"}
    wrong = {name: text.replace("\nside: blue", "\nside: bleu") for name, text in files.items()}
    assert wrong != files
    assert "E220" in {one.code for one in check(load(write_game(wrong)))}


def test_counters_of_an_unknown_type_are_told_as_that(write_game: WriteGame) -> None:
    files = {name: text.replace("type: infantry", "type: infantri") for name, text in RIVER.items()}
    assert files != RIVER
    assert {(code, message) for code, _, message in told(load(write_game(files)))} >= {
        ("E221", "unknown unit type 'infantri'")
    }


def test_an_unknown_layout_of_counters_is_told_as_that(write_game: WriteGame) -> None:
    game = load(write_game({**RIVER, "game.yaml": RIVER["game.yaml"].replace("layout: modern", "layout: modren")}))
    assert {code for code, _, _ in told(game)} == {"E250"}


FACED = """kind: cards
id: events
title: Events
source: Demo rules
back: {title: Events, layout: house}
layout: leader
layouts: {rare: modern}
reverse: marker
cards:
  a: {title: A, owner: red, reverse: {title: Z}}
  b: {title: B, owner: red, type: rare}
  c: {title: C, owner: red, layout: naval, reverse: {layout: classic}}
  d: {title: D, owner: red, layout: own, reverse: {title: E, layout: below}}
"""


def test_a_layout_of_another_kind_is_told_where_it_is_named_or_extended(tmp_path: Path) -> None:
    """Once, although many of its names are unknown; never in the shipped file, which is right."""
    layouts = "  own: {extends: standard}\n  above: {extends: blank}\n  below: {boxes: {a: {layout: leader}}}\n"
    found = told(game_of(tmp_path, layouts, FACED))
    assert {(code, place) for code, place, _ in found} == {
        ("E251", place)
        for place in (
            "cards.yaml:5:31",
            "cards.yaml:6:9",
            "cards.yaml:7:17",
            "cards.yaml:8:10",
            "cards.yaml:12:37",
            "cards.yaml:12:62",
            "layouts.yaml:4:18",
            "layouts.yaml:6:31",
        )
    }
    assert all(" is made for something else: unknown name '" in message for _, _, message in found)
    assert all(hint.startswith("extend blank or house for cards") for hint in hints(game_of(tmp_path, layouts, FACED)))


def test_a_layout_of_cards_is_none_of_counters_or_pieces(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("layout: modern", "layout: house")
    tile = PIECES.replace("fields: {%s: number}\n", "layout: house\nback: poster\n").replace(
        ", fields: {moves: %s}", ""
    )
    found = [
        one for one in check(load(write_game({**RIVER, "game.yaml": game, "boats.yaml": tile}))) if one.code == "E251"
    ]
    lines = {number for number, line in enumerate(game.splitlines(), 1) if "layout: house" in line}
    assert {(one.span.file.rpartition("/")[2], one.span.line) for one in found} == {
        *(("game.yaml", line) for line in lines),
        ("boats.yaml", 6),
        ("boats.yaml", 7),
    }


PIECES = """kind: pieces
id: boats
title: Boats
source: Demo rules
size: 30mm
fields: {%s: number}
pieces: {a: {title: A, fields: {moves: %s}}}
"""


def test_fields_of_pieces(tmp_path: Path) -> None:
    assert told(game_of(tmp_path / "right", boats=PIECES % ("moves", 3))) == []
    assert told(game_of(tmp_path / "value", boats=PIECES % ("moves", "x"))) == [
        ("E253", "boats.yaml:7:40", "'x' is not a number")
    ]
    game = game_of(tmp_path / "name", boats=PIECES.replace(", fields: {moves: %s}", "") % "piece")
    assert told(game) == [("E253", "boats.yaml:6:10", "'piece' has a meaning of its own")]
    assert hints(game)[0].endswith("item, loop, piece, set")


PLACES = """kind: places
id: map
title: Map
source: Demo rules
fields: {rating: {type: number, needed: true}}
regions: {west: {title: West, places: {701: {name: Ford, fields: {%s}}%s}}}
"""


def test_fields_of_places(tmp_path: Path) -> None:
    assert told(game_of(tmp_path / "right", map=PLACES % ("rating: 2", ""))) == []
    assert told(game_of(tmp_path / "value", map=PLACES % ("rating: x", ""))) == [
        ("E253", "map.yaml:6:75", "'x' is not a number")
    ]
    game = game_of(tmp_path / "bare", map=PLACES % ("rating: 2", ", 702: Mill"))
    assert told(game) == [("E253", "map.yaml:6:80", "place '702' lacks 'rating'")]
    reserved = (PLACES % ("rating: 2", "")).replace("fields: {rating", "fields: {deck: text, rating")
    assert told(game_of(tmp_path / "name", map=reserved)) == [
        ("E253", "map.yaml:5:10", "'deck' has a meaning of its own")
    ]


def test_a_layout_of_many_types_is_looked_at_for_each_and_a_fault_told_once(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("layout: modern", "layout: own").replace("layout: naval", "layout: own")
    layouts = HEAD + "  own: {boxes: {a: {text: '{{ xyzzy }} {{ values.guns }} {{ name }}'}}}\n"
    found = check(load(write_game({**RIVER, "game.yaml": game, "layouts.yaml": layouts})))
    said = [(one.span.column, one.message) for one in found if one.code == "E251"]
    assert said == [
        (31, "unknown name 'xyzzy' on counters of type 'armour'"),
        (50, "unknown name 'guns' on counters of type 'armour'"),
        (61, "unknown name 'name' on counters of type 'armour'"),
    ]


def test_a_value_of_one_type_only_is_told_for_the_other(write_game: WriteGame) -> None:
    game = RIVER["game.yaml"].replace("layout: naval", "layout: own")
    layouts = HEAD + "  own: {boxes: {a: {text: '{{ values.guns }}'}}}\n"
    found = check(load(write_game({**RIVER, "game.yaml": game, "layouts.yaml": layouts})))
    said = [one.message for one in found if one.code == "E251"]
    assert said == ["unknown name 'guns' on counters of type 'aircraft'"]


PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">
<path d="M0 0h12v10z" fill="currentColor"/></svg>"""
SAMPLES = {
    "step": "[3, 2]",
    "shape": "ellipse",
    "points": "[[0, 0], ['100%', 0], [0, '100%']]",
    "sweep": "[0, 90]",
    "corner": "1",
    "pad": "1.5",
    "direction": "right",
    "line": "0.7",
    "dash": "[1, 1]",
    "over": "bleed",
    "crop": "fill",
    "focus": "[0.1, 0.9]",
    "zoom": "1.5",
    "flip": "across",
    "shade": "'#123456 60%'",
    "rim": "1",
    "outlined": "true",
    "overlay": "bandage",
    "ink": "'#27425F'",
    "ground": "'#123456'",
    "font": "narrow-bold",
    "size": "[6, 5]",
    "align": "centre",
    "valign": "bottom",
    "lines": "1",
    "leading": "1.8",
    "pitch": "4",
    "sign": "2",
    "rise": "0.2",
    "spacing": "0.1",
    "bend": "30",
    "run_in": "true",
}
"""Keys that need others, each with a value that is not the usual one."""
LINED = "text: 'Roll :die4: now, and after that **once** more'"
HELD = {
    "nothing": ("turn: 0", ""),
    "repetition": ("repeat: '{{ [1, 2] }}', fill: gold", "step"),
    "text": (LINED, ""),
    "heading": ("text: Roll now and once more and after that halt, lines: 2", "sign bend"),
    "sizes of a heading": ("text: Roll now, size: [9, 8, 7]", "lines sign"),
    "arc of words": ("text: 'Roll :die4:', bend: 20", ""),
    "sections": ("sections: '{{ card.sections }}'", ""),
    "text and sections": (f"{LINED}, sections: '{{{{ card.sections }}}}'", ""),
    "lines to write on": (f"{LINED}, ruled: 2", ""),
    "fill": ("fill: gold", ""),
    "stroke": ("stroke: ink", ""),
    "gradient": ("gradient: [gold, ink]", ""),
    "hatch": ("hatch: '#27425F'", ""),
    "sector": ("shape: arc, fill: gold", ""),
    "picture": ("image: a.svg", ""),
    "symbol": ("symbol: infantry", "outlined"),
    "mark": ("mark: ring", ""),
    "poster": ("motif: bars", ""),
    "portrait": ("portrait: guard", ""),
    "shadow": ("fill: gold, shadow: [0.4, 0.6]", ""),
    "halo": ("fill: gold, halo: paper", ""),
    "drawn word": ("part: chip, text: Go", ""),
}
"""What a box holds, and the keys that would change it with other values, or other words, than these."""
PORTRAIT = "portraits: {guard: {cap: papakha}}\n"
SIGNED = "sections: [{head: Now, text: 'go :die4: and go home with all that you have, or stay'}]"


def boxed(folder: Path, box: str) -> tuple[list[Frame], set[str]]:
    """Return the faces of a box at full and low ink, and its keys that change nothing."""
    deck = DECK.replace("owner: red,", f"owner: red, {SIGNED},")
    game = game_of(folder, f"  own: {{boxes: {{a: {{at: [0, 0, 40, 30], {box}}}}}}}\n", deck, game=GAME + PORTRAIT)
    scope = {"card": game[Deck]["events"].value.cards["ambush"], "owner": {"id": "red", "colour": "#B3201F"}}
    faces = [face_of(game, scope, theme=theme, size=(200.0, 120.0), bleed=6.0) for theme in (HOUSE, LOW_INK)]
    (placed,) = layout_of(game, "own").boxes
    assert {one.code for _, found in faces for one in found} <= {"W292"}
    return [face for face, _ in faces], {path[0] for path, _ in placed.box.idle()}


@pytest.mark.parametrize("name", HELD)
def test_a_key_is_told_if_and_only_if_it_changes_no_face(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.svg").write_text(PICTURE)
    box, alike = HELD[name]
    before, without = boxed(tmp_path, box)
    assert without == set()
    for key, value in SAMPLES.items():
        if f"{key}:" not in box and key not in alike.split():
            after, idle = boxed(tmp_path, f"{box}, {key}: {value}")
            assert (after == before, idle) in ((True, {key}), (False, set())), key


OVER = "`over` changes nothing without `fill`, `stroke`, `gradient`, `image`, `hatch` or `motif`"


@pytest.mark.parametrize(
    ("layouts", "found"),
    [
        (
            "  own: {boxes: {a: {fill: gold, dash: [1, 1]}}}\n",
            [("4:33", "`dash` changes nothing without `stroke` or `part`")],
        ),
        ("  own: {boxes: {a: {fill: gold, rim: 1}}}\n", [("4:33", "`rim` changes nothing without `halo`")]),
        (
            "  own: {boxes: {a: {text: x, over: bleed}}}\n",
            [("4:30", OVER)],
        ),
        ("  own: {boxes: {a: {fill: gold, dash: [1, 1]}}}\n  two: {extends: own, boxes: {a: {stroke: ink}}}\n", []),
        ("  own: {extends: two, boxes: {a: {dash: [1, 1]}}}\n  two: {boxes: {a: {stroke: ink}}}\n", []),
        ("  own: {boxes: {a: {fill: gold, dash: [1, 1]}, b: {like: a, stroke: ink}}}\n", []),
        (
            "  own: {boxes: {a: {fill: gold, dash: [1, 1]}}}\n  two: {extends: own, boxes: {a: {corner: 1}}}\n",
            [("4:33", "`dash` changes nothing without `stroke` or `part`")],
        ),
    ],
)
def test_a_key_without_effect_is_told_where_it_stands(
    tmp_path: Path, layouts: str, found: list[tuple[str, str]]
) -> None:
    game = game_of(tmp_path, layouts)
    told = [
        (str(one.span).removeprefix("demo/layouts.yaml:"), one.message) for one in check(game) if one.code == "W242"
    ]
    assert told == found


AREA = """kind: maps
id: land
title: Land
source: Demo rules
size: 100x60mm
spaces: {801: {at: [20, 20], name: Ford, fields: {%s}}}
"""


def test_fields_of_spaces_are_declared_in_a_list_of_places(tmp_path: Path) -> None:
    """Bug: those of a map without such a list were left out, without a word."""
    game = game_of(tmp_path / "none", land=AREA % "rating: 2")
    assert told(game) == [("E253", "land.yaml:6:51", "unknown field 'rating'")]
    assert hints(game) == ["declare it in `fields:` of this document of maps"]
    places = PLACES % ("rating: 2", "")
    assert told(game_of(tmp_path / "right", land=AREA % "rating: 2", map=places)) == []
    assert told(game_of(tmp_path / "value", land=AREA % "rating: x", map=places)) == [
        ("E253", "land.yaml:6:59", "'x' is not a number")
    ]


def test_pictures_that_no_layout_shows_are_told(tmp_path: Path) -> None:
    """Bug: a deck with `fields: {art: picture}` was printed without them, and without a word."""
    deck = (
        "kind: cards\nid: cards\ntitle: Cards\nsource: S\nback: {title: Cards}\nfields: {art: picture, cost: number}\n"
    )
    deck += "cards: {a: {title: A, fields: {art: a.png, cost: 2}}}\n"
    message = "the pictures of `art` are not printed: no layout of the cards of 'cards' shows them"
    shown = "  plain: {extends: blank, boxes: {a: {at: [0, 0, 9, 9], image: '{{ art }}'}}}\n"
    own = deck.replace("fields: {art", "layout: plain\nfields: {art", 1)
    for name, text, wanted in (("house", deck, [("W294", message, 6)]), ("own", own, [])):
        game = game_of(tmp_path / name, layouts=shown, deck=text)
        assert [(one.code, one.message, one.span.line) for one in check(game) if one.code == "W294"] == wanted

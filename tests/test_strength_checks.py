"""The audit of values on counters: where each fault is told, and the limits at which it begins."""

from __future__ import annotations

import pytest
from rcwkit.dice.counters import strengths_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from tests_support import WriteGame

TYPE = "  foot: {title: foot, plural: foot, symbol: infantry, reverse: reduced, values: [attack]}\n"
HEAD = """kind: game
id: muster
title: Muster
source: {title: Rules of the Muster}
credits: Ours.
sides:
  blue: {title: Blue, short: B, colour: "#9DB8C9", mark: diamond, plays: true}
  green: {title: Green, short: G, colour: "#B7B98A", mark: square, plays: true}
unit_types:
  horse: {title: horse, plural: horse, symbol: cavalry}
"""
UNITS = """kind: counters
id: %s
title: %s foot
source: Rules of the Muster
side: %s
counters:
"""
BLUE, GREEN = UNITS % ("blue", "Blue", "blue"), UNITS % ("green", "Green", "green")
LIST = """kind: values
id: copy
source: my own copy
type: foot
values: [attack]
counters:
"""
MAP = """kind: places
id: map
title: Map
source: Rules of the Muster
regions: {map: {title: Map, places: {"0813": Ford, "0814": Mill}}}
"""
SETUP = """kind: setup
id: dawn
title: Dawn
source: Rules of the Muster
forces:
"""


def muster(write_game: WriteGame, *lines: str, kind: str = TYPE, **more: str) -> Game:
    """Load a game whose Blue has the counters of these lines, with other documents."""
    blue = BLUE + "".join(f"  {line}\n" for line in lines)
    return load(write_game({"game.yaml": HEAD + kind, "blue.yaml": blue} | {f"{key}.yaml": more[key] for key in more}))


def foot(*attacks: str) -> list[str]:
    """Return the lines of counters F1, F2, … with these attacks."""
    return [
        f"F{number}: {{type: foot, name: Foot {number}, values: {{attack: {attack}}}}}"
        for number, attack in enumerate(attacks, 1)
    ]


def told(game: Game, *codes: str) -> list[tuple[str, str]]:
    """Return the place and the message of each finding with one of these codes."""
    return [(str(one.span).removeprefix("game/"), one.message) for one in check(game) if one.code in codes]


OUT_OF_LINE = "all others of type foot have"


@pytest.mark.parametrize(
    ("attacks", "message"),
    [
        ("4 4 4 4 4 8", f"'F6' has attack 8; {OUT_OF_LINE} 4"),
        ("4 4 4 4 4 7", None),
        ("2 4 4 4 6 11", f"'F6' has attack 11; {OUT_OF_LINE} 2 to 6"),
        ("2 4 4 4 6 10", None),
        ("1 20 20 21 22 20", f"'F1' has attack 1; {OUT_OF_LINE} 20 to 22"),
        ('4 4 4 4 "[66]" 4', f"'F5' has attack [66]; {OUT_OF_LINE} 4"),
        ("0 0 0 9 9 36", None),
        ("0 0 0 9 9 37", f"'F6' has attack 37; {OUT_OF_LINE} 0 to 9"),
        ("4 4 4 4 66", None),
        ("4 4 4 4 A 66", None),
        ("4 4 4 4 1/00 66", None),
    ],
)
def test_a_number_is_out_of_line_among_six_that_are_close_together(
    write_game: WriteGame, attacks: str, message: str | None
) -> None:
    game = muster(write_game, *foot(*attacks.split()))
    assert [text for _, text in told(game, "N261")] == ([message] if message else [])


def test_a_number_out_of_line_is_shown_where_it_is_written(write_game: WriteGame) -> None:
    many = foot("4", "4", "4", "4", "4", "66")
    assert [place for place, _ in told(muster(write_game, *many), "N261")] == ["blue.yaml:12:34"]
    rows = "".join(f"  F{number}: {{attack: {4 if number > 1 else 66}}}\n" for number in range(1, 7))
    bare = [line.partition(", values")[0] + "}" for line in many]
    assert [place for place, _ in told(muster(write_game, *bare, copy=LIST + rows), "N261")] == ["copy.yaml:7:3"]


def test_few_numbers_of_one_type_hide_none_of_another(write_game: WriteGame) -> None:
    kind = TYPE + TYPE.replace("foot", "guns")
    guns = [line.replace("foot", "guns").replace("F", "G") for line in foot("4", "66")]
    game = muster(write_game, *guns, *foot("4", "4", "4", "4", "4", "66"), kind=kind)
    assert [message for _, message in told(game, "N261")] == [f"'F6' has attack 66; {OUT_OF_LINE} 4"]


def test_numbers_of_counters_without_a_type_are_not_compared(write_game: WriteGame) -> None:
    strange = [line.replace("type: foot", "type: fooot") for line in foot("4", "4", "4", "4", "4", "66")]
    game = muster(write_game, *strange)
    assert told(game, "N261", "W259", "E258") == []


NONE = [f"F{number}: {{type: foot, name: Foot {number}, reverse: none}}" for number in range(1, 7)]


def test_five_counters_without_a_value_are_told_one_by_one(write_game: WriteGame) -> None:
    assert told(muster(write_game, *NONE[:5]), "W259") == [
        (f"blue.yaml:{number + 6}:3", f"'F{number}' has no attack") for number in range(1, 6)
    ]


def test_six_counters_without_a_value_are_told_at_the_first(write_game: WriteGame) -> None:
    assert told(muster(write_game, *NONE), "W259") == [
        ("blue.yaml:7:3", "6 counters of type 'foot' have no attack: F1, F2, F3, F4, F5, …")
    ]


def test_a_value_that_is_optional_may_stand_among_the_values_too(write_game: WriteGame) -> None:
    """Bug: what stood in both lists was missed on each counter without it, and `optional:` had no effect."""
    kind = TYPE.replace("[attack]", "[attack, loyalty], optional: [loyalty]")
    game = muster(write_game, *foot("4", "4"), kind=kind)
    assert told(game, "W259", "E258") == []
    assert strengths_of(game)["foot"].names == ("attack", "loyalty")


def test_a_missing_value_is_shown_how_to_write(write_game: WriteGame) -> None:
    game = muster(write_game, NONE[0], kind=TYPE.replace("[attack]", "[attack, defence, move]"))
    (one,) = (one for one in check(game) if one.code == "W259")
    assert (one.message, one.hint) == (
        "'F1' has no attack, defence and move",
        "values: {attack: ..., defence: ..., move: ...}",
    )


@pytest.mark.parametrize(
    ("units", "hint"),
    [
        (["reverse: {values: {attack: 2}}", "copies: 1"], "reverse: {values: {attack: ...}}, or `reverse: none`"),
        (["reverse: {values: {attack: 2}}", "steps: 2"], "steps: [{values: {attack: ...}}, ...]"),
    ],
)
def test_a_missing_value_of_a_back_is_shown_where_it_belongs(
    write_game: WriteGame, units: list[str], hint: str
) -> None:
    found = muster(write_game, *(f"{unit[:-1]}, {more}}}" for unit, more in zip(foot("4", "4"), units, strict=True)))
    assert [one.hint for one in check(found) if one.code == "W259"] == [hint]


@pytest.mark.parametrize(
    ("reverse", "found"),
    [
        (
            "{values: {attack: 2}}",
            [("blue.yaml:8:34", "'F2' has no attack of its own on the back, and shows those of its front")],
        ),
        ("{state: lost, values: {attack: 2}}", []),
        ("{name: Guards}", []),
    ],
)
def test_backs_need_values_once_a_reduced_side_has_its_own(
    write_game: WriteGame, reverse: str, found: list[tuple[str, str]]
) -> None:
    """A side in another state is not a reduced one."""
    first, second = foot("4", "4")
    assert told(muster(write_game, f"{first[:-1]}, reverse: {reverse}}}", second), "W259") == found


def test_a_value_that_the_type_lacks_is_told_at_its_name(write_game: WriteGame) -> None:
    one = "F1: {type: foot, name: Foot 1, values: {attack: 4, move: 3}, reverse: {values: {attack: 2, zzz: 1}}}"
    rows = "  F1: {attack: 4, zeal: 5}\nbacks: {F1: {yield: 1}}\n"
    lacks = "counters of type 'foot' have no value"
    assert told(muster(write_game, one), "E258") == [
        ("blue.yaml:7:54", f"{lacks} 'move'"),
        ("blue.yaml:7:94", f"{lacks} 'zzz'"),
    ]
    assert told(muster(write_game, *foot("4"), copy=LIST + rows), "E258") == [
        ("copy.yaml:7:19", f"{lacks} 'zeal'"),
        ("copy.yaml:8:14", f"{lacks} 'yield'"),
    ]


def test_a_value_that_the_type_lacks_is_told_once_if_many_have_it(write_game: WriteGame) -> None:
    """As where it heads a column of a sheet."""
    lacks = "counters of type 'foot' have no value 'attack'"
    for few, said in ((5, [lacks] * 5), (6, [f"{lacks}, which 6 of them give"])):
        game = muster(write_game, *foot(*"4" * few), kind=TYPE.replace("[attack]", "[atack]"))
        found = [one for one in check(game) if one.code == "E258"]
        assert [(one.message, one.hint) for one in found] == [(text, "did you mean 'atack'?") for text in said]


def test_counters_of_another_type_have_their_own_list(write_game: WriteGame) -> None:
    horse = "H1: {type: horse, name: Horse 1}"
    game = muster(write_game, *foot("4"), horse, copy=LIST + "  F1: {attack: 4}\n  H1: {attack: 2}\n")
    assert told(game, "E258") == [("copy.yaml:8:3", "'H1' is of type horse, not foot")]
    (hint,) = (one.hint for one in check(game) if one.code == "E258")
    assert hint == "list it with its own type"
    # What is no counter, or has no type, is told as that.
    strange = horse.replace("horse,", "hoarse,")
    rows = LIST + "  F1: {attack: 4}\n  F9: {attack: 2}\n  H1: {attack: 1}\n"
    assert told(muster(write_game, *foot("4"), strange, copy=rows), "E258") == []


def test_names_in_texts_are_told_at_the_text(write_game: WriteGame) -> None:
    lacks = "counters of type 'foot' have no value 'moov'"
    kind = TYPE.replace("[attack]", '[attack], shown: "{moov}"')
    assert told(muster(write_game, *foot("4"), kind=kind), "E258") == [("game.yaml:11:98", lacks)]
    shown = 'shown: {left: "{attack} {moov}", right: "{attack}"}\n'
    game = muster(write_game, *foot("4"), copy=LIST.replace("counters:\n", f"{shown}counters: {{F1: {{attack: 4}}}}"))
    assert told(game, "E258") == [("copy.yaml:6:15", lacks)]


def test_sums_are_those_of_counters_with_numbers(write_game: WriteGame) -> None:
    one = foot("1/2")[0][:-1] + ", copies: 3}"
    words = "F9: {type: foot, name: Foot 9, values: {attack: A}, copies: 4}"
    assert told(muster(write_game, one, words), "N262") == [
        ("blue.yaml:3:8", "Blue foot: 3 counters with values, in all attack 1 1/2")
    ]
    assert told(muster(write_game, *foot("4"), words), "N262") == [
        ("blue.yaml:3:8", "Blue foot: 1 counter with values, in all attack 4")
    ]
    assert told(muster(write_game, words), "N262") == []


@pytest.mark.parametrize(
    ("forces", "messages"),
    [
        ("  blue: {reserve: [F1]}\n", ["'F2' starts in 0913, which is not among the places: the set-up leaves it out"]),
        ("  blue: {reserve: [F1, F2]}\n", []),
        ("  green: {reserve: [G1]}\n", []),
        ('  blue: {at: {Map: {"0813": [F1]}}}\n', []),
        ('  blue: {at: {Map: {"0813": [F1, F2]}}}\n', ["'F2' starts in 0913, but is set up in 0813"]),
    ],
)
def test_a_start_is_a_place_where_the_set_up_needs_it(write_game: WriteGame, forces: str, messages: list[str]) -> None:
    one, two = foot("4", "4")
    green = GREEN + "  G1: {type: foot, name: Foot, values: {attack: 4}}\n"
    game = muster(write_game, one, f'{two[:-1]}, setup: "0913"}}', map=MAP, dawn=SETUP + forces, green=green)
    assert told(game, "W263") == [("blue.yaml:8:62", message) for message in messages]


def test_a_start_may_be_written_by_its_name_and_in_one_of_several_set_ups(write_game: WriteGame) -> None:
    (one,) = foot("4")
    dusk = SETUP.replace("id: dawn", "id: dusk")

    def said(start: str) -> list[str]:
        line = f'{one[:-1]}, setup: "{start}"}}'
        at = "  blue: {at: {Map: {%s: [F1]}}}\n"
        game = muster(write_game, line, map=MAP, dawn=SETUP + at % '"0813"', dusk=dusk + at % "Mill")
        return [message for _, message in told(game, "W263")]

    assert [said(start) for start in ("0813", "0813 Ford", "Ford", "0814", "Mill")] == [[]] * 5
    assert said("0815") == ["'F1' starts in 0815, but is set up in 0813 and 0814"]


def test_a_start_is_compared_whether_or_not_others_are_listed(write_game: WriteGame) -> None:
    one, two = (f'{line[:-1]}, setup: "0813"}}' for line in foot("4", "4"))
    game = muster(write_game, one, two, map=MAP, dawn=SETUP + '  blue: {at: {Map: {"0814": [F2]}}}\n')
    assert told(game, "W263") == [("blue.yaml:8:62", "'F2' starts in 0813, but is set up in 0814")]


def test_a_start_in_a_known_place_needs_no_list(write_game: WriteGame) -> None:
    (one,) = foot("4")
    game = muster(write_game, f"{one[:-1]}, setup: Mill}}", map=MAP, dawn=SETUP + "  blue: {reserve: []}\n")
    assert told(game, "W263") == []


def test_a_start_is_corrected_to_a_near_place_or_the_place_is_added(write_game: WriteGame) -> None:
    (one,) = foot("4")

    def hint(start: str) -> str:
        line = f"{one[:-1]}, setup: {start}}}"
        game = muster(write_game, line, map=MAP, dawn=SETUP + "  blue: {reserve: []}\n")
        (found,) = (one for one in check(game) if one.code == "W263")
        return found.hint

    assert (hint("Fort"), hint("Zhitomir")) == (
        "did you mean 'Ford'?",
        "add it to a document of places, or write when it enters: turn 3",
    )


@pytest.mark.parametrize(("turn", "counts", "late"), [(7, "turns", True), (6, "turns", False), (7, "rounds", False)])
def test_no_counter_enters_after_the_last_turn(write_game: WriteGame, turn: int, counts: str, late: bool) -> None:
    (one,) = foot("4")
    time = "{title: Time, layout: line, boxes: 1-6, counts: %s}"
    tracks = f"kind: tracks\nid: t\ntitle: T\nsource: s\ntracks: {{time: {time % counts}}}\n"
    game = muster(write_game, f"{one[:-1]}, arrives: turn {turn}}}", tracks=tracks)
    messages = [message for _, message in told(game, "W263")]
    assert messages == [f"'F1' enters on turn {turn}, after the last turn of the track, 6"] * late


def test_a_track_called_turns_counts_them(write_game: WriteGame) -> None:
    """Bug: without `counts:`, nothing said that turn 30 never comes."""
    (one,) = foot("4")
    tracks = "kind: tracks\nid: t\ntitle: T\nsource: s\ntracks: {turns: {title: Time, boxes: 1-6}}\n"
    game = muster(write_game, f'{one[:-1]}, setup: "turn 30"}}', tracks=tracks)
    assert [message for _, message in told(game, "W263")] == [
        "'F1' enters on turn 30, after the last turn of the track, 6"
    ]


def test_a_start_beside_the_map_is_no_lack_of_an_arrival(write_game: WriteGame) -> None:
    """Bug: the hint was to say when it enters, or to list it among markers."""
    (one,) = foot("4")
    game = muster(write_game, f'{one[:-1]}, setup: "0913"}}', map=MAP, dawn=SETUP + "  blue: {}\n")
    hints = {one.code: one.hint for one in check(game) if one.code in ("W216", "W263")}
    assert hints == {
        "W216": "no set-up places it in 0913; correct that, or say when it enters: `arrives: turn 3`",
        "W263": "add it to a document of places, or write when it enters: turn 3",
    }


ROUND = "a round counter is as wide as it is high"


@pytest.mark.parametrize(
    ("shape", "size", "wrong"),
    [("round", "20x25mm", True), ("round", "25x20mm", True), ("round", "20mm", False), ("square", "20x25mm", False)],
)
def test_a_round_counter_is_as_wide_as_high(write_game: WriteGame, shape: str, size: str, wrong: bool) -> None:
    kind = TYPE.replace("values:", f"shape: {shape}, size: {size}, values:")
    assert told(muster(write_game, *foot("4"), kind=kind), "E264") == [("game.yaml:11:93", ROUND)] * wrong
    green = GREEN.replace("side: green", f"side: green\nshape: {shape}\nsize: {size}")
    green += "  G1: {type: foot, name: Foot, values: {attack: 4}}\n"
    assert told(muster(write_game, *foot("4"), green=green), "E264") == [("green.yaml:7:7", ROUND)] * wrong


def test_a_round_counter_of_the_usual_size_is_as_wide_as_high(write_game: WriteGame) -> None:
    kind = TYPE.replace("values:", "shape: round, values:")
    assert told(muster(write_game, *foot("4"), kind=kind), "E264") == []

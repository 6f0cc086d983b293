"""What is printed on counters besides their names: where it comes from, and how the audit checks it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from counters_support import RIVER
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.cli.writing import blank_values as blank
from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.counters import Counter, back_values_of, size_of, strengths_of, values_of
from rcwkit.dice.places import printed_start
from rcwkit.faces.counters import chip, sides, texts_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.counters.check import number
from rcwkit.kit.checks import check
from rcwkit.source.info import Strength
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from test_counters import texts
from tests_support import TOY, WriteGame, write


@pytest.fixture
def river(write_game: WriteGame) -> Game:
    return load(write_game(RIVER))


def found(game: Game, *codes: str) -> list[Diagnostic]:
    return [one for one in check(game) if one.code in codes]


def edited(write_game: WriteGame, file: str, old: str, new: str) -> Game:
    assert old in RIVER[file]
    return load(write_game({**RIVER, file: RIVER[file].replace(old, new)}))


def test_the_game_of_the_tests_has_nothing_wrong(river: Game) -> None:
    assert len(river[Counter]) == 28
    assert sum(item.value.copies for item in river[Counter].values()) >= 30
    assert [one for one in check(river) if one.code[0] != "N"] == []
    assert found(river, "N261") == []


def test_a_back_has_the_fronts_values_but_for_its_own(river: Game) -> None:
    assert values_of(river, "B1") == {"attack": "4", "defence": "4", "move": "3"}
    assert back_values_of(river, "B1") == {"attack": "2", "defence": "3", "move": "3"}
    assert back_values_of(river, "Orlov") == {"command": "1", "bravery": "4"}


def test_a_plainly_reduced_side_has_the_values_of_its_front_and_a_warning(write_game: WriteGame) -> None:
    game = edited(
        write_game, "blue.yaml", "reverse: {values: {attack: 2, defence: 3}}}\n  B3", "reverse: reduced}\n  B3"
    )
    assert back_values_of(game, "B2") == {"attack": "4", "defence": "4", "move": "3"}
    _, back = sides(game, game[Counter]["B2"])
    assert back is not None and back.texts == {"bottom": "4-4-3"}
    (one,) = found(game, "W259")
    assert one.message == ("'B2' has no attack, defence and move of its own on the back, and shows those of its front")


@pytest.mark.parametrize(
    ("shown", "values", "said"),
    [
        (None, {"attack": "4", "move": "6"}, {"bottom": "4-6"}),
        (None, {}, {}),
        ("{attack}-{defence}", {"attack": "4", "defence": "3"}, {"bottom": "4-3"}),
        ("{attack}-{defence}", {"attack": "[4]"}, {"bottom": "[4]-–"}),
        ("{attack}-{defence}", {}, {}),
        ({"left": "{attack}", "right": "({range})"}, {"attack": "1/2"}, {"left": "1/2"}),
    ],
)
def test_values_are_shown_as_the_type_says(shown: object, values: dict[str, str], said: dict[str, str]) -> None:
    strength = Strength.model_validate({"values": ["attack"], "shown": shown})
    assert texts_of(strength, values) == said


def test_a_counter_starts_where_the_only_set_up_places_it(river: Game) -> None:
    assert [printed_start(river, unit) for unit in ("B1", "G12", "B9", "Bt1")] == ["0812", "1412", "1013", ""]


def test_what_a_counter_shows_is_kept_with_its_game(river: Game) -> None:
    item = river[Counter]["B1"]
    shown = sides(river, item)
    assert sides(river, item) is shown
    bare = replace(river, info=river.info.model_copy(update={"print_starts": False}))
    assert [one[0].start for one in (shown, sides(bare, item))] == ["0812", ""]
    assert sides(river, river[Counter]["B2"]) != shown


def test_a_start_that_is_written_is_printed_and_compared(write_game: WriteGame) -> None:
    game = edited(write_game, "blue.yaml", "B1: {", 'B1: {setup: "0813", ')
    assert printed_start(game, "B1") == "0813"
    (one,) = found(game, "W263")
    assert one.message == "'B1' starts in 0813, but is set up in 0812"
    assert found(edited(write_game, "blue.yaml", "B1: {", "B1: {setup: 0812 Mill, "), "W263") == []


@pytest.mark.parametrize(
    ("written", "entry", "enters"),
    [("arrives: turn 3", "3", "turn 3"), ("turn: 5", "5", "turn 5"), ("turn: W2, arrives: by rail", "W2", "by rail"),
     ("arrives: by rail", "", "by rail"), ("copies: 1", "", None)],
)  # fmt: skip
def test_the_turn_of_entry_is_printed_short(
    write_game: WriteGame, written: str, entry: str, enters: str | None
) -> None:
    game = edited(write_game, "blue.yaml", "arrives: turn 3", written)
    counter = game[Counter]["B7"].value
    assert (counter.entry, counter.enters) == (entry, enters)


def test_a_missing_value_is_found_among_twelve(write_game: WriteGame) -> None:
    (one,) = found(edited(write_game, "green.yaml", "attack: 4, defence: 4, move: 5", "attack: 4, move: 5"), "W259")
    assert one.message == "'G13' has no defence"
    assert one.span.line == 12


def test_many_counters_without_values_are_one_warning(write_game: WriteGame) -> None:
    game = edited(
        write_game, "game.yaml", "values: [attack, defence, move], shown:", "values: [attack, morale], shown:"
    )
    said = [one.message for one in found(game, "W259") if "type 'infantry'" in one.message]
    assert said[0] == "11 counters of type 'infantry' have no morale: B1, B2, B3, B5, B7, …"


def test_a_value_out_of_line_is_noted(write_game: WriteGame) -> None:
    game = edited(write_game, "blue.yaml", "attack: 6, defence: 5, move: 4", "attack: 66, defence: 5, move: 4")
    (one,) = found(game, "N261")
    assert one.message == "'B5' has attack 66; all others of type infantry have 1 to 4"


def test_sums_count_copies_and_leave_out_words(river: Game) -> None:
    blue, green = (one.message for one in found(river, "N262"))
    assert blue.startswith(
        "Blue units: 16 counters with values, in all attack 31, defence 28, move 47, fire 8, range 18"
    )
    assert green.startswith("Green units: 13 counters with values")


@pytest.mark.parametrize(
    ("value", "amount"),
    [("4", 4), ("1/2", Fraction(1, 2)), ("2.5", Fraction(5, 2)), ("[3]", 3), ("(2)", 2), ("5*", 5), ("A", None),
     ("1/0", None), ("", None), ("4-3", None)],
)  # fmt: skip
def test_numbers_are_read_as_printed(value: str, amount: Fraction | None) -> None:
    assert number(value) == amount


def test_sizes_are_of_the_type_the_document_or_the_game(river: Game) -> None:
    mm = 72 / 25.4
    assert size_of(river, "B1") == (45, 45)
    assert size_of(river, "Turn") == (36, 36)
    assert size_of(river, "Heron") == pytest.approx((25 * mm, 12.5 * mm))
    assert size_of(river, "Brandt") == pytest.approx((18 * mm, 18 * mm))
    assert size_of(river, "Falcons") == pytest.approx((18 * mm * 2 / 3**0.5, 18 * mm))


def test_a_side_has_all_that_its_counter_says(river: Game) -> None:
    front, back = sides(river, river[Counter]["B7"])
    assert back is not None
    assert (front.symbol, front.echelon, front.designation, front.parent, front.entry, front.start) == (
        "infantry+marine", "III", "2/7", "Fleet", "3", "",
    )  # fmt: skip
    assert (back.entry, back.framed, back.strength) == ("", True, "1-1-4")
    first, _ = sides(river, river[Counter]["B1"])
    assert (first.parent, first.start, first.formation) == ("I", "0812", river.info.formations["first"])


def test_chips_show_values(river: Game) -> None:
    def said(unit: str, *, reversed: bool = False) -> list[str]:
        return [text.text for text in texts(chip(river, river[Counter][unit], Setter(), reversed=reversed))]

    assert said("B1")[-2:] == ["4-4-3", "1 Rifles"]
    assert said("G12", reversed=True)[-2:] == ["1-3-2", "12 Division"]
    assert said("Ba1")[-2:] == ["5-4-2", "1 Heavy"]
    assert said("Turn") == ["Turn"]


VALUES = """kind: values
id: armies
source: my own copy
type: army
values: [attack, move]
counters:
  Ra1: {attack: %s, move: %s}
  Ra2: {attack: %s, move: }
  Wa1: {}
backs: {Ra1: {attack: 1}}
"""


def test_a_list_of_values_without_any_changes_nothing(write_game: WriteGame) -> None:
    game = load(write_game({**TOY, "values.yaml": VALUES % ("", "", "")}))
    assert strengths_of(game)["army"].values == ()
    assert found(game, "W259", "N262", "E258") == []


def test_once_a_list_has_a_value_all_of_its_type_need_theirs(write_game: WriteGame) -> None:
    game = load(write_game({**TOY, "values.yaml": VALUES % (3, "1/2", 2)}))
    assert values_of(game, "Ra1") == {"attack": "3", "move": "1/2"}
    assert back_values_of(game, "Ra1") == {"attack": "1", "move": "1/2"}
    said = [(one.message, one.span.place) for one in found(game, "W259")]
    assert sorted(said) == [
        ("'Ra2' has no attack and move of its own on the back, and shows those of its front", "game/red.yaml:8"),
        ("'Ra2' has no move", "game/values.yaml:8"),
        ("'Wa1' has no attack and move", "game/values.yaml:9"),
        ("'Wa1' has no attack and move on the back", "game/white.yaml:7"),
    ]


@pytest.mark.parametrize(
    ("name", "kind"), [("triumph_of_chaos", "army"), ("soviet_dawn", "front"), ("axis_allies_1914", "infantry")]
)
def test_owners_write_the_values_of_their_copy_into_a_list(tmp_path: Path, name: str, kind: str) -> None:
    """The shipped games have no values of their own; a filled list gives them to every counter of a type."""
    done = CliRunner().invoke(main, ["values", name, kind, "attack", "move", "--out", str(tmp_path)])
    assert done.exit_code == 0, done.output
    path = tmp_path / f"values_{kind}.yaml"
    assert done.output == f"{path}: fill it in, then: rcwkit build {name} --overlay {tmp_path}\n"
    schema = path.read_text(encoding="utf-8").splitlines()[0].partition("$schema=")[2]
    assert (tmp_path / schema).resolve() == (bundled("data") / ".schemas" / "values.json").resolve()
    root = bundled("data") / name

    def with_overlay() -> Game:
        return load(Project(root, shown=name, overlays=(Project(tmp_path, shown="mine"),)))

    empty = with_overlay()
    units = [unit for unit, item in empty[Counter].items() if item.value.type == kind]
    assert units and not any(values_of(empty, unit) for unit in units)
    assert found(empty, "W259", "N262") == []
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("attack: ,", "attack: 3,").replace("move: }", "move: 2}"), encoding="utf-8")
    game = with_overlay()
    assert all(values_of(game, unit) == {"attack": "3", "move": "2"} for unit in units)
    assert found(game, "W259", "E258") == []
    again = CliRunner().invoke(main, ["values", name, kind, "attack", "--out", str(tmp_path)])
    assert again.exit_code == 2 and "E535" in again.output


def test_a_blank_list_names_every_counter_of_the_type(river: Game) -> None:
    text = blank(river, "cavalry", ("attack", "move"))
    assert "  Bc1: {attack: , move: }  # 1 Cavalry\n" in text
    assert text.count("{attack: , move: }") == 3 + 3
    assert 'shown: "{attack}-{move}"\n' in text


def test_a_list_in_a_game_of_ones_own_needs_no_schemas(tmp_path: Path) -> None:
    write(tmp_path / "river", RIVER)
    done = CliRunner().invoke(main, ["values", str(tmp_path / "river"), "cavalry", "attack"])
    assert done.output.endswith(f"fill it in, then: rcwkit build {tmp_path / 'river'}\n")
    text = (tmp_path / "river" / "local" / "values_cavalry.yaml").read_text(encoding="utf-8")
    assert text.startswith("# What is printed") and "git ignores it" in text


@pytest.mark.parametrize(
    ("words", "hint"), [(["inf", "attack"], "infantry"), (["infantry", "2nd"], "begin with a letter")]
)
def test_the_command_refuses_other_types_and_names(tmp_path: Path, words: list[str], hint: str) -> None:
    write(tmp_path, RIVER)
    done = CliRunner().invoke(main, ["values", str(tmp_path), *words])
    assert done.exit_code == 2 and hint in done.output
    assert not (tmp_path / "local").exists()


def test_a_list_of_values_may_be_a_sheet(write_game: WriteGame) -> None:
    text = VALUES.split("counters:", maxsplit=1)[0] + "counters: {from: armies.csv}\n"
    sheet = "id,attack,move\nRa1,3,1/2\nRa2,[4],\nWa1,2,6\n"
    game = load(write_game({**TOY, "values.yaml": text, "armies.csv": sheet}))
    assert [dict(values_of(game, unit)) for unit in ("Ra1", "Ra2")] == [
        {"attack": "3", "move": "1/2"},
        {"attack": "[4]"},
    ]
    (one,) = found(game, "W259")
    assert (one.message, one.span.file, one.span.line) == ("'Ra2' has no move", "game/armies.csv", 3)
    wrong = load(write_game({**TOY, "values.yaml": text, "armies.csv": sheet.replace("attack", "atack")}))
    said = {(one.hint, one.span.file) for one in found(wrong, "E258")}
    assert said == {("did you mean 'attack'?", "game/armies.csv")}


def test_counters_of_a_sheet_have_values(write_game: WriteGame) -> None:
    head = RIVER["green.yaml"].partition("counters:\n")[0]
    fields = "id,type,name,values.attack,values.defence,values.move,reverse.values.attack"
    sheet = f"{fields}\nG1,infantry,First,4,5,2,2\n"
    files = {**RIVER, "green.yaml": head + "counters: {from: green.csv}\n", "green.csv": sheet}
    del files["setup.yaml"], files["scenarios.yaml"]
    game = load(write_game(files))
    assert values_of(game, "G1") == {"attack": "4", "defence": "5", "move": "2"}
    assert back_values_of(game, "G1") == {"attack": "2", "defence": "5", "move": "2"}


@pytest.mark.parametrize(
    ("file", "old", "new", "message", "hint"),
    [
        (
            "blue.yaml",
            "values: {attack: 5, defence: 3, move: 5, steps: 2}",
            "values: {attack: 5, defence: 3, defense: 3, move: 5, steps: 2}",
            "counters of type 'armour' have no value 'defense'",
            "did you mean 'defence'?",
        ),
        (
            "blue.yaml",
            "{values: {attack: 3, steps: 1}}",
            "{values: {attak: 3, steps: 1}}",
            "counters of type 'armour' have no value 'attak'",
            "did you mean 'attack'?",
        ),
        (
            "blue.yaml",
            "{fire: 3, range: 2, move: 3}",
            "{fire: 3, range: 2, move: 3, zzzz: 1}",
            "counters of type 'artillery' have no value 'zzzz'",
            "add it to the type: values: [fire, range, move, zzzz]",
        ),
        (
            "game.yaml",
            'bottom: "({range})"',
            'bottom: "({rnge})"',
            "counters of type 'artillery' have no value 'rnge'",
            "did you mean 'range'?",
        ),
        (
            "game.yaml",
            'shown: "{attack}-{defence}-{move}"}\n  cavalry',
            'shown: "{attack}-{moove}"}\n  cavalry',
            "counters of type 'infantry' have no value 'moove'",
            "did you mean 'move'?",
        ),
        (
            "game.yaml",
            "shape: round, size: 18mm",
            "shape: round, size: 18x20mm",
            "a round counter is as wide as it is high",
            "write its diameter: 20mm",
        ),
    ],
)
def test_what_a_type_lacks_is_an_error_at_its_place(
    write_game: WriteGame, file: str, old: str, new: str, message: str, hint: str
) -> None:
    (one,) = found(edited(write_game, file, old, new), "E258", "E264")
    assert (one.message, one.hint, one.span.file) == (message, hint, f"game/{file}")

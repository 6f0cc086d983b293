"""Rolls of VASSAL modules: their buttons, and reports that say for every throw what the game's own reading says."""

from __future__ import annotations

import re
import textwrap
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from rcwkit.dice.notation import Dice
from rcwkit.export.traits import Trait, decode, expression
from rcwkit.export.vassal_rolls import (
    choices_of,
    dice_buttons,
    outcome_of,
    player_of,
    read_log,
    report_of,
    roll_piece,
    rolls_of,
)
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, run, write

TABLES = r"""kind: tables
id: charts
title: Charts
source: Toy rules
tables:
  plain: {title: Plain, rows: {one: two}}
  empty: {title: Empty, roll: 1d6}
  fate:
    title: "Fate {mark red}"
    roll: 1d6
    rows: {5-6: "C:\\ $x {y} \"z\"", 1-2: no_one, 3-4: D}
    results: {D: Defender *retreats*}
  storm:
    title: Storm
    roll: 2d6
    drm:
      - {add: -2, when: {weather: dry}, text: "in *dry* weather"}
      - {add: 1, when: {weather: wet}, text: wet}
      - {add: ships, text: "+2 for each [great] ship"}
    beyond: clamp
    columns: {north: "*North*", south: South}
    rows: {2-6: [calm, D], 7-11: [wind, gale], 12: [storm, 3]}
    natural: {2: D, 12: "*flood*"}
    results: {D: drowned, 3: three ships}
  omen: {title: Omen, roll: d66, rows: {11-35: comet, 36-66: eclipse}, natural: {53: rain}}
"""
PROCEDURES = """kind: procedures
id: rolls
title: Rolls
source: Toy rules
procedures:
  day:
    title: Fate
    steps:
      - {id: sum, title: Sum, roll: 1d6}
      - id: inner
        steps: [{id: one, roll: 1d4, rows: {1-2: low, 3-4: high}}, {id: two, title: Two, roll: 1d6, rows: {1-6: D}}]
      - {id: last, roll: 1d6, test: {at_most: 3}}
      - {id: three, roll: 1d3, rows: {1: a, 2: b, 3: c}}
  night: {title: Fate, steps: [{id: four, roll: 1d6, rows: {1-6: dark}}]}
"""
TITLES = ["Fate {mark red}", "Storm", "Omen", "Fate", "Fate: Two", "Fate~2", "Fate~3", "Fate~4"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = {"game.yaml": TOY["game.yaml"], "tables.yaml": TABLES, "procedures.yaml": PROCEDURES}
    return load(Project(write(tmp_path_factory.mktemp("dice"), files), shown="dice"))


TOKENS = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(\d+)|([A-Za-z]\w*)|(<=|==|[-+*<>?:(){}.,\[\]]))')


class Reader:
    """Reads an expression of BeanShell as far as reports use it: texts and their parts, numbers, names, operators."""

    def __init__(self, text: str, names: dict[str, Any]) -> None:
        self.tokens = [found.group().strip() for found in TOKENS.finditer(text)]
        assert re.sub(r"\s", "", "".join(self.tokens)) == re.sub(r"\s", "", text)
        self.names = names

    def take(self, token: str) -> None:
        assert self.tokens.pop(0) == token

    def whole(self) -> Any:
        self.take("{")
        value = self.choice()
        assert self.tokens == ["}"]
        return value

    def choice(self) -> Any:
        value = self.comparison()
        if self.tokens[0] != "?":
            return value
        self.take("?")
        first = self.choice()
        self.take(":")
        second = self.choice()
        assert isinstance(value, bool)
        return first if value else second

    def comparison(self) -> Any:
        left = self.total()
        match self.tokens[0]:
            case "<" | ">" | "<=" | "==" as sign:
                self.take(sign)
                right = self.total()
                assert type(left) is type(right) is int
                return {"<": left < right, ">": left > right, "<=": left <= right, "==": left == right}[sign]
        return left

    def total(self) -> Any:
        value = self.product()
        while self.tokens[0] in "+-":
            sign = self.tokens.pop(0)
            other = self.product()
            if isinstance(value, str) or isinstance(other, str):
                assert sign == "+"
                value = f"{value}{other}"
            else:
                value += other if sign == "+" else -other
        return value

    def product(self) -> Any:
        value = self.term()
        while self.tokens[0] == "*":
            self.take("*")
            value *= self.term()
        return value

    def term(self) -> Any:
        token = self.tokens.pop(0)
        if token == "(":
            value = self.choice()
            self.take(")")
            return value
        if token.startswith('"'):
            # VASSAL reads names between dollars before BeanShell reads the expression, and braces as its ends.
            assert not re.search(r"[${}]", token)
            text = re.sub(r"\\(.)", r"\1", token[1:-1])
            if self.tokens[0] != ".":
                return text
            for part in (".", "split", "(", '"¦"', ",", "-", "1", ")", "["):
                self.take(part)
            at = self.total()
            self.take("]")
            return text.split("¦")[at]
        if token == "-":
            return -self.term()
        return int(token) if token.isdecimal() else self.names[token]


def said(game: Game, title: str, natural: int, column: int = 0, *drms: int) -> str:
    """Return what the report of a roll says of a throw, with so much of each modifier."""
    (roll,) = (one for one in rolls_of(game) if one.title == title)
    names = {one.name: 0 for one in choices_of(game, roll)} | {f"{roll.name}_column": column}
    names |= {f"{roll.name}_{at}": number for at, number in enumerate(drms, 1)}
    digits = [int(digit) for digit in str(natural)] if str(roll.read.roll) == "d66" else []
    shown = {"numericalTotal": sum(digits) or natural, **{f"result{at}": face for at, face in enumerate(digits, 1)}}
    report = report_of(game, roll)
    assert report.startswith(f"{{{player_of(game)} + ")
    found = Reader(report.replace(player_of(game), "PlayerName"), {"PlayerName": "Ann", **shown, **names}).whole()
    assert isinstance(found, str)
    return found


def test_every_roll_with_results_is_found_under_a_title_of_its_own(game: Game) -> None:
    assert [roll.title for roll in rolls_of(game)] == TITLES


def test_a_report_says_the_throw_and_its_row(game: Game) -> None:
    fate = TITLES[0]
    assert [said(game, fate, natural) for natural in (1, 2, 3, 4, 5, 6)] == [
        *[f"Ann: Fate (mark red): {natural} → no one (1 in 3)" for natural in (1, 2)],
        *[f"Ann: Fate (mark red): {natural} → D: Defender retreats (1 in 3)" for natural in (3, 4)],
        *[f'Ann: Fate (mark red): {natural} → C:\\ x (y) "z" (1 in 3)' for natural in (5, 6)],
    ]
    assert [said(game, "Fate~3", natural) for natural in (1, 2, 3)] == [
        *(f"Ann: Fate~3: {number} → {said} (1 in 3)" for number, said in ((1, "a"), (2, "b"), (3, "c")))
    ]
    # The meanings of a table's results are not those of a step's.
    assert said(game, "Fate: Two", 4) == "Ann: Fate: Two: 4 → D"


def test_dice_that_are_digits_are_not_added_up(game: Game) -> None:
    assert said(game, "Omen", 35) == "Ann: Omen: 35 → comet (17 in 36)"
    assert said(game, "Omen", 36) == "Ann: Omen: 36 → eclipse (1 in 2)"
    assert said(game, "Omen", 53) == "Ann: Omen: 53 → rain (1 in 36)"
    root = ET.Element("module")
    dice_buttons(root, game, [Dice.parse("d66"), Dice.parse("2d6")])
    assert [button.get("reportFormat", "").partition("</font>")[2] for button in root[:2]] == [
        '") + ": d66 = " + result1 + result2}',
        '") + ": 2d6 = " + result}',
    ]


DRY, WET, SHIPS = " [−2 in dry weather]", " [+1 wet]", " [+2 for each (great) ship × {}]"


@pytest.mark.parametrize(
    ("natural", "drms", "column", "read"),
    [
        (3, (), 0, "3 → North: calm · South: D: drowned (7 in 18)"),
        (3, (1,), 0, f"3 − 2 = 1{DRY} → North: calm · South: D: drowned (25 in 36)"),
        (6, (0, 1), 0, f"6 + 1 = 7{WET} → North: wind · South: gale (23 in 36)"),
        (6, (1, 0, 1), 0, f"6{DRY}{SHIPS.format(1)} → North: calm · South: D: drowned (7 in 18)"),
        (11, (0, 1), 0, f"11 + 1 = 12{WET} → North: storm · South: 3: three ships (1 in 18)"),
        (11, (0, 0, 7), 0, f"11 + 14 = 25{SHIPS.format(7)} → North: storm · South: 3: three ships"),
        (3, (0, 0, -1), 1, f"3 − 2 = 1{SHIPS.format(-1)} → North: calm (25 in 36)"),
        (7, (0, 0, 0), 2, "7 → South: gale (5 in 9)"),
        (2, (0, 0, 4), 0, f"2 + 8 = 10{SHIPS.format(4)} → D: drowned (1 in 36)"),
        (12, (1,), 2, f"12 − 2 = 10{DRY} → flood (1 in 36)"),
    ],
)
def test_a_report_says_the_modifiers_and_the_column_unless_the_throw_itself_decides(
    game: Game, natural: int, drms: tuple[int, ...], column: int, read: str
) -> None:
    assert said(game, "Storm", natural, column, *drms) == f"Ann: Storm: {read}"


def test_a_column_has_the_chance_of_its_result_in_all_rows(tmp_path: Path) -> None:
    text = (
        "kind: tables\nid: t\ntitle: T\nsource: S\ntables:\n  fall:\n    title: Fall\n    roll: 1d6\n"
        "    columns: {a: A, b: B}\n    rows: {1: [x, p], 2-3: [y, q], 4-6: [x, r]}\n"
    )
    game = load(Project(write(tmp_path / "t", {"game.yaml": TOY["game.yaml"], "tables.yaml": text})))
    assert [said(game, "Fall", 1, column) for column in (0, 1, 2)] == [
        f"Ann: Fall: 1 → {read}" for read in ("A: x · B: p (1 in 6)", "A: x (2 in 3)", "B: p (1 in 6)")
    ]


def test_what_is_chosen_is_ticked_counted_or_picked_and_the_dice_clear_it(game: Game) -> None:
    (roll,) = (one for one in rolls_of(game) if one.title == "Storm")
    choices = choices_of(game, roll)
    assert [(one.text, one.adds, one.counted, one.column) for one in choices] == [
        ("−2 in dry weather", -2, False, 0),
        ("+1 wet", 1, False, 0),
        ("+2 for each (great) ship", 2, True, 0),
        ("North", 0, False, 1),
        ("South", 0, False, 2),
    ]

    def does(choice: int | None) -> tuple[str, dict[str, list[Trait]]]:
        image, piece = roll_piece(roll, None if choice is None else choices[choice], choices)
        return image, {name: [one for one in piece if one.name == name] for name in {one.name for one in piece}}

    image, tick = does(0)
    (sets,), (shown,) = tick["setprop"], tick["emb2"]
    assert (image, sets.fields[0], "roll2_1 == 1 ? 0" in sets.fields[2]) == ("tick-off.svg", "roll2_1", True)
    assert shown.fields[15] == ",tick-on.svg" and shown.fields[21:24] == ("true", "roll2_1", "0")
    image, pick = does(4)
    assert (image, pick["emb2"][0].fields[15], pick["emb2"][0].fields[21:24]) == (
        "pick-off.svg",
        ",pick-on.svg,",
        ("true", "roll2_column", "1"),
    )
    image, counts = does(2)
    assert (image, len(counts["button"]), "roll2_3 - 1" in counts["setprop"][0].fields[2]) == ("count.svg", 2, True)
    image, dice = does(None)
    assert (image, dice["globalhotkey"][0].fields[2]) == ("throw.svg", "57348,0,roll2")
    assert [one.fields[0] for one in dice["setprop"]] == ["roll2_1", "roll2_2", "roll2_3", "roll2_column"]


def test_there_is_a_button_for_dice_and_rolls_and_a_menu_of_rolls(game: Game) -> None:
    root = ET.Element("module")
    dice_buttons(root, game, (Dice(1, 6), Dice(2, 10)))
    *buttons, menu = root
    assert {one.tag for one in buttons} == {"VASSAL.build.module.DiceButton"}
    plain = {
        "text": "2d10",
        "icon": "icon-d10.svg",
        "tooltip": "Roll 2d10",
        "nDice": "2",
        "nSides": "10",
        "reportTotal": "true",
    }
    report = expression("$player$: 2d10 = $result$", player=player_of(game))
    assert buttons[1].attrib == {"name": "2d10", **plain, "reportFormat": report}
    names = ["name", "tooltip", "nDice", "nSides"]
    assert [[one.get(name) for name in names] for one in buttons] == [
        ["1d6", "Roll 1d6", "1", "6"],
        ["2d10", "Roll 2d10", "2", "10"],
        [TITLES[0], TITLES[0], "1", "6"],
        ["Storm", "Storm", "2", "6"],
        ["Omen", "Omen", "2", "6"],
        ["Fate", "Fate", "1", "4"],
        ["Fate: Two", "Fate: Two", "1", "6"],
        ["Fate~2", "Fate~2", "1", "6"],
        ["Fate~3", "Fate~3", "1", "3"],
        ["Fate~4", "Fate~4", "1", "6"],
    ]
    assert [one.get("reportFormat") for one in buttons[2:]] == [report_of(game, one) for one in rolls_of(game)]
    assert [one.get("hotkey") for one in buttons[2:]] == [f"57348,0,roll{at}" for at in range(1, 9)]
    assert menu.tag == "VASSAL.build.module.ToolbarMenu"
    assert decode(menu.get("menuItems", ""), ",") == TITLES
    wanted = {"description": "Roll on", "text": "Roll on", "icon": "icon-d6.svg", "tooltip": "Tables and procedures"}
    assert {key: value for key, value in menu.attrib.items() if key != "menuItems"} == wanted


def test_a_game_without_rolls_has_dice_but_no_menu(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "bare", {"game.yaml": TOY["game.yaml"]})))
    root = ET.Element("module")
    dice_buttons(root, game, (Dice(1, 6),))
    assert [one.get("name") for one in root] == ["1d6"]


def test_columns_are_named_with_their_groups_and_a_meaning_is_not_said_twice(tmp_path: Path) -> None:
    """Bug: columns of the same heading could not be told apart, and `A: A` was printed."""
    text = (
        "kind: tables\nid: t\ntitle: T\nsource: S\ntables:\n  fall:\n    title: Fall\n    roll: 1d6\n"
        "    columns: {a1: Men, b1: Men}\n    groups: {Left: [a1], Right: [b1]}\n    rows: {1-3: [A, 0], 4-6: [B, 1]}\n"
        "    results: {A: A, B: Both}\n"
    )
    game = load(Project(write(tmp_path / "t", {"game.yaml": TOY["game.yaml"], "tables.yaml": text})))
    assert said(game, "Fall", 2) == "Ann: Fall: 2 → Left Men: A · Right Men: 0 (1 in 2)"
    assert said(game, "Fall", 5) == "Ann: Fall: 5 → Left Men: B: Both · Right Men: 1 (1 in 2)"


def test_what_a_log_must_say_is_what_vassal_says(game: Game) -> None:
    for roll in rolls_of(game):
        assert roll.read.roll is not None
        adds = [one.adds for one in choices_of(game, roll) if not one.column]
        for natural in (*roll.read.roll.ways(),)[::3]:
            for drms in [(0, 0, 0), (1, 0, -5), (0, 1, 6), (1, 1, 7)] if adds else [()]:
                says = said(game, roll.title, natural, len(drms) and 2, *drms)
                modifier = sum(each * number for each, number in zip(adds, drms, strict=True))
                assert says.endswith(f" → {outcome_of(game, roll, natural, modifier, len(drms) and 2)}")


def test_a_log_is_read_again(game: Game) -> None:
    right = [said(game, "Storm", 6, 0, 0, 1), said(game, "Storm", 3, 2, 0, 0, -2), said(game, "Fate~3", 1)]
    wrong = [
        right[0].replace("calm", "wind").replace("wind", "calm"),
        right[2].replace(": 1 →", ": 7 →"),
        right[0].replace("+1 wet", "+1 well"),
        right[0].replace("[+1 wet]", "[+1 wet] [+1 wet]"),
        right[0].replace("6 + 1 = 7", "6 + 2 = 8"),
    ]
    lines = ["Chat: 3 → a", f"* {right[0]}", f"<font color=red>Ann</font>{right[1][3:]}", right[2], *wrong]
    count, found = read_log(game, "\n".join(lines))
    reads = right[0].partition("Storm: ")[2]
    assert (count, [(one.line, one.reads) for one in found]) == (8, [(5, reads), (6, ""), (7, ""), (8, ""), (9, reads)])


def test_a_roll_against_a_number_has_its_two_results(tmp_path: Path) -> None:
    """Bug: such rolls were left out, and a chance did not count unmodified rolls with the same result."""
    tests = {"at_most: 3": 3, "below: 3": 2, "at_least: 3": -3, "above: 3": -4}
    steps = "".join(
        f"      - {{id: s{at}, title: T{at}, roll: 1d6, test: {{{test}, success: holds, failure: flees}}}}\n"
        for at, test in enumerate(tests)
    )
    held = (
        "      - {id: held, title: Held, roll: 1d6, drm: [{add: turns, text: turns}], beyond: clamp,\n"
        "         natural: {1: no}, test: {at_least: 5}}\n"
    )
    inputs = "    inputs: {turns: {title: Turns, range: 0-9, default: 0}}\n"
    head = "kind: procedures\nid: p\ntitle: P\nsource: S\nprocedures:\n  day:\n    title: Day\n"
    files = {"game.yaml": TOY["game.yaml"], "procedures.yaml": f"{head}{inputs}    steps:\n{steps}{held}"}
    game = load(Project(write(tmp_path / "tested", files)))
    for at, bound in enumerate(tests.values()):
        held_on = [face for face in range(1, 7) if (face <= bound if bound > 0 else face >= -bound)]
        for face in range(1, 7):
            result, count = ("holds", len(held_on)) if face in held_on else ("flees", 6 - len(held_on))
            chance = {2: "1 in 3", 3: "1 in 2", 4: "2 in 3"}[count]
            assert said(game, f"Day: T{at}", face) == f"Ann: Day: T{at}: {face} → {result} ({chance})"
    for face, turns, result in (
        (1, 5, "no (1 in 6)"),
        (2, 3, "yes (5 in 6)"),
        (3, 1, "no (1 in 2)"),
        (4, 1, "yes (1 in 2)"),
    ):
        assert said(game, "Day: Held", face, 0, turns).endswith(f" → {result}")


ANSWERED = """kind: procedures
id: p
title: P
source: S
procedures:
  day:
    title: Day
    inputs:
      wall: {title: Height of the wall, range: 0-9}
      gate: {title: Gate, choices: {open: Open, shut: Shut}, default: open}
      help: {title: Help, range: -3-3, default: 0}
      extra: {title: Extra, range: 0-9, default: 0}
    variables: {margin: 0, plain: 0}
    steps:
      - {id: low, title: Low, roll: 1d6, test: {at_most: wall, success: over, failure: under}}
      - id: high
        title: High
        roll: 1d6
        drm: [{add: 1, text: wind}]
        test: {above: wall, success: over, failure: under}
      - {id: other, title: Other, roll: 1d6, test: {at_least: margin}}
      - {id: storm, title: Storm, roll: 1d6, drm: [{add: help, text: friends}]}
      - id: margins
        do: [{set: {plain: {of: storm, plus: {of: help, times: -1}}, margin: {of: storm, plus: {of: wall, times: -1}}}}]
      - {id: bare, title: Bare, roll: 1d6}
      - {id: sum, do: [{set: {plain: {of: bare, plus: {of: extra}}}}]}
  night:
    title: Night
    inputs:
      wall: {title: Height of the wall, range: 0-9}
      help: {title: Help, range: -3-3, default: 0}
    variables: {margin: 0}
    steps:
      - {id: storm, title: Storm, roll: 1d6, drm: [{add: help, text: friends}]}
      - {id: margins, do: [{set: {margin: {of: storm, plus: {of: wall, times: -1}}}}]}
"""


def test_a_roll_against_an_answer_takes_it_off_and_is_read_against_nothing(tmp_path: Path) -> None:
    """Bug: such rolls were left out, among them an Offensive, which is read by its margin over a number."""
    files = {"game.yaml": TOY["game.yaml"], "procedures.yaml": ANSWERED}
    game = load(Project(write(tmp_path / "answered", files)))
    rolls = {roll.title: [one.text for one in choices_of(game, roll)] for roll in rolls_of(game)}
    assert rolls == {
        "Day: Low": ["− Height of the wall"],
        "Day: High": ["+1 wind", "− Height of the wall"],
        "Day: Storm": ["+ friends", "− Height of the wall"],
    }
    for face in range(1, 7):
        assert said(game, "Day: Low", face, 0, 4).rpartition("→ ")[2] == (
            "over (2 in 3)" if face <= 4 else "under (1 in 3)"
        )
        assert said(game, "Day: High", face, 0, 1, 4).rpartition("→ ")[2] == (
            "over (1 in 2)" if face + 1 > 4 else "under (1 in 2)"
        )
    storm = "Ann: Day: Storm: {} [+ friends × 1] [− Height of the wall × 4] → {}"
    ends = {2: ("2 − 3 = -1", "less (1 in 3)"), 3: ("3 − 3 = 0", "equal (1 in 6)"), 6: ("6 − 3 = 3", "more (1 in 2)")}
    lines = [said(game, "Day: Storm", face, 0, 1, 4) for face in ends]
    assert lines == [storm.format(*end) for end in ends.values()]
    assert read_log(game, "\n".join(lines)) == (3, [])


def test_a_log_as_html_is_read_by_its_paragraphs_and_chat_is_no_roll(game: Game) -> None:
    """Bug: VASSAL breaks lines of HTML anywhere, so no roll was found; and what a player wrote was read as one."""
    rolls = [said(game, "Storm", 6, 0, 0, 1), said(game, "Fate~3", 1), said(game, "Fate~3", 1).replace("1 →", "7 →")]
    broken = "\n      ".join(textwrap.wrap(" ".join(escape(f"* {roll}") + "</div><div>" for roll in rolls), 40))
    chat = f"&lt;Ann&gt; - what of: {rolls[2]}"
    html = f"<html>\n<body>\n<div>{broken}{chat}</div>\n</body>\n</html>"
    count, found = read_log(game, html)
    assert (count, [one.says for one in found]) == (3, [f"* {rolls[2]}"])
    assert read_log(game, f"<ann> - : {rolls[2].partition(': ')[2]}") == (0, [])


def test_the_command_verifies_a_log_file_of_vassal(tmp_path: Path) -> None:
    files = {"game.yaml": TOY["game.yaml"], "tables.yaml": TABLES.replace(" {mark red}", "")}
    folder = write(tmp_path / "dice", files)
    line = "* <font color=#717762>Ann</font>: Storm: 6 + 1 = 7 [+1 wet] → North: wind · South: gale (23 in 36)"
    commands = ("begin_save", "LOG\tMutableProperty\troll1\t0\t1", f"LOG\tCHAT{line}\\", "LOG\tCHAT<Ann> - 6 → a")
    text = "\x1b".join(commands).encode()

    def verified(name: str, data: bytes, part: str = "savedGame") -> tuple[int, str]:
        with ZipFile(tmp_path / name, "w") as archive:
            archive.writestr(part, data)
        result = run("verify", str(tmp_path / name), str(folder))
        return result.exit_code, result.stdout + result.stderr

    hidden = b"!VCSK2f" + bytes(byte ^ 0x2F for byte in text).hex().encode()
    for data in (text, hidden):
        code, out = verified("game.vlog", data)
        assert (code, "1 roll on tables, none of them read wrong" in out) == (0, True), out
    code, out = verified("wrong.vlog", text.replace(b"7 [", b"8 ["))
    assert (code, "line 1: * Ann: Storm: 6 + 1 = 8 [+1 wet]" in out) == (2, True), out
    for part, data in (("savedGame", b"!VCSK2f0"), ("other", text)):
        code, out = verified("broken.vlog", data, part)
        assert (code, "E592" in out) == (2, True), out


def test_the_command_verifies_a_log(tmp_path: Path) -> None:
    files = {"game.yaml": TOY["game.yaml"], "tables.yaml": TABLES.replace(" {mark red}", "")}
    folder = write(tmp_path / "dice", files)
    log = tmp_path / "log.txt"
    log.write_text("* Ann: Storm: 6 + 1 = 7 [+1 wet] → North: wind · South: gale (23 in 36)\n", encoding="utf-8")
    result = run("verify", str(log), str(folder))
    assert (result.exit_code, "1 roll on tables, none of them read wrong" in result.stdout) == (0, True), result.stderr
    log.write_text("* Ann: Storm: 6 + 1 = 7 [+1 wet] → North: storm · South: gale (23 in 36)\n", encoding="utf-8")
    result = run("verify", str(log), str(folder))
    assert (result.exit_code, "line 1: * Ann: Storm: 6 + 1 = 7 [+1 wet]" in result.stdout) == (2, True), result.stdout
    log.write_text("* Ann: Storm: 6 + 1 = 7 [+1 well] → North: wind · South: gale (23 in 36)\n", encoding="utf-8")
    result = run("verify", str(log), str(folder))
    assert (result.exit_code, "the roll has no such dice or modifiers" in result.stdout) == (2, True), result.stdout
    result = run("verify", str(log))
    assert (result.exit_code, "a log does not say its game" in result.stderr) == (2, True)

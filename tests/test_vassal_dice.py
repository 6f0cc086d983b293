"""Rolls of VASSAL modules: their buttons, and reports that say for every throw what the game's own reading says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rcwkit.export.traits import decode
from rcwkit.export.vassal_rolls import dice_buttons, outcome_of, read_log, report_of, rolls_of
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
    beyond: clamp
    columns: {north: "*North*", south: South}
    rows: {2-6: [calm, D], 7-11: [wind, gale], 12: [storm, 3]}
    natural: {2: D, 12: "*flood*"}
    results: {D: drowned, 3: three ships}
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
TITLES = ["Fate {mark red}", "Storm", "Fate", "Fate: Two", "Fate~2", "Fate~3"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = {"game.yaml": TOY["game.yaml"], "tables.yaml": TABLES, "procedures.yaml": PROCEDURES}
    return load(Project(write(tmp_path_factory.mktemp("dice"), files), shown="dice"))


TOKENS = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|(\d+)|([A-Za-z]\w*)|(<=|==|[-+<?:(){}]))')


class Reader:
    """Reads an expression of BeanShell as far as reports use it: texts, numbers, names, + - < <= == and ?:."""

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
            case "<" | "<=" | "==" as sign:
                self.take(sign)
                right = self.total()
                assert type(left) is type(right) is int
                return {"<": left < right, "<=": left <= right, "==": left == right}[sign]
        return left

    def total(self) -> Any:
        value = self.term()
        while self.tokens[0] in "+-":
            sign = self.tokens.pop(0)
            other = self.term()
            if isinstance(value, str) or isinstance(other, str):
                assert sign == "+"
                value = f"{value}{other}"
            else:
                value += other if sign == "+" else -other
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
            return re.sub(r"\\(.)", r"\1", token[1:-1])
        return int(token) if token.isdecimal() else self.names[token]


def said(game: Game, title: str, natural: int, modifier: int = 0) -> str:
    """Return what the report of a roll says of a throw."""
    (roll,) = (one for one in rolls_of(game) if one.title == title)
    names = {"PlayerName": "Ann", "numericalTotal": natural + modifier, "addToTotal": modifier}
    found = Reader(report_of(game, roll), names).whole()
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
    assert [said(game, "Fate~2", natural) for natural in (1, 2, 3)] == [
        *(f"Ann: Fate~2: {number} → {said} (1 in 3)" for number, said in ((1, "a"), (2, "b"), (3, "c")))
    ]
    # The meanings of a table's results are not those of a step's.
    assert said(game, "Fate: Two", 4) == "Ann: Fate: Two: 4 → D"


@pytest.mark.parametrize(
    ("natural", "modifier", "read"),
    [
        (3, 0, "3 + 0 = 3 → North: calm · South: D: drowned (7 in 18)"),
        (3, -2, "3 − 2 = 1 → North: calm · South: D: drowned (25 in 36)"),
        (6, 0, "6 + 0 = 6 → North: calm · South: D: drowned (7 in 18)"),
        (6, 1, "6 + 1 = 7 → North: wind · South: gale (23 in 36)"),
        (11, 0, "11 + 0 = 11 → North: wind · South: gale (5 in 9)"),
        (11, 1, "11 + 1 = 12 → North: storm · South: 3: three ships (1 in 18)"),
        (11, 9, "11 + 9 = 20 → North: storm · South: 3: three ships"),
        (2, 9, "2 + 9 = 11 → D: drowned (1 in 36)"),
        (12, -6, "12 − 6 = 6 → flood (1 in 36)"),
    ],
)
def test_a_report_says_the_modifier_and_every_column_unless_the_throw_itself_decides(
    game: Game, natural: int, modifier: int, read: str
) -> None:
    assert said(game, "Storm", natural, modifier) == f"Ann: Storm: {read}"


def test_there_is_a_button_for_dice_and_rolls_and_a_menu_of_rolls(game: Game) -> None:
    root = ET.Element("module")
    dice_buttons(root, game, ((1, 6), (2, 10)))
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
    assert buttons[1].attrib == {"name": "2d10", **plain, "reportFormat": "$PlayerName$: 2d10 = $result$"}
    names, storm = ["name", "tooltip", "nDice", "nSides"], "Storm (−2: in dry weather; +1: wet)"
    assert [[one.get(name) for name in names] for one in buttons] == [
        ["1d6", "Roll 1d6", "1", "6"],
        ["2d10", "Roll 2d10", "2", "10"],
        [TITLES[0], TITLES[0], "1", "6"],
        [storm, storm, "2", "6"],
        ["Fate", "Fate", "1", "4"],
        ["Fate: Two", "Fate: Two", "1", "6"],
        ["Fate~2", "Fate~2", "1", "3"],
        ["Fate~3", "Fate~3", "1", "6"],
    ]
    assert [one.get("reportFormat") for one in buttons[2:]] == [report_of(game, one) for one in rolls_of(game)]
    # Only a modifier is asked for, and only where there are any.
    asked = {"prompt": "true", "lockDice": "true", "lockSides": "true", "lockPlus": "true", "lockAdd": "false"}
    assert [{key: one.get(key) for key in asked} == asked for one in buttons] == [number == 3 for number in range(8)]
    assert not any(set(asked) & set(one.attrib) for one in buttons if one.get("name") != storm)
    assert menu.tag == "VASSAL.build.module.ToolbarMenu"
    assert decode(menu.get("menuItems", ""), ",") == [storm if title == "Storm" else title for title in TITLES]
    wanted = {"description": "Roll on", "text": "Roll on", "icon": "icon-d6.svg", "tooltip": "Tables and procedures"}
    assert {key: value for key, value in menu.attrib.items() if key != "menuItems"} == wanted


def test_a_game_without_rolls_has_dice_but_no_menu(tmp_path: Path) -> None:
    game = load(Project(write(tmp_path / "bare", {"game.yaml": TOY["game.yaml"]})))
    root = ET.Element("module")
    dice_buttons(root, game, ((1, 6),))
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
        for natural in roll.read.roll.sums():
            for modifier in range(-8, 9) if roll.read.drm else (0,):
                says = said(game, roll.title, natural, modifier)
                assert says.endswith(f" → {outcome_of(game, roll, natural, modifier)}")


def test_a_log_is_read_again(game: Game) -> None:
    right = [said(game, "Storm", 6, 1), said(game, "Storm", 2, 9), said(game, "Fate~2", 1)]
    wrong = [right[0].replace("calm", "wind").replace("wind", "calm"), right[2].replace(": 1 →", ": 7 →")]
    lines = ["Chat: 3 → a", f"* {right[0]}", f"<font color=red>Ann</font>{right[1][3:]}", right[2], *wrong]
    count, found = read_log(game, "\n".join(lines))
    assert (count, [(one.line, one.reads) for one in found]) == (5, [(5, right[0].partition("Storm: ")[2]), (6, "")])


def test_the_command_verifies_a_log(tmp_path: Path) -> None:
    files = {"game.yaml": TOY["game.yaml"], "tables.yaml": TABLES.replace(" {mark red}", "")}
    folder = write(tmp_path / "dice", files)
    log = tmp_path / "log.txt"
    log.write_text("* Ann: Storm: 6 + 1 = 7 → North: wind · South: gale (23 in 36)\n", encoding="utf-8")
    result = run("verify", str(log), str(folder))
    assert (result.exit_code, "1 roll on tables, none of them read wrong" in result.stdout) == (0, True), result.stderr
    log.write_text("* Ann: Storm: 6 + 1 = 7 → North: storm · South: gale (23 in 36)\n", encoding="utf-8")
    result = run("verify", str(log), str(folder))
    assert (result.exit_code, "line 1: * Ann: Storm: 6 + 1 = 7" in result.stdout) == (2, True), result.stdout
    result = run("verify", str(log))
    assert (result.exit_code, "a log does not say its game" in result.stderr) == (2, True)
